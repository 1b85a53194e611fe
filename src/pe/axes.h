/* RoPE over several axes: each pair of a head follows one coordinate of its token.
 *
 * Papers   P. Wang et al., "Qwen2-VL", arXiv:2409.12191, section 2.1, M-RoPE: time, height and
 *          width, each with a section of consecutive pairs. Qwen3-VL, in the form of its public
 *          code: pairs alternate between the axes, 0 1 2 0 1 2 ..., until an axis has its section;
 *          the rest follow axis 0.
 *          B. Heo et al., "Rotary Position Embedding for Vision Transformer", arXiv:2403.13298,
 *          section 3.2, axial: a head's first half by the column and its second by the row, or vice
 *          versa, each with the frequencies of a head of half the width.
 *
 * Where all coordinates of a token are equal, any of them is plain RoPE with the same frequencies.
 *
 * Every function: STATUS_BAD_SHAPE unless each size is >= 1 and each tensor has at most
 * SHAPE_MAX_ELEMENTS. Buffers of one call must not overlap.
 */
#ifndef PE_AXES_H
#define PE_AXES_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"

/* axis_of (n_pairs): the axis that each pair follows, by sections (n_axes), the pairs per axis.
 * interleaved: 0 as Qwen2-VL, else as Qwen3-VL. STATUS_BAD_VALUE unless each section is >= 0 and
 * they sum to n_pairs. */
API Status pe_axes_by_sections(int32_t *axis_of, const int32_t *sections, int32_t interleaved,
                               int32_t n_axes, int32_t n_pairs);

/* Coordinates of n tokens, positions (n_axes, n), and the axis that each pair follows,
 * axis_of (n_pairs) or NULL: all follow axis 0. */
#define PE_COORDINATE_FIELDS(X)                                                                    \
    X(const double *, positions)                                                                   \
    X(const int32_t *, axis_of)                                                                    \
    X(int32_t, n_axes)

typedef struct PeCoordinates {
    PE_COORDINATE_FIELDS(STRUCT_MEMBER)
} PeCoordinates;

/* cos, sin (n, n_pairs): attention_factor times cos and sin of positions[axis_of[i], r] *
 * inv_freq[i]. STATUS_BAD_VALUE unless every axis is one of 0 .. n_axes - 1, every |position| <= 2^53, every
 * |frequency| <= 1e100 and the factor is finite. */
API Status pe_axes_tables(float *cos, float *sin, const PeCoordinates *coordinates,
                          const double *inv_freq, double attention_factor, int32_t n,
                          int32_t n_pairs);

/* The column and the row of a position in a grid that is filled row by row; in one row where columns is 0. */
typedef struct PeCell {
    double column, row;
} PeCell;

PeCell pe_axes_cell(int32_t columns, double position);

/* The conditions of these tables, and those of rope.h, on sizes, frequencies and factor. */
Status pe_axes_check(const double *inv_freq, double attention_factor, int32_t n, int32_t n_pairs);

#endif
