#include "transformer.h"

#include <string.h>

#include "../linalg/vec.h"
#include "../nn/embedding.h"
#include "../nn/gelu.h"
#include "../nn/linear.h"
#include "position.h"

COMPACT_BEGIN

// One layer of a pass: its weights, its activations, its input (M, d).
typedef struct Layer {
    int32_t index;
    ModelLayerParams params;
    ModelLayerActs acts;
    const float *input;
    NnRowStats *stats1, *stats2; // of its norms
} Layer;

static Status norm(float *y, NnRowStats *stats, const float *x, const float *gamma,
                   const float *beta, const ModelPass *pass) {
    return nn_layernorm_forward_stats(y, stats, x, gamma, beta, MODEL_LAYERNORM_EPS, pass->n_tokens,
                                      pass->config->d_model);
}

// acts.heads (M, d): the heads side by side, from acts.ln1
static Status attend(const ModelPass *pass, float *params, const Layer *layer) {
    const ModelLayerActs *const a = &layer->acts;
    const int32_t d = pass->config->d_model;
    const NnHeads heads = model_pass_heads(pass);
    const NnAttention attention = model_pass_attention(pass);
    nn_linear_forward(pass->qkv, a->ln1, layer->params.q_weight, layer->params.q_bias,
                      pass->scratch, pass->n_tokens, d, 3 * d);
    nn_heads_split(a->q, pass->qkv, 3 * d, &heads);
    nn_heads_split(a->k, pass->qkv + d, 3 * d, &heads);
    nn_heads_split(a->v, pass->qkv + 2 * d, 3 * d, &heads);
    Status status = model_position_qk(a->q, a->k, params, pass, layer->index);
    if (status != STATUS_OK) return status;
    ModelBias bias;
    status = model_position_bias(&bias, a->q, a->k, params, pass, layer->index);
    if (status != STATUS_OK) return status;
    status = nn_attention_forward_batch(pass->heads, a->logits, a->weights, a->q, a->k, a->v,
                                        bias.data, bias.n, pass->scratch, &attention);
    if (status != STATUS_OK) return status;
    status = model_position_output(pass->heads, a->weights, params, pass, layer->index);
    nn_heads_merge(a->heads, d, pass->heads, &heads);
    return status;
}

// x + FF2(gelu(FF1(LN2 x))) with x = acts.mid, to acts.out
static void feed_forward(const ModelPass *pass, const Layer *layer, bool is_training) {
    const ModelConfig *const c = pass->config;
    const ModelLayerParams *const p = &layer->params;
    const ModelLayerActs *const a = &layer->acts;
    const int32_t n = pass->n_tokens, d = c->d_model, f = c->d_ff;
    float *const slope = is_training ? pass->slope + (int64_t)layer->index * n * f : NULL;
    norm(a->ln2, layer->stats2, a->mid, p->ln2_gamma, p->ln2_beta, pass);
    nn_linear_forward(a->ff_input, a->ln2, p->ff1_weight, p->ff1_bias, pass->scratch, n, d, f);
    nn_gelu_forward(a->ff_hidden, slope, a->ff_input, c->gelu, n * f);
    memcpy(a->out, a->mid, (size_t)n * (size_t)d * sizeof(float));
    nn_linear_forward_add(a->out, a->ff_hidden, p->ff2_weight, p->ff2_bias, pass->scratch, n, f, d);
}

static Status layer_forward(const ModelPass *pass, float *params, const Layer *layer,
                            bool is_training) {
    const ModelLayerParams *const p = &layer->params;
    const ModelLayerActs *const a = &layer->acts;
    const int32_t n = pass->n_tokens, d = pass->config->d_model;
    norm(a->ln1, layer->stats1, layer->input, p->ln1_gamma, p->ln1_beta, pass);
    const Status status = attend(pass, params, layer);
    if (status != STATUS_OK) return status;
    memcpy(a->mid, layer->input, (size_t)n * (size_t)d * sizeof(float));
    nn_linear_forward_add(a->mid, a->heads, p->o_weight, p->o_bias, pass->scratch, n, d, d);
    feed_forward(pass, layer, is_training);
    return STATUS_OK;
}

static Layer layer_of(const ModelPass *pass, float *params, int32_t index) {
    const ModelConfig *const c = pass->config;
    const int32_t b = pass->batch, t = pass->seq_len;
    NnRowStats *const stats = pass->stats + 2 * (int64_t)index * pass->n_tokens;
    const float *const input = index == 0
                                   ? model_tensors_end_acts(pass->acts, c, b, t).embedded
                                   : model_tensors_layer_acts(pass->acts, c, b, t, index - 1).out;
    return (Layer){.index = index,
                   .params = model_tensors_layer_params(params, c, index),
                   .acts = model_tensors_layer_acts(pass->acts, c, b, t, index),
                   .input = input,
                   .stats1 = stats,
                   .stats2 = stats + pass->n_tokens};
}

// ------------------------------------------------------------------------------------ the readout

// What the head reads: all of final, or one row a sequence.
static const float *read_out(const ModelPass *pass, const ModelEndActs *a) {
    const int32_t d = pass->config->d_model, t = pass->seq_len;
    if (pass->config->readout == MODEL_READOUT_EACH) return a->final;
    for (int32_t b = 0; b < pass->batch; b++) {
        float *const out = a->pooled + b * d;
        const float *const rows = a->final + b * t * d;
        memcpy(out, rows + (t - 1) * d, (size_t)d * sizeof(float));
        if (pass->config->readout == MODEL_READOUT_LAST) continue;
        for (int32_t i = t - 2; i >= 0; i--) linalg_vec_add(out, rows + i * d, d);
        for (int32_t c = 0; c < d; c++) out[c] /= (float)t;
    }
    return a->pooled;
}

// dfinal (M, d) from the gradient by what the head read.
static void read_out_backward(float *dfinal, const float *dread, const ModelPass *pass) {
    const int32_t d = pass->config->d_model, t = pass->seq_len;
    const bool is_mean = pass->config->readout == MODEL_READOUT_MEAN;
    for (int32_t b = 0; b < pass->batch; b++) {
        for (int32_t i = 0; i < t; i++) {
            const float share = is_mean ? 1.0f / (float)t : i == t - 1 ? 1.0f : 0.0f;
            for (int32_t c = 0; c < d; c++) *dfinal++ = share * dread[b * d + c];
        }
    }
}

Status model_transformer_forward(const ModelPass *pass, float *params, const int32_t *tokens,
                                 bool is_training) {
    const ModelConfig *const c = pass->config;
    const ModelEndParams p = model_tensors_end_params(params, c);
    const ModelEndActs a = model_tensors_end_acts(pass->acts, c, pass->batch, pass->seq_len);
    Status status = nn_embedding_forward(a.embedded, p.tok_emb, tokens, 1.0, pass->n_tokens,
                                         c->vocab_size, c->d_model);
    if (status == STATUS_OK) status = model_position_input(a.embedded, params, pass, is_training);
    for (int32_t l = 0; l < c->n_layers && status == STATUS_OK; l++) {
        const Layer layer = layer_of(pass, params, l);
        status = layer_forward(pass, params, &layer, is_training);
    }
    if (status != STATUS_OK) return status;
    const float *const last =
        model_tensors_layer_acts(pass->acts, c, pass->batch, pass->seq_len, c->n_layers - 1).out;
    norm(a.final, pass->stats + 2 * (int64_t)c->n_layers * pass->n_tokens, last, p.final_gamma,
         p.final_beta, pass);
    return nn_linear_forward(a.logits, read_out(pass, &a), p.head_weight, p.head_bias,
                             pass->scratch, pass->n_predictions, c->d_model, c->n_out);
}

// -------------------------------------------------------------------------------------- the backward pass

// dx (M, d), the gradient by a norm's output's way into the stream, is added to.
static void norm_backward(float *dx, float *dgamma, float *dbeta, const float *dy, const float *x,
                          const float *gamma, const NnRowStats *stats, int32_t accumulate,
                          const ModelPass *pass) {
    nn_layernorm_backward_stats(dx, dgamma, dbeta, dy, x, gamma, stats, accumulate, pass->n_tokens,
                                pass->config->d_model);
}

// out = mid + FF2(gelu(FF1(LN2 mid))): pass->dx by out becomes that by mid
static void feed_forward_backward(const ModelPass *pass, const ModelLayerParams *g,
                                  const Layer *layer) {
    const ModelLayerParams *const p = &layer->params;
    const ModelLayerActs *const a = &layer->acts;
    const int32_t n = pass->n_tokens, d = pass->config->d_model, f = pass->config->d_ff;
    nn_linear_backward(pass->dhidden, g->ff2_weight, g->ff2_bias, pass->dx, a->ff_hidden,
                       p->ff2_weight, pass->scratch, n, f, d);
    linalg_vec_multiply(pass->dhidden, pass->slope + (int64_t)layer->index * n * f, n * f);
    nn_linear_backward(pass->dbranch, g->ff1_weight, g->ff1_bias, pass->dhidden, a->ln2,
                       p->ff1_weight, pass->scratch, n, d, f);
    norm_backward(pass->dx, g->ln2_gamma, g->ln2_beta, pass->dbranch, a->mid, p->ln2_gamma,
                  layer->stats2, 1, pass);
}

// pass->qkv, gradients by the projections, from pass->dbranch (M, d), that by acts.heads
static Status attend_backward(const ModelPass *pass, float *grads, float *params,
                              const Layer *layer) {
    const ModelLayerActs *const a = &layer->acts;
    const int32_t d = pass->config->d_model, l = layer->index;
    const NnHeads heads = model_pass_heads(pass);
    const NnAttention attention = model_pass_attention(pass);
    float *const dlogits = pass->pairs;
    nn_heads_split(pass->heads, pass->dbranch, d, &heads);
    nn_attention_backward_values(pass->dv, dlogits, pass->heads, a->weights, a->v, pass->scratch,
                                 &attention);
    Status status =
        model_position_output_backward(dlogits, grads, pass->heads, a->weights, params, pass, l);
    if (status != STATUS_OK) return status;
    nn_attention_backward_softmax(dlogits, a->weights, &attention);
    nn_attention_backward_logits(pass->dq, pass->dk, dlogits, a->q, a->k, pass->scratch,
                                 &attention);
    status = model_position_bias_backward(pass->dq, pass->dk, grads, dlogits, a->q, a->k, params,
                                          pass, l);
    if (status != STATUS_OK) return status;
    status = model_position_qk_backward(pass->dq, pass->dk, params, pass, l);
    nn_heads_merge(pass->qkv, 3 * d, pass->dq, &heads);
    nn_heads_merge(pass->qkv + d, 3 * d, pass->dk, &heads);
    nn_heads_merge(pass->qkv + 2 * d, 3 * d, pass->dv, &heads);
    return status;
}

static Status layer_backward(const ModelPass *pass, float *grads, float *params,
                             const Layer *layer) {
    const ModelLayerParams g = model_tensors_layer_params(grads, pass->config, layer->index);
    const ModelLayerParams *const p = &layer->params;
    const ModelLayerActs *const a = &layer->acts;
    const int32_t n = pass->n_tokens, d = pass->config->d_model;
    feed_forward_backward(pass, &g, layer);
    // mid = input + O(heads)
    nn_linear_backward(pass->dbranch, g.o_weight, g.o_bias, pass->dx, a->heads, p->o_weight,
                       pass->scratch, n, d, d);
    const Status status = attend_backward(pass, grads, params, layer);
    if (status != STATUS_OK) return status;
    nn_linear_backward(pass->dbranch, g.q_weight, g.q_bias, pass->qkv, a->ln1, p->q_weight,
                       pass->scratch, n, d, 3 * d);
    norm_backward(pass->dx, g.ln1_gamma, g.ln1_beta, pass->dbranch, layer->input, p->ln1_gamma,
                  layer->stats1, 1, pass);
    return STATUS_OK;
}

// What methods learn is added to: it starts at zero.
static void clear_tables(const ModelPass *pass, float *grads) {
    const ModelConfig *const c = pass->config;
    for (int32_t i = 0; i < c->n_methods; i++) {
        const PeMethod *const method = pe_method(c->methods[i].id);
        const size_t n = (size_t)pe_n_learned(method, &c->methods[i].config);
        for (int32_t l = 0; n > 0 && l < (method->per_layer ? c->n_layers : 1); l++) {
            memset(model_tensors_table(grads, c, l, i), 0, n * sizeof(float));
        }
    }
}

Status model_transformer_backward(const ModelPass *pass, float *grads, float *params,
                                  const int32_t *tokens) {
    const ModelConfig *const c = pass->config;
    const int32_t b = pass->batch, t = pass->seq_len, d = c->d_model;
    const ModelEndParams p = model_tensors_end_params(params, c);
    const ModelEndParams g = model_tensors_end_params(grads, c);
    const ModelEndActs a = model_tensors_end_acts(pass->acts, c, b, t);
    const bool each = c->readout == MODEL_READOUT_EACH;
    clear_tables(pass, grads);
    nn_linear_backward(each ? pass->dbranch : pass->dpooled, g.head_weight, g.head_bias,
                       pass->dlogits, each ? a.final : a.pooled, p.head_weight, pass->scratch,
                       pass->n_predictions, d, c->n_out);
    if (!each) read_out_backward(pass->dbranch, pass->dpooled, pass);
    const float *const last = model_tensors_layer_acts(pass->acts, c, b, t, c->n_layers - 1).out;
    norm_backward(pass->dx, g.final_gamma, g.final_beta, pass->dbranch, last, p.final_gamma,
                  pass->stats + 2 * (int64_t)c->n_layers * pass->n_tokens, 0, pass);
    for (int32_t l = c->n_layers - 1; l >= 0; l--) {
        const Layer layer = layer_of(pass, params, l);
        const Status status = layer_backward(pass, grads, params, &layer);
        if (status != STATUS_OK) return status;
    }
    const Status status = model_position_input_backward(pass->dx, grads, params, pass);
    if (status != STATUS_OK) return status;
    return nn_embedding_backward(g.tok_emb, pass->dx, tokens, 1.0, pass->n_tokens, c->vocab_size,
                                 d);
}

COMPACT_END
