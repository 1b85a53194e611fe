#include "position.h"

#include <string.h>

COMPACT_BEGIN

bool model_position_reads_content(const ModelConfig *config) {
    for (int32_t i = 0; i < config->n_methods; i++) {
        const PeMethod *const method = pe_method(config->methods[i].id);
        if (method->acts_on == PE_LOGITS && method->reads_content) return true;
    }
    return false;
}

// ------------------------------------------------------------------------ one method of a layer

// A method where it acts: its entry in the table, its config in this layer, and the gradient of what
// it learns (NULL where it learns nothing, or grads is NULL).
typedef struct Placed {
    const PeMethod *method; // NULL: acts elsewhere
    PeConfig config;
    float *dtable;
} Placed;

static Placed place(const ModelPass *pass, float *params, float *grads, int32_t layer,
                    int32_t index, PePoint point) {
    const ModelMethod *const entry = &pass->config->methods[index];
    const PeMethod *const method = pe_method(entry->id);
    if (method->acts_on != point) return (Placed){.method = NULL};
    Placed placed = {.method = method, .config = entry->config};
    placed.config.table = model_tensors_table(params, pass->config, layer, index);
    placed.config.state = pass->states.of[index];
    placed.config.state_len = pass->states.state_len;
    if (grads && placed.config.table) {
        placed.dtable = model_tensors_table(grads, pass->config, layer, index);
    }
    return placed;
}

// Floats of one sequence: of its tokens, and of its pairs of tokens.
static int64_t tokens_n(const ModelPass *pass) {
    return (int64_t)pass->seq_len * pass->config->d_model;
}

static int64_t pairs_n(const ModelPass *pass) {
    return (int64_t)pass->config->n_heads * pass->seq_len * pass->seq_len;
}

// ---------------------------------------------------------------------------------- the input

Status model_position_input(float *x, float *params, const ModelPass *pass) {
    const int64_t n = tokens_n(pass);
    for (int32_t i = 0; i < pass->config->n_methods; i++) {
        const Placed p = place(pass, params, NULL, 0, i, PE_INPUT);
        for (int32_t b = 0; p.method && b < pass->batch; b++) {
            const Status status = p.method->input_forward(x + b * n, &p.config, pass->seq_len);
            if (status != STATUS_OK) return status;
        }
    }
    return STATUS_OK;
}

Status model_position_input_backward(float *dx, float *grads, float *params,
                                     const ModelPass *pass) {
    const int64_t n = tokens_n(pass);
    for (int32_t i = pass->config->n_methods - 1; i >= 0; i--) {
        const Placed p = place(pass, params, grads, 0, i, PE_INPUT);
        for (int32_t b = 0; p.method && b < pass->batch; b++) {
            const Status status =
                p.method->input_backward(dx + b * n, p.dtable, NULL, &p.config, pass->seq_len);
            if (status != STATUS_OK) return status;
        }
    }
    return STATUS_OK;
}

// --------------------------------------------------------------------------- queries and keys

Status model_position_qk(float *q, float *k, float *params, const ModelPass *pass, int32_t layer) {
    const int32_t t = pass->seq_len;
    const int64_t n = tokens_n(pass);
    for (int32_t i = 0; i < pass->config->n_methods; i++) {
        const Placed p = place(pass, params, NULL, layer, i, PE_QK);
        for (int32_t b = 0; p.method && b < pass->batch; b++) {
            const Status status = p.method->qk_forward(q + b * n, k + b * n, &p.config, t, t);
            if (status != STATUS_OK) return status;
        }
    }
    return STATUS_OK;
}

Status model_position_qk_backward(float *dq, float *dk, float *params, const ModelPass *pass,
                                  int32_t layer) {
    const int32_t t = pass->seq_len;
    const int64_t n = tokens_n(pass);
    for (int32_t i = pass->config->n_methods - 1; i >= 0; i--) {
        const Placed p = place(pass, params, NULL, layer, i, PE_QK);
        for (int32_t b = 0; p.method && b < pass->batch; b++) {
            const Status status = p.method->qk_backward(dq + b * n, dk + b * n, &p.config, t, t);
            if (status != STATUS_OK) return status;
        }
    }
    return STATUS_OK;
}

// ----------------------------------------------------------------------------------- the logits

// The bias that all sequences share; is_any says whether there is one.
static Status shared_bias(bool *is_any, float *params, const ModelPass *pass, int32_t layer) {
    const int32_t t = pass->seq_len;
    *is_any = false;
    memset(pass->shared_bias, 0, (size_t)pairs_n(pass) * sizeof(float));
    for (int32_t i = 0; i < pass->config->n_methods; i++) {
        const Placed p = place(pass, params, NULL, layer, i, PE_LOGITS);
        if (!p.method || p.method->reads_content) continue;
        const Status status =
            p.method->logits_forward(pass->shared_bias, NULL, NULL, &p.config, t, t);
        if (status != STATUS_OK) return status;
        *is_any = true;
    }
    return STATUS_OK;
}

// Each sequence's own, on top of what they share.
static Status own_biases(const float *q, const float *k, float *params, const ModelPass *pass,
                         int32_t layer) {
    const int32_t t = pass->seq_len;
    const int64_t n = tokens_n(pass), n_pairs = pairs_n(pass);
    for (int32_t b = 0; b < pass->batch; b++) {
        memcpy(pass->pairs + b * n_pairs, pass->shared_bias, (size_t)n_pairs * sizeof(float));
    }
    for (int32_t i = 0; i < pass->config->n_methods; i++) {
        const Placed p = place(pass, params, NULL, layer, i, PE_LOGITS);
        if (!p.method || !p.method->reads_content) continue;
        for (int32_t b = 0; b < pass->batch; b++) {
            const Status status = p.method->logits_forward(pass->pairs + b * n_pairs, q + b * n,
                                                           k + b * n, &p.config, t, t);
            if (status != STATUS_OK) return status;
        }
    }
    return STATUS_OK;
}

Status model_position_bias(ModelBias *bias, const float *q, const float *k, float *params,
                           const ModelPass *pass, int32_t layer) {
    bool is_any;
    const Status status = shared_bias(&is_any, params, pass, layer);
    if (status != STATUS_OK) return status;
    if (!model_position_reads_content(pass->config)) {
        const int32_t n = is_any ? pass->config->n_heads : 0;
        *bias = (ModelBias){is_any ? pass->shared_bias : NULL, n};
        return STATUS_OK;
    }
    *bias = (ModelBias){pass->pairs, pass->batch * pass->config->n_heads};
    return own_biases(q, k, params, pass, layer);
}

static Status shared_bias_backward(float *grads, const float *dlogits, float *params,
                                   const ModelPass *pass, int32_t layer) {
    const int32_t t = pass->seq_len;
    const NnAttention attention = model_pass_attention(pass);
    bool is_summed = false;
    for (int32_t i = pass->config->n_methods - 1; i >= 0; i--) {
        const Placed p = place(pass, params, grads, layer, i, PE_LOGITS);
        if (!p.method || p.method->reads_content || !p.dtable) continue;
        if (!is_summed) {
            nn_attention_backward_bias(pass->dbias, dlogits, pass->config->n_heads, &attention);
        }
        is_summed = true;
        const Status status = p.method->logits_backward(NULL, NULL, p.dtable, pass->dbias, NULL,
                                                        NULL, &p.config, t, t);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

Status model_position_bias_backward(float *dq, float *dk, float *grads, const float *dlogits,
                                    const float *q, const float *k, float *params,
                                    const ModelPass *pass, int32_t layer) {
    const int32_t t = pass->seq_len;
    const int64_t n = tokens_n(pass), n_pairs = pairs_n(pass);
    for (int32_t i = pass->config->n_methods - 1; i >= 0; i--) {
        const Placed p = place(pass, params, grads, layer, i, PE_LOGITS);
        if (!p.method || !p.method->reads_content) continue;
        for (int32_t b = 0; b < pass->batch; b++) {
            const Status status =
                p.method->logits_backward(dq + b * n, dk + b * n, p.dtable, dlogits + b * n_pairs,
                                          q + b * n, k + b * n, &p.config, t, t);
            if (status != STATUS_OK) return status;
        }
    }
    return shared_bias_backward(grads, dlogits, params, pass, layer);
}

// ----------------------------------------------------------------------------------- the output

Status model_position_output(float *output, const float *weights, float *params,
                             const ModelPass *pass, int32_t layer) {
    const int32_t t = pass->seq_len;
    const int64_t n = tokens_n(pass), n_pairs = pairs_n(pass);
    for (int32_t i = 0; i < pass->config->n_methods; i++) {
        const Placed p = place(pass, params, NULL, layer, i, PE_OUTPUT);
        for (int32_t b = 0; p.method && b < pass->batch; b++) {
            const Status status =
                p.method->output_forward(output + b * n, weights + b * n_pairs, &p.config, t, t);
            if (status != STATUS_OK) return status;
        }
    }
    return STATUS_OK;
}

Status model_position_output_backward(float *dweights, float *grads, const float *doutput,
                                      const float *weights, float *params, const ModelPass *pass,
                                      int32_t layer) {
    const int32_t t = pass->seq_len;
    const int64_t n = tokens_n(pass), n_pairs = pairs_n(pass);
    for (int32_t i = pass->config->n_methods - 1; i >= 0; i--) {
        const Placed p = place(pass, params, grads, layer, i, PE_OUTPUT);
        for (int32_t b = 0; p.method && b < pass->batch; b++) {
            const Status status =
                p.method->output_backward(dweights + b * n_pairs, p.dtable, doutput + b * n,
                                          weights + b * n_pairs, &p.config, t, t);
            if (status != STATUS_OK) return status;
        }
    }
    return STATUS_OK;
}

COMPACT_END
