#include "heads.h"

#include "../base/api.h"
#include "../base/simd.h"

// Four vectors at a time, the usual width of a head, then the rest. A call of memcpy() would take
// longer than the copy.
static inline void copy(float *to, const float *from, int32_t n) {
    int32_t k = 0;
    for (; k + 16 <= n; k += 16) {
        const f32x4 v0 = f32x4_load(from + k), v1 = f32x4_load(from + k + 4);
        const f32x4 v2 = f32x4_load(from + k + 8), v3 = f32x4_load(from + k + 12);
        f32x4_store(to + k, v0);
        f32x4_store(to + k + 4, v1);
        f32x4_store(to + k + 8, v2);
        f32x4_store(to + k + 12, v3);
    }
    for (; k + 4 <= n; k += 4) f32x4_store(to + k, f32x4_load(from + k));
    for (; k < n; k++) to[k] = from[k];
}

// Rows of d_head floats, `to_stride` and `from_stride` apart.
static void copy_rows(float *to, int32_t to_stride, const float *from, int32_t from_stride,
                      int32_t n_rows, int32_t d_head) {
    for (int32_t t = 0; t < n_rows; t++) {
        copy(to, from, d_head);
        to += to_stride;
        from += from_stride;
    }
}

COMPACT_BEGIN

void nn_heads_split(float *heads, const float *rows, int32_t row_stride, const NnHeads *sizes) {
    const int32_t n = sizes->seq_len, d_head = sizes->d_head;
    for (int32_t b = 0; b < sizes->batch; b++) {
        for (int32_t h = 0; h < sizes->n_heads; h++) {
            copy_rows(heads, d_head, rows + h * d_head, row_stride, n, d_head);
            heads += n * d_head;
        }
        rows += n * row_stride;
    }
}

void nn_heads_merge(float *rows, int32_t row_stride, const float *heads, const NnHeads *sizes) {
    const int32_t n = sizes->seq_len, d_head = sizes->d_head;
    for (int32_t b = 0; b < sizes->batch; b++) {
        for (int32_t h = 0; h < sizes->n_heads; h++) {
            copy_rows(rows + h * d_head, row_stride, heads, d_head, n, d_head);
            heads += n * d_head;
        }
        rows += n * row_stride;
    }
}

COMPACT_END
