/* A bias that depends only on positions is one number per head and diagonal: all pairs of query and
 * key of (n_query, n_key) with the same offset j - i, where query i is at i + n_key - n_query.
 * Offsets are from -(n_key - 1) to n_query - 1.
 *
 * Used inside src/pe only; sizes have been checked.
 */
#ifndef PE_DIAGONAL_H
#define PE_DIAGONAL_H

#include <stdint.h>

/* The number of an offset and head h is at index
 * row_of(rule, offset) * row_stride + h * head_stride of the table. */
typedef struct PeDiagonal {
    int32_t (*row_of)(const void *rule, int32_t offset);
    const void *rule;
    int32_t row_stride, head_stride;
} PeDiagonal;

/* logits (n_heads, n_query, n_key): the numbers of the table are added. */
void pe_diagonal_add(float *logits, const float *table, const PeDiagonal *diagonal, int32_t n_heads,
                     int32_t n_query, int32_t n_key);

/* The gradient by the table, of a loss whose gradient by the logits is dlogits: added to dtable,
 * each diagonal summed in double. */
void pe_diagonal_backward(float *dtable, const float *dlogits, const PeDiagonal *diagonal,
                          int32_t n_heads, int32_t n_query, int32_t n_key);

#endif
