#include "fault.h"

#include <math.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/vec.h"
#include "angle_table.h"
#include "precision.h"
#include "sinusoidal.h"

COMPACT_BEGIN

Status pe_fault_rope_mixed(float *out, const float *x, const float *cos_table,
                           const float *sin_table, int32_t inverse, int32_t n_heads, int32_t n,
                           int32_t d_head) {
    if (!SHAPE_OK(n_heads, n, d_head) || d_head % 2 != 0) return STATUS_BAD_SHAPE;
    const int32_t half = d_head / 2;
    const float sign = inverse ? -1.0f : 1.0f;
    for (int32_t row = 0; row < n_heads * n; row++, x += d_head, out += d_head) {
        const float *const c = cos_table + row % n * half;
        const float *const s = sin_table + row % n * half;
        for (int32_t k = 0; k < d_head; k += 2) {
            const int32_t a = k % half,
                          b = (k + 1) % half; // the doubled table, read at k and k + 1
            out[k] = x[k] * c[a] - x[k + 1] * sign * s[a];
            out[k + 1] = x[k + 1] * c[b] + x[k] * sign * s[b];
        }
    }
    return STATUS_OK;
}

Status pe_fault_rope_by_head(float *out, const float *x, const float *cos_table,
                             const float *sin_table, const PeRotation *rotation) {
    const int32_t n_heads = rotation->n_heads, n = rotation->n, d_head = rotation->d_head;
    const int32_t n_pairs = rotation->n_pairs;
    if (!SHAPE_OK(n_heads, n, d_head) || !SHAPE_OK(n_heads, n_pairs)) return STATUS_BAD_SHAPE;
    PeRotation one_row = *rotation;
    one_row.n_heads = one_row.n = 1;
    for (int32_t h = 0; h < n_heads; h++) {
        const float *const c = cos_table + (int64_t)h * n_pairs;
        const float *const s = sin_table + (int64_t)h * n_pairs;
        for (int32_t r = 0; r < n; r++, x += d_head, out += d_head) {
            // refused at the first row or never: the sizes and the layout do not change
            const Status status = pe_rope_rotate(out, x, c, s, &one_row);
            if (status != STATUS_OK) return status;
        }
    }
    return STATUS_OK;
}

Status pe_fault_bf16(double *out, const double *values, int32_t n) {
    if (!SHAPE_OK(n)) return STATUS_BAD_SHAPE;
    for (int32_t k = 0; k < n; k++) {
        if (!isfinite(values[k])) return STATUS_BAD_VALUE;
    }
    for (int32_t k = 0; k < n; k++) {
        const double single = pe_precision_rounded(values[k], PE_FLOAT32);
        out[k] = pe_precision_rounded(single, PE_BFLOAT16);
    }
    return STATUS_OK;
}

// One column of a table: the sine or the cosine of p base^(-step * k) for p = 0 .. n_pos - 1.
static void fill_column(float *column, double base, double step, int32_t k, int is_sine,
                        int32_t n_pos, int32_t d_model) {
    const double frequency = pe_angle_table_frequency(base, step, k);
    for (int32_t p = 0; p < n_pos; p++) {
        const ElementarySinCos at = elementary_sin_cos((double)p * frequency);
        column[(int64_t)p * d_model] = (float)(is_sine ? at.sin : at.cos);
    }
}

Status pe_fault_sinusoidal_doubled_exponent(float *table, double base, int32_t n_pos,
                                            int32_t d_model) {
    if (!SHAPE_OK(n_pos, d_model)) return STATUS_BAD_SHAPE;
    if (!pe_angle_table_is_base(base)) return STATUS_BAD_VALUE;
    for (int32_t c = 0; c < d_model; c++) {
        const int32_t exponent = c % 2 == 0 ? 2 * c : 2 * c - 1;
        fill_column(table + c, base, 1.0 / (double)d_model, exponent, c % 2 == 0, n_pos, d_model);
    }
    return STATUS_OK;
}

Status pe_fault_sinusoidal_swapped(float *table, double base, int32_t n_pos, int32_t d_model) {
    if (!SHAPE_OK(n_pos, d_model)) return STATUS_BAD_SHAPE;
    if (!pe_angle_table_is_base(base)) return STATUS_BAD_VALUE;
    for (int32_t c = 0; c < d_model; c++) {
        fill_column(table + c, base, 2.0 / (double)d_model, c / 2, c % 2 != 0, n_pos, d_model);
    }
    return STATUS_OK;
}

Status pe_fault_alibi_query_axis(float *bias, const float *slopes, int32_t n_heads, int32_t n_query,
                                 int32_t n_key) {
    if (!SHAPE_OK(n_heads, n_query, n_key)) return STATUS_BAD_SHAPE;
    if (!linalg_vec_is_finite(slopes, n_heads)) return STATUS_BAD_VALUE;
    for (int32_t h = 0; h < n_heads; h++) {
        for (int32_t i = 0; i < n_query; i++) {
            const float value = slopes[h] * (float)(i + n_key - n_query);
            for (int32_t j = 0; j < n_key; j++) *bias++ = value;
        }
    }
    return STATUS_OK;
}

COMPACT_END
