/* Transformer-XL and DeBERTa, whose logits read content and one vector per distance: the terms and all
 * gradients against the papers' formulas pair by pair in double, in buffers of exact size. */
#include "../../src/pe/deberta.h"
#include "../../src/pe/transformer_xl.h"
#include "test.h"

// Everything of one call: tensors (what is learned lies one after the other in `table`), gradients.
typedef struct Case {
    const PeMethod *method;
    PeConfig config;
    int32_t n_query, n_key, n_q, n_k, n_pairs, n_table;
    float *q, *k, *table, *dlogits;
    float *logits, *dq, *dk, *dtable;
    double *want_logits, *want_dq, *want_dk, *want_dtable;
} Case;

static float *ones(int32_t n) {
    float *const x = exact((size_t)n * sizeof *x);
    for (int32_t k = 0; k < n; k++) x[k] = 1.0f;
    return x;
}

static double *ones_f64(int32_t n) {
    double *const x = exact((size_t)n * sizeof *x);
    for (int32_t k = 0; k < n; k++) x[k] = 1.0;
    return x;
}

static int32_t n_learned(const PeMethod *method, const PeConfig *config) {
    int32_t n = 0;
    for (int32_t t = 0; t < method->n_tensors; t++) {
        const PeShape shape = method->tensors[t].shape(config);
        n += shape.sizes[0] * shape.sizes[1] * (shape.sizes[2] > 0 ? shape.sizes[2] : 1);
    }
    return n;
}

static bool is_hidden(const Case *c, int32_t i, int32_t j) {
    return c->config.causal && j > i + c->n_key - c->n_query;
}

static Case case_of(const PeMethod *method, PeConfig config, int32_t n_query, int32_t n_key) {
    Case c = {.method = method, .config = config, .n_query = n_query, .n_key = n_key};
    c.n_q = config.n_heads * n_query * config.d_head;
    c.n_k = config.n_heads * n_key * config.d_head;
    c.n_pairs = config.n_heads * n_query * n_key;
    c.n_table = n_learned(method, &config);
    c.q = random_floats(c.n_q), c.k = random_floats(c.n_k);
    c.table = random_floats(c.n_table), c.dlogits = random_floats(c.n_pairs);
    c.logits = ones(c.n_pairs), c.dq = ones(c.n_q), c.dk = ones(c.n_k), c.dtable = ones(c.n_table);
    c.want_logits = ones_f64(c.n_pairs), c.want_dq = ones_f64(c.n_q);
    c.want_dk = ones_f64(c.n_k), c.want_dtable = ones_f64(c.n_table);
    for (int32_t at = 0; at < c.n_pairs; at++) {
        if (is_hidden(&c, at / n_key % n_query, at % n_key)) c.dlogits[at] = 0.0f;
    }
    c.config.table = c.table;
    c.config.scratch = exact((size_t)method->n_scratch(&config, n_query, n_key) * sizeof(float));
    return c;
}

// ---------------------------------------------------------------------------- the papers' formulas

// A pair's share of every result: places of its vectors, and the gradient by its logit times scale.
typedef struct Pair {
    int32_t h, at, q, k, distance;
    double g;
} Pair;

// x . y is a term of the logit: element by element, x (of floats, with its gradient) and y.
static void product(Case *c, const Pair *p, double *dx, double *dy, double x, double y) {
    c->want_logits[p->at] += (double)c->config.scale * x * y;
    if (dx) *dx += p->g * y;
    if (dy) *dy += p->g * x;
}

static double r_of(const PeConfig *config, int32_t distance, int32_t m) {
    const int32_t half = config->d_model / 2, k = m % (half > 0 ? half : 1);
    if (m >= 2 * half) return 0.0;
    const double angle = distance * pow(config->base, -2.0 * k / config->d_model);
    return m < half ? sin(angle) : cos(angle);
}

static void txl_pair(Case *c, const Pair *p) {
    const int32_t d = c->config.d_head, d_model = c->config.d_model, n = c->config.n_heads * d;
    for (int32_t e = 0; e < d; e++) {
        const int32_t u = p->h * d + e, v = n + u, w = 2 * n + u * d_model;
        double wr = 0.0;
        const double qv = (double)c->q[p->q + e] + (double)c->table[v];
        for (int32_t m = 0; m < d_model; m++) {
            const double r = r_of(&c->config, p->distance, m);
            wr += (double)c->table[w + m] * r;
            c->want_dtable[w + m] += p->g * qv * r;
        }
        product(c, p, &c->want_dtable[u], &c->want_dk[p->k + e], (double)c->table[u],
                (double)c->k[p->k + e]);
        product(c, p, &c->want_dq[p->q + e], NULL, (double)c->q[p->q + e], wr);
        product(c, p, &c->want_dtable[v], NULL, (double)c->table[v], wr);
    }
}

// By the rounded ceiling of a logarithm: right where no power of whole numbers meets the scale.
static int32_t deberta_row(const PeConfig *config, int32_t distance) {
    const int32_t n = config->n_buckets, span = n > 0 ? n : config->max_distance, e = n / 2;
    int32_t bucket = distance;
    if (n > 0 && abs(distance) > e) {
        const double most = log((config->max_distance - 1.0) / e);
        const double steps = log((double)abs(distance) / e) / most * (e - 1);
        bucket = e + (int32_t)ceil(steps - 1e-9);
        if (distance < 0) bucket = -bucket;
    }
    bucket += span;
    return bucket < 0 ? 0 : bucket < 2 * span ? bucket : 2 * span - 1;
}

static void deberta_pair(Case *c, const Pair *p) {
    const int32_t d = c->config.d_head, n_rows = c->n_table / 2 / c->config.n_heads / d;
    const int32_t row = p->h * n_rows + deberta_row(&c->config, p->distance);
    for (int32_t e = 0; e < d; e++) {
        const int32_t to_key = row * d + e, to_query = c->n_table / 2 + row * d + e;
        product(c, p, &c->want_dq[p->q + e], &c->want_dtable[to_key], (double)c->q[p->q + e],
                (double)c->table[to_key]);
        product(c, p, &c->want_dk[p->k + e], &c->want_dtable[to_query], (double)c->k[p->k + e],
                (double)c->table[to_query]);
    }
}

static void by_formula(Case *c) {
    const int32_t n_query = c->n_query, n_key = c->n_key, d = c->config.d_head;
    for (int32_t at = 0; at < c->n_pairs; at++) {
        const int32_t h = at / (n_query * n_key), i = at / n_key % n_query, j = at % n_key;
        const Pair p = {.h = h,
                        .at = at,
                        .q = (h * n_query + i) * d,
                        .k = (h * n_key + j) * d,
                        .distance = i + n_key - n_query - j,
                        .g = (double)c->config.scale * (double)c->dlogits[at]};
        (c->method == &pe_deberta ? deberta_pair : txl_pair)(c, &p);
    }
}

static bool agrees(const char *name, const float *got, const double *want, int32_t n,
                   const Case *only_visible) {
    for (int32_t k = 0; k < n; k++) {
        const Case *const c = only_visible;
        if (c && is_hidden(c, k / c->n_key % c->n_query, k % c->n_key)) continue;
        if (fabs((double)got[k] - want[k]) <= 1e-5 * (1.0 + fabs(want[k]))) continue;
        printf("# %s [%d]: got %g, expected %g\n", name, (int)k, (double)got[k], want[k]);
        return false;
    }
    return true;
}

static bool follows(const PeMethod *method, PeConfig config, int32_t n_query, int32_t n_key) {
    Case c = case_of(method, config, n_query, n_key);
    by_formula(&c);
    bool ok = method->logits_forward(c.logits, c.q, c.k, &c.config, n_query, n_key) == STATUS_OK &&
              method->logits_backward(&(PeLogitsGradients){c.dq, c.dk, c.dtable, NULL}, c.dlogits,
                                      c.q, c.k, &c.config, n_query, n_key) == STATUS_OK;
    ok = ok && agrees("logits", c.logits, c.want_logits, c.n_pairs, &c) &&
         agrees("dq", c.dq, c.want_dq, c.n_q, NULL) && agrees("dk", c.dk, c.want_dk, c.n_k, NULL) &&
         agrees("dtable", c.dtable, c.want_dtable, c.n_table, NULL);
    free_all();
    return ok;
}

static bool all_follow(const PeMethod *method) {
    static const int32_t shapes[][2] = {{1, 1}, {2, 5}, {5, 2}, {7, 7}, {1, 9}, {6, 13}, {20, 21}};
    static const int32_t widths[][3] = {{1, 1, 1}, {2, 3, 5}, {3, 6, 4}, {1, 17, 2}};
    static const int32_t rules[][2] = {{0, 1}, {0, 3}, {0, 30}, {2, 3}, {4, 8}, {7, 40}, {12, 17}};
    bool ok = true;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            for (size_t r = 0; r < sizeof rules / sizeof *rules && ok; r++) {
                const PeConfig config =
                    PE_CONFIG(.n_heads = widths[w][0], .d_head = widths[w][1],
                              .d_model = widths[w][2], .causal = (s + r) % 2 == 1, .scale = 0.375f,
                              .base = r % 2 ? 1e4 : 7.0, .n_buckets = rules[r][0],
                              .max_distance = rules[r][1]);
                ok = follows(method, config, shapes[s][0], shapes[s][1]);
            }
        }
    }
    return ok;
}

// More columns than a sweep has, more distances than a block of it.
static bool wide_follows(void) {
    const PeConfig config =
        PE_CONFIG(.n_heads = 1, .d_head = 2, .d_model = 521, .scale = 1.0f, .base = 50.0);
    return follows(&pe_transformer_xl, config, 3, 140);
}

// A state of exactly its size, made for more tokens, gives the same bits as sines made afresh.
static bool state_agrees(bool causal, int32_t n_query, int32_t n_key) {
    const PeMethod *const m = &pe_transformer_xl;
    const int32_t n_tokens = (n_query > n_key ? n_query : n_key) + 3;
    const PeConfig config = PE_CONFIG(.n_heads = 2, .d_head = 3, .d_model = 7, .causal = causal,
                                      .scale = 0.5f, .base = 100.0);
    Case fresh = case_of(m, config, n_query, n_key), ready = fresh;
    float *const state = exact((size_t)m->n_state(&config, n_tokens) * sizeof *state);
    ready.config.state = state, ready.config.state_len = n_tokens;
    ready.logits = ones(fresh.n_pairs), ready.dq = ones(fresh.n_q), ready.dk = ones(fresh.n_k);
    ready.dtable = ones(fresh.n_table);
    bool ok = m->prepare(state, &config, n_tokens) == STATUS_OK;
    for (int32_t is_ready = 0; is_ready < 2; is_ready++) {
        Case *const c = is_ready ? &ready : &fresh;
        ok = ok &&
             m->logits_forward(c->logits, c->q, c->k, &c->config, n_query, n_key) == STATUS_OK &&
             m->logits_backward(&(PeLogitsGradients){c->dq, c->dk, c->dtable, NULL}, c->dlogits,
                                c->q, c->k, &c->config, n_query, n_key) == STATUS_OK;
    }
    ok = ok && same_bits(fresh.logits, ready.logits, fresh.n_pairs) &&
         same_bits(fresh.dq, ready.dq, fresh.n_q) && same_bits(fresh.dk, ready.dk, fresh.n_k) &&
         same_bits(fresh.dtable, ready.dtable, fresh.n_table);
    free_all();
    return ok;
}

static bool states_agree(void) {
    bool ok = true;
    for (int32_t n = 1; n < 150 && ok; n += n < 6 ? 1 : 37) {
        ok = state_agrees(n % 2 == 1, n, n) && state_agrees(false, 1, n) &&
             state_agrees(true, 2, n) && state_agrees(false, n, 3);
    }
    return ok;
}

// ---------------------------------------------------------------------------------------- refusals

// A call with one thing wrong, and its status; nothing has been written.
typedef struct Wrong {
    const PeMethod *method;
    PeConfig config;
    int32_t n_query, n_key;
    Status want;
} Wrong;

static bool refuses(const Wrong *wrong) {
    float *const out = untouched(64, 0), *const in = ones(64);
    const PeMethod *const m = wrong->method;
    const PeConfig *const config = &wrong->config;
    const int32_t n_query = wrong->n_query, n_key = wrong->n_key;
    bool ok = m->logits_forward(out, in, in, config, n_query, n_key) == wrong->want &&
              m->logits_backward(&(PeLogitsGradients){out, out, out, NULL}, in, in, in, config,
                                 n_query, n_key) == wrong->want;
    ok = ok && is_untouched(out, 64);
    if (wrong->want == STATUS_BAD_SHAPE) ok = ok && m->n_scratch(config, n_query, n_key) == 0;
    free_all();
    return ok;
}

#define WRONG(method, size, status, ...)                                                           \
    do {                                                                                           \
        PeConfig config = good;                                                                    \
        __VA_ARGS__;                                                                               \
        const Wrong wrong = {method, config, size, 2, status};                                     \
        if (!refuses(&wrong)) {                                                                    \
            printf("# not refused: " #__VA_ARGS__ "\n");                                           \
            ok = false;                                                                            \
        }                                                                                          \
    } while (0)

static bool bad_calls_are_refused(void) {
    static float table[64], scratch[4096], state[64];
    const PeConfig good =
        PE_CONFIG(.n_heads = 1, .d_head = 2, .d_model = 2, .scale = 1.0f, .base = 1e4,
                  .n_buckets = 4, .max_distance = 8, .table = table, .scratch = scratch);
    bool ok = true;
    const PeMethod *const both[] = {&pe_transformer_xl, &pe_deberta};
    for (int32_t m = 0; m < 2; m++) {
        WRONG(both[m], 0, STATUS_BAD_SHAPE, (void)0);
        WRONG(both[m], 1 << 28, STATUS_BAD_SHAPE, (void)0);
        // only what is lent would be too large
        WRONG(both[m], 1 << 15, STATUS_BAD_SHAPE, config.n_buckets = 0,
              config.max_distance = 1 << 20);
        WRONG(both[m], 2, STATUS_BAD_SHAPE, config.n_heads = 0);
        WRONG(both[m], 2, STATUS_BAD_SHAPE, config.d_head = INT32_MAX);
        WRONG(both[m], 2, STATUS_BAD_VALUE, config.scale = NAN);
        WRONG(both[m], 2, STATUS_BAD_VALUE, config.table = NULL);
        WRONG(both[m], 2, STATUS_BAD_VALUE, config.scratch = NULL);
    }
    WRONG(both[0], 2, STATUS_BAD_SHAPE, config.d_model = 0);
    WRONG(both[0], 2, STATUS_BAD_VALUE, config.base = 0.0);
    WRONG(both[0], 3, STATUS_OUT_OF_RANGE, config.state = state, config.state_len = 2);
    WRONG(both[0], 1, STATUS_OUT_OF_RANGE, config.state = state, config.state_len = 1);
    WRONG(both[1], 2, STATUS_BAD_VALUE, config.n_buckets = 1);
    WRONG(both[1], 2, STATUS_BAD_VALUE, config.n_buckets = -2);
    WRONG(both[1], 2, STATUS_BAD_VALUE, config.n_buckets = PE_DEBERTA_MAX_BUCKETS + 1);
    WRONG(both[1], 2, STATUS_BAD_VALUE, config.n_buckets = 14);
    WRONG(both[1], 2, STATUS_BAD_VALUE, config.max_distance = 0);
    WRONG(both[1], 2, STATUS_BAD_VALUE, config.n_buckets = 0, config.max_distance = (1 << 27) + 1);
    WRONG(both[1], 2, STATUS_BAD_SHAPE, config.n_buckets = 0, config.max_distance = 1 << 27);
    return ok;
}

// The two ways to stand products by key, every buffer of exact size.
static bool shift_agrees(int32_t n_query, int32_t n_key) {
    const int32_t n = n_query * n_key, n_distances = n_query + n_key - 1;
    float *const x = random_floats(n_query * n_distances), *const shifted = ones(n);
    float *const padded = ones(n + n_query), *const picked = ones(n);
    bool ok = pe_transformer_xl_shift(padded, shifted, picked, x, n_query, n_key) == STATUS_OK;
    for (int32_t i = 0; i < n_query && ok; i++) {
        ok = padded[i * (n_key + 1)] == 0.0f;
        for (int32_t j = 0; j < n_key && ok; j++) {
            const int32_t distance = i + n_key - n_query - j, at = i * n_key + j;
            ok = picked[at] == x[i * n_distances + n_key - 1 - distance] &&
                 (distance < 0 || shifted[at] == picked[at]);
        }
    }
    free_all();
    return ok;
}

static bool shapes_are_reported(void) {
    PeConfig config =
        PE_CONFIG(.n_heads = 3, .d_head = 4, .d_model = 5, .n_buckets = 6, .max_distance = 16);
    bool ok = n_learned(&pe_transformer_xl, &config) == 12 + 12 + 60 &&
              n_learned(&pe_deberta, &config) == 2 * 3 * 12 * 4;
    config.n_buckets = 0;
    ok = ok && n_learned(&pe_deberta, &config) == 2 * 3 * 32 * 4;
    config.n_buckets = -1;
    ok = ok && n_learned(&pe_deberta, &config) == 0;
    config.base = 1e4;
    ok = ok && pe_transformer_xl.n_state(&config, 4) == 7 * 5;
    config.causal = true;
    ok = ok && pe_transformer_xl.n_state(&config, 4) == 4 * 5;
    const int32_t no_tokens[] = {0, -1, INT32_MIN, INT32_MAX, 1 << 28};
    for (size_t k = 0; k < sizeof no_tokens / sizeof *no_tokens; k++) {
        ok = ok && pe_transformer_xl.n_state(&config, no_tokens[k]) == 0 &&
             pe_transformer_xl.prepare(NULL, &config, no_tokens[k]) == STATUS_BAD_SHAPE;
    }
    config.base = (double)NAN;
    return ok && pe_transformer_xl.prepare(NULL, &config, 4) == STATUS_BAD_VALUE;
}

int main(void) {
    check(all_follow(&pe_transformer_xl),
          "Transformer-XL's terms and gradients follow the formula");
    check(wide_follows(), "so do wide ones over many distances");
    check(all_follow(&pe_deberta), "DeBERTa's terms and gradients follow the formula");
    check(states_agree(), "Transformer-XL's prepared state has the bits of what is made afresh");
    check(shift_agrees(1, 1) && shift_agrees(1, 7) && shift_agrees(7, 1) && shift_agrees(5, 5) &&
              shift_agrees(3, 9),
          "the published shift and picking agree up to the diagonal");
    check(bad_calls_are_refused(), "bad calls are refused before anything is written");
    check(shapes_are_reported(), "shapes of what is learned, and of the state, are reported");
    return test_end();
}
