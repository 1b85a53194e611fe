/* Rules on the distance and RoPE-Mixed, in buffers of exact size, against their formulas; refusals. */
#include "../../src/pe/distance.h"

#include "../../src/pe/rope.h"
#include "../../src/pe/rope_mixed.h"
#include "test.h"

static double *doubles(int32_t n) {
    double *const x = exact((size_t)n * sizeof *x);
    for (int32_t k = 0; k < n; k++) x[k] = 0.0;
    return x;
}

static const PeDistance RULES[] = {
    {.rule = PE_DISTANCE_PLAIN},
    {.rule = PE_DISTANCE_SELF_EXTEND, .window = 4, .group = 3},
    {.rule = PE_DISTANCE_SELF_EXTEND, .window = 4, .group = 3, .is_exact = 1},
    {.rule = PE_DISTANCE_REROPE, .window = 5},
    {.rule = PE_DISTANCE_LEAKY_REROPE, .window = 5, .factor = 3.0},
    {.rule = PE_DISTANCE_DCA, .chunk = 6, .local = 2},
    {.rule = PE_DISTANCE_DCA, .chunk = 1},
    {.rule = PE_DISTANCE_DCA, .chunk = INT32_MAX},
};
enum { N_RULES = sizeof RULES / sizeof *RULES };

// No rule makes a distance longer, none changes the nearest two keys but where chunks meet, and the
// future is at 0.
static bool are_shorter(int32_t n_query, int32_t n_key) {
    bool ok = true;
    for (int32_t rule = 0; rule < N_RULES; rule++) {
        double *const d = doubles(n_query * n_key);
        ok = ok && pe_distance_matrix(d, RULES + rule, n_query, n_key) == STATUS_OK;
        for (int32_t at = 0; at < n_query * n_key && ok; at++) {
            const double plain = at / n_key + n_key - n_query - at % n_key;
            ok = plain < 0.0 ? d[at] == 0.0 : d[at] >= 0.0 && d[at] <= plain + 1.0;
            if (rule == 0) ok = ok && (plain < 0.0 || d[at] == plain);
        }
        if (!ok) printf("# rule %d, %d x %d\n", rule, n_query, n_key);
        free_all();
    }
    return ok;
}

// Logits against the rotation of both sides, in buffers of exact size.
static bool logits_agree(int32_t layout, int32_t n_query, int32_t n_key, int32_t d_head,
                         int32_t n_pairs) {
    const int32_t n_heads = 2, n_logits = n_heads * n_query * n_key;
    float *const q = random_floats(n_heads * n_query * d_head);
    float *const k = random_floats(n_heads * n_key * d_head);
    float *const logits = exact((size_t)n_logits * sizeof *logits);
    double *const d = doubles(n_query * n_key), *const w = doubles(n_pairs);
    for (int32_t c = 0; c < n_pairs; c++) w[c] = 1.0 / (1.0 + c);
    const PeDistanceLogits s = {layout, n_heads, n_query, n_key, d_head, n_pairs, 0.5};
    bool ok = pe_distance_matrix(d, RULES, n_query, n_key) == STATUS_OK &&
              pe_distance_logits(logits, q, k, d, w, &s) == STATUS_OK;
    for (int32_t at = 0; at < n_logits && ok; at++) {
        const int32_t row = at / n_key, head = row / n_query, j = at % n_key;
        const float *const a = q + row * d_head, *const b = k + (head * n_key + j) * d_head;
        double sum = 0.0;
        for (int32_t c = 0; c < n_pairs; c++) {
            const int32_t one = layout ? 2 * c : c, other = layout ? one + 1 : c + n_pairs;
            const double angle = d[row % n_query * n_key + j] * w[c];
            const double x = cos(angle) * (double)a[one] - sin(angle) * (double)a[other];
            const double y = cos(angle) * (double)a[other] + sin(angle) * (double)a[one];
            sum += x * (double)b[one] + y * (double)b[other];
        }
        for (int32_t c = 2 * n_pairs; c < d_head; c++) sum += (double)a[c] * (double)b[c];
        ok = fabs((double)logits[at] - 0.5 * sum) < 1e-6;
    }
    free_all();
    return ok;
}

static bool bad_rules_are_refused(void) {
    static const PeDistance BAD[] = {
        {.rule = -1},
        {.rule = 5},
        {.rule = PE_DISTANCE_SELF_EXTEND, .window = 0, .group = 3},
        {.rule = PE_DISTANCE_SELF_EXTEND, .window = 4, .group = 0},
        {.rule = PE_DISTANCE_REROPE, .window = -1},
        {.rule = PE_DISTANCE_LEAKY_REROPE, .window = 0, .factor = 2.0},
        {.rule = PE_DISTANCE_LEAKY_REROPE, .window = 4, .factor = 0.0},
        {.rule = PE_DISTANCE_LEAKY_REROPE, .window = 4, .factor = (double)NAN},
        {.rule = PE_DISTANCE_DCA, .chunk = 4, .local = 4},
        {.rule = PE_DISTANCE_DCA, .chunk = 4, .local = -1},
    };
    double d[4] = {7.0, 7.0, 7.0, 7.0}, w[2] = {1.0, 1.0};
    bool ok = true;
    for (size_t k = 0; k < sizeof BAD / sizeof *BAD; k++) {
        ok = ok && pe_distance_matrix(d, BAD + k, 2, 2) == STATUS_BAD_VALUE;
    }
    ok = ok && pe_distance_matrix(d, RULES, 0, 2) == STATUS_BAD_SHAPE &&
         pe_distance_matrix(d, RULES, INT32_MAX, 2) == STATUS_BAD_SHAPE && d[0] == 7.0;
    float *const q = random_floats(8), *const logits = untouched(4, 0);
    const PeDistanceLogits good = {0, 1, 2, 2, 4, 2, 1.0};
    PeDistanceLogits wide = good, no_layout = good, no_scale = good;
    wide.n_pairs = 3, no_layout.layout = 2, no_scale.scale = (double)NAN;
    ok = ok && pe_distance_logits(logits, q, q, d, w, &wide) == STATUS_BAD_SHAPE &&
         pe_distance_logits(logits, q, q, d, w, &no_layout) == STATUS_BAD_VALUE &&
         pe_distance_logits(logits, q, q, d, w, &no_scale) == STATUS_BAD_VALUE;
    d[3] = (double)NAN;
    ok = ok && pe_distance_logits(logits, q, q, d, w, &good) == STATUS_BAD_VALUE;
    d[3] = 1.0, w[1] = 1e101;
    ok = ok && pe_distance_logits(logits, q, q, d, w, &good) == STATUS_BAD_VALUE &&
         is_untouched(logits, 4);
    free_all();
    return ok;
}

// ------------------------------------------------------------------------------------ RoPE-Mixed

// Along the x axis with RoPE's frequencies as weights, it is RoPE, interleaved.
static bool is_rope_on_a_line(int32_t n_heads, int32_t n, int32_t d_head) {
    const int32_t n_pairs = d_head / 2, n_x = n_heads * n * d_head;
    float *const x = random_floats(n_x), *const got = untouched(n_x, 1);
    float *const want = untouched(n_x, 0), *const weights = untouched(n_heads * d_head, 0);
    float *const c = untouched(n * n_pairs, 0), *const s = untouched(n * n_pairs, 0);
    double *const positions = doubles(2 * n), *const w = doubles(n_pairs);
    for (int32_t r = 0; r < n; r++) positions[r] = 2.0 * r, positions[n + r] = -1.0;
    for (int32_t k = 0; k < n_heads * n_pairs; k++) {
        w[k % n_pairs] = 1.0 / (double)(1 << k % n_pairs % 20); // exact as a float
        weights[k] = (float)w[k % n_pairs], weights[n_heads * n_pairs + k] = 0.0f;
    }
    const PeRopeMixed mixed = {weights, positions, 0, n_heads, n, d_head};
    const PeRotation rotation = {PE_ROPE_LAYOUT_INTERLEAVED, 0, n_heads, n, d_head, n_pairs};
    bool ok = pe_rope_mixed_rotate(got, x, &mixed) == STATUS_OK &&
              pe_rope_tables(c, s, positions, w, 1.0, n, n_pairs) == STATUS_OK &&
              pe_rope_rotate(want, x, c, s, &rotation) == STATUS_OK && same_bits(got, want, n_x);
    // the backward pass adds to the weights' gradient, and may work in place
    float *const dweights = untouched(n_heads * d_head, 0), *const again =
                                                                untouched(n_heads * d_head, 0);
    for (int32_t k = 0; k < n_heads * d_head; k++) again[k] = dweights[k] = 0.0f;
    ok = ok && pe_rope_mixed_backward(want, dweights, x, got, &mixed) == STATUS_OK;
    for (int32_t k = 0; k < 2; k++) {
        ok = ok && pe_rope_mixed_backward(want, again, x, got, &mixed) == STATUS_OK;
    }
    for (int32_t k = 0; k < n_heads * d_head && ok; k++) ok = again[k] == 2.0f * dweights[k];
    ok = ok && pe_rope_mixed_backward(x, NULL, x, got, &mixed) == STATUS_OK &&
         same_bits(x, want, n_x);
    free_all();
    return ok;
}

static bool bad_planes_are_refused(void) {
    float weights[16] = {0}, angle = 0.5f;
    double positions[4] = {0.0, 1.0, 0.0, 1.0};
    float *const x = untouched(8, 0);
    const PeRopeMixed good = {weights, positions, 0, 1, 2, 4};
    PeRopeMixed odd = good, none = good;
    odd.d_head = 3, none.n = 0;
    bool ok = pe_rope_mixed_rotate(x, x, &odd) == STATUS_BAD_SHAPE &&
              pe_rope_mixed_angles(x, &none) == STATUS_BAD_SHAPE &&
              pe_rope_mixed_init(x, &angle, 10.0, 1, 6) == STATUS_BAD_SHAPE &&
              pe_rope_mixed_init(x, &angle, 0.0, 1, 4) == STATUS_BAD_VALUE;
    angle = NAN;
    ok = ok && pe_rope_mixed_init(x, &angle, 10.0, 1, 4) == STATUS_BAD_VALUE;
    positions[3] = (double)INFINITY;
    ok = ok && pe_rope_mixed_rotate(x, x, &good) == STATUS_BAD_VALUE &&
         pe_rope_mixed_angles(x, &good) == STATUS_BAD_VALUE &&
         pe_rope_mixed_backward(x, NULL, x, x, &good) == STATUS_BAD_VALUE && is_untouched(x, 8);
    free_all();
    return ok;
}

// Floats that the method works in: positions, weights and their gradients. Nothing is allocated here.
static bool the_method_has_limits(void) {
    enum { MOST = 1 << 26 }; // tokens of two numbers each, queries and keys together
    PeConfig c = {.n_heads = 1, .d_head = 2};
    bool ok = pe_rope_mixed.n_scratch(&c, MOST, 1) == 4 * (int64_t)MOST + 4 &&
              pe_rope_mixed.n_scratch(&c, 1, MOST) == 4 * (int64_t)MOST + 4 &&
              pe_rope_mixed.n_scratch(&c, MOST + 1, 1) == 0 &&
              pe_rope_mixed.n_scratch(&c, 1, MOST + 1) == 0;
    c.d_head = 3;
    ok = ok && pe_rope_mixed.n_scratch(&c, 1, 1) == 0;
    c.d_head = 0;
    return ok && pe_rope_mixed.n_scratch(&c, 1, 1) == 0;
}

int main(void) {
    bool ok = true;
    for (int32_t n = 1; n <= 20; n++)
        ok = ok && are_shorter(n, n) && are_shorter(3, n) && are_shorter(n, 4);
    check(ok, "rules shorten distances, and leave the future at 0");
    ok = true;
    for (int32_t layout = 0; layout < 2; layout++) {
        for (int32_t n = 1; n < 8; n++) {
            ok = ok && logits_agree(layout, n, n + 2, 2 * n, n) && logits_agree(layout, 3, n, 9, 2);
        }
    }
    check(ok, "logits at a distance are those of a rotation by it");
    check(bad_rules_are_refused(), "rules, distances and sizes that cannot be are refused");
    ok = true;
    for (int32_t n = 1; n < 6; n++)
        ok = ok && is_rope_on_a_line(1, n, 2) && is_rope_on_a_line(3, n, 4 * n);
    check(ok, "RoPE-Mixed along one axis is RoPE, to the bit, and its gradients are added");
    check(bad_planes_are_refused(), "bad places, directions and widths are refused");
    check(the_method_has_limits(), "RoPE-Mixed has limits on its tokens");
    return test_end();
}
