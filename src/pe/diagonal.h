/* Diagonals of (n_query, n_key): all pairs of query and key whose offset j - i is the same, where query
 * i stands at i + n_key - n_query. A bias that knows positions alone is one number a diagonal.
 *
 * Offsets run from -(n_key - 1) to n_query - 1. Used inside src/pe only; sizes have been checked.
 */
#ifndef PE_DIAGONAL_H
#define PE_DIAGONAL_H

#include <stdint.h>

// Offsets that one call takes, so that their values fit a caller's stack.
enum { PE_DIAGONAL_TILE = 256 };

/* logits (n_query, n_key): values[k] is added where the offset is first + k, k < n. */
void pe_diagonal_add(float *logits, const float *values, int32_t first, int32_t n, int32_t n_query,
                     int32_t n_key);

/* sums[k] (n), written: the sum of dlogits (n_query, n_key) where the offset is first + k. */
void pe_diagonal_sum(double *sums, const float *dlogits, int32_t first, int32_t n, int32_t n_query,
                     int32_t n_key);

#endif
