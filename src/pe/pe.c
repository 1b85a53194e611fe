#include "pe.h"

#include <stddef.h>

#include "../base/shape.h"
#include "../linalg/vec.h"
#include "alibi.h"
#include "learned.h"
#include "relative.h"
#include "rope.h"
#include "shaw.h"
#include "sinusoidal.h"
#include "t5.h"

COMPACT_BEGIN

// --------------------------------------------------------------------- nothing learned, no state

static PeShape nothing(const PeConfig *config) {
    (void)config;
    return (PeShape){0, 0};
}

static int64_t no_state(const PeConfig *config, int32_t n_tokens) {
    (void)config, (void)n_tokens;
    return 0;
}

static Status prepare_nothing(float *state, const PeConfig *config, int32_t n_tokens) {
    (void)state, (void)config, (void)n_tokens;
    return STATUS_OK;
}

// -------------------------------------------------------------------------------- on the input

static int64_t sinusoidal_n_state(const PeConfig *config, int32_t n_tokens) {
    return SHAPE_OK(n_tokens, config->d_model) ? (int64_t)n_tokens * config->d_model : 0;
}

static Status sinusoidal_prepare(float *state, const PeConfig *config, int32_t n_tokens) {
    return pe_sinusoidal_table(state, PE_SINUSOIDAL_INTERLEAVED, config->base, config->first_pos,
                               n_tokens, config->d_model);
}

static Status sinusoidal_input(float *x, const PeConfig *config, int32_t n_tokens) {
    if (!config->state) {
        return pe_sinusoidal_add(x, config->base, config->first_pos, n_tokens, config->d_model);
    }
    if (!SHAPE_OK(n_tokens, config->d_model)) return STATUS_BAD_SHAPE;
    if (n_tokens > config->state_len) return STATUS_OUT_OF_RANGE;
    linalg_vec_add(x, config->state, n_tokens * config->d_model);
    return STATUS_OK;
}

static Status sinusoidal_input_backward(float *dx, float *dtable, const float *x,
                                        const PeConfig *config, int32_t n_tokens) {
    (void)dx, (void)dtable, (void)x; // a sum hands its gradient on as it is
    return SHAPE_OK(n_tokens, config->d_model) ? STATUS_OK : STATUS_BAD_SHAPE;
}

static PeShape learned_shape(const PeConfig *config) {
    return (PeShape){config->table_len, config->d_model};
}

static Status learned_input(float *x, const PeConfig *config, int32_t n_tokens) {
    if (!config->table) return STATUS_BAD_VALUE;
    return pe_learned_add(x, config->table, config->first_pos, n_tokens, config->table_len,
                          config->d_model);
}

static Status learned_input_backward(float *dx, float *dtable, const float *x,
                                     const PeConfig *config, int32_t n_tokens) {
    (void)x;
    if (!dtable) return SHAPE_OK(n_tokens, config->d_model) ? STATUS_OK : STATUS_BAD_SHAPE;
    return pe_learned_backward(dtable, dx, config->first_pos, n_tokens, config->table_len,
                               config->d_model);
}

// ------------------------------------------------------------------------ on queries and keys

static int32_t rotary_dim(const PeConfig *config) {
    return config->rotary_dim == 0 ? config->d_head : config->rotary_dim;
}

// n_tokens rows of cosines, then as many of sines, dim / 2 columns each
static int64_t rope_n_state(const PeConfig *config, int32_t n_tokens) {
    const int32_t dim = rotary_dim(config);
    return dim % 2 == 0 && SHAPE_OK(n_tokens, dim) ? (int64_t)n_tokens * dim : 0;
}

static Status rope_prepare(float *state, const PeConfig *config, int32_t n_tokens) {
    const int64_t n = rope_n_state(config, n_tokens);
    if (n == 0) return STATUS_BAD_SHAPE;
    return pe_rope_cache(state, state + n / 2, config->base, config->first_pos, n_tokens,
                         rotary_dim(config));
}

// x (n_heads, n, d_head), its first row at position first_pos + first.
static Status rope_turn(float *x, const PeConfig *config, int32_t layout, bool inverse,
                        int32_t first, int32_t n) {
    const int32_t dim = rotary_dim(config), n_pairs = dim / 2;
    if (!config->state) {
        return pe_rope_apply(x, layout, inverse, config->base, config->first_pos + first,
                             config->n_heads, n, config->d_head, dim);
    }
    const float *const cosines = config->state + (int64_t)first * n_pairs;
    const float *const sines = cosines + (int64_t)config->state_len * n_pairs;
    return pe_rope_rotate(x, x, cosines, sines, layout, inverse, config->n_heads, n, config->d_head,
                          n_pairs);
}

// All that could refuse the queries, before the keys are turned.
static Status rope_check(const PeConfig *config, int32_t n_query, int32_t n_key) {
    if (!SHAPE_OK(config->n_heads, n_query, config->d_head)) return STATUS_BAD_SHAPE;
    if (!config->state) {
        const int64_t first_query = (int64_t)config->first_pos + n_key - n_query;
        const bool fits = first_query >= INT32_MIN && first_query <= INT32_MAX;
        return fits ? STATUS_OK : STATUS_OUT_OF_RANGE;
    }
    if (rotary_dim(config) % 2 != 0) return STATUS_BAD_SHAPE;
    return n_query <= n_key && n_key <= config->state_len ? STATUS_OK : STATUS_OUT_OF_RANGE;
}

static Status rope_qk(float *q, float *k, const PeConfig *config, int32_t n_query, int32_t n_key,
                      int32_t layout, bool inverse) {
    Status status = rope_check(config, n_query, n_key);
    if (status == STATUS_OK) status = rope_turn(k, config, layout, inverse, 0, n_key);
    if (status != STATUS_OK) return status;
    return rope_turn(q, config, layout, inverse, n_key - n_query, n_query);
}

static Status rope_half_qk(float *q, float *k, const PeConfig *config, int32_t n_query,
                           int32_t n_key) {
    return rope_qk(q, k, config, n_query, n_key, PE_ROPE_LAYOUT_HALF, false);
}

static Status rope_half_qk_backward(float *dq, float *dk, const PeConfig *config, int32_t n_query,
                                    int32_t n_key) {
    return rope_qk(dq, dk, config, n_query, n_key, PE_ROPE_LAYOUT_HALF, true);
}

static Status rope_interleaved_qk(float *q, float *k, const PeConfig *config, int32_t n_query,
                                  int32_t n_key) {
    return rope_qk(q, k, config, n_query, n_key, PE_ROPE_LAYOUT_INTERLEAVED, false);
}

static Status rope_interleaved_qk_backward(float *dq, float *dk, const PeConfig *config,
                                           int32_t n_query, int32_t n_key) {
    return rope_qk(dq, dk, config, n_query, n_key, PE_ROPE_LAYOUT_INTERLEAVED, true);
}

// ------------------------------------------------------------------------------- on the logits

static Status alibi_logits(float *logits, const float *q, const float *k, const PeConfig *config,
                           int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    return pe_alibi_add(logits, config->n_heads, n_query, n_key);
}

static Status alibi_logits_backward(float *dq, float *dk, float *dtable, const float *dlogits,
                                    const float *q, const float *k, const PeConfig *config,
                                    int32_t n_query, int32_t n_key) {
    (void)dq, (void)dk, (void)dtable, (void)dlogits, (void)q, (void)k;
    return SHAPE_OK(config->n_heads, n_query, n_key) ? STATUS_OK : STATUS_BAD_SHAPE;
}

// Offsets from -clip to clip; 0 for a clip that every function refuses.
static int32_t n_offsets(const PeConfig *config) {
    return config->clip >= 0 && config->clip <= 1 << 27 ? 2 * config->clip + 1 : 0;
}

static PeShape clipped_bias_shape(const PeConfig *config) {
    return (PeShape){config->n_heads, n_offsets(config)};
}

static Status clipped_bias_logits(float *logits, const float *q, const float *k,
                                  const PeConfig *config, int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    if (!config->table) return STATUS_BAD_VALUE;
    return pe_relative_add(logits, config->table, config->clip, config->n_heads, n_query, n_key);
}

static Status clipped_bias_logits_backward(float *dq, float *dk, float *dtable,
                                           const float *dlogits, const float *q, const float *k,
                                           const PeConfig *config, int32_t n_query, int32_t n_key) {
    (void)dq, (void)dk, (void)q, (void)k;
    if (!dtable) return SHAPE_OK(config->n_heads, n_query, n_key) ? STATUS_OK : STATUS_BAD_SHAPE;
    return pe_relative_backward(dtable, dlogits, config->clip, config->n_heads, n_query, n_key);
}

static PeShape t5_shape(const PeConfig *config) {
    return (PeShape){config->n_buckets, config->n_heads};
}

static Status t5_logits(float *logits, const float *q, const float *k, const PeConfig *config,
                        int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    if (!config->table) return STATUS_BAD_VALUE;
    return pe_t5_add(logits, config->table, config->causal, config->n_buckets, config->max_distance,
                     config->n_heads, n_query, n_key);
}

static Status t5_logits_backward(float *dq, float *dk, float *dtable, const float *dlogits,
                                 const float *q, const float *k, const PeConfig *config,
                                 int32_t n_query, int32_t n_key) {
    (void)dq, (void)dk, (void)q, (void)k;
    if (!dtable) return SHAPE_OK(config->n_heads, n_query, n_key) ? STATUS_OK : STATUS_BAD_SHAPE;
    return pe_t5_backward(dtable, dlogits, config->causal, config->n_buckets, config->max_distance,
                          config->n_heads, n_query, n_key);
}

static PeShape shaw_shape(const PeConfig *config) {
    return (PeShape){n_offsets(config), config->d_head};
}

static Status shaw_logits(float *logits, const float *q, const float *k, const PeConfig *config,
                          int32_t n_query, int32_t n_key) {
    (void)k;
    if (!config->table) return STATUS_BAD_VALUE;
    return pe_shaw_keys_add(logits, q, config->table, (double)config->scale, config->clip,
                            config->causal, config->n_heads, n_query, n_key, config->d_head);
}

static Status shaw_logits_backward(float *dq, float *dk, float *dtable, const float *dlogits,
                                   const float *q, const float *k, const PeConfig *config,
                                   int32_t n_query, int32_t n_key) {
    (void)dk, (void)k;
    if (!config->table) return STATUS_BAD_VALUE;
    return pe_shaw_keys_backward(dq, dtable, dlogits, q, config->table, (double)config->scale,
                                 config->clip, config->causal, config->n_heads, n_query, n_key,
                                 config->d_head);
}

// ------------------------------------------------------------------------------- on the output

static Status shaw_output(float *output, const float *weights, const PeConfig *config,
                          int32_t n_query, int32_t n_key) {
    if (!config->table) return STATUS_BAD_VALUE;
    return pe_shaw_values_add(output, weights, config->table, config->clip, config->causal,
                              config->n_heads, n_query, n_key, config->d_head);
}

static Status shaw_output_backward(float *dweights, float *dtable, const float *doutput,
                                   const float *weights, const PeConfig *config, int32_t n_query,
                                   int32_t n_key) {
    if (!config->table) return STATUS_BAD_VALUE;
    return pe_shaw_values_backward(dweights, dtable, doutput, weights, config->table, config->clip,
                                   config->causal, config->n_heads, n_query, n_key, config->d_head);
}

// ----------------------------------------------------------------------------------- the table

// As in GPT (A. Radford et al., 2018, section 4.1): small beside embeddings, and no two rows equal.
static const double SIGMA = 0.02;

#define NO_STATE .n_state = no_state, .prepare = prepare_nothing
#define LEARNS_NOTHING .learned_shape = nothing

static const PeMethod METHODS[PE_METHOD_COUNT] = {
    [PE_NONE] = {.acts_on = PE_NOWHERE, LEARNS_NOTHING, NO_STATE},
    [PE_SINUSOIDAL] = {.acts_on = PE_INPUT,
                       LEARNS_NOTHING,
                       .n_state = sinusoidal_n_state,
                       .prepare = sinusoidal_prepare,
                       .input_forward = sinusoidal_input,
                       .input_backward = sinusoidal_input_backward},
    [PE_LEARNED] = {.acts_on = PE_INPUT,
                    .tensor = "pos_emb",
                    .init_sigma = SIGMA,
                    .learned_shape = learned_shape,
                    NO_STATE,
                    .input_forward = learned_input,
                    .input_backward = learned_input_backward},
    [PE_ROPE_HALF] = {.acts_on = PE_QK,
                      LEARNS_NOTHING,
                      .n_state = rope_n_state,
                      .prepare = rope_prepare,
                      .qk_forward = rope_half_qk,
                      .qk_backward = rope_half_qk_backward},
    [PE_ROPE_INTERLEAVED] = {.acts_on = PE_QK,
                             LEARNS_NOTHING,
                             .n_state = rope_n_state,
                             .prepare = rope_prepare,
                             .qk_forward = rope_interleaved_qk,
                             .qk_backward = rope_interleaved_qk_backward},
    [PE_ALIBI] = {.acts_on = PE_LOGITS,
                  LEARNS_NOTHING,
                  NO_STATE,
                  .logits_forward = alibi_logits,
                  .logits_backward = alibi_logits_backward},
    [PE_CLIPPED_BIAS] = {.acts_on = PE_LOGITS,
                         .tensor = "clipped_table",
                         .init_sigma = SIGMA,
                         .learned_shape = clipped_bias_shape,
                         NO_STATE,
                         .logits_forward = clipped_bias_logits,
                         .logits_backward = clipped_bias_logits_backward},
    [PE_T5] = {.acts_on = PE_LOGITS,
               .tensor = "t5_table",
               .init_sigma = SIGMA,
               .learned_shape = t5_shape,
               NO_STATE,
               .logits_forward = t5_logits,
               .logits_backward = t5_logits_backward},
    [PE_SHAW_KEYS] = {.acts_on = PE_LOGITS,
                      .tensor = "attn.shaw_key",
                      .per_layer = true,
                      .reads_content = true,
                      .init_sigma = SIGMA,
                      .learned_shape = shaw_shape,
                      NO_STATE,
                      .logits_forward = shaw_logits,
                      .logits_backward = shaw_logits_backward},
    [PE_SHAW_VALUES] = {.acts_on = PE_OUTPUT,
                        .tensor = "attn.shaw_value",
                        .per_layer = true,
                        .reads_content = true,
                        .init_sigma = SIGMA,
                        .learned_shape = shaw_shape,
                        NO_STATE,
                        .output_forward = shaw_output,
                        .output_backward = shaw_output_backward},
};

const PeMethod *pe_method(int32_t id) {
    return id >= 0 && id < PE_METHOD_COUNT ? &METHODS[id] : NULL;
}

COMPACT_END
