#include "multiplicative.h"

#include "../base/api.h"
#include "../base/shape.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

// Sets *rows to the masks of n positions.
static Status find_rows(const float **rows, const PeConfig *config, int32_t n) {
    const int32_t d = config->d_model, first = config->first_pos, n_rows = config->table_len;
    if (!SHAPE_OK(n, d) || !SHAPE_OK(n_rows, d)) return STATUS_BAD_SHAPE;
    if (!config->table) return STATUS_BAD_VALUE;
    if (first < 0 || n > n_rows || first > n_rows - n) return STATUS_OUT_OF_RANGE;
    *rows = config->table + first * d;
    return STATUS_OK;
}

static Status input(float *x, const PeConfig *config, int32_t n_tokens) {
    const float *rows;
    const Status status = find_rows(&rows, config, n_tokens);
    if (status == STATUS_OK) linalg_vec_multiply(x, rows, n_tokens * config->d_model);
    return status;
}

static Status input_backward(float *dx, float *dtable, const float *x, const PeConfig *config,
                             int32_t n_tokens) {
    const float *rows;
    const Status status = find_rows(&rows, config, n_tokens);
    if (status != STATUS_OK) return status;
    const int32_t n = n_tokens * config->d_model;
    float *const drows = dtable ? dtable + (rows - config->table) : NULL;
    for (int32_t e = 0; e < n && drows; e++) drows[e] += dx[e] * x[e];
    linalg_vec_multiply(dx, rows, n);
    return STATUS_OK;
}

static PeShape emb_shape(const PeConfig *config) {
    return (PeShape){{config->table_len, config->d_model}};
}

static const PeTensor EMB = {"mul_emb", emb_shape, 1.0, 0.02};

const PeMethod pe_multiplicative = {.acts_on = PE_INPUT,
                                    .tensors = &EMB,
                                    .n_tensors = 1,
                                    .reads_content = true,
                                    .input_forward = input,
                                    .input_backward = input_backward};

COMPACT_END
