#include "t5.h"

#include <stdbool.h>

#include "../base/shape.h"
#include "diagonal.h"
#include "log_scale.h"
#include "pe.h"

COMPACT_BEGIN

enum { MAX_DISTANCE = 1 << 27 };

// The buckets of one direction, and where those of the future start.
typedef struct Rule {
    int32_t n, n_exact; // n_exact: distances that have a bucket of their own
    int32_t max_distance;
    bool causal;
    PeLogScale scale; // from n_exact on, one step per bucket
} Rule;

static bool make_rule(Rule *rule, int32_t causal, int32_t n_buckets, int32_t max_distance) {
    if (n_buckets < 1 || n_buckets > PE_T5_MAX_BUCKETS) return false;
    const int32_t n = causal ? n_buckets : n_buckets / 2, n_exact = n / 2;
    if (n < 1 || max_distance <= n_exact || max_distance > MAX_DISTANCE) return false;
    *rule = (Rule){n, n_exact, max_distance, causal != 0, {0}};
    if (n_exact > 0) rule->scale = pe_log_scale(n_exact, max_distance, n - n_exact);
    return true;
}

// -------------------------------------------------------------------------------------- buckets

// Keys after their query have buckets of their own, or all the first where the layer is causal.
static int32_t bucket_of(const Rule *rule, int32_t relative) {
    if (relative > 0 && rule->causal) return 0;
    const int32_t first = relative > 0 ? rule->n : 0;
    const int32_t distance = relative > 0 ? relative : -relative;
    if (distance < rule->n_exact) return first + distance;
    if (rule->n == 1 || distance >= rule->max_distance) return first + rule->n - 1;
    return first + rule->n_exact + pe_log_scale_steps(&rule->scale, distance, false);
}

Status pe_t5_buckets(int32_t *buckets, const int32_t *relative, int32_t causal, int32_t n_buckets,
                     int32_t max_distance, int32_t n) {
    Rule rule;
    if (!SHAPE_OK(n)) return STATUS_BAD_SHAPE;
    if (!make_rule(&rule, causal, n_buckets, max_distance)) return STATUS_BAD_VALUE;
    for (int32_t k = 0; k < n; k++) {
        if (relative[k] == INT32_MIN) return STATUS_BAD_VALUE;
    }
    for (int32_t k = 0; k < n; k++) buckets[k] = bucket_of(&rule, relative[k]);
    return STATUS_OK;
}

// ----------------------------------------------------------------------------------------- bias

static Status check_bias(Rule *rule, int32_t causal, int32_t n_buckets, int32_t max_distance,
                         int32_t n_heads, int32_t n_query, int32_t n_key) {
    if (!SHAPE_OK(n_heads, n_query, n_key)) return STATUS_BAD_SHAPE;
    if (!make_rule(rule, causal, n_buckets, max_distance)) return STATUS_BAD_VALUE;
    return SHAPE_OK(n_buckets, n_heads) ? STATUS_OK : STATUS_BAD_SHAPE;
}

static int32_t row_of(const void *rule, int32_t offset) { return bucket_of(rule, offset); }

Status pe_t5_add(float *logits, const float *table, int32_t causal, int32_t n_buckets,
                 int32_t max_distance, int32_t n_heads, int32_t n_query, int32_t n_key) {
    Rule rule;
    const Status status =
        check_bias(&rule, causal, n_buckets, max_distance, n_heads, n_query, n_key);
    if (status != STATUS_OK) return status;
    const PeDiagonal diagonal = {row_of, &rule, n_heads, 1};
    pe_diagonal_add(logits, table, &diagonal, n_heads, n_query, n_key);
    return STATUS_OK;
}

Status pe_t5_backward(float *dtable, const float *dlogits, int32_t causal, int32_t n_buckets,
                      int32_t max_distance, int32_t n_heads, int32_t n_query, int32_t n_key) {
    Rule rule;
    const Status status =
        check_bias(&rule, causal, n_buckets, max_distance, n_heads, n_query, n_key);
    if (status != STATUS_OK) return status;
    const PeDiagonal diagonal = {row_of, &rule, n_heads, 1};
    pe_diagonal_backward(dtable, dlogits, &diagonal, n_heads, n_query, n_key);
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------ the method

static PeShape shape(const PeConfig *config) {
    return (PeShape){{config->n_buckets, config->n_heads}};
}

static Status logits_forward(float *logits, const float *q, const float *k, const PeConfig *config,
                             int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    if (!config->table) return STATUS_BAD_VALUE;
    return pe_t5_add(logits, config->table, config->causal, config->n_buckets, config->max_distance,
                     config->n_heads, n_query, n_key);
}

static Status logits_backward(const PeLogitsGradients *gradients, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    if (!gradients->dtable) {
        return SHAPE_OK(config->n_heads, n_query, n_key) ? STATUS_OK : STATUS_BAD_SHAPE;
    }
    return pe_t5_backward(gradients->dtable, dlogits, config->causal, config->n_buckets,
                          config->max_distance, config->n_heads, n_query, n_key);
}

static const PeTensor TENSORS[] = {{"t5_table", shape, 0.0, 0.02}};

const PeMethod pe_t5 = {.acts_on = PE_LOGITS,
                        .tensors = TENSORS,
                        .n_tensors = 1,
                        .logits_forward = logits_forward,
                        .logits_backward = logits_backward};

COMPACT_END
