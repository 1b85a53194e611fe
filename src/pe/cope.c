#include "cope.h"

#include <math.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

// One call: what it makes, one of three, and what it reads.
typedef struct Job {
    float *positions;        // those are set
    float *logits;           // or those added to
    float *dq, *dk, *dtable; // or those, from dlogits; dtable may be NULL
    const float *dlogits, *q, *k;
    const PeConfig *config;
    int32_t n_query, n_key;
    double scale;
} Job;

// Where a query has come to in the table, from its last key on: the row before and the row behind, its
// products with them, and in the backward pass the gradients by these products so far.
typedef struct Place {
    int32_t below, above;
    double at_below, at_above, dbelow, dabove;
} Place;

static void leave_row(const Job *job, int32_t at_q, int32_t row, double gradient) {
    const int32_t d = job->config->d_head, at = row * d;
    linalg_vec_add_scaled(job->dq + at_q, (float)gradient, job->config->table + at, d);
    if (job->dtable) linalg_vec_add_scaled(job->dtable + at, (float)gradient, job->q + at_q, d);
}

// Leaves the rows that it stands between, if any, for that below and the next, if not -1.
static void move(const Job *job, Place *place, int32_t at_q, int32_t below) {
    const PeConfig *const c = job->config;
    if (job->dq && place->below >= 0) {
        leave_row(job, at_q, place->below, place->dbelow);
        leave_row(job, at_q, place->above, place->dabove);
    }
    *place = (Place){.below = below, .above = shape_at_most(below + 1, c->table_len - 1)};
    if (below < 0) return;
    const float *const q = job->q + at_q;
    place->at_below = linalg_vec_dot(q, c->table + place->below * c->d_head, c->d_head);
    place->at_above = linalg_vec_dot(q, c->table + place->above * c->d_head, c->d_head);
}

// The gates' backward pass, from the first key to the last: a gate counts for all keys up to its own.
static void gates_backward(const Job *job, int32_t at_q, int32_t at_k) {
    const float *const dpositions = job->config->scratch, *const slopes = dpositions + job->n_key;
    const int32_t d = job->config->d_head;
    double sum = 0.0;
    for (int32_t j = 0; j < job->n_key; j++, at_k += d) {
        sum += (double)dpositions[j];
        if (slopes[j] == 0.0f) continue; // a hidden key may hold anything
        const float g = (float)(job->scale * sum * (double)slopes[j]);
        linalg_vec_add_scaled(job->dq + at_q, g, job->k + at_k, d);
        linalg_vec_add_scaled(job->dk + at_k, g, job->q + at_q, d);
    }
}

static void run_row(const Job *job, int32_t row) {
    const PeConfig *const c = job->config;
    const int32_t d = c->d_head, n_key = job->n_key, at_q = row * d;
    const int32_t at_k = row / job->n_query * n_key * d;
    const int32_t seen = row % job->n_query + n_key - job->n_query; // the last key, if causal
    const double last = (double)(c->table_len - 1);
    float *const dpositions = c->scratch, *const slopes = job->dq ? dpositions + n_key : NULL;
    Place place = {.below = -1};
    double sum = 0.0, position = 0.0;
    for (int32_t j = n_key - 1; j >= 0; j--) {
        const int32_t at = row * n_key + j;
        const bool is_hidden = (c->causal && j > seen) || (c->key_pad && c->key_pad[j]);
        if (job->dq) dpositions[j] = slopes[j] = 0.0f;
        double slope = 0.0;
        if (!is_hidden) {
            const double logit =
                job->scale * linalg_vec_dot(job->q + at_q, job->k + at_k + j * d, d);
            const double small = elementary_exp(-fabs(logit)), over = 1.0 / (1.0 + small);
            sum += logit < 0.0 ? small * over : over;
            slope = small * over * over;
            position = sum > last ? last : sum;
        }
        if (job->positions) job->positions[at] = (float)position;
        if (job->positions || is_hidden) continue;
        const int32_t below = position < last ? (int32_t)position : c->table_len - 1; // NaN: that
        if (below != place.below) move(job, &place, at_q, below);
        const double f = position - (double)below;
        if (job->logits) {
            job->logits[at] += (float)((1.0 - f) * place.at_below + f * place.at_above);
            continue;
        }
        const double g = (double)job->dlogits[at];
        place.dbelow += g * (1.0 - f);
        place.dabove += g * f;
        slopes[j] = (float)slope;
        if (f != 0.0) dpositions[j] = (float)(g * (place.at_above - place.at_below));
    }
    if (!job->dq) return;
    move(job, &place, at_q, -1);
    gates_backward(job, at_q, at_k);
}

static bool sizes_fit(const PeConfig *c, int32_t n_query, int32_t n_key) {
    return SHAPE_OK(c->n_heads, n_query, n_key) && SHAPE_OK(c->n_heads, n_query, c->d_head) &&
           SHAPE_OK(c->n_heads, n_key, c->d_head) && SHAPE_OK(c->table_len, c->d_head);
}

static Status run(const Job *job) {
    const PeConfig *const c = job->config;
    if (!sizes_fit(c, job->n_query, job->n_key)) return STATUS_BAD_SHAPE;
    if (!isfinite(job->scale) || (!c->table && !job->positions) || (!c->scratch && job->dq)) {
        return STATUS_BAD_VALUE;
    }
    for (int32_t row = 0; row < c->n_heads * job->n_query; row++) run_row(job, row);
    return STATUS_OK;
}

Status pe_cope_positions(float *positions, const float *q, const float *k, const int32_t *key_pad,
                         double scale, int32_t causal, int32_t table_len, int32_t n_heads,
                         int32_t n_query, int32_t n_key, int32_t d_head) {
    const PeConfig config = {.n_heads = n_heads,
                             .d_head = d_head,
                             .causal = causal != 0,
                             .table_len = table_len,
                             .key_pad = key_pad};
    return run(&(Job){.positions = positions,
                      .q = q,
                      .k = k,
                      .config = &config,
                      .n_query = n_query,
                      .n_key = n_key,
                      .scale = scale});
}

// ---------------------------------------------------------------------------------------- the entry

static Status logits_forward(float *logits, const float *q, const float *k, const PeConfig *config,
                             int32_t n_query, int32_t n_key) {
    return run(&(Job){.logits = logits,
                      .q = q,
                      .k = k,
                      .config = config,
                      .n_query = n_query,
                      .n_key = n_key,
                      .scale = (double)config->scale});
}

static Status logits_backward(float *dq, float *dk, float *dtable, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    return run(&(Job){.dq = dq,
                      .dk = dk,
                      .dtable = dtable,
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
                          .tensors = &EMB,
                          .n_tensors = 1,
                          .per_layer = true,
                          .reads_content = true,
                          .n_scratch = n_scratch,
                          .logits_forward = logits_forward,
                          .logits_backward = logits_backward};

COMPACT_END
