#include "measure.h"

#include <math.h>
#include <stdbool.h>

#include "../base/shape.h"
#include "../base/simd.h"
#include "vec.h"

COMPACT_BEGIN

// The larger of the two, and NaN once there is one: fmax() would drop it.
static double worse(double worst, double value) {
    return value > worst || isnan(value) ? value : worst;
}

Status linalg_measure_cosine(float *similarity, double *norms, const float *x, int32_t n,
                             int32_t d) {
    if (!SHAPE_OK(n, n) || !SHAPE_OK(n, d)) return STATUS_BAD_SHAPE;
    for (int32_t i = 0; i < n; i++) norms[i] = linalg_vec_norm(x + i * d, d);
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j <= i; j++) {
            const double dot = linalg_vec_dot(x + i * d, x + j * d, d);
            const double product = norms[i] * norms[j];
            const float value = product == 0.0 ? 0.0f : (float)(dot / product);
            similarity[i * n + j] = value;
            similarity[j * n + i] = value;
        }
    }
    return STATUS_OK;
}

COMPACT_END

// Most rows are far apart, which shows in their first elements: PREFIX of them are compared, in float, before the
// full rows. Their distance is at most the full distance, rounding aside, if all elements are finite.
enum { PREFIX = 32 };

static inline float prefix_distance(const float *a, const float *b) {
    f32x4 sum[2] = {f32x4_splat(0.0f), f32x4_splat(0.0f)};
    UNROLL
    for (int32_t k = 0; k < PREFIX; k += 4) {
        const f32x4 gap = f32x4_load(a + k) - f32x4_load(b + k);
        sum[k / 4 % 2] += gap * gap;
    }
    const f32x4 lanes = sum[0] + sum[1];
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

Status linalg_measure_min_distance(double *distance, int32_t *pair, const float *x, int32_t n,
                                   int32_t d) {
    if (n < 2 || !SHAPE_OK(n, d)) return STATUS_BAD_SHAPE;
    bool is_prefix_enough = d > PREFIX;
    for (int32_t r = 0; r < n && is_prefix_enough; r++) {
        is_prefix_enough = isfinite(linalg_vec_norm(x + r * d, d));
    }
    double least = (double)INFINITY;
    pair[0] = 0;
    pair[1] = 1;
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = i + 1; j < n; j++) {
            const float *const a = x + i * d, *const b = x + j * d;
            if (is_prefix_enough) {
                const float near = prefix_distance(a, b);
                if ((double)near > least * (1.0 + 1e-5) && isfinite(near)) continue;
            }
            const double squared = linalg_vec_squared_distance(a, b, d);
            if (isnan(least) || squared >= least) continue; // the first NaN is kept
            least = squared;
            pair[0] = i;
            pair[1] = j;
        }
    }
    *distance = sqrt(least);
    return STATUS_OK;
}

COMPACT_BEGIN

Status linalg_measure_norm_error(double *error, const float *y, const float *x, int32_t n,
                                 int32_t d) {
    if (!SHAPE_OK(n, d)) return STATUS_BAD_SHAPE;
    double worst = 0.0;
    for (int32_t r = 0; r < n; r++) {
        const double from = linalg_vec_norm(x + r * d, d);
        const double to = linalg_vec_norm(y + r * d, d);
        worst = worse(worst, from == 0.0 && to == 0.0 ? 0.0 : fabs(to / from - 1.0));
    }
    *error = worst;
    return STATUS_OK;
}

// Largest minus smallest of the diagonal that starts at x, n elements `step` floats apart.
static double diagonal_spread(const float *x, int32_t n, int32_t step) {
    float least = x[0], largest = x[0];
    for (int32_t k = 0; k < n; k++) {
        const float value = x[k * step];
        if (isnan(value)) return (double)NAN;
        if (value < least) least = value;
        if (value > largest) largest = value;
    }
    return least == largest ? 0.0 : (double)largest - (double)least;
}

Status linalg_measure_toeplitz_spread(double *spread, const float *x, int32_t n, int32_t m) {
    if (!SHAPE_OK(n, m)) return STATUS_BAD_SHAPE;
    const int32_t step = m + 1;
    double worst = 0.0;
    for (int32_t j = 0; j < m; j++) { // diagonals that start in the first row
        worst = worse(worst, diagonal_spread(x + j, n < m - j ? n : m - j, step));
    }
    for (int32_t i = 1; i < n; i++) { // and in the first column
        worst = worse(worst, diagonal_spread(x + i * m, m < n - i ? m : n - i, step));
    }
    *spread = worst;
    return STATUS_OK;
}

Status linalg_measure_row_sum_error(double *error, const float *x, double expected, int32_t n,
                                    int32_t m) {
    if (!SHAPE_OK(n, m)) return STATUS_BAD_SHAPE;
    if (!isfinite(expected)) return STATUS_BAD_VALUE;
    double worst = 0.0;
    for (int32_t r = 0; r < n; r++) {
        worst = worse(worst, fabs(linalg_vec_sum(x + r * m, m) - expected));
    }
    *error = worst;
    return STATUS_OK;
}

Status linalg_measure_max_abs_diff(double *difference, const float *a, const float *b, int32_t n) {
    if (!SHAPE_OK(n)) return STATUS_BAD_SHAPE;
    double worst = 0.0;
    for (int32_t k = 0; k < n; k++) {
        if (a[k] == b[k]) continue; // infinities too, whose difference is NaN
        worst = worse(worst, fabs((double)a[k] - (double)b[k]));
    }
    *difference = worst;
    return STATUS_OK;
}

Status linalg_measure_pearson(double *r, const float *x, const float *y, int32_t n) {
    if (n < 2 || !SHAPE_OK(n)) return STATUS_BAD_SHAPE;
    const double mean_x = linalg_vec_sum(x, n) / (double)n;
    const double mean_y = linalg_vec_sum(y, n) / (double)n;
    double xx = 0.0, yy = 0.0, xy = 0.0;
    for (int32_t k = 0; k < n; k++) {
        const double dx = (double)x[k] - mean_x, dy = (double)y[k] - mean_y;
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    *r = xx > 0.0 && yy > 0.0 ? xy / (sqrt(xx) * sqrt(yy)) : (double)NAN;
    return STATUS_OK;
}

COMPACT_END
