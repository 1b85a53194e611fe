/* CoPE: a position is the sum of learned gates over the keys between, so that a model counts only
 * the keys that matter to it.
 *
 * Paper    O. Golovneva, T. Wang, J. Weston, S. Sukhbaatar, "Contextual Position Encoding: Learning
 *          to Count What's Important", 2024, arXiv:2405.18719, section 4; the gates read scaled
 *          logits, as in the code of its appendix.
 * Acts on  the logits. Each key that query i sees has the gate
 *            g_ij = sigmoid(scale * q_i . k_j)
 *          without the bias of other methods; the gate of a hidden key (future, or key_pad) is 0.
 *          Then
 *            p_ij = min(g_ij + g_i,j+1 + ... + g_i,n_key-1, table_len - 1)
 *          and with l = floor(p), f = p - l, the logit gets (1 - f) q_i . e_l + f q_i . e_(l+1),
 *          where e are the rows of cope_emb. Nothing is added for hidden keys.
 * Learns   attn.cope_emb (table_len, d_head) in each layer, shared by the heads.
 *
 * In the backward pass the derivative at an integer p is taken as 0: where f = 0 no gate gets a
 * gradient.
 *
 * Shapes   q, dq (n_heads, n_query, d_head); k, dk (n_heads, n_key, d_head); logits, positions
 *          (n_heads, n_query, n_key); key_pad (n_key) 1 where a key is hidden, or NULL.
 * The position of query i is i + n_key - n_query. STATUS_BAD_SHAPE unless each size is >= 1 and
 * each tensor has at most SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless scale is finite, and without
 * table, or without scratch in the backward pass.
 */
#ifndef PE_COPE_H
#define PE_COPE_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "pe.h"

/* positions: p_ij; a hidden key has that of the next key, and 0 after the last visible one. Reads
 * neither table nor scratch of config. */
API Status pe_cope_positions(float *positions, const float *q, const float *k,
                             const PeConfig *config, int32_t n_query, int32_t n_key);

#endif
