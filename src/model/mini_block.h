/* The smallest block that shows what position does: embedding, attention, residual, norm.
 *
 *     embedded = sqrt(d_model) * table[tokens]
 *     input    = dropout(embedded + what the methods on the input add)
 *     attended = self-attention of input (model/self_attention.h), other methods included
 *     output   = layernorm(input + attended)                        after the sum: "post-norm"
 *
 * Paper    A. Vaswani et al., "Attention Is All You Need", arXiv:1706.03762, sections 3.1, 3.4, 5.4.
 *
 * The weights come from the seed alone: two blocks of one seed, one with positions and one without,
 * share every number.
 */
#ifndef MODEL_MINI_BLOCK_H
#define MODEL_MINI_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "layer.h"

// What one pass computes, as in model/self_attention.h; `attention` is the whole block of that layer. The
// parameters are the table (v, d) of the embedding, the block of the attention, gamma (d), beta (d).
#define MODEL_MINI_BLOCK_ACTS(X)                                                                   \
    X(embedded, "embedded", n *d)                                                                  \
    X(input, "input", n *d)                                                                        \
    X(attention, "attention", attention_n)                                                         \
    X(sum, "sum", n *d)                                                                            \
    X(output, "output", n *d)

/* Floats of the block of parameters; 0 for sizes that would be refused. */
API int32_t model_mini_block_params_n(int32_t vocab_size, int32_t d_model);

/* params: the table Gaussian of deviation 1 from the stream "w/embedding" of the seed, the attention
 * as model_self_attention_init(), gamma 1, beta 0.
 * STATUS_BAD_SHAPE unless the sizes are >= 1 and the block has at most SHAPE_MAX_ELEMENTS. */
API Status model_mini_block_init(float *params, uint32_t seed_lo, uint32_t seed_hi,
                                 int32_t vocab_size, int32_t d_model);

/* Where tensor `index` of MODEL_MINI_BLOCK_ACTS starts in the block, in floats; for the number of
 * tensors, where the block ends. 0 for sizes that would be refused. */
API int32_t model_mini_block_act_at(int32_t index, int32_t n_tokens, int32_t d_model,
                                    int32_t n_heads);

/* acts: the block. tokens (n_tokens). scratch: model_layer_scratch_n_bytes() bytes. dropout: probability, 0
 * outside training, from the stream "dropout/input" of the seed. Layer norm's eps is 1e-5.
 * Statuses as model_self_attention_forward(); STATUS_OUT_OF_RANGE also unless every token is of
 * 0 .. vocab_size-1; STATUS_BAD_VALUE also unless 0 <= dropout < 1. */
API Status model_mini_block_forward(float *acts, const float *params, const int32_t *tokens,
                                    const ModelLayer *layer, float *scratch, double dropout,
                                    uint32_t seed_lo, uint32_t seed_hi);

#endif
