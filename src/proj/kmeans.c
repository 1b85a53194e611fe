#include "kmeans.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "../base/rng.h"
#include "../base/shape.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

static bool is_layout(int32_t k, int32_t n, int32_t d) {
    return k >= 1 && k <= n && SHAPE_OK(n, d);
}

static double distance_of(const float *row, const double *centre, int32_t d) {
    double sum = 0.0;
    for (int32_t j = 0; j < d; j++) {
        const double difference = (double)row[j] - centre[j];
        sum += difference * difference;
    }
    return sum;
}

static void copy_row(double *centre, const float *row, int32_t d) {
    for (int32_t j = 0; j < d; j++) centre[j] = (double)row[j];
}

// The first row at which the sum of the weights passes `share` of the total, a share of [0, 1); a
// row of weight 0 only where there is no other.
static int32_t choose(const double *weights, double share, int32_t n) {
    double total = 0.0;
    for (int32_t i = 0; i < n; i++) total += weights[i];
    int32_t chosen = 0;
    double left = share * total;
    for (int32_t i = 0; i < n; i++) {
        if (weights[i] <= 0.0) continue;
        chosen = i; // the last with a weight > 0, if rounding leaves a remainder
        left -= weights[i];
        if (left < 0.0) break;
    }
    return chosen;
}

Status proj_kmeans_seed(double *centres, double *scratch, const float *x, const RngStream *stream,
                        int32_t k, int32_t n, int32_t d) {
    if (!is_layout(k, n, d) || stream->n_name < 0) return STATUS_BAD_SHAPE;
    if (!linalg_vec_is_finite(x, n * d)) return STATUS_BAD_VALUE;
    const uint64_t key = rng_stream(stream->name, stream->n_name, stream->seed_lo, stream->seed_hi);
    for (int32_t i = 0; i < n; i++) scratch[i] = 1.0;
    for (int32_t c = 0; c < k; c++) {
        double *const centre = centres + c * d;
        const double share = rng_share(key, (uint64_t)c);
        copy_row(centre, x + choose(scratch, share, n) * d, d);
        for (int32_t i = 0; i < n; i++) {
            const double distance = distance_of(x + i * d, centre, d);
            scratch[i] = c == 0 ? distance : fmin(scratch[i], distance);
        }
    }
    return STATUS_OK;
}

// Returns the inertia.
static double assign(int32_t *labels, const double *centres, const float *x, int32_t k, int32_t n,
                     int32_t d) {
    double inertia = 0.0;
    for (int32_t i = 0; i < n; i++) {
        double nearest = (double)INFINITY;
        for (int32_t c = 0; c < k; c++) {
            const double distance = distance_of(x + i * d, centres + c * d, d);
            if (distance >= nearest) continue;
            nearest = distance;
            labels[i] = c;
        }
        inertia += nearest;
    }
    return inertia;
}

// sizes (k): how many rows have each label. A centre without rows stays where it is.
static void set_means(double *centres, double *sizes, const int32_t *labels, const float *x,
                      int32_t k, int32_t n, int32_t d) {
    for (int32_t c = 0; c < k; c++) sizes[c] = 0.0;
    for (int32_t i = 0; i < n; i++) {
        double *const centre = centres + labels[i] * d;
        const double size = sizes[labels[i]]++;
        for (int32_t j = 0; j < d; j++) {
            const double sum = size > 0.0 ? centre[j] : 0.0;
            centre[j] = sum + (double)x[i * d + j];
        }
    }
    for (int32_t c = 0; c < k; c++) {
        if (sizes[c] == 0.0) continue;
        for (int32_t j = 0; j < d; j++) centres[c * d + j] /= sizes[c];
    }
}

// The row that is farthest from its own centre and from the centres that have moved already; -1
// where every row is on one.
static int32_t farthest(const double *centres, const double *sizes, const int32_t *labels,
                        const float *x, int32_t n_centres, int32_t n, int32_t d) {
    int32_t at = -1;
    double most = 0.0;
    for (int32_t i = 0; i < n; i++) {
        double distance = distance_of(x + i * d, centres + labels[i] * d, d);
        for (int32_t c = 0; c < n_centres; c++) {
            if (sizes[c] > 0.0) continue;
            distance = fmin(distance, distance_of(x + i * d, centres + c * d, d));
        }
        if (distance <= most) continue;
        most = distance;
        at = i;
    }
    return at;
}

Status proj_kmeans_step(int32_t *labels, double *centres, double *inertia, double *scratch,
                        const float *x, int32_t k, int32_t n, int32_t d) {
    if (!is_layout(k, n, d)) return STATUS_BAD_SHAPE;
    if (!linalg_vec_is_finite(x, n * d)) return STATUS_BAD_VALUE;
    // within the range of a float: no distance is infinite, and every row has a nearest centre
    for (int32_t i = 0; i < k * d; i++) {
        if (!(fabs(centres[i]) <= (double)FLT_MAX)) return STATUS_BAD_VALUE;
    }
    *inertia = assign(labels, centres, x, k, n, d);
    double *const sizes = scratch;
    set_means(centres, sizes, labels, x, k, n, d);
    // A centre without rows moves. That changes a label in the next step: unchanged labels imply unchanged
    // centres.
    for (int32_t c = 0; c < k; c++) {
        if (sizes[c] > 0.0) continue;
        const int32_t i = farthest(centres, sizes, labels, x, c, n, d);
        if (i >= 0) copy_row(centres + c * d, x + i * d, d);
    }
    return STATUS_OK;
}

COMPACT_END
