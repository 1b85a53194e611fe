/* RoPE: every width, every count of pairs, rows around each border of a block, in place and apart. */
#include "../../src/pe/rope.h"

#include <string.h>

#include "../../src/pe/fault.h"
#include "../../src/pe/pe.h"
#include "test.h"

static const int32_t ROWS[] = {1, 15, 16, 17, 18, 31, 32, 33, 34, 63, 64, 65, 66, 129, 130, 131};
static const int32_t FIRST[] = {0, -32, 33, 4127, -4160, INT32_MIN, INT32_MAX - 2};
enum { N_ROWS = sizeof ROWS / sizeof *ROWS, N_FIRST = sizeof FIRST / sizeof *FIRST };

typedef struct Sizes {
    int32_t n_heads, n, d_head, n_pairs;
} Sizes;

static int32_t n_of(Sizes s) { return s.n_heads * s.n * s.d_head; }

// Fast and reference, out of place at another alignment and in place: the same bits.
static bool rotation_agrees(Sizes s, int32_t layout, int32_t inverse) {
    const int32_t n_x = n_of(s), n_table = s.n * s.n_pairs;
    float *const x = random_floats(n_x), *const got = untouched(n_x, s.d_head % 4);
    float *const want = untouched(n_x, 0);
    const PeRotation rotation = {layout, inverse, s.n_heads, s.n, s.d_head, s.n_pairs};
    const float *const c = random_floats(n_table), *const sin_table = random_floats(n_table);
    bool ok = pe_rope_rotate_ref(want, x, c, sin_table, &rotation) == STATUS_OK;
    ok = ok && pe_rope_rotate(got, x, c, sin_table, &rotation) == STATUS_OK;
    ok = ok && same_bits(got, want, n_x);
    ok = ok && pe_rope_rotate(x, x, c, sin_table, &rotation) == STATUS_OK;
    ok = ok && same_bits(x, want, n_x);
    free_all();
    return ok;
}

static bool rotations_agree_everywhere(int32_t layout) {
    bool ok = true;
    for (int32_t d = 2; d <= 40; d++) {
        for (int32_t pairs = 1; pairs <= d / 2; pairs++) {
            const Sizes s = {1 + d % 3, 1 + pairs % 4, d, pairs};
            ok = ok && rotation_agrees(s, layout, 0) && rotation_agrees(s, layout, 1);
        }
    }
    return ok;
}

static double *frequencies(int32_t n_pairs) {
    double *const w = exact((size_t)n_pairs * sizeof *w);
    if (pe_rope_frequencies(w, 1e4, 2 * n_pairs) != STATUS_OK) abort();
    return w;
}

// The sweep's rows are those of the formula, at whole positions.
static bool rows_agree(int32_t first, int32_t n, int32_t n_pairs, double factor) {
    const int32_t n_table = n * n_pairs;
    const double *const w = frequencies(n_pairs);
    double *const positions = exact((size_t)n * sizeof *positions);
    for (int32_t r = 0; r < n; r++) positions[r] = (double)first + (double)r;
    float *const c = untouched(n_table, n_pairs % 4), *const s = untouched(n_table, n % 4);
    float *const want_c = untouched(n_table, 0), *const want_s = untouched(n_table, 1);
    // near 2^31 the angle itself, in double, is rounded by 1e-7
    const float angle = abs(first / 2) > 1 << 29 ? 5e-7f : 0.0f;
    const float atol = (2.4e-7f + angle) * (float)fabs(factor);
    const bool ok = pe_rope_rows(c, s, w, factor, first, n, n_pairs) == STATUS_OK &&
                    pe_rope_tables(want_c, want_s, positions, w, factor, n, n_pairs) == STATUS_OK &&
                    is_close(c, want_c, n_table, atol) && is_close(s, want_s, n_table, atol);
    if (!ok) printf("# %d rows from %d, %d pairs, factor %g\n", n, first, n_pairs, factor);
    free_all();
    return ok;
}

static bool rows_agree_everywhere(void) {
    bool ok = true;
    for (int32_t pairs = 1; pairs <= 40 && ok; pairs++) {
        for (int k = 0; k < N_ROWS && ok; k++) {
            ok = rows_agree(FIRST[(pairs + k) % N_FIRST], ROWS[k], pairs, k % 2 ? 1.0 : -2.5);
        }
    }
    for (int32_t pairs = 255; pairs <= 258; pairs++) ok = ok && rows_agree(-7, 35, pairs, 1.0);
    return ok && rows_agree(-30, 4300, 3, 1.0);
}

// A cache that grows holds the rows of one that was made at once.
static bool cache_grows(int32_t n_pairs) {
    enum { N = 131 };
    const double *const w = frequencies(n_pairs);
    float *const c = untouched(N * n_pairs, 0), *const s = untouched(N * n_pairs, 0);
    float *const whole_c = untouched(N * n_pairs, 0), *const whole_s = untouched(N * n_pairs, 0);
    bool ok = pe_rope_rows(whole_c, whole_s, w, 1.0, 0, N, n_pairs) == STATUS_OK;
    for (int32_t at = 0, step = 1; at < N; at += step) { // 1, 2, 4, ... rows, then the rest
        step = 2 * at < N - at ? at + 1 : N - at;
        const int32_t from = at * n_pairs;
        ok = ok && pe_rope_rows(c + from, s + from, w, 1.0, at, step, n_pairs) == STATUS_OK;
    }
    ok = ok && same_bits(c, whole_c, N * n_pairs) && same_bits(s, whole_s, N * n_pairs);
    free_all();
    return ok;
}

// The method of the table: x (n_heads, n, d_head) as keys, its first row at `first`.
static Status rotate(float *x, int32_t layout, int32_t first, int32_t n_heads, int32_t n,
                     int32_t d_head, int32_t dim) {
    const PeMethod *const method =
        layout == PE_ROPE_LAYOUT_HALF ? &pe_rope_half : &pe_rope_interleaved;
    PeConfig config = PE_CONFIG(.n_heads = n_heads, .d_head = d_head, .first_pos = first,
                                .base = 1e4, .rotary_dim = dim);
    config.scratch = exact((size_t)pe_n_scratch(method, &config, n, n) * sizeof(float));
    return method->qk_forward(random_floats(n_heads * n * d_head), x, &config, n, n);
}

static bool apply_is_rows_and_rotation(Sizes s, int32_t layout, int32_t first) {
    const int32_t n_x = n_of(s), n_table = s.n * s.n_pairs;
    float *const x = random_floats(n_x), *const want = untouched(n_x, 0);
    float *const c = untouched(n_table, 0), *const sin_table = untouched(n_table, 0);
    const PeRotation rotation = {layout, 0, s.n_heads, s.n, s.d_head, s.n_pairs};
    const double *const w = frequencies(s.n_pairs);
    bool ok = pe_rope_rows(c, sin_table, w, 1.0, first, s.n, s.n_pairs) == STATUS_OK;
    ok = ok && pe_rope_rotate(want, x, c, sin_table, &rotation) == STATUS_OK;
    ok = ok && rotate(x, layout, first, s.n_heads, s.n, s.d_head, 2 * s.n_pairs) == STATUS_OK;
    ok = ok && is_close(x, want, n_x, 1e-6f);
    free_all();
    return ok;
}

static bool apply_agrees_everywhere(int32_t layout) {
    bool ok = true;
    for (int32_t pairs = 1; pairs <= 20; pairs++) {
        for (int k = 0; k < N_ROWS; k++) {
            const Sizes s = {1 + k % 3, ROWS[k], 2 * pairs + k % 4, pairs};
            ok = ok && apply_is_rows_and_rotation(s, layout, FIRST[(pairs + k) % N_FIRST]);
        }
    }
    for (int32_t pairs = 30; pairs <= 66; pairs++) {
        ok = ok && apply_is_rows_and_rotation((Sizes){2, 3, 2 * pairs + 1, pairs}, layout, 9);
    }
    return ok;
}

static double dot(const float *a, const float *b, int32_t n) {
    double sum = 0.0;
    for (int32_t k = 0; k < n; k++) sum += (double)a[k] * (double)b[k];
    return sum;
}

// Norms are kept, rotating back undoes, and a product depends on the distance alone.
static bool laws_hold(int32_t layout, int32_t d) {
    const float *const q = random_floats(d), *const k = random_floats(d);
    float *const a = untouched(d, 0), *const b = untouched(d, 0);
    bool ok = true;
    double products[2];
    for (int32_t far = 0; far < 2; far++) {
        memcpy(a, q, (size_t)d * sizeof *a);
        memcpy(b, k, (size_t)d * sizeof *b);
        ok = ok && rotate(a, layout, 17 + far * 1000, 1, 1, d, d) == STATUS_OK &&
             rotate(b, layout, 12 + far * 1000, 1, 1, d, d) == STATUS_OK;
        products[far] = dot(a, b, d);
    }
    ok = ok && fabs(products[0] - products[1]) < 1e-6 * (double)d;
    ok = ok && fabs(dot(a, a, d) / dot(q, q, d) - 1.0) < 1e-6;
    float *const c = untouched(d / 2, 0), *const s = untouched(d / 2, 0);
    ok = ok && pe_rope_rows(c, s, frequencies(d / 2), 1.0, 1017, 1, d / 2) == STATUS_OK &&
         pe_rope_rotate(a, a, c, s, &(PeRotation){layout, 1, 1, 1, d, d / 2}) == STATUS_OK &&
         is_close(a, q, d, 1e-6f);
    free_all();
    return ok;
}

// ------------------------------------------------------------------------------------ refusals

static bool rotation_refuses(void) {
    static const Sizes bad[] = {{0, 1, 4, 2},
                                {1, 0, 4, 2},
                                {1, 1, 0, 1},
                                {1, 1, 4, 0},
                                {1, 1, 4, 3},
                                {1, 1, 1, 1},
                                {1, 1, 5, 3},
                                {-1, -1, 4, 2},
                                {1, 1, 4, -1},
                                {1 << 14, 1 << 14, 2, 1},
                                {INT32_MAX, INT32_MAX, INT32_MAX, 1},
                                {1, 1, 4, INT32_MAX},
                                {1, 1, INT32_MIN, 1}};
    float out[4] = {SENTINEL, SENTINEL, SENTINEL, SENTINEL}, x[4] = {0}, t[2] = {0};
    bool ok = true;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const PeRotation r = {0, 0, bad[k].n_heads, bad[k].n, bad[k].d_head, bad[k].n_pairs};
        ok = ok && pe_rope_rotate(out, x, t, t, &r) == STATUS_BAD_SHAPE;
        ok = ok && pe_fault_rope_by_head(out, x, t, t, &r) == STATUS_BAD_SHAPE;
    }
    const PeRotation past_last = {2, 0, 1, 1, 4, 2}, below_first = {-1, 0, 1, 1, 4, 2};
    return ok && pe_rope_rotate(out, x, t, t, &past_last) == STATUS_BAD_VALUE &&
           pe_rope_rotate(out, x, t, t, &below_first) == STATUS_BAD_VALUE &&
           pe_fault_rope_by_head(out, x, t, t, &past_last) == STATUS_BAD_VALUE &&
           pe_fault_rope_mixed(out, x, t, t, 0, 1, 1, 3) == STATUS_BAD_SHAPE &&
           pe_fault_rope_mixed(out, x, t, t, 0, 1, 0, 4) == STATUS_BAD_SHAPE &&
           pe_fault_rope_mixed(out, x, t, t, 0, 1 << 14, 1 << 14, 2) == STATUS_BAD_SHAPE &&
           is_untouched(out, 4);
}

static bool tables_refuse(void) {
    static const double bad[] = {(double)NAN, (double)INFINITY, (double)-INFINITY};
    float c[4], s[4];
    for (int k = 0; k < 4; k++) c[k] = s[k] = SENTINEL;
    const double good[2] = {1.0, 0.5};
    double w[2] = {7.0, 7.0};
    bool ok = true;
    for (int k = 0; k < 3; k++) {
        const double last[2] = {1.0, bad[k]};
        ok = ok && pe_rope_frequencies(w, bad[k], 4) == STATUS_BAD_VALUE &&
             pe_rope_tables(c, s, last, good, 1.0, 2, 2) == STATUS_BAD_VALUE &&
             pe_rope_tables(c, s, good, last, 1.0, 2, 2) == STATUS_BAD_VALUE &&
             pe_rope_tables(c, s, good, good, bad[k], 2, 2) == STATUS_BAD_VALUE &&
             pe_rope_rows(c, s, last, 1.0, 0, 2, 2) == STATUS_BAD_VALUE &&
             pe_rope_rows(c, s, good, bad[k], 0, 2, 2) == STATUS_BAD_VALUE &&
             pe_fault_bf16(w, last, 2) == STATUS_BAD_VALUE;
    }
    const double far[2] = {0.0, 0x1p53 + 2.0}, fast[2] = {0.0, -1.1e100};
    return ok && pe_rope_tables(c, s, far, good, 1.0, 2, 2) == STATUS_BAD_VALUE &&
           pe_rope_tables(c, s, good, fast, 1.0, 2, 2) == STATUS_BAD_VALUE &&
           pe_rope_rows(c, s, fast, 1.0, 0, 2, 2) == STATUS_BAD_VALUE &&
           pe_rope_tables(c, s, good, good, 1.0, 0, 2) == STATUS_BAD_SHAPE &&
           pe_rope_tables(c, s, good, good, 1.0, 1 << 16, 1 << 16) == STATUS_BAD_SHAPE &&
           pe_rope_rows(c, s, good, 1.0, 0, 2, -1) == STATUS_BAD_SHAPE &&
           pe_rope_rows(c, s, good, 1.0, 0, INT32_MAX, 2) == STATUS_BAD_SHAPE &&
           pe_rope_frequencies(w, 1e4, 3) == STATUS_BAD_SHAPE &&
           pe_rope_frequencies(w, 1e4, 0) == STATUS_BAD_SHAPE &&
           pe_rope_frequencies(w, 1e4, -2) == STATUS_BAD_SHAPE &&
           pe_rope_frequencies(w, 0.0, 4) == STATUS_BAD_VALUE &&
           pe_rope_frequencies(w, -1e4, 4) == STATUS_BAD_VALUE &&
           pe_fault_bf16(w, good, 0) == STATUS_BAD_SHAPE && w[0] == 7.0 && w[1] == 7.0 &&
           is_untouched(c, 4) && is_untouched(s, 4);
}

// -------------------------------------------------------------------------------------- faults

// Two matrices of two angles, rotated back by the angles' negatives.
static bool mixed_is_what_it_says(int32_t n_heads, int32_t n, int32_t d) {
    const int32_t n_x = n_heads * n * d, half = d / 2;
    const float *const x = random_floats(n_x);
    const float *const c = random_floats(n * half), *const s = random_floats(n * half);
    float *const out = untouched(n_x, 0);
    bool ok = true;
    for (int32_t inverse = 0; inverse < 2; inverse++) {
        ok = ok && pe_fault_rope_mixed(out, x, c, s, inverse, n_heads, n, d) == STATUS_OK;
        const float sign = inverse ? -1.0f : 1.0f;
        for (int32_t k = 0; k < n_x; k++) {
            const int32_t at = k / d % n * half + k % d % half;
            const float other = k % 2 == 0 ? -x[k + 1] : x[k - 1];
            ok = ok && fabsf(out[k] - (x[k] * c[at] + other * sign * s[at])) < 1e-6f;
        }
    }
    free_all();
    return ok;
}

// Each head is one sequence of equal positions; its own buffer may take the result.
static bool by_head_is_what_it_says(int32_t n_heads, int32_t n, int32_t d, int32_t layout) {
    const int32_t n_x = n_heads * n * d, half = d / 2;
    float *const x = random_floats(n_x), *const out = untouched(n_x, 0);
    float *const want = untouched(n_x, 0);
    const float *const c = random_floats(n_heads * half), *const s = random_floats(n_heads * half);
    const PeRotation all = {layout, 0, n_heads, n, d, half}, one = {layout, 0, 1, 1, d, half};
    bool ok = pe_fault_rope_by_head(out, x, c, s, &all) == STATUS_OK;
    for (int32_t k = 0; k < n_heads * n; k++) {
        const int32_t row = k / n * half;
        ok = ok && pe_rope_rotate_ref(want + k * d, x + k * d, c + row, s + row, &one) == STATUS_OK;
    }
    ok = ok && same_bits(out, want, n_x) && pe_fault_rope_by_head(x, x, c, s, &all) == STATUS_OK &&
         same_bits(x, want, n_x);
    free_all();
    return ok;
}

static bool bf16_rounds(void) {
    static const double in[] = {0.0,         1.0,        0x1.01p0, 0x1.03p0, 0x1.010002p0,
                                -0x1.00ffp0, 0x1.feffp5, 0x1.ffp5, 1e300,    -1e300};
    static const double want[] = {0.0,  1.0,      0x1.00p0, 0x1.04p0,         0x1.02p0,
                                  -1.0, 0x1.fep5, 0x1p6,    (double)INFINITY, (double)-INFINITY};
    enum { N = sizeof in / sizeof *in };
    double *const out = exact(sizeof in);
    bool ok = pe_fault_bf16(out, in, N) == STATUS_OK;
    for (int k = 0; k < N; k++) {
        if (out[k] != want[k]) printf("# %a: got %a, expected %a\n", in[k], out[k], want[k]);
        ok = ok && out[k] == want[k];
    }
    ok = ok && pe_fault_bf16(out, out, 7) == STATUS_OK && out[3] == 0x1.04p0; // in place, at rest
    free_all();
    return ok;
}

int main(void) {
    bool rotate = true, apply = true, grows = true, laws = true, mixed = true, by_head = true;
    for (int32_t layout = 0; layout < 2; layout++) {
        rotate = rotate && rotations_agree_everywhere(layout);
        apply = apply && apply_agrees_everywhere(layout);
        for (int32_t d = 2; d <= 80; d += 2) laws = laws && laws_hold(layout, d);
    }
    for (int32_t d = 2; d <= 20; d += 2) {
        grows = grows && cache_grows(d / 2);
        mixed = mixed && mixed_is_what_it_says(2, 3, d);
        by_head = by_head && by_head_is_what_it_says(3, 2, d, d / 2 % 2);
    }
    check(rotate, "a rotation has the reference's bits, in place too");
    check(apply, "rotation without tables equals that with tables");
    check(rows_agree_everywhere(), "rows of consecutive positions equal the formula");
    check(grows, "a cache that grows holds the bits of one made at once");
    check(laws, "norms are kept, rotating back undoes, products depend on the distance");
    check(mixed, "the mixed layout is the fault it says");
    check(by_head, "rotating by the head is the fault it says, in place too");
    check(bf16_rounds(),
          "bfloat16 rounds to nearest, ties to even, and to infinity past its range");
    check(rotation_refuses(), "rotations refuse before they write");
    check(tables_refuse(), "tables and frequencies refuse before they write");
    return test_end();
}
