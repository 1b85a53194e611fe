/* CoPE against its formula written out, sum by sum, in double: positions, logits and all gradients, in
 * buffers of exactly their size. */
#include "../../src/pe/cope.h"
#include "test.h"

typedef struct Case {
    PeConfig config;
    int32_t n_query, n_key;
    float *q, *k, *table, *dlogits;
} Case;

static int32_t n_pairs(const Case *c) { return c->config.n_heads * c->n_query * c->n_key; }

static bool is_hidden(const Case *c, int32_t row, int32_t j) {
    const int32_t pos = row % c->n_query + c->n_key - c->n_query;
    return (c->config.causal && j > pos) || (c->config.key_pad && c->config.key_pad[j] != 0);
}

static double dot(const float *a, const float *b, int32_t n) {
    double sum = 0.0;
    for (int32_t e = 0; e < n; e++) sum += (double)a[e] * (double)b[e];
    return sum;
}

// ------------------------------------------------------------------------------ by the formula

typedef struct Pair {
    double gate, sum, position, fraction;
    int32_t below, above;
} Pair;

static Pair pair_of(const Case *c, int32_t row, int32_t j) {
    const int32_t d = c->config.d_head;
    const float *const q = c->q + row * d, *const k = c->k + row / c->n_query * c->n_key * d;
    Pair pair = {.sum = 0.0};
    for (int32_t m = c->n_key - 1; m >= j; m--) {
        const double logit = (double)c->config.scale * dot(q, k + m * d, d);
        pair.gate = is_hidden(c, row, m) ? 0.0 : 1.0 / (1.0 + exp(-logit));
        pair.sum += pair.gate;
    }
    pair.position = fmin(pair.sum, (double)(c->config.table_len - 1));
    pair.below = (int32_t)floor(pair.position);
    pair.above = (int32_t)ceil(pair.position);
    pair.fraction = pair.position - (double)pair.below;
    return pair;
}

static double value_of(const Case *c, int32_t row, const Pair *pair) {
    const int32_t d = c->config.d_head;
    const float *const q = c->q + row * d;
    return (1.0 - pair->fraction) * dot(q, c->table + pair->below * d, d) +
           pair->fraction * dot(q, c->table + pair->above * d, d);
}

static void add(double *y, double a, const float *x, int32_t n) {
    for (int32_t e = 0; e < n; e++) y[e] += a * (double)x[e];
}

// The gradients by one pair, g that by its logit: every gate from its key on gets its part.
static void add_gradients(double *dq, double *dk, double *dtable, const Case *c, int32_t row,
                          int32_t j) {
    const int32_t d = c->config.d_head, at_key = row / c->n_query * c->n_key * d;
    const float *const q = c->q + row * d, *const k = c->k + at_key;
    const double g = (double)c->dlogits[row * c->n_key + j];
    const Pair pair = pair_of(c, row, j);
    const float *const below = c->table + pair.below * d, *const above = c->table + pair.above * d;
    add(dq + row * d, g * (1.0 - pair.fraction), below, d);
    add(dq + row * d, g * pair.fraction, above, d);
    add(dtable + pair.below * d, g * (1.0 - pair.fraction), q, d);
    add(dtable + pair.above * d, g * pair.fraction, q, d);
    const double dposition = g * (dot(q, above, d) - dot(q, below, d));
    for (int32_t m = j; m < c->n_key; m++) {
        const double gate = pair_of(c, row, m).gate;
        const double dlogit = (double)c->config.scale * dposition * gate * (1.0 - gate);
        add(dq + row * d, dlogit, k + m * d, d);
        add(dk + at_key + m * d, dlogit, q, d);
    }
}

// ----------------------------------------------------------------------------------- agreement

static Case case_of(PeConfig config, int32_t n_query, int32_t n_key, const int32_t *pad) {
    Case c = {.config = config, .n_query = n_query, .n_key = n_key};
    c.q = random_floats(config.n_heads * n_query * config.d_head);
    c.k = random_floats(config.n_heads * n_key * config.d_head);
    c.table = random_floats(config.table_len * config.d_head);
    c.config.table = c.table;
    if (pad) {
        int32_t *const own = exact((size_t)n_key * sizeof *own);
        memcpy(own, pad, (size_t)n_key * sizeof *own);
        c.config.key_pad = own;
    }
    c.dlogits = random_floats(n_pairs(&c));
    for (int32_t at = 0; at < n_pairs(&c); at++) {
        if (is_hidden(&c, at / n_key, at % n_key)) c.dlogits[at] = 0.0f;
    }
    return c;
}

static bool is_near(double got, double want, double atol, const char *name, int32_t at) {
    if (isfinite(want) && fabs(got - want) <= atol * (1.0 + fabs(want))) return true;
    printf("# %s [%d]: got %g, expected %g\n", name, (int)at, got, want);
    return false;
}

static bool forward_agrees(const Case *c) {
    const int32_t n = n_pairs(c);
    const PeConfig *const s = &c->config;
    float *const logits = untouched(n, 1), *const positions = untouched(n, 2);
    bool ok = pe_cope.logits_forward(logits, c->q, c->k, s, c->n_query, c->n_key) == STATUS_OK &&
              pe_cope_positions(positions, c->q, c->k, s, c->n_query, c->n_key) == STATUS_OK;
    for (int32_t at = 0; at < n; at++) {
        const int32_t row = at / c->n_key, j = at % c->n_key;
        const Pair pair = pair_of(c, row, j);
        ok = ok && is_near((double)positions[at], pair.position, 1e-6, "positions", at);
        if (is_hidden(c, row, j)) {
            ok = ok && logits[at] == SENTINEL;
        } else {
            const double got = (double)logits[at] - (double)SENTINEL;
            ok = ok && is_near(got, value_of(c, row, &pair), 2e-6, "logits", at);
        }
    }
    return ok;
}

static bool are_near(const float *got, const double *want, int32_t n, const char *name) {
    bool ok = true;
    for (int32_t e = 0; e < n; e++) {
        ok = ok && is_near((double)got[e] - (double)SENTINEL, want[e], 4e-6, name, e);
    }
    return ok;
}

static bool backward_agrees(Case *c) {
    const int32_t d = c->config.d_head, n_q = c->config.n_heads * c->n_query * d;
    const int32_t n_k = c->config.n_heads * c->n_key * d, n_t = c->config.table_len * d;
    double *const want = exact((size_t)(n_q + n_k + n_t) * sizeof *want);
    memset(want, 0, (size_t)(n_q + n_k + n_t) * sizeof *want);
    for (int32_t at = 0; at < n_pairs(c); at++) {
        if (is_hidden(c, at / c->n_key, at % c->n_key)) continue;
        add_gradients(want, want + n_q, want + n_q + n_k, c, at / c->n_key, at % c->n_key);
    }
    float *const dq = untouched(n_q, 0), *const dk = untouched(n_k, 1);
    float *const dtable = untouched(n_t, 2);
    float *const dq_alone = untouched(n_q, 0), *const dk_alone = untouched(n_k, 1);
    c->config.scratch = untouched((int32_t)pe_cope.n_scratch(&c->config, c->n_query, c->n_key), 0);
    const PeConfig *const s = &c->config;
    return pe_cope.logits_backward(&(PeLogitsGradients){dq, dk, dtable, NULL}, c->dlogits, c->q,
                                   c->k, s, c->n_query, c->n_key) == STATUS_OK &&
           pe_cope.logits_backward(&(PeLogitsGradients){dq_alone, dk_alone, NULL, NULL}, c->dlogits,
                                   c->q, c->k, s, c->n_query, c->n_key) == STATUS_OK &&
           same_bits(dq, dq_alone, n_q) && same_bits(dk, dk_alone, n_k) &&
           are_near(dq, want, n_q, "dq") && are_near(dk, want + n_q, n_k, "dk") &&
           are_near(dtable, want + n_q + n_k, n_t, "dtable");
}

static bool agrees(PeConfig config, int32_t n_query, int32_t n_key, const int32_t *pad) {
    Case c = case_of(config, n_query, n_key, pad);
    const bool ok = forward_agrees(&c) && backward_agrees(&c);
    free_all();
    return ok;
}

static bool all_agree(void) {
    static const int32_t shapes[][2] = {{1, 1}, {1, 9}, {9, 1}, {2, 5}, {5, 2}, {7, 7}, {6, 13}};
    static const int32_t lengths[] = {1, 2, 4, 40};
    static const int32_t pads[][13] = {{0, 1, 1, 0, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
    bool ok = true;
    for (int32_t k = 0; k < 7 * 4 * 3 * 2 && ok; k++) {
        const int32_t *const shape = shapes[k % 7];
        const int32_t padding = k / 28 % 3;
        const PeConfig config =
            PE_CONFIG(.n_heads = 1 + k % 3, .d_head = 1 + k % 5 * 2,
                      .table_len = lengths[k / 7 % 4], .causal = k / 84 == 1, .scale = 0.75f);
        ok = agrees(config, shape[0], shape[1], padding == 0 ? NULL : pads[padding - 1]);
    }
    return ok;
}

// What a hidden key holds is never seen.
static bool hidden_keys_may_hold_anything(void) {
    static const int32_t pad[5] = {0, 1, 0, 0, 1};
    const PeConfig config = PE_CONFIG(.n_heads = 1, .d_head = 2, .table_len = 3, .scale = 0.5f);
    Case c = case_of(config, 5, 5, pad);
    for (int32_t e = 0; e < 2; e++) c.k[2 + e] = c.k[8 + e] = NAN;
    float *const logits = untouched(25, 0), *const dq = untouched(10, 0),
                 *const dk = untouched(10, 0);
    c.config.scratch = untouched((int32_t)pe_cope.n_scratch(&c.config, 5, 5), 0);
    bool ok = pe_cope.logits_forward(logits, c.q, c.k, &c.config, 5, 5) == STATUS_OK &&
              pe_cope.logits_backward(&(PeLogitsGradients){dq, dk, NULL, NULL}, c.dlogits, c.q, c.k,
                                      &c.config, 5, 5) == STATUS_OK;
    for (int32_t e = 0; e < 25; e++) ok = ok && isfinite(logits[e]);
    for (int32_t e = 0; e < 10; e++) ok = ok && isfinite(dq[e]) && isfinite(dk[e]);
    ok = ok && is_untouched(dk + 2, 2) && is_untouched(dk + 8, 2);
    free_all();
    return ok;
}

// Zero logits: each gate is a half, and every other position is whole; from those no gate learns.
static bool whole_positions_are_flat(void) {
    const float q[] = {1.0f}, k[4] = {0.0f}, table[] = {1.0f, 5.0f, 2.0f};
    const float dlogits[] = {1.0f, 1.0f, 1.0f, 1.0f};
    float positions[4], dk[4] = {0.0f}, dq[1] = {0.0f}, dtable[3] = {0.0f}, scratch[8];
    const PeConfig config = PE_CONFIG(.n_heads = 1, .d_head = 1, .table_len = 3, .scale = 1.0f,
                                      .table = table, .scratch = scratch);
    bool ok = pe_cope_positions(positions, q, k, &config, 1, 4) == STATUS_OK;
    for (int32_t j = 0; j < 4; j++) ok = ok && positions[j] == 0.5f * (float)(4 - j);
    ok = ok && pe_cope.logits_backward(&(PeLogitsGradients){dq, dk, dtable, NULL}, dlogits, q, k,
                                       &config, 1, 4) == STATUS_OK;
    // (1 + 5) / 2 + 5 + (5 + 2) / 2 + 2; the slopes 5 - 1 and 2 - 5, summed from key 0, a quarter of each
    const float want[4] = {0.0f, -0.75f, -0.75f, 0.25f};
    return ok && dq[0] == 13.5f && same_bits(dk, want, 4) && dtable[0] == 0.5f &&
           dtable[1] == 2.0f && dtable[2] == 1.5f;
}

static bool refuses(void) {
    static const int32_t SIZES[] = {0, -1, INT32_MIN, INT32_MAX};
    float x = SENTINEL, one = 0.0f, scratch[8] = {0};
    const PeConfig good = PE_CONFIG(.n_heads = 1, .d_head = 1, .table_len = 1, .scale = 1.0f,
                                    .table = &one, .scratch = scratch);
    PeConfig configs[4] = {good, good, good, good};
    configs[0].table = NULL;
    configs[1].scratch = NULL;
    configs[2].scale = NAN;
    configs[3].scale = INFINITY;
    bool ok = true;
    for (int32_t k = 0; k < 4; k++) {
        const PeConfig *const c = &configs[k];
        ok = ok && (k == 1 || pe_cope.logits_forward(&x, &one, &one, c, 1, 1) == STATUS_BAD_VALUE);
        ok = ok && pe_cope.logits_backward(&(PeLogitsGradients){&x, &x, &x, NULL}, &one, &one, &one,
                                           c, 1, 1) == STATUS_BAD_VALUE;
    }
    for (int32_t k = 0; k < 4 * 5; k++) {
        int32_t sizes[5] = {1, 1, 1, 1, 1};
        sizes[k % 5] = SIZES[k / 5];
        PeConfig c = good;
        c.table_len = sizes[0], c.n_heads = sizes[1], c.d_head = sizes[2];
        ok = ok &&
             pe_cope.logits_forward(&x, &one, &one, &c, sizes[3], sizes[4]) == STATUS_BAD_SHAPE;
        ok = ok && pe_cope.logits_backward(&(PeLogitsGradients){&x, &x, &x, NULL}, &one, &one, &one,
                                           &c, sizes[3], sizes[4]) == STATUS_BAD_SHAPE;
        ok = ok && pe_cope.n_scratch(&c, sizes[3], sizes[4]) == 0;
        ok = ok && pe_cope_positions(&x, &one, &one, &c, sizes[3], sizes[4]) == STATUS_BAD_SHAPE;
    }
    return ok && x == SENTINEL;
}

int main(void) {
    check(all_agree(), "positions, logits and gradients are those of the formula, at every tail");
    check(hidden_keys_may_hold_anything(), "what a hidden key holds is never seen");
    check(whole_positions_are_flat(), "at a whole position the gates get no gradient");
    check(refuses(), "cope refuses sizes, scales, and missing buffers before it writes");
    return test_end();
}
