#include "t5.h"

#include <math.h>
#include <stdbool.h>

#include "../base/real.h"
#include "../base/shape.h"
#include "diagonal.h"

COMPACT_BEGIN

enum { MAX_DISTANCE = 1 << 27 };

// The buckets of one direction, and where those of the future start.
typedef struct Rule {
    int32_t n, n_exact; // n_exact: distances that have a bucket of their own
    int32_t max_distance;
    bool causal;
    double per_log; // buckets by which one unit of ln(distance) goes on
} Rule;

static bool make_rule(Rule *rule, int32_t causal, int32_t n_buckets, int32_t max_distance) {
    if (n_buckets < 1 || n_buckets > PE_T5_MAX_BUCKETS) return false;
    const int32_t n = causal ? n_buckets : n_buckets / 2, n_exact = n / 2;
    if (n < 1 || max_distance <= n_exact || max_distance > MAX_DISTANCE) return false;
    const double octaves = n_exact > 0 ? real_log((double)max_distance / (double)n_exact) : 1.0;
    *rule = (Rule){n, n_exact, max_distance, causal != 0, (double)(n - n_exact) / octaves};
    return true;
}

// ----------------------------------------------------------------------------- exact comparison

// A whole number, its lowest 32 bits first: at most n - e factors below 2^28, and e is half of n.
enum { MAX_FACTORS = PE_T5_MAX_BUCKETS / 2, MAX_LIMBS = MAX_FACTORS * 28 / 32 + 1 };
typedef struct Whole {
    int32_t n;
    uint32_t limbs[MAX_LIMBS];
} Whole;

static void multiply(Whole *whole, uint32_t factor, int32_t times) {
    for (; times > 0; times--) {
        uint64_t carry = 0;
        for (int32_t k = 0; k < whole->n; k++) {
            carry += (uint64_t)whole->limbs[k] * factor;
            whole->limbs[k] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry > 0) whole->limbs[whole->n++] = (uint32_t)carry;
    }
}

static bool is_at_least(const Whole *a, const Whole *b) {
    if (a->n != b->n) return a->n > b->n;
    int32_t k = a->n - 1;
    while (k > 0 && a->limbs[k] == b->limbs[k]) k--;
    return a->limbs[k] >= b->limbs[k];
}

// (distance / e)^m >= (max_distance / e)^step with m = n - e, without the divisions.
static bool reaches(const Rule *rule, int32_t distance, int32_t step) {
    const int32_t m = rule->n - rule->n_exact;
    Whole a = {1, {1}}, b = {1, {1}};
    multiply(&a, (uint32_t)distance, m);
    multiply(&b, (uint32_t)rule->max_distance, step);
    multiply(&b, (uint32_t)rule->n_exact, m - step);
    return is_at_least(&a, &b);
}

// -------------------------------------------------------------------------------------- buckets

static int32_t bucket_of_distance(const Rule *rule, int32_t distance) {
    if (distance < rule->n_exact) return distance;
    if (rule->n == 1 || distance >= rule->max_distance) return rule->n - 1;
    // The logarithms are off by less than 1e-9 buckets; what is nearer to a step is compared exactly.
    static const double DOUBT = 1e-6;
    const double steps = real_log((double)distance / (double)rule->n_exact) * rule->per_log;
    const int32_t nearest = (int32_t)(steps + 0.5);
    int32_t step = (int32_t)steps;
    if (fabs(steps - (double)nearest) < DOUBT) {
        step = reaches(rule, distance, nearest) ? nearest : nearest - 1;
    }
    return rule->n_exact + step;
}

static int32_t bucket_of(const Rule *rule, int32_t relative) {
    if (relative <= 0) return bucket_of_distance(rule, -relative);
    return rule->causal ? 0 : rule->n + bucket_of_distance(rule, relative);
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

COMPACT_END
