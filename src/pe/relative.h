/* Clipped offsets of key and query: "relative positions" in the paper.
 *
 * Paper    P. Shaw, J. Uszkoreit, A. Vaswani, "Self-Attention with Relative Position
 *          Representations", NAACL 2018, arXiv:1803.02155, section 3.2 (the clipping); here one
 *          learned number per head and offset, added to the logits, without the key and value
 *          vectors of that paper.
 * Acts on  the attention logits.
 * Learns   table (n_heads, 2 clip + 1).
 *
 * The offset is key minus query, j - i, as in the paper: negative to the past, where the distance
 * i - j is positive. Query i is at i + n_key - n_query.
 *
 * Every function: STATUS_BAD_SHAPE unless each size is >= 1 and each tensor has at most
 * SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless 0 <= clip <= 2^27.
 */
#ifndef PE_RELATIVE_H
#define PE_RELATIVE_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

/* relative (n_query, n_key): j - i, clamped to -clip .. clip. */
API Status pe_relative_matrix(float *relative, int32_t clip, int32_t n_query, int32_t n_key);

/* bias (n_heads, n_query, n_key): table[h, clip(j - i) + clip], in logits. */
API Status pe_relative_bias(float *bias, const float *table, int32_t clip, int32_t n_heads,
                            int32_t n_query, int32_t n_key);

/* logits (n_heads, n_query, n_key) += that bias. */
Status pe_relative_add(float *logits, const float *table, int32_t clip, int32_t n_heads,
                       int32_t n_query, int32_t n_key);

/* dtable (n_heads, 2 clip + 1) += the gradient by table, of a loss whose gradient by the biased
 * logits is dlogits (n_heads, n_query, n_key): a sum over each diagonal. */
Status pe_relative_backward(float *dtable, const float *dlogits, int32_t clip, int32_t n_heads,
                            int32_t n_query, int32_t n_key);

#endif
