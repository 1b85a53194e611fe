/* ALiBi's bias with slopes of any bits, and its row form under any mask.
 * clang -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -DCORE_TESTING \
 *   tests/fuzz/alibi.c src/pe/alibi.c src/linalg/vec.c src/base/{real,shape}.c -lm
 */
#include "../../src/pe/alibi.h"
#include "input.h"

static bool are_finite(const float *x, int32_t n) {
    bool ok = true;
    for (int32_t k = 0; k < n; k++) ok = ok && isfinite(x[k]);
    return ok;
}

static void check_bias(const float *slopes, int32_t mask, int32_t h, int32_t n_query,
                       int32_t n_key) {
    const int32_t n = h * n_query * n_key;
    float *const bias = untouched(n), *const want = untouched(n);
    const bool is_good = (mask == 0 || mask == 1) && are_finite(slopes, h);
    const Status status = pe_alibi_bias(bias, slopes, mask, h, n_query, n_key);
    REQUIRE(status == (n == 0 ? STATUS_BAD_SHAPE : is_good ? STATUS_OK : STATUS_BAD_VALUE));
    REQUIRE(pe_alibi_bias_ref(want, slopes, mask, h, n_query, n_key) == status);
    REQUIRE(are_equal(bias, want, n)); // untouched ones, too
    free(bias), free(want);
}

static void check_key_offsets(Input *in, const float *slopes, int32_t h, int32_t n_key) {
    const int32_t n = h * n_key;
    float *const bias = untouched(n);
    int32_t *const real = exact(n_key, sizeof *real);
    bool is_mask = true;
    for (int32_t j = 0; j < n_key; j++) {
        real[j] = input_within(in, 0, 40) % 3;
        is_mask = is_mask && real[j] != 2;
    }
    const Status status = pe_alibi_key_offset_bias(bias, slopes, real, h, n_key);
    const bool is_good = is_mask && are_finite(slopes, h);
    REQUIRE(status == (n == 0 ? STATUS_BAD_SHAPE : is_good ? STATUS_OK : STATUS_BAD_VALUE));
    REQUIRE(status == STATUS_OK || is_untouched(bias, n));
    for (int32_t k = 0; k < n && status == STATUS_OK; k++) {
        REQUIRE(real[k % n_key] == 1 || bias[k] == 0.0f);
        REQUIRE(slopes[k / n_key] < 0.0f ? bias[k] <= 0.0f : bias[k] >= 0.0f);
    }
    free(bias), free(real);
}

static void check_slopes(int32_t n_heads) {
    float *const slopes = untouched(n_heads);
    const Status status = pe_alibi_slopes(slopes, PE_ALIBI_RULE_REFERENCE, n_heads);
    REQUIRE((status == STATUS_OK) == (n_heads > 0));
    for (int32_t h = 0; h < n_heads; h++) REQUIRE(slopes[h] > 0.0f && slopes[h] < 1.0f);
    free(slopes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes) {
    Input in = {data, n_bytes};
    const int32_t mask = input_within(&in, -1, 2), n_heads = input_within(&in, 0, 4);
    const int32_t n_query = input_within(&in, 0, 40), n_key = input_within(&in, 0, 40);
    float *const slopes = input_floats(&in, n_heads, false);
    check_bias(slopes, mask, n_heads, n_query, n_key);
    check_key_offsets(&in, slopes, n_heads, n_key);
    check_slopes(input_within(&in, 0, 300));
    free(slopes);
    return 0;
}
