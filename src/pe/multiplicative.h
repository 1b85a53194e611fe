/* Multiplicative positions: the embedding is multiplied by a learned mask of its position.
 *
 * Acts on  the input: x[k] = x[k] * mul_emb[first_pos + k], element by element. A mask near 1
 *          leaves the embedding unchanged; unlike a sum it can set an element to zero, and a zero
 *          stays a zero.
 * Learns   mul_emb (table_len, d_model), drawn around 1. A position past table_len has no row
 *          and gives an error, as in pe/learned.h.
 *
 * The backward pass reads x. STATUS_BAD_SHAPE unless both sizes are >= 1 and small enough;
 * STATUS_BAD_VALUE without table; STATUS_OUT_OF_RANGE unless every position is of 0 .. table_len-1.
 */
#ifndef PE_MULTIPLICATIVE_H
#define PE_MULTIPLICATIVE_H

#include "pe.h"

#endif
