#include "method.h"

#include <stdbool.h>

COMPACT_BEGIN

// What log-N and xPos count by, which a list here does not tell: as web/core/pe/settings.js has it.
enum { MAX_METHODS = 64, USUAL_LENGTH = 512 };

size_t model_method_n_bytes(int32_t n_methods) {
    return n_methods > 0 && n_methods <= MAX_METHODS ? (size_t)n_methods * sizeof(ModelMethod) : 0;
}

// What a list here can hand over: no weights, no scale, and of a learned table only the sizes below.
static bool can_run(const PeMethod *method, const PeConfig *config) {
    if (method->acts_on == PE_OUTPUT || method->reads_content || method->n_scratch) return false;
    if (method->n_tensors > 1) return false;
    PeConfig smallest = *config;
    smallest.d_model = smallest.n_heads = smallest.table_len = 1;
    return method->n_tensors == 0 || pe_n_learned(method, &smallest) > 0;
}

Status model_method_set(ModelMethod *list, int32_t index, int32_t id, const float *table,
                        int32_t table_len, int32_t clip, double base, int32_t rotary_dim,
                        int32_t first_pos) {
    if (index < 0 || index >= MAX_METHODS) return STATUS_BAD_SHAPE;
    const PeMethod *const method = pe_method(id);
    const PeConfig config = {.first_pos = first_pos,
                             .base = base,
                             .rotary_dim = rotary_dim,
                             .table = table,
                             .table_len = table_len,
                             .clip = clip,
                             .train_len = USUAL_LENGTH,
                             .scale_base = USUAL_LENGTH};
    if (!method || !can_run(method, &config)) return STATUS_BAD_VALUE;
    list[index] = (ModelMethod){.id = id, .config = config};
    return STATUS_OK;
}

// The k-th method where it acts at `point`, else NULL; config becomes its config in this layer.
static const PeMethod *method_at(PeConfig *config, const ModelMethodList *list, int32_t k,
                                 PePoint point, const ModelSizes *sizes) {
    const PeMethod *const method = pe_method(list->methods[k].id);
    if (!method || method->acts_on != point) return NULL;
    *config = list->methods[k].config;
    config->d_model = sizes->d_model;
    config->n_heads = sizes->n_heads;
    config->d_head = sizes->d_model / sizes->n_heads;
    return method;
}

Status model_method_run_input(float *x, const ModelMethodList *list, const ModelSizes *sizes) {
    Status status = STATUS_OK;
    for (int32_t i = 0; i < list->n_methods && status == STATUS_OK; i++) {
        PeConfig config;
        const PeMethod *const method = method_at(&config, list, i, PE_INPUT, sizes);
        if (method) status = method->input_forward(x, &config, sizes->n_tokens);
    }
    return status;
}

Status model_method_run_qk(float *q, float *k, const ModelMethodList *list,
                           const ModelSizes *sizes) {
    Status status = STATUS_OK;
    for (int32_t i = 0; i < list->n_methods && status == STATUS_OK; i++) {
        PeConfig config;
        const PeMethod *const method = method_at(&config, list, i, PE_QK, sizes);
        if (method) status = method->qk_forward(q, k, &config, sizes->n_tokens, sizes->n_tokens);
    }
    return status;
}

Status model_method_run_logits(float *bias, const float *q, const float *k,
                               const ModelMethodList *list, const ModelSizes *sizes) {
    Status status = STATUS_OK;
    for (int32_t i = 0; i < list->n_methods && status == STATUS_OK; i++) {
        PeConfig config;
        const PeMethod *const method = method_at(&config, list, i, PE_LOGITS, sizes);
        if (method) {
            status = method->logits_forward(bias, q, k, &config, sizes->n_tokens, sizes->n_tokens);
        }
    }
    return status;
}

COMPACT_END
