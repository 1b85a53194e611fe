/* sin and cos of position * frequency for runs of consecutive positions: the loop under the
 * sinusoidal table and the RoPE tables.
 *
 * A position is split into the centre of its block, an angle a, and its distance from there, b:
 *     sin(a +- b) = sin a cos b +- cos a sin b,   cos(a +- b) = cos a cos b -+ sin a sin b,
 * so that two rows share four products. The centre's sin a and cos a are kept in double, moved from
 * block to block by one constant rotation, and set afresh from the angle at every
 * PE_SWEEP_ANCHOR_BLOCKS blocks (the drift stays below 1e-13). Only the products are in float: three
 * roundings each and one of their sum, so that no value is off by more than 4 * 2^-24 = 2.4e-7.
 * Blocks and anchors lie at fixed positions: a row has the same bits in whatever run it is asked
 * for, and those of positions 0 to PE_SWEEP_REACH are rounded only once.
 *
 * Used inside src/pe only. Sizes and frequencies have been checked by the caller.
 */
#ifndef PE_SWEEP_H
#define PE_SWEEP_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PE_SWEEP_MAX_PAIRS = 128,
    PE_SWEEP_REACH = 8, // rows of a block on either side of its centre
    PE_SWEEP_BLOCK = 2 * PE_SWEEP_REACH + 1,
    PE_SWEEP_ANCHOR_BLOCKS = 64
};

/* What depends on the frequencies alone. About 12 kB: it lives on its caller's stack. Pairs go four
 * at a time, four sines and then their four cosines; past n_pairs the frequency is 0. */
typedef struct PeSweep {
    int32_t n_pairs;
    double frequencies[PE_SWEEP_MAX_PAIRS];
    double block_sin[PE_SWEEP_MAX_PAIRS]; // of the turn from one centre to the next
    double block_cos[PE_SWEEP_MAX_PAIRS];
    _Alignas(16) float rows[PE_SWEEP_REACH + 1][2 * PE_SWEEP_MAX_PAIRS]; // of 0, 1, ... positions
} PeSweep;

/* Where rows go. Row r of pair k lands at
 *   interleaved   sin[r * row_stride + 2 k], cos[r * row_stride + 2 k]; asks for cos == sin + 1
 *   otherwise     sin[r * row_stride + k],   cos[r * row_stride + k]
 * n_cos is the sweep's n_pairs, or one less where the last cosine is not wanted (odd widths). */
typedef struct PeSweepTarget {
    float *sin;
    float *cos;
    int32_t n_cos;
    int32_t row_stride;
    bool interleaved;
} PeSweepTarget;

/* frequencies (n_pairs), radians a position, 1 <= n_pairs <= PE_SWEEP_MAX_PAIRS. */
void pe_sweep_init(PeSweep *sweep, const double *frequencies, int32_t n_pairs);

/* Rows for positions first_pos .. first_pos + n_rows - 1, every value times `scale`. */
void pe_sweep_rows(const PeSweep *sweep, const PeSweepTarget *target, double scale,
                   int64_t first_pos, int32_t n_rows);

/* frequencies (n_pairs): base^(-step * pair) for pairs first_pair, first_pair + 1, ...; finite where
 * pe_sweep_is_base() and every |step * pair| <= 2. */
void pe_sweep_frequencies(double *frequencies, double base, double step, int32_t first_pair,
                          int32_t n_pairs);

/* 1e-100 <= base <= 1e100: no frequency, and no angle below, overflows. False for NaN. */
bool pe_sweep_is_base(double base);

/* |x| <= 2^53: every whole position is exact. False for NaN. */
bool pe_sweep_is_position(double position);

#endif
