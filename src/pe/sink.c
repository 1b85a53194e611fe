#include "sink.h"

#include <stdbool.h>
#include <stddef.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

static Status check(const PeSink *s) {
    if (!SHAPE_OK(s->n_problems, s->n_query, s->n_key) || !SHAPE_OK(s->n_sinks) ||
        s->n_problems % s->n_sinks != 0) {
        return STATUS_BAD_SHAPE;
    }
    return linalg_vec_is_finite(s->sinks, s->n_sinks) ? STATUS_OK : STATUS_BAD_VALUE;
}

Status pe_sink_forward(float *weights, float *rest, const float *logits, const PeSink *sink) {
    const Status status = check(sink);
    if (status != STATUS_OK) return status;
    const int32_t n = sink->n_key;
    for (int32_t r = 0; r < sink->n_problems * sink->n_query; r++, weights += n, logits += n) {
        const double logit = (double)sink->sinks[r / sink->n_query % sink->n_sinks];
        double max = logit;
        for (int32_t j = 0; j < n; j++) {
            if (!((double)logits[j] <= max)) max = (double)logits[j]; // keeps NaN
        }
        const double at_sink = elementary_exp(logit - max);
        double sum = at_sink;
        for (int32_t j = 0; j < n; j++) sum += elementary_exp((double)logits[j] - max);
        for (int32_t j = 0; j < n; j++) {
            weights[j] = (float)(elementary_exp((double)logits[j] - max) / sum);
        }
        rest[r] = (float)(at_sink / sum);
    }
    return STATUS_OK;
}

// The softmax over keys and sink; the sink's own weight is `rest`, and no loss depends on it: its
// gradient comes from the sum of all others alone.
Status pe_sink_backward(float *dlogits, float *dsinks, const float *weights, const float *rest,
                        const PeSink *sink) {
    const Status status = check(sink);
    if (status != STATUS_OK) return status;
    const int32_t n = sink->n_key;
    for (int32_t first = 0; first < sink->n_sinks; first++) {
        double sum = 0.0; // over the rows of all problems that share a sink, in their order
        for (int32_t p = first; p < sink->n_problems; p += sink->n_sinks) {
            for (int32_t r = p * sink->n_query; r < (p + 1) * sink->n_query; r++) {
                float *const row = dlogits + r * n;
                const float *const own = weights + r * n;
                for (int32_t j = 0; j < n; j++) {
                    if (own[j] == 0.0f) row[j] = 0.0f; // hidden: it may hold anything
                }
                const double mean = linalg_vec_dot(row, own, n);
                sum -= (double)rest[r] * mean;
                for (int32_t j = 0; j < n; j++) {
                    row[j] = (float)((double)own[j] * ((double)row[j] - mean));
                }
            }
        }
        if (dsinks) dsinks[first] += (float)sum;
    }
    return STATUS_OK;
}

// -------------------------------------------------------------------------------------- the entry

static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    const bool fits = SHAPE_OK(config->n_heads, n_query, n_key);
    return fits ? (int64_t)config->n_heads * n_query : 0; // what goes to no key
}

// The call as a PeSink, one problem per head; a status where it cannot be.
static Status sink_of(PeSink *sink, const PeConfig *c, int32_t n_query, int32_t n_key) {
    if (n_scratch(c, n_query, n_key) == 0) return STATUS_BAD_SHAPE;
    if (!c->table || !c->scratch) return STATUS_BAD_VALUE;
    *sink = (PeSink){c->table, c->n_heads, c->n_heads, n_query, n_key};
    return STATUS_OK;
}

static Status weights_forward(float *weights, const float *logits, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    PeSink sink;
    const Status status = sink_of(&sink, config, n_query, n_key);
    if (status != STATUS_OK) return status;
    return pe_sink_forward(weights, config->scratch, logits, &sink);
}

static Status weights_backward(float *dlogits, float *dtable, const float *weights,
                               const float *logits, const PeConfig *config, int32_t n_query,
                               int32_t n_key) {
    (void)logits;
    PeSink sink;
    const Status status = sink_of(&sink, config, n_query, n_key);
    if (status != STATUS_OK) return status;
    for (int32_t r = 0; r < config->n_heads * n_query; r++) {
        double rest = 1.0;
        for (int32_t j = 0; j < n_key; j++) rest -= (double)weights[r * n_key + j];
        config->scratch[r] = (float)rest;
    }
    return pe_sink_backward(dlogits, dtable, weights, config->scratch, &sink);
}

static const PeTensor TENSORS[] = {{"attn.sink", pe_shape_heads, 0.0, 0.02}};

const PeMethod pe_sink = {.acts_on = PE_WEIGHTS,
                          .ignores_ids = true,
                          .tensors = TENSORS,
                          .n_tensors = 1,
                          .per_layer = true,
                          .reads_content = true,
                          .n_scratch = n_scratch,
                          .weights_forward = weights_forward,
                          .weights_backward = weights_backward};

COMPACT_END
