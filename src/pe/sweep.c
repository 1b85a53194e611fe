#include "sweep.h"

#include <assert.h>
#include <math.h>

#include "../base/real.h"
#include "../base/simd.h"

// The double state of a block, and what the float join reads of it.
typedef struct Block {
    double sin[PE_SWEEP_MAX_PAIRS];
    double cos[PE_SWEEP_MAX_PAIRS];
    _Alignas(16) float rounded[2 * PE_SWEEP_MAX_PAIRS]; // four sines, four cosines, ...
} Block;

bool pe_sweep_is_base(double base) { return base >= 1e-100 && base <= 1e100; }

bool pe_sweep_is_position(double position) { return fabs(position) <= 0x1p53; }

void pe_sweep_frequencies(double *frequencies, double base, double step, int32_t first_pair,
                          int32_t n_pairs) {
    const double log_base = real_log(base);
    for (int32_t k = 0; k < n_pairs; k++) {
        frequencies[k] = real_exp(-step * (double)(first_pair + k) * log_base);
    }
}

// Where sine k stands in groups of four sines and four cosines; its cosine is 4 further.
static int32_t place(int32_t k) { return 2 * (k & ~3) + (k & 3); }

static int32_t padded(int32_t n_pairs) { return (n_pairs + 3) & ~3; }

static int64_t floor_divide(int64_t a, int64_t b) { return (a - (a % b + b) % b) / b; }

// (s, c) turned by the angle of (turn_s, turn_c)
static inline void turn(double *s, double *c, double turn_s, double turn_c) {
    const double kept = *s;
    *s = kept * turn_c + *c * turn_s;
    *c = *c * turn_c - kept * turn_s;
}

void pe_sweep_init(PeSweep *sweep, const double *frequencies, int32_t n_pairs) {
    assert(n_pairs >= 1 && n_pairs <= PE_SWEEP_MAX_PAIRS);
    sweep->n_pairs = n_pairs;
    for (int32_t k = 0; k < padded(n_pairs); k++) {
        const double frequency = k < n_pairs ? frequencies[k] : 0.0;
        const RealSinCos step = real_sin_cos(frequency);
        double s = 0.0, c = 1.0;
        for (int32_t r = 0; r <= PE_SWEEP_REACH; r++) {
            sweep->rows[r][place(k)] = (float)s;
            sweep->rows[r][place(k) + 4] = (float)c;
            turn(&s, &c, step.sin, step.cos);
        }
        const RealSinCos block = real_sin_cos(frequency * (double)PE_SWEEP_BLOCK);
        sweep->frequencies[k] = frequency;
        sweep->block_sin[k] = block.sin;
        sweep->block_cos[k] = block.cos;
    }
}

static void anchor(Block *block, const PeSweep *sweep, double scale, double pos) {
    for (int32_t k = 0; k < padded(sweep->n_pairs); k++) {
        const RealSinCos at = real_sin_cos(pos * sweep->frequencies[k]);
        block->sin[k] = scale * at.sin;
        block->cos[k] = scale * at.cos;
    }
}

static void next_block(Block *block, const PeSweep *sweep) {
    for (int32_t k = 0; k < sweep->n_pairs; k += 2) {
        const f64x2 s = f64x2_load(block->sin + k), c = f64x2_load(block->cos + k);
        const f64x2 ds = f64x2_load(sweep->block_sin + k), dc = f64x2_load(sweep->block_cos + k);
        f64x2_store(block->sin + k, s * dc + c * ds);
        f64x2_store(block->cos + k, c * dc - s * ds);
    }
}

static f32x4 rounded(const double *x) {
    return f32x4_low_halves(f32x4_demote(f64x2_load(x)), f32x4_demote(f64x2_load(x + 2)));
}

static void round_block(Block *block, int32_t n_pairs) {
    for (int32_t k = 0; k < n_pairs; k += 4) {
        f32x4_store(block->rounded + 2 * k, rounded(block->sin + k));
        f32x4_store(block->rounded + 2 * k + 4, rounded(block->cos + k));
    }
}

// The state at the centre of block `index`, anchored at every PE_SWEEP_ANCHOR_BLOCKS of them.
static void enter_block(Block *block, const PeSweep *sweep, double scale, int64_t index) {
    const int64_t n_moves = index & (PE_SWEEP_ANCHOR_BLOCKS - 1);
    anchor(block, sweep, scale, (double)((index - n_moves) * PE_SWEEP_BLOCK));
    for (int64_t k = 0; k < n_moves; k++) next_block(block, sweep);
}

// ------------------------------------------------------------------------------- one block's rows

// a: the centre, b: a distance, both in fours of sines and of cosines.
typedef struct Products {
    f32x4 ss, sc, cs, cc;
} Products;

static inline Products multiply(const float *a, const float *b) {
    const f32x4 sa = f32x4_load(a), ca = f32x4_load(a + 4);
    const f32x4 sb = f32x4_load(b), cb = f32x4_load(b + 4);
    return (Products){sa * sb, sa * cb, ca * sb, ca * cb};
}

static inline void store_interleaved(float *out, f32x4 s, f32x4 c) {
    f32x4_store(out, f32x4_zip_low(s, c));
    f32x4_store(out + 4, f32x4_zip_high(s, c));
}

// The rows at distance b after the centre and before it, n_pairs a multiple of 4.
static void join_two_interleaved(float *after, float *before, const float *a, const float *b,
                                 int32_t n_pairs) {
    // moving pointers, not an index: wasm has no address of the form base + index
    for (const float *const end = a + 2 * n_pairs; a < end; a += 8, b += 8) {
        const Products p = multiply(a, b);
        store_interleaved(after, p.sc + p.cs, p.cc - p.ss);
        store_interleaved(before, p.sc - p.cs, p.cc + p.ss);
        after += 8;
        before += 8;
    }
}

static void join_two_split(const PeSweepTarget *t, int64_t after, int64_t before, const float *a,
                           const float *b, int32_t n_pairs) {
    for (int32_t k = 0; k < n_pairs; k += 4) {
        const Products p = multiply(a + 2 * k, b + 2 * k);
        f32x4_store(t->sin + after + k, p.sc + p.cs);
        f32x4_store(t->cos + after + k, p.cc - p.ss);
        f32x4_store(t->sin + before + k, p.sc - p.cs);
        f32x4_store(t->cos + before + k, p.cc + p.ss);
    }
}

// The last pairs of a row, those from `first` on: fewer than four, or with a sine alone, so that they
// are written one by one. sign: 1 after the centre, -1 before it.
static void join_tail(const PeSweepTarget *t, int64_t row, const float *a, const float *b,
                      float sign, int32_t first, int32_t n_sin) {
    const int32_t spacing = t->interleaved ? 2 : 1;
    for (int32_t k = first; k < n_sin; k++) {
        const int32_t s = place(k), c = s + 4;
        t->sin[row + k * spacing] = a[s] * b[c] + sign * (a[c] * b[s]);
        if (k < t->n_cos) t->cos[row + k * spacing] = a[c] * b[c] - sign * (a[s] * b[s]);
    }
}

static void join_one(const PeSweepTarget *t, int64_t row, const float *a, const float *b,
                     float sign, int32_t n_sin) {
    const int32_t n_whole = t->n_cos & ~3;
    const f32x4 signs = f32x4_splat(sign);
    for (int32_t k = 0; k < n_whole; k += 4) {
        const Products p = multiply(a + 2 * k, b + 2 * k);
        const f32x4 s = p.sc + signs * p.cs, c = p.cc - signs * p.ss;
        if (t->interleaved) {
            store_interleaved(t->sin + row + 2 * k, s, c);
        } else {
            f32x4_store(t->sin + row + k, s);
            f32x4_store(t->cos + row + k, c);
        }
    }
    join_tail(t, row, a, b, sign, n_whole, n_sin);
}

static void join_two(const PeSweepTarget *t, int64_t after, int64_t before, const float *a,
                     const float *b, int32_t n_sin) {
    const int32_t n_whole = t->n_cos & ~3;
    if (t->interleaved) {
        join_two_interleaved(t->sin + after, t->sin + before, a, b, n_whole);
    } else {
        join_two_split(t, after, before, a, b, n_whole);
    }
    join_tail(t, after, a, b, 1.0f, n_whole, n_sin);
    join_tail(t, before, a, b, -1.0f, n_whole, n_sin);
}

// The rows of a block whose centre is row `centre` of the target, which has n_rows.
static void join_block(const PeSweepTarget *t, const PeSweep *sweep, const float *a, int64_t centre,
                       int64_t n_rows) {
    for (int32_t r = 0; r <= PE_SWEEP_REACH; r++) {
        const bool has_after = centre + r >= 0 && centre + r < n_rows;
        const bool has_before = r > 0 && centre - r >= 0 && centre - r < n_rows;
        const int64_t after = (centre + r) * t->row_stride;
        const int64_t before = (centre - r) * t->row_stride;
        if (has_after && has_before) {
            join_two(t, after, before, a, sweep->rows[r], sweep->n_pairs);
        } else if (has_after) {
            join_one(t, after, a, sweep->rows[r], 1.0f, sweep->n_pairs);
        } else if (has_before) {
            join_one(t, before, a, sweep->rows[r], -1.0f, sweep->n_pairs);
        }
    }
}

void pe_sweep_rows(const PeSweep *sweep, const PeSweepTarget *t, double scale, int64_t first_pos,
                   int32_t n_rows) {
    assert(t->n_cos == sweep->n_pairs || t->n_cos == sweep->n_pairs - 1);
    assert(!t->interleaved || t->cos == t->sin + 1);
    Block block;
    const int64_t reach = PE_SWEEP_REACH, length = PE_SWEEP_BLOCK;
    const int64_t first = floor_divide(first_pos + reach, length);
    const int64_t last = floor_divide(first_pos + n_rows - 1 + reach, length);
    for (int64_t index = first; index <= last; index++) {
        if (index == first || index % PE_SWEEP_ANCHOR_BLOCKS == 0) {
            enter_block(&block, sweep, scale, index);
        } else {
            next_block(&block, sweep);
        }
        round_block(&block, sweep->n_pairs);
        join_block(t, sweep, block.rounded, index * length - first_pos, n_rows);
    }
}
