/* The positional methods of one layer: a list, run at the points that the table in pe/pe.h names.
 *
 * A hybrid (RoPE and ALiBi) is two entries. Nothing here knows any method by name.
 */
#ifndef MODEL_METHOD_H
#define MODEL_METHOD_H

#include <stddef.h>
#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../pe/pe.h"

typedef struct ModelMethod {
    int32_t id;      // PeMethodId
    PeConfig config; // its sizes (d_model, n_heads, d_head) are filled in by the layer
} ModelMethod;

typedef struct ModelMethodList {
    const ModelMethod *methods;
    int32_t n_methods;
} ModelMethodList;

/* Bytes of a list of n_methods; 0 unless 0 < n_methods <= 64. */
API size_t model_method_n_bytes(int32_t n_methods);

/* list[index]: a method and what it needs to know, with the scale and the masks of the layer and all that
 * it works with (pe/pe_api.h), which must outlive the list. STATUS_BAD_SHAPE unless 0 <= index < 64;
 * STATUS_BAD_VALUE unless id is one of PeMethodId that acts before the softmax. */
API Status model_method_set(ModelMethod *list, int32_t index, int32_t id, const PeConfig *settings);

typedef struct ModelSizes {
    int32_t n_tokens, d_model, n_heads;
} ModelSizes;

/* What the layer multiplies q k^T by: 1 / sqrt(d_head), times the factor of each method. */
double model_method_scale(const ModelMethodList *list, const ModelSizes *sizes);

/* Runs the methods that act at a point, in the order of the list, and stops at the first that refuses.
 * Of the buffers those are read that stand there: x (n_tokens, d_model); q, k (n_heads, n_tokens,
 * d_head); bias (n_heads, n_tokens, n_tokens), added to. */
Status model_method_run(PePoint point, const PeBuffers *buffers, const ModelMethodList *list,
                        const ModelSizes *sizes);

#endif
