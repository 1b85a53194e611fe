#include "sink.h"

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/vec.h"
#include "softmax.h"

COMPACT_BEGIN

static Status check(const NnSink *s) {
    if (!SHAPE_OK(s->n_problems, s->n_query, s->n_key) || !SHAPE_OK(s->n_sinks) ||
        s->n_problems % s->n_sinks != 0) {
        return STATUS_BAD_SHAPE;
    }
    return linalg_vec_is_finite(s->sinks, s->n_sinks) ? STATUS_OK : STATUS_BAD_VALUE;
}

// The sink's logit for a row of all problems.
static float sink_of(const NnSink *s, int32_t row) {
    return s->sinks[row / s->n_query % s->n_sinks];
}

Status nn_sink_forward(float *weights, float *rest, const float *logits, const NnSink *sink) {
    const Status status = check(sink);
    if (status != STATUS_OK) return status;
    const int32_t n = sink->n_key;
    for (int32_t r = 0; r < sink->n_problems * sink->n_query; r++, weights += n, logits += n) {
        const float logit = sink_of(sink, r), of_keys = nn_softmax_row_max(logits, n);
        const float max = of_keys < logit ? logit : of_keys; // keeps NaN
        const double sum = (double)nn_softmax_row_exp(weights, logits, max, n);
        const double at_sink = elementary_exp((double)logit - (double)max);
        linalg_vec_scale(weights, (float)(1.0 / (sum + at_sink)), n);
        rest[r] = (float)(at_sink / (sum + at_sink));
    }
    return STATUS_OK;
}

// The softmax over keys and sink; the sink's own weight is `rest`, and no loss depends on it: its
// gradient comes from the sum of all others alone.
Status nn_sink_backward(float *dlogits, float *dsinks, const float *weights, const float *rest,
                        const NnSink *sink) {
    const Status status = check(sink);
    if (status != STATUS_OK) return status;
    const int32_t n = sink->n_key;
    for (int32_t first = 0; first < sink->n_sinks; first++) {
        double sum = 0.0; // over the rows of all problems that share a sink, in their order
        for (int32_t p = first; p < sink->n_problems; p += sink->n_sinks) {
            for (int32_t r = p * sink->n_query; r < (p + 1) * sink->n_query; r++) {
                float *const row = dlogits + r * n;
                for (int32_t j = 0; j < n; j++) {
                    if (weights[r * n + j] == 0.0f) row[j] = 0.0f; // hidden: it may hold anything
                }
                sum -= (double)rest[r] * linalg_vec_dot(row, weights + r * n, n);
                nn_softmax_row_backward(row, row, weights + r * n, n);
            }
        }
        dsinks[first] += (float)sum;
    }
    return STATUS_OK;
}

COMPACT_END
