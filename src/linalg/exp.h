/* exp of four floats at once, for arguments <= 0, as softmax and t-SNE need it.
 *
 * exp(x) = 2^n exp(r), n the integer nearest to x / ln 2, |r| <= ln 2 / 2; exp(r) by a polynomial
 * of degree 6 fitted here for the least relative error (3e-9). The result is within one unit in the
 * last place; a denormal result is 0, and exp(-inf) is 0. NaN stays NaN.
 *
 * Method   W. J. Cody, W. Waite, "Software Manual for the Elementary Functions", 1980, chapter 6.
 */
#ifndef LINALG_EXP_H
#define LINALG_EXP_H

#include "../base/simd.h"

typedef uint32_t u32x4 __attribute__((vector_size(16)));

// The larger, lane by lane; x where x is NaN. One instruction, but clang 14 does not find it.
static inline f32x4 linalg_exp_max(f32x4 x, f32x4 y) {
#if defined(__wasm_simd128__)
    return __builtin_wasm_pmax_f32x4(x, y);
#else
    const i32x4 smaller = x < y;
    return (f32x4)((smaller & (i32x4)y) | (~smaller & (i32x4)x));
#endif
}

// The smaller; x where x is NaN.
static inline f32x4 linalg_exp_min(f32x4 x, f32x4 y) {
#if defined(__wasm_simd128__)
    return __builtin_wasm_pmin_f32x4(x, y);
#else
    const i32x4 larger = x > y;
    return (f32x4)((larger & (i32x4)y) | (~larger & (i32x4)x));
#endif
}

static inline f32x4 linalg_exp_f32x4(f32x4 x) {
    // At -127 ln 2 the exponent field of 2^n is 0, and so is the product below.
    x = linalg_exp_max(x, f32x4_splat(-0x1.601e68p+6f));
    // Adding 1.5 * 2^23 rounds to an integer and leaves it in the low bits.
    const f32x4 shifted = x * f32x4_splat(0x1.715476p+0f) + f32x4_splat(0x1.8p+23f);
    const f32x4 n = shifted - f32x4_splat(0x1.8p+23f);
    // ln 2 in two parts: n times the first is exact
    const f32x4 r = (x - n * f32x4_splat(0x1.62e4p-1f)) - n * f32x4_splat(0x1.7f7d1cp-20f);

    // 1 + r + r^2 (c2 + c3 r + r^2 (c4 + c5 r + c6 r^2)): pairs that do not wait for each other
    const f32x4 r2 = r * r;
    const f32x4 low = f32x4_splat(4.99999940e-1f) + f32x4_splat(1.66665211e-1f) * r;
    const f32x4 high = f32x4_splat(4.16683890e-2f) + f32x4_splat(8.36871658e-3f) * r;
    const f32x4 rest = low + r2 * (high + f32x4_splat(1.38145988e-3f) * r2);
    const f32x4 p = f32x4_splat(1.0f) + (r + r2 * rest);

    const u32x4 exponent = ((u32x4)shifted + 127u) << 23;
    return p * (f32x4)exponent;
}

#endif
