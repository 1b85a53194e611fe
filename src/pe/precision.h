/* RoPE's cosines and sines in the number types that real code uses, and the error of their angles.
 *
 * A rotation by position p is computed in three steps, and each result is stored in some type:
 *
 *   frequency   w = base^(-2i/dim)             rounded to frequency_type
 *   angle       p rounded, p w rounded         to angle_type (bfloat16 has no 257)
 *   table       cos and sin of that angle      rounded to table_type
 *
 * Every rounding is IEEE 754-2019's roundTiesToEven (section 4.3.1), with subnormal numbers and
 * overflow to infinity; the steps between are in double. An angle past the largest number of its
 * type is infinite, and has neither a cosine nor a phase: NaN.
 *
 * The phase error is the angle of the rounded pair (cos, sin) minus p w, modulo 2 pi, in -pi .. pi.
 * To first order the three steps err by p w u, p w u and u, with u half the distance of the type's
 * numbers at 1 (2^-53, 2^-24, 2^-8, 2^-11): only the last does not grow with p.
 */
#ifndef PE_PRECISION_H
#define PE_PRECISION_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"

#define PE_NUMBER_TYPE_LIST(X)                                                                     \
    X(PE_FLOAT64, "float64")                                                                       \
    X(PE_FLOAT32, "float32")                                                                       \
    X(PE_BFLOAT16, "bfloat16")                                                                     \
    X(PE_FLOAT16, "float16")

typedef enum PeNumberType {
#define PE_NUMBER_TYPE_ENUM(name, words) name,
    PE_NUMBER_TYPE_LIST(PE_NUMBER_TYPE_ENUM)
#undef PE_NUMBER_TYPE_ENUM
} PeNumberType;

// Types of the three steps.
#define PE_PRECISION_FIELDS(X)                                                                     \
    X(int32_t, frequency_type)                                                                     \
    X(int32_t, angle_type)                                                                         \
    X(int32_t, table_type)

typedef struct PePrecision {
    PE_PRECISION_FIELDS(STRUCT_MEMBER)
} PePrecision;

/* The nearest number of a type, ties to even; infinities and NaN are unchanged. `type` is
 * one of the enum. */
double pe_precision_rounded(double value, int32_t type);

/* out (n): pe_precision_rounded() of values (n); out may be values. STATUS_BAD_SHAPE unless n >= 1;
 * STATUS_BAD_VALUE unless `type` is one of the enum. */
API Status pe_precision_round(double *out, const double *values, int32_t type, int32_t n);

/* cos, sin, phase_error (n, dim / 2): the table for positions (n), and its phase error in radians.
 * STATUS_BAD_SHAPE for an odd dim; STATUS_BAD_VALUE unless base is within 1e-100 .. 1e100, every
 * |position| <= 2^53, no p w is past 2^31 (the range of elementary.h), and the types are of the
 * enum. */
API Status pe_precision_tables(double *cos, double *sin, double *phase_error,
                               const double *positions, double base, const PePrecision *types,
                               int32_t n, int32_t dim);

#endif
