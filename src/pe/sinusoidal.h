/* Sinusoidal positional encoding.
 *
 * Paper    A. Vaswani et al., "Attention Is All You Need", NeurIPS 2017, arXiv:1706.03762,
 *          section 3.5: PE(p, 2i) = sin(p w_i), PE(p, 2i+1) = cos(p w_i), w_i = base^(-2i/d_model).
 *          The tensor2tensor layout is that of the authors' published code.
 * Acts on  the input: added to the embeddings.
 * Learns   nothing.
 * Memory   the caller owns every buffer; buffers of one call must not overlap.
 *
 * Layouts, p the position, h = d_model / 2:
 *   interleaved     sin and cos of pair 0, of pair 1, ...; w_i = base^(-2i/d_model). An odd d_model
 *                   ends with one more sine.
 *   concatenated    the same numbers, all sines first, then all cosines; odd: one sine more
 *   tensor2tensor   all sines, then all cosines; w_i = base^(-i / max(h - 1, 1)) with h rounded
 *                   down; odd: the last column is 0
 *
 * Every function: STATUS_BAD_SHAPE unless each size is >= 1 and the tensor has at most
 * SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless `layout` is one of the enum and base is within
 * 1e-100 .. 1e100. Angles are computed in double; the error of a table is at most
 * 2.4e-7 at positions up to 2^30, and a row has the same bits in every table that contains it.
 */
#ifndef PE_SINUSOIDAL_H
#define PE_SINUSOIDAL_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

#define PE_SINUSOIDAL_LAYOUT_LIST(X)                                                               \
    X(PE_SINUSOIDAL_INTERLEAVED, "interleaved")                                                    \
    X(PE_SINUSOIDAL_CONCATENATED, "concatenated")                                                  \
    X(PE_SINUSOIDAL_TENSOR2TENSOR, "tensor2tensor")

typedef enum PeSinusoidalLayout {
#define PE_LAYOUT_ENUM(name, words) name,
    PE_SINUSOIDAL_LAYOUT_LIST(PE_LAYOUT_ENUM)
#undef PE_LAYOUT_ENUM
} PeSinusoidalLayout;

/* frequencies: w_i in radians per position, d_model / 2 of them rounded up (tensor2tensor: rounded
 * down, so none for d_model = 1). */
API Status pe_sinusoidal_frequencies(double *frequencies, int32_t layout, double base,
                                     int32_t d_model);

/* table (n_pos, d_model): rows for positions first_pos .. first_pos + n_pos - 1. */
API Status pe_sinusoidal_table(float *table, int32_t layout, double base, int32_t first_pos,
                               int32_t n_pos, int32_t d_model);

/* The same, concatenated, except that an odd d_model ends with a 0. */
Status pe_sinusoidal_pairs(float *table, double base, int32_t first_pos, int32_t n_pos,
                           int32_t d_model);

/* table (n_pos, d_model): rows for positions[0 .. n_pos-1], which need not be integers.
 * STATUS_BAD_VALUE unless every |position| <= 2^53. */
API Status pe_sinusoidal_at(float *table, const double *positions, int32_t layout, double base,
                            int32_t n_pos, int32_t d_model);

/* shift (d_model, d_model): the matrix M with PE(p + offset) = M PE(p) for every p: it rotates
 * each pair by offset * w_i. STATUS_BAD_SHAPE for an odd d_model too, whose unpaired sine has none;
 * STATUS_BAD_VALUE unless |offset| <= 2^53. */
API Status pe_sinusoidal_shift(float *shift, int32_t layout, double base, double offset,
                               int32_t d_model);

#ifdef CORE_TESTING
/* pe_sinusoidal_table() by the formula for each element, as its test reference. */
API Status pe_sinusoidal_table_ref(float *table, int32_t layout, double base, int32_t first_pos,
                                   int32_t n_pos, int32_t d_model);
/* The interleaved table as most code fills it, one sinf() or cosf() per element with the angle in
 * float: wrong by 3e-2 at position 2^20. The reference for measurements of speed. */
API Status pe_sinusoidal_table_f32_ref(float *table, double base, int32_t first_pos, int32_t n_pos,
                                       int32_t d_model);
#endif

#endif
