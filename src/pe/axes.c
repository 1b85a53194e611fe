#include "axes.h"

#include <math.h>
#include <stdbool.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "angle_table.h"

COMPACT_BEGIN

// Whether the sections fill the pairs.
static bool fill(const int32_t *sections, int32_t n_axes, int32_t n_pairs) {
    int64_t sum = 0;
    for (int32_t axis = 0; axis < n_axes; axis++) {
        if (sections[axis] < 0) return false;
        sum += sections[axis];
    }
    return sum == n_pairs;
}

Status pe_axes_by_sections(int32_t *axis_of, const int32_t *sections, int32_t interleaved,
                           int32_t n_axes, int32_t n_pairs) {
    if (!SHAPE_OK(n_axes) || !SHAPE_OK(n_pairs)) return STATUS_BAD_SHAPE;
    if (!fill(sections, n_axes, n_pairs)) return STATUS_BAD_VALUE;
    for (int32_t pair = 0, axis = 0, end = sections[0]; pair < n_pairs; pair++) {
        while (pair >= end) end += sections[++axis];
        const int32_t next = pair % n_axes, round = pair / n_axes;
        axis_of[pair] = !interleaved ? axis : round < sections[next] ? next : 0;
    }
    return STATUS_OK;
}

PeCell pe_axes_cell(int32_t columns, double position) {
    const double row = columns > 0 ? floor(position / (double)columns) : 0.0;
    return (PeCell){position - row * (double)columns, row};
}

Status pe_axes_check(const double *inv_freq, double attention_factor, int32_t n, int32_t n_pairs) {
    if (!SHAPE_OK(n, n_pairs)) return STATUS_BAD_SHAPE;
    if (!isfinite(attention_factor)) return STATUS_BAD_VALUE;
    for (int32_t pair = 0; pair < n_pairs; pair++) {
        if (!(fabs(inv_freq[pair]) <= 1e100)) return STATUS_BAD_VALUE; // NaN too
    }
    return STATUS_OK;
}

static bool are_positions(const PeCoordinates *c, int32_t n, int32_t n_pairs) {
    bool ok = true;
    for (int32_t k = 0; k < c->n_axes * n; k++) {
        ok = ok && pe_angle_table_is_position(c->positions[k]);
    }
    for (int32_t pair = 0; pair < n_pairs && c->axis_of; pair++) {
        ok = ok && c->axis_of[pair] >= 0 && c->axis_of[pair] < c->n_axes;
    }
    return ok;
}

Status pe_axes_tables(float *cos_out, float *sin_out, const PeCoordinates *coordinates,
                      const double *inv_freq, double attention_factor, int32_t n, int32_t n_pairs) {
    const int32_t *const axis_of = coordinates->axis_of;
    if (!SHAPE_OK(coordinates->n_axes, n)) return STATUS_BAD_SHAPE;
    const Status status = pe_axes_check(inv_freq, attention_factor, n, n_pairs);
    if (status != STATUS_OK) return status;
    if (!are_positions(coordinates, n, n_pairs)) return STATUS_BAD_VALUE;
    for (int32_t row = 0; row < n; row++) {
        for (int32_t pair = 0; pair < n_pairs; pair++) {
            const int32_t axis = axis_of ? axis_of[pair] : 0;
            const double position = coordinates->positions[axis * n + row];
            const ElementarySinCos at = elementary_sin_cos(position * inv_freq[pair]);
            *cos_out++ = (float)(attention_factor * at.cos);
            *sin_out++ = (float)(attention_factor * at.sin);
        }
    }
    return STATUS_OK;
}

COMPACT_END
