/* Copies between the columns of a matrix (the output of a projection) and one block per head (the
 * input of attention), in both directions.
 */
#ifndef NN_HEADS_H
#define NN_HEADS_H

#include <stdint.h>

typedef struct NnHeads {
    int32_t batch, seq_len, n_heads, d_head;
} NnHeads;

/* heads (batch, n_heads, seq_len, d_head) from rows (batch seq_len, ...) that are row_stride floats
 * apart, of which the first n_heads d_head columns are read: head h in columns h d_head on.
 * The sizes have been checked; the two must not overlap. */
void nn_heads_split(float *heads, const float *rows, int32_t row_stride, const NnHeads *sizes);

/* The inverse: writes those columns of the rows and no others. */
void nn_heads_merge(float *rows, int32_t row_stride, const float *heads, const NnHeads *sizes);

#endif
