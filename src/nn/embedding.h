/* Token embedding: one learned row per token of the vocabulary. Buffers must not overlap. */
#ifndef NN_EMBEDDING_H
#define NN_EMBEDDING_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

/* out (n_tokens, d_model): out[i] = scale * table[tokens[i]], table (vocab_size, d_model). The
 * transformer takes scale = sqrt(d_model): A. Vaswani et al., arXiv:1706.03762, section 3.4.
 * STATUS_BAD_SHAPE unless each size is >= 1 and each matrix has at most SHAPE_MAX_ELEMENTS;
 * STATUS_OUT_OF_RANGE unless every token is of 0 .. vocab_size-1; STATUS_BAD_VALUE unless scale is
 * finite. */
API Status nn_embedding_forward(float *out, const float *table, const int32_t *tokens, double scale,
                                int32_t n_tokens, int32_t vocab_size, int32_t d_model);

/* dtable (vocab_size, d_model): gradient by the table of a loss whose gradient by out is
 * dout (n_tokens, d_model). Written, not added: scale times the sum of dout[i] over the i with that
 * token, in the order of i; zeros for a token that does not occur. Statuses as above. */
API Status nn_embedding_backward(float *dtable, const float *dout, const int32_t *tokens,
                                 double scale, int32_t n_tokens, int32_t vocab_size,
                                 int32_t d_model);

#endif
