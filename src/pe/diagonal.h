/* A bias that knows positions alone is one number a head and a diagonal: all pairs of query and key of
 * (n_query, n_key) whose offset j - i is the same, where query i stands at i + n_key - n_query. Offsets
 * run from -(n_key - 1) to n_query - 1.
 *
 * Used inside src/pe only; sizes have been checked.
 */
#ifndef PE_DIAGONAL_H
#define PE_DIAGONAL_H

#include <stdint.h>

/* Which number of a table belongs to an offset and head h: that at
 * row_of(rule, offset) * row_stride + h * head_stride. */
typedef struct PeDiagonal {
    int32_t (*row_of)(const void *rule, int32_t offset);
    const void *rule;
    int32_t row_stride, head_stride;
} PeDiagonal;

/* logits (n_heads, n_query, n_key): the numbers of the table are added. */
void pe_diagonal_add(float *logits, const float *table, const PeDiagonal *diagonal, int32_t n_heads,
                     int32_t n_query, int32_t n_key);

/* The gradient by the table, of a loss whose gradient by the logits is dlogits: added to dtable, each
 * diagonal summed in double. */
void pe_diagonal_backward(float *dtable, const float *dlogits, const PeDiagonal *diagonal,
                          int32_t n_heads, int32_t n_query, int32_t n_key);

#endif
