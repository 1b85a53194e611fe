#include "sweep.h"

#include <assert.h>
#include <math.h>

#include "../base/real.h"
#include "../base/simd.h"

// The double state of a block, and what the float join reads of it.
typedef struct Block {
    double sin[PE_SWEEP_MAX_PAIRS];
    double cos[PE_SWEEP_MAX_PAIRS];
    float rounded[2 * PE_SWEEP_MAX_PAIRS]; // four sines, four cosines, ...
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
        for (int32_t r = 0; r < PE_SWEEP_ROWS; r++) {
            sweep->rows[r][place(k)] = (float)s;
            sweep->rows[r][place(k) + 4] = (float)c;
            turn(&s, &c, step.sin, step.cos);
        }
        sweep->frequencies[k] = frequency;
        sweep->block_sin[k] = s;
        sweep->block_cos[k] = c;
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

// The state of the block that starts at pos, from the anchor at or before it.
static void enter_block(Block *block, const PeSweep *sweep, double scale, double pos) {
    const double from = floor(pos / PE_SWEEP_ANCHOR_ROWS) * PE_SWEEP_ANCHOR_ROWS;
    anchor(block, sweep, scale, from);
    for (double p = from; p < pos; p += PE_SWEEP_ROWS) next_block(block, sweep);
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

// The join, for four pairs: a, b and the result are four sines and four cosines.
static inline void join(f32x4 *s, f32x4 *c, const float *a, const float *b) {
    const f32x4 sa = f32x4_load(a), ca = f32x4_load(a + 4);
    const f32x4 sb = f32x4_load(b), cb = f32x4_load(b + 4);
    *s = sa * cb + ca * sb;
    *c = ca * cb - sa * sb;
}

static void join_interleaved(float *out, const float *a, const float *b, int32_t n_pairs) {
    f32x4 s, c;
    for (int32_t k = 0; k < 2 * n_pairs; k += 8) {
        join(&s, &c, a + k, b + k);
        f32x4_store(out + k, f32x4_zip_low(s, c));
        f32x4_store(out + k + 4, f32x4_zip_high(s, c));
    }
}

static void join_split(float *sins, float *coss, const float *a, const float *b, int32_t n_pairs) {
    f32x4 s, c;
    for (int32_t k = 0; k < n_pairs; k += 4) {
        join(&s, &c, a + 2 * k, b + 2 * k);
        f32x4_store(sins + k, s);
        f32x4_store(coss + k, c);
    }
}

// The last pairs, fewer than four or with a sine alone: only what exists is written.
static void join_tail(float *sins, float *coss, const PeSweepTarget *t, const float *a,
                      const float *b, int32_t first, int32_t n_sin) {
    const int32_t spacing = t->interleaved ? 2 : 1;
    f32x4 s, c;
    join(&s, &c, a + 2 * first, b + 2 * first);
    for (int32_t lane = 0; lane < 4; lane++) {
        const int32_t k = first + lane;
        if (k < n_sin) sins[k * spacing] = s[lane];
        if (k < t->n_cos) coss[k * spacing] = c[lane];
    }
}

static void join_row(float *sins, float *coss, const PeSweepTarget *t, const float *a,
                     const float *b, int32_t n_sin) {
    const int32_t n_whole = t->n_cos & ~3;
    if (t->interleaved) {
        join_interleaved(sins, a, b, n_whole);
    } else {
        join_split(sins, coss, a, b, n_whole);
    }
    if (n_whole < n_sin) join_tail(sins, coss, t, a, b, n_whole, n_sin);
}

void pe_sweep_rows(const PeSweep *sweep, const PeSweepTarget *t, double scale, double first_pos,
                   int32_t n_rows) {
    assert(t->n_cos == sweep->n_pairs || t->n_cos == sweep->n_pairs - 1);
    assert(!t->interleaved || t->cos == t->sin + 1);
    Block block;
    double start = floor(first_pos / PE_SWEEP_ROWS) * PE_SWEEP_ROWS;
    int32_t r = (int32_t)(first_pos - start);
    enter_block(&block, sweep, scale, start);
    round_block(&block, sweep->n_pairs);
    for (int64_t row = 0; row < n_rows; row++, r++) {
        if (r == PE_SWEEP_ROWS) {
            r = 0;
            start += PE_SWEEP_ROWS;
            if (fmod(start, PE_SWEEP_ANCHOR_ROWS) == 0.0) {
                anchor(&block, sweep, scale, start);
            } else {
                next_block(&block, sweep);
            }
            round_block(&block, sweep->n_pairs);
        }
        float *const sins = t->sin + row * t->row_stride;
        float *const coss = t->cos + row * t->row_stride;
        join_row(sins, coss, t, block.rounded, sweep->rows[r], sweep->n_pairs);
    }
}
