#include "tsne.h"

#include <math.h>
#include <stdbool.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

static const double MAX_EXAGGERATION = 1000.0;
static const double MAX_LEARNING_RATE = 1e6;

static bool is_layout(int32_t n, int32_t n_dims) {
    return n >= 2 && n <= PROJ_TSNE_MAX_POINTS && n_dims >= 1 && n_dims <= PROJ_TSNE_MAX_DIMS;
}

static bool is_exaggeration(double early_exaggeration) {
    return early_exaggeration >= 1.0 && early_exaggeration <= MAX_EXAGGERATION; // false for NaN
}

// ------------------------------------------------------------------------------ probabilities

// A row of distances includes the point itself as one more neighbour at distance 0, whose terms are
// subtracted from the sums: two equal points then have the same terms in the same order.

typedef struct Row {
    double sum;     // of exp(-beta distance) over the other points
    double entropy; // nats
    double slope;   // of the entropy by log beta, times -1: the variance of beta distance
} Row;

static Row row_at(const double *distance, double beta, int32_t n) {
    double sum = -1.0, first = 0.0, second = 0.0;
    for (int32_t j = 0; j < n; j++) {
        const double t = fmin(beta * distance[j], 750.0); // there exp() is 0, and 0 t^2 no NaN
        const double p = elementary_exp(-t);
        sum += p;
        first += p * t;
        second += p * t * t;
    }
    const double mean = first / sum;
    return (Row){sum, elementary_log(sum) + mean, second / sum - mean * mean};
}

// Newton's method on log beta, kept inside the bracket (low, high). Fewer than `perplexity` other
// points are at distance 0, and the mean distance is 1.
static double find_beta(const double *distance, double perplexity, int32_t n) {
    const double target = elementary_log(perplexity);
    const double max_step = 2.8;
    double beta = 1.0, low = 0.0, high = (double)INFINITY;
    for (int32_t k = 0; k < 200; k++) { // 10 as a rule; 150 where distances differ by 10^160
        const Row row = row_at(distance, beta, n);
        const double excess = row.entropy - target;
        if (fabs(excess) <= 1e-10) break;
        if (excess > 0.0) {
            low = beta;
        } else {
            high = beta;
        }
        const double step = fmax(-max_step, fmin(excess / row.slope, max_step));
        const double next = beta * elementary_exp(step);
        beta = next > low && next < high ? next : sqrt(low) * sqrt(high); // no overflow
    }
    return beta;
}

// Squared distances minus the smallest, divided by their mean, which is returned; the point's own
// is 0.
static double set_distances(double *distance, const float *x, int32_t i, int32_t n, int32_t d) {
    double nearest = (double)INFINITY, total = 0.0;
    for (int32_t j = 0; j < n; j++) {
        distance[j] = linalg_vec_squared_distance(x + i * d, x + j * d, d);
        if (j != i) nearest = fmin(nearest, distance[j]);
    }
    distance[i] = nearest;
    for (int32_t j = 0; j < n; j++) {
        distance[j] -= nearest;
        total += distance[j];
    }
    const double mean = total / (double)(n - 1);
    if (mean > 0.0) {
        for (int32_t j = 0; j < n; j++) distance[j] /= mean;
    }
    return mean;
}

// p (n): a row of distances, replaced by its probabilities. Returns beta.
static double set_conditional(double *p, const float *x, double perplexity, int32_t i, int32_t n,
                              int32_t d) {
    const double mean = set_distances(p, x, i, n, d);
    int32_t n_nearest = -1; // but for the point itself
    for (int32_t j = 0; j < n; j++) n_nearest += p[j] == 0.0;
    double beta = (double)INFINITY;
    if ((double)n_nearest >= perplexity) { // only the nearest, which are equally far
        for (int32_t j = 0; j < n; j++) p[j] = p[j] == 0.0 ? 1.0 / (double)n_nearest : 0.0;
    } else {
        beta = find_beta(p, perplexity, n);
        const double sum = row_at(p, beta, n).sum;
        for (int32_t j = 0; j < n; j++) p[j] = elementary_exp(-beta * p[j]) / sum;
        beta /= mean;
    }
    p[i] = 0.0;
    return beta;
}

Status proj_tsne_conditional(double *conditional, double *beta, const float *x, double perplexity,
                             int32_t n, int32_t d) {
    if (!is_layout(n, 1) || !SHAPE_OK(n, d)) return STATUS_BAD_SHAPE;
    if (!(perplexity >= 1.0 && perplexity <= (double)(n - 1))) return STATUS_BAD_VALUE;
    if (!linalg_vec_is_finite(x, n * d)) return STATUS_BAD_VALUE;
    for (int32_t i = 0; i < n; i++) {
        beta[i] = set_conditional(conditional + i * n, x, perplexity, i, n, d);
    }
    return STATUS_OK;
}

Status proj_tsne_joint(double *joint, const double *conditional, int32_t n) {
    if (!is_layout(n, 1)) return STATUS_BAD_SHAPE;
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j <= i; j++) {
            const double p = (conditional[i * n + j] + conditional[j * n + i]) / (2.0 * (double)n);
            joint[i * n + j] = p;
            joint[j * n + i] = p;
        }
    }
    return STATUS_OK;
}

COMPACT_END

// ----------------------------------------------------------------------------------- the map

static inline double squared_distance(const double *a, const double *b, int32_t n_dims) {
    double sum = 0.0;
    for (int32_t k = 0; k < n_dims; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}

// The sum of w over all ordered pairs: Q = w / sum.
static double sum_of_w(const double *y, int32_t n, int32_t n_dims) {
    double sum = 0.0;
    for (int32_t i = 1; i < n; i++) {
        for (int32_t j = 0; j < i; j++) {
            sum += 1.0 / (1.0 + squared_distance(y + i * n_dims, y + j * n_dims, n_dims));
        }
    }
    return 2.0 * sum;
}

// dy (n, n_dims): of the Kullback-Leibler divergence.
static void set_gradient(double *dy, const double *joint, const double *y,
                         double early_exaggeration, int32_t n, int32_t n_dims) {
    const double sum = sum_of_w(y, n, n_dims);
    for (int32_t i = 0; i < n; i++) {
        const double *const p = joint + i * n, *const own = y + i * n_dims;
        double total[PROJ_TSNE_MAX_DIMS] = {0.0};
        for (int32_t j = 0; j < n; j++) {
            const double *const other = y + j * n_dims;
            const double w = 1.0 / (1.0 + squared_distance(own, other, n_dims));
            const double pull = (early_exaggeration * p[j] - w / sum) * w;
            for (int32_t k = 0; k < n_dims; k++) total[k] += pull * (own[k] - other[k]);
        }
        for (int32_t k = 0; k < n_dims; k++) dy[i * n_dims + k] = total[k];
    }
    linalg_vec_scale_f64(dy, 4.0, n * n_dims);
}

COMPACT_BEGIN

Status proj_tsne_kl(double *kl, const double *joint, const double *y, int32_t n, int32_t n_dims) {
    if (!is_layout(n, n_dims)) return STATUS_BAD_SHAPE;
    double sum = 0.0;
    for (int32_t i = 1; i < n; i++) {
        for (int32_t j = 0; j < i; j++) {
            const double p = joint[i * n + j];
            if (p < 1e-300) continue; // p log p is 0 there
            const double d = squared_distance(y + i * n_dims, y + j * n_dims, n_dims);
            sum += p * elementary_log(p * (1.0 + d)); // log Q = - log(1 + d) - log of their sum
        }
    }
    *kl = 2.0 * sum + elementary_log(sum_of_w(y, n, n_dims));
    return STATUS_OK;
}

Status proj_tsne_gradient(double *dy, const double *joint, const double *y,
                          double early_exaggeration, int32_t n, int32_t n_dims) {
    if (!is_layout(n, n_dims)) return STATUS_BAD_SHAPE;
    if (!is_exaggeration(early_exaggeration)) return STATUS_BAD_VALUE;
    set_gradient(dy, joint, y, early_exaggeration, n, n_dims);
    return STATUS_OK;
}

Status proj_tsne_init(double *state, const float *y, int32_t n, int32_t n_dims) {
    if (!is_layout(n, n_dims)) return STATUS_BAD_SHAPE;
    if (!linalg_vec_is_finite(y, n * n_dims)) return STATUS_BAD_VALUE;
    const int32_t size = n * n_dims;
    for (int32_t k = 0; k < size; k++) {
        state[k] = (double)y[k];
        state[size + k] = 0.0;
        state[2 * size + k] = 1.0;
        state[3 * size + k] = 0.0;
    }
    return STATUS_OK;
}

Status proj_tsne_step(double *state, const double *joint, double learning_rate,
                      double early_exaggeration, double momentum, int32_t n, int32_t n_dims) {
    if (!is_layout(n, n_dims)) return STATUS_BAD_SHAPE;
    if (!(learning_rate > 0.0 && learning_rate <= MAX_LEARNING_RATE)) return STATUS_BAD_VALUE;
    if (!is_exaggeration(early_exaggeration)) return STATUS_BAD_VALUE;
    if (!(momentum >= 0.0 && momentum < 1.0)) return STATUS_BAD_VALUE;
    const int32_t size = n * n_dims;
    double *const y = state, *const velocity = y + size, *const gains = velocity + size,
                  *const dy = gains + size;
    set_gradient(dy, joint, y, early_exaggeration, n, n_dims);
    for (int32_t k = 0; k < size; k++) {
        // the velocity still points down the slope: larger gain; else it has passed the minimum
        const bool onward = (dy[k] > 0.0) != (velocity[k] > 0.0);
        gains[k] = fmax(onward ? gains[k] + 0.2 : gains[k] * 0.8, 0.01);
        velocity[k] = momentum * velocity[k] - learning_rate * gains[k] * dy[k];
        y[k] += velocity[k];
    }
    // centred: the gradient does not depend on where the map is
    for (int32_t k = 0; k < n_dims; k++) {
        double sum = 0.0;
        for (int32_t i = 0; i < n; i++) sum += y[i * n_dims + k];
        const double mean = sum / (double)n;
        for (int32_t i = 0; i < n; i++) y[i * n_dims + k] -= mean;
    }
    return STATUS_OK;
}

COMPACT_END
