#include "softmax.h"

#include <math.h>
#include <stdbool.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../base/simd.h"
#include "../linalg/exp.h"
#include "../linalg/vec.h"

// Vectors per iteration: V8 loads exp's fourteen constants again in every iteration.
enum { BLOCK_VECTORS = 4, BLOCK = 4 * BLOCK_VECTORS };

// The last n of 1 .. 3 elements, padded with -inf, which changes neither maximum nor sum. A call of
// memcpy() would take longer than the rest of a short row.
static inline f32x4 load_some(const float *x, int32_t n) {
    f32x4 v = f32x4_splat(-INFINITY);
    v[0] = x[0];
    if (n > 1) v[1] = x[1];
    if (n > 2) v[2] = x[2];
    return v;
}

static inline void store_some(float *y, f32x4 v, int32_t n) {
    y[0] = v[0];
    if (n > 1) y[1] = v[1];
    if (n > 2) y[2] = v[2];
}

NOINLINE float nn_softmax_row_max(const float *x, int32_t n) {
    f32x4 max = f32x4_splat(-INFINITY);
    int32_t k = 0;
    for (; k + BLOCK <= n; k += BLOCK) {
        const f32x4 low = linalg_exp_max(f32x4_load(x + k), f32x4_load(x + k + 4));
        const f32x4 high = linalg_exp_max(f32x4_load(x + k + 8), f32x4_load(x + k + 12));
        max = linalg_exp_max(max, linalg_exp_max(low, high));
    }
    for (; k + 4 <= n; k += 4) max = linalg_exp_max(max, f32x4_load(x + k));
    if (k < n) max = linalg_exp_max(max, load_some(x + k, n - k));
    float largest = max[0];
    for (int32_t l = 1; l < 4; l++) largest = largest < max[l] ? max[l] : largest; // keeps NaN
    return largest;
}

NOINLINE float nn_softmax_row_exp(float *y, const float *x, float max, int32_t n) {
    const f32x4 shift = f32x4_splat(max);
    f32x4 sum = f32x4_splat(0.0f);
    int32_t k = 0;
    for (; k + BLOCK <= n; k += BLOCK) {
        f32x4 e[BLOCK_VECTORS];
        UNROLL
        for (int32_t v = 0; v < BLOCK_VECTORS; v++) {
            e[v] = linalg_exp_f32x4(f32x4_load(x + k + 4 * v) - shift);
        }
        UNROLL
        for (int32_t v = 0; v < BLOCK_VECTORS; v++) {
            f32x4_store(y + k + 4 * v, e[v]);
            sum += e[v];
        }
    }
    while (k < n) {
        const bool is_full = n - k >= 4;
        const f32x4 from = is_full ? f32x4_load(x + k) : load_some(x + k, n - k);
        const f32x4 e = linalg_exp_f32x4(from - shift);
        if (is_full) f32x4_store(y + k, e);
        if (!is_full) store_some(y + k, e, n - k);
        sum += e;
        k += 4;
    }
    return f32x4_sum(sum);
}

// For a row without a maximum: 0 where all elements are masked, NaN where one of them is NaN.
static float masked_sum(const float *x, int32_t n) {
    float sum = 0.0f;
    for (int32_t k = 0; k < n; k++) sum += x[k] == -INFINITY ? 0.0f : x[k];
    return sum;
}

// Not memset(), whose call takes longer than a short row.
NOINLINE static void fill(float *y, float value, int32_t n) {
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) f32x4_store(y + k, f32x4_splat(value));
    for (; k < n; k++) y[k] = value;
}

void nn_softmax_row(float *y, const float *x, int32_t n) {
    const float max = nn_softmax_row_max(x, n);
    if (max == -INFINITY) {
        fill(y, masked_sum(x, n), n);
        return;
    }
    linalg_vec_scale(y, 1.0f / nn_softmax_row_exp(y, x, max, n), n);
}

// The lanes of v that are elements `first`, first + 1, ... < n_visible; -inf in the others.
static inline f32x4 hide(f32x4 v, int32_t first, int32_t n_visible) {
    const i32x4 lane = {first, first + 1, first + 2, first + 3};
    const i32x4 visible = lane < (i32x4){n_visible, n_visible, n_visible, n_visible};
    return (f32x4)((visible & (i32x4)v) | (~visible & (i32x4)f32x4_splat(-INFINITY)));
}

// The largest lane in every lane.
static inline f32x4 spread_max(f32x4 v) {
    v = linalg_exp_max(v, __builtin_shufflevector(v, v, 2, 3, 0, 1));
    return linalg_exp_max(v, __builtin_shufflevector(v, v, 1, 0, 3, 2));
}

// A row of n <= BLOCK, a multiple of 4, in registers, hidden elements included: x is read only
// once. False, with nothing written, where the row has no maximum.
static bool short_row(float *y, float *x, int32_t n_visible, int32_t n) {
    f32x4 v[BLOCK_VECTORS];
    f32x4 max = f32x4_splat(-INFINITY);
    UNROLL
    for (int32_t k = 0; k < BLOCK_VECTORS; k++) {
        v[k] = 4 * k < n ? hide(f32x4_load(x + 4 * k), 4 * k, n_visible) : f32x4_splat(-INFINITY);
        max = linalg_exp_max(max, v[k]);
    }
    max = spread_max(max);
    if (!(max[0] > -INFINITY)) return false;
    f32x4 e[BLOCK_VECTORS], sum = f32x4_splat(0.0f);
    UNROLL
    for (int32_t k = 0; k < BLOCK_VECTORS; k++) {
        e[k] = linalg_exp_f32x4(v[k] - max);
        sum += e[k];
    }
    const f32x4 scale = f32x4_splat(1.0f / f32x4_sum(sum));
    UNROLL
    for (int32_t k = 0; k < BLOCK_VECTORS; k++) {
        if (4 * k >= n) break;
        f32x4_store(x + 4 * k, v[k]); // before y, which may be x
        f32x4_store(y + 4 * k, e[k] * scale);
    }
    return true;
}

// A row of full blocks; the last of them holds the last visible element. False, with only the
// hidden elements of x set to -inf, where the row has no maximum.
static bool full_blocks(float *y, float *x, int32_t n_visible, int32_t n) {
    f32x4 max = f32x4_splat(-INFINITY);
    for (int32_t k = 0; k < n; k += 4) {
        f32x4 v = f32x4_load(x + k);
        if (k + 4 > n_visible) {
            v = hide(v, k, n_visible);
            f32x4_store(x + k, v);
        }
        max = linalg_exp_max(max, v);
    }
    max = spread_max(max);
    if (!(max[0] > -INFINITY)) return false;
    linalg_vec_scale(y, 1.0f / nn_softmax_row_exp(y, x, max[0], n), n);
    return true;
}

NOINLINE void nn_softmax_row_prefix(float *y, float *x, int32_t n_visible, int32_t n) {
    if (n < BLOCK && n % 4 == 0 && short_row(y, x, n_visible, n)) return;
    const int32_t n_blocks = (n_visible + BLOCK - 1) / BLOCK, n_full = n_blocks * BLOCK;
    if (n_full > n || !full_blocks(y, x, n_visible, n_full)) {
        fill(x + n_visible, -INFINITY, n - n_visible);
        nn_softmax_row(y, x, n);
    } else if (n_full < n) {
        fill(x + n_full, -INFINITY, n - n_full);
        fill(y + n_full, 0.0f, n - n_full);
    }
}

COMPACT_BEGIN

Status nn_softmax_forward(float *y, const float *x, int32_t n_rows, int32_t n) {
    if (!SHAPE_OK(n_rows, n)) return STATUS_BAD_SHAPE;
    for (int32_t r = 0; r < n_rows; r++) nn_softmax_row(y + r * n, x + r * n, n);
    return STATUS_OK;
}

Status nn_softmax_log_forward(float *log_y, const float *x, int32_t n_rows, int32_t n) {
    if (!SHAPE_OK(n_rows, n)) return STATUS_BAD_SHAPE;
    for (int32_t r = 0; r < n_rows; r++) {
        const float *const from = x + r * n;
        float *const to = log_y + r * n;
        const float max = nn_softmax_row_max(from, n);
        if (max == -INFINITY) {
            fill(to, masked_sum(from, n) - INFINITY, n);
            continue;
        }
        double sum = 0.0;
        for (int32_t k = 0; k < n; k++) sum += elementary_exp((double)from[k] - (double)max);
        const double log_sum = elementary_log(sum);
        for (int32_t k = 0; k < n; k++) {
            to[k] = (float)((double)from[k] - (double)max - log_sum);
        }
    }
    return STATUS_OK;
}

COMPACT_END

// The dot product, in pieces short enough to be summed in float.
enum { PIECE = 64 };

static inline double dot(const float *a, const float *b, int32_t n) {
    double total = 0.0;
    int32_t k = 0;
    while (k + 4 <= n) {
        const int32_t end = n - k < PIECE ? n - 3 : k + PIECE;
        f32x4 sum = f32x4_splat(0.0f);
        for (; k < end; k += 4) sum += f32x4_load(a + k) * f32x4_load(b + k);
        total += (double)f32x4_sum(sum);
    }
    for (; k < n; k++) total += (double)a[k] * (double)b[k];
    return total;
}

NOINLINE void nn_softmax_row_backward(float *dx, const float *dy, const float *y, int32_t n) {
    const float mean = (float)dot(dy, y, n); // of dy, weighted by y
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) {
        f32x4_store(dx + k, f32x4_load(y + k) * (f32x4_load(dy + k) - f32x4_splat(mean)));
    }
    for (; k < n; k++) dx[k] = y[k] * (dy[k] - mean);
}

COMPACT_BEGIN

void nn_softmax_row_backward_prefix(float *dx, const float *y, int32_t n_visible, int32_t n) {
    if (n_visible > 0) nn_softmax_row_backward(dx, dx, y, n_visible);
    fill(dx + n_visible, 0.0f, n - n_visible);
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

COMPACT_END
