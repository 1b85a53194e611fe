/* Known bugs of published code, exactly as they occur: the "break it" switches of figures inject
 * them.
 *
 * Each comment names where the bug was found. No other part of the core uses them. Statuses and
 * shapes as in the method that the bug breaks.
 */
#ifndef PE_FAULT_H
#define PE_FAULT_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "rope.h"

/* RoPE with tables for half-split pairs, (cos, cos) and (sin, sin) side by side, read at even and
 * odd elements as if they were interleaved. Pair (2i, 2i+1) gets two angles, a = w of element 2i
 * and b = w of element 2i+1: [[cos a, -sin a], [sin b, cos b]], no rotation.
 * Found in: how-to-train-your-gpt issue 6, and a lecture notebook on this subject.
 * out, x (n_heads, n, d_head), not the same buffer; cos, sin (n, d_head / 2); d_head even. */
API Status pe_fault_rope_mixed(float *out, const float *x, const float *cos, const float *sin,
                               int32_t inverse, int32_t n_heads, int32_t n, int32_t d_head);

/* RoPE that uses the head's index as the position: tables broadcast against the wrong axis, which
 * runs without an error where there are as many heads as tokens.
 * Found in: code for (batch, tokens, heads, d_head) tensors whose tables are (tokens, d_head).
 * cos, sin have at least n_heads rows of n_pairs. out may be x. */
API Status pe_fault_rope_by_head(float *out, const float *x, const float *cos, const float *sin,
                                 const PeRotation *rotation);

/* Numbers rounded to float32 and then to bfloat16, nearest and ties to even: frequencies in a model
 * that was cast completely. Found in: gpt-neox issue 1003, transformers issue 25681.
 * out (n), may be values; STATUS_BAD_VALUE unless every value is finite. */
API Status pe_fault_bf16(double *out, const double *values, int32_t n);

/* Sinusoids with the column in place of the pair in 2i/d_model: column c even is
 * sin(p base^(-2c/d)), c odd is cos(p base^(-(2c-1)/d)). Found in: articles that write the
 * formula with the raw index; DeepCTR issue 379. table (n_pos, d_model), positions from 0. */
API Status pe_fault_sinusoidal_doubled_exponent(float *table, double base, int32_t n_pos,
                                                int32_t d_model);

/* Sinusoids with the cosine first: harmless, every dot product and distance is the same (for an
 * even d_model). table (n_pos, d_model), positions from 0. */
API Status pe_fault_sinusoidal_swapped(float *table, double base, int32_t n_pos, int32_t d_model);

/* ALiBi along the query axis: bias[h,i,j] = slopes[h] * (i + n_key - n_query), one number per row,
 * which cancels in the softmax. It is the bug in "+ slope * j", the short form that is right on
 * causal rows. bias (n_heads, n_query, n_key). */
API Status pe_fault_alibi_query_axis(float *bias, const float *slopes, int32_t n_heads,
                                     int32_t n_query, int32_t n_key);

#endif
