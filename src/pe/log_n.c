#include "log_n.h"

#include "../base/api.h"
#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

// The backward pass equals the forward pass: the factor depends on neither q nor k.
static Status scale(float *q, float *k, const PeConfig *config, int32_t n_query, int32_t n_key) {
    (void)k;
    const int32_t n_heads = config->n_heads, d = config->d_head;
    if (!SHAPE_OK(n_heads, n_query, d) || !SHAPE_OK(n_heads, n_key, d)) return STATUS_BAD_SHAPE;
    if (config->train_len < 2) return STATUS_BAD_VALUE;
    const double log_train = elementary_log((double)config->train_len);
    for (int32_t i = 0; i < n_query; i++) {
        const int64_t n_tokens = (int64_t)config->first_pos + i + n_key - n_query + 1;
        if (n_tokens <= config->train_len) continue;
        const float factor = (float)(elementary_log((double)n_tokens) / log_train);
        for (int32_t h = 0; h < n_heads; h++)
            linalg_vec_scale(q + (h * n_query + i) * d, factor, d);
    }
    return STATUS_OK;
}

const PeMethod pe_log_n = {.acts_on = PE_QK, .qk_forward = scale, .qk_backward = scale};

COMPACT_END
