/* PoPE: content sets the length of a feature and position alone its angle, so that what and where do
 * not mix.
 *
 *     logit_ij = scale (sum over c < d of softplus(q_ic) softplus(k_jc) cos((i - j) w_c - delta_c)
 *                       + the plain product of the elements from d on),   w_c = base^(-c / d)
 *
 * Paper    A. Gopalakrishnan et al., "Decoupling the "What" and "Where" With Polar Coordinate
 *          Positional Embeddings", arXiv:2509.10534, section 3.
 *
 * Acts on  the logits, in place of q k^T: the first rotary_dim elements of each head, 0 for all.
 * Learns   attn.pope_delta (n_heads, dim) in each layer, from 0.
 *
 * Each element has a frequency of its own, not each pair. The key's angle is j w_c + delta_c, so delta enters
 * with the sign of j - i; it is clipped to -2 pi .. 0, its gradient is 0 outside and at both ends as inside.
 *
 * Shapes   q, dq (n_heads, n_query, d_head); k, dk (n_heads, n_key, d_head); delta, ddelta (n_heads, d), d = dim;
 *          logits, dlogits (n_heads, n_query, n_key). Query i has the position first_pos + i + n_key - n_query.
 *
 * STATUS_BAD_SHAPE unless each size is >= 1, dim <= d_head and each tensor and the scratch have at most
 * SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless base is one (angle_table.h) and scale is finite;
 * STATUS_OUT_OF_RANGE where angles are given, but not for all keys.
 */
#ifndef PE_POPE_H
#define PE_POPE_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"
#include "pe.h"

#define PE_POPE_FIELDS(X)                                                                          \
    X(const float *, q)                                                                            \
    X(const float *, k)                                                                            \
    X(const float *, delta)                                                                        \
    X(int32_t, n_heads)                                                                            \
    X(int32_t, n_query)                                                                            \
    X(int32_t, n_key)                                                                              \
    X(int32_t, d_head)                                                                             \
    X(int32_t, dim)                                                                                \
    X(int32_t, first_pos)                                                                          \
    X(double, base)                                                                                \
    X(double, scale)                                                                               \
    X(const float *, angles) /* pe_pope_angles() from first_pos on; NULL: formed afresh */         \
    X(int32_t, n_angles)     /* positions that it has */

typedef struct PePope {
    PE_POPE_FIELDS(STRUCT_MEMBER)
} PePope;

/* Floats of `scratch` below; 0 for sizes that are refused. */
API double pe_pope_scratch_n(int32_t n_query, int32_t n_key, int32_t d_head, int32_t dim);

/* logits is added to. scratch is undefined before and after. */
API Status pe_pope_add(float *logits, float *scratch, const PePope *pope);

/* Of a loss, as q, k, delta: each is added to; ddelta may be NULL. */
#define PE_POPE_GRADIENT_FIELDS(X)                                                                 \
    X(float *, dq)                                                                                 \
    X(float *, dk)                                                                                 \
    X(float *, ddelta)

typedef struct PePopeGradients {
    PE_POPE_GRADIENT_FIELDS(STRUCT_MEMBER)
} PePopeGradients;

/* dlogits is 0 where a key is hidden. */
API Status pe_pope_backward(const PePopeGradients *gradients, const float *dlogits, float *scratch,
                            const PePope *pope);

/* angles (n, dim, 2): cosine and sine for positions first_pos .. first_pos + n - 1. Sizes and base have been
 * checked. */
void pe_pope_angles(float *angles, double base, int32_t dim, int32_t first_pos, int32_t n);

#endif
