/* T5's relative position buckets: one learned number per head and bucket of offsets.
 *
 * Paper    C. Raffel et al., "Exploring the Limits of Transfer Learning with a Unified Text-to-Text
 *          Transformer", JMLR 21, 2020, arXiv:1910.10683, section 2.1; the buckets as in the
 *          authors' published code.
 * Acts on  the attention logits. T5 itself multiplies q k^T by no scale; here the layer decides.
 * Learns   table (n_buckets, n_heads), one for all layers.
 *
 * The offset is key minus query, j - i; query i is at i + n_key - n_query. In a causal model all
 * n = n_buckets buckets are for the distance d = i - j to the past, and every future key has bucket
 * 0. Else the past has the first n = n_buckets / 2 (rounded down) and the future, with d = j - i,
 * the next n. Of such n, with e = n / 2 rounded down:
 *   d < e               bucket d: one for each distance
 *   e <= d              bucket e + floor((n - e) ln(d / e) / ln(max_distance / e)), at most n - 1
 * and n = 1 has bucket 0 for all. The floor is that of the exact number: where the logarithm is
 * close to an integer, powers of integers are compared (log_scale.h).
 *
 * Every function: STATUS_BAD_SHAPE unless each size is >= 1 and each tensor has at most
 * SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless 1 <= n <= PE_T5_MAX_BUCKETS and e < max_distance <=
 * 2^27. Buffers of one call must not overlap.
 */
#ifndef PE_T5_H
#define PE_T5_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

enum { PE_T5_MAX_BUCKETS = 1024 };

/* buckets (n): that of each offset. relative (n): offsets j - i; STATUS_BAD_VALUE for INT32_MIN. */
API Status pe_t5_buckets(int32_t *buckets, const int32_t *relative, int32_t causal,
                         int32_t n_buckets, int32_t max_distance, int32_t n);

/* logits (n_heads, n_query, n_key) += table[bucket(j - i), h]. */
Status pe_t5_add(float *logits, const float *table, int32_t causal, int32_t n_buckets,
                 int32_t max_distance, int32_t n_heads, int32_t n_query, int32_t n_key);

/* dtable (n_buckets, n_heads) += the gradient by table, of a loss whose gradient by the biased
 * logits is dlogits (n_heads, n_query, n_key). */
Status pe_t5_backward(float *dtable, const float *dlogits, int32_t causal, int32_t n_buckets,
                      int32_t max_distance, int32_t n_heads, int32_t n_query, int32_t n_key);

#endif
