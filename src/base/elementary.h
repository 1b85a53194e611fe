/* exp, log, sin, cos and the sigmoid in double, without tables.
 *
 * The same bits on every machine: only + - * / and exact scaling. The C library's versions differ
 * between systems, and would add 24 kB of code and tables to core.wasm where these add 1 kB. Error
 * at most 4 units in the last place (sin and cos: 4e-16 absolute while |x| <= 2^20, 1e-13 while
 * |x| <= 2^31), far below the float32 results of the core.
 *
 * Method  argument reduction in several pieces as in W. J. Cody, W. Waite, "Software Manual for the
 *         Elementary Functions", 1980, chapters 5, 6 and 8; then the Taylor series of exp, sin and
 *         cos, and log m = 2 artanh((m - 1) / (m + 1)).
 */
#ifndef BASE_ELEMENTARY_H
#define BASE_ELEMENTARY_H

#include "simd.h"

typedef struct ElementarySinCos {
    double sin;
    double cos;
} ElementarySinCos;

/* e^x; 0 below -708, infinity above 709, NaN for NaN. */
double elementary_exp(double x);

/* The natural logarithm of x > 0 (not subnormal); -infinity for 0, NaN for x < 0, infinity for
 * infinity. */
double elementary_log(double x);

/* The same bits as elementary_log() in each lane, of which each is > 0, finite and not subnormal. */
f64x2 elementary_log_f64x2(f64x2 x);

/* 1 / (1 + e^-x), and its logarithm min(x, 0) - ln(1 + e^-|x|), of which no part overflows: the relative
 * error stays that of exp and log where the sigmoid is nearly 0 or nearly 1. NaN for NaN. */
double elementary_sigmoid(double x);
double elementary_log_sigmoid(double x);

/* Sine and cosine of any finite x. Beyond 2^31 they stay on the unit circle, but the error of the
 * angle grows. NaN for NaN and infinities. */
ElementarySinCos elementary_sin_cos(double x);

#endif
