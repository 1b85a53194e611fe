/* Scaled dot-product attention, head by head.
 *
 *     logits  = scale * q k^T + bias, -inf where a key is hidden
 *     weights = softmax(logits)
 *     output  = weights v
 *
 * Paper    A. Vaswani et al., "Attention Is All You Need", arXiv:1706.03762, section 3.2.1.
 * Shapes   q, output (n_problems, n_query, d_head); k, v (n_problems, n_key, d_head);
 *          logits, weights (n_problems, n_query, n_key). A problem is one head of one sequence:
 *          problem p = sequence * heads + head.
 * Masks    causal: query i is at key i + n_key - n_query (the last query at the last key) and
 *          sees no key after it; where causal is NN_STRICTLY_CAUSAL, not its own either. window W > 0:
 *          it sees no key that is W or more before it. key_pad (n_key): key j is hidden where
 *          key_pad[j] != 0. A query that sees no key has weights and output of zeros.
 *
 * What positional methods add to the logits is `bias`; no method is named here.
 *
 * Every function that returns a Status: STATUS_BAD_SHAPE unless each size is >= 1, each tensor has
 * at most SHAPE_MAX_ELEMENTS and the _n_bytes() of the function's own scratch is not 0;
 * STATUS_BAD_VALUE unless scale is finite and window >= 0. No two buffers may overlap. An argument "or NULL" may be
 * left out.
 */
#ifndef NN_ATTENTION_H
#define NN_ATTENTION_H

#include <stddef.h>
#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"

// For `causal`, beside 0 and 1: a query does not see its own key.
enum { NN_STRICTLY_CAUSAL = 2 };

// What one call computes: its sizes, the scale and the masks.
#define NN_ATTENTION_FIELDS(X)                                                                     \
    X(int32_t, n_problems) /* batch * heads */                                                     \
    X(int32_t, n_query)                                                                            \
    X(int32_t, n_key)                                                                              \
    X(int32_t, d_head)                                                                             \
    X(int32_t, causal)                                                                             \
    X(int32_t, window) /* 0: none */                                                               \
    X(double, scale)                                                                               \
    X(const int32_t *, key_pad) /* (n_key), shared by all problems, or NULL */

typedef struct NnAttention {
    NN_ATTENTION_FIELDS(STRUCT_MEMBER)
} NnAttention;

/* bias (n_bias, n_query, n_key) or NULL: problem p takes the bias p modulo n_bias, so that heads may
 * share one over the batch, or each problem have its own. n_bias divides n_problems, or the shape is
 * refused; where bias is NULL it is not read. */
#define NN_ATTENTION_INPUT_FIELDS(X)                                                               \
    X(const float *, q)                                                                            \
    X(const float *, k)                                                                            \
    X(const float *, v)                                                                            \
    X(const float *, bias)                                                                         \
    X(int32_t, n_bias)

typedef struct NnAttentionInputs {
    NN_ATTENTION_INPUT_FIELDS(STRUCT_MEMBER)
} NnAttentionInputs;

/* Bytes of `scratch` below; 0 for sizes that would be refused. */
API size_t nn_attention_n_bytes(int32_t n_key, int32_t d_head);

/* logits, weights: or NULL, then only some rows at a time exist, in scratch. Where a key is hidden,
 * neither its q k^T nor its bias counts, be it NaN. */
API Status nn_attention_forward(float *output, float *logits, float *weights,
                                const NnAttentionInputs *inputs, float *scratch,
                                const NnAttention *attention);

/* nn_attention_forward() in stages, for weights that are not the softmax of the logits:
 *
 *     _logits   logits, with bias and masks
 *               weights from logits: pe/sink.h, pe/stick_breaking.h
 *     _values   output = weights v
 *
 * scratch: nn_attention_n_bytes(). v of inputs may be NULL for _logits. */
API Status nn_attention_logits(float *logits, const NnAttentionInputs *inputs, float *scratch,
                               const NnAttention *attention);
API Status nn_attention_values(float *output, const float *weights, const float *v, float *scratch,
                               const NnAttention *attention);

// Of a loss: dq, dk, dv as q, k, v; dlogits (n_problems, n_query, n_key).
#define NN_ATTENTION_GRADIENT_FIELDS(X)                                                            \
    X(float *, dq)                                                                                 \
    X(float *, dk)                                                                                 \
    X(float *, dv)                                                                                 \
    X(float *, dlogits)

typedef struct NnAttentionGradients {
    NN_ATTENTION_GRADIENT_FIELDS(STRUCT_MEMBER)
} NnAttentionGradients;

/* Gradients of a loss whose gradient by `output` is dout (n_problems, n_query, d_head). They are
 * written, not added. dlogits is the gradient of a bias of its own shape as well, and 0 where a key
 * was hidden: the masks are in the weights of the forward pass, those of `attention` only leave out
 * work. inputs: q, k, v. */
API Status nn_attention_backward(const NnAttentionGradients *gradients, const float *dout,
                                 const float *weights, const NnAttentionInputs *inputs,
                                 float *scratch, const NnAttention *attention);

/* Bytes of the backward pass's scratch; 0 for sizes that would be refused. */
API size_t nn_attention_backward_n_bytes(int32_t n_query, int32_t n_key, int32_t d_head);

/* nn_attention_backward() in three stages, each of which writes its outputs. Between them a method
 * adds its part:
 *
 *     _values     dv, dweights from dout               OUTPUT methods then add to dweights
 *     _softmax    dweights becomes dlogits, in place    also the gradient of the bias
 *     _logits     dq, dk from dlogits                  LOGITS methods that read q, k then add to both
 *
 * Where causal, elements of dweights past the keys that a query sees are undefined and are not read;
 * those of dlogits are 0. scratch: nn_attention_backward_n_bytes(). For _softmax
 * and _bias sizes and scale have been checked. */
API Status nn_attention_backward_values(float *dv, float *dweights, const float *dout,
                                        const float *weights, const float *v, float *scratch,
                                        const NnAttention *attention);
void nn_attention_backward_softmax(float *dlogits, const float *weights,
                                   const NnAttention *attention);
API Status nn_attention_backward_logits(float *dq, float *dk, const float *dlogits, const float *q,
                                        const float *k, float *scratch,
                                        const NnAttention *attention);

/* dbias (n_bias, n_query, n_key): the sum of dlogits over the problems that share a bias;
 * written. */
void nn_attention_backward_bias(float *dbias, const float *dlogits, int32_t n_bias,
                                const NnAttention *attention);

/* entropy (n_rows): -sum of w ln w over a row of weights (n_rows, n_key), in nats: 0 when all is on
 * one key, ln(n_key) when it is uniform. STATUS_BAD_VALUE unless every weight is
 * finite and >= 0. */
API Status nn_attention_entropy(float *entropy, const float *weights, int32_t n_rows,
                                int32_t n_key);

#ifdef CORE_TESTING
/* nn_attention_forward() as the formula says, in double. logits and weights are not NULL; scratch
 * may be. */
API Status nn_attention_forward_ref(float *output, float *logits, float *weights,
                                    const NnAttentionInputs *inputs, float *scratch,
                                    const NnAttention *attention);
#endif

#endif
