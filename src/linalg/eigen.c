#include "eigen.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "vec.h"

COMPACT_BEGIN

// The QR iteration needs two or three steps per value. At this many it stops and returns what it
// has.
enum { MAX_STEPS_PER_VALUE = 60 };

static double *row_of(double *matrix, int32_t k, int32_t n) { return matrix + (int64_t)k * n; }

// Divides by the largest magnitude and returns it, so that no square below over- or underflows.
static double to_unit_scale(double *matrix, int32_t n) {
    double scale = 0.0;
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j <= i; j++) scale = fmax(scale, fabs(row_of(matrix, i, n)[j]));
    }
    if (scale == 0.0) return 1.0;
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j <= i; j++) row_of(matrix, i, n)[j] /= scale;
    }
    return scale;
}

// --------------------------------------------------------------------- to tridiagonal form

// Replaces x (m) by the unit vector v with (I - 2 v v^T) x = alpha e_last; returns alpha. An x of
// zeros, or too small to divide by, is left as it is; the reflection is then the identity, because
// products of its elements are below every double.
static double householder(double *x, int32_t m) {
    double scale = 0.0;
    for (int32_t k = 0; k < m; k++) scale = fmax(scale, fabs(x[k]));
    if (scale < DBL_MIN) return 0.0;
    linalg_vec_scale_f64(x, 1.0 / scale, m); // no square over- or underflows
    const double length = sqrt(linalg_vec_dot_f64(x, x, m));
    const double alpha = x[m - 1] > 0.0 ? -length : length; // away from x: no cancellation
    x[m - 1] -= alpha;
    linalg_vec_scale_f64(x, 1.0 / sqrt(linalg_vec_dot_f64(x, x, m)), m);
    return alpha * scale;
}

// A -= 2 v w^T + 2 w v^T on the lower triangle of the leading m x m block, w = A v - (v^T A v) v:
// the two-sided product (I - 2 v v^T) A (I - 2 v v^T). w (m) is scratch.
static void reflect_both_sides(double *matrix, const double *v, double *w, int32_t m, int32_t n) {
    memset(w, 0, (size_t)m * sizeof *w);
    for (int32_t i = 0; i < m; i++) { // A v from the lower triangle alone
        const double *const row = row_of(matrix, i, n);
        w[i] += linalg_vec_dot_f64(row, v, i + 1);
        linalg_vec_add_scaled_f64(w, v[i], row, i);
    }
    linalg_vec_add_scaled_f64(w, -linalg_vec_dot_f64(v, w, m), v, m);
    for (int32_t i = 0; i < m; i++) {
        double *const row = row_of(matrix, i, n);
        linalg_vec_add_scaled_f64(row, -2.0 * v[i], w, i + 1);
        linalg_vec_add_scaled_f64(row, -2.0 * w[i], v, i + 1);
    }
}

// Leaves the diagonal in values, the element left of diagonal i in left[i], and in row i of the
// lower triangle the reflection that cleared it. Rows are cleared from the last to the first.
static void tridiagonalise(double *values, double *left, double *matrix, int32_t n) {
    for (int32_t i = n - 1; i > 0; i--) {
        double *const row = row_of(matrix, i, n);
        values[i] = row[i];
        left[i] = householder(row, i);
        reflect_both_sides(matrix, row, left, i, n); // left[0 .. i-1] is still free
    }
    values[0] = matrix[0];
    left[0] = 0.0;
}

// The product of the reflections in place of the matrix, transposed: rows are its columns. Grown
// from the top left corner: reflection i touches the leading i x i block only.
static void accumulate(double *matrix, double *v, int32_t n) {
    matrix[0] = 1.0;
    for (int32_t i = 1; i < n; i++) {
        double *const last = row_of(matrix, i, n);
        memcpy(v, last, (size_t)i * sizeof *v);
        for (int32_t k = 0; k < i; k++) {
            double *const row = row_of(matrix, k, n);
            linalg_vec_add_scaled_f64(row, -2.0 * linalg_vec_dot_f64(row, v, i), v, i);
            row[i] = 0.0;
        }
        memset(last, 0, (size_t)i * sizeof *last);
        last[i] = 1.0;
    }
}

// ---------------------------------------------------------------------------- to diagonal form

// One implicit QR step on the unreduced block first .. last. d: diagonal; e[i]: between i-1 and i.
static void qr_step(double *d, double *e, double *vectors, int32_t first, int32_t last, int32_t n) {
    // Wilkinson's shift: the eigenvalue of the last 2 x 2 block that is nearer to its last diagonal element
    const double half = (d[last - 1] - d[last]) / 2.0;
    const double root = sqrt(half * half + e[last] * e[last]);
    const double shift = d[last] - e[last] * (e[last] / (half < 0.0 ? half - root : half + root));
    double x = d[first] - shift, z = e[first + 1];
    for (int32_t k = first; k < last; k++) {
        const double r = sqrt(x * x + z * z);
        const double c = r > 0.0 ? x / r : 1.0;
        const double s = r > 0.0 ? -z / r : 0.0; // (c, s) rotates (x, z) into (r, 0)
        if (k > first) e[k] = r;
        // both sides of the block, which leaves an element outside the three diagonals: the next z
        const double a = d[k], b = d[k + 1], off = e[k + 1];
        d[k] = c * c * a - 2.0 * c * s * off + s * s * b;
        d[k + 1] = s * s * a + 2.0 * c * s * off + c * c * b;
        e[k + 1] = c * s * (a - b) + (c * c - s * s) * off;
        if (k + 1 < last) {
            x = e[k + 1];
            z = -s * e[k + 2];
            e[k + 2] *= c;
        }
        // rows k and k + 1 of the vectors
        double *const v = row_of(vectors, k, n), *const w = v + n;
        for (int32_t i = 0; i < n; i++) {
            const double kept = v[i];
            v[i] = c * kept - s * w[i];
            w[i] = s * kept + c * w[i];
        }
    }
}

static void diagonalise(double *d, double *e, double *vectors, int32_t n) {
    int32_t last = n - 1;
    for (int32_t steps = 0; last > 0 && steps < MAX_STEPS_PER_VALUE * n; steps++) {
        // elements that no longer count, and the values that are found
        for (int32_t i = 1; i <= last; i++) {
            const double least = DBL_EPSILON * (fabs(d[i - 1]) + fabs(d[i]));
            if (fabs(e[i]) <= least || fabs(e[i]) < 1e-150) e[i] = 0.0;
        }
        while (last > 0 && e[last] == 0.0) last--;
        if (last == 0) return;
        // the block that ends there, and one step on it
        int32_t first = last - 1;
        while (first > 0 && e[first] != 0.0) first--;
        qr_step(d, e, vectors, first, last, n);
    }
}

static void sort_descending(double *values, double *vectors, int32_t n) {
    for (int32_t i = 0; i < n - 1; i++) {
        int32_t largest = i;
        for (int32_t k = i + 1; k < n; k++) {
            if (values[k] > values[largest]) largest = k;
        }
        if (largest == i) continue;
        const double value = values[i];
        values[i] = values[largest];
        values[largest] = value;
        double *const a = row_of(vectors, i, n), *const b = row_of(vectors, largest, n);
        for (int32_t k = 0; k < n; k++) {
            const double kept = a[k];
            a[k] = b[k];
            b[k] = kept;
        }
    }
}

Status linalg_eigen_symmetric(double *values, double *matrix, double *scratch, int32_t n) {
    if (n < 1 || n > LINALG_EIGEN_MAX_SIDE) return STATUS_BAD_SHAPE;
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j <= i; j++) {
            if (!isfinite(row_of(matrix, i, n)[j])) return STATUS_BAD_VALUE;
        }
    }
    double *const left = scratch;
    const double scale = to_unit_scale(matrix, n);
    tridiagonalise(values, left, matrix, n);
    accumulate(matrix, scratch + n, n);
    diagonalise(values, left, matrix, n);
    sort_descending(values, matrix, n);
    linalg_vec_scale_f64(values, scale, n);
    return STATUS_OK;
}

COMPACT_END
