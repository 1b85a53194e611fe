/* The forward and the backward pass of a transformer: config.h says what they compute, workspace.h in
 * which memory.
 *
 * pass->params and pass->grads are blocks of tensors.h. Sizes have been checked: what can be refused is
 * tokens (STATUS_OUT_OF_RANGE unless of 0 .. vocab_size-1) and whatever a method refuses.
 */
#ifndef MODEL_TRANSFORMER_H
#define MODEL_TRANSFORMER_H

#include "methods.h"

static const double MODEL_LAYERNORM_EPS = 1e-5;

/* Fills pass->acts from tokens (M). In training, with what the backward pass reads. */
Status model_transformer_forward(const ModelPass *pass, const int32_t *tokens);

/* pass->grads, the whole block, from pass->dlogits (R, n_out), after a forward pass in training. */
Status model_transformer_backward(const ModelPass *pass, const int32_t *tokens);

/* The attention of one layer, with the methods on q and k, on the logits and on the output: from
 * acts->ln1 (M, d) to acts->heads (M, d), the heads side by side; acts->q, k, v, logits and weights are
 * written too, bias says what was added to the logits, and pass->heads (B, h, T, d / h) has the output
 * head by head. After model_methods_step_bias(). */
Status model_transformer_attend(const ModelPass *pass, int32_t layer, ModelBias *bias,
                                const ModelLayerActs *acts, const ModelLayerParams *params);

#endif
