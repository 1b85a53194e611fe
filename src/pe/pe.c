#include "pe.h"

#include <stddef.h>

#include "../base/shape.h"
#include "alibi.h"
#include "learned.h"
#include "relative.h"
#include "rope.h"
#include "sinusoidal.h"

COMPACT_BEGIN

// -------------------------------------------------------------------------------- on the input

static Status sinusoidal_input(float *x, const PeConfig *config, int32_t n_tokens) {
    return pe_sinusoidal_add(x, config->base, config->first_pos, n_tokens, config->d_model);
}

static Status learned_input(float *x, const PeConfig *config, int32_t n_tokens) {
    if (!config->table) return STATUS_BAD_VALUE;
    return pe_learned_add(x, config->table, config->first_pos, n_tokens, config->table_len,
                          config->d_model);
}

// ------------------------------------------------------------------------ on queries and keys

static Status rope_qk(float *q, float *k, const PeConfig *config, int32_t n_query, int32_t n_key,
                      int32_t layout) {
    const int32_t dim = config->rotary_dim == 0 ? config->d_head : config->rotary_dim;
    // all that could refuse the queries, before the keys are turned
    if (!SHAPE_OK(config->n_heads, n_query, config->d_head)) return STATUS_BAD_SHAPE;
    const int64_t first_query = (int64_t)config->first_pos + n_key - n_query;
    if (first_query < INT32_MIN || first_query > INT32_MAX) return STATUS_OUT_OF_RANGE;
    const Status status = pe_rope_apply(k, layout, config->base, config->first_pos, config->n_heads,
                                        n_key, config->d_head, dim);
    if (status != STATUS_OK) return status;
    return pe_rope_apply(q, layout, config->base, (int32_t)first_query, config->n_heads, n_query,
                         config->d_head, dim);
}

static Status rope_half_qk(float *q, float *k, const PeConfig *config, int32_t n_query,
                           int32_t n_key) {
    return rope_qk(q, k, config, n_query, n_key, PE_ROPE_LAYOUT_HALF);
}

static Status rope_interleaved_qk(float *q, float *k, const PeConfig *config, int32_t n_query,
                                  int32_t n_key) {
    return rope_qk(q, k, config, n_query, n_key, PE_ROPE_LAYOUT_INTERLEAVED);
}

// ------------------------------------------------------------------------------- on the logits

static Status alibi_logits(float *logits, const float *q, const float *k, const PeConfig *config,
                           int32_t n_query, int32_t n_key) {
    (void)q;
    (void)k;
    return pe_alibi_add(logits, config->n_heads, n_query, n_key);
}

static Status clipped_bias_logits(float *logits, const float *q, const float *k,
                                  const PeConfig *config, int32_t n_query, int32_t n_key) {
    (void)q;
    (void)k;
    if (!config->table) return STATUS_BAD_VALUE;
    return pe_relative_add(logits, config->table, config->clip, config->n_heads, n_query, n_key);
}

// ----------------------------------------------------------------------------------- the table

static const PeMethod METHODS[PE_METHOD_COUNT] = {
    [PE_NONE] = {.name = "none",
                 .acts_on = PE_NOWHERE,
                 .learns = "nothing",
                 .paper = "Kazemnejad et al. 2023, arXiv:2305.19466"},
    [PE_SINUSOIDAL] = {.name = "sinusoidal",
                       .acts_on = PE_INPUT,
                       .learns = "nothing",
                       .paper = "Vaswani et al. 2017, arXiv:1706.03762, section 3.5",
                       .input_forward = sinusoidal_input},
    [PE_LEARNED] = {.name = "learned",
                    .acts_on = PE_INPUT,
                    .learns = "(maxLen, dModel)",
                    .paper = "Gehring et al. 2017, arXiv:1705.03122, section 3.1",
                    .input_forward = learned_input},
    [PE_ROPE_HALF] = {.name = "rope-half",
                      .acts_on = PE_QK,
                      .learns = "nothing",
                      .paper = "Su et al. 2021, arXiv:2104.09864, section 3.2.2",
                      .qk_forward = rope_half_qk},
    [PE_ROPE_INTERLEAVED] = {.name = "rope-interleaved",
                             .acts_on = PE_QK,
                             .learns = "nothing",
                             .paper = "Su et al. 2021, arXiv:2104.09864, section 3.2.2",
                             .qk_forward = rope_interleaved_qk},
    [PE_ALIBI] = {.name = "alibi",
                  .acts_on = PE_LOGITS,
                  .learns = "nothing",
                  .paper = "Press et al. 2022, arXiv:2108.12409, section 3",
                  .logits_forward = alibi_logits},
    [PE_CLIPPED_BIAS] = {.name = "clipped-bias",
                         .acts_on = PE_LOGITS,
                         .learns = "(nHeads, 2 * clip + 1)",
                         .paper = "after Shaw et al. 2018, arXiv:1803.02155, section 3.2",
                         .logits_forward = clipped_bias_logits},
};

const PeMethod *pe_method(int32_t id) {
    return id >= 0 && id < PE_METHOD_COUNT ? &METHODS[id] : NULL;
}

COMPACT_END
