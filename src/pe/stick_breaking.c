#include "stick_breaking.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

Status pe_stick_breaking_forward(float *weights, float *rest, const float *logits, int32_t n_rows,
                                 int32_t n_key) {
    if (!SHAPE_OK(n_rows, n_key)) return STATUS_BAD_SHAPE;
    for (int32_t r = 0; r < n_rows; r++, weights += n_key, logits += n_key) {
        double log_left = 0.0; // of the stick
        for (int32_t j = n_key - 1; j >= 0; j--) {
            const double logit = (double)logits[j];
            weights[j] = (float)elementary_exp(elementary_log_sigmoid(logit) + log_left);
            log_left += elementary_log_sigmoid(-logit); // 0 for a hidden key
        }
        rest[r] = (float)elementary_exp(log_left);
    }
    return STATUS_OK;
}

// The logit of a key moves its own weight by 1 - sigmoid, and by -sigmoid all that is broken off later:
// the weights of the keys before it, and the rest.
Status pe_stick_breaking_backward(float *dlogits, const float *drest, const float *weights,
                                  const float *rest, const float *logits, int32_t n_rows,
                                  int32_t n_key) {
    if (!SHAPE_OK(n_rows, n_key)) return STATUS_BAD_SHAPE;
    for (int32_t r = 0; r < n_rows; r++) {
        double later = drest ? (double)rest[r] * (double)drest[r] : 0.0;
        for (int32_t j = 0; j < n_key; j++) {
            const double logit = (double)logits[j], own = (double)weights[j] * (double)dlogits[j];
            const bool is_hidden = logits[j] == -INFINITY; // dlogits may hold anything there
            dlogits[j] =
                is_hidden
                    ? 0.0f
                    : (float)(own * elementary_sigmoid(-logit) - later * elementary_sigmoid(logit));
            if (!is_hidden) later += own;
        }
        dlogits += n_key;
        weights += n_key;
        logits += n_key;
    }
    return STATUS_OK;
}

Status pe_stick_breaking_rest_forward(float *output, const float *rest, const float *v,
                                      int32_t n_rows, int32_t d_head) {
    if (!SHAPE_OK(n_rows, d_head)) return STATUS_BAD_SHAPE;
    for (int32_t r = 0; r < n_rows; r++) {
        linalg_vec_add_scaled(output + r * d_head, rest[r], v + r * d_head, d_head);
    }
    return STATUS_OK;
}

Status pe_stick_breaking_rest_backward(float *dv, float *drest, const float *dout,
                                       const float *rest, const float *v, int32_t n_rows,
                                       int32_t d_head) {
    if (!SHAPE_OK(n_rows, d_head)) return STATUS_BAD_SHAPE;
    for (int32_t r = 0; r < n_rows; r++) {
        linalg_vec_add_scaled(dv + r * d_head, rest[r], dout + r * d_head, d_head);
        drest[r] = (float)linalg_vec_dot(dout + r * d_head, v + r * d_head, d_head);
    }
    return STATUS_OK;
}

// -------------------------------------------------------------------------------------- the entry

static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    const bool fits = SHAPE_OK(config->n_heads, n_query, n_key);
    return fits ? (int64_t)config->n_heads * n_query : 0; // what is left of each stick
}

static Status weights_forward(float *weights, const float *logits, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    const int64_t n_rows = n_scratch(config, n_query, n_key);
    if (n_rows == 0) return STATUS_BAD_SHAPE;
    if (!config->scratch) return STATUS_BAD_VALUE;
    return pe_stick_breaking_forward(weights, config->scratch, logits, (int32_t)n_rows, n_key);
}

static Status weights_backward(float *dlogits, float *dtable, const float *weights,
                               const float *logits, const PeConfig *config, int32_t n_query,
                               int32_t n_key) {
    (void)dtable;
    const int64_t n_rows = n_scratch(config, n_query, n_key);
    if (n_rows == 0) return STATUS_BAD_SHAPE;
    return pe_stick_breaking_backward(dlogits, NULL, weights, NULL, logits, (int32_t)n_rows, n_key);
}

const PeMethod pe_stick_breaking = {.acts_on = PE_WEIGHTS,
                                    .ignores_ids = true,
                                    .reads_content = true,
                                    .n_scratch = n_scratch,
                                    .weights_forward = weights_forward,
                                    .weights_backward = weights_backward};

COMPACT_END
