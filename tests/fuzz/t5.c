/* T5's buckets for any rule and any offsets: in order, in range, and where the logarithm says, but for
 * its rounding.
 * clang -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -DCORE_TESTING \
 *   tests/fuzz/t5.c src/pe/t5.c src/pe/log_scale.c src/pe/diagonal.c src/linalg/vec.c src/base/{real,shape}.c -lm
 */
#include "../../src/pe/t5.h"
#include "input.h"

// Buckets of one direction, and those of them that hold one distance.
typedef struct Rule {
    int32_t n, n_exact, max_distance;
    bool causal;
} Rule;

static bool is_good(const Rule *rule, int32_t n_buckets) {
    return n_buckets >= 1 && n_buckets <= PE_T5_MAX_BUCKETS && rule->n >= 1 &&
           rule->max_distance > rule->n_exact && rule->max_distance <= 1 << 27;
}

static void check_bucket(const Rule *rule, int32_t bucket, int32_t relative) {
    const int32_t first = relative > 0 && !rule->causal ? rule->n : 0;
    const int32_t distance = relative > 0 ? relative : -relative;
    REQUIRE(bucket >= first && bucket < first + rule->n);
    if (relative > 0 && rule->causal) {
        REQUIRE(bucket == 0);
    } else if (distance < rule->n_exact) {
        REQUIRE(bucket == first + distance);
    } else if (distance >= rule->max_distance || rule->n == 1) {
        REQUIRE(bucket == first + rule->n - 1);
    } else {
        const int32_t e = rule->n_exact;
        const double fraction = log((double)distance / e) / log((double)rule->max_distance / e);
        const double step = fraction * (rule->n - e), got = bucket - first - e;
        REQUIRE(got <= step + 1e-6 && got + 1.0 > step - 1e-6);
    }
}

static void check_order(const Rule *rule, int32_t n_buckets, int32_t from) {
    int32_t relative[64], buckets[64];
    for (int32_t k = 0; k < 64; k++) relative[k] = -from - k;
    REQUIRE(pe_t5_buckets(buckets, relative, rule->causal, n_buckets, rule->max_distance, 64) ==
            STATUS_OK);
    for (int32_t k = 1; k < 64; k++) REQUIRE(buckets[k] >= buckets[k - 1]);
}

// The bias reads one bucket; its backward pass gives that bucket as many as there are pairs.
static void check_bias(const Rule *rule, int32_t n_buckets, int32_t n_query, int32_t n_key) {
    const int32_t n = n_query * n_key;
    float *const logits = exact(n, sizeof(float)), *const table = exact(n_buckets, sizeof(float));
    memset(logits, 0, (size_t)n * sizeof(float));
    for (int32_t k = 0; k < n_buckets; k++) table[k] = (float)k;
    const Status want = n > 0 ? STATUS_OK : STATUS_BAD_SHAPE;
    REQUIRE(pe_t5_add(logits, table, rule->causal, n_buckets, rule->max_distance, 1, n_query,
                      n_key) == want);
    for (int32_t at = 0; at < n; at++) {
        const int32_t relative = at % n_key - at / n_key - n_key + n_query;
        check_bucket(rule, (int32_t)logits[at], relative);
        logits[at] = 1.0f;
    }
    memset(table, 0, (size_t)n_buckets * sizeof(float));
    REQUIRE(pe_t5_backward(table, logits, rule->causal, n_buckets, rule->max_distance, 1, n_query,
                           n_key) == want);
    float sum = 0.0f;
    for (int32_t k = 0; k < n_buckets; k++) sum += table[k];
    REQUIRE(sum == (float)n);
    free(logits), free(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes) {
    Input in = {data, n_bytes};
    const bool causal = input_within(&in, 0, 1);
    const int32_t n_buckets = input_within(&in, -1, PE_T5_MAX_BUCKETS + 1);
    const int32_t max_distance = input_int(&in), n_query = input_within(&in, 0, 40);
    const int32_t n_key = input_within(&in, 0, 300), n = input_within(&in, 0, 20);
    const int32_t n_side = causal ? n_buckets : n_buckets / 2;
    const Rule rule = {n_side, n_side / 2, max_distance, causal};
    int32_t *const relative = exact(n, sizeof *relative), *const buckets =
                                                              exact(n, sizeof *buckets);
    bool is_fit = is_good(&rule, n_buckets);
    for (int32_t k = 0; k < n; k++) relative[k] = input_int(&in);
    for (int32_t k = 0; k < n; k++) is_fit = is_fit && relative[k] != INT32_MIN;
    const Status status = pe_t5_buckets(buckets, relative, causal, n_buckets, max_distance, n);
    REQUIRE(status == (n == 0 ? STATUS_BAD_SHAPE : is_fit ? STATUS_OK : STATUS_BAD_VALUE));
    for (int32_t k = 0; k < n && status == STATUS_OK; k++) {
        check_bucket(&rule, buckets[k], relative[k]);
        if (relative[k] > -INT32_MAX + 64)
            check_order(&rule, n_buckets, relative[k] & INT32_MAX >> 1);
    }
    if (is_good(&rule, n_buckets)) check_bias(&rule, n_buckets, n_query, n_key);
    free(relative), free(buckets);
    return 0;
}
