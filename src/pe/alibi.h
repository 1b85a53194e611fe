/* ALiBi: attention with linear biases.
 *
 * Paper    O. Press, N. A. Smith, M. Lewis, "Train Short, Test Long: Attention with Linear Biases
 *          Enables Input Length Extrapolation", ICLR 2022, arXiv:2108.12409, section 3; slopes for
 *          head counts that are no power of two as in the authors' published code.
 * Acts on  the attention logits, after q k^T / sqrt(d_head) and before the softmax.
 * Learns   nothing.
 *
 * Every function: STATUS_BAD_SHAPE unless each size is >= 1 and each tensor has at most
 * SHAPE_MAX_ELEMENTS. Buffers of one call must not overlap.
 */
#ifndef PE_ALIBI_H
#define PE_ALIBI_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

#define PE_ALIBI_RULE_LIST(X)                                                                      \
    X(PE_ALIBI_RULE_REFERENCE, "reference")                                                        \
    X(PE_ALIBI_RULE_GEOMETRIC, "geometric")

#define PE_ALIBI_MASK_LIST(X)                                                                      \
    X(PE_ALIBI_MASK_NONE, "none")                                                                  \
    X(PE_ALIBI_MASK_CAUSAL, "causal")

#define PE_ALIBI_ENUM(name, words) name,
typedef enum PeAlibiRule { PE_ALIBI_RULE_LIST(PE_ALIBI_ENUM) } PeAlibiRule;
typedef enum PeAlibiMask { PE_ALIBI_MASK_LIST(PE_ALIBI_ENUM) } PeAlibiMask;
#undef PE_ALIBI_ENUM

/* slopes (n_heads).
 *   reference   2^(-8(h+1)/n_heads) where n_heads is a power of two. Else, with p the power of two
 *               below: the p slopes of p heads, then every other slope of 2p heads, from its first.
 *   geometric   2^(-8(h+1)/n_heads) for every n_heads: a common mistake where it is no power of two
 * STATUS_BAD_VALUE unless `rule` is one of the enum. */
API Status pe_alibi_slopes(float *slopes, int32_t rule, int32_t n_heads);

/* bias (n_heads, n_query, n_key): -slopes[h] * |i - j|, in logits, where query i is at
 * i + n_key - n_query. Under the causal mask a key after its query gets -inf instead.
 * STATUS_BAD_VALUE unless `mask` is one of the enum and every slope is finite. */
API Status pe_alibi_bias(float *bias, const float *slopes, int32_t mask, int32_t n_heads,
                         int32_t n_query, int32_t n_key);

/* bias (n_heads, n_key): slopes[h] * (real keys up to and with j, less one), 0 where key_mask[j]
 * is 0. The row form that one adds to every query: equal to pe_alibi_bias() after the softmax on
 * causal rows, since the two differ by one number per row. key_mask (n_key): 1 real, 0 padding.
 * STATUS_BAD_VALUE unless every mask entry is 0 or 1 and every slope is finite. */
API Status pe_alibi_key_offset_bias(float *bias, const float *slopes, const int32_t *key_mask,
                                    int32_t n_heads, int32_t n_key);

/* logits (n_heads, n_query, n_key) += the symmetric bias with reference slopes. */
Status pe_alibi_add(float *logits, int32_t n_heads, int32_t n_query, int32_t n_key);

#ifdef CORE_TESTING
/* pe_alibi_bias() with one formula per element. */
API Status pe_alibi_bias_ref(float *bias, const float *slopes, int32_t mask, int32_t n_heads,
                             int32_t n_query, int32_t n_key);
#endif

#endif
