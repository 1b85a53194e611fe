/* KERPLE: distances through a kernel that each head learns.
 *
 * Paper    T.-C. Chi, T.-H. Fan, P. J. Ramadge, A. I. Rudnicky, "KERPLE: Kernelized Relative
 *          Positional Embedding for Length Extrapolation", NeurIPS 2022, arXiv:2205.09921,
 *          section 4: its logarithmic and its power variant.
 * Acts on  the logits of head h, with a = kerple_a[h], p = kerple_p[h] and distance d = |i - j|:
 *            kerple-log    -p ln(1 + |a| d)
 *            kerple-power  -a d^p
 *          and 0 at distance 0, whatever a and p. Query i is at i + n_key - n_query.
 * Learns   kerple_a (n_heads), kerple_p (n_heads), shared by the layers. The paper holds both above
 *          0; here nothing does, but |a| keeps the logarithm defined where training moves across 0.
 *
 * In a causal layer keys after their query are left out. Computed in double. STATUS_BAD_SHAPE
 * unless each size is >= 1 and the logits have at most SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE without
 * table.
 */
#ifndef PE_KERPLE_H
#define PE_KERPLE_H

#include "pe.h"

#endif
