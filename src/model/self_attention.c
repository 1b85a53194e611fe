#include "self_attention.h"

#include <math.h>
#include <string.h>

#include "../base/rng.h"
#include "../base/shape.h"
#include "../linalg/vec.h"
#include "../nn/linear.h"
#include "transformer.h"

COMPACT_BEGIN

// ----------------------------------------------------------------------------------- the blocks

int32_t model_self_attention_params_n(int32_t d_model) {
    if (!SHAPE_OK(d_model, d_model)) return 0;
    const int64_t d = d_model;
    const int64_t n = 4 * (d * d + d);
    return n <= SHAPE_MAX_ELEMENTS ? (int32_t)n : 0;
}

int32_t model_self_attention_act_at(int32_t index, int32_t n_tokens, int32_t d_model,
                                    int32_t n_heads) {
    if (!SHAPE_OK(n_tokens, d_model) || !SHAPE_OK(n_heads, n_tokens, n_tokens) ||
        d_model % n_heads != 0 || model_self_attention_params_n(d_model) == 0 ||
        nn_attention_n_bytes(n_tokens, d_model / n_heads) == 0) {
        return 0;
    }
    const int64_t n = n_tokens, d = d_model, h = n_heads;
#define ACT_SIZE(name, words, size) size,
    const int64_t act_sizes[] = {MODEL_SELF_ATTENTION_ACTS(ACT_SIZE)};
#undef ACT_SIZE
    return shape_part_at(act_sizes, (int32_t)(sizeof act_sizes / sizeof *act_sizes), index);
}

Status model_self_attention_init(float *params, uint32_t seed_lo, uint32_t seed_hi,
                                 int32_t d_model) {
    if (model_self_attention_params_n(d_model) == 0) return STATUS_BAD_SHAPE;
    static const char *const names[] = {"w/q", "w/k", "w/v", "w/o"};
    const int32_t n = d_model * d_model;
    for (int32_t k = 0; k < 4; k++) {
        rng_uniform(params + k * n, names[k], 3, seed_lo, seed_hi, sqrt(3.0 / d_model), n);
    }
    for (int32_t k = 0; k < 4 * d_model; k++) params[4 * n + k] = 0.0f;
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------- the pass

// Copies n floats; what follows in out.
static float *put(float *out, const float *x, int32_t n) {
    memcpy(out, x, (size_t)n * sizeof *x);
    return out + n;
}

Status model_self_attention_attend(float *acts, const float *params, const ModelPass *pass) {
    const int32_t n = pass->seq_len, d = pass->config->d_model, n_heads = pass->config->n_heads;
    if (model_self_attention_act_at(1, n, d, n_heads) == 0) return STATUS_BAD_SHAPE;
    // the block as the weights of a transformer's layer, which are only read
    float *const weights = (float *)params, *const biases = weights + 4 * d * d;
    const ModelLayerParams p = {.q_weight = weights, // and those of k and v
                                .o_weight = weights + 3 * d * d,
                                .q_bias = biases,
                                .o_bias = biases + 3 * d};
    const ModelLayerActs a = model_tensors_layer_acts(pass->acts, pass->config, 1, n, 0);
    ModelBias bias;
    Status status = model_methods_step_bias(pass);
    if (status == STATUS_OK) status = model_transformer_attend(pass, 0, &bias, &a, &p);
    if (status != STATUS_OK) return status;

    // A method may have refused: acts is written only from here on, where nothing can fail, in the order
    // of MODEL_SELF_ATTENTION_ACTS.
    const int32_t n_tokens = n * d, n_pairs = n_heads * n * n;
    acts = put(acts, a.ln1, n_tokens);
    acts = put(acts, a.q, n_tokens);
    acts = put(acts, a.k, n_tokens);
    acts = put(acts, a.v, n_tokens);
    acts = put(acts, bias.data ? bias.data : pass->step_bias, n_pairs);
    float *const logits = acts;
    acts = put(acts, a.logits, n_pairs);
    acts = put(acts, a.weights, n_pairs);
    acts = put(acts, pass->heads, n_tokens);
    // a bias of zeros makes a logit of -0 a 0
    if (!bias.data) linalg_vec_add(logits, pass->step_bias, n_pairs);
    return nn_linear_forward(acts, a.heads, p.o_weight, p.o_bias, pass->scratch, n, d, d);
}

Status model_self_attention_forward(float *acts, const float *params, const float *x,
                                    const ModelLayer *layer, float *scratch) {
    ModelPass pass;
    Status status = model_layer_begin(&pass, layer, scratch);
    if (status != STATUS_OK) return status;
    const int32_t n = layer->n_tokens;
    float *const input = model_tensors_layer_acts(pass.acts, &layer->config, 1, n, 0).ln1;
    memcpy(input, x, (size_t)n * (size_t)layer->config.d_model * sizeof *x);
    status = model_methods_input(&pass, input);
    return status == STATUS_OK ? model_self_attention_attend(acts, params, &pass) : status;
}

COMPACT_END
