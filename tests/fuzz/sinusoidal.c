/* Tables of sinusoids: any layout, base, width and position.
 * clang -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -DCORE_TESTING \
 *   tests/fuzz/sinusoidal.c src/pe/{sinusoidal,sweep}.c src/linalg/vec.c src/base/{real,shape}.c -lm
 */
#include "../../src/pe/sinusoidal.h"
#include "../../src/pe/pe.h"
#include "input.h"

// On the circle, and the same row alone.
static void check_row(const float *row, int32_t layout, double base, int64_t pos, int32_t d) {
    for (int32_t k = 0; k < d; k++) REQUIRE(fabsf(row[k]) <= 1.0f + 2.4e-7f);
    if (pos > INT32_MAX) return;
    float *const alone = exact(d, sizeof *alone);
    REQUIRE(pe_sinusoidal_table(alone, layout, base, (int32_t)pos, 1, d) == STATUS_OK);
    REQUIRE(memcmp(alone, row, (size_t)d * sizeof *row) == 0);
    free(alone);
}

static void check_add(const float *table, double base, int32_t first, int32_t n, int32_t d) {
    float *const x = exact(n * d, sizeof *x);
    for (int32_t k = 0; k < n * d; k++) x[k] = 0.0f;
    PeConfig config = PE_CONFIG(.d_model = d, .first_pos = first, .base = base);
    config.scratch = exact(n * d, sizeof *x);
    REQUIRE(pe_sinusoidal.input_forward(x, &config, n) == STATUS_OK);
    REQUIRE(are_equal(x, table, n * d));
    free(x), free(config.scratch);
}

static void check_position(double position, int32_t layout, double base, int32_t d) {
    float *const row = untouched(d);
    const Status status = pe_sinusoidal_at(row, &position, layout, base, 1, d);
    REQUIRE((status == STATUS_OK) == (fabs(position) <= 0x1p53));
    for (int32_t k = 0; k < d; k++) REQUIRE(status != STATUS_OK || fabsf(row[k]) <= 1.0f);
    REQUIRE(status == STATUS_OK || is_untouched(row, d));
    free(row);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes) {
    Input in = {data, n_bytes};
    const int32_t layout = input_within(&in, -1, 3), n = input_within(&in, 0, 140);
    const int32_t d = input_within(&in, 0, n > 8 ? 40 : 530), first = input_int(&in);
    const double base = input_double(&in), position = input_double(&in);
    const bool is_good = layout >= 0 && layout <= 2 && base >= 1e-100 && base <= 1e100;
    float *const table = untouched(n * d);
    const Status status = pe_sinusoidal_table(table, layout, base, first, n, d);
    REQUIRE(status == (n == 0 || d == 0 ? STATUS_BAD_SHAPE
                       : is_good        ? STATUS_OK
                                        : STATUS_BAD_VALUE));
    if (status == STATUS_OK) {
        for (int32_t r = 0; r < n; r += 1 + n / 8) {
            check_row(table + r * d, layout, base, (int64_t)first + r, d);
        }
        if (layout == 0) check_add(table, base, first, n, d);
        check_position(position, layout, base, d);
    } else {
        REQUIRE(is_untouched(table, n * d));
    }
    free(table);
    return 0;
}
