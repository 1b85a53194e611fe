#include "layernorm.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "../base/shape.h"
#include "../base/simd.h"
#include "../linalg/vec.h"

static inline f32x4 deviation(f32x4 x, const NnRowStats *row) {
    return (x - f32x4_splat(row->origin)) - f32x4_splat(row->rest);
}

static inline float deviation_1(float x, const NnRowStats *row) {
    return (x - row->origin) - row->rest;
}

// Four independent sums, so that an addition need not wait for the one before it.
enum { ROUND = 16 };

// Most elements that are summed in float: with more, rounding errors accumulate.
enum { MOST_IN_FLOAT = 4096, PIECE = 256 };

// The sum of the deviations, or of their squares.
static inline float sum_of(const float *x, const NnRowStats *row, bool squared, int32_t n) {
    f32x4 sum[4] = {{0.0f}};
    int32_t k = 0;
    for (; k + ROUND <= n; k += ROUND) {
        UNROLL
        for (int32_t v = 0; v < 4; v++) {
            const f32x4 part = deviation(f32x4_load(x + k + 4 * v), row);
            sum[v] += squared ? part * part : part;
        }
    }
    for (; k + 4 <= n; k += 4) {
        const f32x4 part = deviation(f32x4_load(x + k), row);
        sum[0] += squared ? part * part : part;
    }
    float total = f32x4_sum((sum[0] + sum[1]) + (sum[2] + sum[3]));
    for (; k < n; k++) {
        const float part = deviation_1(x[k], row);
        total += squared ? part * part : part;
    }
    return total;
}

COMPACT_BEGIN

// By the definition, in double: for rows whose squared deviations lose precision in float.
static NnRowStats wide_row_stats(const float *x, double eps, int32_t d) {
    const double mean = linalg_vec_sum(x, d) / d;
    double sum = 0.0;
    for (int32_t k = 0; k < d; k++) sum += ((double)x[k] - mean) * ((double)x[k] - mean);
    const float origin = (float)mean, inverse = (float)(1.0 / sqrt(sum / d + eps));
    // infinity times a deviation of zero would be NaN
    const float finite = inverse > FLT_MAX ? FLT_MAX : inverse;
    return (NnRowStats){origin, (float)(mean - (double)origin), finite};
}

COMPACT_END

// Differences from the first element, and then from the mean, are of the size of the spread.
static NnRowStats row_stats(const float *x, double eps, int32_t d) {
    NnRowStats row = {x[0], 0.0f, 0.0f};
    row.rest = sum_of(x, &row, false, d) / (float)d;
    const float squares = sum_of(x, &row, true, d);
    if (!(squares > 1e-30f && squares < 1e30f) || d > MOST_IN_FLOAT) {
        return wide_row_stats(x, eps, d);
    }
    row.inverse_deviation = 1.0f / sqrtf(squares / (float)d + (float)eps);
    return row;
}

static Status check(double eps, int32_t n_rows, int32_t d) {
    if (!SHAPE_OK(n_rows, d)) return STATUS_BAD_SHAPE;
    return isfinite(eps) && eps > 0.0 ? STATUS_OK : STATUS_BAD_VALUE;
}

static void row_forward(float *y, const float *x, const float *gamma, const float *beta,
                        const NnRowStats *row, int32_t d) {
    const f32x4 inverse = f32x4_splat(row->inverse_deviation);
    int32_t c = 0;
    for (; c + 4 <= d; c += 4) {
        const f32x4 z = deviation(f32x4_load(x + c), row) * inverse;
        f32x4_store(y + c, z * f32x4_load(gamma + c) + f32x4_load(beta + c));
    }
    for (; c < d; c++) {
        y[c] = deviation_1(x[c], row) * row->inverse_deviation * gamma[c] + beta[c];
    }
}

COMPACT_BEGIN

Status nn_layernorm_forward_stats(float *y, NnRowStats *stats, const float *x, const float *gamma,
                                  const float *beta, double eps, int32_t n_rows, int32_t d) {
    const Status status = check(eps, n_rows, d);
    if (status != STATUS_OK) return status;
    for (int32_t r = 0; r < n_rows; r++) {
        const NnRowStats of_row = row_stats(x + r * d, eps, d);
        row_forward(y + r * d, x + r * d, gamma, beta, &of_row, d);
        if (stats) stats[r] = of_row;
    }
    return STATUS_OK;
}

Status nn_layernorm_forward(float *y, const float *x, const float *gamma, const float *beta,
                            double eps, int32_t n_rows, int32_t d) {
    return nn_layernorm_forward_stats(y, NULL, x, gamma, beta, eps, n_rows, d);
}

COMPACT_END

// What one row contributes, with z the normalised row and g = dy * gamma:
//
//     dgamma += dy z    dbeta += dy    dx = (g - mean(g) - z mean(g z)) / sqrt(variance + eps)
typedef struct Means {
    float g, gz;
} Means;

static Means row_means(float *dgamma, float *dbeta, const float *dy, const float *x,
                       const float *gamma, const NnRowStats *row, int32_t d) {
    const f32x4 inverse = f32x4_splat(row->inverse_deviation);
    double sum_g = 0.0, sum_gz = 0.0;
    int32_t c = 0;
    while (c + 4 <= d) {
        const int32_t end = d - c < PIECE ? d - 3 : c + PIECE;
        f32x4 part_g = f32x4_splat(0.0f), part_gz = part_g;
        for (; c < end; c += 4) {
            const f32x4 z = deviation(f32x4_load(x + c), row) * inverse;
            const f32x4 slope = f32x4_load(dy + c);
            const f32x4 g = slope * f32x4_load(gamma + c);
            f32x4_store(dgamma + c, f32x4_load(dgamma + c) + slope * z);
            f32x4_store(dbeta + c, f32x4_load(dbeta + c) + slope);
            part_g += g;
            part_gz += g * z;
        }
        sum_g += (double)f32x4_sum(part_g);
        sum_gz += (double)f32x4_sum(part_gz);
    }
    for (; c < d; c++) {
        const float z = deviation_1(x[c], row) * row->inverse_deviation;
        const float g = dy[c] * gamma[c];
        dgamma[c] += dy[c] * z;
        dbeta[c] += dy[c];
        sum_g += (double)g;
        sum_gz += (double)(g * z);
    }
    return (Means){(float)(sum_g / d), (float)(sum_gz / d)};
}

static void row_backward(float *dx, const float *dy, const float *x, const float *gamma,
                         const NnRowStats *row, Means means, bool accumulate, int32_t d) {
    const f32x4 inverse = f32x4_splat(row->inverse_deviation);
    int32_t c = 0;
    for (; c + 4 <= d; c += 4) {
        const f32x4 z = deviation(f32x4_load(x + c), row) * inverse;
        const f32x4 g = f32x4_load(dy + c) * f32x4_load(gamma + c);
        const f32x4 pull = f32x4_splat(means.g) + z * f32x4_splat(means.gz);
        const f32x4 slope = (g - pull) * inverse;
        f32x4_store(dx + c, accumulate ? f32x4_load(dx + c) + slope : slope);
    }
    for (; c < d; c++) {
        const float z = deviation_1(x[c], row) * row->inverse_deviation;
        const float slope = (dy[c] * gamma[c] - (means.g + z * means.gz)) * row->inverse_deviation;
        dx[c] = accumulate ? dx[c] + slope : slope;
    }
}

COMPACT_BEGIN

// stats may be NULL: the statistics are then computed again, with eps.
static void backward(const NnLayernormGradients *gradients, const float *dy, const float *x,
                     const float *gamma, const NnRowStats *stats, double eps, int32_t n_rows,
                     int32_t d) {
    float *const dgamma = gradients->dgamma, *const dbeta = gradients->dbeta;
    for (int32_t c = 0; c < d; c++) dgamma[c] = dbeta[c] = 0.0f;
    for (int32_t r = 0; r < n_rows; r++) {
        const float *const x_row = x + r * d, *const dy_row = dy + r * d;
        const NnRowStats row = stats ? stats[r] : row_stats(x_row, eps, d);
        const Means means = row_means(dgamma, dbeta, dy_row, x_row, gamma, &row, d);
        row_backward(gradients->dx + r * d, dy_row, x_row, gamma, &row, means,
                     gradients->accumulate != 0, d);
    }
}

Status nn_layernorm_backward(const NnLayernormGradients *gradients, const float *dy, const float *x,
                             const float *gamma, double eps, int32_t n_rows, int32_t d) {
    const Status status = check(eps, n_rows, d);
    if (status != STATUS_OK) return status;
    backward(gradients, dy, x, gamma, NULL, eps, n_rows, d);
    return STATUS_OK;
}

Status nn_layernorm_backward_stats(const NnLayernormGradients *gradients, const float *dy,
                                   const float *x, const float *gamma, const NnRowStats *stats,
                                   int32_t n_rows, int32_t d) {
    if (!SHAPE_OK(n_rows, d)) return STATUS_BAD_SHAPE;
    backward(gradients, dy, x, gamma, stats, 1.0, n_rows, d);
    return STATUS_OK;
}

COMPACT_END
