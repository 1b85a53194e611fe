/* ALiBi: every row length and mask, more queries than keys, slopes of every sign. */
#include "../../src/pe/alibi.h"

#include "../../src/pe/fault.h"
#include "test.h"

static const int32_t QUERIES[] = {1, 2, 5, 17, 40};
enum { N_QUERIES = sizeof QUERIES / sizeof *QUERIES, MAX_HEADS = 128 };

static float *slopes_of(int32_t rule, int32_t n_heads) {
    float *const slopes = untouched(n_heads, 0);
    if (pe_alibi_slopes(slopes, rule, n_heads) != STATUS_OK) abort();
    return slopes;
}

// The authors' rule, from the slopes of a power of two alone.
static bool slopes_are_right(int32_t n) {
    int32_t p = 1;
    while (2 * p <= n) p *= 2;
    const float *const got = slopes_of(PE_ALIBI_RULE_REFERENCE, n);
    const float *const plain = slopes_of(PE_ALIBI_RULE_GEOMETRIC, n);
    bool ok = true;
    for (int32_t h = 0; h < n; h++) {
        const double exponent = h < p ? -8.0 * (double)(h + 1) / (double)p
                                      : -4.0 * (double)(2 * (h - p) + 1) / (double)p;
        ok = ok && fabs((double)got[h] / exp2(exponent) - 1.0) < 1e-7;
        ok = ok && fabs((double)plain[h] / exp2(-8.0 * (h + 1) / (double)n) - 1.0) < 1e-7;
    }
    free_all();
    return ok;
}

// Slopes of both signs and of every size; the same numbers as one formula an element, -0 as 0.
static bool bias_agrees(int32_t mask, int32_t n_heads, int32_t n_query, int32_t n_key) {
    const int32_t n = n_heads * n_query * n_key;
    float *const slopes = random_floats(n_heads);
    if (n_heads > 2) slopes[1] = 0.0f;
    if (n_heads > 2) slopes[2] = 3e38f; // its bias is infinite
    float *const got = untouched(n, n_key % 4), *const want = untouched(n, 0);
    const bool ok = pe_alibi_bias(got, slopes, mask, n_heads, n_query, n_key) == STATUS_OK &&
                    pe_alibi_bias_ref(want, slopes, mask, n_heads, n_query, n_key) == STATUS_OK &&
                    is_close(got, want, n, 0.0f);
    free_all();
    return ok;
}

static bool is_hidden(int32_t distance, int32_t mask) {
    return mask == PE_ALIBI_MASK_CAUSAL && distance < 0;
}

// Written without the core: distance alone matters, and 0 is at the query's own key.
static bool bias_obeys_its_laws(int32_t mask, int32_t n_query, int32_t n_key) {
    float *const bias = untouched(n_query * n_key, 0);
    const float slope = 0.25f;
    bool ok = pe_alibi_bias(bias, &slope, mask, 1, n_query, n_key) == STATUS_OK;
    for (int32_t i = 0; i < n_query; i++) {
        for (int32_t j = 0; j < n_key; j++) {
            const int32_t distance = i + n_key - n_query - j;
            const float far = -0.25f * (float)(distance < 0 ? -distance : distance);
            ok = ok && bias[i * n_key + j] == (is_hidden(distance, mask) ? -INFINITY : far);
        }
    }
    free_all();
    return ok;
}

static bool add_adds_the_bias(int32_t n_heads, int32_t n_query, int32_t n_key) {
    const int32_t n = n_heads * n_query * n_key;
    float *const logits = random_floats(n), *const want = untouched(n, 0);
    const float *const slopes = slopes_of(PE_ALIBI_RULE_REFERENCE, n_heads);
    bool ok = pe_alibi_bias(want, slopes, 0, n_heads, n_query, n_key) == STATUS_OK;
    for (int32_t k = 0; k < n; k++) want[k] += logits[k];
    ok = ok && pe_alibi_add(logits, n_heads, n_query, n_key) == STATUS_OK &&
         is_close(logits, want, n, 0.0f);
    free_all();
    return ok;
}

// Counts real keys only; without padding it differs from a causal row by one number.
static bool key_offsets_are_right(int32_t n_heads, int32_t n_key) {
    const float *const slopes = random_floats(n_heads);
    int32_t *const real = exact((size_t)n_key * sizeof *real);
    float *const bias = untouched(n_heads * n_key, n_key % 4);
    bool ok = true;
    for (int32_t period = 1; period <= 3; period++) { // 1: no padding
        for (int32_t j = 0; j < n_key; j++) real[j] = period == 1 || j % period == 1;
        ok = ok && pe_alibi_key_offset_bias(bias, slopes, real, n_heads, n_key) == STATUS_OK;
        for (int32_t h = 0; h < n_heads; h++) {
            for (int32_t j = 0, n_visible = 0; j < n_key; j++) {
                const float want = real[j] ? slopes[h] * (float)n_visible++ : 0.0f;
                ok = ok && bias[h * n_key + j] == want;
            }
        }
    }
    free_all();
    return ok;
}

// One number per row, slope times the query's position.
static bool query_axis_is_what_it_says(int32_t n_heads, int32_t n_query, int32_t n_key) {
    const float *const slopes = random_floats(n_heads);
    float *const bias = untouched(n_heads * n_query * n_key, 1);
    bool ok = pe_fault_alibi_query_axis(bias, slopes, n_heads, n_query, n_key) == STATUS_OK;
    for (int32_t k = 0; k < n_heads * n_query * n_key; k++) {
        const int32_t row = k / n_key;
        const float pos = (float)(row % n_query + n_key - n_query);
        ok = ok && bias[k] == slopes[row / n_query] * pos;
    }
    free_all();
    return ok;
}

static bool refuses_sizes(void) {
    static const int32_t bad[][3] = {{0, 1, 1},
                                     {1, 0, 1},
                                     {1, 1, 0},
                                     {-1, -1, 1},
                                     {1, -1, -1},
                                     {1 << 10, 1 << 10, 1 << 10},
                                     {INT32_MAX, INT32_MAX, INT32_MAX},
                                     {1, INT32_MIN, 1}};
    float x = SENTINEL;
    const float slope = 0.5f;
    const int32_t real = 1;
    bool ok = true;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const int32_t h = bad[k][0], q = bad[k][1], n = bad[k][2];
        ok = ok && pe_alibi_bias(&x, &slope, 0, h, q, n) == STATUS_BAD_SHAPE &&
             pe_alibi_add(&x, h, q, n) == STATUS_BAD_SHAPE &&
             pe_fault_alibi_query_axis(&x, &slope, h, q, n) == STATUS_BAD_SHAPE;
    }
    return ok && pe_alibi_slopes(&x, 0, 0) == STATUS_BAD_SHAPE &&
           pe_alibi_slopes(&x, 0, INT32_MIN) == STATUS_BAD_SHAPE &&
           pe_alibi_slopes(&x, 0, INT32_MAX) == STATUS_BAD_SHAPE &&
           pe_alibi_key_offset_bias(&x, &slope, &real, 0, 1) == STATUS_BAD_SHAPE &&
           pe_alibi_key_offset_bias(&x, &slope, &real, 1, -1) == STATUS_BAD_SHAPE &&
           pe_alibi_key_offset_bias(&x, &slope, &real, 1 << 16, 1 << 16) == STATUS_BAD_SHAPE &&
           x == SENTINEL;
}

static bool refuses_values(void) {
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    float x[8];
    for (int k = 0; k < 8; k++) x[k] = SENTINEL;
    const float good[2] = {0.5f, 0.25f};
    int32_t real[2] = {1, 1};
    bool ok = true;
    for (int k = 0; k < 3; k++) {
        const float last[2] = {0.5f, bad[k]};
        ok = ok && pe_alibi_bias(x, last, 0, 2, 2, 2) == STATUS_BAD_VALUE &&
             pe_alibi_key_offset_bias(x, last, real, 2, 2) == STATUS_BAD_VALUE;
    }
    for (int32_t entry = -1; entry <= 2; entry += 3) {
        real[1] = entry;
        ok = ok && pe_alibi_key_offset_bias(x, good, real, 2, 2) == STATUS_BAD_VALUE &&
             pe_alibi_bias(x, good, entry, 2, 2, 2) == STATUS_BAD_VALUE &&
             pe_alibi_slopes(x, entry, 2) == STATUS_BAD_VALUE;
    }
    return ok && is_untouched(x, 8);
}

int main(void) {
    bool slopes = true, bias = true, laws = true, add = true, offsets = true, axis = true;
    for (int32_t n = 1; n <= MAX_HEADS; n++) slopes = slopes && slopes_are_right(n);
    for (int32_t n_key = 1; n_key <= 40; n_key++) {
        for (int k = 0; k < N_QUERIES; k++) {
            const int32_t n_query = QUERIES[k], n_heads = 1 + (n_key + k) % 4;
            for (int32_t mask = 0; mask < 2; mask++) {
                bias = bias && bias_agrees(mask, n_heads, n_query, n_key);
                laws = laws && bias_obeys_its_laws(mask, n_query, n_key);
            }
            add = add && add_adds_the_bias(n_heads, n_query, n_key);
            axis = axis && query_axis_is_what_it_says(n_heads, n_query, n_key);
        }
        offsets = offsets && key_offsets_are_right(3, n_key);
    }
    check(slopes, "slopes follow the authors' rule for 1 to 128 heads");
    check(bias, "the bias equals the formula for every row length and mask");
    check(laws, "the bias falls with the distance, or hides");
    check(add, "adding without a bias adds the bias");
    check(offsets, "key offsets count real keys");
    check(axis, "the bias along the query axis is the fault it says");
    check(refuses_sizes(), "ALiBi refuses sizes before it writes");
    check(refuses_values(), "ALiBi refuses slopes, masks and rules before it writes");
    return test_end();
}
