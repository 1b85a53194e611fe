#include "layernorm.h"

#include <math.h>
#include <stdbool.h>

#include "../base/shape.h"
#include "../linalg/vec.h"

typedef struct RowStats {
    double mean;
    double inverse_deviation; // 1 / sqrt(variance + eps)
} RowStats;

static double squared_deviations(const float *x, double mean, int32_t n) {
    double sum = 0.0;
    for (int32_t k = 0; k < n; k++) sum += ((double)x[k] - mean) * ((double)x[k] - mean);
    return sum;
}

static RowStats row_stats(const float *x, double eps, int32_t d) {
    const double mean = linalg_vec_sum(x, d) / d;
    const double variance = squared_deviations(x, mean, d) / d;
    return (RowStats){mean, 1.0 / sqrt(variance + eps)};
}

// The deviation from the mean is formed in double: in float it is lost where the mean is large.
static double normalised(float x, const RowStats *stats) {
    return ((double)x - stats->mean) * stats->inverse_deviation;
}

static Status check(double eps, int32_t n_rows, int32_t d) {
    if (!SHAPE_OK(n_rows, d)) return STATUS_BAD_SHAPE;
    return isfinite(eps) && eps > 0.0 ? STATUS_OK : STATUS_BAD_VALUE;
}

Status nn_layernorm_forward(float *y, const float *x, const float *gamma, const float *beta,
                            double eps, int32_t n_rows, int32_t d) {
    const Status status = check(eps, n_rows, d);
    if (status != STATUS_OK) return status;
    for (int32_t r = 0; r < n_rows; r++) {
        const RowStats stats = row_stats(x + r * d, eps, d);
        for (int32_t c = 0; c < d; c++) {
            y[r * d + c] = (float)normalised(x[r * d + c], &stats) * gamma[c] + beta[c];
        }
    }
    return STATUS_OK;
}

// With z the normalised row and g = dy * gamma:
// dx = (g - mean(g) - z * mean(g z)) / sqrt(variance + eps)
static void row_backward(float *dx, const float *dy, const float *x, const float *gamma,
                         const RowStats *stats, int32_t d) {
    double sum_g = 0.0, sum_gz = 0.0;
    for (int32_t c = 0; c < d; c++) {
        const double g = (double)dy[c] * (double)gamma[c];
        sum_g += g;
        sum_gz += g * normalised(x[c], stats);
    }
    for (int32_t c = 0; c < d; c++) {
        const double g = (double)dy[c] * (double)gamma[c];
        const double pull = (sum_g + normalised(x[c], stats) * sum_gz) / d;
        dx[c] = (float)((g - pull) * stats->inverse_deviation);
    }
}

Status nn_layernorm_backward(float *dx, float *dgamma, float *dbeta, const float *dy,
                             const float *x, const float *gamma, double eps, int32_t n_rows,
                             int32_t d) {
    const Status status = check(eps, n_rows, d);
    if (status != STATUS_OK) return status;
    for (int32_t c = 0; c < d; c++) dgamma[c] = dbeta[c] = 0.0f;
    for (int32_t r = 0; r < n_rows; r++) {
        const float *const x_row = x + r * d, *const dy_row = dy + r * d;
        const RowStats stats = row_stats(x_row, eps, d);
        for (int32_t c = 0; c < d; c++) {
            dgamma[c] += dy_row[c] * (float)normalised(x_row[c], &stats);
            dbeta[c] += dy_row[c];
        }
        row_backward(dx + r * d, dy_row, x_row, gamma, &stats, d);
    }
    return STATUS_OK;
}
