/* exp, log, sin and cos in double, without tables.
 *
 * The C library's bring 24 kB of code and tables into core.wasm, a third of what the page may
 * weigh; these bring 1 kB. Right to 4 units in the last place (sin and cos: 4e-16 absolute while
 * |x| <= 2^20, 1e-13 while |x| <= 2^31), which is far below the float32 that comes out of the core.
 * The same bits on every machine: only + - * / and exact scaling.
 *
 * Method  argument reduction in several pieces as in W. J. Cody, W. Waite, "Software Manual for the
 *         Elementary Functions", 1980, chapters 5, 6 and 8; then the Taylor series of exp, sin and
 *         cos, and log m = 2 artanh((m - 1) / (m + 1)).
 */
#ifndef BASE_ELEMENTARY_H
#define BASE_ELEMENTARY_H

typedef struct RealSinCos {
    double sin;
    double cos;
} RealSinCos;

/* e^x; 0 below -708, infinity above 709, NaN for NaN. */
double elementary_exp(double x);

/* The natural logarithm of x > 0 (not subnormal); -infinity for 0, NaN below, infinity for infinity. */
double elementary_log(double x);

/* Both of any finite x. Beyond 2^31 they stay on the unit circle, but know the angle less and less
 * well. NaN for NaN and infinities. */
RealSinCos elementary_sin_cos(double x);

#endif
