/* FIRE: a small network reads how far a key is, as a share of how far it could be.
 *
 * Paper    S. Li et al., "Functional Interpolation for Relative Positions Improves Long Context
 *          Transformers", ICLR 2024, arXiv:2310.04418, section 3.
 * Acts on  the logits: b2[h] + sum over u of w2[h,u] relu(w1[u] x_ij + b1[u]), with
 *            x_ij = ln(|c (i - j)| + 1) / (ln(|c max(i, |L|)| + 1) + eps)
 *          Positions are absolute: query i stands at first_pos + i + n_key - n_query, key j at
 *          first_pos + j.
 * Learns   attn.fire_w1 (width), _b1 (width), _w2 (n_heads, width), _b2 (n_heads), _c (1), _L (1),
 *          in each layer. Where i = |L|, L gets half of the gradient that it gets before.
 *
 * In a causal layer keys after their query are left out. Computed in double. STATUS_BAD_SHAPE
 * unless each size is >= 1 and each tensor has at most SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE without
 * table, or without scratch in the backward pass.
 */
#ifndef PE_FIRE_H
#define PE_FIRE_H

#include "pe.h"

#endif
