#include "config.h"

#include <math.h>

#include "../base/shape.h"
#include "../nn/gelu.h"

COMPACT_BEGIN

size_t model_config_n_bytes(void) { return sizeof(ModelConfig); }

static Status check_sizes(const ModelConfig *c) {
    const int32_t d = c->d_model;
    const bool fits = SHAPE_OK(c->vocab_size, d) && SHAPE_OK(c->n_out, d) && SHAPE_OK(c->d_ff, d) &&
                      SHAPE_OK(3, d, d) && SHAPE_OK(c->n_layers, c->n_heads);
    const bool is_valid = fits && c->n_layers <= MODEL_MAX_LAYERS && d % c->n_heads == 0;
    return is_valid ? STATUS_OK : STATUS_BAD_SHAPE;
}

Status model_config_set(ModelConfig *config, int32_t vocab_size, int32_t n_layers, int32_t n_heads,
                        int32_t d_model, int32_t d_ff, int32_t n_out) {
    const ModelConfig made = {.vocab_size = vocab_size,
                              .n_layers = n_layers,
                              .n_heads = n_heads,
                              .d_model = d_model,
                              .d_ff = d_ff,
                              .n_out = n_out};
    const Status status = check_sizes(&made);
    if (status == STATUS_OK) *config = made;
    return status;
}

Status model_config_choose(ModelConfig *config, int32_t readout, int32_t gelu, int32_t causal,
                           int32_t n_methods) {
    if (n_methods < 0 || n_methods > MODEL_MAX_METHODS) return STATUS_BAD_SHAPE;
    const bool is_known =
        readout >= 0 && readout < MODEL_READOUT_COUNT && gelu >= 0 && gelu < NN_GELU_FORM_COUNT;
    if (!is_known) return STATUS_BAD_VALUE;
    config->readout = readout;
    config->gelu = gelu;
    config->causal = causal != 0;
    config->n_methods = n_methods;
    return STATUS_OK;
}

Status model_config_ids(ModelConfig *config, int32_t n_ids) {
    if (n_ids < 1 || n_ids > SHAPE_MAX_ELEMENTS) return STATUS_BAD_SHAPE;
    config->n_ids = n_ids;
    return STATUS_OK;
}

int32_t model_config_max_methods(void) { return MODEL_MAX_METHODS; }

_Static_assert(MODEL_MAX_LAYERS <= 64, "a bit of ModelMethod's skipped for each");

bool model_config_acts_in(const ModelMethod *entry, int32_t layer) {
    return !(entry->skipped >> layer & 1u);
}

Status model_config_method(ModelConfig *config, int32_t index, int32_t id, const PeConfig *settings,
                           const int32_t *layers) {
    if (index < 0 || index >= MODEL_MAX_METHODS) return STATUS_BAD_SHAPE;
    const PeScaling *const rule = &settings->scaling;
    const PeMethod *const method = pe_method(id);
    if (!method || rule->short_factor || rule->long_factor) return STATUS_BAD_VALUE;
    if (layers && method->acts_on != PE_QK) return STATUS_BAD_VALUE;
    ModelMethod *const entry = &config->methods[index];
    *entry = (ModelMethod){.id = id, .config = *settings};
    entry->config.first_pos = 0;
    entry->config.key_pad = NULL;
    entry->config.table = NULL;
    entry->config.d_model = config->d_model;
    entry->config.n_heads = config->n_heads;
    entry->config.d_head = config->d_model / config->n_heads;
    entry->config.causal = config->causal != 0;
    for (int32_t layer = 0; layers && layer < config->n_layers; layer++) {
        if (layers[layer] == 0) entry->skipped |= (uint64_t)1 << layer;
    }
    return STATUS_OK;
}

double model_config_scale(const ModelConfig *config) {
    double scale = 1.0 / sqrt((double)(config->d_model / config->n_heads));
    for (int32_t i = 0; i < config->n_methods; i++) {
        scale *= pe_logits_factor(pe_method(config->methods[i].id));
    }
    return scale;
}

// Whether no other method acts where it does: what it makes, or reads in its backward pass, would not be its own.
static bool is_alone(const PeMethod *method) {
    return method->acts_on == PE_WEIGHTS || method->acts_on == PE_KV || method->qk_table_backward;
}

static Status check_method(const ModelConfig *config, int32_t index) {
    const ModelMethod *const entry = &config->methods[index];
    const PeMethod *const method = pe_method(entry->id);
    if (!method) return STATUS_BAD_VALUE;
    for (int32_t i = 0; i < index; i++) {
        const int32_t id = config->methods[i].id;
        const PeMethod *const other = pe_method(id);
        const bool is_taken = (is_alone(method) || is_alone(other)) && //
                              other->acts_on == method->acts_on;
        if (id == entry->id || is_taken) return STATUS_BAD_VALUE;
    }
    for (int32_t k = 0; k < method->n_tensors; k++) {
        if (pe_tensor_n(method->tensors[k].shape(&entry->config)) == 0) return STATUS_BAD_SHAPE;
    }
    return STATUS_OK;
}

Status model_config_check(const ModelConfig *config) {
    Status status = check_sizes(config);
    for (int32_t i = 0; i < config->n_methods && status == STATUS_OK; i++) {
        status = check_method(config, i);
    }
    return status;
}

ModelBiasScope model_config_bias_scope(const ModelMethod *entry) {
    const PeMethod *const method = pe_method(entry->id);
    if (method->acts_on != PE_LOGITS) return MODEL_BIAS_NONE;
    if (method->reads_content) return MODEL_BIAS_SEQUENCE;
    return method->per_layer ? MODEL_BIAS_LAYER : MODEL_BIAS_STEP;
}

int32_t model_config_n_biases(const ModelConfig *config, ModelBiasScope scope) {
    int32_t n = 0;
    for (int32_t i = 0; i < config->n_methods; i++) {
        n += model_config_bias_scope(&config->methods[i]) == scope;
    }
    return n;
}

int32_t model_config_n_input_readers(const ModelConfig *config) {
    int32_t n = 0;
    for (int32_t i = 0; i < config->n_methods; i++) {
        const PeMethod *const method = pe_method(config->methods[i].id);
        n += method->acts_on == PE_INPUT && method->reads_content;
    }
    return n;
}

bool model_config_reads_tokens(const ModelConfig *config) {
    for (int32_t i = 0; i < config->n_methods; i++) {
        if (pe_method(config->methods[i].id)->reads_tokens) return true;
    }
    return false;
}

bool model_config_has_product(const ModelConfig *config) {
    for (int32_t i = 0; i < config->n_methods; i++) {
        if (pe_method(config->methods[i].id)->is_product) return true;
    }
    return false;
}

bool model_config_makes_kv(const ModelConfig *config) {
    for (int32_t i = 0; i < config->n_methods; i++) {
        if (pe_method(config->methods[i].id)->acts_on == PE_KV) return true;
    }
    return false;
}

int32_t model_config_max_seq_len(const ModelConfig *config) {
    int32_t fewest = INT32_MAX;
    for (int32_t i = 0; i < config->n_methods; i++) {
        const ModelMethod *const entry = &config->methods[i];
        const int32_t n_positions = entry->config.table_len;
        if (pe_method(entry->id)->is_bounded && n_positions < fewest) fewest = n_positions;
    }
    return fewest;
}

COMPACT_END
