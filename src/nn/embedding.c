#include "embedding.h"

#include <math.h>
#include <string.h>

#include "../base/shape.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

static Status check(const int32_t *tokens, double scale, int32_t n_tokens, int32_t vocab_size,
                    int32_t d_model) {
    if (!SHAPE_OK(n_tokens, d_model) || !SHAPE_OK(vocab_size, d_model)) return STATUS_BAD_SHAPE;
    if (!isfinite(scale)) return STATUS_BAD_VALUE;
    for (int32_t i = 0; i < n_tokens; i++) {
        if (tokens[i] < 0 || tokens[i] >= vocab_size) return STATUS_OUT_OF_RANGE;
    }
    return STATUS_OK;
}

Status nn_embedding_forward(float *out, const float *table, const int32_t *tokens, double scale,
                            int32_t n_tokens, int32_t vocab_size, int32_t d_model) {
    const Status status = check(tokens, scale, n_tokens, vocab_size, d_model);
    if (status != STATUS_OK) return status;
    const size_t row_bytes = (size_t)d_model * sizeof *out;
    for (int32_t i = 0; i < n_tokens; i++) {
        memcpy(out + i * d_model, table + tokens[i] * d_model, row_bytes);
    }
    linalg_vec_scale(out, (float)scale, n_tokens * d_model);
    return STATUS_OK;
}

Status nn_embedding_backward(float *dtable, const float *dout, const int32_t *tokens, double scale,
                             int32_t n_tokens, int32_t vocab_size, int32_t d_model) {
    const Status status = check(tokens, scale, n_tokens, vocab_size, d_model);
    if (status != STATUS_OK) return status;
    memset(dtable, 0, (size_t)vocab_size * (size_t)d_model * sizeof *dtable);
    for (int32_t i = 0; i < n_tokens; i++) {
        linalg_vec_add_scaled(dtable + tokens[i] * d_model, (float)scale, dout + i * d_model,
                              d_model);
    }
    return STATUS_OK;
}

COMPACT_END
