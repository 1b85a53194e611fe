/* FIRE: a small network maps the distance of a key, as a share of the largest possible distance, to
 * a bias.
 *
 * Paper    S. Li et al., "Functional Interpolation for Relative Positions Improves Long Context
 *          Transformers", ICLR 2024, arXiv:2310.04418, section 3.
 * Acts on  the logits: b2[h] + sum over u of w2[h,u] relu(w1[u] x_ij + b1[u]), with
 *            x_ij = ln(|c (i - j)| + 1) / (ln(|c max(i, |L|)| + 1) + eps)
 *          Positions are absolute: query i is at first_pos + i + n_key - n_query, key j at
 *          first_pos + j.
 * Learns   attn.fire_w1 (width), _b1 (width), _w2 (n_heads, width), _b2 (n_heads), _c (1), _L (1),
 *          in each layer. Where i = |L|, max() has no derivative and L gets half of the gradient
 *          for i < |L|.
 *
 * In a causal layer nothing is added for keys after their query. Computed in double.
 * STATUS_BAD_SHAPE unless each size is >= 1 and each tensor has at most SHAPE_MAX_ELEMENTS;
 * STATUS_BAD_VALUE without table, or without scratch in the backward pass.
 */
#ifndef PE_FIRE_H
#define PE_FIRE_H

#include "pe.h"

#endif
