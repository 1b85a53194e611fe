/* Steps of a logarithmic scale of distances without rounding errors, for the buckets of T5 and
 * DeBERTa. Where n ln(distance / unit) / ln(top / unit) is an integer, its floor or ceil in double
 * can be off by one; there the powers of the integers are compared.
 *
 * Used inside src/pe only; the numbers have been checked by the caller.
 */
#ifndef PE_LOG_SCALE_H
#define PE_LOG_SCALE_H

#include <stdbool.h>
#include <stdint.h>

// Products of at most this many factors are compared exactly; with more, the logarithm decides.
enum { PE_POWER_MAX_FACTORS = 1024 };

/* `n` steps from `unit` to `top`, each by the same factor: 1 <= unit < top, 0 <= n. */
typedef struct PeLogScale {
    int32_t unit, top, n;
    double per_log; // steps per unit of ln(distance)
} PeLogScale;

PeLogScale pe_log_scale(int32_t unit, int32_t top, int32_t n);

/* n ln(distance / unit) / ln(top / unit), rounded down, or up if `up`; distance >= unit. Exact
 * while it is at most PE_POWER_MAX_FACTORS, as n must be. */
int32_t pe_log_scale_steps(const PeLogScale *scale, int32_t distance, bool up);

#endif
