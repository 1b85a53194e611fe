/* Sizes and numbers out of a fuzzer's bytes; past their end every byte is 0. */
#ifndef TESTS_FUZZ_INPUT_H
#define TESTS_FUZZ_INPUT_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes);

typedef struct Input {
    const uint8_t *data;
    size_t n_left;
} Input;

// The fuzzer keeps the input that comes here.
#define REQUIRE(law)                                                                               \
    do {                                                                                           \
        if (!(law)) {                                                                              \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #law);                      \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static inline void input_bytes(Input *in, void *out, size_t n) {
    const size_t n_read = n < in->n_left ? n : in->n_left;
    memset(out, 0, n);
    if (n_read > 0) memcpy(out, in->data, n_read);
    in->data += n_read;
    in->n_left -= n_read;
}

/* Any of lowest .. highest, two bytes. */
static inline int32_t input_within(Input *in, int32_t lowest, int32_t highest) {
    uint16_t value;
    input_bytes(in, &value, sizeof value);
    return lowest + value % (highest - lowest + 1);
}

static inline int32_t input_int(Input *in) {
    int32_t value;
    input_bytes(in, &value, sizeof value);
    return value;
}

/* Any bits: NaN, infinities, subnormals. */
static inline double input_double(Input *in) {
    double value;
    input_bytes(in, &value, sizeof value);
    return value;
}

static inline void *exact(int32_t n, size_t size) {
    void *const p = malloc((size_t)n * size);
    REQUIRE(p);
    return p;
}

/* n floats in a block of exactly their size: any bits, or multiples of 1/128 within one of 0. */
static inline float *input_floats(Input *in, int32_t n, bool is_tame) {
    float *const x = exact(n, sizeof *x);
    for (int32_t k = 0; k < n; k++) {
        if (is_tame) {
            x[k] = (float)input_within(in, -128, 128) / 128.0f;
        } else {
            input_bytes(in, x + k, sizeof *x);
        }
    }
    return x;
}

/* n floats that were not written to, and whether that still holds. */
static inline float *untouched(int32_t n) {
    float *const x = exact(n, sizeof *x);
    memset(x, 0x5A, (size_t)n * sizeof *x);
    return x;
}

static inline bool is_untouched(const float *x, int32_t n) {
    for (int32_t k = 0; k < n; k++) {
        if (memcmp(x + k, "ZZZZ", sizeof *x) != 0) return false;
    }
    return true;
}

/* The same numbers: 0 is -0, and NaN is NaN whatever its bits. */
static inline bool are_equal(const float *a, const float *b, int32_t n) {
    for (int32_t k = 0; k < n; k++) {
        if (a[k] != b[k] && !(isnan(a[k]) && isnan(b[k]))) return false;
    }
    return true;
}

#endif
