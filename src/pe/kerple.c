#include "kerple.h"

#include <math.h>
#include <stddef.h>

#include "../base/api.h"
#include "../base/elementary.h"
#include "../base/shape.h"

COMPACT_BEGIN

// What is added at a distance d >= 1, and its slopes by a and by p.
typedef struct Point {
    double value, by_a, by_p;
} Point;
typedef Point Curve(double a, double p, double d);

static Point log_curve(double a, double p, double d) {
    const double inside = 1.0 + fabs(a) * d, rise = elementary_log(inside);
    return (Point){-p * rise, -p * copysign(d, a) / inside, -rise};
}

static Point power_curve(double a, double p, double d) {
    const double log_d = elementary_log(d), power = elementary_exp(p * log_d);
    return (Point){-a * power, -power, -a * power * log_d};
}

// Forward: logits are added to. Backward, with logits NULL: dtable is. The curve is computed once per
// distance, for all pairs of a query and a key that far apart.
static Status run(float *logits, float *dtable, const float *dlogits, Curve *curve,
                  const PeConfig *config, int32_t n_query, int32_t n_key) {
    const int32_t n_heads = config->n_heads;
    if (!SHAPE_OK(n_heads, n_query, n_key)) return STATUS_BAD_SHAPE;
    if (!config->table) return STATUS_BAD_VALUE;
    if (!logits && !dtable) return STATUS_OK;
    const int32_t n_pairs = n_query * n_key;
    for (int32_t h = 0; h < n_heads; h++) {
        const double a = (double)config->table[h], p = (double)config->table[n_heads + h];
        double da = 0.0, dp = 0.0;
        // distances i - j; negative where the key is after its query
        for (int32_t distance = config->causal ? 1 : 1 - n_query; distance < n_key; distance++) {
            if (distance == 0) continue;
            const Point point = curve(a, p, fabs((double)distance));
            double sum = 0.0;
            // query i is at position i + n_key - n_query, its key at j: one diagonal of the pairs
            const int32_t at_key_0 = distance - (n_key - n_query),
                          first = at_key_0 > 0 ? at_key_0 : 0;
            for (int32_t i = first; i < n_query && i - at_key_0 < n_key; i++) {
                const int32_t pair = h * n_pairs + i * n_key + i - at_key_0;
                if (logits) {
                    logits[pair] += (float)point.value;
                } else {
                    sum += (double)dlogits[pair];
                }
            }
            da += sum * point.by_a;
            dp += sum * point.by_p;
        }
        if (logits) continue;
        dtable[h] += (float)da;
        dtable[n_heads + h] += (float)dp;
    }
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------- the entries

static Status log_logits(float *logits, const float *q, const float *k, const PeConfig *config,
                         int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    return run(logits, NULL, NULL, log_curve, config, n_query, n_key);
}

static Status power_logits(float *logits, const float *q, const float *k, const PeConfig *config,
                           int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    return run(logits, NULL, NULL, power_curve, config, n_query, n_key);
}

static Status log_logits_backward(const PeLogitsGradients *gradients, const float *dlogits,
                                  const float *q, const float *k, const PeConfig *config,
                                  int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    return run(NULL, gradients->dtable, dlogits, log_curve, config, n_query, n_key);
}

static Status power_logits_backward(const PeLogitsGradients *gradients, const float *dlogits,
                                    const float *q, const float *k, const PeConfig *config,
                                    int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    return run(NULL, gradients->dtable, dlogits, power_curve, config, n_query, n_key);
}

// Within the ranges from which public code draws uniformly: a of 0 .. 1, p of 0 .. 2.
static const PeTensor TENSORS[] = {{"kerple_a", pe_shape_heads, 0.5, 0.125},
                                   {"kerple_p", pe_shape_heads, 1.0, 0.25}};

const PeMethod pe_kerple_log = {.acts_on = PE_LOGITS,
                                .tensors = TENSORS,
                                .n_tensors = 2,
                                .logits_forward = log_logits,
                                .logits_backward = log_logits_backward};

const PeMethod pe_kerple_power = {.acts_on = PE_LOGITS,
                                  .tensors = TENSORS,
                                  .n_tensors = 2,
                                  .logits_forward = power_logits,
                                  .logits_backward = power_logits_backward};

COMPACT_END
