/* Temperature by position: queries are multiplied by a factor that grows in steps.
 *
 *     factor(p) = 1 + beta ln(1 + floor((p + shift) / interval))
 *
 * Source   Llama 4's public code: shift 1, so that the first step is at p = interval - 1, in its layers
 *          without RoPE; interval (floor_scale) 8192 and beta (attn_scale) 0.1. Ministral 3's: shift 0, in all
 *          layers, interval (original_max_position_embeddings) 16384 and beta (llama_4_scaling_beta) 0.1. Compare
 *          log-N (log_n.h), which grows with every position.
 * Acts on  queries, and with them their logits q k^T; keys are unchanged. p counts from 0. In the method, query
 *          i is at first_pos + i + n_key - n_query, and the factor is 1 before position 0.
 * Learns   nothing.
 */
#ifndef PE_TEMPERATURE_H
#define PE_TEMPERATURE_H

#include <stdint.h>

#include "../base/api.h"
#include "pe.h"

#define PE_TEMPERATURE_FIELDS(X)                                                                   \
    X(double, interval) /* positions from step to step, 1 .. 2^53 */                               \
    X(double, beta)     /* within -1e100 .. 1e100 */                                               \
    X(int32_t, shift)   /* 0 or 1 */

typedef struct PeTemperature {
    PE_TEMPERATURE_FIELDS(STRUCT_MEMBER)
} PeTemperature;

/* factors (n), of positions (n), each within 0 .. 2^53. STATUS_BAD_SHAPE unless n is within 1 ..
 * SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless the fields and the positions are within their ranges. */
API Status pe_temperature_factors(double *factors, const double *positions,
                                  const PeTemperature *temperature, int32_t n);

/* q (n_heads, n, d_head), in place: row r of each head times the factor of positions[r]. Statuses as above, of
 * every size. */
API Status pe_temperature_scale(float *q, const double *positions, const PeTemperature *temperature,
                                int32_t n_heads, int32_t n, int32_t d_head);

#endif
