/* Position ids in buffers of exact size, and the temperature by position; what is refused. */
#include "../../src/pe/ids.h"

#include "../../src/pe/temperature.h"
#include "test.h"

static int32_t *integers(int32_t n, int32_t value) {
    int32_t *const x = exact((size_t)n * sizeof *x);
    for (int32_t k = 0; k < n; k++) x[k] = value;
    return x;
}

// Ascending, each of 0 .. n_ids - 1, and no draw that was left out is smaller than one that was taken.
static bool are_smallest(int32_t n, int32_t n_ids) {
    const RngStream stream = {"ids", 3, 7, 9};
    const uint64_t key = rng_stream(stream.name, stream.n_name, stream.seed_lo, stream.seed_hi);
    int32_t *const ids = integers(n, -1);
    bool ok = pe_ids_randomized(ids, &stream, n, n_ids) == STATUS_OK;
    uint64_t largest = 0;
    for (int32_t k = 0; k < n && ok; k++) {
        ok = ids[k] < n_ids && ids[k] > (k > 0 ? ids[k - 1] : -1);
        const uint64_t draw = rng_bits(key, (uint64_t)ids[k]);
        largest = draw > largest ? draw : largest;
    }
    int32_t n_not_larger = 0;
    for (int32_t i = 0; i < n_ids; i++) n_not_larger += rng_bits(key, (uint64_t)i) <= largest;
    free_all();
    return ok && n_not_larger == n;
}

static bool all_are_smallest(void) {
    bool ok = true;
    for (int32_t n = 1; n <= 40; n++) ok = ok && are_smallest(n, n) && are_smallest(n, 100);
    const RngStream nameless = {NULL, 0, 1, 0};
    int32_t *const one = integers(1, -1);
    ok = ok && pe_ids_randomized(one, &nameless, 1, 3) == STATUS_OK && one[0] >= 0 && one[0] < 3;
    free_all();
    return ok;
}

static bool chunks_are_right(void) {
    bool ok = true;
    for (int32_t n = 1; n <= 9; n++) {
        for (int32_t n_first = 0; n_first <= n; n_first++) {
            int32_t *const tokens = integers(n, -1), *const ids = integers(n, -1);
            const PePose pose = {n, n + 5, n_first, n + 3, 11};
            ok = ok && pe_ids_pose(tokens, ids, &pose) == STATUS_OK;
            for (int32_t r = 0; r < n && ok; r++) {
                ok = tokens[r] == (r < n_first ? r : r + 3) && ids[r] == (r < n_first ? r : r + 11);
            }
            free_all();
        }
    }
    return ok;
}

static bool places_are_right(void) {
    static const int32_t IS_DIGIT[] = {1, 1, 0, 1, 0, 0, 1}, WANT[] = {6, 7, 0, 6, 0, 0, 6};
    int32_t *const is_digit = integers(7, 0), *const ids = integers(7, -1);
    memcpy(is_digit, IS_DIGIT, sizeof IS_DIGIT);
    bool ok =
        pe_ids_abacus(ids, is_digit, 5, 7) == STATUS_OK && memcmp(ids, WANT, sizeof WANT) == 0;
    // "ab+c=def"
    static const int32_t WRITTEN[2][8] = {{4, 3, 2, 3, 6, 5, 4, 3}, {3, 4, 2, 3, 2, 3, 4, 5}};
    for (int32_t reversed = 0; reversed < 2; reversed++) {
        int32_t *const coupled = integers(8, -1);
        const PeCoupling coupling = {2, 1, 3, 2, reversed, reversed};
        ok = ok && pe_ids_coupling(coupled, &coupling) == STATUS_OK &&
             memcmp(coupled, WRITTEN[reversed], sizeof *WRITTEN) == 0;
    }
    free_all();
    return ok;
}

static bool are_refused(void) {
    int32_t tokens[4] = {9, 9, 9, 9}, ids[4] = {9, 9, 9, 9};
    const int32_t is_digit[4] = {1, 1, 1, 1};
    const RngStream stream = {"x", 1, 0, 0}, broken = {"x", -1, 0, 0};
    bool ok = pe_ids_randomized(ids, &stream, 0, 4) == STATUS_BAD_SHAPE &&
              pe_ids_randomized(ids, &stream, 4, 3) == STATUS_BAD_SHAPE &&
              pe_ids_randomized(ids, &stream, 2, INT32_MAX) == STATUS_BAD_SHAPE &&
              pe_ids_randomized(ids, &broken, 2, 4) == STATUS_BAD_SHAPE &&
              pe_ids_abacus(ids, is_digit, -1, 4) == STATUS_BAD_VALUE &&
              pe_ids_abacus(ids, is_digit, 0, 0) == STATUS_BAD_SHAPE &&
              pe_ids_coupling(ids, &(PeCoupling){0, 1, 1, 0, 0, 0}) == STATUS_BAD_SHAPE &&
              pe_ids_coupling(ids, &(PeCoupling){1, 1, 1, -1, 0, 0}) == STATUS_BAD_VALUE;
    static const PePose POSES[] = {{4, 4, -1, 4, 0}, {4, 4, 5, 4, 0},  {4, 6, 2, 3, 0},
                                   {4, 6, 2, 7, 0},  {4, 6, 2, 6, -1}, {4, 6, 2, 6, INT32_MAX}};
    for (int32_t k = 0; k < 6; k++)
        ok = ok && pe_ids_pose(tokens, ids, POSES + k) == STATUS_BAD_VALUE;
    ok = ok && pe_ids_pose(tokens, ids, &(PePose){4, 3, 2, 3, 0}) == STATUS_BAD_SHAPE &&
         pe_ids_pose(tokens, ids, &(PePose){0, 3, 0, 3, 0}) == STATUS_BAD_SHAPE;
    for (int32_t k = 0; k < 4; k++) ok = ok && tokens[k] == 9 && ids[k] == 9;
    return ok;
}

// ----------------------------------------------------------------------------------- temperature

static bool follows(int32_t n_heads, int32_t n, int32_t d_head) {
    const PeTemperature rule = {2.5, 0.75, 1};
    const int32_t n_q = n_heads * n * d_head;
    float *const q = random_floats(n_q), *const want = exact((size_t)n_q * sizeof *want);
    double *const positions = exact((size_t)n * sizeof *positions);
    double *const factors = exact((size_t)n * sizeof *factors);
    for (int32_t r = 0; r < n; r++) positions[r] = 3.0 * r;
    bool ok = pe_temperature_factors(factors, positions, &rule, n) == STATUS_OK;
    for (int32_t r = 0; r < n && ok; r++) {
        ok = fabs(factors[r] - (1.0 + 0.75 * log(1.0 + floor((3.0 * r + 1.0) / 2.5)))) < 1e-14;
    }
    for (int32_t k = 0; k < n_q; k++) want[k] = q[k] * (float)factors[k / d_head % n];
    ok = ok && pe_temperature_scale(q, positions, &rule, n_heads, n, d_head) == STATUS_OK &&
         same_bits(q, want, n_q);
    free_all();
    return ok;
}

static bool bad_temperatures_are_refused(void) {
    static const PeTemperature RULES[] = {{0.5, 0.1, 0},         {(double)NAN, 0.1, 0},
                                          {0x1p54, 0.1, 0},      {4.0, (double)INFINITY, 0},
                                          {4.0, (double)NAN, 0}, {4.0, 0.1, 2}};
    float *const q = untouched(4, 0);
    double position = 1.0, factor = 7.0;
    bool ok = true;
    for (int32_t k = 0; k < 6; k++) {
        ok = ok && pe_temperature_factors(&factor, &position, RULES + k, 1) == STATUS_BAD_VALUE;
        ok = ok && pe_temperature_scale(q, &position, RULES + k, 1, 1, 4) == STATUS_BAD_VALUE;
    }
    static const double POSITIONS[] = {-1.0, (double)NAN, 0x1p54};
    for (int32_t k = 0; k < 3; k++) {
        const PeTemperature rule = {4.0, 0.1, 0};
        ok = ok && pe_temperature_factors(&factor, POSITIONS + k, &rule, 1) == STATUS_BAD_VALUE;
        ok = ok && pe_temperature_scale(q, POSITIONS + k, &rule, 1, 1, 4) == STATUS_BAD_VALUE;
        ok = ok && pe_temperature_scale(q, &position, &rule, 0, 1, 4) == STATUS_BAD_SHAPE;
    }
    ok = ok && is_untouched(q, 4) && factor == 7.0;
    free_all();
    return ok;
}

int main(void) {
    check(all_are_smallest(), "randomized ids are those of the smallest draws");
    check(chunks_are_right(), "PoSE takes two chunks and moves the second");
    check(places_are_right(), "digits are counted from the start of their number, or coupled");
    check(are_refused(), "ids that cannot be are refused, and nothing is written");
    bool ok = true;
    for (int32_t n = 1; n < 6; n++) ok = ok && follows(1, n, 1) && follows(3, n, 2 * n + 1);
    check(ok, "queries are multiplied by the factors of their positions");
    check(bad_temperatures_are_refused(), "bad temperatures and positions are refused");
    return test_end();
}
