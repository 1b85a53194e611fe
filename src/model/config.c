#include "config.h"

#include <math.h>

#include "../base/shape.h"
#include "../nn/gelu.h"

COMPACT_BEGIN

enum { MAX_CLIP = 1 << 27 }; // 2 clip + 1 is still an int32_t

size_t model_config_n_bytes(void) { return sizeof(ModelConfig); }

static Status check_sizes(const ModelConfig *c) {
    const int32_t d = c->d_model;
    const bool fits = SHAPE_OK(c->vocab_size, d) && SHAPE_OK(c->n_out, d) && SHAPE_OK(c->d_ff, d) &&
                      SHAPE_OK(3, d, d) && SHAPE_OK(c->n_layers, c->n_heads);
    if (!fits || c->n_layers > MODEL_MAX_LAYERS || d % c->n_heads != 0) return STATUS_BAD_SHAPE;
    if (c->n_methods < 0 || c->n_methods > MODEL_MAX_METHODS) return STATUS_BAD_SHAPE;
    const bool known = c->readout >= 0 && c->readout < MODEL_READOUT_COUNT && c->gelu >= 0 &&
                       c->gelu < NN_GELU_FORM_COUNT;
    return known ? STATUS_OK : STATUS_BAD_VALUE;
}

Status model_config_set(ModelConfig *config, int32_t vocab_size, int32_t n_layers, int32_t n_heads,
                        int32_t d_model, int32_t d_ff, int32_t n_out, int32_t readout, int32_t gelu,
                        int32_t causal, int32_t n_methods) {
    const ModelConfig made = {.vocab_size = vocab_size,
                              .n_layers = n_layers,
                              .n_heads = n_heads,
                              .d_model = d_model,
                              .d_ff = d_ff,
                              .n_out = n_out,
                              .readout = readout,
                              .gelu = gelu,
                              .causal = causal != 0,
                              .n_methods = n_methods};
    const Status status = check_sizes(&made);
    if (status == STATUS_OK) *config = made;
    return status;
}

Status model_config_method(ModelConfig *config, int32_t index, int32_t id, double base,
                           int32_t rotary_dim, int32_t clip, int32_t n_buckets,
                           int32_t max_distance, int32_t max_len) {
    if (index < 0 || index >= MODEL_MAX_METHODS) return STATUS_BAD_SHAPE;
    if (!SHAPE_OK(n_buckets, max_distance) || !SHAPE_OK(max_len)) return STATUS_BAD_SHAPE;
    if (!pe_method(id) || clip < 0 || clip > MAX_CLIP) return STATUS_BAD_VALUE;
    const int32_t d_head = config->d_model / config->n_heads;
    const PeConfig known = {.d_model = config->d_model,
                            .n_heads = config->n_heads,
                            .d_head = d_head,
                            .causal = config->causal != 0,
                            .scale = (float)(1.0 / sqrt((double)d_head)),
                            .base = base,
                            .rotary_dim = rotary_dim,
                            .clip = clip,
                            .n_buckets = n_buckets,
                            .max_distance = max_distance,
                            .table_len = max_len};
    config->methods[index] = (ModelMethod){.id = id, .config = known};
    return STATUS_OK;
}

static Status check_method(const ModelConfig *config, int32_t index) {
    const ModelMethod *const entry = &config->methods[index];
    const PeMethod *const method = pe_method(entry->id);
    if (!method) return STATUS_BAD_VALUE;
    for (int32_t i = 0; i < index; i++) {
        if (config->methods[i].id == entry->id) return STATUS_BAD_VALUE;
    }
    const PeShape shape = method->learned_shape(&entry->config);
    const bool learns_nothing = shape.n_rows == 0 && shape.n_cols == 0;
    return learns_nothing || SHAPE_OK(shape.n_rows, shape.n_cols) ? STATUS_OK : STATUS_BAD_SHAPE;
}

Status model_config_check(const ModelConfig *config) {
    Status status = check_sizes(config);
    for (int32_t i = 0; i < config->n_methods && status == STATUS_OK; i++) {
        status = check_method(config, i);
    }
    return status;
}

int32_t model_config_max_seq_len(const ModelConfig *config) {
    int32_t fewest = INT32_MAX;
    for (int32_t i = 0; i < config->n_methods; i++) {
        const PeMethod *const method = pe_method(config->methods[i].id);
        const int32_t n_rows = method->learned_shape(&config->methods[i].config).n_rows;
        if (method->acts_on == PE_INPUT && n_rows > 0 && n_rows < fewest) fewest = n_rows;
    }
    return fewest;
}

COMPACT_END
