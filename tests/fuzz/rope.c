/* Rotations of any numbers: the fast one against the reference, with tables and without.
 * clang -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -DCORE_TESTING \
 *   tests/fuzz/rope.c src/pe/{axes,frequency,rope,sweep}.c src/base/{real,shape}.c -lm
 */
#include "../../src/pe/rope.h"
#include "../../src/pe/pe.h"
#include "input.h"

typedef struct Sizes {
    int32_t layout, n_heads, n, d_head, n_pairs, n_x, n_table;
} Sizes;

static void check_rotate(Input *in, Sizes s, bool is_tame, bool is_good) {
    float *const x = input_floats(in, s.n_x, is_tame), *const out = untouched(s.n_x);
    float *const c = input_floats(in, s.n_table, is_tame), *const want = untouched(s.n_x);
    float *const t = input_floats(in, s.n_table, is_tame);
    PeRotation r = {s.layout, 0, s.n_heads, s.n, s.d_head, s.n_pairs};
    for (r.inverse = 0; r.inverse < 2; r.inverse++) {
        const Status status = pe_rope_rotate(out, x, c, t, &r);
        REQUIRE((status == STATUS_OK) == is_good);
        REQUIRE(pe_rope_rotate_ref(want, x, c, t, &r) == status);
        REQUIRE(are_equal(out, want, s.n_x));
        REQUIRE(status == STATUS_OK || is_untouched(out, s.n_x));
    }
    r.inverse = 1;
    pe_rope_rotate(x, x, c, t, &r); // in place
    REQUIRE(!is_good || are_equal(x, want, s.n_x));
    free(x), free(out), free(c), free(want), free(t);
}

// The method of the table: every row keeps its length, whatever the base and the position.
static void check_rotate_and_invert(Input *in, Sizes s) {
    PeConfig config = PE_CONFIG(.n_heads = s.n_heads, .d_head = s.d_head, .base = input_double(in),
                                .first_pos = input_int(in), .rotary_dim = 2 * s.n_pairs);
    if (s.n_pairs == 0) return; // that would be all of them
    const bool is_base = config.base >= 1e-100 && config.base <= 1e100;
    float *const x = input_floats(in, s.n_x, true), *const before = untouched(s.n_x);
    float *const q = untouched(s.n_x);
    if (s.n_x > 0) memcpy(before, x, (size_t)s.n_x * sizeof *x);
    config.scratch = untouched(s.n * 2 * s.n_pairs);
    const PeMethod *const method = s.layout == 0 ? &pe_rope_half : &pe_rope_interleaved;
    const Status status = method->qk_forward(q, x, &config, s.n, s.n);
    const bool is_good = s.n_x > 0 && 2 * s.n_pairs <= s.d_head;
    REQUIRE((status == STATUS_OK) == (is_good && is_base));
    REQUIRE(status == STATUS_OK || (are_equal(x, before, s.n_x) && is_untouched(q, s.n_x)));
    for (int32_t row = 0; row < s.n_x && status == STATUS_OK; row += s.d_head) {
        double from = 0.0, to = 0.0;
        for (int32_t k = row; k < row + s.d_head; k++) {
            from += (double)before[k] * (double)before[k];
            to += (double)x[k] * (double)x[k];
        }
        REQUIRE(fabs(from - to) <= 1e-5 * from);
    }
    free(x), free(before), free(q), free(config.scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes) {
    Input in = {data, n_bytes};
    Sizes s = {.layout = input_within(&in, -1, 2), .n_heads = input_within(&in, 0, 3)};
    s.n = input_within(&in, 0, 70);
    s.d_head = input_within(&in, 0, s.n > 6 ? 20 : 140);
    s.n_pairs = input_within(&in, 0, s.d_head / 2 + 1);
    s.n_x = s.n_heads * s.n * s.d_head;
    s.n_table = s.n * s.n_pairs;
    const bool is_good =
        s.n_x > 0 && s.n_pairs > 0 && 2 * s.n_pairs <= s.d_head && (s.layout == 0 || s.layout == 1);
    check_rotate_and_invert(&in, s);
    check_rotate(&in, s, false, is_good);
    return 0;
}
