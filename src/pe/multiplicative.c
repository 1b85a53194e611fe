#include "multiplicative.h"

#include <stddef.h>

#include "../base/api.h"
#include "../base/shape.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

// Multiplies y: x in the forward pass, dx in the backward pass, which also adds dx x to dtable
// unless it is NULL.
static Status run(float *y, float *dtable, const float *x, const PeConfig *config, int32_t n) {
    const int32_t d = config->d_model, first = config->first_pos, n_rows = config->table_len;
    if (!SHAPE_OK(n, d) || !SHAPE_OK(n_rows, d)) return STATUS_BAD_SHAPE;
    if (!config->table) return STATUS_BAD_VALUE;
    if (first < 0 || n > n_rows || first > n_rows - n) return STATUS_OUT_OF_RANGE;
    for (int32_t e = 0; e < n * d && dtable; e++) dtable[first * d + e] += y[e] * x[e];
    linalg_vec_multiply(y, config->table + first * d, n * d);
    return STATUS_OK;
}

static Status input(float *x, const PeConfig *config, int32_t n_tokens) {
    return run(x, NULL, NULL, config, n_tokens);
}

static Status input_backward(float *dx, float *dtable, const float *x, const PeConfig *config,
                             int32_t n_tokens) {
    return run(dx, dtable, x, config, n_tokens);
}

static const PeTensor EMB = {"mul_emb", pe_shape_table, 1.0, 0.02};

const PeMethod pe_multiplicative = {.acts_on = PE_INPUT,
                                    .tensors = &EMB,
                                    .n_tensors = 1,
                                    .reads_content = true,
                                    .input_forward = input,
                                    .input_backward = input_backward};

COMPACT_END
