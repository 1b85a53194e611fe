/* Attention with a learned sink: one logit per head takes part in the softmax of every row and is then
 * dropped, so that a query may attend to less than all.
 *
 *     weight_ij = exp(l_ij) / (exp(s) + sum over m of exp(l_im))
 *     rest_i    = exp(s) / (exp(s) + sum over m of exp(l_im))      what goes to no key
 *
 * Papers   OpenAI, "gpt-oss-120b & gpt-oss-20b Model Card", 2025, arXiv:2508.10925, section 2; E. Miller,
 *          "Attention Is Off By One", 2023, for a logit of 0 that is not learned; G. Xiao et al.,
 *          arXiv:2309.17453, for the sinks that models without one make of their first token.
 * Shapes   logits, weights (n_problems, n_query, n_key); rest (n_problems, n_query); sinks (n_sinks):
 *          problem p takes sinks[p modulo n_sinks]. Masked logits are -inf.
 *
 * Acts on  the weights.
 * Learns   attn.sink (n_heads) in each layer, near 0.
 *
 * A logit of 0 is not "no sink": it counts as exp(0) in every row. A row that sees no key has weights 0
 * and rest 1.
 *
 * STATUS_BAD_SHAPE unless each size is >= 1, each tensor has at most SHAPE_MAX_ELEMENTS and n_sinks divides
 * n_problems; STATUS_BAD_VALUE unless every sink is finite.
 */
#ifndef PE_SINK_H
#define PE_SINK_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"
#include "pe.h"

#define PE_SINK_FIELDS(X)                                                                          \
    X(const float *, sinks)                                                                        \
    X(int32_t, n_sinks)                                                                            \
    X(int32_t, n_problems)                                                                         \
    X(int32_t, n_query)                                                                            \
    X(int32_t, n_key)

typedef struct PeSink {
    PE_SINK_FIELDS(STRUCT_MEMBER)
} PeSink;

/* weights, rest from logits. weights may be logits itself. */
API Status pe_sink_forward(float *weights, float *rest, const float *logits, const PeSink *sink);

/* dlogits holds dweights and becomes the gradient by the logits, in place; dsinks (n_sinks) is added to, or NULL.
 * weights, rest: what the forward pass gave. */
API Status pe_sink_backward(float *dlogits, float *dsinks, const float *weights, const float *rest,
                            const PeSink *sink);

#endif
