#include "elementary.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "api.h"

// ln 2 in two pieces: the first has 33 bits, so that it is exact times an exponent.
static const double LN2_HIGH = 0x1.62e42fefp-1;
static const double LN2_LOW = 0x1.473de6af278edp-34;

// By Horner's rule, constant term first.
static inline double polynomial(const double *coefficients, int32_t n, double z) {
    double sum = 0.0;
    for (int32_t k = n - 1; k >= 0; k--) sum = sum * z + coefficients[k];
    return sum;
}

double elementary_exp(double x) {
    static const double TERMS[] = {
        1.0 / 1.0,         1.0 / 1.0,          1.0 / 2.0,           1.0 / 6.0,
        1.0 / 24.0,        1.0 / 120.0,        1.0 / 720.0,         1.0 / 5040.0,
        1.0 / 40320.0,     1.0 / 362880.0,     1.0 / 3628800.0,     1.0 / 39916800.0,
        1.0 / 479001600.0, 1.0 / 6227020800.0, 1.0 / 87178291200.0,
    };
    if (isnan(x)) return x;
    if (x > 709.0) return (double)INFINITY;
    if (x < -708.0) return 0.0;
    const double n = rint(x * 1.4426950408889634);
    const double r = (x - n * LN2_HIGH) - n * LN2_LOW; // |r| <= 0.35, r^15 / 15! < 2e-19
    // 2^n by its bits: it is neither subnormal nor too large
    const uint64_t bits = (uint64_t)((int32_t)n + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return polynomial(TERMS, 15, r) * power;
}

// x = 2^n m with m within sqrt(1/2) .. sqrt(2), and log m by the series of 2 artanh s.
NOINLINE f64x2 elementary_log_f64x2(f64x2 x) {
    static const double TERMS[] = {
        1.0 / 3.0,  1.0 / 5.0,  1.0 / 7.0,  1.0 / 9.0,  1.0 / 11.0,
        1.0 / 13.0, 1.0 / 15.0, 1.0 / 17.0, 1.0 / 19.0, 1.0 / 21.0,
    };
    const u64x2 bits = (u64x2)x, one = (u64x2)f64x2_splat(1.0);
    const f64x2 mantissa = (f64x2)((bits & 0x000FFFFFFFFFFFFFu) | one); // 1 <= mantissa < 2
    const u64x2 is_high = (u64x2)(mantissa > 1.4142135623730951);
    const f64x2 m = (f64x2)((u64x2)mantissa - (is_high & 0x0010000000000000u));
    // as the low bits of a double of 2^52, an integer is converted exactly
    const f64x2 exponent = (f64x2)((bits >> 52) | 0x4330000000000000u) - (0x1p52 + 1023.0);
    const f64x2 n = exponent + (f64x2)(is_high & one);
    const f64x2 s = (m - 1.0) / (m + 1.0), z = s * s; // |s| <= 0.172, s^24 / 23 < 1e-19
    f64x2 sum = f64x2_splat(0.0);
    UNROLL
    for (int32_t k = 9; k >= 0; k--) sum = sum * z + TERMS[k];
    const f64x2 rest = z * sum;
    return n * LN2_HIGH + (2.0 * s + (2.0 * s * rest + n * LN2_LOW));
}

NOINLINE double elementary_log(double x) {
    if (x < 0.0) return (double)NAN;
    if (x == 0.0) return (double)-INFINITY;
    if (isnan(x) || isinf(x)) return x;
    return elementary_log_f64x2(f64x2_splat(x))[0];
}

double elementary_sigmoid(double x) {
    const double small = elementary_exp(-fabs(x));
    return (x < 0.0 ? small : 1.0) / (1.0 + small);
}

double elementary_log_sigmoid(double x) {
    const double small = elementary_exp(-fabs(x));
    // ln(1 + small), 0 <= small <= 1: what 1 + small rounds away is put back (D. Goldberg, "What every computer
    // scientist should know about floating-point arithmetic", 1991, theorem 4)
    const double sum = 1.0 + small;
    const double log_sum = sum == 1.0 ? small : elementary_log(sum) * (small / (sum - 1.0));
    return (x < 0.0 ? x : 0.0) - log_sum;
}

// x less n times pi/2, n the nearest integer. The first three pieces of pi/2 have 22 bits, so that
// each is exact times an n of 31 bits. Adds n modulo 4 to *quadrant.
static double reduce(double x, int32_t *quadrant) {
    const double n = rint(x * 0.6366197723675814);
    *quadrant += (int32_t)(n - 4.0 * floor(n * 0.25));
    const double r = ((x - n * 0x1.921fbp+0) - n * 0x1.5110bp-22) - n * 0x1.1846980p-44;
    return r - n * 0x1.3198a2e037073p-69;
}

ElementarySinCos elementary_sin_cos(double x) {
    // 1 / k! with alternating signs: the next terms are below 1e-18 for |r| <= pi/4
    static const double SIN[] = {
        -1.0 / 6.0,        1.0 / 120.0,        -1.0 / 5040.0,          1.0 / 362880.0,
        -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368000.0, 1.0 / 355687428096000.0,
    };
    static const double COS[] = {
        1.0 / 24.0,        -1.0 / 720.0,         1.0 / 40320.0,          -1.0 / 3628800.0,
        1.0 / 479001600.0, -1.0 / 87178291200.0, 1.0 / 20922789888000.0,
    };
    if (!isfinite(x)) return (ElementarySinCos){(double)NAN, (double)NAN};
    int32_t quadrant = 0;
    double r = reduce(x, &quadrant);
    while (fabs(r) > 1.0) r = reduce(r, &quadrant); // only past 2^31, where the pieces are inexact
    const double z = r * r;
    const double s = r + r * z * polynomial(SIN, 8, z);
    const double c = 1.0 - 0.5 * z + z * z * polynomial(COS, 7, z);
    switch (quadrant & 3) {
    case 0:
        return (ElementarySinCos){s, c};
    case 1:
        return (ElementarySinCos){c, -s};
    case 2:
        return (ElementarySinCos){-s, -c};
    default:
        return (ElementarySinCos){-c, s};
    }
}
