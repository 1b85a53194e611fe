/* Rules on the distance that RoPE sees: texts longer than those of training, without training again.
 *
 * The logit of RoPE depends on the distance i - j alone. A rule gives each pair of a query at position i and a
 * key at position j <= i another distance, one that occurred in training:
 *
 *   plain          i - j
 *   self-extend    i - j below `window`, else floor(i / group) - floor(j / group) + window - window / group,
 *                  the last quotient rounded down, or exact
 *                  H. Jin et al., "LLM Maybe LongLM", ICML 2024, arXiv:2401.01325 (rounded down); its public
 *                  code of May 2024 (exact)
 *   rerope         min(i - j, window)
 *   leaky-rerope   i - j below `window`, else window + (i - j - window) / factor
 *                  J. Su, "Rectified Rotary Position Embeddings", 2023, github.com/bojone/rerope, whose code
 *                  also multiplies q by a power of the length, which is left out here
 *   dca            dual chunk attention: s = chunk - local; in one chunk of s tokens i - j; to the chunk
 *                  before it min(i mod s + s, chunk) - j mod s; further back min(2 s - 1, chunk) - j mod s
 *                  C. An et al., ICML 2024, arXiv:2402.17463, section 3
 *
 * Distances may be fractions.
 */
#ifndef PE_DISTANCE_H
#define PE_DISTANCE_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"

#define PE_DISTANCE_RULE_LIST(X)                                                                   \
    X(PE_DISTANCE_PLAIN, "plain")                                                                  \
    X(PE_DISTANCE_SELF_EXTEND, "self-extend")                                                      \
    X(PE_DISTANCE_REROPE, "rerope")                                                                \
    X(PE_DISTANCE_LEAKY_REROPE, "leaky-rerope")                                                    \
    X(PE_DISTANCE_DCA, "dca")

typedef enum PeDistanceRule {
#define PE_DISTANCE_ENUM(name, words) name,
    PE_DISTANCE_RULE_LIST(PE_DISTANCE_ENUM)
#undef PE_DISTANCE_ENUM
} PeDistanceRule;

/* Fields that the rule does not read may be zero. */
#define PE_DISTANCE_FIELDS(X)                                                                      \
    X(int32_t, rule)     /* PeDistanceRule */                                                      \
    X(int32_t, window)   /* self-extend, both rerope: >= 1 */                                      \
    X(int32_t, group)    /* self-extend: tokens that share a position, >= 1 */                     \
    X(int32_t, is_exact) /* self-extend: not 0 where window / group is not rounded down */         \
    X(int32_t, chunk)    /* dca: the length of training, > local */                                \
    X(int32_t, local)    /* dca: tokens of it kept for the chunk before, >= 0 */                   \
    X(double, factor)    /* leaky-rerope: 1e-100 .. 1e100 */

typedef struct PeDistance {
    PE_DISTANCE_FIELDS(STRUCT_MEMBER)
} PeDistance;

/* distance (n_query, n_key): query i is at position i + n_key - n_query; 0 for a key after it.
 * STATUS_BAD_SHAPE unless each size is >= 1 and the matrix has at most SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE
 * unless the fields that the rule reads are as above. */
API Status pe_distance_matrix(double *distance, const PeDistance *rule, int32_t n_query,
                              int32_t n_key);

#define PE_DISTANCE_LOGITS_FIELDS(X)                                                               \
    X(int32_t, layout) /* PeRopeLayout */                                                          \
    X(int32_t, n_heads)                                                                            \
    X(int32_t, n_query)                                                                            \
    X(int32_t, n_key)                                                                              \
    X(int32_t, d_head)                                                                             \
    X(int32_t, n_pairs)                                                                            \
    X(double, scale)

typedef struct PeDistanceLogits {
    PE_DISTANCE_LOGITS_FIELDS(STRUCT_MEMBER)
} PeDistanceLogits;

/* logits (n_heads, n_query, n_key) = scale q_i . R(-distance_ij) k_j, where R rotates pair c by distance times
 * inv_freq[c]; elements behind 2 n_pairs are not rotated. No mask: the attention that takes them has it. q
 * (n_heads, n_query, d_head), k (n_heads, n_key, d_head), distance (n_query, n_key), inv_freq (n_pairs).
 * STATUS_BAD_SHAPE unless each size is >= 1, each tensor has at most SHAPE_MAX_ELEMENTS and 2 n_pairs <=
 * d_head; STATUS_BAD_VALUE unless layout is one of its enum, scale is finite, every |distance| <= 2^53 and every
 * |frequency| <= 1e100. */
API Status pe_distance_logits(float *logits, const float *q, const float *k, const double *distance,
                              const double *inv_freq, const PeDistanceLogits *settings);

#endif
