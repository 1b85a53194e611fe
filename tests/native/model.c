/* The models, on blocks of exactly their size, with each method of the table. */
#include "../../src/model/mini_block.h"
#include "../../src/model/self_attention.h"
#include "test.h"

enum { N_ATTENTION_ACTS = 9, N_BLOCK_ACTS = 5, CLIP = 2, VOCAB = 11 };

static float *floats(int32_t n) { return exact((size_t)n * sizeof(float)); }

static ModelLayer *layer_of(int32_t id, int32_t n, int32_t d, int32_t h) {
    const PeMethod *const method = pe_method(id);
    ModelLayer *const layer = exact(model_layer_n_bytes());
    PeConfig config = PE_CONFIG(.d_model = d, .n_heads = h, .d_head = d / h, .causal = true,
                                .scale = 1.0f, .base = 100.0, .clip = CLIP, .n_buckets = 6,
                                .max_distance = 9, .table_len = n, .width = 3, .train_len = 2,
                                .interval = 3, .beta = 0.5, .scale_base = 16.0, .eps = 1e-6);
    const int32_t n_learned = (int32_t)pe_n_learned(method, &config);
    config.table = n_learned > 0 ? random_floats(n_learned) : NULL;
    if (model_layer_set(layer, NULL, 1.0, 1, VOCAB, n, d, h) != STATUS_OK) abort();
    if (model_layer_add_method(layer, id, &config) != STATUS_OK) abort();
    return layer;
}

// Whether a layer takes the method (src/model/layer.h).
static bool is_runnable(int32_t id) {
    ModelLayer *const layer = exact(model_layer_n_bytes());
    bool ok = model_layer_set(layer, NULL, 1.0, 0, 1, 1, 2, 1) == STATUS_OK;
    ok = ok && model_layer_add_method(layer, id, &(PeConfig){0}) == STATUS_OK;
    free_all();
    return ok;
}

// RoPE refuses heads of odd width; then the block must be as it was.
static bool self_attention_runs(int32_t id, int32_t n, int32_t d, int32_t h) {
    const int32_t n_acts = model_self_attention_act_at(N_ATTENTION_ACTS, n, d, h);
    float *const acts = floats(n_acts), *const params = floats(model_self_attention_params_n(d));
    for (int32_t k = 0; k < n_acts; k++) acts[k] = 7.0f;
    bool ok = model_self_attention_init(params, 1, 0, d) == STATUS_OK;
    const ModelLayer *const layer = layer_of(id, n, d, h);
    const Status status = model_self_attention_forward(acts, params, random_floats(n * d), layer,
                                                       exact(model_layer_scratch_n_bytes(layer)));
    for (int32_t k = 0; k < n_acts && status != STATUS_OK; k++) ok = ok && acts[k] == 7.0f;
    const bool rotates = id == PE_ROPE_HALF || id == PE_ROPE_INTERLEAVED || id == PE_XPOS ||
                         id == PE_ROPE_VALUES || id == PE_ROPE_MIXED;
    const bool may_refuse = rotates && d / h % 2 == 1;
    ok = ok && (status == STATUS_OK) == !may_refuse;
    free_all();
    return ok;
}

static bool mini_block_runs(int32_t id, int32_t n, int32_t d, int32_t h) {
    float *const acts = floats(model_mini_block_act_at(N_BLOCK_ACTS, n, d, h));
    float *const params = floats(model_mini_block_params_n(VOCAB, d));
    int32_t *const tokens = exact((size_t)n * sizeof *tokens);
    for (int32_t i = 0; i < n; i++) tokens[i] = i % VOCAB;
    bool ok = model_mini_block_init(params, 1, 0, VOCAB, d) == STATUS_OK;
    const ModelLayer *const layer = layer_of(id, n, d, h);
    ok = ok && model_mini_block_forward(acts, params, tokens, layer,
                                        exact(model_layer_scratch_n_bytes(layer)), 0.25, 2,
                                        3) == STATUS_OK;
    const float *const output = acts + model_mini_block_act_at(N_BLOCK_ACTS, n, d, h) - n * d;
    for (int32_t k = 0; k < n * d; k++) ok = ok && isfinite(output[k]);
    free_all();
    return ok;
}

int main(void) {
    bool attention = true, block = true;
    for (int32_t id = 0; id < PE_METHOD_COUNT; id++) {
        const PeMethod *const m = pe_method(id);
        const bool is_refused = m->acts_on >= PE_WEIGHTS;
        attention = attention && is_runnable(id) == !is_refused;
        for (int32_t n = 1; n <= 18 && !is_refused; n += 4) {
            attention = attention && self_attention_runs(id, n, 12, 2);
            attention = attention && self_attention_runs(id, n, 15, 3);
            block = block && mini_block_runs(id, n, 16, 2) && mini_block_runs(id, n, 34, 1);
        }
    }
    check(attention, "self-attention with each method, or refused and untouched");
    check(block, "the mini block with each method");
    check(model_self_attention_act_at(1, INT32_MAX, INT32_MAX, 1) == 0 &&
              model_self_attention_act_at(1, 1 << 14, 1 << 14, 1) == 0 &&
              model_mini_block_params_n(INT32_MAX, 2) == 0,
          "sizes that overflow have no block");
    return test_end();
}
