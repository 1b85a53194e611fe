#include "temperature.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/vec.h"
#include "angle_table.h"

COMPACT_BEGIN

// The largest beta whose factor a double holds at any position.
static const double LARGEST_BETA = 1e100;

// The settings, and the positions of n >= 0 tokens.
static bool is_possible(const PeTemperature *t, const double *positions, int32_t n) {
    bool ok = t->interval >= 1.0 && pe_angle_table_is_position(t->interval) &&
              fabs(t->beta) <= LARGEST_BETA && (t->shift == 0 || t->shift == 1);
    for (int32_t r = 0; r < n; r++) {
        ok = ok && positions[r] >= 0.0 && pe_angle_table_is_position(positions[r]);
    }
    return ok;
}

static double factor_at(const PeTemperature *t, double position) {
    const double steps = floor((position + (double)t->shift) / t->interval);
    return 1.0 + t->beta * elementary_log(1.0 + steps);
}

// Row r of each head of q (n_heads, n, d_head).
static void scale_row(float *q, double factor, int32_t r, int32_t n_heads, int32_t n,
                      int32_t d_head) {
    for (int32_t h = 0; h < n_heads; h++) {
        linalg_vec_scale(q + (h * n + r) * d_head, (float)factor, d_head);
    }
}

Status pe_temperature_factors(double *factors, const double *positions,
                              const PeTemperature *temperature, int32_t n) {
    if (!SHAPE_OK(n)) return STATUS_BAD_SHAPE;
    if (!is_possible(temperature, positions, n)) return STATUS_BAD_VALUE;
    for (int32_t r = 0; r < n; r++) factors[r] = factor_at(temperature, positions[r]);
    return STATUS_OK;
}

Status pe_temperature_scale(float *q, const double *positions, const PeTemperature *temperature,
                            int32_t n_heads, int32_t n, int32_t d_head) {
    if (!SHAPE_OK(n_heads, n, d_head)) return STATUS_BAD_SHAPE;
    if (!is_possible(temperature, positions, n)) return STATUS_BAD_VALUE;
    for (int32_t r = 0; r < n; r++) {
        scale_row(q, factor_at(temperature, positions[r]), r, n_heads, n, d_head);
    }
    return STATUS_OK;
}

// -------------------------------------------------------------------------------------- the method

// The backward pass equals the forward pass: the factor depends on neither q nor k.
static Status scale(float *q, float *k, const PeConfig *config, int32_t n_query, int32_t n_key) {
    (void)k;
    const int32_t n_heads = config->n_heads, d_head = config->d_head;
    const PeTemperature temperature = {(double)config->interval, config->beta, config->shift};
    if (!SHAPE_OK(n_heads, n_query, d_head) || !SHAPE_OK(n_heads, n_key, d_head)) {
        return STATUS_BAD_SHAPE;
    }
    if (!is_possible(&temperature, NULL, 0)) return STATUS_BAD_VALUE;
    for (int32_t i = 0; i < n_query; i++) {
        const int64_t position = (int64_t)config->first_pos + i + n_key - n_query;
        if (position < 0) continue;
        scale_row(q, factor_at(&temperature, (double)position), i, n_heads, n_query, d_head);
    }
    return STATUS_OK;
}

const PeMethod pe_temperature = {.acts_on = PE_QK, .qk_forward = scale, .qk_backward = scale};

COMPACT_END
