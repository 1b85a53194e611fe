/* Any method of the table (pe.h), run by its number, for JavaScript, so that a new method needs
 * no function of its own.
 *
 * A PeConfig is a block of bytes of the caller, filled by pe_config_set() and then pe_config_attach().
 */
#ifndef PE_API_H
#define PE_API_H

#include <stddef.h>
#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "pe.h"

/* What a layer with this method multiplies q k^T by: 1 / sqrt(d_head), times the method's factor.
 * 0 unless method is one of PeMethodId and d_head a size. */
API double pe_logits_scale(int32_t method, int32_t d_head);

/* Facts of a method, as bits in this order (the fields of PeMethod); 0 where there is no such method. */
#define PE_FACT_LIST(X)                                                                            \
    X(PE_READS_CONTENT, "readsContent")                                                            \
    X(PE_PER_LAYER, "perLayer")                                                                    \
    X(PE_IS_BOUNDED, "isBounded")                                                                  \
    X(PE_READS_TOKENS, "readsTokens")                                                              \
    X(PE_IS_PRODUCT, "isProduct")                                                                  \
    X(PE_IGNORES_IDS, "ignoresIds")

API int32_t pe_method_facts(int32_t method);

/* How many tensors a method learns; their names, or NULL for another index. */
API int32_t pe_tensor_count(int32_t method);
API const char *pe_tensor_name(int32_t method, int32_t index);

/* sizes (PE_MAX_RANK), zeros behind the last; start (3): mean and sigma that it is drawn from, and 1 where
 * each layer has one of its own, else 0. STATUS_BAD_VALUE unless the method has such a tensor; STATUS_BAD_SHAPE where it would have no
 * valid shape. */
API Status pe_tensor_describe(int32_t *sizes, double *start, const PeConfig *config, int32_t method,
                              int32_t index);

/* Floats that config->scratch must have. */
API double pe_scratch_n(const PeConfig *config, int32_t method, int32_t n_query, int32_t n_key);

/* What the method does where it acts, or, where is_backward is not 0, its backward pass; the buffers are
 * those of PeBuffers (pe.h), dtable may be NULL. STATUS_BAD_VALUE unless there is such a method, it acts
 * somewhere, and scratch, what it learns and what it reads of content are given; else what the
 * method says. */
API Status pe_run(const PeBuffers *buffers, const PeConfig *config, int32_t method,
                  int32_t is_backward, int32_t n_query, int32_t n_key);

/* Bytes of float32 that a method keeps for a sequence: its table, its cache for all heads and layers, or its
 * bias, where that is written out. 0 where there is no such method. */
API double pe_memory_bytes(int32_t method, double seq_len, double d_model, double n_heads,
                           double d_head, double clip);

#endif
