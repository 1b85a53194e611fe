#include "cross_entropy.h"

#include <stdbool.h>
#include <string.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../base/simd.h"
#include "../linalg/vec.h"
#include "softmax.h"

COMPACT_BEGIN // the exps and the sums are kernels elsewhere

static Status check(const int32_t *targets, int32_t n_rows, int32_t n_classes) {
    if (!SHAPE_OK(n_rows, n_classes)) return STATUS_BAD_SHAPE;
    for (int32_t r = 0; r < n_rows; r++) {
        if (targets[r] >= n_classes) return STATUS_OUT_OF_RANGE;
    }
    return STATUS_OK;
}

typedef struct Weights {
    double target;  // share of the target that stays on its class
    double uniform; // share that every class gets
    double per_row; // 1 / rows that count
} Weights;

COMPACT_END

// From exp(x - max) and their sum: (softmax - smoothed target) / rows that count.
static void row_gradient(float *dx, int32_t target, const Weights *w, float sum, int32_t n) {
    const float scale = (float)(w->per_row / (double)sum);
    const float uniform = (float)(w->per_row * w->uniform);
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) {
        f32x4_store(dx + k, f32x4_load(dx + k) * f32x4_splat(scale) - f32x4_splat(uniform));
    }
    for (; k < n; k++) dx[k] = dx[k] * scale - uniform;
    dx[target] -= (float)(w->per_row * w->target);
}

COMPACT_BEGIN

// Without a gradient the exps of a row are computed in pieces of this size.
enum { PIECE = 256 };

Status nn_cross_entropy_forward(double *loss, float *dlogits, const float *logits,
                                const int32_t *targets, double smoothing, int32_t n_rows,
                                int32_t n_classes) {
    const Status status = check(targets, n_rows, n_classes);
    if (status != STATUS_OK) return status;
    if (!(smoothing >= 0.0 && smoothing < 1.0)) return STATUS_BAD_VALUE;
    int32_t n_counted = 0;
    for (int32_t r = 0; r < n_rows; r++) n_counted += targets[r] >= 0;
    if (n_counted == 0) return STATUS_BAD_VALUE;

    const Weights w = {1.0 - smoothing, smoothing / n_classes, 1.0 / n_counted};
    double total = 0.0;
    for (int32_t r = 0; r < n_rows; r++) {
        const float *const x = logits + (int64_t)r * n_classes;
        float *const dx = dlogits ? dlogits + (int64_t)r * n_classes : NULL;
        const int32_t target = targets[r];
        if (target < 0) {
            if (dx) memset(dx, 0, (size_t)n_classes * sizeof *dx);
            continue;
        }
        // minus the mean of x under the smoothed target, before dx may replace x
        const double smooth = w.uniform > 0.0 ? w.uniform * linalg_vec_sum(x, n_classes) : 0.0;
        const double at_target = -w.target * (double)x[target] - smooth;

        // and ln(sum of exp x); without a gradient the exps are computed in pieces
        const float max = nn_softmax_row_max(x, n_classes);
        double sum = dx ? (double)nn_softmax_row_exp(dx, x, max, n_classes) : 0.0;
        for (int32_t k = 0; !dx && k < n_classes; k += PIECE) {
            float e[PIECE];
            sum += (double)nn_softmax_row_exp(e, x + k, max, shape_at_most(n_classes - k, PIECE));
        }
        total += at_target + (double)max + elementary_log(sum);
        if (dx) row_gradient(dx, target, &w, (float)sum, n_classes);
    }
    *loss = total * w.per_row;
    return STATUS_OK;
}

Status nn_cross_entropy_count(int32_t *counts, const float *logits, const int32_t *targets,
                              int32_t n_rows, int32_t n_classes) {
    const Status status = check(targets, n_rows, n_classes);
    if (status != STATUS_OK) return status;
    counts[0] = counts[1] = 0;
    for (int32_t r = 0; r < n_rows; r++) {
        if (targets[r] < 0) continue;
        // the predicted class: the first of the largest logits, or none where one is NaN
        const float *const x = logits + (int64_t)r * n_classes;
        int32_t answer = 0;
        for (int32_t k = 0; k < n_classes && answer >= 0; k++) {
            if (x[k] > x[answer]) answer = k;
            if (x[k] != x[k]) answer = -1;
        }
        counts[0]++;
        counts[1] += answer == targets[r];
    }
    return STATUS_OK;
}

COMPACT_END
