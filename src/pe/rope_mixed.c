#include "rope_mixed.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "angle_table.h"
#include "axes.h"

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

// -------------------------------------------------------------------------------------- the entry

// What one call works in; doubles first, where the scratch is aligned for them.
typedef struct Work {
    double *positions;         // (2, n): columns, then rows
    float *weights, *dweights; // (2, n_heads, d_head / 2)
} Work;

static int64_t n_scratch(const PeConfig *c, int32_t n_query, int32_t n_key) {
    const int32_t n = n_query > n_key ? n_query : n_key;
    const bool fits = SHAPE_OK(2, c->n_heads, n_query, c->d_head) &&
                      SHAPE_OK(2, c->n_heads, n_key, c->d_head) && c->d_head % 2 == 0;
    return fits ? 4 * (int64_t)n + 2 * c->n_heads * c->d_head : 0;
}

// The magnitude of weight `at`: what is learned is in units of it, so that fast and slow pairs learn alike.
static double magnitude_at(const PeConfig *c, int32_t at) {
    const int32_t n_pairs = c->d_head / 2, n_along = (n_pairs + 1) / 2;
    return pe_angle_table_frequency(c->base, 4.0 / (double)c->d_head, at % n_pairs % n_along);
}

static Status begin(Work *work, const PeConfig *c, int32_t n_query, int32_t n_key) {
    if (n_scratch(c, n_query, n_key) == 0) return STATUS_BAD_SHAPE;
    if (!c->table || !c->scratch || !pe_angle_table_is_base(c->base)) return STATUS_BAD_VALUE;
    const int32_t n = n_query > n_key ? n_query : n_key, n_weights = c->n_heads * c->d_head;
    float *const weights = c->scratch + 4 * n;
    *work = (Work){(double *)(void *)c->scratch, weights, weights + n_weights};
    for (int32_t at = 0; at < n_weights; at++) {
        weights[at] = (float)((double)c->table[at] * magnitude_at(c, at));
        work->dweights[at] = 0.0f;
    }
    return STATUS_OK;
}

// n tokens from the one at key `index` on.
static PeRopeMixed mixed_at(const Work *work, const PeConfig *c, int32_t index, int32_t n) {
    for (int32_t r = 0; r < n; r++) {
        const PeCell cell = pe_axes_cell(c->columns, (double)c->first_pos + (double)(index + r));
        work->positions[r] = cell.column;
        work->positions[n + r] = cell.row;
    }
    return (PeRopeMixed){work->weights, work->positions, 0, c->n_heads, n, c->d_head};
}

// q and k in place, by their angles or, where sign is -1, back: their gradients. Or, where dtable is not NULL, its
// gradient from those of both, which were rotated to what `rotated` has.
static Status run(float *const both[2], const float *const rotated[2], float *dtable, double sign,
                  const PeConfig *config, int32_t n_query, int32_t n_key) {
    Work work;
    const Status status = begin(&work, config, n_query, n_key);
    if (status != STATUS_OK) return status;
    for (int32_t side = 0; side < 2; side++) {
        const int32_t n = side == 0 ? n_query : n_key;
        const PeRopeMixed mixed = mixed_at(&work, config, n_key - n, n);
        if (dtable) {
            add_weights(work.dweights, both[side], rotated[side], &mixed);
        } else {
            rotate(both[side], both[side], sign, &mixed);
        }
    }
    for (int32_t at = 0; dtable && at < config->n_heads * config->d_head; at++) {
        dtable[at] += (float)((double)work.dweights[at] * magnitude_at(config, at));
    }
    return STATUS_OK;
}

static Status qk_forward(float *q, float *k, const PeConfig *config, int32_t n_query,
                         int32_t n_key) {
    return run((float *[]){q, k}, NULL, NULL, 1.0, config, n_query, n_key);
}

static Status qk_backward(float *dq, float *dk, const PeConfig *config, int32_t n_query,
                          int32_t n_key) {
    return run((float *[]){dq, dk}, NULL, NULL, -1.0, config, n_query, n_key);
}

static Status qk_table_backward(float *dtable, const float *dq, const float *dk, const float *q,
                                const float *k, const PeConfig *config, int32_t n_query,
                                int32_t n_key) {
    return run((float *[]){(float *)dq, (float *)dk}, (const float *[]){q, k}, dtable, 0.0, config,
               n_query, n_key);
}

static PeShape weights_shape(const PeConfig *config) {
    return (PeShape){{2, config->n_heads, config->d_head / 2}};
}

static const PeTensor TENSORS[] = {{"attn.rope_mixed", weights_shape, 0.0, 0.7}};

const PeMethod pe_rope_mixed = {.acts_on = PE_QK,
                                .tensors = TENSORS,
                                .n_tensors = 1,
                                .per_layer = true,
                                .n_scratch = n_scratch,
                                .qk_forward = qk_forward,
                                .qk_backward = qk_backward,
                                .qk_table_backward = qk_table_backward};

COMPACT_END
