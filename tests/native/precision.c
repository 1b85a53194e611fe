/* Number types under RoPE: rounding against the machine's own float, buffers of exact size, refusals. */
#include "../../src/pe/precision.h"

#include "test.h"

static uint32_t next(void) {
    static uint32_t state = 7;
    state = state * 1664525u + 1013904223u;
    return state;
}

// Any double that a float can stand for, and some that it cannot.
static bool float32_is_the_machines(void) {
    for (int k = 0; k < 200000; k++) {
        const double mantissa = 1.0 + (double)next() * 0x1p-32;
        const double value = ldexp(k % 2 ? -mantissa : mantissa, (int)(next() % 290) - 160);
        if (fabs(value) > 0x1.fffffefp127) continue; // a cast there is undefined
        if (pe_precision_rounded(value, PE_FLOAT32) != (double)(float)value) {
            printf("# %a\n", value);
            return false;
        }
    }
    return pe_precision_rounded(0x1.ffffffp127, PE_FLOAT32) == (double)INFINITY;
}

static bool is_one_of_its_type(double value, int32_t type) {
    return pe_precision_rounded(value, type) == value;
}

// What is rounded stays; nothing of the type lies nearer.
static bool rounding_is_nearest(int32_t type, int32_t digits) {
    for (int k = 0; k < 100000; k++) {
        const int exponent = (int)(next() % 12) - 6;
        const double value = ldexp(1.0 + (double)next() * 0x1p-32, exponent);
        const double rounded = pe_precision_rounded(value, type);
        const double unit = ldexp(1.0, exponent - digits + 1);
        if (!is_one_of_its_type(rounded, type) || fabs(rounded - value) > unit / 2.0) return false;
    }
    return true;
}

static bool tables_fill_their_buffers(int32_t n, int32_t dim) {
    const int32_t n_table = n * (dim / 2);
    const size_t n_bytes = (size_t)n_table * sizeof(double);
    double *const c = exact(n_bytes), *const s = exact(n_bytes), *const error = exact(n_bytes);
    double *const positions = exact((size_t)n * sizeof *positions);
    for (int32_t r = 0; r < n; r++) positions[r] = 37.0 * r - 11.0;
    bool ok = true;
    for (int32_t type = 0; type < 4; type++) {
        const PePrecision types = {type, (type + 1) % 4, (type + 2) % 4};
        ok = ok && pe_precision_tables(c, s, error, positions, 1e4, &types, n, dim) == STATUS_OK;
        for (int32_t k = 0; k < n_table; k++) {
            ok = ok && fabs(c[k] * c[k] + s[k] * s[k] - 1.0) < 0.02 && fabs(error[k]) < 3.15;
        }
    }
    free_all();
    return ok;
}

static bool precision_refuses(void) {
    double out[3] = {7.0, 7.0, 7.0};
    const double one = 1.0, far = 0x1p31 + 1.0, nan = (double)NAN;
    const PePrecision exact_types = {0, 0, 0}, past_last = {0, 4, 0};
    const bool ok = pe_precision_round(out, &one, 4, 1) == STATUS_BAD_VALUE &&
                    pe_precision_round(out, &one, -1, 1) == STATUS_BAD_VALUE &&
                    pe_precision_round(out, &one, 0, 0) == STATUS_BAD_SHAPE &&
                    pe_precision_tables(out, out + 1, out + 2, &one, 1e4, &exact_types, 1, 3) ==
                        STATUS_BAD_SHAPE &&
                    pe_precision_tables(out, out + 1, out + 2, &one, 1e4, &past_last, 1, 2) ==
                        STATUS_BAD_VALUE &&
                    pe_precision_tables(out, out + 1, out + 2, &far, 1e4, &exact_types, 1, 2) ==
                        STATUS_BAD_VALUE &&
                    pe_precision_tables(out, out + 1, out + 2, &nan, 1e4, &exact_types, 1, 2) ==
                        STATUS_BAD_VALUE &&
                    pe_precision_tables(out, out + 1, out + 2, &one, 1e-20, &exact_types, 1, 8) ==
                        STATUS_BAD_VALUE;
    return ok && out[0] == 7.0 && out[1] == 7.0 && out[2] == 7.0;
}

int main(void) {
    check(float32_is_the_machines(), "rounding to float32 is the machine's cast");
    check(rounding_is_nearest(PE_BFLOAT16, 8), "bfloat16: nothing lies nearer, and it stays");
    check(rounding_is_nearest(PE_FLOAT16, 11), "float16: nothing lies nearer, and it stays");
    bool fills = true;
    for (int32_t n = 1; n <= 5; n++) {
        for (int32_t dim = 2; dim <= 14; dim += 2)
            fills = fills && tables_fill_their_buffers(n, dim);
    }
    check(fills, "tables fill buffers of their own size with points of the circle");
    check(precision_refuses(), "precision refuses before it writes");
    return test_end();
}
