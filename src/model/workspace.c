#include "workspace.h"

#include <math.h>

#include "../base/shape.h"
#include "../nn/linear.h"
#include "positions.h"

COMPACT_BEGIN

enum { ALIGNED_FLOATS = 4 };

// Hands out a block piece by piece; without a block it only counts.
typedef struct Cursor {
    float *block;
    double at;
} Cursor;

NOINLINE static float *take(Cursor *cursor, double n) {
    float *const piece = cursor->block ? cursor->block + (int64_t)cursor->at : NULL;
    cursor->at += ceil(n / ALIGNED_FLOATS) * ALIGNED_FLOATS;
    return piece;
}

// ------------------------------------------------------------------------------------- scratch

static double larger(double a, double b) { return a > b ? a : b; }

// Of the kernel that needs most: attention, or a linear layer of (rows, in, out).
static double scratch_n(const ModelPass *p) {
    const ModelConfig *const c = p->config;
    const int32_t t = p->seq_len, d = c->d_model, d_head = d / c->n_heads;
    const int32_t linear[][3] = {{p->n_tokens, d, 3 * d},
                                 {p->n_tokens, d, c->d_ff},
                                 {p->n_tokens, c->d_ff, d},
                                 {p->n_predictions, d, c->n_out}};
    double n_bytes = (double)nn_attention_n_bytes(t, d_head);
    if (p->is_training) {
        n_bytes = larger(n_bytes, (double)nn_attention_backward_n_bytes(t, t, d_head));
    }
    for (size_t k = 0; k < sizeof linear / sizeof *linear; k++) {
        const int32_t *const n = linear[k];
        n_bytes = larger(n_bytes, (double)nn_linear_n_bytes(n[1], n[2]));
        if (!p->is_training) continue;
        n_bytes = larger(n_bytes, (double)nn_linear_backward_n_bytes(n[0], n[1], n[2]));
    }
    return n_bytes / (double)sizeof(float);
}

// Of a sequence, or of all positions that its tokens may have, where those are more.
static int32_t positions_n(const ModelConfig *config, int32_t n_tokens) {
    return config->n_ids > n_tokens ? config->n_ids : n_tokens;
}

// -------------------------------------------------------------------------------------- the pass

double model_workspace_lay_out(ModelPass *pass, float *block, const ModelConfig *config,
                               int32_t batch, int32_t seq_len, bool is_training) {
    Cursor cursor = {block, 0.0};
    const double n = (double)batch * seq_len, d = config->d_model;
    const double pairs = (double)config->n_heads * seq_len * seq_len;
    // where n is no int32_t the pass is one that does not fit
    const int32_t n_tokens = n <= SHAPE_MAX_ELEMENTS ? batch * seq_len : SHAPE_MAX_ELEMENTS;
    *pass = (ModelPass){
        .config = config,
        .batch = batch,
        .seq_len = seq_len,
        .n_tokens = n_tokens,
        .n_predictions = config->readout == MODEL_READOUT_EACH ? n_tokens : batch,
        .is_training = is_training,
        .scale = model_config_scale(config),
    };
    const bool has_layer_bias = model_config_n_biases(config, MODEL_BIAS_LAYER) > 0;
    const bool has_pairs = is_training || model_config_n_biases(config, MODEL_BIAS_SEQUENCE) > 0;
    const double stats_n = (2.0 * config->n_layers + 1.0) * n * (double)sizeof(NnRowStats);
    // first, where the block is aligned for doubles
    pass->stats = (NnRowStats *)(void *)take(&cursor, stats_n / (double)sizeof(float));
    pass->acts = take(&cursor, model_tensors_acts_n(config, batch, seq_len));
    pass->qkv = take(&cursor, 3.0 * n * d);
    pass->heads = take(&cursor, n * d);
    pass->step_bias = take(&cursor, pairs);
    pass->layer_bias = take(&cursor, has_layer_bias ? pairs : 0.0);
    pass->pairs = take(&cursor, has_pairs ? batch * pairs : 0.0);
    pass->scratch = take(&cursor, scratch_n(pass));
    double method_n = 0.0; // of the method that needs most for one sequence
    const int32_t n_positions = positions_n(config, seq_len);
    for (int32_t i = 0; i < config->n_methods; i++) {
        const ModelMethod *const entry = &config->methods[i];
        const int64_t n_own =
            pe_n_scratch(pe_method(entry->id), &entry->config, n_positions, n_positions);
        method_n = larger(method_n, (double)n_own);
    }
    pass->method_scratch = take(&cursor, method_n);
    if (config->n_ids > 0) {
        pass->spread = take(&cursor, model_positions_spread_n(config));
        pass->ranks = (int32_t *)(void *)take(&cursor, seq_len);
    }
    if (!is_training) return cursor.at;

    pass->slope = take(&cursor, config->n_layers * n * config->d_ff);
    pass->dlogits = take(&cursor, (double)pass->n_predictions * config->n_out);
    pass->dpooled = take(&cursor, batch * d);
    pass->dx = take(&cursor, n * d);
    pass->dbranch = take(&cursor, n * d);
    pass->dq = take(&cursor, n * d);
    pass->dk = take(&cursor, n * d);
    pass->dv = take(&cursor, n * d);
    pass->dhidden = take(&cursor, n * config->d_ff);
    pass->layer_dbias = take(&cursor, pairs);
    pass->step_dbias = take(&cursor, pairs);
    pass->inputs = take(&cursor, model_config_n_input_readers(config) * n * d);
    return cursor.at;
}

bool model_workspace_fits(const ModelConfig *config, int32_t batch, int32_t seq_len,
                          bool is_training) {
    if (!SHAPE_OK(batch, seq_len, config->d_model) || !SHAPE_OK(batch, seq_len, config->d_ff) ||
        !SHAPE_OK(batch, seq_len, config->n_out) || !SHAPE_OK(batch, seq_len, 3, config->d_model) ||
        !SHAPE_OK(batch, config->n_heads, seq_len, seq_len)) {
        return false;
    }
    const int32_t n = config->n_ids;
    if (n > 0 && (!SHAPE_OK(n, config->d_model) || !SHAPE_OK(config->n_heads, n, n))) return false;
    ModelPass pass;
    return model_workspace_lay_out(&pass, NULL, config, batch, seq_len, is_training) <=
           SHAPE_MAX_ELEMENTS;
}

NnHeads model_workspace_heads(const ModelPass *pass) {
    const ModelConfig *const c = pass->config;
    return (NnHeads){pass->batch, pass->seq_len, c->n_heads, c->d_model / c->n_heads};
}

NnAttention model_workspace_attention(const ModelPass *pass) {
    const ModelConfig *const c = pass->config;
    return (NnAttention){.n_problems = pass->batch * c->n_heads,
                         .n_query = pass->seq_len,
                         .n_key = pass->seq_len,
                         .d_head = c->d_model / c->n_heads,
                         .causal = c->causal,
                         .scale = model_config_has_product(c) ? 0.0 : pass->scale,
                         .key_pad = pass->key_pad};
}

// ------------------------------------------------------------------------------------ the states

double model_workspace_states_n(const ModelConfig *config, int32_t n_tokens) {
    Cursor cursor = {NULL, 0.0};
    for (int32_t i = 0; i < config->n_methods; i++) {
        const ModelMethod *const entry = &config->methods[i];
        const int32_t n_positions = positions_n(config, n_tokens);
        take(&cursor, (double)pe_n_state(pe_method(entry->id), &entry->config, n_positions));
    }
    return cursor.at;
}

Status model_workspace_prepare(ModelStates *states, float *block, const ModelConfig *config,
                               int32_t n_tokens) {
    Cursor cursor = {block, 0.0};
    const int32_t n_positions = positions_n(config, n_tokens);
    states->state_len = n_positions;
    for (int32_t i = 0; i < config->n_methods; i++) {
        const ModelMethod *const entry = &config->methods[i];
        const PeMethod *const method = pe_method(entry->id);
        const double n = (double)pe_n_state(method, &entry->config, n_positions);
        float *const state = take(&cursor, n);
        states->of[i] = n > 0.0 ? state : NULL;
        if (!method->prepare) continue;
        const Status status = method->prepare(state, &entry->config, n_positions);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

COMPACT_END
