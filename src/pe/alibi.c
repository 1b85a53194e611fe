#include "alibi.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/vec.h"
#include "pe.h"

COMPACT_BEGIN

// 2^(-8 step / n)
static float slope_at(int32_t step, int32_t n) {
    static const double LN_2 = 0.6931471805599453;
    return (float)elementary_exp(-8.0 * LN_2 * (double)step / (double)n);
}

static float reference_slope(int32_t h, int32_t n_heads) {
    int32_t n_pow2 = 1;
    while (n_pow2 <= n_heads / 2) n_pow2 *= 2;
    if (h < n_pow2) return slope_at(h + 1, n_pow2);
    return slope_at(2 * (h - n_pow2) + 1, 2 * n_pow2);
}

Status pe_alibi_slopes(float *slopes, int32_t rule, int32_t n_heads) {
    if (!SHAPE_OK(n_heads)) return STATUS_BAD_SHAPE;
    if (rule != PE_ALIBI_RULE_REFERENCE && rule != PE_ALIBI_RULE_GEOMETRIC) return STATUS_BAD_VALUE;
    for (int32_t h = 0; h < n_heads; h++) {
        slopes[h] = rule == PE_ALIBI_RULE_REFERENCE ? reference_slope(h, n_heads)
                                                    : slope_at(h + 1, n_heads);
    }
    return STATUS_OK;
}

// Adds the bias to the row of the query at `pos`: -slope * |pos - j|, which rises to 0 at j = pos and
// falls after it, or -inf where the mask hides a key.
static void add_row(float *row, float slope, int32_t mask, int32_t pos, int32_t n_key) {
    const int32_t n_past = pos < 0 ? 0 : pos + 1; // at most n_key: no query is after the last key
    for (int32_t j = 0; j < n_past; j++) row[j] += slope * (float)(j - pos);
    const bool is_hidden = mask == PE_ALIBI_MASK_CAUSAL;
    for (int32_t j = n_past; j < n_key; j++) {
        row[j] = is_hidden ? -INFINITY : row[j] - slope * (float)(j - pos);
    }
}

static Status check_bias(const float *slopes, int32_t mask, int32_t n_heads, int32_t n_query,
                         int32_t n_key) {
    if (!SHAPE_OK(n_heads, n_query, n_key)) return STATUS_BAD_SHAPE;
    if (mask != PE_ALIBI_MASK_NONE && mask != PE_ALIBI_MASK_CAUSAL) return STATUS_BAD_VALUE;
    return linalg_vec_is_finite(slopes, n_heads) ? STATUS_OK : STATUS_BAD_VALUE;
}

Status pe_alibi_bias(float *bias, const float *slopes, int32_t mask, int32_t n_heads,
                     int32_t n_query, int32_t n_key) {
    const Status status = check_bias(slopes, mask, n_heads, n_query, n_key);
    if (status != STATUS_OK) return status;
    memset(bias, 0, (size_t)n_heads * (size_t)n_query * (size_t)n_key * sizeof *bias);
    for (int32_t h = 0; h < n_heads; h++) {
        for (int32_t i = 0; i < n_query; i++, bias += n_key) {
            add_row(bias, slopes[h], mask, i + n_key - n_query, n_key);
        }
    }
    return STATUS_OK;
}

Status pe_alibi_key_offset_bias(float *bias, const float *slopes, const int32_t *key_mask,
                                int32_t n_heads, int32_t n_key) {
    if (!SHAPE_OK(n_heads, n_key)) return STATUS_BAD_SHAPE;
    if (!linalg_vec_is_finite(slopes, n_heads)) return STATUS_BAD_VALUE;
    for (int32_t j = 0; j < n_key; j++) {
        if (key_mask[j] != 0 && key_mask[j] != 1) return STATUS_BAD_VALUE;
    }
    for (int32_t h = 0; h < n_heads; h++, bias += n_key) {
        int32_t n_real = 0;
        for (int32_t j = 0; j < n_key; j++) {
            n_real += key_mask[j];
            bias[j] = key_mask[j] ? slopes[h] * (float)(n_real - 1) : 0.0f;
        }
    }
    return STATUS_OK;
}

Status pe_alibi_add(float *logits, int32_t n_heads, int32_t n_query, int32_t n_key) {
    if (!SHAPE_OK(n_heads, n_query, n_key)) return STATUS_BAD_SHAPE;
    for (int32_t h = 0; h < n_heads; h++) {
        const float slope = reference_slope(h, n_heads);
        for (int32_t i = 0; i < n_query; i++, logits += n_key) {
            add_row(logits, slope, PE_ALIBI_MASK_NONE, i + n_key - n_query, n_key);
        }
    }
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------ the method

static Status logits_forward(float *logits, const float *q, const float *k, const PeConfig *config,
                             int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    return pe_alibi_add(logits, config->n_heads, n_query, n_key);
}

static Status logits_backward(const PeLogitsGradients *gradients, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    (void)gradients, (void)dlogits, (void)q, (void)k;
    return SHAPE_OK(config->n_heads, n_query, n_key) ? STATUS_OK : STATUS_BAD_SHAPE;
}

const PeMethod pe_alibi = {
    .acts_on = PE_LOGITS, .logits_forward = logits_forward, .logits_backward = logits_backward};

#ifdef CORE_TESTING
Status pe_alibi_bias_ref(float *bias, const float *slopes, int32_t mask, int32_t n_heads,
                         int32_t n_query, int32_t n_key) {
    const Status status = check_bias(slopes, mask, n_heads, n_query, n_key);
    if (status != STATUS_OK) return status;
    for (int32_t h = 0; h < n_heads; h++) {
        for (int32_t i = 0; i < n_query; i++) {
            for (int32_t j = 0; j < n_key; j++) {
                const int32_t distance = i + n_key - n_query - j;
                const bool hidden = mask == PE_ALIBI_MASK_CAUSAL && distance < 0;
                // 0 - x, so that distance 0 gives 0 and not -0
                *bias++ = hidden ? -INFINITY : 0.0f - slopes[h] * fabsf((float)distance);
            }
        }
    }
    return STATUS_OK;
}
#endif

COMPACT_END
