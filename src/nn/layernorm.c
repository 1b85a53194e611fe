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

static double squared_deviations(const float *x, const Row *row, int32_t n) {
    f64x2 sum0 = f64x2_splat(0.0), sum1 = sum0;
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) {
        const f32x4 v = deviation(f32x4_load(x + k), row);
        const f64x2 low = f64x2_promote_low(v), high = f64x2_promote_high(v);
        sum0 += low * low;
        sum1 += high * high;
    }
    double sum = f64x2_sum(sum0 + sum1);
    for (; k < n; k++) {
        const double v = (double)deviation_1(x[k], row);
        sum += v * v;
    }
    return sum;
}

static NnRowStats row_stats(const float *x, double eps, int32_t d) {
    NnRowStats stats = {linalg_vec_sum(x, d) / d, 0.0};
    const Row row = row_of(&stats);
    stats.inverse_deviation = 1.0 / sqrt(squared_deviations(x, &row, d) / d + eps);
    return stats;
}

static Status check(double eps, int32_t n_rows, int32_t d) {
    if (!SHAPE_OK(n_rows, d)) return STATUS_BAD_SHAPE;
    return isfinite(eps) && eps > 0.0 ? STATUS_OK : STATUS_BAD_VALUE;
}

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

// What one row brings, with z the normalised row and g = dy * gamma:
//
//     dgamma += dy z    dbeta += dy    dx = (g - mean(g) - z mean(g z)) / sqrt(variance + eps)
typedef struct Sums {
    double g, gz;
} Sums;

static Sums row_sums(float *dgamma, float *dbeta, const float *dy, const float *x,
                     const float *gamma, const Row *row, int32_t d) {
    const f32x4 inverse = f32x4_splat(row->inverse_deviation);
    f64x2 g0 = f64x2_splat(0.0), g1 = g0, gz0 = g0, gz1 = g0;
    int32_t c = 0;
    for (; c + 4 <= d; c += 4) {
        const f32x4 z = deviation(f32x4_load(x + c), row) * inverse;
        const f32x4 slope = f32x4_load(dy + c);
        const f32x4 g = slope * f32x4_load(gamma + c), gz = g * z;
        f32x4_store(dgamma + c, f32x4_load(dgamma + c) + slope * z);
        f32x4_store(dbeta + c, f32x4_load(dbeta + c) + slope);
        g0 += f64x2_promote_low(g);
        g1 += f64x2_promote_high(g);
        gz0 += f64x2_promote_low(gz);
        gz1 += f64x2_promote_high(gz);
    }
    Sums sums = {f64x2_sum(g0 + g1), f64x2_sum(gz0 + gz1)};
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
