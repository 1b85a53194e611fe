/* FoX, the Forgetting Transformer: each token has a gate per head, and what lies before a token counts
 * less by its gate.
 *
 *     c_t     = sum over s <= t of ln sigmoid(f_s)
 *     bias_ij = c_i - c_j: the gates of the tokens after j, up to and including the query i
 *
 * f = w . x + b is read from the token. Constant gates are ALiBi: ln sigmoid(f) = -m gives its bias of
 * slope m. In a cache the gates of all keys are there; a padded key still moves c, but in no row that counts.
 *
 * Acts on  the logits, and reads the tokens: gates = x W^T + b, x what the layer projects to q, k and v.
 * Learns   attn.fox_w (n_heads, d_model), attn.fox_b (n_heads) in each layer. Gates start near 3, where a
 *          token takes 5 % from what is before it. The authors' code starts the bias of gates that read the
 *          token at 0, where each token takes half; it sets other biases only for gates that do not.
 * Paper    Z. Lin, E. Nikishin, X. He, A. Courville, "Forgetting Transformer: Softmax Attention with a
 *          Forget Gate", arXiv:2503.02130, section 3.
 * Shapes   gates, dgates (n_key, n_heads): f, token by token; bias, dlogits (n_heads, n_query, n_key);
 *          scratch (n_key), undefined before and after.
 *
 * The position of query i is i + n_key - n_query. Sums in double: c grows with the text, its differences
 * do not. STATUS_BAD_SHAPE unless each size is >= 1, each tensor has at most SHAPE_MAX_ELEMENTS and
 * n_query <= n_key: a query without a token has no gate.
 */
#ifndef PE_FOX_H
#define PE_FOX_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "pe.h"

/* Added to bias. */
API Status pe_fox_add(float *bias, const float *gates, double *scratch, int32_t n_heads,
                      int32_t n_query, int32_t n_key);

/* dgates is added to, from dlogits, which is 0 where a key is hidden. The gate of token 0 is in no bias. */
API Status pe_fox_backward(float *dgates, const float *dlogits, const float *gates, double *scratch,
                           int32_t n_heads, int32_t n_query, int32_t n_key);

#endif
