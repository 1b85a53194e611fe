#include "angle_table.h"

#include <assert.h>
#include <math.h>

#include "../base/api.h"
#include "../base/elementary.h"
#include "../base/simd.h"

// The state of a block in double, and the same rounded to float.
typedef struct Block {
    double v[PE_ANGLE_TABLE_MAX_COLUMNS];
    double w[PE_ANGLE_TABLE_MAX_COLUMNS];
    _Alignas(16) float rounded[2 * PE_ANGLE_TABLE_MAX_COLUMNS]; // four v, four w, ...
} Block;

COMPACT_BEGIN // runs once per table, or per block

bool pe_angle_table_is_base(double base) { return base >= 1e-100 && base <= 1e100; }

bool pe_angle_table_is_position(double position) { return fabs(position) <= 0x1p53; }

double pe_angle_table_frequency(double base, double step, int32_t k) {
    return elementary_exp(-step * (double)k * elementary_log(base));
}

// The index of column k in groups of four values followed by their four partners.
static int32_t grouped(int32_t k) { return 2 * (k & ~3) + (k & 3); }

static int64_t floor_divide(int64_t a, int64_t b) { return (a - (a % b + b) % b) / b; }

static void set_column(PeAngleTable *angles, int32_t k, double frequency, bool is_cos) {
    const ElementarySinCos step = elementary_sin_cos(frequency);
    const ElementarySinCos block = elementary_sin_cos(frequency * (double)PE_ANGLE_TABLE_BLOCK);
    double s = 0.0, c = 1.0;
    for (int32_t r = 0; r <= PE_ANGLE_TABLE_REACH; r++) {
        angles->rows[r][grouped(k)] = (float)c;
        angles->rows[r][grouped(k) + 4] = (float)s;
        const double old_s = s; // rotated by one position
        s = old_s * step.cos + c * step.sin;
        c = c * step.cos - old_s * step.sin;
    }
    angles->columns[k] = (PeAngleColumn){frequency, is_cos};
    angles->block_sin[k] = block.sin;
    angles->block_cos[k] = block.cos;
}

static bool repeats(const PeAngleTable *angles, int32_t k, double frequency) {
    return k > 0 && angles->columns[k - 1].frequency == frequency;
}

void pe_angle_table_add(PeAngleTable *angles, double frequency, bool is_cos) {
    assert(angles->n_columns < PE_ANGLE_TABLE_MAX_COLUMNS);
    const int32_t k = angles->n_columns++;
    if (repeats(angles, k, frequency)) {
        // it differs from the one before it only in being a sine or a cosine
        for (int32_t r = 0; r <= PE_ANGLE_TABLE_REACH; r++) {
            angles->rows[r][grouped(k)] = angles->rows[r][grouped(k - 1)];
            angles->rows[r][grouped(k) + 4] = angles->rows[r][grouped(k - 1) + 4];
        }
        angles->columns[k] = (PeAngleColumn){frequency, is_cos};
        angles->block_sin[k] = angles->block_sin[k - 1];
        angles->block_cos[k] = angles->block_cos[k - 1];
    } else {
        set_column(angles, k, frequency, is_cos);
    }
    // the first of four columns also sets the other three, to frequency 0
    for (int32_t rest = k + 1; k % 4 == 0 && rest < k + 4; rest++) {
        set_column(angles, rest, 0.0, false);
    }
}

COMPACT_END

// The state in float, two times four columns at a time.
static void round_block(Block *block, int32_t n_columns) {
    for (int32_t k = 0; k < n_columns; k += 4) {
        for (int32_t part = 0; part < 2; part++) {
            const double *const at = (part ? block->w : block->v) + k;
            const f32x4 low = f32x4_demote(f64x2_load(at)), high = f32x4_demote(f64x2_load(at + 2));
            f32x4_store(block->rounded + 2 * k + 4 * part, f32x4_low_halves(low, high));
        }
    }
}

// Rotates all columns, two at a time, to the next centre.
static void next_block(Block *block, const PeAngleTable *angles) {
    for (int32_t k = 0; k < angles->n_columns; k += 2) {
        const f64x2 v = f64x2_load(block->v + k), w = f64x2_load(block->w + k);
        const f64x2 s = f64x2_load(angles->block_sin + k), c = f64x2_load(angles->block_cos + k);
        f64x2_store(block->v + k, v * c + w * s);
        f64x2_store(block->w + k, w * c - v * s);
    }
}

// ------------------------------------------------------------------------------- one block's rows

// The last columns, fewer than four, from `first` on.
NOINLINE static void join_tail(float *out, const float *a, const float *b, float sign,
                               int32_t first, int32_t n) {
    for (int32_t k = first; k < n; k++) {
        const int32_t v = grouped(k), w = v + 4;
        out[k] = a[v] * b[v] + sign * (a[w] * b[w]);
    }
}

// One row at distance b from the centre, sign 1 after it and -1 before it.
static void join_row(float *out, const float *a, const float *b, float sign, int32_t n) {
    const f32x4 signs = f32x4_splat(sign);
    const int32_t n_full = n & ~3;
    for (int32_t k = 0; k < n_full; k += 4) {
        const f32x4 x = f32x4_load(a + 2 * k) * f32x4_load(b + 2 * k);
        const f32x4 y = f32x4_load(a + 2 * k + 4) * f32x4_load(b + 2 * k + 4);
        f32x4_store(out + k, x + signs * y);
    }
    join_tail(out, a, b, sign, n_full, n);
}

// Four rows after the centre and the four before it at the same distances: each v and w is read
// once, and each product is used in two rows. b points at the first of four rows of the table.
static void join_eight(float *after, float *before, int64_t stride, const float *a, const float *b,
                       int32_t n) {
    enum { ROW = 2 * PE_ANGLE_TABLE_MAX_COLUMNS, N_ROWS = 4 };
    const int32_t n_full = n & ~3;
    // pointers instead of an index: wasm has no addressing mode base + index
    const float *from = a, *row = b;
    float *up = after, *down = before;
    for (const float *const end = a + 2 * n_full; from < end; from += 8, row += 8) {
        const f32x4 v = f32x4_load(from), w = f32x4_load(from + 4);
        float *u = up, *d = down;
        UNROLL
        for (int32_t r = 0; r < N_ROWS; r++, u += stride, d -= stride) {
            const f32x4 x = v * f32x4_load(row + r * ROW), y = w * f32x4_load(row + r * ROW + 4);
            f32x4_store(u, x + y);
            f32x4_store(d, x - y);
        }
        up += 4;
        down += 4;
    }
    if (n_full == n) return;
    for (int32_t r = 0; r < N_ROWS; r++) {
        join_tail(after + r * stride, a, b + r * ROW, 1.0f, n_full, n);
        join_tail(before - r * stride, a, b + r * ROW, -1.0f, n_full, n);
    }
}

COMPACT_BEGIN

// The state at the centre of block `index`, anchored at every PE_ANGLE_TABLE_ANCHOR_BLOCKS of them.
static void enter_block(Block *block, const PeAngleTable *angles, double scale, int64_t index) {
    const int64_t n_moves = index & (PE_ANGLE_TABLE_ANCHOR_BLOCKS - 1);
    const double pos = (double)((index - n_moves) * PE_ANGLE_TABLE_BLOCK);
    ElementarySinCos at = {0.0, 1.0};
    for (int32_t k = 0; k < ((angles->n_columns + 3) & ~3); k++) {
        const PeAngleColumn column = angles->columns[k];
        if (!repeats(angles, k, column.frequency)) at = elementary_sin_cos(pos * column.frequency);
        block->v[k] = scale * (column.is_cos ? at.cos : at.sin);
        block->w[k] = scale * (column.is_cos ? -at.sin : at.cos);
    }
    for (int64_t k = 0; k < n_moves; k++) next_block(block, angles);
}

void pe_angle_table_rows(float *out, const PeAngleTable *angles, double scale, int64_t first_pos,
                         int32_t n_rows, int32_t row_stride) {
    Block block;
    const float *const a = block.rounded;
    const int32_t n = angles->n_columns;
    const int64_t reach = PE_ANGLE_TABLE_REACH, length = PE_ANGLE_TABLE_BLOCK;
    const int64_t end_pos = first_pos + n_rows;
    const int64_t first = floor_divide(first_pos + reach, length);
    const int64_t last = floor_divide(end_pos - 1 + reach, length);
    for (int64_t index = first; index <= last; index++) {
        if (index == first || index % PE_ANGLE_TABLE_ANCHOR_BLOCKS == 0) {
            enter_block(&block, angles, scale, index);
        } else {
            next_block(&block, angles);
        }
        round_block(&block, n);

        // the rows of the block that are wanted, counted from its centre: mostly all of them
        const int64_t centre_pos = index * length;
        const int64_t before = first_pos - centre_pos, after = end_pos - centre_pos;
        float *const centre = out + (centre_pos - first_pos) * row_stride;
        if (before <= -reach && after > reach) {
            join_row(centre, a, angles->rows[0], 1.0f, n);
            for (int64_t r = 1; r <= reach; r += 4) {
                join_eight(centre + r * row_stride, centre - r * row_stride, row_stride, a,
                           angles->rows[r], n);
            }
        } else {
            const int64_t end = after <= reach ? after : reach + 1;
            for (int64_t r = before > -reach ? before : -reach; r < end; r++) {
                join_row(centre + r * row_stride, a, angles->rows[r < 0 ? -r : r],
                         r < 0 ? -1.0f : 1.0f, n);
            }
        }
    }
}

COMPACT_END
