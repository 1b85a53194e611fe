#include "pe.h"

#include <stddef.h>

#include "../base/api.h"
#include "../base/shape.h"

COMPACT_BEGIN

const PeMethod pe_none = {.acts_on = PE_NOWHERE};

static const PeMethod *const METHODS[PE_METHOD_COUNT] = {
#define PE_METHOD_ADDRESS(id, entry, name, acts_on, n_floats) &entry,
    PE_METHOD_LIST(PE_METHOD_ADDRESS)
#undef PE_METHOD_ADDRESS
};

const PeMethod *pe_method(int32_t id) {
    return id >= 0 && id < PE_METHOD_COUNT ? METHODS[id] : NULL;
}

Status pe_act(const PeMethod *m, bool is_backward, const PeBuffers *b, const PeConfig *c,
              int32_t n_query, int32_t n_key) {
    switch (m->acts_on) {
    case PE_INPUT:
        return is_backward ? m->input_backward(b->dx, b->dtable, b->x, c, n_key)
                           : m->input_forward(b->x, c, n_key);
    case PE_QK:
        if (is_backward && m->qk_table_backward && b->dtable) {
            const Status status =
                m->qk_table_backward(b->dtable, b->dq, b->dk, b->q, b->k, c, n_query, n_key);
            if (status != STATUS_OK) return status;
        }
        return is_backward ? m->qk_backward(b->dq, b->dk, c, n_query, n_key)
                           : m->qk_forward(b->q, b->k, c, n_query, n_key);
    case PE_VALUES:
        return (is_backward ? m->values_backward : m->values_forward)(b->output, b->v, c, n_query,
                                                                      n_key);
    case PE_LOGITS:
        return is_backward
                   ? m->logits_backward(&(PeLogitsGradients){b->dq, b->dk, b->dtable, b->dx},
                                        b->dlogits, b->q, b->k, c, n_query, n_key)
                   : m->logits_forward(b->logits, b->q, b->k, c, n_query, n_key);
    case PE_WEIGHTS:
        return is_backward ? m->weights_backward(b->dweights, b->dtable, b->weights, b->logits, c,
                                                 n_query, n_key)
                           : m->weights_forward(b->weights, b->logits, c, n_query, n_key);
    case PE_OUTPUT:
        return is_backward ? m->output_backward(b->dweights, b->dtable, b->doutput, b->weights, c,
                                                n_query, n_key)
                           : m->output_forward(b->output, b->weights, c, n_query, n_key);
    case PE_KV:
        return (is_backward ? m->kv_backward : m->kv_forward)(b, c, n_key);
    default:
        return STATUS_BAD_VALUE;
    }
}

PeShape pe_shape_heads(const PeConfig *config) { return (PeShape){{config->n_heads}}; }
PeShape pe_shape_width(const PeConfig *config) { return (PeShape){{config->width}}; }

PeShape pe_shape_table(const PeConfig *config) {
    return (PeShape){{config->table_len, config->d_model}};
}

int64_t pe_tensor_n(PeShape shape) {
    const int32_t *const n = shape.sizes;
    const int32_t m = n[1] == 0 ? 1 : n[1], k = n[2] == 0 ? 1 : n[2];
    return SHAPE_OK(n[0], m, k) ? (int64_t)n[0] * m * k : 0;
}

int64_t pe_n_learned(const PeMethod *method, const PeConfig *config) {
    int64_t n = 0;
    for (int32_t k = 0; k < method->n_tensors; k++) {
        n += pe_tensor_n(method->tensors[k].shape(config));
    }
    return n;
}

int64_t pe_n_state(const PeMethod *method, const PeConfig *config, int32_t n_tokens) {
    return method->n_state ? method->n_state(config, n_tokens) : 0;
}

int64_t pe_n_scratch(const PeMethod *method, const PeConfig *config, int32_t n_query,
                     int32_t n_key) {
    return method->n_scratch ? method->n_scratch(config, n_query, n_key) : 0;
}

double pe_logits_factor(const PeMethod *method) {
    return method->logits_factor == 0.0 ? 1.0 : method->logits_factor;
}

COMPACT_END
