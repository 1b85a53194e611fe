#include "heads.h"

#include "../base/simd.h"

// d_head is small: a call of memcpy() takes longer than the copy.
static inline void copy(float *to, const float *from, int32_t n) {
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) f32x4_store(to + k, f32x4_load(from + k));
    for (; k < n; k++) to[k] = from[k];
}

void nn_heads_split(float *heads, const float *rows, int32_t row_stride, const NnHeads *sizes) {
    const int32_t n = sizes->seq_len, d_head = sizes->d_head;
    for (int32_t b = 0; b < sizes->batch; b++) {
        for (int32_t h = 0; h < sizes->n_heads; h++) {
            const float *from = rows + b * n * row_stride + h * d_head;
            for (int32_t t = 0; t < n; t++) {
                copy(heads, from, d_head);
                heads += d_head;
                from += row_stride;
            }
        }
    }
}

void nn_heads_merge(float *rows, int32_t row_stride, const float *heads, const NnHeads *sizes) {
    const int32_t n = sizes->seq_len, d_head = sizes->d_head;
    for (int32_t b = 0; b < sizes->batch; b++) {
        for (int32_t h = 0; h < sizes->n_heads; h++) {
            float *to = rows + b * n * row_stride + h * d_head;
            for (int32_t t = 0; t < n; t++) {
                copy(to, heads, d_head);
                heads += d_head;
                to += row_stride;
            }
        }
    }
}
