#include "method.h"

#include <math.h>
#include <stdbool.h>

COMPACT_BEGIN

// What log-N and xPos count by, which a list here does not tell: as web/core/pe/settings.js has it.
enum { MAX_METHODS = 64, USUAL_LENGTH = 512 };

size_t model_method_n_bytes(int32_t n_methods) {
    return n_methods > 0 && n_methods <= MAX_METHODS ? (size_t)n_methods * sizeof(ModelMethod) : 0;
}

Status model_method_set(ModelMethod *list, int32_t index, int32_t id, const PeConfig *settings) {
    if (index < 0 || index >= MAX_METHODS) return STATUS_BAD_SHAPE;
    const PeMethod *const method = pe_method(id);
    if (!method || method->acts_on == PE_OUTPUT) return STATUS_BAD_VALUE;
    list[index] = (ModelMethod){.id = id, .config = *settings};
    return STATUS_OK;
}

double model_method_scale(const ModelMethodList *list, const ModelSizes *sizes) {
    double scale = 1.0 / sqrt((double)(sizes->d_model / sizes->n_heads));
    for (int32_t i = 0; i < list->n_methods; i++) {
        const PeMethod *const method = pe_method(list->methods[i].id);
        if (method) scale *= pe_logits_factor(method);
    }
    return scale;
}

Status model_method_run(PePoint point, const PeBuffers *buffers, const ModelMethodList *list,
                        const ModelSizes *sizes) {
    const int32_t n = sizes->n_tokens;
    Status status = STATUS_OK;
    for (int32_t i = 0; i < list->n_methods && status == STATUS_OK; i++) {
        const PeMethod *const method = pe_method(list->methods[i].id);
        if (!method || method->acts_on != point) continue;
        PeConfig config = list->methods[i].config;
        config.d_model = sizes->d_model;
        config.n_heads = sizes->n_heads;
        config.d_head = sizes->d_model / sizes->n_heads;
        status = pe_act(method, false, buffers, &config, n, n);
    }
    return status;
}

COMPACT_END
