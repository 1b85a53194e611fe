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

static int32_t padded(int32_t n) { return (n + 3) & ~3; }

static int64_t floor_divide(int64_t a, int64_t b) { return (a - (a % b + b) % b) / b; }

// Rotates (s, c) by the angle with sine `by_s` and cosine `by_c`.
static inline void rotate(double *s, double *c, double by_s, double by_c) {
    const double old_s = *s;
    *s = old_s * by_c + *c * by_s;
    *c = *c * by_c - old_s * by_s;
}

static void set_column(PeAngleTable *angles, int32_t k, double frequency, bool is_cos) {
    const ElementarySinCos step = elementary_sin_cos(frequency);
    const ElementarySinCos block = elementary_sin_cos(frequency * (double)PE_ANGLE_TABLE_BLOCK);
    double s = 0.0, c = 1.0;
    for (int32_t r = 0; r <= PE_ANGLE_TABLE_REACH; r++) {
        angles->rows[r][grouped(k)] = (float)c;
        angles->rows[r][grouped(k) + 4] = (float)s;
        rotate(&s, &c, step.sin, step.cos);
    }
    angles->columns[k] = (PeAngleColumn){frequency, is_cos};
    angles->block_sin[k] = block.sin;
    angles->block_cos[k] = block.cos;
}

// A column with the frequency of the one before it differs only in being a sine or a cosine.
static void repeat_column(PeAngleTable *angles, int32_t k, bool is_cos) {
    for (int32_t r = 0; r <= PE_ANGLE_TABLE_REACH; r++) {
        angles->rows[r][grouped(k)] = angles->rows[r][grouped(k - 1)];
        angles->rows[r][grouped(k) + 4] = angles->rows[r][grouped(k - 1) + 4];
    }
    angles->columns[k] = (PeAngleColumn){angles->columns[k - 1].frequency, is_cos};
    angles->block_sin[k] = angles->block_sin[k - 1];
    angles->block_cos[k] = angles->block_cos[k - 1];
}

static bool repeats(const PeAngleTable *angles, int32_t k, double frequency) {
    return k > 0 && angles->columns[k - 1].frequency == frequency;
}

void pe_angle_table_add(PeAngleTable *angles, double frequency, bool is_cos) {
    assert(angles->n_columns < PE_ANGLE_TABLE_MAX_COLUMNS);
    const int32_t k = angles->n_columns++;
    if (repeats(angles, k, frequency)) {
        repeat_column(angles, k, is_cos);
    } else {
        set_column(angles, k, frequency, is_cos);
    }
    // the first of four columns also sets the other three, to frequency 0
    for (int32_t rest = k + 1; k % 4 == 0 && rest < k + 4; rest++) {
        set_column(angles, rest, 0.0, false);
    }
}

static void anchor(Block *block, const PeAngleTable *angles, double scale, double pos) {
    ElementarySinCos at = {0.0, 1.0};
    for (int32_t k = 0; k < padded(angles->n_columns); k++) {
        const PeAngleColumn column = angles->columns[k];
        if (!repeats(angles, k, column.frequency)) at = elementary_sin_cos(pos * column.frequency);
        block->v[k] = scale * (column.is_cos ? at.cos : at.sin);
        block->w[k] = scale * (column.is_cos ? -at.sin : at.cos);
    }
}

COMPACT_END

static f32x4 rounded(f64x2 low, f64x2 high) {
    return f32x4_low_halves(f32x4_demote(low), f32x4_demote(high));
}

static void round_block(Block *block, int32_t n_columns) {
    for (int32_t k = 0; k < n_columns; k += 4) {
        const double *const v = block->v + k, *const w = block->w + k;
        f32x4_store(block->rounded + 2 * k, rounded(f64x2_load(v), f64x2_load(v + 2)));
        f32x4_store(block->rounded + 2 * k + 4, rounded(f64x2_load(w), f64x2_load(w + 2)));
    }
}

// Rotates two columns to the next centre.
static inline void rotate_two(double *v_at, double *w_at, const double *s_at, const double *c_at) {
    const f64x2 v = f64x2_load(v_at), w = f64x2_load(w_at);
    const f64x2 s = f64x2_load(s_at), c = f64x2_load(c_at);
    f64x2_store(v_at, v * c + w * s);
    f64x2_store(w_at, w * c - v * s);
}

static void next_block(Block *block, const PeAngleTable *angles) {
    for (int32_t k = 0; k < angles->n_columns; k += 2) {
        rotate_two(block->v + k, block->w + k, angles->block_sin + k, angles->block_cos + k);
    }
}

// The state at the centre of block `index`, anchored at every PE_ANGLE_TABLE_ANCHOR_BLOCKS of them.
static void enter_block(Block *block, const PeAngleTable *angles, double scale, int64_t index) {
    const int64_t n_moves = index & (PE_ANGLE_TABLE_ANCHOR_BLOCKS - 1);
    anchor(block, angles, scale, (double)((index - n_moves) * PE_ANGLE_TABLE_BLOCK));
    for (int64_t k = 0; k < n_moves; k++) next_block(block, angles);
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

static void join_all(float *centre, int64_t stride, const PeAngleTable *angles, const float *a) {
    const int32_t n = angles->n_columns;
    join_row(centre, a, angles->rows[0], 1.0f, n);
    for (int32_t r = 1; r <= PE_ANGLE_TABLE_REACH; r += 4) {
        join_eight(centre + r * stride, centre - r * stride, stride, a, angles->rows[r], n);
    }
}

// The rows of a block of which only first .. last - 1 are wanted, counted from its centre.
static void join_part(float *centre, int64_t stride, const PeAngleTable *angles, const float *a,
                      int64_t first, int64_t last) {
    for (int64_t r = first; r < last; r++) {
        const float *const row = angles->rows[r < 0 ? -r : r];
        join_row(centre + r * stride, a, row, r < 0 ? -1.0f : 1.0f, angles->n_columns);
    }
}

void pe_angle_table_rows(float *out, const PeAngleTable *angles, double scale, int64_t first_pos,
                         int32_t n_rows, int32_t row_stride) {
    Block block;
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
        round_block(&block, angles->n_columns);
        const int64_t centre_pos = index * length;
        const int64_t before = first_pos - centre_pos, after = end_pos - centre_pos;
        float *const centre = out + (centre_pos - first_pos) * row_stride;
        if (before <= -reach && after > reach) {
            join_all(centre, row_stride, angles, block.rounded);
        } else {
            join_part(centre, row_stride, angles, block.rounded, before > -reach ? before : -reach,
                      after <= reach ? after : reach + 1);
        }
    }
}

COMPACT_END
