#include "pass.h"

#include <math.h>

#include "../base/shape.h"
#include "../nn/linear.h"
#include "position.h"

COMPACT_BEGIN

enum { ALIGNED_FLOATS = 4 };

// Hands out a block piece by piece; without a block it only counts.
typedef struct Taker {
    float *block;
    double at;
} Taker;

NOINLINE static float *take(Taker *taker, double n) {
    float *const piece = taker->block ? taker->block + (int64_t)taker->at : NULL;
    taker->at += ceil(n / ALIGNED_FLOATS) * ALIGNED_FLOATS;
    return piece;
}

// ------------------------------------------------------------------------------------- scratch

static double larger(double a, double b) { return a > b ? a : b; }

static double linear_bytes(int32_t n_rows, int32_t n_in, int32_t n_out, bool is_training) {
    const double forward = (double)nn_linear_n_bytes(n_in, n_out);
    if (!is_training) return forward;
    return larger(forward, (double)nn_linear_backward_n_bytes(n_rows, n_in, n_out));
}

// Of the method that needs most for one sequence.
static double method_scratch_n(const ModelConfig *c, int32_t seq_len) {
    double n = 0.0;
    for (int32_t i = 0; i < c->n_methods; i++) {
        const ModelMethod *const entry = &c->methods[i];
        const PeMethod *const method = pe_method(entry->id);
        n = larger(n, (double)pe_n_scratch(method, &entry->config, seq_len, seq_len));
    }
    return n;
}

static double scratch_n(const ModelPass *p, bool is_training) {
    const ModelConfig *const c = p->config;
    const int32_t d = c->d_model, d_head = d / c->n_heads;
    double n_bytes = (double)nn_attention_n_bytes(p->seq_len, d_head);
    if (is_training) {
        const size_t back = nn_attention_backward_n_bytes(p->seq_len, p->seq_len, d_head);
        n_bytes = larger(n_bytes, (double)back);
    }
    n_bytes = larger(n_bytes, linear_bytes(p->n_tokens, d, 3 * d, is_training));
    n_bytes = larger(n_bytes, linear_bytes(p->n_tokens, d, c->d_ff, is_training));
    n_bytes = larger(n_bytes, linear_bytes(p->n_tokens, c->d_ff, d, is_training));
    n_bytes = larger(n_bytes, linear_bytes(p->n_predictions, d, c->n_out, is_training));
    return n_bytes / (double)sizeof(float);
}

// -------------------------------------------------------------------------------------- the pass

// M as an int32_t; where it is none, the pass is one that does not fit.
static int32_t tokens_of(int32_t batch, int32_t seq_len) {
    const int64_t n = (int64_t)batch * seq_len;
    return n <= SHAPE_MAX_ELEMENTS ? (int32_t)n : SHAPE_MAX_ELEMENTS;
}

static void take_backward(ModelPass *p, Taker *taker, double n, double pairs) {
    const ModelConfig *const c = p->config;
    p->slope = take(taker, c->n_layers * n * c->d_ff);
    p->dlogits = take(taker, (double)p->n_predictions * c->n_out);
    p->dpooled = take(taker, (double)p->batch * c->d_model);
    float **const wide[] = {&p->dx, &p->dbranch, &p->dq, &p->dk, &p->dv};
    for (size_t k = 0; k < sizeof wide / sizeof *wide; k++) *wide[k] = take(taker, n * c->d_model);
    p->dhidden = take(taker, n * c->d_ff);
    p->dbias = take(taker, pairs);
    p->inputs = take(taker, model_position_n_inputs(c) * n * c->d_model);
}

double model_pass_lay_out(ModelPass *pass, float *block, const ModelConfig *config, int32_t batch,
                          int32_t seq_len, bool is_training) {
    Taker taker = {block, 0.0};
    const double n = (double)batch * seq_len, d = config->d_model;
    const double pairs = (double)config->n_heads * seq_len * seq_len;
    const int32_t n_tokens = tokens_of(batch, seq_len);
    pass->config = config;
    pass->batch = batch;
    pass->seq_len = seq_len;
    pass->n_tokens = n_tokens;
    pass->n_predictions = config->readout == MODEL_READOUT_EACH ? n_tokens : batch;

    const bool needs_pairs = is_training || model_position_reads_content(config);
    const double stats_n = (2.0 * config->n_layers + 1.0) * n * (double)sizeof(NnRowStats);
    // first, where the block is aligned for doubles
    pass->stats = (NnRowStats *)(void *)take(&taker, stats_n / (double)sizeof(float));
    pass->acts = take(&taker, model_tensors_acts_n(config, batch, seq_len));
    pass->qkv = take(&taker, 3.0 * n * d);
    pass->heads = take(&taker, n * d);
    pass->shared_bias = take(&taker, pairs);
    pass->pairs = take(&taker, needs_pairs ? batch * pairs : 0.0);
    pass->scratch = take(&taker, scratch_n(pass, is_training));
    pass->method_scratch = take(&taker, method_scratch_n(config, seq_len));
    if (is_training) take_backward(pass, &taker, n, pairs);
    return taker.at;
}

bool model_pass_fits(const ModelConfig *config, int32_t batch, int32_t seq_len, bool is_training) {
    if (!SHAPE_OK(batch, seq_len, config->d_model) || !SHAPE_OK(batch, seq_len, config->d_ff) ||
        !SHAPE_OK(batch, seq_len, config->n_out) || !SHAPE_OK(batch, seq_len, 3, config->d_model) ||
        !SHAPE_OK(batch, config->n_heads, seq_len, seq_len)) {
        return false;
    }
    ModelPass pass;
    return model_pass_lay_out(&pass, NULL, config, batch, seq_len, is_training) <=
           SHAPE_MAX_ELEMENTS;
}

NnHeads model_pass_heads(const ModelPass *pass) {
    const ModelConfig *const c = pass->config;
    return (NnHeads){pass->batch, pass->seq_len, c->n_heads, c->d_model / c->n_heads};
}

NnAttention model_pass_attention(const ModelPass *pass) {
    const ModelConfig *const c = pass->config;
    const int32_t d_head = c->d_model / c->n_heads;
    return (NnAttention){.n_problems = pass->batch * c->n_heads,
                         .n_query = pass->seq_len,
                         .n_key = pass->seq_len,
                         .d_head = d_head,
                         .causal = c->causal,
                         .scale = model_config_scale(c)};
}

// ------------------------------------------------------------------------------------ the states

static double state_n(const ModelConfig *config, int32_t index, int32_t n_tokens) {
    const ModelMethod *const entry = &config->methods[index];
    return (double)pe_n_state(pe_method(entry->id), &entry->config, n_tokens);
}

double model_pass_states_n(const ModelConfig *config, int32_t n_tokens) {
    Taker taker = {NULL, 0.0};
    for (int32_t i = 0; i < config->n_methods; i++) take(&taker, state_n(config, i, n_tokens));
    return taker.at;
}

Status model_pass_prepare(ModelStates *states, float *block, const ModelConfig *config,
                          int32_t n_tokens) {
    Taker taker = {block, 0.0};
    Status status = STATUS_OK;
    states->state_len = n_tokens;
    for (int32_t i = 0; i < config->n_methods && status == STATUS_OK; i++) {
        const ModelMethod *const entry = &config->methods[i];
        const double n = state_n(config, i, n_tokens);
        float *const state = take(&taker, n);
        states->of[i] = n > 0.0 ? state : NULL;
        const PeMethod *const method = pe_method(entry->id);
        if (method->prepare) status = method->prepare(state, &entry->config, n_tokens);
    }
    return status;
}

COMPACT_END
