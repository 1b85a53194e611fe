#include "pca.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "../base/shape.h"
#include "../linalg/eigen.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

// Everything in double until it is stored.
typedef struct Work {
    int32_t n, d, side;
    const float *x;
    double *mean;    // (d)
    double *values;  // (side) eigenvalues of the Gram matrix
    double *gram;    // (side, side), then its eigenvectors as rows
    double *column;  // (n) scores of one component
    double *axis;    // (d) one component
    double *scratch; // (2 side)
} Work;

static bool is_shape(int32_t n, int32_t d) {
    if (n < 2 || !SHAPE_OK(n, d)) return false;
    return n <= LINALG_EIGEN_MAX_SIDE || d <= LINALG_EIGEN_MAX_SIDE;
}

static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

uint32_t proj_pca_n_bytes(int32_t n, int32_t d) {
    if (!is_shape(n, d)) return 0;
    const uint32_t side = (uint32_t)smaller(n, d);
    const uint32_t n_doubles = 2 * (uint32_t)d + (uint32_t)n + 3 * side + side * side;
    return n_doubles * (uint32_t)sizeof(double);
}

static void centred_row(double *out, const Work *w, int32_t i) {
    for (int32_t j = 0; j < w->d; j++) out[j] = (double)w->x[i * w->d + j] - w->mean[j];
}

// The lower triangle of X^T X (d, d) or X X^T (n, n), whichever is smaller, from the centred rows of X.
static void set_gram(Work *w) {
    if (w->side == w->d) {
        for (int32_t k = 0; k < w->d * w->d; k++) w->gram[k] = 0.0;
        for (int32_t i = 0; i < w->n; i++) { // one row's product with itself at a time
            centred_row(w->axis, w, i);
            for (int32_t j = 0; j < w->d; j++) {
                linalg_vec_add_scaled_f64(w->gram + j * w->d, w->axis[j], w->axis, j + 1);
            }
        }
        return;
    }
    for (int32_t i = 0; i < w->n; i++) {
        centred_row(w->axis, w, i);
        for (int32_t j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int32_t k = 0; k < w->d; k++) {
                sum += w->axis[k] * ((double)w->x[j * w->d + k] - w->mean[k]);
            }
            w->gram[i * w->n + j] = sum;
        }
    }
}

// Makes the axis orthogonal to the first k components, twice for accuracy, and a unit vector;
// false when next to nothing of it is left.
static bool orthonormalise(Work *w, const float *components, int32_t k) {
    const double before = sqrt(linalg_vec_dot_f64(w->axis, w->axis, w->d));
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t c = 0; c < k; c++) {
            const float *const other = components + c * w->d;
            double dot = 0.0;
            for (int32_t j = 0; j < w->d; j++) dot += w->axis[j] * (double)other[j];
            for (int32_t j = 0; j < w->d; j++) w->axis[j] -= dot * (double)other[j];
        }
    }
    const double after = sqrt(linalg_vec_dot_f64(w->axis, w->axis, w->d));
    if (!(after > 1e-3 * before)) return false;
    linalg_vec_scale_f64(w->axis, 1.0 / after, w->d);
    return true;
}

// No variance is left: any direction does. Some unit vector is far enough from the k axes there
// are, since k < d.
static void set_free_axis(Work *w, const float *components, int32_t k) {
    for (int32_t seed = 0; seed < w->d; seed++) {
        for (int32_t j = 0; j < w->d; j++) w->axis[j] = j == seed ? 1.0 : 0.0;
        if (orthonormalise(w, components, k)) return;
    }
}

// Variance below the rounding of the Gram matrix is none.
static bool has_variance(const Work *w, int32_t k) {
    return w->values[k] > (double)(w->n + w->d) * DBL_EPSILON * w->values[0] &&
           w->values[k] > DBL_MIN;
}

// The axis of component k, from the eigenvector of the Gram matrix.
static void set_axis(Work *w, const float *components, int32_t k) {
    const double *const vector = w->gram + k * w->side;
    if (!has_variance(w, k)) {
        set_free_axis(w, components, k);
    } else if (w->side == w->d) {
        for (int32_t j = 0; j < w->d; j++) w->axis[j] = vector[j];
    } else {
        // X^T times the eigenvector, a unit vector over the rows
        for (int32_t j = 0; j < w->d; j++) w->axis[j] = 0.0;
        for (int32_t i = 0; i < w->n; i++) {
            for (int32_t j = 0; j < w->d; j++) {
                w->axis[j] += vector[i] * ((double)w->x[i * w->d + j] - w->mean[j]);
            }
        }
        if (!orthonormalise(w, components, k)) set_free_axis(w, components, k);
    }
}

static void store(float *out, int32_t stride, double a, const double *x, int32_t n) {
    for (int32_t k = 0; k < n; k++) out[k * stride] = (float)(a * x[k]);
}

static void store_component(Work *w, float *components, float *scores, int32_t n_components,
                            int32_t k) {
    set_axis(w, components, k);

    // scores: X times the axis
    double largest = 0.0;
    for (int32_t i = 0; i < w->n; i++) {
        double sum = 0.0;
        for (int32_t j = 0; j < w->d; j++) {
            sum += ((double)w->x[i * w->d + j] - w->mean[j]) * w->axis[j];
        }
        w->column[i] = sum;
        largest = fmax(largest, fabs(sum));
    }

    // the sign that makes the first score of largest magnitude positive
    int32_t i = 0;
    while (i < w->n - 1 && fabs(w->column[i]) < largest * (1.0 - 1e-9)) i++;
    const double sign = w->column[i] < 0.0 ? -1.0 : 1.0;
    const double score_sign = has_variance(w, k) ? sign : 0.0;
    store(components + k * w->d, 1, sign, w->axis, w->d);
    store(scores + k, n_components, score_sign, w->column, w->n);
}

static void store_spectrum(const Work *w, const ProjPca *pca) {
    double total = 0.0;
    for (int32_t k = 0; k < w->side; k++) total += fmax(w->values[k], 0.0);
    for (int32_t k = 0; k < w->side; k++) {
        const double value = fmax(w->values[k], 0.0); // rounding can leave a zero below zero
        pca->explained_variance[k] = (float)(value / (double)(w->n - 1));
        pca->explained_variance_ratio[k] = total > 0.0 ? (float)(value / total) : 0.0f;
        pca->singular_values[k] = (float)sqrt(value);
    }
}

Status proj_pca_fit(const ProjPca *pca, double *scratch, const float *x, int32_t n_components,
                    int32_t n, int32_t d) {
    if (!is_shape(n, d)) return STATUS_BAD_SHAPE;
    if (n_components < 1 || n_components > smaller(n, d)) return STATUS_BAD_SHAPE;
    if (!linalg_vec_is_finite(x, n * d)) return STATUS_BAD_VALUE;
    const int32_t side = smaller(n, d);
    Work w = {.n = n, .d = d, .side = side, .x = x};
    w.mean = scratch;
    w.axis = w.mean + d;
    w.column = w.axis + d;
    w.values = w.column + n;
    w.scratch = w.values + side;
    w.gram = w.scratch + 2 * side;

    // the mean of each column
    for (int32_t j = 0; j < d; j++) w.mean[j] = 0.0;
    for (int32_t i = 0; i < n; i++) linalg_vec_add_to_f64(w.mean, x + i * d, d);
    linalg_vec_scale_f64(w.mean, 1.0 / (double)n, d);
    store(pca->mean, 1, 1.0, w.mean, d);

    // eigenvalues and eigenvectors of the Gram matrix
    set_gram(&w);
    const Status status = linalg_eigen_symmetric(w.values, w.gram, w.scratch, side);
    if (status != STATUS_OK) return status;
    for (int32_t k = 0; k < n_components; k++) {
        store_component(&w, pca->components, pca->scores, n_components, k);
    }
    store_spectrum(&w, pca);
    return STATUS_OK;
}

COMPACT_END
