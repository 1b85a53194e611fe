/* RoPE: rotary position embedding.
 *
 * Paper    J. Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding",
 *          arXiv:2104.09864, section 3.2.2 (equation 15: the frequencies) and 3.4.2 (equation 34:
 *          the rotation without a matrix product).
 * Acts on  queries and keys, head by head, after the projections and in every layer; rope-values on the
 *          values, and by the inverse rotation on the output of attention: that is what the values gain by
 *          being rotated at all, since a query then sees R(j - i) v_j.
 * Learns   nothing.
 *
 * Pair i of a head is rotated by position * w_i. Which elements are pair i, m = n_pairs:
 *   half          (i, i + m)        NeoX, LLaMA in transformers
 *   interleaved   (2i, 2i + 1)      the paper, GPT-J
 * Elements from 2m on pass through (partial rotation).
 *
 * Every function: STATUS_BAD_SHAPE unless each size is >= 1 and each tensor has at most
 * SHAPE_MAX_ELEMENTS. Buffers of one call must not overlap, except where a line says so.
 */
#ifndef PE_ROPE_H
#define PE_ROPE_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"

#define PE_ROPE_LAYOUT_LIST(X)                                                                     \
    X(PE_ROPE_LAYOUT_HALF, "half")                                                                 \
    X(PE_ROPE_LAYOUT_INTERLEAVED, "interleaved")

typedef enum PeRopeLayout {
#define PE_LAYOUT_ENUM(name, words) name,
    PE_ROPE_LAYOUT_LIST(PE_LAYOUT_ENUM)
#undef PE_LAYOUT_ENUM
} PeRopeLayout;

/* inv_freq (dim / 2): w_i = base^(-2i/dim), radians per position. STATUS_BAD_SHAPE for an odd dim;
 * STATUS_BAD_VALUE unless base is within 1e-100 .. 1e100. */
API Status pe_rope_frequencies(double *inv_freq, double base, int32_t dim);

/* cos, sin (n, n_pairs): attention_factor times cos and sin of positions[r] * inv_freq[i].
 * STATUS_BAD_VALUE unless every |position| <= 2^53, every |frequency| <= 1e100 and the factor is
 * finite. */
API Status pe_rope_tables(float *cos, float *sin, const double *positions, const double *inv_freq,
                          double attention_factor, int32_t n, int32_t n_pairs);

/* The same for positions first_pos .. first_pos + n - 1: the rows by which a cache grows. */
API Status pe_rope_rows(float *cos, float *sin, const double *inv_freq, double attention_factor,
                        int32_t first_pos, int32_t n, int32_t n_pairs);

#define PE_ROTATION_FIELDS(X)                                                                      \
    X(int32_t, layout) /* PeRopeLayout */                                                          \
    X(int32_t, inverse)                                                                            \
    X(int32_t, n_heads)                                                                            \
    X(int32_t, n)                                                                                  \
    X(int32_t, d_head)                                                                             \
    X(int32_t, n_pairs)

typedef struct PeRotation {
    PE_ROTATION_FIELDS(STRUCT_MEMBER)
} PeRotation;

/* out (n_heads, n, d_head): x rotated by cos and sin (n, n_pairs); the inverse rotation when
 * inverse is not 0.
 * out may be x itself. STATUS_BAD_SHAPE also unless 2 n_pairs <= d_head; STATUS_BAD_VALUE unless
 * `layout` is one of the enum. */
API Status pe_rope_rotate(float *out, const float *x, const float *cos, const float *sin,
                          const PeRotation *rotation);

#ifdef CORE_TESTING
/* pe_rope_rotate() one pair at a time: what it is tested against. */
API Status pe_rope_rotate_ref(float *out, const float *x, const float *cos, const float *sin,
                              const PeRotation *rotation);
#endif

#endif
