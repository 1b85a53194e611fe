/* Stick-breaking attention: from the nearest key to the farthest, each takes its share of what those
 * after it left.
 *
 *     weight_ij = sigmoid(l_ij) times the product over m > j of (1 - sigmoid(l_im))
 *     rest_i    = the product over all m of (1 - sigmoid(l_im)) = 1 - sum over j of weight_ij
 *
 * over the keys that query i sees, so that recency needs no positional encoding.
 *
 * Acts on  the weights. What is left of the stick is lost, and a query sees its own key.
 *
 * Paper    S. Tan, Y. Shen, S. Yang, A. Courville, R. Panda, "Stick-breaking Attention",
 *          arXiv:2410.17980, section 2.
 * Shapes   logits, weights (n_rows, n_key), n_rows = n_problems * n_query; rest (n_rows). Hidden logits
 *          are -inf: causal for a key of one's own, NN_STRICTLY_CAUSAL (nn/attention.h) without, as the
 *          paper has it.
 *
 * Sums of logarithms in double: a product of many small factors would underflow. A row that sees no key
 * has weights 0 and rest 1. STATUS_BAD_SHAPE unless both sizes are >= 1 and the matrix has at most
 * SHAPE_MAX_ELEMENTS.
 */
#ifndef PE_STICK_BREAKING_H
#define PE_STICK_BREAKING_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "pe.h"

/* weights, rest from logits. weights may be logits itself. */
API Status pe_stick_breaking_forward(float *weights, float *rest, const float *logits,
                                     int32_t n_rows, int32_t n_key);

/* dlogits holds dweights and becomes the gradient by the logits, in place. drest (n_rows): the gradient by
 * rest, or NULL where no loss reads it. weights, rest: what the forward pass made of logits. */
API Status pe_stick_breaking_backward(float *dlogits, const float *drest, const float *weights,
                                      const float *rest, const float *logits, int32_t n_rows,
                                      int32_t n_key);

/* What is left goes to the value of the query itself: output (n_problems, n, d_head) += rest v, v of the
 * same shape; and its backward pass: dv += rest dout, drest (n_problems, n) = dout . v. */
API Status pe_stick_breaking_rest_forward(float *output, const float *rest, const float *v,
                                          int32_t n_rows, int32_t d_head);
API Status pe_stick_breaking_rest_backward(float *dv, float *drest, const float *dout,
                                           const float *rest, const float *v, int32_t n_rows,
                                           int32_t d_head);

#endif
