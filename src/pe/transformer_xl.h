/* Transformer-XL: relative sinusoids, and two learned vectors in place of the query.
 *
 * Paper    Z. Dai, Z. Yang, Y. Yang, J. Carbonell, Q. V. Le, R. Salakhutdinov, "Transformer-XL:
 *          Attentive Language Models Beyond a Fixed-Length Context", ACL 2019, arXiv:1901.02860,
 *          section 3.3; the shift is its appendix B.
 * Acts on  the logits of head h, query i at i + n_key - n_query (keys before the first query are
 *          the paper's memory):
 *            logits[h,i,j] += scale * (u[h] . k_j + (q_i + v[h]) . W[h] R(i - j))
 *          beside the layer's own q_i . k_j. The paper's formula has no 1/sqrt(d_head), its
 *          authors' code has; here `scale` is the layer's.
 *          R(d), of d_model elements: sin(d w_m) in its first half, cos(d w_m) in its second,
 *          w_m = base^(-2m / d_model); an odd d_model ends with a 0.
 * Learns   u = txl_u, v = txl_v (n_heads, d_head), W = txl_r (n_heads, d_head, d_model), in every
 *          layer.
 *
 * state: the rows of R. STATUS_BAD_SHAPE unless each size is >= 1 and each tensor and the scratch
 * have at most SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless scale is finite and base within 1e-100
 * .. 1e100, and without table or scratch; STATUS_OUT_OF_RANGE, where there is a state, unless
 * n_query and n_key are at most state_len.
 */
#ifndef PE_TRANSFORMER_XL_H
#define PE_TRANSFORMER_XL_H

#include <stdint.h>

#include "../base/api.h"
#include "pe.h"

/* Two ways from products by distance to products by key. x (n_query, n_query + n_key - 1): column c
 * is distance n_key - 1 - c, so that the first n_key columns are those from n_key - 1 down to 0.
 *   padded (n_query, n_key + 1)   a column of zeros, then these n_key columns
 *   shifted (n_query, n_key)      the appendix's way: padded, read as (n_key + 1, n_query) and
 *                                 without its first row. Right where j <= i + n_key - n_query;
 *                                 after that come zeros and numbers of the next query.
 *   picked (n_query, n_key)       x[i, n_query - 1 - i + j]: distance i - j, for every key
 * STATUS_BAD_SHAPE unless each size is >= 1 and each tensor has at most SHAPE_MAX_ELEMENTS. */
API Status pe_transformer_xl_shift(float *padded, float *shifted, float *picked, const float *x,
                                   int32_t n_query, int32_t n_key);

#endif
