/* A pass through a transformer and back; config.h says what it computes, pass.h where.
 *
 * params and grads are blocks of tensors.h. Sizes have been checked: what can be refused is tokens
 * (STATUS_OUT_OF_RANGE unless of 0 .. vocab_size-1) and whatever a method refuses.
 */
#ifndef MODEL_TRANSFORMER_H
#define MODEL_TRANSFORMER_H

#include "pass.h"

static const double MODEL_LAYERNORM_EPS = 1e-5;

/* Fills pass->acts from tokens (M). is_training: keeps what the backward pass needs. */
Status model_transformer_forward(const ModelPass *pass, float *params, const int32_t *tokens,
                                 bool is_training);

/* grads, the whole block, from pass->dlogits (R, n_out), after a forward pass in training. */
Status model_transformer_backward(const ModelPass *pass, float *grads, float *params,
                                  const int32_t *tokens);

#endif
