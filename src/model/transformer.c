#include "transformer.h"

#include <string.h>

#include "../linalg/vec.h"
#include "../nn/embedding.h"
#include "../nn/gelu.h"
#include "../nn/linear.h"

COMPACT_BEGIN

// One layer of a pass: its weights, its activations, its input (M, d).
typedef struct Layer {
    ModelLayerParams params;
    ModelLayerActs acts;
    const float *input;
    NnRowStats *stats1, *stats2; // of its norms
    float *slope;                // (M, f) of its gelu, NULL except in training
} Layer;

static Layer layer_at(const ModelPass *pass, int32_t index) {
    const ModelConfig *const c = pass->config;
    const int32_t b = pass->batch, t = pass->seq_len, n = pass->n_tokens;
    NnRowStats *const stats = pass->stats + 2 * (int64_t)index * n;
    const float *const input = index == 0
                                   ? model_tensors_end_acts(pass->acts, c, b, t).embedded
                                   : model_tensors_layer_acts(pass->acts, c, b, t, index - 1).out;
    return (Layer){.params = model_tensors_layer_params(pass->params, c, index),
                   .acts = model_tensors_layer_acts(pass->acts, c, b, t, index),
                   .input = input,
                   .stats1 = stats,
                   .stats2 = stats + n,
                   .slope = pass->is_training ? pass->slope + (int64_t)index * n * c->d_ff : NULL};
}

// The final norm's input (M, d) and statistics.
static const float *last_out(const ModelPass *pass) {
    const ModelConfig *const c = pass->config;
    return model_tensors_layer_acts(pass->acts, c, pass->batch, pass->seq_len, c->n_layers - 1).out;
}

static NnRowStats *final_stats(const ModelPass *pass) {
    return pass->stats + 2 * (int64_t)pass->config->n_layers * pass->n_tokens;
}

// --------------------------------------------------------------------------------- forward pass

static void norm(float *y, NnRowStats *stats, const float *x, const float *gamma, const float *beta,
                 const ModelPass *pass) {
    nn_layernorm_forward_stats(y, stats, x, gamma, beta, MODEL_LAYERNORM_EPS, pass->n_tokens,
                               pass->config->d_model);
}

// Columns of the projection: queries, and keys and values unless a method makes those.
static int32_t projected_n(const ModelConfig *config) {
    return model_config_makes_kv(config) ? config->d_model : 3 * config->d_model;
}

Status model_transformer_attend(const ModelPass *pass, int32_t layer, ModelBias *bias,
                                const ModelLayerActs *acts, const ModelLayerParams *params) {
    const int32_t d = pass->config->d_model, n_projected = projected_n(pass->config);
    const NnHeads heads = model_workspace_heads(pass);
    const NnAttention attention = model_workspace_attention(pass);

    // q, k and v (B, h, T, d / h), and the methods that make or change them
    nn_linear_forward(pass->qkv, acts->ln1, params->q_weight, params->q_bias, pass->scratch,
                      pass->n_tokens, d, n_projected);
    nn_heads_split(acts->q, pass->qkv, n_projected, &heads);
    if (n_projected > d) {
        nn_heads_split(acts->k, pass->qkv + d, n_projected, &heads);
        nn_heads_split(acts->v, pass->qkv + 2 * d, n_projected, &heads);
    }
    Status status = model_methods_kv(pass, layer, acts->q, acts->k, acts->v);
    const PeBuffers both = {.q = acts->q, .k = acts->k};
    if (status == STATUS_OK) status = model_methods_act(pass, layer, PE_QK, false, false, &both);
    if (status == STATUS_OK) status = model_methods_values(pass, layer, NULL, acts->v, false);
    if (status != STATUS_OK) return status;

    // weights = softmax(scale q k^T + bias), heads = weights v, unless a method makes the weights
    status = model_methods_bias(pass, layer, bias, acts->q, acts->k);
    if (status != STATUS_OK) return status;
    const NnAttentionInputs inputs = {acts->q, acts->k, acts->v, bias->data, bias->n};
    status = nn_attention_forward(pass->heads, acts->logits, acts->weights, &inputs, pass->scratch,
                                  &attention);
    if (status == STATUS_OK) status = model_methods_weights(pass, layer, pass->heads, acts);
    if (status != STATUS_OK) return status;

    // what methods add to the output and make of it, and the heads side by side
    status = model_methods_output(pass, layer, pass->heads, acts->weights);
    if (status == STATUS_OK) status = model_methods_values(pass, layer, pass->heads, NULL, false);
    nn_heads_merge(acts->heads, d, pass->heads, &heads);
    return status;
}

Status model_transformer_forward(const ModelPass *pass, const int32_t *tokens) {
    const ModelConfig *const c = pass->config;
    const int32_t n = pass->n_tokens, d = c->d_model, f = c->d_ff;
    const size_t n_bytes = (size_t)n * (size_t)d * sizeof(float);
    const ModelEndParams ends = model_tensors_end_params(pass->params, c);
    const ModelEndActs out = model_tensors_end_acts(pass->acts, c, pass->batch, pass->seq_len);

    // embeddings, what methods on the input add, and the bias that all layers share
    Status status =
        nn_embedding_forward(out.embedded, ends.tok_emb, tokens, 1.0, n, c->vocab_size, d);
    if (status == STATUS_OK) status = model_methods_input(pass, out.embedded);
    if (status == STATUS_OK) status = model_methods_step_bias(pass);
    if (status != STATUS_OK) return status;

    for (int32_t l = 0; l < c->n_layers; l++) {
        const Layer layer = layer_at(pass, l);
        const ModelLayerParams *const p = &layer.params;
        const ModelLayerActs *const a = &layer.acts;
        ModelBias bias;

        // mid = input + O(attention(LN1 input))
        norm(a->ln1, layer.stats1, layer.input, p->ln1_gamma, p->ln1_beta, pass);
        status = model_transformer_attend(pass, l, &bias, a, p);
        if (status != STATUS_OK) return status;
        memcpy(a->mid, layer.input, n_bytes);
        nn_linear_forward_add(a->mid, a->heads, p->o_weight, p->o_bias, pass->scratch, n, d, d);

        // out = mid + FF2(gelu(FF1(LN2 mid)))
        norm(a->ln2, layer.stats2, a->mid, p->ln2_gamma, p->ln2_beta, pass);
        nn_linear_forward(a->ff_input, a->ln2, p->ff1_weight, p->ff1_bias, pass->scratch, n, d, f);
        nn_gelu_forward(a->ff_hidden, layer.slope, a->ff_input, c->gelu, n * f);
        memcpy(a->out, a->mid, n_bytes);
        nn_linear_forward_add(a->out, a->ff_hidden, p->ff2_weight, p->ff2_bias, pass->scratch, n, f,
                              d);
    }

    norm(out.final, final_stats(pass), last_out(pass), ends.final_gamma, ends.final_beta, pass);

    // what the head reads: every row, or one per sequence: the last, or the mean
    const bool each = c->readout == MODEL_READOUT_EACH;
    for (int32_t b = 0; b < pass->batch && !each; b++) {
        const int32_t t = pass->seq_len;
        float *const pooled = out.pooled + b * d;
        const float *const rows = out.final + b * t * d;
        memcpy(pooled, rows + (t - 1) * d, (size_t)d * sizeof(float));
        if (c->readout == MODEL_READOUT_LAST) continue;
        for (int32_t i = t - 2; i >= 0; i--) linalg_vec_add(pooled, rows + i * d, d);
        for (int32_t e = 0; e < d; e++) pooled[e] /= (float)t;
    }
    return nn_linear_forward(out.logits, each ? out.final : out.pooled, ends.head_weight,
                             ends.head_bias, pass->scratch, pass->n_predictions, d, c->n_out);
}

// -------------------------------------------------------------------------------- backward pass

// From pass->dbranch (M, d), the gradient of the norm's output, to pass->dx, that of the residual stream:
// written, or added to where accumulate is 1.
static void norm_backward(const ModelPass *pass, float *dgamma, float *dbeta, const float *x,
                          const float *gamma, const NnRowStats *stats, int32_t accumulate) {
    const NnLayernormGradients gradients = {pass->dx, dgamma, dbeta, accumulate};
    nn_layernorm_backward_stats(&gradients, pass->dbranch, x, gamma, stats, pass->n_tokens,
                                pass->config->d_model);
}

// pass->qkv, gradients of the projections, from pass->dbranch (M, d), that of acts->heads.
static Status attend_backward(const ModelPass *pass, int32_t layer, const ModelLayerActs *acts) {
    const int32_t d = pass->config->d_model, n_projected = projected_n(pass->config);
    const NnHeads heads = model_workspace_heads(pass);
    const NnAttention attention = model_workspace_attention(pass);
    float *const dlogits = pass->pairs;

    // from the heads to the values and the weights, and from the weights to the logits, in place
    nn_heads_split(pass->heads, pass->dbranch, d, &heads);
    Status status = model_methods_values(pass, layer, pass->heads, NULL, true);
    if (status != STATUS_OK) return status;
    nn_attention_backward_values(pass->dv, dlogits, pass->heads, acts->weights, acts->v,
                                 pass->scratch, &attention);
    status = model_methods_output_backward(pass, layer, dlogits, pass->heads, acts->weights);
    if (status == STATUS_OK) status = model_methods_weights_backward(pass, layer, dlogits, acts);
    if (status != STATUS_OK) return status;

    // from the logits to q and k, and to what methods add to the logits
    nn_attention_backward_logits(pass->dq, pass->dk, dlogits, acts->q, acts->k, pass->scratch,
                                 &attention);
    status =
        model_methods_bias_backward(pass, layer, pass->dq, pass->dk, dlogits, acts->q, acts->k);
    if (status != STATUS_OK) return status;

    // and through the methods on q, k and v to the projections
    status = model_methods_values(pass, layer, NULL, pass->dv, true);
    const PeBuffers both = {.q = acts->q, .k = acts->k, .dq = pass->dq, .dk = pass->dk};
    if (status == STATUS_OK) status = model_methods_act(pass, layer, PE_QK, true, true, &both);
    if (status == STATUS_OK) {
        status = model_methods_kv_backward(pass, layer, pass->dq, pass->dk, pass->dv);
    }
    nn_heads_merge(pass->qkv, n_projected, pass->dq, &heads);
    if (n_projected > d) {
        nn_heads_merge(pass->qkv + d, n_projected, pass->dk, &heads);
        nn_heads_merge(pass->qkv + 2 * d, n_projected, pass->dv, &heads);
    }
    return status;
}

Status model_transformer_backward(const ModelPass *pass, const int32_t *tokens) {
    const ModelConfig *const c = pass->config;
    const int32_t n = pass->n_tokens, d = c->d_model, f = c->d_ff;
    const ModelEndParams ends = model_tensors_end_params(pass->params, c);
    const ModelEndParams dends = model_tensors_end_params(pass->grads, c);
    const ModelEndActs out = model_tensors_end_acts(pass->acts, c, pass->batch, pass->seq_len);
    const bool each = c->readout == MODEL_READOUT_EACH;
    model_methods_clear_gradients(pass);

    // head and final norm
    const NnLinearGradients of_head = {each ? pass->dbranch : pass->dpooled, dends.head_weight,
                                       dends.head_bias};
    nn_linear_backward(&of_head, pass->dlogits, each ? out.final : out.pooled, ends.head_weight,
                       pass->scratch, pass->n_predictions, d, c->n_out);
    for (int32_t row = 0; row < n && !each; row++) { // one row per sequence had been read
        const int32_t t = pass->seq_len;
        const bool is_last = row % t == t - 1, is_mean = c->readout == MODEL_READOUT_MEAN;
        const float share = is_mean ? 1.0f / (float)t : is_last ? 1.0f : 0.0f;
        for (int32_t e = 0; e < d; e++) {
            pass->dbranch[row * d + e] = share * pass->dpooled[row / t * d + e];
        }
    }
    norm_backward(pass, dends.final_gamma, dends.final_beta, last_out(pass), ends.final_gamma,
                  final_stats(pass), 0);

    for (int32_t l = c->n_layers - 1; l >= 0; l--) {
        const Layer layer = layer_at(pass, l);
        const ModelLayerParams g = model_tensors_layer_params(pass->grads, c, l);
        const ModelLayerParams *const p = &layer.params;
        const ModelLayerActs *const a = &layer.acts;

        // out = mid + FF2(gelu(FF1(LN2 mid)))
        const NnLinearGradients of_ff2 = {pass->dhidden, g.ff2_weight, g.ff2_bias};
        nn_linear_backward(&of_ff2, pass->dx, a->ff_hidden, p->ff2_weight, pass->scratch, n, f, d);
        linalg_vec_multiply(pass->dhidden, layer.slope, n * f);
        const NnLinearGradients of_ff1 = {pass->dbranch, g.ff1_weight, g.ff1_bias};
        nn_linear_backward(&of_ff1, pass->dhidden, a->ln2, p->ff1_weight, pass->scratch, n, d, f);
        norm_backward(pass, g.ln2_gamma, g.ln2_beta, a->mid, p->ln2_gamma, layer.stats2, 1);

        // mid = input + O(attention(LN1 input))
        const NnLinearGradients of_o = {pass->dbranch, g.o_weight, g.o_bias};
        nn_linear_backward(&of_o, pass->dx, a->heads, p->o_weight, pass->scratch, n, d, d);
        const Status status = attend_backward(pass, l, a);
        if (status != STATUS_OK) return status;
        const NnLinearGradients of_qkv = {pass->dbranch, g.q_weight, g.q_bias};
        nn_linear_backward(&of_qkv, pass->qkv, a->ln1, p->q_weight, pass->scratch, n, d,
                           projected_n(c));
        model_methods_tokens_backward(pass, pass->dbranch);
        norm_backward(pass, g.ln1_gamma, g.ln1_beta, layer.input, p->ln1_gamma, layer.stats1, 1);
    }

    // what all layers share, and the embeddings
    Status status = model_methods_step_bias_backward(pass);
    if (status == STATUS_OK) status = model_methods_input_backward(pass, pass->dx);
    if (status != STATUS_OK) return status;
    return nn_embedding_backward(dends.tok_emb, pass->dx, tokens, 1.0, n, c->vocab_size, d);
}

COMPACT_END
