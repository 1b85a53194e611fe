/* xPos: factors against the formula in buffers of exact size, a prepared state, refusals. */
#include "../../src/pe/xpos.h"
#include "test.h"

// x (n_heads, n, d_head) times zeta^((first + r) / scale_base), in double.
static bool follows(int32_t n_heads, int32_t n, int32_t d_head, int32_t dim) {
    const double scale_base = 3.0, centre = -2.0;
    const int32_t n_x = n_heads * n * d_head, first_pos = 4;
    bool ok = true;
    for (int32_t divide = 0; divide < 2; divide++) {
        float *const x = random_floats(n_x), *const want = exact((size_t)n_x * sizeof *want);
        for (int32_t at = 0; at < n_x; at++) {
            const int32_t e = at % d_head, pos = first_pos + at / d_head % n;
            const double zeta = (2 * (e / 2) + 0.4 * dim) / (1.4 * dim);
            const double power = (divide ? -1.0 : 1.0) * (pos - centre) / scale_base;
            want[at] = (float)((double)x[at] * (e < dim ? pow(zeta, power) : 1.0));
        }
        ok = ok && pe_xpos_scale(x, divide, scale_base, first_pos - centre, n_heads, n, d_head,
                                 dim) == STATUS_OK;
        for (int32_t at = 0; at < n_x && ok; at++) {
            ok = is_close(x + at, want + at, 1, 1e-6f * (1.0f + fabsf(want[at])));
        }
        free_all();
    }
    return ok;
}

static bool all_follow(void) {
    bool ok = true;
    for (int32_t n = 1; n < 12; n += 3) {
        for (int32_t d_head = 2; d_head < 10 && ok; d_head++) {
            ok = follows(1, n, d_head, d_head & ~1) && follows(3, n, d_head, 2);
        }
    }
    return ok;
}

// The same bits with a state of exactly its size as without; beyond its tokens nothing is written.
static bool state_agrees(int32_t n_query, int32_t n_key) {
    const int32_t n_tokens = n_key + 2, n_q = 2 * n_query * 6, n_k = 2 * n_key * 6;
    PeConfig config = PE_CONFIG(.n_heads = 2, .d_head = 6, .first_pos = 5, .base = 100.0,
                                .rotary_dim = 4, .scale_base = 8.0);
    float *const q = random_floats(n_q), *const k = random_floats(n_k);
    float *const q2 = exact((size_t)n_q * sizeof *q2), *const k2 = exact((size_t)n_k * sizeof *k2);
    memcpy(q2, q, (size_t)n_q * sizeof *q), memcpy(k2, k, (size_t)n_k * sizeof *k);
    const int64_t n_scratch = pe_n_scratch(&pe_xpos, &config, n_query, n_key);
    config.scratch = n_scratch > 0 ? exact((size_t)n_scratch * sizeof(float)) : NULL;
    bool ok = pe_xpos.qk_forward(q, k, &config, n_query, n_key) == STATUS_OK &&
              pe_xpos.qk_backward(q, k, &config, n_query, n_key) == STATUS_OK;
    float *const state = exact((size_t)pe_xpos.n_state(&config, n_tokens) * sizeof *state);
    ok = ok && pe_xpos.prepare(state, &config, n_tokens) == STATUS_OK;
    config.state = state, config.state_len = n_tokens;
    ok = ok && pe_xpos.qk_forward(q2, k2, &config, n_query, n_key) == STATUS_OK &&
         pe_xpos.qk_backward(q2, k2, &config, n_query, n_key) == STATUS_OK &&
         same_bits(q, q2, n_q) && same_bits(k, k2, n_k);
    config.state_len = n_key - 1;
    ok = ok && pe_xpos.qk_forward(q2, k2, &config, n_query, n_key) == STATUS_OUT_OF_RANGE &&
         same_bits(q, q2, n_q) && same_bits(k, k2, n_k);
    free_all();
    return ok;
}

static bool refuses(PeConfig config, int32_t n_query, int32_t n_key, Status want) {
    static float scratch[256];
    config.scratch = scratch;
    float *const q = untouched(16, 0), *const k = untouched(16, 0);
    const bool ok = pe_xpos.qk_forward(q, k, &config, n_query, n_key) == want &&
                    pe_xpos.qk_backward(q, k, &config, n_query, n_key) == want &&
                    is_untouched(q, 16) && is_untouched(k, 16);
    free_all();
    return ok;
}

static bool all_refused(void) {
    const PeConfig good = PE_CONFIG(.n_heads = 1, .d_head = 4, .base = 1e4, .scale_base = 4.0);
    PeConfig odd = good, wide = good, no_base = good, none = good, nan = good, short_base = good;
    odd.rotary_dim = 3;
    wide.rotary_dim = 6;
    no_base.base = 0.0;
    none.scale_base = 0.0;
    nan.scale_base = (double)NAN;
    short_base.scale_base = 0.01; // two positions are more than it has
    return refuses(odd, 2, 2, STATUS_BAD_SHAPE) && refuses(wide, 2, 2, STATUS_BAD_SHAPE) &&
           refuses(good, 0, 2, STATUS_BAD_SHAPE) && refuses(good, 2, 0, STATUS_BAD_SHAPE) &&
           refuses(no_base, 2, 2, STATUS_BAD_VALUE) && refuses(none, 2, 2, STATUS_BAD_VALUE) &&
           refuses(nan, 2, 2, STATUS_BAD_VALUE) && refuses(short_base, 2, 2, STATUS_OUT_OF_RANGE) &&
           // keys that fit and queries before them that do not
           refuses(short_base, 2, 1, STATUS_OUT_OF_RANGE) &&
           refuses(good, 1, 1 << 20, STATUS_OUT_OF_RANGE);
}

int main(void) {
    check(all_follow(), "factors are powers of zeta, and elements that do not turn stay");
    check(state_agrees(1, 1) && state_agrees(4, 4) && state_agrees(3, 90),
          "a prepared state has the bits of what is made afresh, and is not left");
    check(all_refused(), "bad calls are refused before anything is written");
    return test_end();
}
