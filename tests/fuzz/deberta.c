/* DeBERTa's buckets for any rule and any offsets: in order, mirrored, where the logarithm says but for
 * its rounding; and its terms for any sizes, in buffers of exact size.
 * clang -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -DCORE_TESTING \
 *   tests/fuzz/deberta.c src/pe/{deberta,by_distance,exact_power}.c src/linalg/{matmul,vec}.c \
 *   src/base/{real,shape}.c -lm
 */
#include "../../src/pe/deberta.h"
#include "input.h"

static bool is_good(int32_t n_buckets, int32_t max_distance) {
    if (max_distance < 1 || max_distance > 1 << 27) return false;
    if (n_buckets == 0) return true;
    return n_buckets >= 2 && n_buckets <= PE_DEBERTA_MAX_BUCKETS &&
           max_distance > n_buckets / 2 + 1;
}

// A bucket of a distance >= 0.
static void check_bucket(int32_t bucket, int32_t distance, int32_t n_buckets,
                         int32_t max_distance) {
    const int32_t e = n_buckets / 2;
    if (n_buckets == 0 || distance <= e) {
        REQUIRE(bucket == distance);
        return;
    }
    const double fraction = log((double)distance / e) / log((max_distance - 1.0) / e);
    const double step = fraction * (e - 1), got = bucket - e, doubt = 1e-6 + 1e-9 * step;
    REQUIRE(got >= step - doubt && got - 1.0 < step + doubt);
    if (n_buckets % 2 == 0 && distance == max_distance - 1) REQUIRE(bucket == n_buckets - 1);
}

static void check_order(int32_t n_buckets, int32_t max_distance, int32_t from) {
    int32_t relative[128], buckets[128];
    for (int32_t k = 0; k < 64; k++) {
        relative[k] = -from - k;
        relative[k + 64] = from + k;
    }
    REQUIRE(pe_deberta_buckets(buckets, relative, n_buckets, max_distance, 128) == STATUS_OK);
    for (int32_t k = 0; k < 64; k++) {
        REQUIRE(buckets[k] == -buckets[k + 64]);
        REQUIRE(k == 0 || buckets[k] >= buckets[k - 1]);
    }
}

// With a table of bucket numbers, a query of 1 and a key of 0, the first term alone tells each row.
static void check_terms(int32_t n_buckets, int32_t max_distance, bool causal, int32_t n_query,
                        int32_t n_key) {
    PeConfig config = PE_CONFIG(.n_heads = 1, .d_head = 1, .causal = causal, .scale = 1.0f,
                                .n_buckets = n_buckets, .max_distance = max_distance);
    const int32_t span = n_buckets > 0 ? n_buckets : max_distance, n = n_query * n_key;
    const int64_t n_scratch = pe_deberta.n_scratch(&config, n_query, n_key);
    if (span > 4096) return;
    REQUIRE((n_scratch > 0) == (n > 0));
    float *const table = exact(4 * span, sizeof(float)), *const dtable =
                                                             exact(4 * span, sizeof(float));
    float *const logits = exact(n, sizeof(float)), *const q = exact(n_query, sizeof(float));
    float *const k = exact(n_key, sizeof(float)), *const scratch =
                                                      exact((int32_t)n_scratch, sizeof(float));
    for (int32_t r = 0; r < 4 * span; r++) table[r] = (float)(r % (2 * span)), dtable[r] = 0.0f;
    for (int32_t i = 0; i < n_query; i++) q[i] = 1.0f;
    memset(k, 0, (size_t)n_key * sizeof *k);
    memset(logits, 0, (size_t)n * sizeof *logits);
    config.table = table, config.scratch = scratch;
    const Status want = n > 0 ? STATUS_OK : STATUS_BAD_SHAPE;
    REQUIRE(pe_deberta.logits_forward(logits, q, k, &config, n_query, n_key) == want);
    float n_visible = 0.0f;
    for (int32_t at = 0; at < n; at++) {
        const int32_t relative = at % n_key - at / n_key - n_key + n_query;
        int32_t bucket;
        REQUIRE(pe_deberta_buckets(&bucket, &relative, n_buckets, max_distance, 1) == STATUS_OK);
        const int32_t row = bucket + span < 0 ? 0 : bucket >= span ? 2 * span - 1 : bucket + span;
        const bool is_hidden = causal && relative > 0;
        REQUIRE(logits[at] == (is_hidden ? 0.0f : (float)row));
        logits[at] = is_hidden ? 0.0f : 1.0f;
        n_visible += logits[at];
    }
    float *const dq = exact(n_query, sizeof(float)), *const dk = exact(n_key, sizeof(float));
    memset(dq, 0, (size_t)n_query * sizeof *dq);
    memset(dk, 0, (size_t)n_key * sizeof *dk);
    REQUIRE(pe_deberta.logits_backward(&(PeLogitsGradients){dq, dk, dtable, NULL}, logits, q, k,
                                       &config, n_query, n_key) == want);
    float sum = 0.0f;
    for (int32_t r = 0; r < 4 * span; r++) sum += dtable[r];
    REQUIRE(sum == n_visible); // by the second table it is 0, since the keys are
    free(dq), free(dk);
    free(table), free(dtable), free(logits), free(q), free(k), free(scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes) {
    Input in = {data, n_bytes};
    const int32_t n_buckets = input_within(&in, -1, PE_DEBERTA_MAX_BUCKETS + 1);
    const int32_t max_distance = input_int(&in), n_query = input_within(&in, 0, 20);
    const int32_t n_key = input_within(&in, 0, 100), n = input_within(&in, 0, 20);
    const bool causal = input_within(&in, 0, 1), is_rule = is_good(n_buckets, max_distance);
    int32_t *const relative = exact(n, sizeof *relative);
    int32_t *const buckets = exact(n, sizeof *buckets);
    bool is_fit = is_rule;
    for (int32_t k = 0; k < n; k++) relative[k] = input_int(&in);
    for (int32_t k = 0; k < n; k++) is_fit = is_fit && relative[k] != INT32_MIN;
    const Status status = pe_deberta_buckets(buckets, relative, n_buckets, max_distance, n);
    REQUIRE(status == (n == 0 ? STATUS_BAD_SHAPE : is_fit ? STATUS_OK : STATUS_BAD_VALUE));
    for (int32_t k = 0; k < n && status == STATUS_OK; k++) {
        const int32_t sign = relative[k] > 0 ? -1 : 1;
        check_bucket(sign * buckets[k], -sign * relative[k], n_buckets, max_distance);
        check_order(n_buckets, max_distance, relative[k] & INT32_MAX >> 1);
    }
    if (is_rule) check_terms(n_buckets, max_distance, causal, n_query, n_key);
    free(relative), free(buckets);
    return 0;
}
