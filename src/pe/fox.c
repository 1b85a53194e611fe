#include "fox.h"

#include <stdbool.h>

#include "../base/elementary.h"
#include "../base/shape.h"

COMPACT_BEGIN

static bool sizes_fit(int32_t n_heads, int32_t n_query, int32_t n_key) {
    return SHAPE_OK(n_heads, n_query, n_key) && SHAPE_OK(n_heads, n_key) && n_query <= n_key;
}

Status pe_fox_add(float *bias, const float *gates, double *scratch, int32_t n_heads,
                  int32_t n_query, int32_t n_key) {
    if (!sizes_fit(n_heads, n_query, n_key)) return STATUS_BAD_SHAPE;
    for (int32_t h = 0; h < n_heads; h++) {
        double sum = 0.0;
        for (int32_t t = 0; t < n_key; t++) {
            sum += elementary_log_sigmoid((double)gates[t * n_heads + h]);
            scratch[t] = sum;
        }
        for (int32_t i = n_key - n_query; i < n_key; i++, bias += n_key) {
            for (int32_t j = 0; j < n_key; j++) bias[j] += (float)(scratch[i] - scratch[j]);
        }
    }
    return STATUS_OK;
}

Status pe_fox_backward(float *dgates, const float *dlogits, const float *gates, double *scratch,
                       int32_t n_heads, int32_t n_query, int32_t n_key) {
    if (!sizes_fit(n_heads, n_query, n_key)) return STATUS_BAD_SHAPE;
    double *const dsums = scratch; // by c
    for (int32_t h = 0; h < n_heads; h++) {
        for (int32_t t = 0; t < n_key; t++) dsums[t] = 0.0;
        for (int32_t i = n_key - n_query; i < n_key; i++, dlogits += n_key) {
            for (int32_t j = 0; j < n_key; j++) {
                dsums[i] += (double)dlogits[j];
                dsums[j] -= (double)dlogits[j];
            }
        }
        // a gate is part of the sums of its own token and of all after it
        double later = 0.0;
        for (int32_t t = n_key - 1; t > 0; t--) {
            later += dsums[t];
            const int32_t at = t * n_heads + h;
            dgates[at] += (float)(later * elementary_sigmoid(-(double)gates[at]));
        }
    }
    return STATUS_OK;
}

COMPACT_END
