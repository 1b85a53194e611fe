#include "log_scale.h"

#include <assert.h>
#include <math.h>

#include "../base/api.h"
#include "../base/elementary.h"

COMPACT_BEGIN

// Why the comparison must be exact: with T5's published 32 buckets and max_distance 128, not causal,
// 8 ln(64 / 8) / ln(128 / 8) is 6, but 5.999... in double: distance 64 would get bucket 13, not 14.

// A product of integers below 2^32, lowest 32 bits first.
typedef struct Product {
    int32_t n;
    uint32_t limbs[PE_POWER_MAX_FACTORS];
} Product;

static void multiply(Product *product, int32_t factor, int32_t times) {
    for (; times > 0; times--) {
        uint64_t carry = 0;
        for (int32_t k = 0; k < product->n; k++) {
            carry += (uint64_t)product->limbs[k] * (uint32_t)factor;
            product->limbs[k] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry > 0) product->limbs[product->n++] = (uint32_t)carry;
    }
}

// (distance / unit)^n against (top / unit)^steps, without the divisions: -1, 0 or 1 for <, = and >.
static int32_t compare_powers(const PeLogScale *scale, int32_t distance, int32_t steps) {
    Product a = {1, {1}}, b = {1, {1}};
    multiply(&a, distance, scale->n);
    multiply(&a, scale->unit, steps - scale->n);
    multiply(&b, scale->top, steps);
    multiply(&b, scale->unit, scale->n - steps);
    if (a.n != b.n) return a.n > b.n ? 1 : -1;
    int32_t k = a.n - 1;
    while (k > 0 && a.limbs[k] == b.limbs[k]) k--;
    return (a.limbs[k] > b.limbs[k]) - (a.limbs[k] < b.limbs[k]);
}

PeLogScale pe_log_scale(int32_t unit, int32_t top, int32_t n) {
    assert(unit >= 1 && unit < top && n >= 0 && n <= PE_POWER_MAX_FACTORS);
    return (PeLogScale){unit, top, n, (double)n / elementary_log((double)top / (double)unit)};
}

int32_t pe_log_scale_steps(const PeLogScale *scale, int32_t distance, bool up) {
    // Up to the last step that is compared exactly the logarithms are off by less than 1e-9 steps.
    static const double DOUBT = 1e-6;
    const double steps = elementary_log((double)distance / (double)scale->unit) * scale->per_log;
    const int32_t nearest = (int32_t)(steps + 0.5);
    if (nearest > PE_POWER_MAX_FACTORS || fabs(steps - (double)nearest) >= DOUBT) {
        return (int32_t)(up ? ceil(steps) : steps);
    }
    const int32_t order = compare_powers(scale, distance, nearest);
    return up ? nearest + (order > 0) : nearest - (order < 0);
}

COMPACT_END
