/* Relative position vectors on keys and values.
 *
 * Paper    P. Shaw, J. Uszkoreit, A. Vaswani, "Self-Attention with Relative Position
 *          Representations", NAACL 2018, arXiv:1803.02155, section 3.1, equations 3 and 4; the
 *          clipping of section 3.2. Vectors are shared by the heads, as there.
 * Acts on  keys: the logits, scale * q_i (k_j + a_ij). Values: the output, sum w_ij (v_j + a_ij).
 *          Only the terms with a_ij are added here.
 * Learns   two tables (2 clip + 1, d_head), one for keys and one for values, in every layer:
 *          a_ij = table[r(i, j)], r = clip(j - i, -clip, clip) + clip.
 *
 * The position of query i is i + n_key - n_query. causal: nothing is added for keys after their
 * query, which are hidden; dlogits and weights must be 0 there.
 *
 * Shapes   q, dq, output, doutput (n_heads, n_query, d_head);
 *          logits, weights and their gradients (n_heads, n_query, n_key).
 * Every function adds to what it computes. STATUS_BAD_SHAPE unless each size is >= 1 and each
 * tensor has at most SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless scale is finite and 0 <= clip <=
 * 2^27. Buffers of one call must not overlap.
 */
#ifndef PE_SHAW_H
#define PE_SHAW_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

/* logits[h,i,j] += scale * q[h,i] . table[r(i, j)]. */
Status pe_shaw_keys_add(float *logits, const float *q, const float *table, double scale,
                        int32_t clip, int32_t causal, int32_t n_heads, int32_t n_query,
                        int32_t n_key, int32_t d_head);

/* dq and dtable (or NULL) += their gradients, of a loss whose gradient by the logits is dlogits. */
Status pe_shaw_keys_backward(float *dq, float *dtable, const float *dlogits, const float *q,
                             const float *table, double scale, int32_t clip, int32_t causal,
                             int32_t n_heads, int32_t n_query, int32_t n_key, int32_t d_head);

/* output[h,i] += the sum over j of weights[h,i,j] * table[r(i, j)]. */
Status pe_shaw_values_add(float *output, const float *weights, const float *table, int32_t clip,
                          int32_t causal, int32_t n_heads, int32_t n_query, int32_t n_key,
                          int32_t d_head);

/* dweights and dtable (or NULL) += their gradients, of a loss whose gradient by the output is
 * doutput. */
Status pe_shaw_values_backward(float *dweights, float *dtable, const float *doutput,
                               const float *weights, const float *table, int32_t clip,
                               int32_t causal, int32_t n_heads, int32_t n_query, int32_t n_key,
                               int32_t d_head);

#endif
