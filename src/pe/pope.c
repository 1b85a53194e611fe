#include "pope.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/matmul.h"
#include "../linalg/vec.h"
#include "angle_table.h"

COMPACT_BEGIN

static const double TWO_PI = 6.283185307179586;

// Of one head: rows of queries and keys made wide (d_head + dim), the gradient by one of them, packed panels, and
// the rotation (dim) by each delta.
typedef struct Parts {
    float *queries, *keys, *dwide;
    ElementarySinCos *shifts;
    float *panels;
} Parts;

enum { SHIFT_FLOATS = sizeof(ElementarySinCos) / sizeof(float) };

// Each part starts at a multiple of 4 floats.
static int64_t aligned(int64_t n) { return (n + 3) / 4 * 4; }

double pe_pope_scratch_n(int32_t n_query, int32_t n_key, int32_t d_head, int32_t dim) {
    if (!SHAPE_OK(d_head) || !SHAPE_OK(dim) || dim > d_head) return 0.0;
    const int32_t wide = d_head + dim;
    if (!SHAPE_OK(n_query, wide) || !SHAPE_OK(n_key, wide)) return 0.0;
    const size_t n_bytes[] = {linalg_matmul_n_bytes(n_key, wide),
                              linalg_matmul_n_bytes(wide, n_key),
                              linalg_matmul_n_bytes(wide, n_query)};
    size_t panels = 0;
    for (int32_t i = 0; i < 3; i++) {
        if (n_bytes[i] == 0) return 0.0;
        if (n_bytes[i] > panels) panels = n_bytes[i];
    }
    const int64_t queries = aligned((int64_t)n_query * wide), keys = aligned((int64_t)n_key * wide);
    const int64_t n = queries + keys + (queries < keys ? keys : queries) +
                      (int64_t)SHIFT_FLOATS * dim + (int64_t)(panels / sizeof(float));
    return n <= SHAPE_MAX_ELEMENTS ? (double)n : 0.0;
}

static Parts parts_of(float *scratch, const PePope *p) {
    const int64_t wide = p->d_head + p->dim;
    const int64_t queries = aligned(p->n_query * wide), keys = aligned(p->n_key * wide);
    float *const dwide = scratch + queries + keys;
    float *const shifts = dwide + (queries < keys ? keys : queries);
    return (Parts){scratch, scratch + queries, dwide, (ElementarySinCos *)(void *)shifts,
                   shifts + SHIFT_FLOATS * p->dim};
}

static Status check(const PePope *p) {
    if (!SHAPE_OK(p->n_heads, p->n_query, p->n_key) ||
        !SHAPE_OK(p->n_heads, p->n_query, p->d_head) ||
        !SHAPE_OK(p->n_heads, p->n_key, p->d_head) ||
        pe_pope_scratch_n(p->n_query, p->n_key, p->d_head, p->dim) == 0.0) {
        return STATUS_BAD_SHAPE;
    }
    if (!pe_angle_table_is_base(p->base) || !isfinite(p->scale)) return STATUS_BAD_VALUE;
    const bool is_beyond = p->n_query > p->n_key || p->n_key > p->n_angles;
    return p->angles && is_beyond ? STATUS_OUT_OF_RANGE : STATUS_OK;
}

// ------------------------------------------------------------------------------------ the angles

typedef struct Angle {
    float cos, sin;
} Angle;

static Angle angle_of(double base, int32_t dim, double position, int32_t c) {
    const double w = pe_angle_table_frequency(base, 1.0 / (double)dim, c);
    const ElementarySinCos at = elementary_sin_cos(position * w);
    return (Angle){(float)at.cos, (float)at.sin};
}

void pe_pope_angles(float *angles, double base, int32_t dim, int32_t first_pos, int32_t n) {
    for (int32_t at = 0; at < n * dim; at++) {
        const double position = (double)first_pos + (double)(at / dim);
        const Angle a = angle_of(base, dim, position, at % dim);
        angles[2 * at] = a.cos;
        angles[2 * at + 1] = a.sin;
    }
}

// Of element c at key `index`, or before key 0 where that is negative; of keys rotated on by their delta.
static Angle angle_at(const PePope *p, int32_t index, int32_t c, const ElementarySinCos *shifts) {
    const float *const pair = p->angles ? p->angles + 2 * (index * p->dim + c) : NULL;
    const double position = (double)p->first_pos + (double)index;
    const Angle a = pair ? (Angle){pair[0], pair[1]} : angle_of(p->base, p->dim, position, c);
    if (!shifts) return a;
    const ElementarySinCos by = shifts[c];
    return (Angle){(float)((double)a.cos * by.cos - (double)a.sin * by.sin),
                   (float)((double)a.sin * by.cos + (double)a.cos * by.sin)};
}

// --------------------------------------------------------------------------------------- a head

// n rows of x (n, d_head), the first of them at key `first`: softplus(x) times the cosines, times the sines, and
// the plain elements. shifts: for keys.
static void widen(float *wide, const float *x, const ElementarySinCos *shifts, const PePope *p,
                  int32_t first, int32_t n) {
    for (int32_t t = 0; t < n; t++, x += p->d_head, wide += p->d_head + p->dim) {
        for (int32_t c = 0; c < p->dim; c++) {
            const double length = -elementary_log_sigmoid(-(double)x[c]); // softplus
            const Angle a = angle_at(p, first + t, c, shifts);
            wide[c] = (float)(length * (double)a.cos);
            wide[p->dim + c] = (float)(length * (double)a.sin);
        }
        for (int32_t c = p->dim; c < p->d_head; c++) wide[p->dim + c] = x[c];
    }
}

// From the gradient by the wide rows: dx is added to.
static void widen_backward(float *dx, const float *dwide, const float *x,
                           const ElementarySinCos *shifts, const PePope *p, int32_t first,
                           int32_t n) {
    const int32_t dim = p->dim;
    for (int32_t t = 0; t < n; t++, x += p->d_head, dx += p->d_head, dwide += p->d_head + dim) {
        for (int32_t c = 0; c < dim; c++) {
            const Angle a = angle_at(p, first + t, c, shifts);
            const double dlength =
                (double)dwide[c] * (double)a.cos + (double)dwide[dim + c] * (double)a.sin;
            dx[c] += (float)(dlength * elementary_sigmoid((double)x[c]));
        }
        linalg_vec_add(dx + dim, dwide + 2 * dim, p->d_head - dim);
    }
}

// From the gradient by the wide keys: ddelta (dim) is added to.
static void delta_backward(float *ddelta, const float *dwide, const float *keys, const float *delta,
                           const PePope *p) {
    const int32_t dim = p->dim, wide = p->d_head + dim;
    for (int32_t c = 0; c < dim; c++) {
        double sum = 0.0; // of the gradient by the element's angle
        for (int32_t at = c; at < p->n_key * wide; at += wide) {
            sum += (double)dwide[at + dim] * (double)keys[at] -
                   (double)dwide[at] * (double)keys[at + dim];
        }
        if ((double)delta[c] >= -TWO_PI && delta[c] <= 0.0f) ddelta[c] += (float)sum;
    }
}

// ------------------------------------------------------------------------------------- all heads

// Both of head h made wide.
static void widen_both(const Parts *parts, const PePope *p, int32_t h) {
    const float *const delta = p->delta + h * p->dim;
    for (int32_t c = 0; c < p->dim; c++) {
        const double clipped = delta[c] > 0.0f ? 0.0 : fmax(-TWO_PI, (double)delta[c]);
        parts->shifts[c] = elementary_sin_cos(clipped);
    }
    widen(parts->queries, p->q + h * p->n_query * p->d_head, NULL, p, p->n_key - p->n_query,
          p->n_query);
    widen(parts->keys, p->k + h * p->n_key * p->d_head, parts->shifts, p, 0, p->n_key);
}

Status pe_pope_add(float *logits, float *scratch, const PePope *pope) {
    const Status status = check(pope);
    if (status != STATUS_OK) return status;
    const int32_t wide = pope->d_head + pope->dim, n_key = pope->n_key;
    const Parts parts = parts_of(scratch, pope);
    const MatmulTask product = {.a = {parts.queries, wide, 1},
                                .panels = parts.panels,
                                .panel_k = wide,
                                .alpha = (float)pope->scale,
                                .accumulate = true};
    for (int32_t h = 0; h < pope->n_heads; h++) {
        widen_both(&parts, pope, h);
        linalg_matmul_pack(parts.panels, (MatmulView){parts.keys, 1, wide}, n_key, wide);
        linalg_matmul_run(logits + h * pope->n_query * n_key, n_key, &product, pope->n_query, n_key,
                          wide);
    }
    return STATUS_OK;
}

// dwide (n, wide) = scale * pairs (n, m) rows (m, wide), pairs a view of dlogits.
static void multiply(const Parts *parts, MatmulView pairs, const float *rows, const PePope *p,
                     int32_t n, int32_t m) {
    const int32_t wide = p->d_head + p->dim;
    linalg_matmul_pack(parts->panels, (MatmulView){rows, wide, 1}, wide, m);
    const MatmulTask task = {
        .a = pairs, .panels = parts->panels, .panel_k = m, .alpha = (float)p->scale};
    linalg_matmul_run(parts->dwide, wide, &task, n, wide, m);
}

Status pe_pope_backward(const PePopeGradients *gradients, const float *dlogits, float *scratch,
                        const PePope *pope) {
    const Status status = check(pope);
    if (status != STATUS_OK) return status;
    const int32_t n_query = pope->n_query, n_key = pope->n_key;
    const Parts parts = parts_of(scratch, pope);
    for (int32_t h = 0; h < pope->n_heads; h++) {
        const int32_t at_q = h * n_query * pope->d_head, at_k = h * n_key * pope->d_head;
        const float *const pairs = dlogits + h * n_query * n_key;
        widen_both(&parts, pope, h);
        multiply(&parts, (MatmulView){pairs, n_key, 1}, parts.keys, pope, n_query, n_key);
        widen_backward(gradients->dq + at_q, parts.dwide, pope->q + at_q, NULL, pope,
                       n_key - n_query, n_query);
        multiply(&parts, (MatmulView){pairs, 1, n_key}, parts.queries, pope, n_key, n_query);
        widen_backward(gradients->dk + at_k, parts.dwide, pope->k + at_k, parts.shifts, pope, 0,
                       n_key);
        if (!gradients->ddelta) continue;
        const int32_t at_delta = h * pope->dim;
        delta_backward(gradients->ddelta + at_delta, parts.dwide, parts.keys,
                       pope->delta + at_delta, pope);
    }
    return STATUS_OK;
}

// -------------------------------------------------------------------------------------- the entry

static int32_t dim_of(const PeConfig *c) { return c->rotary_dim > 0 ? c->rotary_dim : c->d_head; }

static PeShape delta_shape(const PeConfig *config) {
    return (PeShape){{config->n_heads, dim_of(config)}};
}

static int64_t n_state(const PeConfig *config, int32_t n_tokens) {
    const int32_t dim = dim_of(config);
    return dim <= config->d_head && SHAPE_OK(n_tokens, dim, 2) ? (int64_t)n_tokens * dim * 2 : 0;
}

static Status prepare(float *state, const PeConfig *config, int32_t n_tokens) {
    if (n_state(config, n_tokens) == 0) return STATUS_BAD_SHAPE;
    if (!pe_angle_table_is_base(config->base)) return STATUS_BAD_VALUE;
    pe_pope_angles(state, config->base, dim_of(config), config->first_pos, n_tokens);
    return STATUS_OK;
}

static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    return (int64_t)pe_pope_scratch_n(n_query, n_key, config->d_head, dim_of(config));
}

static PePope pope_of(const PeConfig *c, const float *q, const float *k, int32_t n_query,
                      int32_t n_key) {
    return (PePope){.q = q,
                    .k = k,
                    .delta = c->table,
                    .n_heads = c->n_heads,
                    .n_query = n_query,
                    .n_key = n_key,
                    .d_head = c->d_head,
                    .dim = dim_of(c),
                    .first_pos = c->first_pos,
                    .base = c->base,
                    .scale = (double)c->scale,
                    .angles = c->state,
                    .n_angles = c->state_len};
}

static Status logits_forward(float *logits, const float *q, const float *k, const PeConfig *config,
                             int32_t n_query, int32_t n_key) {
    if (!config->table || !config->scratch) return STATUS_BAD_VALUE;
    const PePope pope = pope_of(config, q, k, n_query, n_key);
    return pe_pope_add(logits, config->scratch, &pope);
}

static Status logits_backward(const PeLogitsGradients *gradients, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    if (!config->table || !config->scratch) return STATUS_BAD_VALUE;
    const PePope pope = pope_of(config, q, k, n_query, n_key);
    const PePopeGradients of_pope = {gradients->dq, gradients->dk, gradients->dtable};
    return pe_pope_backward(&of_pope, dlogits, config->scratch, &pope);
}

static const PeTensor TENSORS[] = {{"attn.pope_delta", delta_shape, 0.0, 0.0}};

const PeMethod pe_pope = {.acts_on = PE_LOGITS,
                          .tensors = TENSORS,
                          .n_tensors = 1,
                          .per_layer = true,
                          .reads_content = true,
                          .is_product = true,
                          .n_state = n_state,
                          .prepare = prepare,
                          .n_scratch = n_scratch,
                          .logits_forward = logits_forward,
                          .logits_backward = logits_backward};

COMPACT_END
