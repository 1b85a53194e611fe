#include "learned.h"

#include <stdbool.h>
#include <string.h>

#include "../base/rng.h"
#include "../base/shape.h"
#include "../linalg/vec.h"
#include "pe.h"

COMPACT_BEGIN

Status pe_learned_init(float *table, double sigma, uint32_t seed_lo, uint32_t seed_hi,
                       int32_t max_len, int32_t d_model) {
    static const char STREAM[] = "learned";
    if (!SHAPE_OK(max_len, d_model)) return STATUS_BAD_SHAPE;
    const int32_t n_name = (int32_t)sizeof STREAM - 1;
    return rng_normal(table, STREAM, n_name, seed_lo, seed_hi, sigma, max_len * d_model);
}

Status pe_learned_lookup(float *out, const float *table, const int32_t *positions, int32_t n,
                         int32_t max_len, int32_t d_model) {
    if (!SHAPE_OK(n, d_model) || !SHAPE_OK(max_len, d_model)) return STATUS_BAD_SHAPE;
    for (int32_t k = 0; k < n; k++) {
        if (positions[k] < 0 || positions[k] >= max_len) return STATUS_OUT_OF_RANGE;
    }
    const size_t row_bytes = (size_t)d_model * sizeof *table;
    for (int32_t k = 0; k < n; k++) {
        memcpy(out + (int64_t)k * d_model, table + (int64_t)positions[k] * d_model, row_bytes);
    }
    return STATUS_OK;
}

static Status check_rows(int32_t first_pos, int32_t n, int32_t max_len, int32_t d_model) {
    if (!SHAPE_OK(n, d_model) || !SHAPE_OK(max_len, d_model)) return STATUS_BAD_SHAPE;
    const bool has_rows = first_pos >= 0 && n <= max_len && first_pos <= max_len - n;
    return has_rows ? STATUS_OK : STATUS_OUT_OF_RANGE;
}

Status pe_learned_add(float *x, const float *table, int32_t first_pos, int32_t n, int32_t max_len,
                      int32_t d_model) {
    const Status status = check_rows(first_pos, n, max_len, d_model);
    if (status != STATUS_OK) return status;
    linalg_vec_add(x, table + (int64_t)first_pos * d_model, n * d_model);
    return STATUS_OK;
}

Status pe_learned_backward(float *dtable, const float *dx, int32_t first_pos, int32_t n,
                           int32_t max_len, int32_t d_model) {
    const Status status = check_rows(first_pos, n, max_len, d_model);
    if (status != STATUS_OK) return status;
    linalg_vec_add(dtable + (int64_t)first_pos * d_model, dx, n * d_model);
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------ the method

static Status input_forward(float *x, const PeConfig *config, int32_t n_tokens) {
    if (!config->table) return STATUS_BAD_VALUE;
    return pe_learned_add(x, config->table, config->first_pos, n_tokens, config->table_len,
                          config->d_model);
}

static Status input_backward(float *dx, float *dtable, const float *x, const PeConfig *config,
                             int32_t n_tokens) {
    (void)x;
    if (!dtable) return SHAPE_OK(n_tokens, config->d_model) ? STATUS_OK : STATUS_BAD_SHAPE;
    return pe_learned_backward(dtable, dx, config->first_pos, n_tokens, config->table_len,
                               config->d_model);
}

// As in GPT (A. Radford et al., 2018, section 4.1): small beside embeddings, and no two rows equal.
static const PeTensor TENSORS[] = {{"pos_emb", pe_shape_table, 0.0, 0.02}};

const PeMethod pe_learned = {.acts_on = PE_INPUT,
                             .tensors = TENSORS,
                             .n_tensors = 1,
                             .is_bounded = true,
                             .input_forward = input_forward,
                             .input_backward = input_backward};

COMPACT_END
