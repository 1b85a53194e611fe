/* Clipped offsets, the learned table, memory, and the table of methods. */
#include "../../src/pe/pe.h"

#include <string.h>

#include "../../src/pe/learned.h"
#include "../../src/pe/relative.h"
#include "test.h"

enum { MAX_CLIP = 1 << 27 };

// ---------------------------------------------------------------------------------- relative

static int32_t clamped(int32_t offset, int32_t clip) {
    return offset < -clip ? -clip : offset > clip ? clip : offset;
}

// The three forms of one formula, at another alignment each.
static bool relative_agrees(int32_t clip, int32_t n_heads, int32_t n_query, int32_t n_key) {
    const int32_t n_map = n_query * n_key, n = n_heads * n_map, width = 2 * clip + 1;
    const float *const table = random_floats(n_heads * width);
    float *const matrix = untouched(n_map, 1), *const bias = untouched(n, 2);
    float *const logits = random_floats(n), *const before = untouched(n, 0);
    memcpy(before, logits, (size_t)n * sizeof *before);
    bool ok = pe_relative_matrix(matrix, clip, n_query, n_key) == STATUS_OK &&
              pe_relative_bias(bias, table, clip, n_heads, n_query, n_key) == STATUS_OK &&
              pe_relative_add(logits, table, clip, n_heads, n_query, n_key) == STATUS_OK;
    for (int32_t k = 0; k < n; k++) {
        const int32_t i = k % n_map / n_key, j = k % n_key;
        const int32_t offset = clamped(j - (i + n_key - n_query), clip);
        const float want = table[k / n_map * width + clip + offset];
        ok = ok && matrix[k % n_map] == (float)offset && bias[k] == want &&
             logits[k] == before[k] + want;
    }
    free_all();
    return ok;
}

static bool relative_refuses(void) {
    static const int32_t bad[][3] = {{0, 1, 1},
                                     {1, 0, 1},
                                     {1, 1, 0},
                                     {-1, -1, 1},
                                     {1, -1, -1},
                                     {1 << 10, 1 << 10, 1 << 10},
                                     {INT32_MAX, INT32_MAX, INT32_MAX}};
    static const int32_t clips[] = {-1, INT32_MIN, MAX_CLIP + 1, INT32_MAX};
    float x = SENTINEL, t = 0.0f;
    bool ok = true;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const int32_t h = bad[k][0], q = bad[k][1], n = bad[k][2];
        ok = ok && pe_relative_bias(&x, &t, 0, h, q, n) == STATUS_BAD_SHAPE &&
             pe_relative_add(&x, &t, 0, h, q, n) == STATUS_BAD_SHAPE;
        ok = ok && ((q >= 1 && n == 1) || q == 1 << 10 ||
                    pe_relative_matrix(&x, 0, q, n) == STATUS_BAD_SHAPE);
    }
    for (int k = 0; k < 4; k++) {
        ok = ok && pe_relative_matrix(&x, clips[k], 1, 1) == STATUS_BAD_VALUE &&
             pe_relative_bias(&x, &t, clips[k], 1, 1, 1) == STATUS_BAD_VALUE &&
             pe_relative_add(&x, &t, clips[k], 1, 1, 1) == STATUS_BAD_VALUE;
    }
    // a table of more than 2^28 elements
    return ok && pe_relative_bias(&x, &t, MAX_CLIP, 1, 1, 1) == STATUS_BAD_SHAPE &&
           pe_relative_add(&x, &t, MAX_CLIP / 2, 3, 1, 1) == STATUS_BAD_SHAPE &&
           pe_relative_matrix(&x, 1, 1 << 15, 1 << 15) == STATUS_BAD_SHAPE && x == SENTINEL &&
           pe_relative_matrix(&x, MAX_CLIP, 1, 1) == STATUS_OK && x == 0.0f;
}

// ----------------------------------------------------------------------------------- learned

static bool learned_runs(int32_t max_len, int32_t d) {
    float *const table = untouched(max_len * d, 1);
    bool ok = pe_learned_init(table, 0.02, 5, 6, max_len, d) == STATUS_OK;
    int32_t *const positions = exact((size_t)(max_len + 1) * sizeof *positions);
    for (int32_t k = 0; k <= max_len; k++) positions[k] = max_len - 1 - k % max_len;
    float *const out = untouched((max_len + 1) * d, 2);
    ok = ok && pe_learned_lookup(out, table, positions, max_len + 1, max_len, d) == STATUS_OK;
    for (int32_t k = 0; k <= max_len; k++) {
        ok = ok && same_bits(out + k * d, table + positions[k] * d, d);
    }
    // the last rows of the table, on top of themselves
    const int32_t n = (max_len + 1) / 2, first = max_len - n;
    memcpy(out, table + first * d, (size_t)(n * d) * sizeof *out);
    float *const x = untouched(n * d, 0);
    ok = ok && pe_learned_add(x, table, first, n, max_len, d) == STATUS_OK;
    for (int32_t k = 0; k < n * d; k++) ok = ok && x[k] == SENTINEL + out[k];
    ok = ok && pe_learned_init(table, 0.0, 5, 6, max_len, d) == STATUS_OK;
    for (int32_t k = 0; k < max_len * d; k++) ok = ok && table[k] == 0.0f;
    free_all();
    return ok;
}

static bool learned_refuses(void) {
    static const int32_t outside[] = {-1, 4, INT32_MIN, INT32_MAX};
    static const int32_t sizes[][2] = {
        {0, 1}, {1, 0}, {-1, 1}, {-1, -1}, {1 << 16, 1 << 16}, {INT32_MAX, INT32_MAX}};
    static const double sigmas[] = {-1.0, (double)NAN, (double)INFINITY};
    float x[4], table[8] = {0};
    for (int k = 0; k < 4; k++) x[k] = SENTINEL;
    int32_t positions[2] = {0, 0};
    bool ok = true;
    for (int k = 0; k < 4; k++) {
        positions[1] = outside[k];
        ok = ok && pe_learned_lookup(x, table, positions, 2, 4, 2) == STATUS_OUT_OF_RANGE &&
             pe_learned_add(x, table, outside[k], 1, 4, 2) == STATUS_OUT_OF_RANGE;
    }
    for (int k = 0; k < 6; k++) {
        const int32_t n = sizes[k][0], d = sizes[k][1];
        ok = ok && pe_learned_init(x, 1.0, 0, 0, n, d) == STATUS_BAD_SHAPE &&
             pe_learned_lookup(x, table, positions, n, 4, d) == STATUS_BAD_SHAPE &&
             pe_learned_lookup(x, table, positions, 1, n, d) == STATUS_BAD_SHAPE &&
             pe_learned_add(x, table, 0, n, 4, d) == STATUS_BAD_SHAPE &&
             pe_learned_add(x, table, 0, 1, n, d) == STATUS_BAD_SHAPE;
    }
    for (int k = 0; k < 3; k++) {
        ok = ok && pe_learned_init(x, sigmas[k], 0, 0, 2, 2) == STATUS_BAD_VALUE;
    }
    return ok && pe_learned_add(x, table, 3, 2, 4, 2) == STATUS_OUT_OF_RANGE &&
           pe_learned_add(x, table, 0, 5, 4, 2) == STATUS_OUT_OF_RANGE && is_untouched(x, 4);
}

// -------------------------------------------------------------------------- the table of methods

#define METHOD_WORDS(id, entry, name, acts_on, n_floats) {name, acts_on},
static const struct Words { const char *name, *acts_on; } WORDS[] = {PE_METHOD_LIST(METHOD_WORDS)};
static const char *const POINTS[] = {"nowhere", "input",   "qk",     "values",
                                     "logits",  "weights", "output", "kv"};

static bool methods_have_their_point(void) {
    bool ok = !pe_method(-1) && !pe_method(PE_METHOD_COUNT) && !pe_method(INT32_MIN);
    for (int32_t id = 0; id < PE_METHOD_COUNT; id++) {
        const PeMethod *const m = pe_method(id);
        ok = ok && strcmp(WORDS[id].acts_on, POINTS[m->acts_on]) == 0 &&
             (m->input_forward != NULL) == (m->acts_on == PE_INPUT) &&
             (m->qk_forward != NULL) == (m->acts_on == PE_QK) &&
             (m->values_forward != NULL) == (m->acts_on == PE_VALUES) &&
             (m->values_backward != NULL) == (m->acts_on == PE_VALUES) &&
             (m->logits_forward != NULL) == (m->acts_on == PE_LOGITS) &&
             (m->weights_forward != NULL) == (m->acts_on == PE_WEIGHTS) &&
             (m->weights_backward != NULL) == (m->acts_on == PE_WEIGHTS) &&
             (m->output_forward != NULL) == (m->acts_on == PE_OUTPUT) &&
             (m->kv_forward != NULL) == (m->acts_on == PE_KV) &&
             (m->kv_backward != NULL) == (m->acts_on == PE_KV) &&
             (m->input_backward != NULL) == (m->acts_on == PE_INPUT) &&
             (m->qk_backward != NULL) == (m->acts_on == PE_QK) &&
             (m->logits_backward != NULL) == (m->acts_on == PE_LOGITS) &&
             (m->output_backward != NULL) == (m->acts_on == PE_OUTPUT) &&
             (m->n_state != NULL) == (m->prepare != NULL) &&
             (m->tensors != NULL) == (m->n_tensors > 0) && m->n_tensors <= PE_MAX_TENSORS;
        for (int32_t other = 0; other < id; other++) {
            ok = ok && strcmp(WORDS[other].name, WORDS[id].name) != 0;
        }
    }
    return ok;
}

// Queries are the last of the keys, so that equal rows turn alike.
static bool rope_aligns_queries(int32_t id, int32_t n_query, int32_t n_key) {
    PeConfig config =
        PE_CONFIG(.n_heads = 1, .d_head = 6, .first_pos = 3, .base = 100.0, .rotary_dim = 4);
    config.scratch = untouched((n_query > n_key ? n_query : n_key) * 4, 0);
    float *const q = untouched(n_query * 6, 0), *const k = untouched(n_key * 6, 1);
    bool ok = pe_method(id)->qk_forward(q, k, &config, n_query, n_key) == STATUS_OK;
    const int32_t n = n_query < n_key ? n_query : n_key;
    ok = ok && is_close(q + (n_query - n) * 6, k + (n_key - n) * 6, n * 6, 1e-6f);
    ok = ok && k[4] == SENTINEL && k[5] == SENTINEL && k[0] != SENTINEL;
    free_all();
    return ok;
}

static bool rope_refuses(int32_t id, Status want, PeConfig config, int32_t n_query, int32_t n_key) {
    float q[8], k[8];
    for (int i = 0; i < 8; i++) q[i] = k[i] = SENTINEL;
    return pe_method(id)->qk_forward(q, k, &config, n_query, n_key) == want && is_untouched(q, 8) &&
           is_untouched(k, 8);
}

// Nothing may refuse the queries once the keys are rotated.
static bool rope_refuses_both_or_none(int32_t id) {
    float scratch[8];
    const PeConfig good = PE_CONFIG(.n_heads = 1, .d_head = 4, .base = 1e4, .scratch = scratch);
    PeConfig odd = good, wide = good, base = good, late = good, early = good, negative = good;
    PeConfig without_scratch = good;
    without_scratch.scratch = NULL;
    odd.d_head = 3;
    wide.rotary_dim = 6;
    negative.rotary_dim = -2;
    base.base = (double)NAN;
    late.first_pos = INT32_MAX;
    early.first_pos = INT32_MIN;
    return rope_refuses(id, STATUS_BAD_SHAPE, odd, 1, 1) &&
           rope_refuses(id, STATUS_BAD_VALUE, without_scratch, 1, 1) &&
           rope_refuses(id, STATUS_BAD_SHAPE, wide, 1, 1) &&
           rope_refuses(id, STATUS_BAD_SHAPE, negative, 1, 1) &&
           rope_refuses(id, STATUS_BAD_SHAPE, good, 0, 1) &&
           rope_refuses(id, STATUS_BAD_SHAPE, good, INT32_MAX, 1) &&
           rope_refuses(id, STATUS_BAD_SHAPE, good, 1, 0) &&
           rope_refuses(id, STATUS_BAD_VALUE, base, 1, 1) &&
           rope_refuses(id, STATUS_OUT_OF_RANGE, late, 1, 2) &&
           rope_refuses(id, STATUS_OUT_OF_RANGE, early, 2, 1);
}

static bool weights_are_asked_for(void) {
    const PeConfig config = PE_CONFIG(.d_model = 2, .n_heads = 1, .base = 1e4, .table_len = 1);
    float x[2] = {SENTINEL, SENTINEL};
    const float zero = 0.0f;
    return pe_method(PE_LEARNED)->input_forward(x, &config, 1) == STATUS_BAD_VALUE &&
           pe_method(PE_CLIPPED_BIAS)->logits_forward(x, &zero, &zero, &config, 1, 1) ==
               STATUS_BAD_VALUE &&
           pe_method(PE_ALIBI)->logits_forward(x, &zero, &zero, &config, 0, 1) ==
               STATUS_BAD_SHAPE &&
           pe_method(PE_SINUSOIDAL)->input_forward(x, &config, 0) == STATUS_BAD_SHAPE &&
           is_untouched(x, 2);
}

int main(void) {
    bool relative = true, learned = true, aligned = true;
    for (int32_t n_key = 1; n_key <= 40; n_key++) {
        for (int32_t clip = 0; clip <= 45; clip += 1 + clip * 2) {
            relative = relative && relative_agrees(clip, 1 + n_key % 3, n_key % 7 + 1, n_key) &&
                       relative_agrees(clip, 1, 41 - n_key, n_key);
        }
        learned = learned && learned_runs(1 + n_key % 6, n_key);
        for (int32_t id = PE_ROPE_HALF; id <= PE_ROPE_INTERLEAVED; id++) {
            aligned = aligned && rope_aligns_queries(id, 1 + n_key * 7 % 40, n_key);
        }
    }
    check(relative, "offsets, their bias and its addition follow one formula");
    check(relative_refuses(), "offsets refuse sizes and clips before they write");
    check(learned, "learned rows are looked up and added as they are");
    check(learned_refuses(), "positions past the learned table are refused before a write");
    check(methods_have_their_point(), "each method has a function for its own point and no other");
    check(aligned, "queries are at the positions of the last keys");
    check(rope_refuses_both_or_none(PE_ROPE_HALF) && rope_refuses_both_or_none(PE_ROPE_INTERLEAVED),
          "a refused rotation leaves queries and keys alone");
    check(weights_are_asked_for(), "methods without their table or rows refuse");
    return test_end();
}
