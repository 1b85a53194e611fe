#include "layer.h"

#include <math.h>

#include "../base/shape.h"

COMPACT_BEGIN

size_t model_layer_n_bytes(void) { return sizeof(ModelLayer); }

Status model_layer_set(ModelLayer *layer, const int32_t *key_pad, double scale, int32_t causal,
                       int32_t vocab_size, int32_t n_tokens, int32_t d_model, int32_t n_heads) {
    ModelConfig config;
    Status status = model_config_set(&config, vocab_size, 1, n_heads, d_model, 1, 1);
    if (status != STATUS_OK) return status;
    if (!SHAPE_OK(n_tokens, d_model) || !SHAPE_OK(n_heads, n_tokens, n_tokens)) {
        return STATUS_BAD_SHAPE;
    }
    if (!isfinite(scale)) return STATUS_BAD_VALUE;
    status = model_config_choose(&config, MODEL_READOUT_LAST, 0, causal, 0);
    if (status != STATUS_OK) return status;
    *layer =
        (ModelLayer){.config = config, .n_tokens = n_tokens, .scale = scale, .key_pad = key_pad};
    return STATUS_OK;
}

Status model_layer_add_method(ModelLayer *layer, int32_t id, const PeConfig *settings) {
    ModelConfig *const config = &layer->config;
    const PeMethod *const method = pe_method(id);
    if (config->n_methods == MODEL_MAX_METHODS) return STATUS_BAD_SHAPE;
    if (!method || method->acts_on >= PE_WEIGHTS) return STATUS_BAD_VALUE;
    ModelMethod *const entry = &config->methods[config->n_methods++];
    *entry = (ModelMethod){.id = id, .config = *settings};
    entry->config.d_model = config->d_model;
    entry->config.n_heads = config->n_heads;
    entry->config.d_head = config->d_model / config->n_heads;
    entry->config.state = NULL;
    return STATUS_OK;
}

size_t model_layer_scratch_n_bytes(const ModelLayer *layer) {
    ModelPass pass;
    if (!model_workspace_fits(&layer->config, 1, layer->n_tokens, false)) return 0;
    return (size_t)model_workspace_lay_out(&pass, NULL, &layer->config, 1, layer->n_tokens, false) *
           sizeof(float);
}

Status model_layer_begin(ModelPass *pass, const ModelLayer *layer, float *scratch) {
    if (!model_workspace_fits(&layer->config, 1, layer->n_tokens, false)) return STATUS_BAD_SHAPE;
    model_workspace_lay_out(pass, scratch, &layer->config, 1, layer->n_tokens, false);
    pass->scale = layer->scale;
    pass->key_pad = layer->key_pad;
    return STATUS_OK;
}

COMPACT_END
