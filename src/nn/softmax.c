#include "softmax.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../base/real.h"
#include "../base/shape.h"
#include "../base/simd.h"
#include "../linalg/exp.h"
#include "../linalg/vec.h"

// One copy for all who need it: a call is small beside what it does.
#define NOINLINE __attribute__((noinline))

// Vectors a round: the engine loads exp's fourteen constants anew in every round.
enum { BLOCK_VECTORS = 4, BLOCK = 4 * BLOCK_VECTORS };

// The last elements of a row, filled up with what no maximum and no sum notices.
static void fill_block(float *block, const float *x, int32_t n) {
    for (int32_t k = 0; k < BLOCK; k += 4) f32x4_store(block + k, f32x4_splat(-INFINITY));
    memcpy(block, x, (size_t)n * sizeof(float));
}

NOINLINE float nn_softmax_row_max(const float *x, int32_t n) {
    float block[BLOCK];
    f32x4 max = f32x4_splat(-INFINITY);
    for (int32_t k = 0; k < n; k += BLOCK) {
        const float *from = x + k;
        if (n - k < BLOCK) {
            fill_block(block, from, n - k);
            from = block;
        }
        const f32x4 low = linalg_exp_max(f32x4_load(from), f32x4_load(from + 4));
        const f32x4 high = linalg_exp_max(f32x4_load(from + 8), f32x4_load(from + 12));
        max = linalg_exp_max(max, linalg_exp_max(low, high));
    }
    float largest = max[0];
    for (int32_t l = 1; l < 4; l++) largest = largest < max[l] ? max[l] : largest; // keeps NaN
    return largest;
}

// y = exp(x - max); returns the sum of y.
NOINLINE float nn_softmax_row_exp(float *y, const float *x, float max, int32_t n) {
    float block[BLOCK];
    const f32x4 shift = f32x4_splat(max);
    f32x4 sum = f32x4_splat(0.0f);
    for (int32_t k = 0; k < n; k += BLOCK) {
        const bool is_whole = n - k >= BLOCK;
        const float *const from = is_whole ? x + k : block;
        float *const to = is_whole ? y + k : block;
        if (!is_whole) fill_block(block, x + k, n - k);
        f32x4 e[BLOCK_VECTORS];
        UNROLL
        for (int32_t v = 0; v < BLOCK_VECTORS; v++) {
            e[v] = linalg_exp_f32x4(f32x4_load(from + 4 * v) - shift);
        }
        UNROLL
        for (int32_t v = 0; v < BLOCK_VECTORS; v++) {
            f32x4_store(to + 4 * v, e[v]);
            sum += e[v];
        }
        if (!is_whole) memcpy(y + k, block, (size_t)(n - k) * sizeof(float));
    }
    return f32x4_sum(sum);
}

// Of a row without a maximum: 0 when all is masked, NaN when there is NaN among what is masked.
static float masked_sum(const float *x, int32_t n) {
    float sum = 0.0f;
    for (int32_t k = 0; k < n; k++) sum += x[k] == -INFINITY ? 0.0f : x[k];
    return sum;
}

static void fill(float *y, float value, int32_t n) {
    for (int32_t k = 0; k < n; k++) y[k] = value;
}

void nn_softmax_row(float *y, const float *x, int32_t n) {
    const float max = nn_softmax_row_max(x, n);
    if (max == -INFINITY) {
        fill(y, masked_sum(x, n), n);
        return;
    }
    linalg_vec_scale(y, 1.0f / nn_softmax_row_exp(y, x, max, n), n);
}

Status nn_softmax_forward(float *y, const float *x, int32_t n_rows, int32_t n) {
    if (!SHAPE_OK(n_rows, n)) return STATUS_BAD_SHAPE;
    for (int32_t r = 0; r < n_rows; r++) nn_softmax_row(y + r * n, x + r * n, n);
    return STATUS_OK;
}

static void log_row(float *log_y, const float *x, int32_t n) {
    const float max = nn_softmax_row_max(x, n);
    if (max == -INFINITY) {
        fill(log_y, masked_sum(x, n) - INFINITY, n);
        return;
    }
    double sum = 0.0;
    for (int32_t k = 0; k < n; k++) sum += real_exp((double)x[k] - (double)max);
    const double log_sum = real_log(sum);
    for (int32_t k = 0; k < n; k++) {
        log_y[k] = (float)((double)x[k] - (double)max - log_sum);
    }
}

Status nn_softmax_log_forward(float *log_y, const float *x, int32_t n_rows, int32_t n) {
    if (!SHAPE_OK(n_rows, n)) return STATUS_BAD_SHAPE;
    for (int32_t r = 0; r < n_rows; r++) log_row(log_y + r * n, x + r * n, n);
    return STATUS_OK;
}

NOINLINE void nn_softmax_row_backward(float *dx, const float *dy, const float *y, int32_t n) {
    const float mean = (float)linalg_vec_dot(dy, y, n); // of dy, weighted by y
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) {
        f32x4_store(dx + k, f32x4_load(y + k) * (f32x4_load(dy + k) - f32x4_splat(mean)));
    }
    for (; k < n; k++) dx[k] = y[k] * (dy[k] - mean);
}

Status nn_softmax_backward(float *dx, const float *dy, const float *y, int32_t n_rows, int32_t n) {
    if (!SHAPE_OK(n_rows, n)) return STATUS_BAD_SHAPE;
    for (int32_t r = 0; r < n_rows; r++) {
        nn_softmax_row_backward(dx + r * n, dy + r * n, y + r * n, n);
    }
    return STATUS_OK;
}

#ifdef CORE_TESTING
Status nn_softmax_forward_ref(float *y, const float *x, int32_t n_rows, int32_t n) {
    if (!SHAPE_OK(n_rows, n)) return STATUS_BAD_SHAPE;
    for (int32_t r = 0; r < n_rows; r++) {
        const float *const row = x + r * n;
        double max = (double)-INFINITY, sum = 0.0;
        for (int32_t k = 0; k < n; k++) max = fmax(max, (double)row[k]);
        for (int32_t k = 0; k < n; k++) sum += exp((double)row[k] - max);
        const bool dead = max == (double)-INFINITY;
        for (int32_t k = 0; k < n; k++) {
            y[r * n + k] = dead ? 0.0f : (float)(exp((double)row[k] - max) / sum);
        }
    }
    return STATUS_OK;
}
#endif
