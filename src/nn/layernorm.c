#include "layernorm.h"

#include <math.h>
#include <stdbool.h>

#include "../base/shape.h"
#include "../base/simd.h"
#include "../linalg/vec.h"

// The mean in two floats. x - high is exact, or nearly so, wherever x is close to the mean; so the
// deviation has a float's full precision even where the mean is large and the spread small.
typedef struct Row {
    float high, low;
    float inverse_deviation;
} Row;

static inline Row row_of(const NnRowStats *stats) {
    const float high = (float)stats->mean;
    return (Row){high, (float)(stats->mean - (double)high), (float)stats->inverse_deviation};
}

static inline f32x4 deviation(f32x4 x, const Row *row) {
    return (x - f32x4_splat(row->high)) - f32x4_splat(row->low);
}

static inline float deviation_1(float x, const Row *row) { return (x - row->high) - row->low; }

// Sums of a row go on in double after as many elements: few enough for a float, enough to hide the
// conversion.
enum { PIECE = 128 };

// The sum of x - origin.
static double sum_from(const float *x, float origin, int32_t n) {
    const f32x4 from = f32x4_splat(origin);
    double total = 0.0;
    int32_t k = 0;
    while (k + 8 <= n) {
        const int32_t end = n - k < PIECE ? n - 7 : k + PIECE;
        f32x4 sum0 = f32x4_splat(0.0f), sum1 = sum0;
        for (; k < end; k += 8) {
            sum0 += f32x4_load(x + k) - from;
            sum1 += f32x4_load(x + k + 4) - from;
        }
        total += (double)f32x4_sum(sum0 + sum1);
    }
    for (; k < n; k++) total += (double)(x[k] - origin);
    return total;
}

static double squared_deviations(const float *x, const Row *row, int32_t n) {
    double total = 0.0;
    int32_t k = 0;
    while (k + 8 <= n) {
        const int32_t end = n - k < PIECE ? n - 7 : k + PIECE;
        f32x4 sum0 = f32x4_splat(0.0f), sum1 = sum0;
        for (; k < end; k += 8) {
            const f32x4 v0 = deviation(f32x4_load(x + k), row);
            const f32x4 v1 = deviation(f32x4_load(x + k + 4), row);
            sum0 += v0 * v0;
            sum1 += v1 * v1;
        }
        total += (double)f32x4_sum(sum0 + sum1);
    }
    for (; k < n; k++) total += (double)deviation_1(x[k], row) * (double)deviation_1(x[k], row);
    return total;
}

// By the definition, in double throughout.
static NnRowStats wide_row_stats(const float *x, double eps, int32_t d) {
    const double mean = linalg_vec_sum(x, d) / d;
    double sum = 0.0;
    for (int32_t k = 0; k < d; k++) sum += ((double)x[k] - mean) * ((double)x[k] - mean);
    return (NnRowStats){mean, 1.0 / sqrt(sum / d + eps)};
}

// Differences from the first element, and then from the mean, are as small as the spread: floats hold
// them. Where their squares are no good floats, doubles do.
static NnRowStats row_stats(const float *x, double eps, int32_t d) {
    NnRowStats stats = {(double)x[0] + sum_from(x, x[0], d) / d, 0.0};
    const Row row = row_of(&stats);
    const double squares = squared_deviations(x, &row, d);
    if (!(squares > 1e-30 && squares < 1e30)) return wide_row_stats(x, eps, d);
    stats.inverse_deviation = 1.0 / sqrt(squares / d + eps);
    return stats;
}

COMPACT_BEGIN

static Status check(double eps, int32_t n_rows, int32_t d) {
    if (!SHAPE_OK(n_rows, d)) return STATUS_BAD_SHAPE;
    return isfinite(eps) && eps > 0.0 ? STATUS_OK : STATUS_BAD_VALUE;
}

COMPACT_END

static void row_forward(float *y, const float *x, const float *gamma, const float *beta,
                        const NnRowStats *stats, int32_t d) {
    const Row row = row_of(stats);
    const f32x4 inverse = f32x4_splat(row.inverse_deviation);
    int32_t c = 0;
    for (; c + 4 <= d; c += 4) {
        const f32x4 z = deviation(f32x4_load(x + c), &row) * inverse;
        f32x4_store(y + c, z * f32x4_load(gamma + c) + f32x4_load(beta + c));
    }
    for (; c < d; c++) {
        y[c] = deviation_1(x[c], &row) * row.inverse_deviation * gamma[c] + beta[c];
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

// What one row brings, with z the normalised row and g = dy * gamma:
//
//     dgamma += dy z    dbeta += dy    dx = (g - mean(g) - z mean(g z)) / sqrt(variance + eps)
typedef struct Sums {
    double g, gz;
} Sums;

static Sums row_sums(float *dgamma, float *dbeta, const float *dy, const float *x,
                     const float *gamma, const Row *row, int32_t d) {
    const f32x4 inverse = f32x4_splat(row->inverse_deviation);
    Sums sums = {0.0, 0.0};
    int32_t c = 0;
    while (c + 4 <= d) {
        const int32_t end = d - c < PIECE ? d - 3 : c + PIECE;
        f32x4 sum_g = f32x4_splat(0.0f), sum_gz = sum_g;
        for (; c < end; c += 4) {
            const f32x4 z = deviation(f32x4_load(x + c), row) * inverse;
            const f32x4 slope = f32x4_load(dy + c);
            const f32x4 g = slope * f32x4_load(gamma + c);
            f32x4_store(dgamma + c, f32x4_load(dgamma + c) + slope * z);
            f32x4_store(dbeta + c, f32x4_load(dbeta + c) + slope);
            sum_g += g;
            sum_gz += g * z;
        }
        sums.g += (double)f32x4_sum(sum_g);
        sums.gz += (double)f32x4_sum(sum_gz);
    }
    for (; c < d; c++) {
        const float z = deviation_1(x[c], row) * row->inverse_deviation;
        const float g = dy[c] * gamma[c];
        dgamma[c] += dy[c] * z;
        dbeta[c] += dy[c];
        sums.g += (double)g;
        sums.gz += (double)(g * z);
    }
    return sums;
}

static void row_backward(float *dx, const float *dy, const float *x, const float *gamma,
                         const Row *row, const Sums *sums, bool accumulate, int32_t d) {
    const float mean_g = (float)(sums->g / d), mean_gz = (float)(sums->gz / d);
    const f32x4 inverse = f32x4_splat(row->inverse_deviation);
    int32_t c = 0;
    for (; c + 4 <= d; c += 4) {
        const f32x4 z = deviation(f32x4_load(x + c), row) * inverse;
        const f32x4 g = f32x4_load(dy + c) * f32x4_load(gamma + c);
        const f32x4 pull = f32x4_splat(mean_g) + z * f32x4_splat(mean_gz);
        const f32x4 slope = (g - pull) * inverse;
        f32x4_store(dx + c, accumulate ? f32x4_load(dx + c) + slope : slope);
    }
    for (; c < d; c++) {
        const float z = deviation_1(x[c], row) * row->inverse_deviation;
        const float slope = (dy[c] * gamma[c] - (mean_g + z * mean_gz)) * row->inverse_deviation;
        dx[c] = accumulate ? dx[c] + slope : slope;
    }
}

COMPACT_BEGIN

// stats: or NULL, then they are formed anew with eps.
static void backward(float *dx, float *dgamma, float *dbeta, const float *dy, const float *x,
                     const float *gamma, const NnRowStats *stats, double eps, bool accumulate,
                     int32_t n_rows, int32_t d) {
    for (int32_t c = 0; c < d; c++) dgamma[c] = dbeta[c] = 0.0f;
    for (int32_t r = 0; r < n_rows; r++) {
        const float *const x_row = x + r * d, *const dy_row = dy + r * d;
        const NnRowStats of_row = stats ? stats[r] : row_stats(x_row, eps, d);
        const Row row = row_of(&of_row);
        const Sums sums = row_sums(dgamma, dbeta, dy_row, x_row, gamma, &row, d);
        row_backward(dx + r * d, dy_row, x_row, gamma, &row, &sums, accumulate, d);
    }
}

Status nn_layernorm_backward(float *dx, float *dgamma, float *dbeta, const float *dy,
                             const float *x, const float *gamma, double eps, int32_t n_rows,
                             int32_t d) {
    const Status status = check(eps, n_rows, d);
    if (status != STATUS_OK) return status;
    backward(dx, dgamma, dbeta, dy, x, gamma, NULL, eps, false, n_rows, d);
    return STATUS_OK;
}

Status nn_layernorm_backward_stats(float *dx, float *dgamma, float *dbeta, const float *dy,
                                   const float *x, const float *gamma, const NnRowStats *stats,
                                   int32_t accumulate, int32_t n_rows, int32_t d) {
    if (!SHAPE_OK(n_rows, d)) return STATUS_BAD_SHAPE;
    backward(dx, dgamma, dbeta, dy, x, gamma, stats, 1.0, accumulate != 0, n_rows, d);
    return STATUS_OK;
}

COMPACT_END
