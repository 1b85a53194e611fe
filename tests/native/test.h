/* The harness of tests/native: one line per check, exit status 1 when one failed, and buffers of exactly the
 * requested size, so that AddressSanitizer sees the first byte past them.
 */
#ifndef TESTS_NATIVE_TEST_H
#define TESTS_NATIVE_TEST_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BUFFERS 64

static int n_failed;
static void *buffers[MAX_BUFFERS];
static int n_buffers;

static inline void check(bool ok, const char *name) {
    printf("%s - %s\n", ok ? "ok" : "not ok", name);
    n_failed += !ok;
}

static inline int test_end(void) { return n_failed > 0; }

/* n_bytes on the heap, freed by free_all(). */
static inline void *exact(size_t n_bytes) {
    void *const p = malloc(n_bytes);
    if (!p || n_buffers == MAX_BUFFERS) abort();
    buffers[n_buffers++] = p;
    return p;
}

static inline void free_all(void) {
    while (n_buffers > 0) free(buffers[--n_buffers]);
}

/* n floats of [-1, 1), the same in every run. */
static inline float *random_floats(int32_t n) {
    static uint32_t state = 1;
    float *const x = exact((size_t)n * sizeof(float));
    for (int32_t k = 0; k < n; k++) {
        state = state * 1664525u + 1013904223u;
        x[k] = (float)(state >> 8) * 0x1p-23f - 1.0f;
    }
    return x;
}

static const float SENTINEL = 7.0f;

/* n floats that have not been written to yet, the first `offset` floats past an address that malloc()
 * aligns; whether they still are. */
static inline float *untouched(int32_t n, int32_t offset) {
    float *const x = (float *)exact((size_t)(n + offset) * sizeof(float)) + offset;
    for (int32_t k = 0; k < n; k++) x[k] = SENTINEL;
    return x;
}

static inline bool is_untouched(const float *x, int32_t n) {
    for (int32_t k = 0; k < n; k++) {
        if (x[k] != SENTINEL) return false;
    }
    return true;
}

static inline bool same_bits(const float *a, const float *b, int32_t n) {
    return memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

static inline bool is_close(const float *got, const float *want, int32_t n, float atol) {
    for (int32_t k = 0; k < n; k++) {
        const bool same = got[k] == want[k]; // infinities too
        if (!same && !(fabsf(got[k] - want[k]) <= atol)) {
            printf("# [%d]: got %g, expected %g\n", (int)k, (double)got[k], (double)want[k]);
            return false;
        }
    }
    return true;
}

#endif
