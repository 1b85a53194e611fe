#include "sinusoidal.h"

#include <math.h> // sinf(), cosf() of the last reference
#include <string.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/vec.h"
#include "angle_table.h"
#include "pe.h"

COMPACT_BEGIN

static Status check(int32_t layout, double base, int32_t n_pos, int32_t d_model) {
    if (!SHAPE_OK(n_pos, d_model)) return STATUS_BAD_SHAPE;
    if (layout < PE_SINUSOIDAL_INTERLEAVED || layout > PE_SINUSOIDAL_TENSOR2TENSOR) {
        return STATUS_BAD_VALUE;
    }
    return pe_angle_table_is_base(base) ? STATUS_OK : STATUS_BAD_VALUE;
}

// Where the columns of a layout are: sine k in column k * spacing, cosine k in first_cos + that.
typedef struct Columns {
    int32_t n_sin;
    int32_t n_cos;
    int32_t first_cos;
    int32_t spacing;
    double exponent_step; // w_k = base^(-exponent_step * k)
} Columns;

static Columns columns_of(int32_t layout, int32_t d_model) {
    const int32_t n_cos = d_model / 2;
    const double paper_step = 2.0 / (double)d_model;
    switch (layout) {
    case PE_SINUSOIDAL_INTERLEAVED:
        return (Columns){d_model - n_cos, n_cos, 1, 2, paper_step};
    case PE_SINUSOIDAL_CONCATENATED:
        return (Columns){d_model - n_cos, n_cos, d_model - n_cos, 1, paper_step};
    default: // tensor2tensor
        return (Columns){n_cos, n_cos, n_cos, 1, n_cos > 2 ? 1.0 / (double)(n_cos - 1) : 1.0};
    }
}

static double frequency_of(const Columns *columns, double base, int32_t k) {
    return pe_angle_table_frequency(base, columns->exponent_step, k);
}

Status pe_sinusoidal_frequencies(double *frequencies, int32_t layout, double base,
                                 int32_t d_model) {
    const Status status = check(layout, base, 1, d_model);
    if (status != STATUS_OK) return status;
    const Columns columns = columns_of(layout, d_model);
    for (int32_t k = 0; k < columns.n_sin; k++) frequencies[k] = frequency_of(&columns, base, k);
    return STATUS_OK;
}

// tensor2tensor pads an odd width with zeros.
static void zero_last_column(float *table, const Columns *columns, int32_t n_pos, int32_t d_model) {
    if (columns->n_sin + columns->n_cos == d_model) return;
    for (int32_t row = 0; row < n_pos; row++) table[row * d_model + d_model - 1] = 0.0f;
}

static void fill(float *table, const Columns *columns, double base, int32_t first_pos,
                 int32_t n_pos, int32_t d_model) {
    const bool is_interleaved = columns->spacing == 2;
    for (int32_t first = 0; first < d_model; first += PE_ANGLE_TABLE_MAX_COLUMNS) {
        PeAngleTable angles;
        angles.n_columns = 0;
        for (int32_t c = first; c < shape_at_most(d_model, first + PE_ANGLE_TABLE_MAX_COLUMNS);
             c++) {
            const bool is_cos = is_interleaved ? c % 2 == 1 : c >= columns->first_cos;
            const int32_t k = is_interleaved ? c / 2 : is_cos ? c - columns->first_cos : c;
            // some layouts pad an odd width with zeros: sines of frequency 0
            const bool is_filler = k >= (is_cos ? columns->n_cos : columns->n_sin);
            pe_angle_table_add(&angles, is_filler ? 0.0 : frequency_of(columns, base, k),
                               is_cos && !is_filler);
        }
        pe_angle_table_rows(table + first, &angles, 1.0, first_pos, n_pos, d_model);
    }
}

Status pe_sinusoidal_table(float *table, int32_t layout, double base, int32_t first_pos,
                           int32_t n_pos, int32_t d_model) {
    const Status status = check(layout, base, n_pos, d_model);
    if (status != STATUS_OK) return status;
    const Columns columns = columns_of(layout, d_model);
    fill(table, &columns, base, first_pos, n_pos, d_model);
    return STATUS_OK;
}

Status pe_sinusoidal_pairs(float *table, double base, int32_t first_pos, int32_t n_pos,
                           int32_t d_model) {
    const Status status = check(PE_SINUSOIDAL_CONCATENATED, base, n_pos, d_model);
    if (status != STATUS_OK) return status;
    const int32_t half = d_model / 2;
    const Columns columns = {half, half, half, 1, 2.0 / (double)d_model};
    fill(table, &columns, base, first_pos, n_pos, d_model);
    return STATUS_OK;
}

// Sine and cosine k at one position: the formula of the paper.
static void fill_pair(float *row, const Columns *columns, double angle, int32_t k) {
    const ElementarySinCos at = elementary_sin_cos(angle);
    row[k * columns->spacing] = (float)at.sin;
    if (k < columns->n_cos) row[k * columns->spacing + columns->first_cos] = (float)at.cos;
}

Status pe_sinusoidal_at(float *table, const double *positions, int32_t layout, double base,
                        int32_t n_pos, int32_t d_model) {
    const Status status = check(layout, base, n_pos, d_model);
    if (status != STATUS_OK) return status;
    for (int32_t row = 0; row < n_pos; row++) {
        if (!pe_angle_table_is_position(positions[row])) return STATUS_BAD_VALUE;
    }
    const Columns columns = columns_of(layout, d_model);
    for (int32_t k = 0; k < columns.n_sin; k++) {
        const double frequency = frequency_of(&columns, base, k);
        for (int32_t row = 0; row < n_pos; row++) {
            fill_pair(table + (int64_t)row * d_model, &columns, positions[row] * frequency, k);
        }
    }
    zero_last_column(table, &columns, n_pos, d_model);
    return STATUS_OK;
}

Status pe_sinusoidal_shift(float *shift, int32_t layout, double base, double offset,
                           int32_t d_model) {
    const Status status = check(layout, base, d_model, d_model);
    if (status != STATUS_OK) return status;
    if (d_model % 2 != 0) return STATUS_BAD_SHAPE;
    if (!pe_angle_table_is_position(offset)) return STATUS_BAD_VALUE;
    const Columns columns = columns_of(layout, d_model);
    memset(shift, 0, (size_t)d_model * (size_t)d_model * sizeof *shift);
    for (int32_t k = 0; k < columns.n_sin; k++) {
        const double frequency = frequency_of(&columns, base, k);
        const ElementarySinCos angle = elementary_sin_cos(offset * frequency);
        const int32_t s = k * columns.spacing;
        const int32_t c = s + columns.first_cos;
        float *const sin_row = shift + (int64_t)s * d_model;
        float *const cos_row = shift + (int64_t)c * d_model;
        sin_row[s] = (float)angle.cos; // sin(a + b) = sin a cos b + cos a sin b
        sin_row[c] = (float)angle.sin;
        cos_row[s] = (float)-angle.sin; // cos(a + b) = cos a cos b - sin a sin b
        cos_row[c] = (float)angle.cos;
    }
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------ the method

static int64_t n_state(const PeConfig *config, int32_t n_tokens) {
    return SHAPE_OK(n_tokens, config->d_model) ? (int64_t)n_tokens * config->d_model : 0;
}

static Status prepare(float *state, const PeConfig *config, int32_t n_tokens) {
    return pe_sinusoidal_table(state, PE_SINUSOIDAL_INTERLEAVED, config->base, config->first_pos,
                               n_tokens, config->d_model);
}

static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    (void)n_query;
    return config->state ? 0 : n_state(config, n_key);
}

static Status input_forward(float *x, const PeConfig *config, int32_t n_tokens) {
    const float *table = config->state;
    if (!SHAPE_OK(n_tokens, config->d_model)) return STATUS_BAD_SHAPE;
    if (table && n_tokens > config->state_len) return STATUS_OUT_OF_RANGE;
    if (!table) {
        if (!config->scratch) return STATUS_BAD_VALUE;
        const Status status = prepare(config->scratch, config, n_tokens);
        if (status != STATUS_OK) return status;
        table = config->scratch;
    }
    linalg_vec_add(x, table, n_tokens * config->d_model);
    return STATUS_OK;
}

static Status input_backward(float *dx, float *dtable, const float *x, const PeConfig *config,
                             int32_t n_tokens) {
    (void)dx, (void)dtable, (void)x; // the gradient of a sum is unchanged
    return SHAPE_OK(n_tokens, config->d_model) ? STATUS_OK : STATUS_BAD_SHAPE;
}

const PeMethod pe_sinusoidal = {.acts_on = PE_INPUT,
                                .n_state = n_state,
                                .prepare = prepare,
                                .n_scratch = n_scratch,
                                .input_forward = input_forward,
                                .input_backward = input_backward};

#ifdef CORE_TESTING
Status pe_sinusoidal_table_ref(float *table, int32_t layout, double base, int32_t first_pos,
                               int32_t n_pos, int32_t d_model) {
    const Status status = check(layout, base, n_pos, d_model);
    if (status != STATUS_OK) return status;
    const Columns columns = columns_of(layout, d_model);
    for (int32_t k = 0; k < columns.n_sin; k++) {
        const double frequency = frequency_of(&columns, base, k);
        for (int32_t p = 0; p < n_pos; p++) {
            const double pos = (double)first_pos + (double)p;
            fill_pair(table + (int64_t)p * d_model, &columns, pos * frequency, k);
        }
    }
    zero_last_column(table, &columns, n_pos, d_model);
    return STATUS_OK;
}

Status pe_sinusoidal_table_f32_ref(float *table, double base, int32_t first_pos, int32_t n_pos,
                                   int32_t d_model) {
    const Status status = check(PE_SINUSOIDAL_INTERLEAVED, base, n_pos, d_model);
    if (status != STATUS_OK) return status;
    const Columns columns = columns_of(PE_SINUSOIDAL_INTERLEAVED, d_model);
    for (int32_t k = 0; k < d_model; k++) {
        const float frequency = (float)frequency_of(&columns, base, k / 2);
        for (int32_t p = 0; p < n_pos; p++) {
            const float angle = (float)(first_pos + p) * frequency;
            table[(int64_t)p * d_model + k] = k % 2 == 0 ? sinf(angle) : cosf(angle);
        }
    }
    return STATUS_OK;
}
#endif

COMPACT_END
