#include "rope_mixed.h"

#include <math.h>
#include <stdbool.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "angle_table.h"

COMPACT_BEGIN

static Status check(const PeRopeMixed *m) {
    if (!SHAPE_OK(m->n_heads, m->n, m->d_head) || m->d_head % 2 != 0) return STATUS_BAD_SHAPE;
    bool ok = true;
    for (int32_t r = 0; r < 2 * m->n; r++) ok = ok && pe_angle_table_is_position(m->positions[r]);
    return ok ? STATUS_OK : STATUS_BAD_VALUE;
}

// The angle of pair c of head h at token r.
static double angle_at(const PeRopeMixed *m, int32_t h, int32_t r, int32_t c) {
    const int32_t n_pairs = m->d_head / 2, at = h * n_pairs + c;
    const float *const w_x = m->weights, *const w_y = m->weights + m->n_heads * n_pairs;
    return m->positions[r] * (double)w_x[at] + m->positions[m->n + r] * (double)w_y[at];
}

Status pe_rope_mixed_init(float *weights, const float *angles, double theta, int32_t n_heads,
                          int32_t d_head) {
    if (!SHAPE_OK(n_heads, d_head) || d_head % 4 != 0) return STATUS_BAD_SHAPE;
    bool ok = pe_angle_table_is_base(theta);
    for (int32_t h = 0; h < n_heads; h++) ok = ok && isfinite(angles[h]);
    if (!ok) return STATUS_BAD_VALUE;
    const int32_t n_along = d_head / 4;
    float *w_x = weights, *w_y = weights + n_heads * 2 * n_along;
    for (int32_t h = 0; h < n_heads; h++) {
        const ElementarySinCos at = elementary_sin_cos((double)angles[h]);
        for (int32_t c = 0; c < n_along; c++) {
            const double magnitude = pe_angle_table_frequency(theta, 4.0 / (double)d_head, c);
            w_x[c] = (float)(magnitude * at.cos);
            w_y[c] = (float)(magnitude * at.sin);
            w_x[n_along + c] = (float)(-magnitude * at.sin);
            w_y[n_along + c] = (float)(magnitude * at.cos);
        }
        w_x += 2 * n_along;
        w_y += 2 * n_along;
    }
    return STATUS_OK;
}

Status pe_rope_mixed_angles(float *angles, const PeRopeMixed *mixed) {
    const Status status = check(mixed);
    if (status != STATUS_OK) return status;
    for (int32_t row = 0; row < mixed->n_heads * mixed->n; row++) {
        for (int32_t c = 0; c < mixed->d_head / 2; c++) {
            *angles++ = (float)angle_at(mixed, row / mixed->n, row % mixed->n, c);
        }
    }
    return STATUS_OK;
}

// Every pair of x by its angle, or, where sign is -1, by the opposite one. Sizes have been checked.
static void rotate(float *out, const float *x, double sign, const PeRopeMixed *m) {
    for (int32_t row = 0; row < m->n_heads * m->n; row++) {
        for (int32_t c = 0; c < m->d_head / 2; c++) {
            const ElementarySinCos at =
                elementary_sin_cos(sign * angle_at(m, row / m->n, row % m->n, c));
            const float cosine = (float)at.cos, sine = (float)at.sin;
            const float a = x[0], b = x[1];
            out[0] = a * cosine - b * sine;
            out[1] = b * cosine + a * sine;
            x += 2;
            out += 2;
        }
    }
}

Status pe_rope_mixed_rotate(float *out, const float *x, const PeRopeMixed *mixed) {
    const Status status = check(mixed);
    if (status == STATUS_OK) rotate(out, x, mixed->inverse ? -1.0 : 1.0, mixed);
    return status;
}

// A pair (a, b) moves along (-b, a) as its angle grows, and the angle by the token's coordinate as the weight does.
static void add_weights(float *dweights, const float *drotated, const float *rotated,
                        const PeRopeMixed *m) {
    const int32_t n_pairs = m->d_head / 2, n_weights = m->n_heads * n_pairs;
    for (int32_t at = 0; at < n_weights; at++) {
        const int32_t h = at / n_pairs, first = h * m->n * m->d_head + 2 * (at % n_pairs);
        double by_x = 0.0, by_y = 0.0;
        for (int32_t r = 0; r < m->n; r++) {
            const int32_t pair = first + r * m->d_head;
            const double by_angle = (double)drotated[pair + 1] * (double)rotated[pair] -
                                    (double)drotated[pair] * (double)rotated[pair + 1];
            by_x += by_angle * m->positions[r];
            by_y += by_angle * m->positions[m->n + r];
        }
        dweights[at] += (float)by_x;
        dweights[n_weights + at] += (float)by_y;
    }
}

Status pe_rope_mixed_backward(float *dx, float *dweights, const float *drotated,
                              const float *rotated, const PeRopeMixed *mixed) {
    const Status status = check(mixed);
    if (status != STATUS_OK) return status;
    if (dweights) add_weights(dweights, drotated, rotated, mixed);
    rotate(dx, drotated, -1.0, mixed);
    return STATUS_OK;
}

COMPACT_END
