/* CoPE: a position is how many of the keys between are worth counting.
 *
 * Paper    O. Golovneva, T. Wang, J. Weston, S. Sukhbaatar, "Contextual Position Encoding: Learning
 *          to Count What's Important", 2024, arXiv:2405.18719, section 4; the gates read scaled
 *          logits, as in the code of its appendix.
 * Acts on  the logits. Of the keys that query i sees, each has the gate
 *            g_ij = sigmoid(scale * q_i . k_j)
 *          with no other method's bias in it; a hidden key, of the future or of key_pad, has 0.
 *          Then
 *            p_ij = min(g_ij + g_i,j+1 + ... + g_i,n_key-1, table_len - 1)
 *          and with l = floor(p), f = p - l, the logit gets (1 - f) q_i . e_l + f q_i . e_(l+1),
 *          where e are the rows of cope_emb. Hidden keys get nothing.
 * Learns   attn.cope_emb (table_len, d_head) in each layer, shared by the heads.
 *
 * In the backward pass the logit has no slope by a whole p: where f = 0 no gate gets anything from it.
 *
 * Shapes   q, dq (n_heads, n_query, d_head); k, dk (n_heads, n_key, d_head); logits, positions
 *          (n_heads, n_query, n_key); key_pad (n_key) 1 where a key is hidden, or NULL.
 * Query i stands at i + n_key - n_query. STATUS_BAD_SHAPE unless each size is >= 1 and each tensor
 * has at most SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless scale is finite, and without table, or
 * without scratch in the backward pass.
 */
#ifndef PE_COPE_H
#define PE_COPE_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "pe.h"

/* positions: p_ij; of a hidden key that of the next one, and 0 behind the last that is seen. */
API Status pe_cope_positions(float *positions, const float *q, const float *k,
                             const int32_t *key_pad, double scale, int32_t causal,
                             int32_t table_len, int32_t n_heads, int32_t n_query, int32_t n_key,
                             int32_t d_head);

#endif
