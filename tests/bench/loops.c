/* What the benchmarks compare the core with: compiled into .cache/bench.wasm with it, and not shipped. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../../src/base/api.h"
#include "../../src/base/simd.h"

// As many sums as the vector registers hold beside the two factors. With fewer, each multiply-add
// waits for the one before it (12: 5 % slower here, 8: 30 %).
enum { N_SUMS = 13, STEPS = 4 };

/* Runs n rounds of a loop that does nothing but multiply and add in registers; returns what keeps
 * the compiler from dropping it. */
API float bench_multiply_add(int32_t n);

/* Floating-point operations of one round. */
API int32_t bench_multiply_add_flops(void);

/* table (n_pos, d_model), d_model even: the textbook loop, one sinf or cosf an element. */
API void bench_sinusoid_libm(float *table, int32_t n_pos, int32_t d_model);

/* memory.fill and memory.copy. */
API void bench_fill(void *to, int32_t byte, size_t n_bytes);
API void bench_copy(void *to, const void *from, size_t n_bytes);

float bench_multiply_add(int32_t n) {
    const f32x4 factor = f32x4_splat(0.999f), term = f32x4_splat(0.001f);
    f32x4 sums[N_SUMS];
    UNROLL
    for (int32_t k = 0; k < N_SUMS; k++) sums[k] = f32x4_splat(1.0f + 0.01f * (float)k);
    for (int32_t r = 0; r < n; r++) {
        UNROLL
        for (int32_t s = 0; s < STEPS; s++) {
            UNROLL
            for (int32_t k = 0; k < N_SUMS; k++) sums[k] = sums[k] * factor + term;
        }
    }
    f32x4 total = sums[0];
    UNROLL
    for (int32_t k = 1; k < N_SUMS; k++) total += sums[k];
    return f32x4_sum(total);
}

int32_t bench_multiply_add_flops(void) { return STEPS * N_SUMS * 4 * 2; }

void bench_sinusoid_libm(float *table, int32_t n_pos, int32_t d_model) {
    for (int32_t i = 0; i < d_model / 2; i++) {
        const float frequency = powf(10000.0f, -2.0f * (float)i / (float)d_model);
        for (int32_t p = 0; p < n_pos; p++) {
            table[p * d_model + 2 * i] = sinf((float)p * frequency);
            table[p * d_model + 2 * i + 1] = cosf((float)p * frequency);
        }
    }
}

void bench_fill(void *to, int32_t byte, size_t n_bytes) { memset(to, byte, n_bytes); }

void bench_copy(void *to, const void *from, size_t n_bytes) { memcpy(to, from, n_bytes); }
