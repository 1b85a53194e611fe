/* Sums over vectors at every length and alignment, eigenvectors, and the measures. */
#include <float.h>

#include "../../src/linalg/eigen.h"
#include "../../src/linalg/exp.h"
#include "../../src/linalg/measure.h"
#include "../../src/linalg/vec.h"
#include "test.h"

// --------------------------------------------------------------------------------------- vec

static float *shifted_floats(int32_t n, int32_t offset) {
    float *const x = untouched(n, offset), *const from = random_floats(n);
    memcpy(x, from, (size_t)n * sizeof *x);
    return x;
}

static bool is_near(double got, double want, double error) {
    if (fabs(got - want) <= error || (isnan(got) && isnan(want)) || got == want) return true;
    printf("# got %.17g, expected %.17g\n", got, want);
    return false;
}

static bool sums_agree(int32_t n, int32_t offset) {
    const float *const a = shifted_floats(n, offset), *const b = shifted_floats(n, 3 - offset);
    const double error = 1e-14 * (double)(n + 1);
    bool ok = is_near(linalg_vec_dot(a, b, n), linalg_vec_dot_ref(a, b, n), error) &&
              is_near(linalg_vec_sum(a, n), linalg_vec_sum_ref(a, n), error) &&
              is_near(linalg_vec_squared_distance(a, b, n),
                      linalg_vec_squared_distance_ref(a, b, n), error) &&
              is_near(linalg_vec_norm(a, n), sqrt(linalg_vec_dot_ref(a, a, n)), error);
    float *const y = shifted_floats(n, offset), *const y0 = untouched(n, 0);
    memcpy(y0, y, (size_t)n * sizeof *y);
    linalg_vec_add(y, a, n);
    for (int32_t k = 0; k < n; k++) ok = ok && y[k] == y0[k] + a[k];
    free_all();
    return ok;
}

static bool double_sums_agree(int32_t n) {
    double *const a = exact((size_t)n * sizeof *a), *const b = exact((size_t)n * sizeof *b);
    double sum = 0.0;
    for (int32_t k = 0; k < n; k++) {
        a[k] = 1.0 / (double)(k + 1);
        b[k] = (double)(k - 5);
        sum += a[k] * b[k];
    }
    bool ok = is_near(linalg_vec_dot_f64(a, b, n), sum, 1e-13);
    linalg_vec_add_scaled_f64(b, 2.0, a, n);
    linalg_vec_scale_f64(a, -3.0, n);
    for (int32_t k = 0; k < n; k++) {
        ok = ok && a[k] == -3.0 * (1.0 / (double)(k + 1));
        ok = ok && b[k] == (double)(k - 5) + 2.0 * (1.0 / (double)(k + 1));
    }
    free_all();
    return ok;
}

static bool finite_is_known(int32_t n) {
    float *const x = random_floats(n);
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    bool ok = linalg_vec_is_finite(x, n);
    for (int32_t at = 0; at < n; at++) {
        const float value = x[at];
        for (int k = 0; k < 3; k++) {
            x[at] = bad[k];
            ok = ok && !linalg_vec_is_finite(x, n);
        }
        x[at] = FLT_MAX;
        ok = ok && linalg_vec_is_finite(x, n);
        x[at] = value;
    }
    free_all();
    return ok;
}

// One unit in the last place from 0 down to the smallest normal number; 0 below.
static bool exp_is_right(void) {
    bool ok = true;
    for (int32_t k = 0; k <= 8733; k++) {
        const float x = -0.01f * (float)k;
        const f32x4 got = linalg_exp_f32x4((f32x4){x, 0.0f, -1000.0f, NAN});
        const double want = exp((double)x);
        ok = ok && fabs((double)got[0] - want) <= 1.2e-7 * want;
        ok = ok && got[1] == 1.0f && got[2] == 0.0f && isnan(got[3]);
    }
    const f32x4 ends = linalg_exp_f32x4((f32x4){-INFINITY, -89.0f, -FLT_MAX, -88.1f});
    for (int k = 0; k < 4; k++) ok = ok && ends[k] == 0.0f;
    return ok;
}

// ------------------------------------------------------------------------------------- eigen

// A symmetric matrix of some kind; only its lower triangle is more than NaN.
static double *lower_triangle(int32_t n, int32_t kind, double scale) {
    double *const a = exact((size_t)(n * n) * sizeof *a);
    const float *const r = random_floats(n * n);
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < n; j++) {
            double value = (double)r[i * n + j];
            if (kind == 1) value = i == j ? 1.0 : 0.0;
            if (kind == 2) value = 0.0;
            if (kind == 3) value = (double)(r[i] * r[j]); // rank one
            if (kind == 4) value = i == j ? (double)(i % 3) : i == j + 1 ? 1e-9 : 0.0;
            if (kind == 5) value = i == j ? (double)(i % 3 + 1) : 1e-310; // 1 / that is infinite
            a[i * n + j] = j > i ? (double)NAN : scale * value;
        }
    }
    return a;
}

static bool eigen_solves(int32_t n, int32_t kind, double scale) {
    double *const a = lower_triangle(n, kind, scale);
    double *const v = exact((size_t)(n * n) * sizeof *v);
    memcpy(v, a, (size_t)(n * n) * sizeof *v);
    double *const values = exact((size_t)n * sizeof *values);
    double *const scratch = exact(2 * (size_t)n * sizeof *scratch);
    bool ok = linalg_eigen_symmetric(values, v, scratch, n) == STATUS_OK;
    const double error = 1e-12 * (double)n;
    for (int32_t k = 0; k < n && ok; k++) {
        const double *const row = v + k * n;
        ok = k == 0 || values[k] <= values[k - 1];
        for (int32_t i = 0; i < n; i++) {
            double product = 0.0, dot = 0.0;
            for (int32_t j = 0; j < n; j++) {
                product += (j > i ? a[j * n + i] : a[i * n + j]) * row[j];
                dot += v[i * n + j] * row[j];
            }
            ok = ok && is_near(product / scale, values[k] / scale * row[i], error) &&
                 is_near(dot, i == k ? 1.0 : 0.0, error);
        }
    }
    free_all();
    return ok;
}

static bool eigen_refuses(void) {
    double values[2] = {7.0, 7.0}, scratch[4] = {7.0, 7.0, 7.0, 7.0};
    static const int32_t sizes[] = {0, -1, INT32_MIN, LINALG_EIGEN_MAX_SIDE + 1, INT32_MAX};
    static const double bad[] = {(double)NAN, (double)INFINITY, (double)-INFINITY};
    bool ok = true;
    for (int k = 0; k < 5; k++) {
        double one = 3.0;
        ok = ok && linalg_eigen_symmetric(values, &one, scratch, sizes[k]) == STATUS_BAD_SHAPE;
        ok = ok && one == 3.0;
    }
    for (int k = 0; k < 9; k++) { // each element that is read
        double matrix[4] = {1.0, 7.0, 2.0, 3.0};
        static const int32_t read[] = {0, 2, 3};
        matrix[read[k / 3]] = bad[k % 3];
        ok = ok && linalg_eigen_symmetric(values, matrix, scratch, 2) == STATUS_BAD_VALUE;
        ok = ok && matrix[1] == 7.0 && (k / 3 == 2 || matrix[3] == 3.0);
    }
    return ok && values[0] == 7.0 && values[1] == 7.0 && scratch[0] == 7.0;
}

// ---------------------------------------------------------------------------------- measures

static double row_distance(const float *x, int32_t i, int32_t j, int32_t d) {
    return sqrt(linalg_vec_squared_distance_ref(x + i * d, x + j * d, d));
}

static bool rows_are_measured(int32_t n, int32_t d) {
    float *const x = shifted_floats(n * d, d % 4), *const similarity = untouched(n * n, 1);
    float *const y = untouched(n * d, 0);
    if (n > 3) memset(x + d, 0, (size_t)d * sizeof *x); // a row of zeros
    double *const norms = exact((size_t)n * sizeof *norms);
    bool ok = linalg_measure_cosine(similarity, norms, x, n, d) == STATUS_OK;
    double least = (double)INFINITY;
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < n; j++) {
            const double dot = linalg_vec_dot_ref(x + i * d, x + j * d, d);
            const double length = linalg_vec_norm(x + i * d, d) * linalg_vec_norm(x + j * d, d);
            ok = ok &&
                 is_near((double)similarity[i * n + j], length > 0.0 ? dot / length : 0.0, 1e-6);
            if (i < j) least = fmin(least, row_distance(x, i, j, d));
        }
    }
    double got = -1.0;
    int32_t *const pair = exact(2 * sizeof *pair);
    if (n > 1) {
        ok = ok && linalg_measure_min_distance(&got, pair, x, n, d) == STATUS_OK &&
             is_near(got, least, 1e-9) && pair[0] < pair[1] && pair[1] < n && pair[0] >= 0 &&
             is_near(row_distance(x, pair[0], pair[1], d), least, 1e-9);
    }
    for (int32_t k = 0; k < n * d; k++) y[k] = k / d == n - 1 ? 1.5f * x[k] : -x[k];
    ok = ok && linalg_measure_norm_error(&got, y, x, n, d) == STATUS_OK && is_near(got, 0.5, 1e-6);
    free_all();
    return ok;
}

// The last diagonal, row or element is off by 0.5, and the measure says so.
static bool matrices_are_measured(int32_t n, int32_t m) {
    float *const x = untouched(n * m, m % 4), *const y = untouched(n * m, n % 4);
    double got = -1.0;
    for (int32_t k = 0; k < n * m; k++) x[k] = y[k] = (float)(k / m - k % m);
    bool ok = linalg_measure_toeplitz_spread(&got, x, n, m) == STATUS_OK && got == 0.0;
    for (int32_t last = 0; last<n * m; last += n * m> 1 ? n * m - 1 : 1) { // both corners
        x[last] += 0.5f;
        const double want = n > 1 && m > 1 ? 0.5 : 0.0;
        ok = ok && linalg_measure_toeplitz_spread(&got, x, n, m) == STATUS_OK && got == want &&
             linalg_measure_max_abs_diff(&got, x, y, n * m) == STATUS_OK && got == 0.5;
        x[last] = y[last];
        if (n * m == 1) break;
    }
    double worst = 0.0;
    for (int32_t r = 0; r < n; r++) {
        worst = fmax(worst, fabs(linalg_vec_sum_ref(x + r * m, m) - 1.25));
    }
    ok = ok && linalg_measure_row_sum_error(&got, x, 1.25, n, m) == STATUS_OK &&
         is_near(got, worst, 1e-12);
    free_all();
    return ok;
}

static bool correlation_is_measured(int32_t n) {
    float *const x = shifted_floats(n, n % 4), *const y = untouched(n, 1);
    double r = 9.0;
    for (int32_t k = 0; k < n; k++) y[k] = 3.0f - 2.0f * x[k];
    bool ok = linalg_measure_pearson(&r, x, y, n) == STATUS_OK && is_near(r, -1.0, 1e-6);
    for (int32_t k = 0; k < n; k++) y[k] = 4.0f;
    ok = ok && linalg_measure_pearson(&r, x, y, n) == STATUS_OK && isnan(r);
    free_all();
    return ok;
}

// Whichever element is NaN, the meter does not stay green.
static bool nan_is_shown(int32_t at) {
    float x[6] = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f}, similarity[4];
    const float y[6] = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f};
    double got[5] = {0}, norms[2];
    int32_t pair[2];
    x[at] = NAN;
    bool ok = linalg_measure_norm_error(got, x, y, 2, 3) == STATUS_OK &&
              linalg_measure_min_distance(got + 1, pair, x, 2, 3) == STATUS_OK &&
              linalg_measure_toeplitz_spread(got + 2, x, 2, 3) == STATUS_OK &&
              linalg_measure_row_sum_error(got + 3, x, 6.0, 2, 3) == STATUS_OK &&
              linalg_measure_max_abs_diff(got + 4, x, y, 6) == STATUS_OK &&
              linalg_measure_cosine(similarity, norms, x, 2, 3) == STATUS_OK;
    for (int k = 0; k < 5; k++) ok = ok && isnan(got[k]);
    return ok && isnan(similarity[at < 3 ? 0 : 3]) && isnan(similarity[1]) && pair[0] == 0 &&
           pair[1] == 1;
}

static bool infinities_are_equal(void) {
    const float x[4] = {1.0f, -INFINITY, 2.0f, 1.0f}, zero[2] = {0.0f, 0.0f}, one[2] = {0.0f, 1.0f};
    double got = 9.0;
    bool ok = linalg_measure_max_abs_diff(&got, x, x, 4) == STATUS_OK && got == 0.0;
    ok = ok && linalg_measure_toeplitz_spread(&got, x, 2, 2) == STATUS_OK && got == 0.0;
    ok = ok && linalg_measure_norm_error(&got, zero, zero, 1, 2) == STATUS_OK && got == 0.0;
    return ok && linalg_measure_norm_error(&got, one, zero, 1, 2) == STATUS_OK && isinf(got);
}

static bool measures_refuse(void) {
    static const int32_t bad[][2] = {
        {0, 1}, {1, 0}, {-1, 1}, {-2, -2}, {1 << 15, 1 << 14}, {INT32_MAX, INT32_MAX}};
    const float x[2] = {1.0f, 2.0f};
    double got = 7.0, norms = 7.0;
    int32_t pair[2] = {7, 7};
    float similarity = SENTINEL;
    bool ok = true;
    for (int k = 0; k < 6; k++) {
        const int32_t n = bad[k][0], m = bad[k][1];
        ok = ok && linalg_measure_cosine(&similarity, &norms, x, n, m) == STATUS_BAD_SHAPE &&
             linalg_measure_min_distance(&got, pair, x, n, m) == STATUS_BAD_SHAPE &&
             linalg_measure_norm_error(&got, x, x, n, m) == STATUS_BAD_SHAPE &&
             linalg_measure_toeplitz_spread(&got, x, n, m) == STATUS_BAD_SHAPE &&
             linalg_measure_row_sum_error(&got, x, 1.0, n, m) == STATUS_BAD_SHAPE;
        const int32_t size = n == 1 ? m : n == 1 << 15 ? INT32_MAX : n;
        ok = ok && linalg_measure_max_abs_diff(&got, x, x, size) == STATUS_BAD_SHAPE &&
             linalg_measure_pearson(&got, x, x, size) == STATUS_BAD_SHAPE;
    }
    return ok && linalg_measure_pearson(&got, x, x, 1) == STATUS_BAD_SHAPE &&
           linalg_measure_min_distance(&got, pair, x, 1, 2) == STATUS_BAD_SHAPE &&
           linalg_measure_cosine(&similarity, &norms, x, 1 << 15, 1) == STATUS_BAD_SHAPE &&
           linalg_measure_row_sum_error(&got, x, (double)NAN, 1, 2) == STATUS_BAD_VALUE &&
           linalg_measure_row_sum_error(&got, x, (double)INFINITY, 1, 2) == STATUS_BAD_VALUE &&
           got == 7.0 && norms == 7.0 && pair[0] == 7 && pair[1] == 7 && similarity == SENTINEL;
}

int main(void) {
    bool sums = true, doubles = true, eigen = true, rows = true, matrices = true, pearson = true;
    for (int32_t n = 0; n <= 40; n++) {
        for (int32_t offset = 0; offset < 4; offset++) sums = sums && sums_agree(n, offset);
        doubles = doubles && double_sums_agree(n);
    }
    for (int32_t n = 1; n <= 40; n++) {
        for (int32_t kind = 0; kind < 6; kind++) {
            eigen = eigen && eigen_solves(n, kind, kind == 0 && n % 2 ? 1e300 : 1e-300) &&
                    eigen_solves(n, kind, 1.0);
        }
        rows = rows && rows_are_measured(1 + n % 6, n);
        matrices = matrices && matrices_are_measured(n, 1 + n * 3 % 11) &&
                   matrices_are_measured(1 + n % 5, n);
        pearson = pearson && (n == 1 || correlation_is_measured(n));
    }
    bool nan = true;
    for (int32_t at = 0; at < 6; at++) nan = nan && nan_is_shown(at);
    check(sums, "sums of floats equal the reference at every length and alignment");
    check(doubles, "sums of doubles at every length");
    bool finite = true;
    for (int32_t n = 0; n <= 9; n++) finite = finite && finite_is_known(n);
    check(finite, "NaN and infinities are found at every place");
    check(exp_is_right(),
          "exp is within one unit in the last place down to the smallest normal number");
    check(eigen, "eigenvectors solve their matrix, whatever its kind and scale");
    check(eigen_refuses(), "eigenvectors refuse before they write");
    check(rows, "cosines, distances and norms of rows of every width");
    check(matrices, "spreads, row sums and differences see both corners");
    check(pearson, "a line correlates, a constant does not");
    check(nan, "NaN anywhere shows as NaN");
    check(infinities_are_equal(), "equal infinities and zero rows agree");
    check(measures_refuse(), "measures refuse before they write");
    return test_end();
}
