#include "cope.h"

#include <math.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

// One call: exactly one of the three outputs, and the inputs.
typedef struct Call {
    float *positions;        // is written,
    float *logits;           // or is added to,
    float *dq, *dk, *dtable; // or these are added to, from dlogits; dtable may be NULL
    const float *dlogits, *q, *k;
    const PeConfig *config;
    int32_t n_query, n_key;
    double scale;
} Call;

// The two rows of the table around the current position of a query, its products with them, and in
// the backward pass the gradients by these products so far.
typedef struct Rows {
    int32_t below, above;
    double at_below, at_above, dbelow, dabove;
} Rows;

static void finish_row(const Call *call, int32_t at_q, int32_t row, double gradient) {
    const int32_t d = call->config->d_head, at = row * d;
    linalg_vec_add_scaled(call->dq + at_q, (float)gradient, call->config->table + at, d);
    if (call->dtable) linalg_vec_add_scaled(call->dtable + at, (float)gradient, call->q + at_q, d);
}

// Finishes the gradients of the current rows, if any, and moves on to row `below` and the next,
// unless `below` is -1.
static void move_rows(const Call *call, Rows *rows, int32_t at_q, int32_t below) {
    const PeConfig *const c = call->config;
    if (call->dq && rows->below >= 0) {
        finish_row(call, at_q, rows->below, rows->dbelow);
        finish_row(call, at_q, rows->above, rows->dabove);
    }
    *rows = (Rows){.below = below, .above = shape_at_most(below + 1, c->table_len - 1)};
    if (below < 0) return;
    const float *const q = call->q + at_q;
    rows->at_below = linalg_vec_dot(q, c->table + rows->below * c->d_head, c->d_head);
    rows->at_above = linalg_vec_dot(q, c->table + rows->above * c->d_head, c->d_head);
}

// The backward pass of the gates, from the first key to the last: a gate is part of the positions
// of all keys up to its own.
static void gates_backward(const Call *call, int32_t at_q, int32_t at_k) {
    const float *const dpositions = call->config->scratch, *const slopes = dpositions + call->n_key;
    const int32_t d = call->config->d_head;
    double sum = 0.0;
    for (int32_t j = 0; j < call->n_key; j++, at_k += d) {
        sum += (double)dpositions[j];
        if (slopes[j] == 0.0f) continue; // a hidden key may hold anything
        const float g = (float)(call->scale * sum * (double)slopes[j]);
        linalg_vec_add_scaled(call->dq + at_q, g, call->k + at_k, d);
        linalg_vec_add_scaled(call->dk + at_k, g, call->q + at_q, d);
    }
}

static void run_row(const Call *call, int32_t row) {
    const PeConfig *const c = call->config;
    const int32_t d = c->d_head, n_key = call->n_key, at_q = row * d;
    const int32_t at_k = row / call->n_query * n_key * d;
    const int32_t last_visible = row % call->n_query + n_key - call->n_query; // where causal
    const double last = (double)(c->table_len - 1);
    float *const dpositions = c->scratch, *const slopes = call->dq ? dpositions + n_key : NULL;
    Rows rows = {.below = -1};
    double sum = 0.0, position = 0.0;
    for (int32_t j = n_key - 1; j >= 0; j--) {
        const int32_t at = row * n_key + j;
        const bool is_hidden = (c->causal && j > last_visible) || (c->key_pad && c->key_pad[j]);
        if (call->dq) dpositions[j] = slopes[j] = 0.0f;
        double slope = 0.0;
        if (!is_hidden) {
            const double logit =
                call->scale * linalg_vec_dot(call->q + at_q, call->k + at_k + j * d, d);
            const double small = elementary_exp(-fabs(logit)), over = 1.0 / (1.0 + small);
            sum += logit < 0.0 ? small * over : over;
            slope = small * over * over;
            position = sum > last ? last : sum;
        }
        if (call->positions) call->positions[at] = (float)position;
        if (call->positions || is_hidden) continue;
        const int32_t below = position < last ? (int32_t)position : c->table_len - 1; // NaN: that
        if (below != rows.below) move_rows(call, &rows, at_q, below);
        const double f = position - (double)below;
        if (call->logits) {
            call->logits[at] += (float)((1.0 - f) * rows.at_below + f * rows.at_above);
            continue;
        }
        const double g = (double)call->dlogits[at];
        rows.dbelow += g * (1.0 - f);
        rows.dabove += g * f;
        slopes[j] = (float)slope;
        if (f != 0.0) dpositions[j] = (float)(g * (rows.at_above - rows.at_below));
    }
    if (!call->dq) return;
    move_rows(call, &rows, at_q, -1);
    gates_backward(call, at_q, at_k);
}

static bool sizes_fit(const PeConfig *c, int32_t n_query, int32_t n_key) {
    return SHAPE_OK(c->n_heads, n_query, n_key) && SHAPE_OK(c->n_heads, n_query, c->d_head) &&
           SHAPE_OK(c->n_heads, n_key, c->d_head) && SHAPE_OK(c->table_len, c->d_head);
}

static Status run(const Call *call) {
    const PeConfig *const c = call->config;
    if (!sizes_fit(c, call->n_query, call->n_key)) return STATUS_BAD_SHAPE;
    if (!isfinite(call->scale) || (!c->table && !call->positions) || (!c->scratch && call->dq)) {
        return STATUS_BAD_VALUE;
    }
    for (int32_t row = 0; row < c->n_heads * call->n_query; row++) run_row(call, row);
    return STATUS_OK;
}

Status pe_cope_positions(float *positions, const float *q, const float *k, const PeConfig *config,
                         int32_t n_query, int32_t n_key) {
    return run(&(Call){.positions = positions,
                       .q = q,
                       .k = k,
                       .config = config,
                       .n_query = n_query,
                       .n_key = n_key,
                       .scale = (double)config->scale});
}

// -------------------------------------------------------------------------------------- the entry

static Status logits_forward(float *logits, const float *q, const float *k, const PeConfig *config,
                             int32_t n_query, int32_t n_key) {
    return run(&(Call){.logits = logits,
                       .q = q,
                       .k = k,
                       .config = config,
                       .n_query = n_query,
                       .n_key = n_key,
                       .scale = (double)config->scale});
}

static Status logits_backward(const PeLogitsGradients *gradients, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    return run(&(Call){.dq = gradients->dq,
                       .dk = gradients->dk,
                       .dtable = gradients->dtable,
                       .dlogits = dlogits,
                       .q = q,
                       .k = k,
                       .config = config,
                       .n_query = n_query,
                       .n_key = n_key,
                       .scale = (double)config->scale});
}

static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    return sizes_fit(config, n_query, n_key) ? 2 * (int64_t)n_key : 0;
}

static PeShape emb_shape(const PeConfig *config) {
    return (PeShape){{config->table_len, config->d_head}};
}

static const PeTensor EMB = {"attn.cope_emb", emb_shape, 0.0, 0.02};

const PeMethod pe_cope = {.acts_on = PE_LOGITS,
                          .ignores_ids = true,
                          .tensors = &EMB,
                          .n_tensors = 1,
                          .per_layer = true,
                          .reads_content = true,
                          .n_scratch = n_scratch,
                          .logits_forward = logits_forward,
                          .logits_backward = logits_backward};

COMPACT_END
