/* Frequencies by every rule, into buffers of exact size; what is refused; M-RoPE's tables. */
#include "../../src/pe/frequency.h"

#include "../../src/pe/axes.h"
#include "../../src/pe/rope.h"
#include <stddef.h>

#include "test.h"

enum { N_KINDS = PE_SCALING_RIFLEX + 1 };

static double *doubles(int32_t n, double value) {
    double *const x = exact((size_t)n * sizeof *x);
    for (int32_t k = 0; k < n; k++) x[k] = value;
    return x;
}

// A right rule of a kind for dim, whose lists are of exact size.
static PeScaling rule(int32_t kind, int32_t dim) {
    return (PeScaling){
        .kind = kind,
        .truncate = 1,
        .head_dim = 2 * dim,
        .pair = dim / 2,
        .partial = 0.5, // of a head of 2 dim: all pairs rotate
        .margin = 0.01,
        .factor = 4.0,
        .original_len = 2048.0,
        .seq_len = 5000.0,
        .fast = 32.0,
        .slow = 1.0,
        .short_factor = doubles(dim / 2, 1.0),
        .long_factor = doubles(dim / 2, 3.0),
    };
}

static bool is_rule_kept(int32_t kind, int32_t dim) {
    const PeScaling scaling = rule(kind, dim);
    double *const w = doubles(dim / 2, -1.0), *const ratio = doubles(dim / 2, -1.0);
    double *const plain = doubles(dim / 2, -1.0), factor = 0.0;
    bool ok = pe_scaling_frequencies(w, ratio, &factor, &scaling, 1e4, dim) == STATUS_OK;
    ok = ok && pe_rope_frequencies(plain, 1e4, dim) == STATUS_OK && factor >= 1.0;
    for (int32_t k = 0; k < dim / 2 && ok; k++) {
        ok = ratio[k] > 0.2 && ratio[k] <= 1.0 && (kind != PE_SCALING_DEFAULT || w[k] == plain[k]);
        ok = ok && (kind == PE_SCALING_PROPORTIONAL || w[k] == plain[k] * ratio[k]);
        ok = ok && (k == 0 || w[k] < w[k - 1]);
    }
    if (!ok) printf("# kind %d, dim %d\n", kind, dim);
    free_all();
    return ok;
}

static bool rules_are_kept(void) {
    bool ok = true;
    for (int32_t kind = 0; kind < N_KINDS; kind++) {
        // dynamic divides by more than its factor, riflex changes one pair alone
        if (kind == PE_SCALING_DYNAMIC || kind == PE_SCALING_RIFLEX) continue;
        for (int32_t dim = 2; dim <= 130; dim += 2) ok = ok && is_rule_kept(kind, dim);
    }
    return ok;
}

static bool is_refused(PeScaling scaling, double base, int32_t dim, Status want) {
    double w[4] = {7.0, 7.0, 7.0, 7.0}, factor = 7.0;
    const Status status = pe_scaling_frequencies(w, w, &factor, &scaling, base, dim);
    const bool ok = status == want && factor == 7.0 && w[0] == 7.0 && w[3] == 7.0;
    if (!ok) printf("# kind %d, dim %d: status %d\n", scaling.kind, dim, (int)status);
    return ok;
}

// A rule with one field spoiled is refused by the kinds of the mask (1 << kind), and taken by others.
static bool spoils(size_t offset, double value, int32_t mask) {
    bool ok = true;
    for (int32_t kind = 0; kind < N_KINDS; kind++) {
        PeScaling scaling = rule(kind, 8);
        memcpy((char *)&scaling + offset, &value, sizeof value);
        double w[4], ratio[4], factor;
        if (mask & 1 << kind) {
            ok = ok && is_refused(scaling, 1e4, 8, STATUS_BAD_VALUE);
        } else {
            ok = ok && pe_scaling_frequencies(w, ratio, &factor, &scaling, 1e4, 8) == STATUS_OK;
        }
        free_all();
    }
    if (!ok) printf("# field at %d = %g\n", (int)offset, value);
    return ok;
}

enum {
    LINEAR = 1 << PE_SCALING_LINEAR,
    NTK = 1 << PE_SCALING_NTK,
    DYNAMIC = 1 << PE_SCALING_DYNAMIC,
    YARN = 1 << PE_SCALING_YARN,
    PAPER = 1 << PE_SCALING_YARN_PAPER,
    LONGROPE = 1 << PE_SCALING_LONGROPE,
    LLAMA3 = 1 << PE_SCALING_LLAMA3,
    PROPORTIONAL = 1 << PE_SCALING_PROPORTIONAL,
    RIFLEX = 1 << PE_SCALING_RIFLEX,
    RAMPS = YARN | PAPER | LLAMA3,
    LENGTHS = DYNAMIC | RAMPS | LONGROPE,
    FACTORS = LINEAR | NTK | LENGTHS | PROPORTIONAL
};

static bool spoiled_rules_are_refused(void) {
    static const double NO_NUMBER[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    bool ok = true;
    for (int k = 0; k < 3; k++) {
        const double bad = NO_NUMBER[k];
        ok = ok && spoils(offsetof(PeScaling, factor), bad, FACTORS);
        ok = ok && spoils(offsetof(PeScaling, original_len), bad, LENGTHS);
        ok = ok && spoils(offsetof(PeScaling, seq_len), bad, LENGTHS | RIFLEX);
        ok = ok && spoils(offsetof(PeScaling, partial), bad, PROPORTIONAL);
        ok = ok && spoils(offsetof(PeScaling, margin), bad, RIFLEX);
        ok = ok && spoils(offsetof(PeScaling, slow), bad, RAMPS);
        ok = ok && spoils(offsetof(PeScaling, attention_factor), bad,
                          bad == (double)INFINITY ? YARN | PAPER | LONGROPE : LENGTHS);
    }
    ok = ok && spoils(offsetof(PeScaling, factor), 0.0, FACTORS);
    ok = ok && spoils(offsetof(PeScaling, factor), -4.0, FACTORS);
    ok = ok && spoils(offsetof(PeScaling, factor), 1e101, FACTORS);
    ok = ok && spoils(offsetof(PeScaling, original_len), 1.0, LENGTHS);
    ok = ok && spoils(offsetof(PeScaling, original_len), 0x1p54, LENGTHS);
    ok = ok && spoils(offsetof(PeScaling, seq_len), -1.0, LENGTHS | RIFLEX);
    ok = ok && spoils(offsetof(PeScaling, seq_len), 0.5, RIFLEX);
    ok = ok && spoils(offsetof(PeScaling, partial), -0.1, PROPORTIONAL);
    ok = ok && spoils(offsetof(PeScaling, partial), 1.1, PROPORTIONAL);
    ok = ok && spoils(offsetof(PeScaling, margin), 0.0, RIFLEX);
    ok = ok && spoils(offsetof(PeScaling, slow), -1.0, RAMPS);
    ok = ok && spoils(offsetof(PeScaling, slow), 0.0, YARN);
    ok = ok && spoils(offsetof(PeScaling, slow), 32.0, PAPER | LLAMA3);
    ok = ok && spoils(offsetof(PeScaling, slow), 33.0, RAMPS);
    ok = ok && spoils(offsetof(PeScaling, mscale), -1.0, LENGTHS);
    return ok && spoils(offsetof(PeScaling, mscale_all_dim), -1.0, LENGTHS);
}

static bool shapes_lists_and_bases_are_refused(void) {
    bool ok = true;
    for (int32_t kind = -1; kind <= N_KINDS; kind++) {
        const PeScaling good = rule(kind, 8);
        const bool is_kind = kind >= 0 && kind < N_KINDS;
        ok = ok && is_refused(good, 1e4, 0, STATUS_BAD_SHAPE);
        ok = ok && is_refused(good, 1e4, -2, STATUS_BAD_SHAPE);
        ok = ok && is_refused(good, 1e4, 7, STATUS_BAD_SHAPE);
        ok = ok && is_refused(good, 1e4, INT32_MAX - 1, STATUS_BAD_SHAPE);
        ok = ok && is_refused(good, (double)NAN, 8, STATUS_BAD_VALUE);
        ok = ok && is_refused(good, 0.0, 8, STATUS_BAD_VALUE);
        ok = ok && (is_kind || is_refused(good, 1e4, 8, STATUS_BAD_VALUE));
        free_all();
    }
    PeScaling scaling = rule(PE_SCALING_LONGROPE, 8);
    scaling.long_factor = NULL;
    ok = ok && is_refused(scaling, 1e4, 8, STATUS_BAD_VALUE);
    scaling = rule(PE_SCALING_LONGROPE, 8);
    ((double *)(uintptr_t)scaling.short_factor)[3] = 0.0;
    ok = ok && is_refused(scaling, 1e4, 8, STATUS_BAD_VALUE);
    scaling = rule(PE_SCALING_PROPORTIONAL, 8);
    scaling.head_dim = 6;
    ok = ok && is_refused(scaling, 1e4, 8, STATUS_BAD_VALUE);
    for (int32_t pair = 0; pair <= 5; pair += 5) { // of 1 .. 4
        scaling = rule(PE_SCALING_RIFLEX, 8);
        scaling.pair = pair;
        ok = ok && is_refused(scaling, 1e4, 8, STATUS_BAD_VALUE);
    }
    ok = ok && is_refused(rule(PE_SCALING_YARN, 8), 1.0, 8, STATUS_BAD_VALUE);
    free_all();
    return ok;
}

// Every pair of a head but one is plain, and the repeating pair is found in the head's own periods.
static bool one_pair_is_changed(int32_t dim) {
    double *const w = doubles(dim / 2, -1.0), *const ratio = doubles(dim / 2, -1.0);
    double *const plain = doubles(dim / 2, -1.0), factor = 0.0;
    bool ok = pe_rope_frequencies(plain, 1e4, dim) == STATUS_OK;
    for (int32_t pair = 1; pair <= dim / 2 && ok; pair++) {
        PeScaling scaling = {
            .kind = PE_SCALING_RIFLEX, .pair = pair, .margin = 0.9, .seq_len = 66.0};
        ok = pe_scaling_frequencies(w, ratio, &factor, &scaling, 1e4, dim) == STATUS_OK;
        for (int32_t k = 0; k < dim / 2 && ok; k++) {
            ok = k == pair - 1 ? w[k] == 0.9 * 6.283185307179586 / 66.0 : w[k] == plain[k];
        }
        int32_t found = 0;
        double period = 0.0;
        const double exact_period = 6.283185307179586 / plain[pair - 1];
        ok = ok && pe_scaling_repeating_pair(&found, &period, 1e4, exact_period, dim) == STATUS_OK;
        ok = ok && found == pair && fabs(period - exact_period) <= 0.5;
    }
    int32_t last =
        0; // what repeats after more than every period is nearest to the last, not to one past it
    double period = 0.0;
    ok = ok && pe_scaling_repeating_pair(&last, &period, 1e4, 1e9, dim) == STATUS_OK;
    ok = ok && last == dim / 2;
    free_all();
    return ok;
}

static bool bad_magnitudes_are_refused(void) {
    double magnitude = 7.0;
    bool ok = pe_scaling_magnitude(&magnitude, 0.0, 1.0) == STATUS_BAD_VALUE;
    ok = ok && pe_scaling_magnitude(&magnitude, 4.0, (double)NAN) == STATUS_BAD_VALUE &&
         magnitude == 7.0;
    free_all();
    return ok;
}

// ------------------------------------------------------------------------------------- axes

static bool sections_fill(int32_t n_axes, int32_t n_pairs, int32_t interleaved) {
    int32_t *const sections = exact((size_t)n_axes * sizeof *sections);
    int32_t *const axis_of = exact((size_t)n_pairs * sizeof *axis_of);
    int32_t left = n_pairs;
    for (int32_t axis = 0; axis < n_axes; axis++) {
        sections[axis] = axis == n_axes - 1 ? left : left / 2;
        left -= sections[axis];
    }
    const Status status = pe_axes_by_sections(axis_of, sections, interleaved, n_axes, n_pairs);
    bool ok = status == STATUS_OK;
    for (int32_t pair = 0; pair < n_pairs && ok; pair++) {
        ok = axis_of[pair] >= 0 && axis_of[pair] < n_axes;
        if (!interleaved && ok) ok = --sections[axis_of[pair]] >= 0;
        if (!interleaved && ok && pair > 0) ok = axis_of[pair] >= axis_of[pair - 1];
    }
    free_all();
    return ok;
}

static bool sections_fill_everywhere(void) {
    bool ok = true;
    for (int32_t n_axes = 1; n_axes <= 5; n_axes++) {
        for (int32_t n_pairs = 1; n_pairs <= 40; n_pairs++) {
            ok = ok && sections_fill(n_axes, n_pairs, 0) && sections_fill(n_axes, n_pairs, 1);
        }
    }
    const int32_t over[] = {2, 2}, below[] = {5, -2};
    int32_t axis_of[3] = {9, 9, 9};
    for (int32_t interleaved = 0; interleaved < 2; interleaved++) {
        ok = ok && pe_axes_by_sections(axis_of, over, interleaved, 2, 3) == STATUS_BAD_VALUE;
        ok = ok && pe_axes_by_sections(axis_of, below, interleaved, 2, 3) == STATUS_BAD_VALUE;
        ok = ok && pe_axes_by_sections(axis_of, over, interleaved, 0, 3) == STATUS_BAD_SHAPE;
        ok = ok && pe_axes_by_sections(axis_of, over, interleaved, 2, 0) == STATUS_BAD_SHAPE;
    }
    return ok && axis_of[0] == 9 && axis_of[2] == 9;
}

// Where every coordinate of a token is the same, the table is plain RoPE's.
static bool equal_axes_are_plain(int32_t n_axes, int32_t n, int32_t n_pairs) {
    const int32_t n_table = n * n_pairs;
    double *const positions = doubles(n_axes * n, 0.0), *const w = doubles(n_pairs, 0.0);
    int32_t *const axis_of = exact((size_t)n_pairs * sizeof *axis_of);
    for (int32_t k = 0; k < n_axes * n; k++) positions[k] = 3.0 * (double)(k % n) - 1.0;
    for (int32_t k = 0; k < n_pairs; k++) axis_of[k] = k % n_axes;
    float *const c = untouched(n_table, 0), *const s = untouched(n_table, 1);
    float *const want_c = untouched(n_table, 0), *const want_s = untouched(n_table, 0);
    bool ok = pe_rope_frequencies(w, 1e4, 2 * n_pairs) == STATUS_OK;
    ok = ok && pe_rope_tables(want_c, want_s, positions, w, 1.5, n, n_pairs) == STATUS_OK;
    const PeCoordinates at = {positions, axis_of, n_axes};
    ok = ok && pe_axes_tables(c, s, &at, w, 1.5, n, n_pairs) == STATUS_OK;
    ok = ok && same_bits(c, want_c, n_table) && same_bits(s, want_s, n_table);
    free_all();
    return ok;
}

static bool bad_axes_are_refused(void) {
    double positions[] = {1, 2, 3, 4}, w[] = {1, 0.5};
    int32_t axis_of[] = {0, 1};
    float *const c = untouched(4, 0), *const s = untouched(4, 0);
    const PeCoordinates none = {positions, axis_of, 0}, one = {positions, axis_of, 1};
    const PeCoordinates two = {positions, axis_of, 2}, many = {positions, axis_of, INT32_MAX};
    bool ok = pe_axes_tables(c, s, &none, w, 1.0, 2, 2) == STATUS_BAD_SHAPE &&
              pe_axes_tables(c, s, &two, w, 1.0, 0, 2) == STATUS_BAD_SHAPE &&
              pe_axes_tables(c, s, &two, w, 1.0, 2, -1) == STATUS_BAD_SHAPE &&
              pe_axes_tables(c, s, &many, w, 1.0, INT32_MAX, 2) == STATUS_BAD_SHAPE &&
              pe_axes_tables(c, s, &two, w, (double)NAN, 2, 2) == STATUS_BAD_VALUE &&
              pe_axes_tables(c, s, &one, w, 1.0, 2, 2) == STATUS_BAD_VALUE;
    axis_of[0] = -1;
    ok = ok && pe_axes_tables(c, s, &two, w, 1.0, 2, 2) == STATUS_BAD_VALUE;
    axis_of[0] = 0;
    static const double bad[] = {(double)NAN, (double)INFINITY, (double)-INFINITY, 1.1e100};
    for (int k = 0; k < 4; k++) {
        w[1] = bad[k];
        ok = ok && pe_axes_tables(c, s, &two, w, 1.0, 2, 2) == STATUS_BAD_VALUE;
    }
    w[1] = 1.0;
    for (int k = 0; k < 4; k++) {
        positions[k] = 0x1p54;
        ok = ok && pe_axes_tables(c, s, &two, w, 1.0, 2, 2) == STATUS_BAD_VALUE;
        positions[k] = 1.0;
    }
    ok = ok && is_untouched(c, 4) && is_untouched(s, 4);
    free_all();
    return ok;
}

int main(void) {
    check(rules_are_kept(), "every rule fills its buffers, and no pair overtakes another");
    check(spoiled_rules_are_refused(), "a rule with a spoiled number is refused where it is read");
    check(shapes_lists_and_bases_are_refused(), "sizes, bases, kinds and lists are refused");
    check(one_pair_is_changed(2) && one_pair_is_changed(16) && one_pair_is_changed(30),
          "RIFLEx changes one pair, and the repeating pair is found");
    check(bad_magnitudes_are_refused(), "a magnitude of no factor is refused");
    check(sections_fill_everywhere(), "sections fill the pairs of a head");
    bool ok = true;
    for (int32_t n_axes = 1; n_axes <= 4; n_axes++) {
        for (int32_t pairs = 1; pairs <= 33; pairs++) {
            ok = ok && equal_axes_are_plain(n_axes, 1 + pairs % 5, pairs);
        }
    }
    check(ok, "equal coordinates give plain RoPE, to the bit");
    check(bad_axes_are_refused(), "axes, positions and frequencies that are none are refused");
    return test_end();
}
