#include "rope.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../base/simd.h"
#include "angle_table.h"
#include "axes.h"
#include "pe.h"

COMPACT_BEGIN

Status pe_rope_frequencies(double *inv_freq, double base, int32_t dim) {
    if (!SHAPE_OK(dim) || dim % 2 != 0) return STATUS_BAD_SHAPE;
    if (!pe_angle_table_is_base(base)) return STATUS_BAD_VALUE;
    for (int32_t k = 0; k < dim / 2; k++) {
        inv_freq[k] = pe_angle_table_frequency(base, 2.0 / (double)dim, k);
    }
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------ tables

Status pe_rope_tables(float *cos_out, float *sin_out, const double *positions,
                      const double *inv_freq, double attention_factor, int32_t n, int32_t n_pairs) {
    const PeCoordinates coordinates = {positions, NULL, 1};
    return pe_axes_tables(cos_out, sin_out, &coordinates, inv_freq, attention_factor, n, n_pairs);
}

// Cosines and sines for consecutive positions: at most PE_ANGLE_TABLE_MAX_COLUMNS of the columns.
static void fill_both(float *cos_out, float *sin_out, const double *inv_freq,
                      double attention_factor, int32_t first_pos, int32_t n, int32_t n_columns,
                      int32_t row_stride) {
    for (int32_t is_cos = 0; is_cos < 2; is_cos++) {
        PeAngleTable table;
        table.n_columns = 0;
        for (int32_t k = 0; k < n_columns; k++) pe_angle_table_add(&table, inv_freq[k], is_cos);
        pe_angle_table_rows(is_cos ? cos_out : sin_out, &table, attention_factor, first_pos, n,
                            row_stride);
    }
}

Status pe_rope_rows(float *cos_out, float *sin_out, const double *inv_freq, double attention_factor,
                    int32_t first_pos, int32_t n, int32_t n_pairs) {
    const Status status = pe_axes_check(inv_freq, attention_factor, n, n_pairs);
    if (status != STATUS_OK) return status;
    for (int32_t first = 0; first < n_pairs; first += PE_ANGLE_TABLE_MAX_COLUMNS) {
        const int32_t n_columns = shape_at_most(n_pairs - first, PE_ANGLE_TABLE_MAX_COLUMNS);
        fill_both(cos_out + first, sin_out + first, inv_freq + first, attention_factor, first_pos,
                  n, n_columns, n_pairs);
    }
    return STATUS_OK;
}

// cos, sin (n, dim / 2)
static Status fill_planned(float *cos_out, float *sin_out, const PeFrequencyPlan *plan,
                           int32_t first_pos, int32_t n) {
    const int32_t n_pairs = plan->dim / 2;
    if (!SHAPE_OK(n, n_pairs)) return STATUS_BAD_SHAPE;
    for (int32_t first = 0; first < n_pairs; first += PE_ANGLE_TABLE_MAX_COLUMNS) {
        double inv_freq[PE_ANGLE_TABLE_MAX_COLUMNS];
        const int32_t n_columns = shape_at_most(n_pairs - first, PE_ANGLE_TABLE_MAX_COLUMNS);
        for (int32_t k = 0; k < n_columns; k++) inv_freq[k] = pe_frequency_at(plan, first + k);
        fill_both(cos_out + first, sin_out + first, inv_freq, plan->attention_factor, first_pos, n,
                  n_columns, n_pairs);
    }
    return STATUS_OK;
}

COMPACT_END

// ---------------------------------------------------------------------------------- rotation

// One pair, rotated by (c, s): the formula of the paper. The inverse rotates by (c, -s).
static inline void rotate_pair(float *out_a, float *out_b, float a, float b, float c, float s) {
    *out_a = a * c - b * s;
    *out_b = b * c + a * s;
}

// Pairs (a[i], b[i]) for i < n, a multiple of 4; sign is 1, or -1 for the inverse. out may be the input.
static void rotate_split(float *out_a, float *out_b, const float *a, const float *b,
                         const float *cos_row, const float *sin_row, float sign, int32_t n) {
    for (int32_t i = 0; i < n; i += 4) {
        const f32x4 va = f32x4_load(a + i), vb = f32x4_load(b + i);
        const f32x4 c = f32x4_load(cos_row + i);
        const f32x4 s = f32x4_load(sin_row + i) * f32x4_splat(sign);
        f32x4_store(out_a + i, va * c - vb * s);
        f32x4_store(out_b + i, vb * c + va * s);
    }
}

// Pairs (x[2i], x[2i + 1]).
static void rotate_interleaved(float *out, const float *x, const float *cos_row,
                               const float *sin_row, float sign, int32_t n) {
    for (int32_t i = 0; i < n; i += 4) {
        const f32x4 low = f32x4_load(x + 2 * i), high = f32x4_load(x + 2 * i + 4);
        const f32x4 va = f32x4_even(low, high), vb = f32x4_odd(low, high);
        const f32x4 c = f32x4_load(cos_row + i);
        const f32x4 s = f32x4_load(sin_row + i) * f32x4_splat(sign);
        const f32x4 ra = va * c - vb * s, rb = vb * c + va * s;
        f32x4_store(out + 2 * i, f32x4_zip_low(ra, rb));
        f32x4_store(out + 2 * i + 4, f32x4_zip_high(ra, rb));
    }
}

// x, out (n_heads, n, d_head), which may be the same, by cosines and sines (n, n_pairs).
NOINLINE static void rotate_heads(float *out, const float *x, const float *cosines,
                                  const float *sines, const PeRotation *rotation) {
    const int32_t n_pairs = rotation->n_pairs, n_vectors = n_pairs & ~3;
    const bool is_half = rotation->layout == PE_ROPE_LAYOUT_HALF;
    const int32_t pair = is_half ? 1 : 2, partner = is_half ? n_pairs : 1; // from one to the next
    const float sign = rotation->inverse ? -1.0f : 1.0f;
    for (int32_t head = 0; head < rotation->n_heads; head++) {
        const float *c = cosines, *s = sines;
        for (int32_t row = 0; row < rotation->n; row++) {
            if (is_half) {
                rotate_split(out, out + partner, x, x + partner, c, s, sign, n_vectors);
            } else {
                rotate_interleaved(out, x, c, s, sign, n_vectors);
            }
            for (int32_t i = n_vectors; i < n_pairs; i++) {
                const int32_t a = i * pair, b = a + partner;
                rotate_pair(out + a, out + b, x[a], x[b], c[i], sign * s[i]);
            }
            out += rotation->d_head, x += rotation->d_head;
            c += n_pairs, s += n_pairs;
        }
    }
}

COMPACT_BEGIN

NOINLINE static Status check_rotation(const PeRotation *r) {
    if (!SHAPE_OK(r->n_heads, r->n, r->d_head) || !SHAPE_OK(r->n, r->n_pairs)) {
        return STATUS_BAD_SHAPE;
    }
    if (r->n_pairs > r->d_head / 2) return STATUS_BAD_SHAPE;
    const bool is_layout =
        r->layout == PE_ROPE_LAYOUT_HALF || r->layout == PE_ROPE_LAYOUT_INTERLEAVED;
    return is_layout ? STATUS_OK : STATUS_BAD_VALUE;
}

Status pe_rope_rotate(float *out, const float *x, const float *cos_table, const float *sin_table,
                      const PeRotation *rotation) {
    const Status status = check_rotation(rotation);
    if (status != STATUS_OK) return status;
    rotate_heads(out, x, cos_table, sin_table, rotation);
    // the last columns, which are in no pair
    const int32_t n_rotated = 2 * rotation->n_pairs, d_head = rotation->d_head;
    const size_t n_bytes = (size_t)(d_head - n_rotated) * sizeof *x;
    if (n_bytes == 0 || out == x) return STATUS_OK;
    for (int32_t r = 0; r < rotation->n_heads * rotation->n; r++) {
        memcpy(out + r * d_head + n_rotated, x + r * d_head + n_rotated, n_bytes);
    }
    return STATUS_OK;
}

// ----------------------------------------------------------------------------------- the methods

static int32_t rotary_dim(const PeConfig *config) {
    return config->rotary_dim == 0 ? config->d_head : config->rotary_dim;
}

// n_tokens rows of cosines, then as many of sines, dim / 2 columns each
static int64_t n_state(const PeConfig *config, int32_t n_tokens) {
    const int32_t dim = rotary_dim(config);
    return dim % 2 == 0 && SHAPE_OK(n_tokens, dim) ? (int64_t)n_tokens * dim : 0;
}

// Axial RoPE: one half of the pairs by the column, the other by the row, each as in a head of half the width.
static Status fill_grid(float *cos_out, float *sin_out, const PeFrequencyPlan *plan,
                        const PeConfig *config, int32_t n_tokens) {
    const int32_t half = plan->dim / 4;
    if (plan->dim % 4 != 0) return STATUS_BAD_SHAPE;
    for (int32_t at = 0; at < n_tokens * 2 * half; at++) {
        const int32_t t = at / (2 * half), pair = at % (2 * half);
        const PeCell cell = pe_axes_cell(config->columns, (double)config->first_pos + (double)t);
        const double angle =
            (pair < half ? cell.column : cell.row) * pe_frequency_at(plan, 2 * (pair % half));
        const ElementarySinCos of = elementary_sin_cos(angle);
        cos_out[at] = (float)(plan->attention_factor * of.cos);
        sin_out[at] = (float)(plan->attention_factor * of.sin);
    }
    return STATUS_OK;
}

static Status prepare(float *state, const PeConfig *config, int32_t n_tokens) {
    PeFrequencyPlan plan;
    const Status status =
        pe_frequency_plan(&plan, &config->scaling, config->base, rotary_dim(config));
    if (status != STATUS_OK) return status;
    const int64_t n = n_state(config, n_tokens);
    if (n == 0) return STATUS_BAD_SHAPE;
    if (config->columns > 0) return fill_grid(state, state + n / 2, &plan, config, n_tokens);
    return fill_planned(state, state + n / 2, &plan, config->first_pos, n_tokens);
}

// Tables of as many rows as there are keys or queries, where no state has them.
static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    return config->state ? 0 : n_state(config, n_query > n_key ? n_query : n_key);
}

// What the rows of queries and those of keys have, in place, each NULL or rotated in its own direction.
static Status rotate_rows(float *q, int32_t inverse_q, float *k, int32_t inverse_k,
                          const PeConfig *config, int32_t n_query, int32_t n_key, int32_t layout) {
    const int32_t dim = rotary_dim(config);
    const int32_t n_pairs = dim / 2, n_longer = n_query > n_key ? n_query : n_key;
    // all that can be refused, before anything is rotated
    if (dim % 2 != 0) return STATUS_BAD_SHAPE;
    const PeRotation of_k = {layout, inverse_k, config->n_heads, n_key, config->d_head, n_pairs};
    PeRotation of_q = of_k;
    of_q.n = n_query;
    of_q.inverse = inverse_q;
    Status status = check_rotation(&of_q);
    if (status == STATUS_OK) status = check_rotation(&of_k);
    if (status != STATUS_OK) return status;

    // a table of cosines, then of sines: prepared from key 0 on, or made here for the longer of the two,
    // whose last rows belong to the last query and the last key
    const float *table = config->state;
    int32_t n_rows = config->state_len, key_row = 0;
    if (table) {
        if (n_query > n_key || n_key > n_rows) return STATUS_OUT_OF_RANGE;
    } else {
        const int64_t first_query = (int64_t)config->first_pos + n_key - n_query;
        if (!config->scratch) return STATUS_BAD_VALUE;
        if (first_query < INT32_MIN || first_query > INT32_MAX) return STATUS_OUT_OF_RANGE;
        PeConfig from_first = *config;
        from_first.first_pos += n_key - n_longer;
        status = prepare(config->scratch, &from_first, n_longer);
        if (status != STATUS_OK) return status;
        table = config->scratch;
        n_rows = n_longer;
        key_row = n_longer - n_key;
    }
    const float *const cosines = table + (int64_t)key_row * n_pairs;
    const float *const sines = cosines + (int64_t)n_rows * n_pairs;
    if (k) rotate_heads(k, k, cosines, sines, &of_k);
    const int64_t query_row = n_key - n_query;
    if (q) rotate_heads(q, q, cosines + query_row * n_pairs, sines + query_row * n_pairs, &of_q);
    return STATUS_OK;
}

// q and k, in place; the inverse rotation is the backward pass.
static Status half_forward(float *q, float *k, const PeConfig *config, int32_t n_query,
                           int32_t n_key) {
    return rotate_rows(q, 0, k, 0, config, n_query, n_key, PE_ROPE_LAYOUT_HALF);
}

static Status half_backward(float *dq, float *dk, const PeConfig *config, int32_t n_query,
                            int32_t n_key) {
    return rotate_rows(dq, 1, dk, 1, config, n_query, n_key, PE_ROPE_LAYOUT_HALF);
}

static Status interleaved_forward(float *q, float *k, const PeConfig *config, int32_t n_query,
                                  int32_t n_key) {
    return rotate_rows(q, 0, k, 0, config, n_query, n_key, PE_ROPE_LAYOUT_INTERLEAVED);
}

static Status interleaved_backward(float *dq, float *dk, const PeConfig *config, int32_t n_query,
                                   int32_t n_key) {
    return rotate_rows(dq, 1, dk, 1, config, n_query, n_key, PE_ROPE_LAYOUT_INTERLEAVED);
}

// Values are rotated by the positions of their keys, and the output back by that of its query: what a head
// reads depends on how far away it is.
static Status values_forward(float *output, float *v, const PeConfig *config, int32_t n_query,
                             int32_t n_key) {
    return rotate_rows(output, 1, v, 0, config, n_query, n_key, PE_ROPE_LAYOUT_HALF);
}

static Status values_backward(float *doutput, float *dv, const PeConfig *config, int32_t n_query,
                              int32_t n_key) {
    return rotate_rows(doutput, 0, dv, 1, config, n_query, n_key, PE_ROPE_LAYOUT_HALF);
}

const PeMethod pe_rope_half = {.acts_on = PE_QK,
                               .n_state = n_state,
                               .prepare = prepare,
                               .n_scratch = n_scratch,
                               .qk_forward = half_forward,
                               .qk_backward = half_backward};

const PeMethod pe_rope_interleaved = {.acts_on = PE_QK,
                                      .n_state = n_state,
                                      .prepare = prepare,
                                      .n_scratch = n_scratch,
                                      .qk_forward = interleaved_forward,
                                      .qk_backward = interleaved_backward};

const PeMethod pe_rope_values = {.acts_on = PE_VALUES,
                                 .n_state = n_state,
                                 .prepare = prepare,
                                 .n_scratch = n_scratch,
                                 .values_forward = values_forward,
                                 .values_backward = values_backward};

#ifdef CORE_TESTING
Status pe_rope_rotate_ref(float *out, const float *x, const float *cos_table,
                          const float *sin_table, const PeRotation *rotation) {
    const Status status = check_rotation(rotation);
    if (status != STATUS_OK) return status;
    const bool is_half = rotation->layout == PE_ROPE_LAYOUT_HALF;
    const int32_t n = rotation->n, n_pairs = rotation->n_pairs, d_head = rotation->d_head;
    for (int64_t row = 0; row < (int64_t)rotation->n_heads * n; row++) {
        const float *const in = x + row * d_head;
        float *const to = out + row * d_head;
        for (int32_t i = 0; i < n_pairs; i++) {
            const int32_t a = is_half ? i : 2 * i;
            const int32_t b = is_half ? i + n_pairs : 2 * i + 1;
            const float c = cos_table[row % n * n_pairs + i];
            const float s = sin_table[row % n * n_pairs + i];
            rotate_pair(to + a, to + b, in[a], in[b], c, rotation->inverse ? -s : s);
        }
        for (int32_t i = 2 * n_pairs; i < d_head; i++) to[i] = in[i];
    }
    return STATUS_OK;
}
#endif

COMPACT_END
