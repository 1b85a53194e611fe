/* Multiplicative positions: each position has a learned mask that the embedding is multiplied by.
 *
 * Acts on  the input: x[k] = x[k] * mul_emb[first_pos + k], element by element. Where a mask is
 *          near 1 it lets the embedding through; unlike a sum it can switch an element off, and a
 *          zero stays a zero.
 * Learns   mul_emb (table_len, d_model), drawn around 1. A position past table_len has no row: it
 *          is refused, as pe/learned.h does whose table is added.
 *
 * The backward pass reads x. STATUS_BAD_SHAPE unless both sizes are >= 1 and small enough;
 * STATUS_BAD_VALUE without table; STATUS_OUT_OF_RANGE unless every position is of 0 .. table_len-1.
 */
#ifndef PE_MULTIPLICATIVE_H
#define PE_MULTIPLICATIVE_H

#include "pe.h"

#endif
