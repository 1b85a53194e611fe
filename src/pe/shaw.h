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
 * tensor has at most SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE without table, unless 0 <= clip <= 2^27
 * and, for the keys, unless scale is finite. Buffers of one call must not overlap.
 */
#ifndef PE_SHAW_H
#define PE_SHAW_H

#include "pe.h"

#endif
