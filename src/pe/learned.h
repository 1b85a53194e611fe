/* Learned absolute positions: a table with one trained row per position.
 *
 * Paper    J. Gehring et al., "Convolutional Sequence to Sequence Learning", ICML 2017,
 *          arXiv:1705.03122, section 3.1; initialisation N(0, 0.02) as in A. Radford et al., GPT
 *          (2018), section 4.1.
 * Acts on  the input: added to the embeddings.
 * Learns   the table (max_len, d_model). A position past max_len has no row: it gives an error, it
 *          is never clamped or wrapped.
 * Buffers of one call must not overlap.
 */
#ifndef PE_LEARNED_H
#define PE_LEARNED_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

/* table (max_len, d_model): Gaussian numbers of deviation sigma, the stream "learned" of the seed
 * (base/rng.h). STATUS_BAD_SHAPE unless both sizes are >= 1 and the table is small enough;
 * STATUS_BAD_VALUE unless sigma is finite and >= 0. */
API Status pe_learned_init(float *table, double sigma, uint32_t seed_lo, uint32_t seed_hi,
                           int32_t max_len, int32_t d_model);

/* out (n, d_model): out[k] = table[positions[k]], table (max_len, d_model).
 * STATUS_BAD_SHAPE as above; STATUS_OUT_OF_RANGE unless every position is of 0 .. max_len-1. */
API Status pe_learned_lookup(float *out, const float *table, const int32_t *positions, int32_t n,
                             int32_t max_len, int32_t d_model);

/* x (n, d_model): x[k] += table[first_pos + k]. Statuses as pe_learned_lookup(). */
Status pe_learned_add(float *x, const float *table, int32_t first_pos, int32_t n, int32_t max_len,
                      int32_t d_model);

/* dtable (max_len, d_model): dtable[first_pos + k] += dx[k], dx (n, d_model) the gradient by the
 * sum. The other rows are unchanged. Statuses as pe_learned_lookup(). */
Status pe_learned_backward(float *dtable, const float *dx, int32_t first_pos, int32_t n,
                           int32_t max_len, int32_t d_model);

#endif
