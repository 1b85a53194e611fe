/* Shaw's terms at any sizes against their formula, on numbers whose sums are exact.
 * clang -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -DCORE_TESTING \
 *   tests/fuzz/shaw.c src/pe/shaw.c src/linalg/matmul.c src/linalg/vec.c src/base/shape.c -lm
 */
#include "../../src/pe/shaw.h"
#include "input.h"

typedef struct Sizes {
    int32_t clip, causal, n_heads, n_query, n_key, d_head;
} Sizes;

static float *zeros(int32_t n) {
    float *const x = exact(n, sizeof *x);
    memset(x, 0, (size_t)n * sizeof *x);
    return x;
}

// Multiples of 1/8 up to 1 each way: sums of products of two stay exact in float.
static float *eighths(Input *in, int32_t n) {
    float *const x = exact(n, sizeof *x);
    for (int32_t k = 0; k < n; k++) {
        uint8_t byte;
        input_bytes(in, &byte, 1);
        x[k] = (float)(byte % 17 - 8) / 8.0f;
    }
    return x;
}

static bool is_hidden(const Sizes *s, int32_t row, int32_t j) {
    return s->causal && j > row % s->n_query + s->n_key - s->n_query;
}

static int32_t column(const Sizes *s, int32_t row, int32_t j) {
    const int32_t relative = j - row % s->n_query - s->n_key + s->n_query;
    return (relative < -s->clip ? -s->clip : relative > s->clip ? s->clip : relative) + s->clip;
}

static void check(const Sizes *s, const float *x, float *pairs, const float *table, Status want) {
    const int32_t n_rows = s->n_heads * s->n_query, d = s->d_head, n_key = s->n_key;
    const int32_t n_pairs = n_rows * n_key, n_table = (2 * s->clip + 1) * d;
    float *const dots = zeros(n_pairs), *const sums = zeros(n_rows * d);
    float *const dtable = zeros(n_table), *const want_dots = zeros(n_pairs);
    float *const want_sums = zeros(n_rows * d), *const want_dtable = zeros(n_table);
    for (int32_t at = 0; at < n_pairs; at++) {
        const int32_t row = at / n_key;
        if (is_hidden(s, row, at % n_key)) pairs[at] = 0.0f;
        const int32_t r = column(s, row, at % n_key);
        for (int32_t e = 0; e < d; e++) {
            want_dots[at] += 0.5f * x[row * d + e] * table[r * d + e];
            want_sums[row * d + e] += 0.5f * pairs[at] * table[r * d + e];
            want_dtable[r * d + e] += 0.5f * pairs[at] * x[row * d + e];
        }
    }
    const PeConfig config = PE_CONFIG(.n_heads = s->n_heads, .d_head = d, .clip = s->clip,
                                      .causal = s->causal, .scale = 0.5f, .table = table);
    const PeLogitsGradients gradients = {sums, NULL, dtable, NULL};
    REQUIRE(pe_shaw_keys.logits_forward(dots, x, NULL, &config, s->n_query, n_key) == want);
    REQUIRE(pe_shaw_keys.logits_backward(&gradients, pairs, x, NULL, &config, s->n_query, n_key) ==
            want);
    for (int32_t at = 0; at < n_pairs; at++) {
        if (is_hidden(s, at / n_key, at % n_key)) dots[at] = want_dots[at];
    }
    REQUIRE(are_equal(dots, want_dots, n_pairs) && are_equal(sums, want_sums, n_rows * d));
    REQUIRE(are_equal(dtable, want_dtable, n_table));
    // the values' terms, on top of the keys': twice those without a scale of a half
    REQUIRE(pe_shaw_values.output_forward(sums, pairs, &config, s->n_query, n_key) == want);
    REQUIRE(pe_shaw_values.output_backward(dots, dtable, x, pairs, &config, s->n_query, n_key) ==
            want);
    for (int32_t k = 0; k < n_rows * d; k++) REQUIRE(sums[k] == 3.0f * want_sums[k]);
    for (int32_t k = 0; k < n_table; k++) REQUIRE(dtable[k] == 3.0f * want_dtable[k]);
    free(dots), free(sums), free(dtable), free(want_dots), free(want_sums), free(want_dtable);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes) {
    Input in = {data, n_bytes};
    const Sizes s = {.clip = input_within(&in, 0, 50),
                     .causal = input_within(&in, 0, 1),
                     .n_heads = input_within(&in, 0, 4),
                     .n_query = input_within(&in, 0, 40),
                     .n_key = input_within(&in, 0, 70),
                     .d_head = input_within(&in, 0, 80)};
    const bool is_empty = s.n_heads == 0 || s.n_query == 0 || s.n_key == 0 || s.d_head == 0;
    const int32_t n_rows = s.n_heads * s.n_query;
    float *const x = eighths(&in, n_rows * s.d_head), *const pairs = eighths(&in, n_rows * s.n_key);
    float *const table = eighths(&in, (2 * s.clip + 1) * s.d_head);
    check(&s, x, pairs, table, is_empty ? STATUS_BAD_SHAPE : STATUS_OK);
    free(x), free(pairs), free(table);
    return 0;
}
