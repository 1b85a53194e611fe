#include "cope.h"

#include <math.h>

#include "../base/real.h"
#include "../base/shape.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

typedef struct Sizes {
    int32_t n_heads, n_query, n_key, d_head, table_len;
    bool causal;
    double scale;
    const int32_t *key_pad;
} Sizes;

static Sizes sizes_of(const PeConfig *config, int32_t n_query, int32_t n_key) {
    return (Sizes){config->n_heads,       n_query,           n_key,
                   config->d_head,        config->table_len, config->causal,
                   (double)config->scale, config->key_pad};
}

static Status check(const Sizes *s) {
    if (!SHAPE_OK(s->n_heads, s->n_query, s->n_key) ||
        !SHAPE_OK(s->n_heads, s->n_query, s->d_head) ||
        !SHAPE_OK(s->n_heads, s->n_key, s->d_head) || !SHAPE_OK(s->table_len, s->d_head)) {
        return STATUS_BAD_SHAPE;
    }
    return isfinite(s->scale) ? STATUS_OK : STATUS_BAD_VALUE;
}

// --------------------------------------------------------------------------------------- positions

// A query goes over its keys from the last to the first, and counts.
typedef struct Walk {
    const Sizes *s;
    const float *q, *k; // its row, and the keys of its head
    int32_t n_seen;     // keys before the first of the future
    double sum;         // of the gates so far
    double slope;       // of the last gate, by its logit
    double position, fraction;
    int32_t below; // the whole part of position
} Walk;

static Walk walk_of(const Sizes *s, const float *q, const float *k, int32_t row) {
    const int32_t i = row % s->n_query, h = row / s->n_query, end = i + s->n_key - s->n_query + 1;
    return (Walk){.s = s,
                  .q = q + row * s->d_head,
                  .k = k + h * s->n_key * s->d_head,
                  .n_seen = s->causal && end < s->n_key ? end : s->n_key};
}

// Counts key j in; false where it is hidden.
static bool count(Walk *w, int32_t j) {
    const Sizes *const s = w->s;
    if (s->key_pad && s->key_pad[j]) return false;
    const double logit = s->scale * linalg_vec_dot(w->q, w->k + j * s->d_head, s->d_head);
    const double small = real_exp(-fabs(logit)), over = 1.0 / (1.0 + small);
    w->sum += logit < 0.0 ? small * over : over;
    w->slope = small * over * over;
    const double last = (double)(s->table_len - 1);
    w->position = w->sum > last ? last : w->sum;
    w->below = w->position < last ? (int32_t)w->position : s->table_len - 1; // NaN: the last
    w->fraction = w->position - (double)w->below;
    return true;
}

Status pe_cope_positions(float *positions, const float *q, const float *k, const int32_t *key_pad,
                         double scale, int32_t causal, int32_t table_len, int32_t n_heads,
                         int32_t n_query, int32_t n_key, int32_t d_head) {
    const Sizes s = {n_heads, n_query, n_key, d_head, table_len, causal != 0, scale, key_pad};
    const Status status = check(&s);
    if (status != STATUS_OK) return status;
    for (int32_t row = 0; row < n_heads * n_query; row++, positions += n_key) {
        Walk walk = walk_of(&s, q, k, row);
        for (int32_t j = n_key - 1; j >= 0; j--) {
            if (j < walk.n_seen) count(&walk, j);
            positions[j] = (float)walk.position;
        }
    }
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------------ logits

// The two rows of the table that a walk stands between: their products with the query, and the
// gradients by those so far.
typedef struct Pair {
    int32_t below, above;
    double at_below, at_above, dbelow, dabove;
} Pair;

static Pair pair_of(const Walk *w, const float *table) {
    const int32_t d = w->s->d_head, below = w->below;
    const int32_t above = shape_at_most(below + 1, w->s->table_len - 1);
    return (Pair){.below = below,
                  .above = above,
                  .at_below = linalg_vec_dot(w->q, table + below * d, d),
                  .at_above = linalg_vec_dot(w->q, table + above * d, d)};
}

static Status logits(float *out, const float *q, const float *k, const PeConfig *config,
                     int32_t n_query, int32_t n_key) {
    const Sizes s = sizes_of(config, n_query, n_key);
    const Status status = check(&s);
    if (status != STATUS_OK) return status;
    if (!config->table) return STATUS_BAD_VALUE;
    for (int32_t row = 0; row < s.n_heads * n_query; row++, out += n_key) {
        Walk walk = walk_of(&s, q, k, row);
        Pair pair = {.below = -1};
        for (int32_t j = walk.n_seen - 1; j >= 0; j--) {
            if (!count(&walk, j)) continue;
            if (walk.below != pair.below) pair = pair_of(&walk, config->table);
            const double f = walk.fraction;
            out[j] += (float)((1.0 - f) * pair.at_below + f * pair.at_above);
        }
    }
    return STATUS_OK;
}

// ---------------------------------------------------------------------------------------- way back

// Where the gradients of one query go: its own, those of its head's keys, and that of the table, or
// NULL.
typedef struct Sink {
    float *dq, *dk, *dtable;
    float *dpositions, *slopes; // of one row, (n_key) each
} Sink;

// Two rows of the table are left: q_i . e by both.
static void leave(const Pair *pair, const Sink *sink, const Walk *w, const float *table) {
    const int32_t d = w->s->d_head, rows[] = {pair->below, pair->above};
    const float gradients[] = {(float)pair->dbelow, (float)pair->dabove};
    for (int32_t r = 0; r < 2 && pair->below >= 0; r++) {
        linalg_vec_add_scaled(sink->dq, gradients[r], table + rows[r] * d, d);
        if (sink->dtable) linalg_vec_add_scaled(sink->dtable + rows[r] * d, gradients[r], w->q, d);
    }
}

// Through the interpolation, from the last key to the first.
static void positions_backward(const Sink *sink, Walk *w, const float *dlogits,
                               const float *table) {
    Pair pair = {.below = -1};
    for (int32_t j = w->n_seen - 1; j >= 0; j--) {
        sink->dpositions[j] = sink->slopes[j] = 0.0f;
        if (!count(w, j)) continue;
        if (w->below != pair.below) {
            leave(&pair, sink, w, table);
            pair = pair_of(w, table);
        }
        const double g = (double)dlogits[j], f = w->fraction;
        pair.dbelow += g * (1.0 - f);
        pair.dabove += g * f;
        sink->slopes[j] = (float)w->slope;
        if (f != 0.0) sink->dpositions[j] = (float)(g * (pair.at_above - pair.at_below));
    }
    leave(&pair, sink, w, table);
}

// Through the gates, from the first key to the last: a gate counts for all keys up to its own.
static void gates_backward(const Sink *sink, const Walk *w) {
    const int32_t d = w->s->d_head;
    double sum = 0.0;
    for (int32_t j = 0; j < w->n_seen; j++) {
        sum += (double)sink->dpositions[j];
        if (sink->slopes[j] == 0.0f) continue; // a hidden key may hold anything
        const float g = (float)(w->s->scale * sum * (double)sink->slopes[j]);
        linalg_vec_add_scaled(sink->dq, g, w->k + j * d, d);
        linalg_vec_add_scaled(sink->dk + j * d, g, w->q, d);
    }
}

static Status logits_backward(float *dq, float *dk, float *dtable, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    const Sizes s = sizes_of(config, n_query, n_key);
    const Status status = check(&s);
    if (status != STATUS_OK) return status;
    if (!config->table || !config->scratch) return STATUS_BAD_VALUE;
    for (int32_t row = 0; row < s.n_heads * n_query; row++, dlogits += n_key) {
        Walk walk = walk_of(&s, q, k, row);
        const Sink sink = {dq + row * s.d_head, dk + row / n_query * n_key * s.d_head, dtable,
                           config->scratch, config->scratch + n_key};
        positions_backward(&sink, &walk, dlogits, config->table);
        gates_backward(&sink, &walk);
    }
    return STATUS_OK;
}

// --------------------------------------------------------------------------------------- the entry

static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    const Sizes s = sizes_of(config, n_query, n_key);
    return check(&s) == STATUS_OK ? 2 * (int64_t)n_key : 0;
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
                          .logits_forward = logits,
                          .logits_backward = logits_backward};

COMPACT_END
