#include "relative.h"

#include <stdbool.h>

#include "../base/shape.h"
#include "diagonal.h"

COMPACT_BEGIN

enum { MAX_CLIP = 1 << 27 };

static int32_t clipped(int32_t relative, int32_t clip) {
    if (relative < -clip) return -clip;
    return relative > clip ? clip : relative;
}

static bool is_clip(int32_t clip) { return clip >= 0 && clip <= MAX_CLIP; }

static Status check_bias(int32_t clip, int32_t n_heads, int32_t n_query, int32_t n_key) {
    if (!is_clip(clip)) return STATUS_BAD_VALUE;
    if (!SHAPE_OK(n_heads, n_query, n_key)) return STATUS_BAD_SHAPE;
    return SHAPE_OK(n_heads, 2 * clip + 1) ? STATUS_OK : STATUS_BAD_SHAPE;
}

Status pe_relative_matrix(float *relative, int32_t clip, int32_t n_query, int32_t n_key) {
    if (!SHAPE_OK(n_query, n_key)) return STATUS_BAD_SHAPE;
    if (!is_clip(clip)) return STATUS_BAD_VALUE;
    for (int32_t i = 0; i < n_query; i++) {
        const int32_t pos = i + n_key - n_query;
        for (int32_t j = 0; j < n_key; j++) *relative++ = (float)clipped(j - pos, clip);
    }
    return STATUS_OK;
}

Status pe_relative_bias(float *bias, const float *table, int32_t clip, int32_t n_heads,
                        int32_t n_query, int32_t n_key) {
    const Status status = check_bias(clip, n_heads, n_query, n_key);
    if (status != STATUS_OK) return status;
    for (int32_t h = 0; h < n_heads; h++) {
        const float *const zero = table + (int64_t)h * (2 * clip + 1) + clip; // distance 0
        for (int32_t i = 0; i < n_query; i++) {
            const int32_t pos = i + n_key - n_query;
            for (int32_t j = 0; j < n_key; j++) *bias++ = zero[clipped(j - pos, clip)];
        }
    }
    return STATUS_OK;
}

Status pe_relative_add(float *logits, const float *table, int32_t clip, int32_t n_heads,
                       int32_t n_query, int32_t n_key) {
    const Status status = check_bias(clip, n_heads, n_query, n_key);
    if (status != STATUS_OK) return status;
    const int64_t n_pairs = (int64_t)n_query * n_key;
    for (int32_t h = 0; h < n_heads; h++) {
        const float *const zero = table + (int64_t)h * (2 * clip + 1) + clip;
        for (int32_t first = 1 - n_key; first < n_query; first += PE_DIAGONAL_TILE) {
            float values[PE_DIAGONAL_TILE];
            const int32_t n = shape_at_most(n_query - first, PE_DIAGONAL_TILE);
            for (int32_t k = 0; k < n; k++) values[k] = zero[clipped(first + k, clip)];
            pe_diagonal_add(logits + h * n_pairs, values, first, n, n_query, n_key);
        }
    }
    return STATUS_OK;
}

Status pe_relative_backward(float *dtable, const float *dlogits, int32_t clip, int32_t n_heads,
                            int32_t n_query, int32_t n_key) {
    const Status status = check_bias(clip, n_heads, n_query, n_key);
    if (status != STATUS_OK) return status;
    const int64_t n_pairs = (int64_t)n_query * n_key;
    for (int32_t h = 0; h < n_heads; h++) {
        float *const zero = dtable + (int64_t)h * (2 * clip + 1) + clip;
        for (int32_t first = 1 - n_key; first < n_query; first += PE_DIAGONAL_TILE) {
            double sums[PE_DIAGONAL_TILE];
            const int32_t n = shape_at_most(n_query - first, PE_DIAGONAL_TILE);
            pe_diagonal_sum(sums, dlogits + h * n_pairs, first, n, n_query, n_key);
            for (int32_t k = 0; k < n; k++) zero[clipped(first + k, clip)] += (float)sums[k];
        }
    }
    return STATUS_OK;
}

COMPACT_END
