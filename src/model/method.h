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

/* list[index]: a method and what it needs to know, as in PeConfig. table (or NULL) is kept as a
 * pointer and must outlive the list. STATUS_BAD_VALUE unless id is one of PeMethodId that these
 * settings are enough for: not T5, whose buckets have no number here, nor Shaw's vectors, which ask
 * for the layer's scale and its weights. */
API Status model_method_set(ModelMethod *list, int32_t index, int32_t id, const float *table,
                            int32_t table_len, int32_t clip, double base, int32_t rotary_dim,
                            int32_t first_pos);

typedef struct ModelSizes {
    int32_t n_tokens, d_model, n_heads;
} ModelSizes;

/* Each runs the methods that act at its point, in the order of the list, and stops at the first that
 * refuses. x (n_tokens, d_model); q, k (n_heads, n_tokens, d_head); bias (n_heads, n_tokens,
 * n_tokens), added to. STATUS_BAD_VALUE where a table of a method that needs one is NULL. */
Status model_method_run_input(float *x, const ModelMethodList *list, const ModelSizes *sizes);
Status model_method_run_qk(float *q, float *k, const ModelMethodList *list,
                           const ModelSizes *sizes);
Status model_method_run_logits(float *bias, const float *q, const float *k,
                               const ModelMethodList *list, const ModelSizes *sizes);

#endif
