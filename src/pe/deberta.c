#include "deberta.h"

#include <stdbool.h>
#include <stddef.h>

#include "../base/shape.h"
#include "distance_terms.h"
#include "log_scale.h"

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

// --------------------------------------------------------------------------------------- the terms

// Only the rows of the tables from `first` on are read.
typedef struct Plan {
    PeDistanceTerms by;
    Rule rule;
    int32_t first;
    int64_t n_scratch;
} Plan;

static Status plan_of(Plan *plan, const PeConfig *config, int32_t n_query, int32_t n_key) {
    PeDistanceTerms *const by = &plan->by;
    const Rule *const rule = &plan->rule;
    if (!make_rule(&plan->rule, config->n_buckets, config->max_distance)) return STATUS_BAD_VALUE;
    const Status status = pe_distance_terms_begin(by, config, n_query, n_key);
    if (status != STATUS_OK || !SHAPE_OK(config->n_heads, 2 * rule->span, config->d_head)) {
        return STATUS_BAD_SHAPE;
    }
    plan->first = row_of(rule, by->lowest);
    by->n_rows = row_of(rule, n_key - 1) - plan->first + 1;
    by->x_of = n_key > n_query ? PE_X_OF_KEY : PE_X_OF_QUERY; // the one that needs more scratch
    plan->n_scratch = n_key - by->lowest + pe_distance_terms_n_scratch(by);
    return plan->n_scratch <= SHAPE_MAX_ELEMENTS ? STATUS_OK : STATUS_BAD_SHAPE;
}

static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    Plan plan;
    return plan_of(&plan, config, n_query, n_key) == STATUS_OK ? plan.n_scratch : 0;
}

// Forward: adds to the logits. Backward, where they are NULL: from dlogits to the gradients.
static Status run(float *out, const PeLogitsGradients *gradients, const float *dlogits,
                  const float *q, const float *k, const PeConfig *config, int32_t n_query,
                  int32_t n_key) {
    float *const dq = gradients->dq, *const dk = gradients->dk, *const dtable = gradients->dtable;
    Plan plan;
    const Status status = plan_of(&plan, config, n_query, n_key);
    if (status != STATUS_OK) return status;
    if (!pe_distance_terms_is_ready(config)) return STATUS_BAD_VALUE;
    PeDistanceTerms *const by = &plan.by;
    int32_t *row = (int32_t *)config->scratch; // begins with the rows of all distances
    by->rows = row;
    for (int32_t d = by->lowest; d < n_key; d++) *row++ = row_of(&plan.rule, d) - plan.first;
    for (int32_t at = 0; at < 2 * config->n_heads; at++) { // content to position, then its reverse
        const int32_t h = at % config->n_heads, pairs_at = h * n_query * n_key;
        const bool of_key = at >= config->n_heads;
        const int32_t x_at = h * (of_key ? n_key : n_query) * by->d_head;
        const int64_t vectors_at = ((int64_t)at * 2 * plan.rule.span + plan.first) * by->d_head;
        const PeDistanceTerm term = {(of_key ? k : q) + x_at, config->table + vectors_at,
                                     pe_distance_terms_at(of_key ? dk : dq, x_at),
                                     pe_distance_terms_at(dtable, vectors_at)};
        by->x_of = of_key ? PE_X_OF_KEY : PE_X_OF_QUERY;
        pe_distance_terms_run(pe_distance_terms_at(out, pairs_at), dlogits + (out ? 0 : pairs_at),
                              &term, by, (float *)row);
    }
    return STATUS_OK;
}

static Status logits(float *out, const float *q, const float *k, const PeConfig *config,
                     int32_t n_query, int32_t n_key) {
    return run(out, &(PeLogitsGradients){0}, out, q, k, config, n_query, n_key);
}

static Status logits_backward(const PeLogitsGradients *gradients, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    return run(NULL, gradients, dlogits, q, k, config, n_query, n_key);
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
