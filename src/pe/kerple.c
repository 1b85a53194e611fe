#include "kerple.h"

#include <math.h>
#include <string.h>

#include "../base/api.h"
#include "../base/real.h"
#include "../base/shape.h"
#include "diagonal.h"

COMPACT_BEGIN

// What is added at a distance d >= 1, and its slopes by a and by p.
typedef struct Point {
    double value, by_a, by_p;
} Point;
typedef Point Curve(double a, double p, double d);

static Point log_curve(double a, double p, double d) {
    const double inside = 1.0 + fabs(a) * d, rise = real_log(inside);
    return (Point){-p * rise, -p * copysign(d, a) / inside, -rise};
}

static Point power_curve(double a, double p, double d) {
    const double log_d = real_log(d), power = real_exp(p * log_d);
    return (Point){-a * power, -power, -a * power * log_d};
}

// One head's number for each offset, from -(n_key - 1) to n_query - 1.
static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    return SHAPE_OK(config->n_heads, n_query, n_key) ? (int64_t)n_query + n_key - 1 : 0;
}

static int32_t row_of(const void *n_key, int32_t offset) {
    return offset + *(const int32_t *)n_key - 1;
}

static Status check(const PeConfig *config, int32_t n_query, int32_t n_key) {
    if (!SHAPE_OK(config->n_heads, n_query, n_key)) return STATUS_BAD_SHAPE;
    return config->table && config->scratch ? STATUS_OK : STATUS_BAD_VALUE;
}

static Status add(float *logits, Curve *curve, const PeConfig *config, int32_t n_query,
                  int32_t n_key) {
    const Status status = check(config, n_query, n_key);
    if (status != STATUS_OK) return status;
    const PeDiagonal diagonal = {row_of, &n_key, 1, 0};
    float *const values = config->scratch + n_key - 1; // values[offset]
    values[0] = 0.0f;
    for (int32_t h = 0; h < config->n_heads; h++) {
        const double a = (double)config->table[h], p = (double)config->table[config->n_heads + h];
        for (int32_t d = 1; d < n_key || d < n_query; d++) {
            const float value = (float)curve(a, p, (double)d).value;
            if (d < n_key) values[-d] = value;
            if (d < n_query) values[d] = value;
        }
        pe_diagonal_add(logits + h * n_query * n_key, config->scratch, &diagonal, 1, n_query,
                        n_key);
    }
    return STATUS_OK;
}

static Status backward(float *dtable, const float *dlogits, Curve *curve, const PeConfig *config,
                       int32_t n_query, int32_t n_key) {
    const Status status = check(config, n_query, n_key);
    if (status != STATUS_OK || !dtable) return status;
    const PeDiagonal diagonal = {row_of, &n_key, 1, 0};
    const float *const sums = config->scratch + n_key - 1; // sums[offset]
    const int32_t n_heads = config->n_heads;
    for (int32_t h = 0; h < n_heads; h++) {
        const double a = (double)config->table[h], p = (double)config->table[n_heads + h];
        memset(config->scratch, 0, (size_t)(n_query + n_key - 1) * sizeof(float));
        pe_diagonal_backward(config->scratch, dlogits + h * n_query * n_key, &diagonal, 1, n_query,
                             n_key);
        double da = 0.0, dp = 0.0;
        for (int32_t d = 1; d < n_key || d < n_query; d++) {
            const double sum =
                (d < n_key ? (double)sums[-d] : 0.0) + (d < n_query ? (double)sums[d] : 0.0);
            const Point point = curve(a, p, (double)d);
            da += sum * point.by_a;
            dp += sum * point.by_p;
        }
        dtable[h] += (float)da;
        dtable[n_heads + h] += (float)dp;
    }
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------- the entries

static Status log_logits(float *logits, const float *q, const float *k, const PeConfig *config,
                         int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    return add(logits, log_curve, config, n_query, n_key);
}

static Status power_logits(float *logits, const float *q, const float *k, const PeConfig *config,
                           int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    return add(logits, power_curve, config, n_query, n_key);
}

static Status log_logits_backward(float *dq, float *dk, float *dtable, const float *dlogits,
                                  const float *q, const float *k, const PeConfig *config,
                                  int32_t n_query, int32_t n_key) {
    (void)dq, (void)dk, (void)q, (void)k;
    return backward(dtable, dlogits, log_curve, config, n_query, n_key);
}

static Status power_logits_backward(float *dq, float *dk, float *dtable, const float *dlogits,
                                    const float *q, const float *k, const PeConfig *config,
                                    int32_t n_query, int32_t n_key) {
    (void)dq, (void)dk, (void)q, (void)k;
    return backward(dtable, dlogits, power_curve, config, n_query, n_key);
}

static PeShape n_heads_shape(const PeConfig *config) { return (PeShape){{config->n_heads}}; }

// Within the ranges from which public code draws evenly: a of 0 .. 1, p of 0 .. 2.
static const PeTensor TENSORS[] = {{"kerple_a", n_heads_shape, 0.5, 0.125},
                                   {"kerple_p", n_heads_shape, 1.0, 0.25}};

const PeMethod pe_kerple_log = {.acts_on = PE_LOGITS,
                                .tensors = TENSORS,
                                .n_tensors = 2,
                                .n_scratch = n_scratch,
                                .logits_forward = log_logits,
                                .logits_backward = log_logits_backward};

const PeMethod pe_kerple_power = {.acts_on = PE_LOGITS,
                                  .tensors = TENSORS,
                                  .n_tensors = 2,
                                  .n_scratch = n_scratch,
                                  .logits_forward = power_logits,
                                  .logits_backward = power_logits_backward};

COMPACT_END
