#include "mini_block.h"

#include <math.h>
#include <string.h>

#include "../base/rng.h"
#include "../base/shape.h"
#include "../linalg/vec.h"
#include "../nn/dropout.h"
#include "../nn/embedding.h"
#include "../nn/layernorm.h"
#include "self_attention.h"
#include "transformer.h"

COMPACT_BEGIN

// ----------------------------------------------------------------------------------- the blocks

// Floats of the attention's block of results; 0 for sizes that would be refused.
static int32_t attention_acts_n(int32_t n_tokens, int32_t d_model, int32_t n_heads) {
#define ACT_COUNT(name, words, size) +1
    return model_self_attention_act_at(MODEL_SELF_ATTENTION_ACTS(ACT_COUNT), n_tokens, d_model,
                                       n_heads);
#undef ACT_COUNT
}

int32_t model_mini_block_params_n(int32_t vocab_size, int32_t d_model) {
    const int32_t attention_n = model_self_attention_params_n(d_model);
    if (!SHAPE_OK(vocab_size, d_model) || attention_n == 0) return 0;
    const int64_t n = (int64_t)vocab_size * d_model + attention_n + 2 * (int64_t)d_model;
    return n <= SHAPE_MAX_ELEMENTS ? (int32_t)n : 0;
}

int32_t model_mini_block_act_at(int32_t index, int32_t n_tokens, int32_t d_model, int32_t n_heads) {
    const int32_t attention_n = attention_acts_n(n_tokens, d_model, n_heads);
    if (attention_n == 0) return 0;
    const int64_t n = n_tokens, d = d_model;
#define ACT_SIZE(name, words, size) size,
    const int64_t act_sizes[] = {MODEL_MINI_BLOCK_ACTS(ACT_SIZE)};
#undef ACT_SIZE
    return shape_part_at(act_sizes, (int32_t)(sizeof act_sizes / sizeof *act_sizes), index);
}

Status model_mini_block_init(float *params, uint32_t seed_lo, uint32_t seed_hi, int32_t vocab_size,
                             int32_t d_model) {
    if (model_mini_block_params_n(vocab_size, d_model) == 0) return STATUS_BAD_SHAPE;
    static const char stream[] = "w/embedding";
    const int32_t table_n = vocab_size * d_model;
    rng_normal(params, stream, (int32_t)sizeof stream - 1, seed_lo, seed_hi, 1.0, table_n);
    model_self_attention_init(params + table_n, seed_lo, seed_hi, d_model);
    float *const gamma = params + table_n + model_self_attention_params_n(d_model);
    for (int32_t c = 0; c < d_model; c++) {
        gamma[c] = 1.0f;
        gamma[d_model + c] = 0.0f; // beta
    }
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------- the pass

Status model_mini_block_forward(float *acts, const float *params, const int32_t *tokens,
                                const ModelLayer *layer, float *scratch, double dropout,
                                uint32_t seed_lo, uint32_t seed_hi) {
    static const char stream[] = "dropout/input";
    const ModelConfig *const c = &layer->config;
    const int32_t n_tokens = layer->n_tokens, d = c->d_model, n = n_tokens * d;
    if (model_mini_block_act_at(1, n_tokens, d, c->n_heads) == 0 ||
        model_mini_block_params_n(c->vocab_size, d) == 0) {
        return STATUS_BAD_SHAPE;
    }
    ModelPass pass;
    Status status = model_layer_begin(&pass, layer, scratch);
    if (status != STATUS_OK) return status;
    const float *const attention_params = params + c->vocab_size * d;
    const float *const gamma = attention_params + model_self_attention_params_n(d);
    float *const embedded = model_tensors_end_acts(pass.acts, c, 1, n_tokens).embedded;
    float *const input = model_tensors_layer_acts(pass.acts, c, 1, n_tokens, 0).ln1;

    // input = dropout(embedded + what methods add)
    status =
        nn_embedding_forward(embedded, params, tokens, sqrt((double)d), n_tokens, c->vocab_size, d);
    if (status != STATUS_OK) return status;
    memcpy(input, embedded, (size_t)n * sizeof *input);
    status = model_methods_input(&pass, input);
    if (status != STATUS_OK) return status;
    status = nn_dropout_forward(input, input, dropout, stream, (int32_t)sizeof stream - 1, seed_lo,
                                seed_hi, n);
    if (status != STATUS_OK) return status;

    // output = norm(input + attention(input)); acts in the order of MODEL_MINI_BLOCK_ACTS
    float *const attention = acts + 2 * n;
    status = model_self_attention_attend(attention, attention_params, &pass);
    if (status != STATUS_OK) return status;
    memcpy(acts, embedded, (size_t)n * sizeof *acts);
    memcpy(acts + n, input, (size_t)n * sizeof *acts);
    float *const sum = attention + attention_acts_n(n_tokens, d, c->n_heads);
    memcpy(sum, input, (size_t)n * sizeof *sum);
    linalg_vec_add(sum, sum - n, n); // the last tensor of the attention's block: its output
    return nn_layernorm_forward(sum + n, sum, gamma, gamma + d, MODEL_LAYERNORM_EPS, n_tokens, d);
}

COMPACT_END
