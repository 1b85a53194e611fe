/* Columns of sin or cos of position * frequency for consecutive positions: the common loop of the
 * sinusoidal tables and the RoPE tables.
 *
 * A column is sin(pos * frequency + phase), its phase 0 (a sine) or pi/2 (a cosine), so that every
 * layout of sines and cosines is a list of columns. A position is split into the centre of its
 * block, with v = sin a and w = cos a of the column's angle there, and its distance b from it:
 *     sin(a +- b) = v cos b +- w sin b,
 * so that two rows share two products. v and w are doubles, rotated from block to block by one
 * constant angle, and computed again from the position at every PE_ANGLE_TABLE_ANCHOR_BLOCKS blocks
 * (the drift stays below 1e-13). Only these products and sums are in float: with u = 2^-25 each
 * factor, each product and the sum are off by at most u, and |cos b| + |sin b| <= 1.42, so no value
 * is off by more than 5 u = 1.5e-7. Blocks and anchors are at fixed positions: a row has the same
 * bits in every table that contains it, and the rows of positions 0 to PE_ANGLE_TABLE_REACH are
 * rounded only once.
 *
 * Used inside src/pe only. Sizes and frequencies have been checked by the caller.
 */
#ifndef PE_ANGLE_TABLE_H
#define PE_ANGLE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PE_ANGLE_TABLE_MAX_COLUMNS = 256,
    PE_ANGLE_TABLE_REACH = 32, // rows of a block on either side of its centre
    PE_ANGLE_TABLE_BLOCK = 2 * PE_ANGLE_TABLE_REACH + 1,
    PE_ANGLE_TABLE_ANCHOR_BLOCKS = 64
};

typedef struct PeAngleColumn {
    double frequency; // radians per position
    bool is_cos;
} PeAngleColumn;

/* All that depends only on the columns. About 76 kB, on the caller's stack. Rows hold four cosines
 * of the distance and then their four sines; past n_columns the frequency is 0. */
typedef struct PeAngleTable {
    int32_t n_columns;
    PeAngleColumn columns[PE_ANGLE_TABLE_MAX_COLUMNS];
    double block_sin[PE_ANGLE_TABLE_MAX_COLUMNS]; // of the rotation from one centre to the next
    double block_cos[PE_ANGLE_TABLE_MAX_COLUMNS];
    _Alignas(16) float rows[PE_ANGLE_TABLE_REACH + 1]
                           [2 * PE_ANGLE_TABLE_MAX_COLUMNS]; // of 0, 1, ... positions
} PeAngleTable;

/* Appends one column; a table starts with n_columns = 0.
 * n_columns < PE_ANGLE_TABLE_MAX_COLUMNS before the call. */
void pe_angle_table_add(PeAngleTable *angles, double frequency, bool is_cos);

/* out (n_rows, n_columns), rows row_stride apart: positions first_pos .. first_pos + n_rows - 1,
 * every value times `scale`. */
void pe_angle_table_rows(float *out, const PeAngleTable *angles, double scale, int64_t first_pos,
                         int32_t n_rows, int32_t row_stride);

/* base^(-step * k); finite where pe_angle_table_is_base() and |step * k| <= 2. */
double pe_angle_table_frequency(double base, double step, int32_t k);

/* 1e-100 <= base <= 1e100: no frequency, and no angle below, overflows. False for NaN. */
bool pe_angle_table_is_base(double base);

/* |x| <= 2^53: every whole position is exact. False for NaN. */
bool pe_angle_table_is_position(double position);

#endif
