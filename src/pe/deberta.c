#include "deberta.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "../base/shape.h"
#include "by_distance.h"
#include "exact_power.h"

COMPACT_BEGIN

enum { MAX_DISTANCE = 1 << 27 };

typedef struct Rule {
    int32_t span;
    PeLogScale scale; // unit 0: no buckets
} Rule;

static bool make_rule(Rule *rule, int32_t n_buckets, int32_t max_distance) {
    if (max_distance < 1 || max_distance > MAX_DISTANCE) return false;
    *rule = (Rule){.span = max_distance};
    if (n_buckets == 0) return true;
    const int32_t unit = n_buckets / 2;
    if (n_buckets < 2 || n_buckets > PE_DEBERTA_MAX_BUCKETS || max_distance - 1 <= unit) {
        return false;
    }
    *rule = (Rule){n_buckets, pe_log_scale(unit, max_distance - 1, unit - 1)};
    return true;
}

static int32_t bucket_of(const Rule *rule, int32_t distance) {
    const int32_t unit = rule->scale.unit, far = distance < 0 ? -distance : distance;
    if (unit == 0 || far <= unit) return distance;
    const int32_t bucket = unit + pe_log_scale_steps(&rule->scale, far, true);
    return distance < 0 ? -bucket : bucket;
}

Status pe_deberta_buckets(int32_t *buckets, const int32_t *relative, int32_t n_buckets,
                          int32_t max_distance, int32_t n) {
    Rule rule;
    if (!SHAPE_OK(n)) return STATUS_BAD_SHAPE;
    if (!make_rule(&rule, n_buckets, max_distance)) return STATUS_BAD_VALUE;
    for (int32_t k = 0; k < n; k++) {
        if (relative[k] == INT32_MIN) return STATUS_BAD_VALUE;
    }
    for (int32_t k = 0; k < n; k++) buckets[k] = bucket_of(&rule, -relative[k]);
    return STATUS_OK;
}

// Row of the tables.
static int32_t row_of(const Rule *rule, int32_t distance) {
    const int32_t bucket = bucket_of(rule, distance);
    if (bucket < -rule->span) return 0;
    return rule->span + (bucket < rule->span ? bucket : rule->span - 1);
}

// -------------------------------------------------------------------------------------
// the terms

// Of the tables only the rows from `first` on are read.
typedef struct Plan {
    PeByDistance by;
    int32_t first;
    Rule rule;
    int64_t n_table, n_scratch; // floats of one table; of what is lent
} Plan;

static Status plan_of(Plan *plan, const PeConfig *config, int32_t n_query, int32_t n_key) {
    const int32_t n_heads = config->n_heads, d_head = config->d_head;
    Rule *const rule = &plan->rule;
    if (!make_rule(rule, config->n_buckets, config->max_distance)) return STATUS_BAD_VALUE;
    if (!SHAPE_OK(n_heads, n_query, n_key) || !SHAPE_OK(n_heads, n_query, d_head) ||
        !SHAPE_OK(n_heads, n_key, d_head) || !SHAPE_OK(n_heads, 2 * rule->span, d_head)) {
        return STATUS_BAD_SHAPE;
    }
    const int32_t lowest = pe_by_distance_lowest(config->causal, n_query);
    plan->first = row_of(rule, lowest);
    plan->by = (PeByDistance){.n_query = n_query,
                              .n_key = n_key,
                              .d_head = d_head,
                              .lowest = lowest,
                              .n_rows = row_of(rule, n_key - 1) - plan->first + 1,
                              .scale = config->scale,
                              .causal = config->causal,
                              .by_key = n_key > n_query}; // what needs more
    plan->n_table = (int64_t)n_heads * 2 * rule->span * d_head;
    plan->n_scratch = n_key - lowest + pe_by_distance_n_scratch(&plan->by);
    return plan->n_scratch <= SHAPE_MAX_ELEMENTS ? STATUS_OK : STATUS_BAD_SHAPE;
}

static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    Plan plan;
    return plan_of(&plan, config, n_query, n_key) == STATUS_OK ? plan.n_scratch : 0;
}

// The plan, with the row of each distance at the beginning of what is lent.
static Status begin(Plan *plan, const PeConfig *config, int32_t n_query, int32_t n_key) {
    const Status status = plan_of(plan, config, n_query, n_key);
    if (status != STATUS_OK) return status;
    if (!config->table || !config->scratch || !isfinite(config->scale)) return STATUS_BAD_VALUE;
    int32_t *const rows = (int32_t *)config->scratch;
    for (int32_t d = plan->by.lowest; d < n_key; d++) {
        rows[d - plan->by.lowest] = row_of(&plan->rule, d) - plan->first;
    }
    plan->by.rows = rows;
    return STATUS_OK;
}

// Floats before the vectors of a head and term that are read: 0 content to position, 1 its reverse.
static int64_t vectors_at(const Plan *plan, int32_t term, int32_t h) {
    const int64_t row = (int64_t)h * 2 * plan->rule.span + plan->first;
    return term * plan->n_table + row * plan->by.d_head;
}

static Status logits(float *out, const float *q, const float *k, const PeConfig *config,
                     int32_t n_query, int32_t n_key) {
    Plan plan;
    const Status status = begin(&plan, config, n_query, n_key);
    if (status != STATUS_OK) return status;
    float *const scratch = config->scratch + n_key - plan.by.lowest;
    for (int32_t at = 0; at < 2 * config->n_heads; at++) {
        const int32_t term = at % 2, h = at / 2;
        const float *const x =
            term ? k + h * n_key * config->d_head : q + h * n_query * config->d_head;
        plan.by.by_key = term;
        pe_by_distance_add(out + h * n_query * n_key, x, config->table + vectors_at(&plan, term, h),
                           &plan.by, scratch);
    }
    return STATUS_OK;
}

static Status logits_backward(float *dq, float *dk, float *dtable, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    Plan plan;
    const Status status = begin(&plan, config, n_query, n_key);
    if (status != STATUS_OK) return status;
    float *const scratch = config->scratch + n_key - plan.by.lowest;
    for (int32_t at = 0; at < 2 * config->n_heads; at++) {
        const int32_t term = at % 2, h = at / 2;
        const int32_t x_at = h * (term ? n_key : n_query) * config->d_head;
        const int64_t vectors = vectors_at(&plan, term, h);
        plan.by.by_key = term;
        pe_by_distance_backward((term ? dk : dq) + x_at, dtable ? dtable + vectors : NULL,
                                dlogits + h * n_query * n_key, (term ? k : q) + x_at,
                                config->table + vectors, &plan.by, scratch);
    }
    return STATUS_OK;
}

static PeShape shape(const PeConfig *config) {
    Rule rule;
    if (!make_rule(&rule, config->n_buckets, config->max_distance)) return (PeShape){{0}};
    return (PeShape){{config->n_heads, 2 * rule.span, config->d_head}};
}

static const PeTensor TENSORS[] = {{"attn.deberta_k", shape, 0.0, 0.02},
                                   {"attn.deberta_q", shape, 0.0, 0.02}};

const PeMethod pe_deberta = {.acts_on = PE_LOGITS,
                             .tensors = TENSORS,
                             .n_tensors = 2,
                             .per_layer = true,
                             .reads_content = true,
                             .logits_factor = 0.57735026918962576, // 1 / sqrt(3)
                             .n_scratch = n_scratch,
                             .logits_forward = logits,
                             .logits_backward = logits_backward};

COMPACT_END
