/* The sinusoidal tables and the sweep under them: every width, rows around each border of a block,
 * buffers of exactly their size at every alignment.
 */
#include "../../src/pe/sinusoidal.h"

#include <string.h>

#include "../../src/pe/angle_table.h"
#include "../../src/pe/fault.h"
#include "../../src/pe/pe.h"
#include "test.h"

static const int32_t ROWS[] = {1, 2, 15, 16, 17, 18, 31, 32, 33, 34, 64, 65, 66, 129, 130, 131};
static const int32_t FIRST[] = {0, 1, -32, -33, 31, 33, 4127, 1048500, INT32_MIN, INT32_MAX - 1};
enum {
    N_ROWS = sizeof ROWS / sizeof *ROWS,
    N_FIRST = sizeof FIRST / sizeof *FIRST,
    N_LAYOUTS = PE_SINUSOIDAL_TENSOR2TENSOR + 1
};
static const float TOLERANCE = 2.4e-7f;

static bool table_agrees(int32_t layout, double base, int32_t first, int32_t n, int32_t d) {
    float *const got = untouched(n * d, (n + d) % 4), *const want = untouched(n * d, 0);
    const bool ok = pe_sinusoidal_table(got, layout, base, first, n, d) == STATUS_OK &&
                    pe_sinusoidal_table_ref(want, layout, base, first, n, d) == STATUS_OK &&
                    is_close(got, want, n * d, TOLERANCE);
    if (!ok) printf("# layout %d, %d rows from %d, width %d\n", layout, n, first, d);
    free_all();
    return ok;
}

static bool tables_agree_everywhere(int32_t layout) {
    bool ok = true;
    for (int32_t d = 1; d <= 40 && ok; d++) {
        for (int k = 0; k < N_ROWS && ok; k++) {
            ok = table_agrees(layout, 1e4, FIRST[(d + k) % N_FIRST], ROWS[k], d) &&
                 table_agrees(layout, 100.0, -ROWS[k] / 2, ROWS[k], d);
        }
    }
    return ok;
}

// Wider than one sweep, longer than the blocks between two anchors.
static bool large_tables_agree(int32_t layout) {
    bool ok = true;
    for (int32_t d = 255; d <= 259; d++) ok = ok && table_agrees(layout, 1e4, -3, 40, d);
    return ok && table_agrees(layout, 1e4, 7, 2, 513) && table_agrees(layout, 1e4, 0, 4300, 5) &&
           table_agrees(layout, 1e4, -4200, 8500, 3);
}

static bool rows_keep_their_bits(int32_t layout, int32_t d) {
    enum { N = 140, FIRST_POS = -70 };
    float *const whole = untouched(N * d, 0);
    bool ok = pe_sinusoidal_table(whole, layout, 1e4, FIRST_POS, N, d) == STATUS_OK;
    for (int32_t at = 0; at < N && ok; at += 9) {
        for (int k = 0; k < N_ROWS && at + ROWS[k] <= N && ok; k++) {
            float *const part = malloc((size_t)(ROWS[k] * d) * sizeof *part);
            ok = pe_sinusoidal_table(part, layout, 1e4, FIRST_POS + at, ROWS[k], d) == STATUS_OK &&
                 same_bits(part, whole + at * d, ROWS[k] * d);
            free(part);
        }
    }
    free_all();
    return ok;
}

// Whole positions give the table, half of one lies on the same circle.
static bool rows_at_positions(int32_t layout, int32_t n, int32_t d) {
    double *const positions = exact((size_t)n * sizeof *positions);
    float *const got = untouched(n * d, d % 4), *const want = untouched(n * d, 0);
    for (int32_t k = 0; k < n; k++) positions[k] = (double)(k - 2);
    bool ok = pe_sinusoidal_at(got, positions, layout, 1e4, n, d) == STATUS_OK &&
              pe_sinusoidal_table(want, layout, 1e4, -2, n, d) == STATUS_OK &&
              is_close(got, want, n * d, TOLERANCE);
    positions[n - 1] = 0x1p53;
    positions[0] = -0.5;
    ok = ok && pe_sinusoidal_at(got, positions, layout, 1e4, n, d) == STATUS_OK;
    for (int32_t k = 0; k < n * d; k++) ok = ok && fabsf(got[k]) <= 1.0f;
    free_all();
    return ok;
}

static bool frequencies_fall(int32_t layout, int32_t d) {
    const int32_t n = layout == PE_SINUSOIDAL_TENSOR2TENSOR ? d / 2 : (d + 1) / 2;
    double *const w = exact((size_t)n * sizeof *w);
    bool ok = pe_sinusoidal_frequencies(w, layout, 1e4, d) == STATUS_OK;
    const int32_t pairs = layout == PE_SINUSOIDAL_TENSOR2TENSOR ? 2 * n - 2 : d;
    for (int32_t k = 0; k < n; k++) {
        const double want = k == 0 ? 1.0 : pow(1e4, -2.0 * (double)k / (double)pairs);
        ok = ok && fabs(w[k] / want - 1.0) < 1e-13;
    }
    free_all();
    return ok;
}

// M PE(p) = PE(p + offset)
static bool shift_moves_rows(int32_t layout, double offset, int32_t d) {
    float *const m = untouched(d * d, 1), *const rows = untouched(2 * d, 0);
    const double positions[2] = {11.25, 11.25 + offset};
    bool ok = pe_sinusoidal_shift(m, layout, 1e4, offset, d) == STATUS_OK &&
              pe_sinusoidal_at(rows, positions, layout, 1e4, 2, d) == STATUS_OK;
    float *const moved = untouched(d, 0);
    for (int32_t r = 0; r < d; r++) {
        moved[r] = 0.0f;
        for (int32_t c = 0; c < d; c++) moved[r] += m[r * d + c] * rows[c];
    }
    ok = ok && is_close(moved, rows + d, d, 1e-6f);
    free_all();
    return ok;
}

// The method of the table.
static Status add(float *x, int32_t first, int32_t n, int32_t d) {
    PeConfig config = PE_CONFIG(.d_model = d, .first_pos = first, .base = 1e4);
    config.scratch = exact((size_t)pe_n_scratch(&pe_sinusoidal, &config, n, n) * sizeof(float));
    return pe_sinusoidal.input_forward(x, &config, n);
}

static bool add_adds_the_table(int32_t first, int32_t n, int32_t d) {
    float *const x = random_floats(n * d), *const want = untouched(n * d, 0);
    bool ok = pe_sinusoidal_table(want, PE_SINUSOIDAL_INTERLEAVED, 1e4, first, n, d) == STATUS_OK;
    for (int32_t k = 0; k < n * d; k++) want[k] = x[k] + want[k];
    ok = ok && add(x, first, n, d) == STATUS_OK && same_bits(x, want, n * d);
    free_all();
    return ok;
}

static bool add_adds_everywhere(void) {
    bool ok = true;
    for (int32_t d = 1; d <= 40; d++) {
        for (int k = 0; k < N_ROWS; k++) ok = ok && add_adds_the_table(FIRST[k % 8], ROWS[k], d);
    }
    for (int32_t d = 63; d <= 66; d++) ok = ok && add_adds_the_table(-5, 67, d);
    return ok && add_adds_the_table(0, 3, 300) && add_adds_the_table(INT32_MAX, 3, 5);
}

// Frequencies past any use keep the values on the circle.
static bool extreme_bases_stay_bounded(void) {
    static const double bases[] = {1e-100, 1e-3, 1.0, 1e100};
    bool ok = true;
    for (int k = 0; k < 4; k++) {
        float *const x = untouched(200 * 9, 0);
        ok = ok && pe_sinusoidal_table(x, 0, bases[k], INT32_MAX - 3, 200, 9) == STATUS_OK;
        for (int32_t i = 0; i < 200 * 9; i++) ok = ok && fabsf(x[i]) <= 1.0f + TOLERANCE;
        free_all();
    }
    return ok;
}

// ------------------------------------------------------------------------------------ refusals

static const double BAD_BASES[] = {0.0,   -1e4,  (double)NAN, (double)INFINITY, (double)-INFINITY,
                                   1e101, 1e-101};
static const int32_t BAD_SIZES[][2] = {{0, 4},       {4, 0},         {-1, 4},
                                       {4, -1},      {-4, -4},       {INT32_MAX, INT32_MAX},
                                       {2, 1 << 28}, {INT32_MIN, 1}, {1 << 16, 1 << 16}};
enum { N_BASES = sizeof BAD_BASES / sizeof *BAD_BASES, N_SIZES = sizeof BAD_SIZES / 8 };

// What every function of the room answers to one set of sizes, layout and base.
static bool all_refuse(Status want, int32_t layout, double base, int32_t n, int32_t d) {
    float x = SENTINEL;
    const double position = 0.0;
    const bool own_layout = layout == PE_SINUSOIDAL_INTERLEAVED;
    const bool ok = pe_sinusoidal_table(&x, layout, base, 0, n, d) == want &&
                    pe_sinusoidal_at(&x, &position, layout, base, n, d) == want &&
                    (!own_layout || (pe_fault_sinusoidal_doubled_exponent(&x, base, n, d) == want &&
                                     pe_fault_sinusoidal_swapped(&x, base, n, d) == want));
    return ok && x == SENTINEL;
}

static bool refuses(void) {
    float x[16];
    for (int k = 0; k < 16; k++) x[k] = SENTINEL;
    double w = 7.0;
    bool ok = true;
    for (int k = 0; k < N_SIZES; k++) {
        ok = ok && all_refuse(STATUS_BAD_SHAPE, 0, 1e4, BAD_SIZES[k][0], BAD_SIZES[k][1]);
    }
    for (int k = 0; k < N_BASES; k++) {
        ok = ok && all_refuse(STATUS_BAD_VALUE, 0, BAD_BASES[k], 1, 4) &&
             pe_sinusoidal_frequencies(&w, 0, BAD_BASES[k], 2) == STATUS_BAD_VALUE &&
             pe_sinusoidal_shift(x, 0, BAD_BASES[k], 1.0, 4) == STATUS_BAD_VALUE;
    }
    static const double offsets[] = {(double)NAN, (double)INFINITY, 0x1p53 + 2.0, -0x1p54};
    for (int k = 0; k < 4; k++) {
        const double positions[2] = {0.0, offsets[k]}; // the last one
        ok = ok && pe_sinusoidal_shift(x, 0, 1e4, offsets[k], 4) == STATUS_BAD_VALUE &&
             pe_sinusoidal_at(x, positions, 0, 1e4, 2, 4) == STATUS_BAD_VALUE;
    }
    return ok && all_refuse(STATUS_BAD_VALUE, -1, 1e4, 1, 4) &&
           all_refuse(STATUS_BAD_VALUE, N_LAYOUTS, 1e4, 1, 4) &&
           pe_sinusoidal_shift(x, N_LAYOUTS, 1e4, 1.0, 4) == STATUS_BAD_VALUE &&
           pe_sinusoidal_shift(x, 0, 1e4, 1.0, 3) == STATUS_BAD_SHAPE &&
           pe_sinusoidal_shift(x, 0, 1e4, 1.0, 1 << 16) == STATUS_BAD_SHAPE &&
           pe_sinusoidal_frequencies(&w, 0, 1e4, 0) == STATUS_BAD_SHAPE &&
           pe_sinusoidal_frequencies(&w, 3, 1e4, 2) == STATUS_BAD_VALUE && w == 7.0 &&
           is_untouched(x, 16);
}

// -------------------------------------------------------------------------------------- faults

// The doubled exponent follows its own wrong formula; swapped columns are the same table.
static bool faults_are_what_they_say(int32_t n, int32_t d) {
    float *const doubled = untouched(n * d, 0), *const swapped = untouched(n * d, 0);
    float *const table = untouched(n * d, 0);
    bool ok = pe_fault_sinusoidal_doubled_exponent(doubled, 1e4, n, d) == STATUS_OK &&
              pe_fault_sinusoidal_swapped(swapped, 1e4, n, d) == STATUS_OK &&
              pe_sinusoidal_table(table, 0, 1e4, 0, n, d) == STATUS_OK;
    for (int32_t k = 0; k < n * d; k++) {
        const int32_t p = k / d, c = k % d, other = c % 2 == 0 ? k + 1 : k - 1;
        const int32_t exponent = c % 2 == 0 ? 2 * c : 2 * c - 1;
        const double angle = (double)p * pow(1e4, -(double)exponent / (double)d);
        const double want = c % 2 == 0 ? sin(angle) : cos(angle);
        ok = ok && fabs((double)doubled[k] - want) < 1e-6;
        if (c == d - 1 && d % 2 == 1) continue; // the lone cosine has no sine
        ok = ok && fabsf(swapped[k] - table[other]) <= TOLERANCE;
    }
    free_all();
    return ok;
}

int main(void) {
    bool tables = true, large = true, bits = true, at = true, falls = true, shift = true,
         faults = true;
    for (int32_t layout = 0; layout < N_LAYOUTS; layout++) {
        tables = tables && tables_agree_everywhere(layout);
        large = large && large_tables_agree(layout);
        for (int32_t d = 1; d <= 40; d++) {
            bits = bits && (d % 4 != layout || rows_keep_their_bits(layout, d));
            at = at && rows_at_positions(layout, 1 + d % 3, d);
            falls = falls && frequencies_fall(layout, d);
            shift = shift && (d % 2 == 1 || (shift_moves_rows(layout, 3.5, d) &&
                                             shift_moves_rows(layout, -70.0, d)));
        }
    }
    for (int32_t d = 1; d <= 17; d++) faults = faults && faults_are_what_they_say(7, d);
    check(tables, "a table equals the formula at every width and row");
    check(large, "a table wider than a sweep and longer than its anchors");
    check(bits, "a row has the same bits in every table that holds it");
    check(at, "rows at whole positions are those of the table");
    check(falls, "frequencies fall from one to the base");
    check(shift, "the shift matrix moves a row by its offset");
    check(add_adds_everywhere(), "adding without a table adds the table's very bits");
    check(extreme_bases_stay_bounded(), "any base allowed keeps the values on the circle");
    check(faults, "the faults of sinusoids are what they say");
    check(refuses(), "sinusoids refuse before they write");
    return test_end();
}
