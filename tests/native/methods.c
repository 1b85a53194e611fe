/* The backward pass of every method of the table against central differences, and its prepared state
 * against the numbers made afresh. Most methods are linear in what they read and in their table, one
 * at a time, so that a difference over a wide step is exact but for rounding; for the others the step is
 * small and the answer rough. */
#include "../../src/base/shape.h"
#include "../../src/pe/pe.h"
#include "test.h"

enum { MAX_TENSORS = 4, PREPARED = 3 }; // tokens more than asked for

#define METHOD_NAME(id, entry, name, acts_on, memory) name,
static const char *const NAMES[] = {PE_METHOD_LIST(METHOD_NAME)};

// Sizes of one case, the buffers that its method reads, and the gradient by what it makes.
typedef struct Case {
    int32_t id;
    const PeMethod *method;
    PeConfig config;
    int32_t n_query, n_key;
    int32_t n_table;
    float *table;
    int32_t n_in;              // tensors that the method reads, or turns in place
    float *in[MAX_TENSORS];    // input, kv: x; qk, logits: q, k; values: output, v; output: weights
    int32_t size[MAX_TENSORS]; // floats of each
    int32_t n_out;
    float *dout[MAX_TENSORS]; // gradients by the results: x; q, k; output, v; k, v; logits; output
    int32_t out_size[MAX_TENSORS];
    float *q; // kv: zeros, which are rotated beside the keys
} Case;

// CoPE's counts have kinks, and FLOATER's positions bend with every one before: differences tell little
// of them. cope.c and floater.c hold them to their formulas.
static bool is_smooth(int32_t id) {
    return id != PE_COPE && id != PE_FLOATER && id != PE_FLOATER_RECURRENT;
}

static bool is_linear(int32_t id) {
    return id != PE_KERPLE_LOG && id != PE_KERPLE_POWER && id != PE_FIRE && id != PE_FOX &&
           id != PE_POPE && id != PE_SINK && id != PE_STICK_BREAKING && id != PE_PATH &&
           id != PE_ROPE_MIXED;
}

static float *floats(int32_t n) { return exact((size_t)n * sizeof(float)); }

// A copy of what a call may change; zeros for NULL.
static float *copy_of(const float *x, int32_t n) {
    float *const copy = floats(n);
    memset(copy, 0, (size_t)n * sizeof *copy);
    if (x) memcpy(copy, x, (size_t)n * sizeof *copy);
    return copy;
}

// Keys after their query take no part in a causal layer.
static void hide_future(float *pairs, const Case *c) {
    for (int32_t row = 0; row < c->config.n_heads * c->n_query; row++) {
        const int32_t pos = row % c->n_query + c->n_key - c->n_query;
        for (int32_t j = 0; j < c->n_key; j++) {
            if (j > pos) pairs[row * c->n_key + j] = 0.0f;
        }
    }
}

// Where the tokens are among what a method reads: behind q and k where it reads those too.
static int32_t x_at(const Case *c) {
    return c->method->is_product && c->method->reads_tokens ? 2 : 0;
}

static Case case_of(int32_t id, PeConfig config, int32_t n_query, int32_t n_key) {
    Case c = {
        .id = id, .method = pe_method(id), .config = config, .n_query = n_query, .n_key = n_key};
    const int32_t n_q = config.n_heads * n_query * config.d_head;
    const int32_t n_k = config.n_heads * n_key * config.d_head;
    const int32_t n_pairs = config.n_heads * n_query * n_key;
    const PePoint point = c.method->acts_on;
    c.n_table = (int32_t)pe_n_learned(c.method, &config);
    c.table = c.n_table > 0 ? random_floats(c.n_table) : NULL;
    // curves of positive numbers (PoPE: of negative ones), away from where they bend
    const bool is_curve = point == PE_LOGITS && !is_linear(id);
    for (int32_t k = 0; k < c.n_table && is_curve && id != PE_PATH; k++)
        c.table[k] += id == PE_POPE ? -1.25f : 1.25f;
    c.config.table = c.table;
    const int64_t n_scratch =
        pe_n_scratch(c.method, &config, n_query, point == PE_INPUT ? n_query : n_key);
    c.config.scratch = n_scratch > 0 ? exact((size_t)n_scratch * sizeof(float)) : NULL;
    const bool reads_tokens = c.method->reads_tokens;
    const bool is_on_both = point == PE_QK || point == PE_VALUES;
    const int32_t at_x = x_at(&c);
    c.n_in = is_on_both || (point == PE_LOGITS && !reads_tokens) ? 2 : 1 + at_x;
    c.size[0] = point == PE_INPUT ? n_query * config.d_model : point >= PE_WEIGHTS ? n_pairs : n_q;
    c.size[1] = n_k;
    if (reads_tokens) c.size[at_x] = n_key * config.d_model;
    c.n_out = is_on_both || point == PE_KV ? 2 : 1;
    c.out_size[0] = point == PE_LOGITS   ? n_pairs
                    : point == PE_OUTPUT ? n_q
                    : point == PE_KV     ? n_k
                                         : c.size[0]; // weights: as logits
    c.out_size[1] = n_k;
    for (int32_t t = 0; t < c.n_in; t++) c.in[t] = random_floats(c.size[t]);
    for (int32_t t = 0; t < c.n_out; t++) c.dout[t] = random_floats(c.out_size[t]);
    if (reads_tokens) c.config.x = c.in[at_x];
    if (point == PE_KV) c.q = copy_of(NULL, n_k);
    if ((config.causal || id == PE_PATH) && point == PE_LOGITS) hide_future(c.dout[0], &c);
    if (config.causal && point == PE_OUTPUT) hide_future(c.in[0], &c);
    return c;
}

// The results of a forward pass; logits and output start at 0.
static Status forward(float *const out[MAX_TENSORS], const Case *c) {
    const PeMethod *const m = c->method;
    const bool reads = m->reads_content;
    const bool in_place = m->acts_on <= PE_VALUES;
    for (int32_t t = 0; t < c->n_out; t++) {
        const size_t n_bytes = (size_t)c->out_size[t] * sizeof(float);
        if (in_place)
            memcpy(out[t], c->in[t], n_bytes);
        else
            memset(out[t], 0, n_bytes);
    }
    switch (m->acts_on) {
    case PE_INPUT:
        return m->input_forward(out[0], &c->config, c->n_query);
    case PE_QK:
        return m->qk_forward(out[0], out[1], &c->config, c->n_query, c->n_key);
    case PE_VALUES:
        return m->values_forward(out[0], out[1], &c->config, c->n_query, c->n_key);
    case PE_KV: {
        const int32_t n = c->n_query == 0 ? 0 : c->n_key;
        const PeBuffers tensors = {.x = c->in[0], .q = c->q, .k = out[0], .v = out[1]};
        return m->kv_forward(&tensors, &c->config, n);
    }
    case PE_LOGITS:
        return m->logits_forward(out[0], reads ? c->in[0] : NULL, reads ? c->in[1] : NULL,
                                 &c->config, c->n_query, c->n_key);
    case PE_WEIGHTS:
        return m->weights_forward(out[0], c->in[0], &c->config, c->n_query, c->n_key);
    default:
        return m->output_forward(out[0], c->in[0], &c->config, c->n_query, c->n_key);
    }
}

// Gradients by what is read and by the table (or NULL), all added to what is there; in place from
// c->dout where the method is in place.
static Status backward(float *const din[MAX_TENSORS], float *dtable, const Case *c) {
    const PeMethod *const m = c->method;
    const bool reads = m->reads_content;
    if (m->acts_on <= PE_VALUES || m->acts_on == PE_WEIGHTS) {
        for (int32_t t = 0; t < c->n_in; t++) {
            memcpy(din[t], c->dout[t], (size_t)c->size[t] * sizeof(float));
        }
    }
    switch (m->acts_on) {
    case PE_INPUT:
        return m->input_backward(din[0], dtable, reads ? c->in[0] : NULL, &c->config, c->n_query);
    case PE_QK:
        if (m->qk_table_backward && dtable) {
            float *const made[] = {floats(c->size[0]), floats(c->size[1])};
            if (forward(made, c) != STATUS_OK ||
                m->qk_table_backward(dtable, din[0], din[1], made[0], made[1], &c->config,
                                     c->n_query, c->n_key) != STATUS_OK) {
                return STATUS_BAD_SHAPE;
            }
        }
        return m->qk_backward(din[0], din[1], &c->config, c->n_query, c->n_key);
    case PE_VALUES:
        return m->values_backward(din[0], din[1], &c->config, c->n_query, c->n_key);
    case PE_KV: {
        const int32_t n = c->n_query == 0 ? 0 : c->n_key;
        const PeBuffers tensors = {.x = c->in[0],
                                   .dx = din[0],
                                   .dq = c->q,
                                   .dk = copy_of(c->dout[0], c->out_size[0]),
                                   .dv = copy_of(c->dout[1], c->out_size[1]),
                                   .dtable = dtable};
        return m->kv_backward(&tensors, &c->config, n);
    }
    case PE_LOGITS:
        return m->logits_backward(&(PeLogitsGradients){reads ? din[0] : NULL, reads ? din[1] : NULL,
                                                       dtable,
                                                       m->reads_tokens ? din[x_at(c)] : NULL},
                                  c->dout[0], reads ? c->in[0] : NULL, reads ? c->in[1] : NULL,
                                  &c->config, c->n_query, c->n_key);
    case PE_WEIGHTS: {
        float *const weights = floats(c->size[0]);
        memset(weights, 0, (size_t)c->size[0] * sizeof *weights);
        if (forward(&weights, c) != STATUS_OK) return STATUS_BAD_SHAPE;
        return m->weights_backward(din[0], dtable, weights, c->in[0], &c->config, c->n_query,
                                   c->n_key);
    }
    default:
        return m->output_backward(din[0], dtable, c->dout[0], c->in[0], &c->config, c->n_query,
                                  c->n_key);
    }
}

static double loss(float *const out[MAX_TENSORS], const Case *c) {
    if (forward(out, c) != STATUS_OK) return (double)NAN;
    double sum = 0.0;
    for (int32_t t = 0; t < c->n_out; t++) {
        for (int32_t k = 0; k < c->out_size[t]; k++) {
            // a hidden key's logit may be infinite
            if (c->dout[t][k] != 0.0f) sum += (double)out[t][k] * (double)c->dout[t][k];
        }
    }
    return sum;
}

// Whether gradient (n), less what it started from, is that of the loss by x (n).
static bool is_gradient(const float *gradient, float before, float *x, int32_t n,
                        float *const out[MAX_TENSORS], const Case *c) {
    const float step = is_linear(c->id)         ? 0.5f
                       : c->id == PE_FOX        ? 0x1p-4f
                       : c->id == PE_PATH       ? 0x1p-10f
                       : c->id == PE_ROPE_MIXED ? 0x1p-12f
                                                : 0x1p-7f;
    const double tolerance = is_linear(c->id) ? 2e-5 : 2e-3;
    for (int32_t k = 0; k < n; k++) {
        const float kept = x[k];
        x[k] = kept + step;
        const double above = loss(out, c), top = (double)x[k];
        x[k] = kept - step;
        const double below = loss(out, c), width = top - (double)x[k];
        x[k] = kept;
        const double want = (above - below) / width, got = (double)gradient[k] - (double)before;
        if (!(isfinite(want) && fabs(got - want) <= tolerance * (1.0 + fabs(want)))) {
            printf("# %s [%d]: got %g, expected %g\n", NAMES[c->id], (int)k, got, want);
            return false;
        }
    }
    return true;
}

static bool differences_agree(int32_t id, PeConfig config, int32_t n_query, int32_t n_key) {
    Case c = case_of(id, config, n_query, n_key);
    const PePoint point = c.method->acts_on;
    const bool in_place = point <= PE_VALUES || point == PE_WEIGHTS;
    float *out[MAX_TENSORS] = {NULL}, *din[MAX_TENSORS] = {NULL}, *other[MAX_TENSORS] = {NULL};
    for (int32_t t = 0; t < c.n_out; t++) out[t] = floats(c.out_size[t]);
    for (int32_t t = 0; t < c.n_in; t++) {
        din[t] = untouched(c.size[t], 0);
        other[t] = untouched(c.size[t], 0);
    }
    float *const dtable = c.n_table > 0 ? untouched(c.n_table, 0) : NULL;
    bool ok = backward(din, dtable, &c) == STATUS_OK;
    // without the table's gradient the rest is the same
    ok = ok && backward(other, NULL, &c) == STATUS_OK;
    for (int32_t t = 0; t < c.n_in; t++) ok = ok && same_bits(din[t], other[t], c.size[t]);
    const bool is_read = in_place || c.method->reads_content;
    for (int32_t t = 0; t < c.n_in && ok; t++) {
        const float before = in_place ? 0.0f : SENTINEL;
        ok = is_read ? is_gradient(din[t], before, c.in[t], c.size[t], out, &c)
                     : is_untouched(din[t], c.size[t]);
    }
    if (ok && dtable) ok = is_gradient(dtable, SENTINEL, c.table, c.n_table, out, &c);
    free_all();
    return ok;
}

// Each shape with each width, and each clip with each of both: a Latin square, for each difference costs two forward passes.
static bool all_differences_agree(int32_t id) {
    static const int32_t shapes[][2] = {{1, 1}, {2, 5}, {5, 2}, {7, 7}, {1, 9}, {6, 13}};
    static const int32_t widths[][2] = {{1, 2}, {2, 6}, {3, 10}};
    bool ok = true;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        // no token for each query
        if (pe_method(id)->reads_tokens && shapes[s][0] > shapes[s][1]) continue;
        for (size_t w = 0; w < sizeof widths / sizeof *widths && ok; w++) {
            if (id == PE_MLA_ROPE && widths[w][1] == 2) continue; // nothing beside the rotated pair
            const int32_t clip = 2 * (int32_t)((s + w) % 3);
            const PeConfig config =
                PE_CONFIG(.n_heads = widths[w][0], .d_head = widths[w][1],
                          .d_model = widths[w][0] * widths[w][1], .first_pos = clip,
                          .causal = s % 2 == 1, .scale = 0.375f, .base = 100.0,
                          .rotary_dim = clip == 2 ? 2 : 0, .clip = clip, .n_buckets = 2 + 3 * clip,
                          .max_distance = 9, .table_len = shapes[s][0] + clip + (int32_t)w,
                          .width = 3, .train_len = 2, .interval = 3, .beta = 0.5,
                          .scale_base = 16.0, .eps = 1e-6, .columns = id == PE_ROPE_MIXED ? 3 : 0);
            ok = differences_agree(id, config, shapes[s][0], shapes[s][1]);
        }
    }
    return ok;
}

// Wider than the tiles of the kernels, in every direction, one at a time.
static bool wide_differences_agree(int32_t id) {
    const PeConfig config =
        PE_CONFIG(.n_heads = 1, .d_head = 2, .d_model = 2, .scale = 1.0f, .base = 100.0, .clip = 21,
                  .n_buckets = 40, .max_distance = 200, .table_len = 70, .width = 5, .train_len = 9,
                  .interval = 3, .beta = 0.5, .scale_base = 100.0,
                  .columns = id == PE_ROPE_MIXED ? 40 : 0);
    PeConfig deep = config;
    deep.d_head = deep.d_model = 70;
    deep.clip = 1;
    if (id == PE_MLA_ROPE) return differences_agree(id, deep, 2, 3);
    return differences_agree(id, config, 35, 36) && differences_agree(id, config, 1, 300) &&
           differences_agree(id, deep, 2, 3);
}

// -------------------------------------------------------------------------------- prepared state

// What a method makes and its backward pass have the same bits with a state of exactly its size; beyond
// its tokens it refuses.
static bool state_agrees(int32_t id, PeConfig config, int32_t n_query, int32_t n_key) {
    Case c = case_of(id, config, n_query, n_key);
    const int32_t n_tokens = n_key + PREPARED;
    const int64_t n_state = pe_n_state(c.method, &config, n_tokens);
    float *const state = floats((int32_t)n_state);
    float *fresh[MAX_TENSORS] = {NULL}, *ready[MAX_TENSORS] = {NULL};
    for (int32_t t = 0; t < c.n_in; t++) {
        fresh[t] = floats(c.size[t]);
        ready[t] = floats(c.size[t]);
    }
    bool ok = n_state > 0 && c.method->prepare(state, &config, n_tokens) == STATUS_OK;
    Case prepared = c;
    prepared.config.state = state;
    prepared.config.state_len = n_tokens;
    ok = ok && forward(fresh, &c) == STATUS_OK && forward(ready, &prepared) == STATUS_OK;
    for (int32_t t = 0; t < c.n_out; t++) ok = ok && same_bits(fresh[t], ready[t], c.size[t]);
    ok = ok && backward(fresh, NULL, &c) == STATUS_OK &&
         backward(ready, NULL, &prepared) == STATUS_OK;
    for (int32_t t = 0; t < c.n_out; t++) ok = ok && same_bits(fresh[t], ready[t], c.size[t]);
    prepared.config.state_len = n_key - 1; // one too few
    ok = ok && forward(ready, &prepared) == STATUS_OUT_OF_RANGE;
    for (int32_t t = 0; t < c.n_out; t++) ok = ok && same_bits(c.in[t], ready[t], c.size[t]);
    free_all();
    return ok;
}

static bool states_agree(int32_t id) {
    bool ok = true;
    for (int32_t n = 2; n <= 140 && ok; n += n < 10 ? 1 : 43) {
        const bool is_input = pe_method(id)->acts_on == PE_INPUT;
        for (int32_t d = 2; d <= 6 && ok; d += 2) {
            const PeConfig config =
                PE_CONFIG(.n_heads = 2, .d_head = d,
                          .d_model = 2 * d - is_input, // odd: one more sine
                          .first_pos = n % 3 * 40 - 30, .base = 1e4, .rotary_dim = n % 2 * 2);
            ok = state_agrees(id, config, is_input ? n : n - n / 3, n);
        }
    }
    // more columns than are made at a time
    const PeConfig wide = PE_CONFIG(.n_heads = 1, .d_head = 602, .d_model = 602, .base = 1e4);
    ok = ok && state_agrees(id, wide, 3, 3);
    return ok;
}

static bool states_refuse(void) {
    const PeMethod *const rope = pe_method(PE_ROPE_HALF), *const sines = pe_method(PE_SINUSOIDAL);
    const PeConfig good = PE_CONFIG(.n_heads = 1, .d_head = 4, .d_model = 4, .base = 1e4);
    PeConfig odd = good, base = good;
    odd.d_head = 3;
    base.base = (double)NAN;
    float *const state = untouched(8, 0);
    bool ok = rope->n_state(&odd, 2) == 0 && rope->n_state(&good, 0) == 0 &&
              rope->n_state(&good, INT32_MAX) == 0 && sines->n_state(&good, -1) == 0 &&
              sines->n_state(&good, INT32_MAX) == 0 &&
              rope->prepare(state, &odd, 2) == STATUS_BAD_SHAPE &&
              rope->prepare(state, &good, 0) == STATUS_BAD_SHAPE &&
              rope->prepare(state, &base, 2) == STATUS_BAD_VALUE &&
              sines->prepare(state, &good, 0) == STATUS_BAD_SHAPE &&
              sines->prepare(state, &base, 2) == STATUS_BAD_VALUE && is_untouched(state, 8);
    // queries before the first key have no row in a state
    PeConfig ready = good;
    ready.state = state;
    ready.state_len = 2;
    float q[12], k[8];
    for (int32_t i = 0; i < 12; i++) q[i] = SENTINEL;
    for (int32_t i = 0; i < 8; i++) k[i] = SENTINEL;
    ok = ok && rope->qk_forward(q, k, &ready, 3, 2) == STATUS_OUT_OF_RANGE;
    ready.d_head = 3;
    ok = ok && rope->qk_forward(q, k, &ready, 2, 2) == STATUS_BAD_SHAPE;
    ready.d_head = 4;
    ready.rotary_dim = 6;
    ok = ok && rope->qk_forward(q, k, &ready, 2, 2) == STATUS_BAD_SHAPE && is_untouched(q, 12) &&
         is_untouched(k, 8);
    free_all();
    return ok;
}

// A product of latent attention may fill at most half of what a tensor may have: nothing is allocated here.
static bool latent_products_are_bounded(void) {
    const PeConfig config = PE_CONFIG(.n_heads = 1, .d_head = 2, .d_model = 10240, .width = 1);
    const int32_t n_most = SHAPE_MAX_ELEMENTS / 2 / config.d_model, n_latent = (n_most + 3) / 4 * 4;
    PeNScratch *const n_scratch = pe_method(PE_MLA_NOPE)->n_scratch;
    return n_scratch(&config, 1, n_most) == 2 * n_latent + (int64_t)n_most * config.d_model &&
           n_scratch(&config, 1, n_most + 1) == 0;
}

// ----------------------------------------------------------------------------- the table's words

static bool learned_is_described(void) {
    const PeConfig config =
        PE_CONFIG(.d_model = 12, .n_heads = 3, .d_head = 4, .clip = 5, .n_buckets = 32,
                  .max_distance = 128, .table_len = 100, .width = 7);
    bool ok = true;
    for (int32_t id = 0; id < PE_METHOD_COUNT; id++) {
        const PeMethod *const m = pe_method(id);
        ok = ok && (pe_n_learned(m, &config) > 0) == (m->n_tensors > 0);
        for (int32_t k = 0; k < m->n_tensors; k++) {
            ok = ok && m->tensors[k].name[0] != '\0' && m->tensors[k].sigma >= 0.0;
        }
    }
    PeConfig wide = config, negative = config;
    wide.clip = INT32_MAX;
    negative.clip = -1;
    return ok && pe_n_learned(pe_method(PE_LEARNED), &config) == 1200 &&
           pe_n_learned(pe_method(PE_CLIPPED_BIAS), &config) == 33 &&
           pe_n_learned(pe_method(PE_T5), &config) == 96 &&
           pe_n_learned(pe_method(PE_SHAW_KEYS), &config) == 44 &&
           pe_n_learned(pe_method(PE_SHAW_VALUES), &config) == 44 &&
           pe_method(PE_SHAW_KEYS)->per_layer && pe_method(PE_SHAW_VALUES)->per_layer &&
           !pe_method(PE_T5)->per_layer && !pe_method(PE_LEARNED)->per_layer &&
           pe_n_learned(pe_method(PE_SHAW_KEYS), &wide) == 0 &&
           pe_n_learned(pe_method(PE_CLIPPED_BIAS), &negative) == 0;
}

// On a bad size nothing is written, whatever the method.
static bool all_refuse(void) {
    const PeConfig config =
        PE_CONFIG(.d_model = 4, .n_heads = 1, .d_head = 4, .base = 1e4, .clip = 1, .scale = 1.0f,
                  .n_buckets = 4, .max_distance = 9, .table_len = 4, .width = 2, .train_len = 2,
                  .interval = 3, .beta = 0.5, .scale_base = 16.0, .eps = 1e-6);
    bool ok = true;
    for (int32_t id = 0; id < PE_METHOD_COUNT; id++) {
        Case c = case_of(id, config, 2, 3);
        if (c.method->acts_on == PE_NOWHERE) continue;
        float *out[MAX_TENSORS] = {NULL};
        for (int32_t t = 0; t < 2; t++) out[t] = untouched(24, 0);
        float *const dtable = c.n_table > 0 ? untouched(c.n_table, 0) : NULL;
        c.n_out = c.n_in = 0; // copy nothing into out
        c.n_query = 0;
        ok = ok && forward(out, &c) == STATUS_BAD_SHAPE &&
             backward(out, dtable, &c) == STATUS_BAD_SHAPE;
        ok = ok && backward(out, NULL, &c) == STATUS_BAD_SHAPE;
        ok = ok && is_untouched(out[0], 24) && is_untouched(out[1], 24);
        c.n_query = 2;
        c.config.table = NULL;
        if (c.n_table > 0) ok = ok && forward(out, &c) == STATUS_BAD_VALUE;
        ok = ok && (!dtable || is_untouched(dtable, c.n_table)) && is_untouched(out[0], 24);
        if (!ok) printf("# %s\n", NAMES[c.id]);
        free_all();
    }
    return ok;
}

int main(void) {
    for (int32_t id = 1; id < PE_METHOD_COUNT; id++) {
        char name[64];
        if (!is_smooth(id)) continue;
        snprintf(name, sizeof name, "the backward pass of %s is its gradient", NAMES[id]);
        check(all_differences_agree(id) && wide_differences_agree(id), name);
    }
    check(states_agree(PE_SINUSOIDAL) && states_agree(PE_ROPE_HALF) &&
              states_agree(PE_ROPE_INTERLEAVED) && states_agree(PE_ROPE_VALUES),
          "a prepared state has the bits of what is made afresh, for as many tokens as it has");
    check(latent_products_are_bounded(), "latent attention bounds the sizes of its products");
    check(states_refuse(), "a state refuses sizes, bases and queries that it has no row for");
    check(learned_is_described(),
          "what is learned has a name, a size and a start, or nothing of them");
    check(all_refuse(), "every method refuses sizes and missing tables before it writes");
    return test_end();
}
