#include "pe_api.h"

#include <math.h>
#include <stdbool.h>

#include "../base/shape.h"

COMPACT_BEGIN

_Static_assert(PE_MAX_SIZE == SHAPE_MAX_ELEMENTS, "one number, once as text");

double pe_logits_scale(int32_t method, int32_t d_head) {
    const PeMethod *const m = pe_method(method);
    return m && SHAPE_OK(d_head) ? pe_logits_factor(m) / sqrt((double)d_head) : 0.0;
}

// ------------------------------------------------------------------------------ what is learned

static const PeTensor *tensor_of(int32_t method, int32_t index) {
    return index >= 0 && index < pe_tensor_count(method) ? pe_method(method)->tensors + index
                                                         : NULL;
}

int32_t pe_method_facts(int32_t method) {
    const PeMethod *const m = pe_method(method);
    if (!m) return 0;
    return m->reads_content | m->per_layer << 1 | m->is_bounded << 2 | m->reads_tokens << 3 |
           m->is_product << 4 | m->ignores_ids << 5;
}

int32_t pe_tensor_count(int32_t method) {
    const PeMethod *const m = pe_method(method);
    return m ? m->n_tensors : 0;
}

const char *pe_tensor_name(int32_t method, int32_t index) {
    const PeTensor *const tensor = tensor_of(method, index);
    return tensor ? tensor->name : NULL;
}

Status pe_tensor_describe(int32_t *sizes, double *start, const PeConfig *config, int32_t method,
                          int32_t index) {
    const PeTensor *const tensor = tensor_of(method, index);
    if (!tensor) return STATUS_BAD_VALUE;
    const PeShape shape = tensor->shape(config);
    if (pe_tensor_n(shape) == 0) return STATUS_BAD_SHAPE;
    for (int32_t k = 0; k < PE_MAX_RANK; k++) sizes[k] = shape.sizes[k];
    start[0] = tensor->mean;
    start[1] = tensor->sigma;
    start[2] = (double)pe_method(method)->per_layer;
    return STATUS_OK;
}

// -------------------------------------------------------------------------------------- one run

double pe_scratch_n(const PeConfig *config, int32_t method, int32_t n_query, int32_t n_key) {
    const PeMethod *const m = pe_method(method);
    return m ? (double)pe_n_scratch(m, config, n_query, n_key) : 0.0;
}

// Whether there is all that the method reads.
static bool is_complete(const PeMethod *m, bool is_backward, const PeBuffers *b,
                        const PeConfig *config, int32_t n_query, int32_t n_key) {
    const bool has_scratch = config->scratch || pe_n_scratch(m, config, n_query, n_key) == 0;
    const bool has_table = config->table || pe_n_learned(m, config) == 0;
    bool has_content = true;
    if (m->reads_content && m->acts_on == PE_INPUT) has_content = !is_backward || b->x;
    if (m->reads_content && m->acts_on == PE_LOGITS) {
        const bool has_tokens = !m->reads_tokens || (b->x && (!is_backward || b->dx));
        const bool has_both = b->q && b->k && (!is_backward || (b->dq && b->dk));
        has_content = has_tokens && (has_both || (m->reads_tokens && !m->is_product));
    }
    if (m->qk_table_backward && is_backward && b->dtable) has_content = b->q && b->k;
    if (m->acts_on == PE_WEIGHTS) has_content = b->logits && b->weights;
    if (m->acts_on == PE_KV) {
        has_content =
            b->x && (is_backward ? b->dx && b->dq && b->dk && b->dv : b->q && b->k && b->v);
    }
    return has_scratch && has_table && has_content;
}

Status pe_run(const PeBuffers *buffers, const PeConfig *config, int32_t method, int32_t is_backward,
              int32_t n_query, int32_t n_key) {
    const PeMethod *const m = pe_method(method);
    if (!m || !is_complete(m, is_backward, buffers, config, n_query, n_key)) {
        return STATUS_BAD_VALUE;
    }
    PeConfig with_tokens = *config;
    if (m->acts_on == PE_LOGITS) with_tokens.x = buffers->x;
    return pe_act(m, is_backward, buffers, &with_tokens, n_query, n_key);
}

// ------------------------------------------------------------------------------------- memory

double pe_memory_bytes(int32_t method, double seq_len, double d_model, double n_heads,
                       double d_head, double clip) {
    switch (method) {
#define MEMORY_CASE(id, entry, name, acts_on, n_floats)                                            \
    case id:                                                                                       \
        return (double)sizeof(float) * (n_floats);
        PE_METHOD_LIST(MEMORY_CASE)
#undef MEMORY_CASE
    default:
        return 0.0;
    }
}

COMPACT_END
