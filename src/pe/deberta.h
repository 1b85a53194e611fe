/* DeBERTa: disentangled attention.
 *
 * Paper    P. He, X. Liu, J. Gao, W. Chen, "DeBERTa: Decoding-enhanced BERT with Disentangled
 *          Attention", ICLR 2021, arXiv:2006.03654, section 3.1, equations 2 to 4; the logarithmic
 *          buckets of its second version as in the authors' published code.
 * Acts on  the logits. With r = row(i - j), where query i is at i + n_key - n_query:
 *            logits[h,i,j] += scale * (q_i . deberta_k[h,r] + k_j . deberta_q[h,r])
 *          Content to content is the layer's own q_i . k_j; three terms share sqrt(3 d_head), which
 *          `scale` holds. Content to position reads deberta_k, position to content deberta_q; a
 *          term whose tensor is 0 vanishes. In equation 4 the second term has the row of
 *          j - i; here, as in the authors' code, that of i - j.
 * Learns   deberta_k, deberta_q (n_heads, 2 span, d_head) in every layer, span = n_buckets, or
 *          max_distance where n_buckets is 0: position vectors after their projections.
 *
 * row(d) = clip(bucket(d) + span, 0, 2 span - 1). Without buckets bucket(d) = d. With them, and
 * e = n_buckets / 2 rounded down:
 *   |d| <= e     bucket d: one for each distance
 *   |d| > e      sign(d) (e + ceil((e - 1) ln(|d| / e) / ln((max_distance - 1) / e)))
 * The ceiling is that of the exact number (pe/log_scale.h).
 *
 * Every function: STATUS_BAD_SHAPE unless each size is >= 1 and each tensor and the scratch have at
 * most SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless n_buckets is 0 or within 2 ..
 * PE_DEBERTA_MAX_BUCKETS, max_distance within 1 .. 2^27 and, with buckets, above e + 1. The method
 * also: STATUS_BAD_VALUE without table or scratch, and unless scale is finite.
 */
#ifndef PE_DEBERTA_H
#define PE_DEBERTA_H

#include <stdint.h>

#include "../base/api.h"
#include "pe.h"

enum { PE_DEBERTA_MAX_BUCKETS = 1024 };

/* buckets (n): bucket(-relative[k]), positive to the past. relative (n): offsets j - i, as in
 * pe_t5_buckets(); STATUS_BAD_VALUE for INT32_MIN. */
API Status pe_deberta_buckets(int32_t *buckets, const int32_t *relative, int32_t n_buckets,
                              int32_t max_distance, int32_t n);

#endif
