/* xPos: RoPE whose pairs also shrink with distance.
 *
 * Paper    Y. Sun, L. Dong, B. Patra, S. Ma, S. Huang, A. Benhaim, V. Chaudhary, X. Song, F. Wei,
 *          "A Length-Extrapolatable Transformer", ACL 2023, arXiv:2212.10554, section 3.2 and
 *          algorithm 1.
 * Acts on  queries and keys. After the rotation of interleaved RoPE, pair m of a query at position
 *          p is multiplied by s_m(p), that of a key divided by it:
 *            s_m(p) = zeta_m^((p - centre) / scale_base), zeta_m = (2m + 0.4 dim) / (1.4 dim)
 *          with dim = rotary_dim. The logit has the factor zeta_m^((i - j) / scale_base) for every
 *          centre: it falls towards the past, and grows without bound towards the future.
 * Learns   nothing.
 *
 * In the method the centre is the position of key 0: a key does not change while the sequence
 * grows, and can be cached. State and scratch are those of RoPE. In addition to the errors of RoPE:
 * STATUS_BAD_VALUE unless scale_base is within 1e-100 .. 1e100; STATUS_OUT_OF_RANGE where a factor
 * would leave e^-80 .. e^80, 63 scale_base positions from the centre, near the range of a float32.
 */
#ifndef PE_XPOS_H
#define PE_XPOS_H

#include <stdint.h>

#include "../base/api.h"
#include "pe.h"

/* x (n_heads, n, d_head), in place: row r, at first + r positions from the centre, times its s_m, or,
 * where divide is not 0, by the inverse; elements from dim on are unchanged. STATUS_BAD_SHAPE unless each size is >= 1, dim
 * is even and <= d_head, and x has at most SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless first is
 * finite. */
API Status pe_xpos_scale(float *x, int32_t divide, double scale_base, double first, int32_t n_heads,
                         int32_t n, int32_t d_head, int32_t dim);

#endif
