#include "fox.h"

#include <stdbool.h>
#include <stddef.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "project.h"

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

// -------------------------------------------------------------------------------------- the entry

// What one call works in: sums first, where the scratch is aligned for doubles.
typedef struct Work {
    double *sums;          // (n_key)
    float *gates, *dgates; // (n_key, n_heads)
} Work;

static Work work_in(float *scratch, int32_t n_heads, int32_t n_key) {
    float *const gates = scratch + 2 * n_key;
    return (Work){(double *)(void *)scratch, gates, gates + n_key * n_heads};
}

static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    const int64_t n = 2 * ((int64_t)config->n_heads + 1) * n_key;
    const bool fits = sizes_fit(config->n_heads, n_query, n_key) && n <= SHAPE_MAX_ELEMENTS;
    return fits && SHAPE_OK(n_key, config->d_model) ? n : 0;
}

static Status check(const PeConfig *c, int32_t n_query, int32_t n_key) {
    if (n_scratch(c, n_query, n_key) == 0 || !SHAPE_OK(c->n_heads, c->d_model)) {
        return STATUS_BAD_SHAPE;
    }
    return c->table && c->scratch && c->x ? STATUS_OK : STATUS_BAD_VALUE;
}

// gates = x W^T + b
static PeProject project_of(const PeConfig *c, int32_t n_key) {
    const float *const biases = c->table + c->n_heads * c->d_model;
    return (PeProject){c->x, c->table, biases, n_key, c->n_heads, c->d_model};
}

static Status logits_forward(float *logits, const float *q, const float *k, const PeConfig *config,
                             int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    const Status status = check(config, n_query, n_key);
    if (status != STATUS_OK) return status;
    const Work work = work_in(config->scratch, config->n_heads, n_key);
    const PeProject project = project_of(config, n_key);
    pe_project(work.gates, &project);
    return pe_fox_add(logits, work.gates, work.sums, config->n_heads, n_query, n_key);
}

static Status logits_backward(const PeLogitsGradients *gradients, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    const Status status = check(config, n_query, n_key);
    if (status != STATUS_OK) return status;
    const int32_t n_heads = config->n_heads;
    const Work work = work_in(config->scratch, n_heads, n_key);
    const PeProject project = project_of(config, n_key);
    pe_project(work.gates, &project);
    for (int32_t at = 0; at < n_key * n_heads; at++) work.dgates[at] = 0.0f;
    pe_fox_backward(work.dgates, dlogits, work.gates, work.sums, n_heads, n_query, n_key);

    float *const dw = gradients->dtable, *const db = dw ? dw + n_heads * config->d_model : NULL;
    pe_project_backward(gradients->dx, dw, db, work.dgates, &project);
    return STATUS_OK;
}

static PeShape weight_shape(const PeConfig *config) {
    return (PeShape){{config->n_heads, config->d_model}};
}

static const PeTensor TENSORS[] = {{"attn.fox_w", weight_shape, 0.0, 0.02},
                                   {"attn.fox_b", pe_shape_heads, 3.0, 0.02}};

const PeMethod pe_fox = {.acts_on = PE_LOGITS,
                         .ignores_ids = true,
                         .tensors = TENSORS,
                         .n_tensors = 2,
                         .per_layer = true,
                         .reads_content = true,
                         .reads_tokens = true,
                         .n_scratch = n_scratch,
                         .logits_forward = logits_forward,
                         .logits_backward = logits_backward};

COMPACT_END
