#include "relative.h"

#include <stdbool.h>
#include <string.h>

#include "../base/shape.h"
#include "diagonal.h"
#include "pe.h"

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

static int32_t row_of(const void *clip, int32_t offset) {
    return clipped(offset, *(const int32_t *)clip);
}

Status pe_relative_add(float *logits, const float *table, int32_t clip, int32_t n_heads,
                       int32_t n_query, int32_t n_key) {
    const Status status = check_bias(clip, n_heads, n_query, n_key);
    if (status != STATUS_OK) return status;
    const PeDiagonal diagonal = {row_of, &clip, 1, 2 * clip + 1}; // from distance 0 of head 0 on
    pe_diagonal_add(logits, table + clip, &diagonal, n_heads, n_query, n_key);
    return STATUS_OK;
}

Status pe_relative_bias(float *bias, const float *table, int32_t clip, int32_t n_heads,
                        int32_t n_query, int32_t n_key) {
    const Status status = check_bias(clip, n_heads, n_query, n_key);
    if (status != STATUS_OK) return status;
    memset(bias, 0, (size_t)n_heads * (size_t)n_query * (size_t)n_key * sizeof(float));
    return pe_relative_add(bias, table, clip, n_heads, n_query, n_key);
}

Status pe_relative_backward(float *dtable, const float *dlogits, int32_t clip, int32_t n_heads,
                            int32_t n_query, int32_t n_key) {
    const Status status = check_bias(clip, n_heads, n_query, n_key);
    if (status != STATUS_OK) return status;
    const PeDiagonal diagonal = {row_of, &clip, 1, 2 * clip + 1}; // from distance 0 of head 0 on
    pe_diagonal_backward(dtable + clip, dlogits, &diagonal, n_heads, n_query, n_key);
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------ the method

static PeShape shape(const PeConfig *config) {
    if (!is_clip(config->clip)) return (PeShape){{0}};
    return (PeShape){{config->n_heads, 2 * config->clip + 1}};
}

static Status logits_forward(float *logits, const float *q, const float *k, const PeConfig *config,
                             int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    if (!config->table) return STATUS_BAD_VALUE;
    return pe_relative_add(logits, config->table, config->clip, config->n_heads, n_query, n_key);
}

static Status logits_backward(const PeLogitsGradients *gradients, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    if (!gradients->dtable) {
        return SHAPE_OK(config->n_heads, n_query, n_key) ? STATUS_OK : STATUS_BAD_SHAPE;
    }
    return pe_relative_backward(gradients->dtable, dlogits, config->clip, config->n_heads, n_query,
                                n_key);
}

static const PeTensor TENSORS[] = {{"clipped_table", shape, 0.0, 0.02}};

const PeMethod pe_clipped_bias = {.acts_on = PE_LOGITS,
                                  .tensors = TENSORS,
                                  .n_tensors = 1,
                                  .logits_forward = logits_forward,
                                  .logits_backward = logits_backward};

COMPACT_END
