/* Multi-head self-attention with given weights and a list of positional methods.
 *
 *     input   = x + what the methods on the input add
 *     q, k, v = input W^T + b, head h in columns h d_head .. (h+1) d_head - 1; then the methods on
 *               q and k
 *     bias    = what the methods on the logits add
 *     logits, weights, heads = attention (nn/attention.h)
 *     output  = (heads side by side) W_o^T + b_o
 *
 * Paper    A. Vaswani et al., "Attention Is All You Need", arXiv:1706.03762, section 3.2.2.
 */
#ifndef MODEL_SELF_ATTENTION_H
#define MODEL_SELF_ATTENTION_H

#include <stddef.h>
#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "layer.h"

// Parameters, one after the other in one block: C name, name in JavaScript, floats. Weights are
// (d_model, d_model) as in nn/linear.h; those of q, k and v are neighbours, as in tensors.h.
#define MODEL_SELF_ATTENTION_PARAMS(X)                                                             \
    X(w_q, "wQ", d *d)                                                                             \
    X(w_k, "wK", d *d)                                                                             \
    X(w_v, "wV", d *d)                                                                             \
    X(w_o, "wO", d *d)                                                                             \
    X(b_q, "bQ", d)                                                                                \
    X(b_k, "bK", d)                                                                                \
    X(b_v, "bV", d)                                                                                \
    X(b_o, "bO", d)

// What one pass computes, one after the other in one block; n tokens, width d, h heads.
#define MODEL_SELF_ATTENTION_ACTS(X)                                                               \
    X(input, "input", n *d)                                                                        \
    X(q, "q", n *d)                                                                                \
    X(k, "k", n *d)                                                                                \
    X(v, "v", n *d)                                                                                \
    X(bias, "bias", h *n *n)                                                                       \
    X(logits, "logits", h *n *n)                                                                   \
    X(weights, "weights", h *n *n)                                                                 \
    X(heads, "heads", n *d)                                                                        \
    X(output, "output", n *d)

/* Floats of the block of parameters, 4 (d^2 + d); 0 for a width that would be refused. */
API int32_t model_self_attention_params_n(int32_t d_model);

/* params: weights uniform in [-a, a), a = sqrt(3 / d_model) (X. Glorot, Y. Bengio, 2010, equation 16),
 * from the streams "w/q", "w/k", "w/v" and "w/o" of the seed; biases 0.
 * STATUS_BAD_SHAPE unless d_model >= 1 and the block has at most SHAPE_MAX_ELEMENTS. */
API Status model_self_attention_init(float *params, uint32_t seed_lo, uint32_t seed_hi,
                                     int32_t d_model);

/* Where tensor `index` of MODEL_SELF_ATTENTION_ACTS starts in the block, in floats; for the number
 * of tensors, where the block ends. 0 for sizes that would be refused. */
API int32_t model_self_attention_act_at(int32_t index, int32_t n_tokens, int32_t d_model,
                                        int32_t n_heads);

/* acts: the block. x (n_tokens, d_model). scratch: model_layer_scratch_n_bytes() bytes.
 * STATUS_BAD_SHAPE where a block has more than SHAPE_MAX_ELEMENTS; else what a method of the layer says.
 */
API Status model_self_attention_forward(float *acts, const float *params, const float *x,
                                        const ModelLayer *layer, float *scratch);

/* The rest of it, in a pass whose activation ln1 is the input with what methods on the input added. */
Status model_self_attention_attend(float *acts, const float *params, const ModelPass *pass);

#endif
