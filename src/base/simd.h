/* Vectors of four floats and of two doubles, on the compiler's own vector types.
 *
 * simd128 under emcc, SSE or NEON under the host compiler: the sanitizers and the fuzzers run the
 * very loops that ship. Operators work lane by lane (a + b, a * b); the rest is here.
 */
#ifndef BASE_SIMD_H
#define BASE_SIMD_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Before a loop with a small constant number of iterations whose vectors must stay in registers:
 * the build unrolls no other loop, and vectorises none (build.sh). */
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL
#endif

typedef float f32x4 __attribute__((vector_size(16)));
typedef double f64x2 __attribute__((vector_size(16)));
typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef uint64_t u64x2 __attribute__((vector_size(16)));
typedef double f64x4 __attribute__((vector_size(32))); // only for conversions to and from f32x4

static inline f32x4 f32x4_splat(float x) { return (f32x4){x, x, x, x}; }
static inline f64x2 f64x2_splat(double x) { return (f64x2){x, x}; }

// p: any alignment
static inline f32x4 f32x4_load(const float *p) {
    f32x4 v;
    memcpy(&v, p, sizeof v);
    return v;
}
static inline void f32x4_store(float *p, f32x4 v) { memcpy(p, &v, sizeof v); }
static inline f64x2 f64x2_load(const double *p) {
    f64x2 v;
    memcpy(&v, p, sizeof v);
    return v;
}
static inline void f64x2_store(double *p, f64x2 v) { memcpy(p, &v, sizeof v); }

// (v0, v1, 0, 0), each rounded to float. Written as the shuffle and conversion that clang knows as
// one instruction, f32x4.demote_f64x2_zero.
static inline f32x4 f32x4_demote(f64x2 v) {
    const f64x2 zero = {0.0, 0.0};
    return __builtin_convertvector(__builtin_shufflevector(v, zero, 0, 1, 2, 3), f32x4);
}

// The low and the high pair of lanes as doubles.
static inline f64x2 f64x2_promote_low(f32x4 v) { return (f64x2){(double)v[0], (double)v[1]}; }
static inline f64x2 f64x2_promote_high(f32x4 v) { return (f64x2){(double)v[2], (double)v[3]}; }

// The even lanes and the odd lanes of (a, b), and the inverse: lanes of a and b alternate.
static inline f32x4 f32x4_even(f32x4 a, f32x4 b) {
    return __builtin_shufflevector(a, b, 0, 2, 4, 6);
}
static inline f32x4 f32x4_odd(f32x4 a, f32x4 b) {
    return __builtin_shufflevector(a, b, 1, 3, 5, 7);
}
static inline f32x4 f32x4_zip_low(f32x4 a, f32x4 b) {
    return __builtin_shufflevector(a, b, 0, 4, 1, 5);
}
static inline f32x4 f32x4_zip_high(f32x4 a, f32x4 b) {
    return __builtin_shufflevector(a, b, 2, 6, 3, 7);
}
static inline f32x4 f32x4_low_halves(f32x4 a, f32x4 b) {
    return __builtin_shufflevector(a, b, 0, 1, 4, 5);
}

// The root of each lane, in one instruction.
static inline f32x4 f32x4_sqrt(f32x4 v) {
#if defined(__wasm_simd128__)
    return __builtin_wasm_sqrt_f32x4(v);
#else
    return (f32x4){sqrtf(v[0]), sqrtf(v[1]), sqrtf(v[2]), sqrtf(v[3])};
#endif
}

// Lane sum in a fixed order: the same bits on every machine.
static inline float f32x4_sum(f32x4 v) { return (v[0] + v[2]) + (v[1] + v[3]); }
static inline double f64x2_sum(f64x2 v) { return v[0] + v[1]; }

#endif
