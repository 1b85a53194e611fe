#include "methods.h"

#include <string.h>

#include "../linalg/vec.h"
#include "positions.h"

COMPACT_BEGIN

// Floats of one sequence: of its tokens, and of its pairs of tokens in all heads.
static int32_t tokens_n(const ModelPass *pass) { return pass->seq_len * pass->config->d_model; }

static int32_t pairs_n(const ModelPass *pass) {
    return pass->config->n_heads * pass->seq_len * pass->seq_len;
}

static const PeMethod *method_at(const ModelPass *pass, int32_t index) {
    return pe_method(pass->config->methods[index].id);
}

// The settings of method `index` with what this pass has for it: table, state, scratch and scale.
NOINLINE static PeConfig settings_at(const ModelPass *pass, int32_t layer, int32_t index) {
    PeConfig settings = pass->config->methods[index].config;
    if (pass->params) {
        settings.table = model_tensors_table(pass->params, pass->config, layer, index);
    }
    settings.state = pass->states.of[index];
    settings.state_len = pass->states.state_len;
    settings.scratch = pass->method_scratch;
    settings.scale = (float)pass->scale;
    settings.key_pad = pass->key_pad;
    return settings;
}

// What the layer projects (M, d), for the methods on the logits that read it.
static const float *tokens_of(const ModelPass *pass, int32_t layer) {
    return model_tensors_layer_acts(pass->acts, pass->config, pass->batch, pass->seq_len, layer)
        .ln1;
}

// The gradient of what method `index` learns; NULL where it learns nothing.
static float *dtable_at(const ModelPass *pass, int32_t layer, int32_t index) {
    return model_tensors_table(pass->grads, pass->config, layer, index);
}

// ------------------------------------------------------------------------------------- the input

Status model_methods_input(const ModelPass *pass, float *x) {
    const int32_t n = tokens_n(pass);
    float *kept = pass->inputs;
    for (int32_t i = 0; i < pass->config->n_methods; i++) {
        const PeMethod *const method = method_at(pass, i);
        if (method->acts_on != PE_INPUT) continue;
        const PeConfig settings = settings_at(pass, 0, i);
        if (method->reads_content) {
            if (pass->is_training) {
                memcpy(kept, x, (size_t)pass->batch * (size_t)n * sizeof *x);
                kept += pass->batch * n;
            }
            for (int32_t b = 0; b < pass->batch; b++) {
                const PeBuffers buffers = {.x = x + b * n};
                const Status status = model_positions_act(pass, method, false, &buffers, &settings);
                if (status != STATUS_OK) return status;
            }
        } else {
            // the same in every sequence: made once, in memory that attention needs later
            float *const positions = pass->heads;
            memset(positions, 0, (size_t)n * sizeof *positions);
            const PeBuffers buffers = {.x = positions};
            const Status status = model_positions_act(pass, method, false, &buffers, &settings);
            if (status != STATUS_OK) return status;
            for (int32_t b = 0; b < pass->batch; b++) linalg_vec_add(x + b * n, positions, n);
        }
    }
    return STATUS_OK;
}

Status model_methods_input_backward(const ModelPass *pass, float *dx) {
    const int32_t n = tokens_n(pass);
    const float *kept = pass->inputs + model_config_n_input_readers(pass->config) * pass->batch * n;
    for (int32_t i = pass->config->n_methods - 1; i >= 0; i--) {
        const PeMethod *const method = method_at(pass, i);
        if (method->acts_on != PE_INPUT) continue;
        const PeConfig settings = settings_at(pass, 0, i);
        float *const dtable = dtable_at(pass, 0, i);
        if (method->reads_content) {
            kept -= pass->batch * n;
            for (int32_t b = 0; b < pass->batch; b++) {
                const PeBuffers buffers = {
                    .dx = dx + b * n, .dtable = dtable, .x = (float *)kept + b * n};
                const Status status = model_positions_act(pass, method, true, &buffers, &settings);
                if (status != STATUS_OK) return status;
            }
        } else if (dtable) {
            // positions are added to every sequence: their gradient is the sum, and dx stays as it is
            float *const dpositions = pass->heads;
            memset(dpositions, 0, (size_t)n * sizeof *dpositions);
            for (int32_t b = 0; b < pass->batch; b++) linalg_vec_add(dpositions, dx + b * n, n);
            const PeBuffers buffers = {.dx = dpositions, .dtable = dtable};
            const Status status = model_positions_act(pass, method, true, &buffers, &settings);
            if (status != STATUS_OK) return status;
        }
    }
    return STATUS_OK;
}

// ---------------------------------------------------------------------- queries, keys and values

Status model_methods_act(const ModelPass *pass, int32_t layer, PePoint point, bool backward,
                         bool reversed, const PeBuffers *first) {
    const int32_t n = tokens_n(pass), n_methods = pass->config->n_methods;
    for (int32_t m = 0; m < n_methods; m++) {
        const int32_t i = reversed ? n_methods - 1 - m : m;
        const PeMethod *const method = method_at(pass, i);
        if (method->acts_on != point) continue;
        if (!model_config_acts_in(&pass->config->methods[i], layer)) continue;
        const PeConfig settings = settings_at(pass, layer, i);
        for (int32_t at = 0; at < pass->batch * n; at += n) {
            PeBuffers buffers = *first;
            float **const fields = (float **)&buffers;
            for (int32_t f = 0; f < PE_N_BUFFERS; f++) {
                if (fields[f]) fields[f] += at;
            }
            buffers.dtable = backward ? dtable_at(pass, layer, i) : NULL;
            // without ids the method is called at once: README follows a number from the transformer to the rotation
            const bool is_direct = point == PE_QK && !backward && !pass->ids;
            const Status status =
                is_direct ? method->qk_forward(buffers.q, buffers.k, &settings, pass->seq_len,
                                               pass->seq_len)
                          : model_positions_act(pass, method, backward, &buffers, &settings);
            if (status != STATUS_OK) return status;
        }
    }
    return STATUS_OK;
}

Status model_methods_kv(const ModelPass *pass, int32_t layer, float *q, float *k, float *v) {
    const PeBuffers all = {.x = (float *)tokens_of(pass, layer), .q = q, .k = k, .v = v};
    return model_methods_act(pass, layer, PE_KV, false, false, &all);
}

Status model_methods_kv_backward(const ModelPass *pass, int32_t layer, float *dq, float *dk,
                                 float *dv) {
    const PeBuffers all = {
        .x = (float *)tokens_of(pass, layer), .dx = pass->heads, .dq = dq, .dk = dk, .dv = dv};
    return model_methods_act(pass, layer, PE_KV, true, true, &all);
}

Status model_methods_values(const ModelPass *pass, int32_t layer, float *output, float *v,
                            bool backward) {
    const PeBuffers both = {.output = output, .v = v};
    return model_methods_act(pass, layer, PE_VALUES, backward, backward != (output != NULL), &both);
}

// ------------------------------------------------------------------------------------ the logits

// bias (h, T, T): the methods of one scope that read no content are added.
static Status add_bias(const ModelPass *pass, ModelBiasScope scope, int32_t layer, float *bias) {
    for (int32_t i = 0; i < pass->config->n_methods; i++) {
        if (model_config_bias_scope(&pass->config->methods[i]) != scope) continue;
        const PeConfig settings = settings_at(pass, layer, i);
        const PeBuffers buffers = {.logits = bias};
        const Status status =
            model_positions_act(pass, method_at(pass, i), false, &buffers, &settings);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

Status model_methods_step_bias(const ModelPass *pass) {
    memset(pass->step_bias, 0, (size_t)pairs_n(pass) * sizeof(float));
    return add_bias(pass, MODEL_BIAS_STEP, 0, pass->step_bias);
}

Status model_methods_bias(const ModelPass *pass, int32_t layer, ModelBias *bias, const float *q,
                          const float *k) {
    const ModelConfig *const c = pass->config;
    const int32_t n = tokens_n(pass), n_pairs = pairs_n(pass);
    const size_t n_bytes = (size_t)n_pairs * sizeof(float);
    *bias = (ModelBias){NULL, 0};
    if (model_config_n_biases(c, MODEL_BIAS_STEP) > 0) {
        *bias = (ModelBias){pass->step_bias, c->n_heads};
    }
    // on top of what all layers share, what this layer has for every sequence
    if (model_config_n_biases(c, MODEL_BIAS_LAYER) > 0) {
        memcpy(pass->layer_bias, pass->step_bias, n_bytes);
        const Status status = add_bias(pass, MODEL_BIAS_LAYER, layer, pass->layer_bias);
        if (status != STATUS_OK) return status;
        *bias = (ModelBias){pass->layer_bias, c->n_heads};
    }
    if (model_config_n_biases(c, MODEL_BIAS_SEQUENCE) == 0) return STATUS_OK;

    // on top of that, what depends on each sequence's q and k
    const float *const shared = bias->data ? bias->data : pass->step_bias;
    for (int32_t b = 0; b < pass->batch; b++) memcpy(pass->pairs + b * n_pairs, shared, n_bytes);
    for (int32_t i = 0; i < c->n_methods; i++) {
        if (model_config_bias_scope(&c->methods[i]) != MODEL_BIAS_SEQUENCE) continue;
        PeConfig settings = settings_at(pass, layer, i);
        for (int32_t b = 0; b < pass->batch; b++) {
            settings.x = tokens_of(pass, layer) + b * n;
            const PeBuffers buffers = {.logits = pass->pairs + b * n_pairs,
                                       .q = (float *)q + b * n,
                                       .k = (float *)k + b * n};
            const Status status =
                model_positions_act(pass, method_at(pass, i), false, &buffers, &settings);
            if (status != STATUS_OK) return status;
        }
    }
    *bias = (ModelBias){pass->pairs, pass->batch * c->n_heads};
    return STATUS_OK;
}

void model_methods_clear_gradients(const ModelPass *pass) {
    const ModelConfig *const c = pass->config;
    memset(pass->step_dbias, 0, (size_t)pairs_n(pass) * sizeof(float));
    for (int32_t i = 0; i < c->n_methods; i++) {
        const PeMethod *const method = method_at(pass, i);
        const size_t n = (size_t)pe_n_learned(method, &c->methods[i].config);
        for (int32_t l = 0; n > 0 && l < (method->per_layer ? c->n_layers : 1); l++) {
            memset(dtable_at(pass, l, i), 0, n * sizeof(float));
        }
    }
}

// The methods of one scope that read no content, from dbias (h, T, T).
static Status add_bias_backward(const ModelPass *pass, ModelBiasScope scope, int32_t layer,
                                const float *dbias) {
    for (int32_t i = pass->config->n_methods - 1; i >= 0; i--) {
        if (model_config_bias_scope(&pass->config->methods[i]) != scope) continue;
        const PeConfig settings = settings_at(pass, layer, i);
        const PeBuffers buffers = {.dtable = dtable_at(pass, layer, i), .dlogits = dbias};
        const Status status =
            model_positions_act(pass, method_at(pass, i), true, &buffers, &settings);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

// Whether a method of the scope learns anything, so that its gradient is needed.
static bool learns(const ModelConfig *config, ModelBiasScope scope) {
    for (int32_t i = 0; i < config->n_methods; i++) {
        const ModelMethod *const entry = &config->methods[i];
        if (model_config_bias_scope(entry) != scope) continue;
        if (pe_n_learned(pe_method(entry->id), &entry->config) > 0) return true;
    }
    return false;
}

Status model_methods_bias_backward(const ModelPass *pass, int32_t layer, float *dq, float *dk,
                                   const float *dlogits, const float *q, const float *k) {
    const ModelConfig *const c = pass->config;
    const int32_t n = tokens_n(pass), n_pairs = pairs_n(pass);
    float *const dtokens = pass->heads; // attention no longer needs it
    if (model_config_reads_tokens(c)) {
        memset(dtokens, 0, (size_t)pass->batch * (size_t)n * sizeof *dtokens);
    }
    for (int32_t i = c->n_methods - 1; i >= 0; i--) {
        if (model_config_bias_scope(&c->methods[i]) != MODEL_BIAS_SEQUENCE) continue;
        const PeMethod *const method = method_at(pass, i);
        PeConfig settings = settings_at(pass, layer, i);
        float *const dtable = dtable_at(pass, layer, i);
        for (int32_t b = 0; b < pass->batch; b++) {
            settings.x = tokens_of(pass, layer) + b * n;
            const PeBuffers buffers = {.dq = dq + b * n,
                                       .dk = dk + b * n,
                                       .dtable = dtable,
                                       .dx = method->reads_tokens ? dtokens + b * n : NULL,
                                       .dlogits = dlogits + b * n_pairs,
                                       .q = (float *)q + b * n,
                                       .k = (float *)k + b * n};
            const Status status = model_positions_act(pass, method, true, &buffers, &settings);
            if (status != STATUS_OK) return status;
        }
    }
    // what the sequences share gets the sum of their gradients
    const bool is_step_asked = learns(c, MODEL_BIAS_STEP);
    if (!is_step_asked && !learns(c, MODEL_BIAS_LAYER)) return STATUS_OK;
    const NnAttention attention = model_workspace_attention(pass);
    nn_attention_backward_bias(pass->layer_dbias, dlogits, c->n_heads, &attention);
    if (is_step_asked) linalg_vec_add(pass->step_dbias, pass->layer_dbias, n_pairs);
    return add_bias_backward(pass, MODEL_BIAS_LAYER, layer, pass->layer_dbias);
}

void model_methods_tokens_backward(const ModelPass *pass, float *dx) {
    if (!model_config_reads_tokens(pass->config)) return;
    linalg_vec_add(dx, pass->heads, pass->batch * tokens_n(pass));
}

Status model_methods_step_bias_backward(const ModelPass *pass) {
    if (!learns(pass->config, MODEL_BIAS_STEP)) return STATUS_OK;
    return add_bias_backward(pass, MODEL_BIAS_STEP, 0, pass->step_dbias);
}

// ----------------------------------------------------------------------------------- the weights

// The place in the list of the method that makes the weights, or -1.
static int32_t weights_method(const ModelPass *pass) {
    for (int32_t i = 0; i < pass->config->n_methods; i++) {
        if (method_at(pass, i)->acts_on == PE_WEIGHTS) return i;
    }
    return -1;
}

Status model_methods_weights(const ModelPass *pass, int32_t layer, float *output,
                             const ModelLayerActs *acts) {
    const int32_t i = weights_method(pass), t = pass->seq_len, n_pairs = pairs_n(pass);
    if (i < 0) return STATUS_OK;
    const PeConfig settings = settings_at(pass, layer, i);
    for (int32_t b = 0; b < pass->batch; b++) {
        const Status status = method_at(pass, i)->weights_forward(
            acts->weights + b * n_pairs, acts->logits + b * n_pairs, &settings, t, t);
        if (status != STATUS_OK) return status;
    }
    const NnAttention attention = model_workspace_attention(pass);
    return nn_attention_values(output, acts->weights, acts->v, pass->scratch, &attention);
}

Status model_methods_weights_backward(const ModelPass *pass, int32_t layer, float *dlogits,
                                      const ModelLayerActs *acts) {
    const int32_t i = weights_method(pass), t = pass->seq_len, n_pairs = pairs_n(pass);
    if (i < 0) {
        const NnAttention attention = model_workspace_attention(pass);
        nn_attention_backward_softmax(dlogits, acts->weights, &attention);
        return STATUS_OK;
    }
    const PeConfig settings = settings_at(pass, layer, i);
    float *const dtable = dtable_at(pass, layer, i);
    for (int32_t b = 0; b < pass->batch; b++) {
        const Status status = method_at(pass, i)->weights_backward(
            dlogits + b * n_pairs, dtable, acts->weights + b * n_pairs, acts->logits + b * n_pairs,
            &settings, t, t);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------ the output

Status model_methods_output(const ModelPass *pass, int32_t layer, float *output,
                            const float *weights) {
    const int32_t n = tokens_n(pass), n_pairs = pairs_n(pass);
    for (int32_t i = 0; i < pass->config->n_methods; i++) {
        const PeMethod *const method = method_at(pass, i);
        if (method->acts_on != PE_OUTPUT) continue;
        const PeConfig settings = settings_at(pass, layer, i);
        for (int32_t b = 0; b < pass->batch; b++) {
            const PeBuffers buffers = {.output = output + b * n,
                                       .weights = (float *)weights + b * n_pairs};
            const Status status = model_positions_act(pass, method, false, &buffers, &settings);
            if (status != STATUS_OK) return status;
        }
    }
    return STATUS_OK;
}

Status model_methods_output_backward(const ModelPass *pass, int32_t layer, float *dweights,
                                     const float *doutput, const float *weights) {
    const int32_t n = tokens_n(pass), n_pairs = pairs_n(pass);
    for (int32_t i = pass->config->n_methods - 1; i >= 0; i--) {
        const PeMethod *const method = method_at(pass, i);
        if (method->acts_on != PE_OUTPUT) continue;
        const PeConfig settings = settings_at(pass, layer, i);
        float *const dtable = dtable_at(pass, layer, i);
        for (int32_t b = 0; b < pass->batch; b++) {
            const PeBuffers buffers = {.dweights = dweights + b * n_pairs,
                                       .dtable = dtable,
                                       .doutput = doutput + b * n,
                                       .weights = (float *)weights + b * n_pairs};
            const Status status = model_positions_act(pass, method, true, &buffers, &settings);
            if (status != STATUS_OK) return status;
        }
    }
    return STATUS_OK;
}

COMPACT_END
