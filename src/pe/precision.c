#include "precision.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "angle_table.h"

COMPACT_BEGIN

// Significant bits of a type's numbers, the exponent of the least normal one, and the largest.
typedef struct Format {
    int32_t digits, min_exponent;
    double max;
} Format;

static const Format FORMATS[] = {
    {53, -1022, 0x1.fffffffffffffp1023}, // never rounded
    {24, -126, 0x1.fffffep127},
    {8, -126, 0x1.fep127},
    {11, -14, 65504.0},
};

static bool is_type(int32_t type) { return type >= PE_FLOAT64 && type <= PE_FLOAT16; }

static double power_of_2(int32_t exponent) { // of a normal number
    const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

double pe_precision_rounded(double value, int32_t type) {
    if (type == PE_FLOAT64 || !isfinite(value)) return value;
    const Format format = FORMATS[type];
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int32_t exponent = (int32_t)(bits >> 52 & 0x7FF) - 1023;
    if (exponent < format.min_exponent) exponent = format.min_exponent;
    // near 1.5 * 2^52 a double has no fraction bits: the sum rounds to an integer, ties to even
    const double unit = power_of_2(exponent - format.digits + 1), shift = 0x1.8p52;
    const double rounded = (value / unit + shift - shift) * unit;
    return fabs(rounded) <= format.max ? copysign(rounded, value) : copysign(HUGE_VAL, value);
}

Status pe_precision_round(double *out, const double *values, int32_t type, int32_t n) {
    if (!SHAPE_OK(n)) return STATUS_BAD_SHAPE;
    if (!is_type(type)) return STATUS_BAD_VALUE;
    for (int32_t k = 0; k < n; k++) out[k] = pe_precision_rounded(values[k], type);
    return STATUS_OK;
}

static Status check(const double *positions, double base, int32_t n, int32_t dim) {
    const double fastest =
        base < 1.0 ? pe_angle_table_frequency(base, 2.0 / dim, dim / 2 - 1) : 1.0;
    for (int32_t row = 0; row < n; row++) {
        if (!pe_angle_table_is_position(positions[row])) return STATUS_BAD_VALUE;
        if (!(fabs(positions[row]) * fastest <= 0x1p31)) return STATUS_BAD_VALUE;
    }
    return STATUS_OK;
}

Status pe_precision_tables(double *cos_out, double *sin_out, double *phase_error,
                           const double *positions, double base, const PePrecision *types,
                           int32_t n, int32_t dim) {
    if (!SHAPE_OK(n, dim) || dim % 2 != 0) return STATUS_BAD_SHAPE;
    const int32_t frequency_type = types->frequency_type, angle_type = types->angle_type;
    const int32_t table_type = types->table_type;
    const bool are_types = is_type(frequency_type) && is_type(angle_type) && is_type(table_type);
    if (!are_types || !pe_angle_table_is_base(base)) return STATUS_BAD_VALUE;
    const Status status = check(positions, base, n, dim);
    if (status != STATUS_OK) return status;
    const int32_t n_pairs = dim / 2;
    const double two_pi = 0x1.921fb54442d18p2;
    for (int32_t k = 0; k < n_pairs; k++) {
        const double exact = pe_angle_table_frequency(base, 2.0 / dim, k);
        const double frequency = pe_precision_rounded(exact, frequency_type);
        for (int32_t row = 0; row < n; row++) {
            const double position = pe_precision_rounded(positions[row], angle_type);
            const double angle = pe_precision_rounded(position * frequency, angle_type);
            const ElementarySinCos at = elementary_sin_cos(angle); // NaN of an infinite angle
            const double c = pe_precision_rounded(at.cos, table_type);
            const double s = pe_precision_rounded(at.sin, table_type);
            const int32_t i = row * n_pairs + k;
            cos_out[i] = c;
            sin_out[i] = s;

            // the angle from the exact pair to (c, s), which is small: by the series of the arc tangent
            const double along = c * at.cos + s * at.sin;
            const double t = (s * at.cos - c * at.sin) / along, square = t * t;
            const double between = t * (1.0 - square * (1.0 / 3.0 - square * (0.2 - square / 7.0)));
            // modulo 2 pi, in -pi .. pi
            const double error = angle - positions[row] * exact + between;
            const double n_rotations = error / two_pi + 0x1.8p52 - 0x1.8p52;
            phase_error[i] = error - n_rotations * two_pi;
        }
    }
    return STATUS_OK;
}

COMPACT_END
