/* RoPE-Mixed: RoPE in the plane, with learned directions.
 *
 * Paper    B. Heo et al., "Rotary Position Embedding for Vision Transformer", ECCV 2024,
 *          arXiv:2403.13298, section 3.2 (mixed learnable frequencies).
 * Acts on  queries and keys: pair c of head h, elements 2c and 2c + 1, of the token at (x, y) is rotated by
 *          x w_x[h, c] + y w_y[h, c]. The logit depends on the difference of two tokens' coordinates.
 * Learns   weights (2, n_heads, d_head / 2): w_x, then w_y. Before training the magnitudes are
 *          theta^(-4 c / d_head), c < d_head / 4, the same for both halves of the pairs: the first half along
 *          a direction of the head, the second across it. The method learns them in units of their magnitudes,
 *          attn.rope_mixed in each layer, so that every pair begins with a direction of its own.
 *
 * Every function: STATUS_BAD_SHAPE unless each size is >= 1, d_head is even (a multiple of 4 where a line says
 * so) and each tensor has at most SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless every coordinate is within -2^53
 * .. 2^53. positions (2, n): the tokens' x, then their y.
 */
#ifndef PE_ROPE_MIXED_H
#define PE_ROPE_MIXED_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"
#include "pe.h"

/* weights (2, n_heads, d_head / 2) before training, from the direction of each head, angles (n_heads), in
 * radians. d_head is a multiple of 4. STATUS_BAD_VALUE unless theta is within 1e-100 .. 1e100 and each angle
 * is finite. */
API Status pe_rope_mixed_init(float *weights, const float *angles, double theta, int32_t n_heads,
                              int32_t d_head);

#define PE_ROPE_MIXED_FIELDS(X)                                                                    \
    X(const float *, weights)    /* (2, n_heads, d_head / 2) */                                    \
    X(const double *, positions) /* (2, n) */                                                      \
    X(int32_t, inverse)          /* not 0: the inverse rotation */                                 \
    X(int32_t, n_heads)                                                                            \
    X(int32_t, n)                                                                                  \
    X(int32_t, d_head)

typedef struct PeRopeMixed {
    PE_ROPE_MIXED_FIELDS(STRUCT_MEMBER)
} PeRopeMixed;

/* angles (n_heads, n, d_head / 2), in radians. */
API Status pe_rope_mixed_angles(float *angles, const PeRopeMixed *mixed);

/* out (n_heads, n, d_head): x rotated; out may be x. */
API Status pe_rope_mixed_rotate(float *out, const float *x, const PeRopeMixed *mixed);

/* The backward pass of one pe_rope_mixed_rotate() with inverse 0, which made `rotated`: dx (as x) is written;
 * dweights (2, n_heads, d_head / 2) is added to, or NULL. drotated, rotated (n_heads, n, d_head); dx may be
 * drotated. The inverse of mixed is not read. */
API Status pe_rope_mixed_backward(float *dx, float *dweights, const float *drotated,
                                  const float *rotated, const PeRopeMixed *mixed);

#endif
