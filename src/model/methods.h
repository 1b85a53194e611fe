/* The positional methods of a model, run over a pass at the points that the table in pe/pe.h names. The
 * one place where methods are called; none is named here.
 *
 * Each function goes through the list in its order, in the backward pass in reverse, and calls what the
 * table has for its point. It stops at the first method that refuses and returns its status.
 *
 * Tables come from pass->params, gradients are added to pass->grads. Shapes: B batch, T seq_len, M = B T
 * tokens, h heads, d d_model. `backward` functions take gradients where the forward ones take values.
 */
#ifndef MODEL_METHODS_H
#define MODEL_METHODS_H

#include "workspace.h"

/* x (M, d), dx (M, d): in place. In training pass->inputs is kept for the backward pass. */
Status model_methods_input(const ModelPass *pass, float *x);
Status model_methods_input_backward(const ModelPass *pass, float *dx);

/* k, v (B, h, T, d / h): written where a method makes them of what the layer projects; q of that shape: in place. In
 * the backward pass dq in place, from dk and dv; what x gains is added to pass->heads, as below. */
Status model_methods_kv(const ModelPass *pass, int32_t layer, float *q, float *k, float *v);
Status model_methods_kv_backward(const ModelPass *pass, int32_t layer, float *dq, float *dk,
                                 float *dv);

/* The methods of a point at which each token is changed alone, one after the other or in reverse, on each sequence.
 * first: what the first one's buffers have, but for a table. At PE_QK q, k (B, h, T, d / h): in place; in the backward
 * pass dq and dk. */
Status model_methods_act(const ModelPass *pass, int32_t layer, PePoint point, bool backward,
                         bool reversed, const PeBuffers *first);

/* The methods on values, on either of output and v (B, h, T, d / h), the other NULL, in place; in the backward pass
 * doutput or dv. */
Status model_methods_values(const ModelPass *pass, int32_t layer, float *output, float *v,
                            bool backward);

/* What is added to the logits of one layer. */
typedef struct ModelBias {
    const float *data; // (n, T, T), or NULL for nothing
    int32_t n;         // h: shared by the sequences; B h: each has its own
} ModelBias;

/* pass->step_bias: what is the same in every layer and every sequence. Once per step, before the first
 * layer. */
Status model_methods_step_bias(const ModelPass *pass);

/* The bias of one layer, from pass->step_bias and the layer's q and k (B, h, T, d / h). It is in memory of
 * the pass, until the next layer. */
Status model_methods_bias(const ModelPass *pass, int32_t layer, ModelBias *bias, const float *q,
                          const float *k);

/* Before a backward pass: the gradients that methods add to start at 0. */
void model_methods_clear_gradients(const ModelPass *pass);

/* From the layer's dlogits (B, h, T, T): dq and dk (as q, k) are added to, and so is pass->step_dbias.
 * From that model_methods_step_bias_backward() takes the gradients of what all layers share, once per
 * step, after the last layer. */
Status model_methods_bias_backward(const ModelPass *pass, int32_t layer, float *dq, float *dk,
                                   const float *dlogits, const float *q, const float *k);
/* dx (M, d), the gradient by what the layer projects: what the two backward functions above have left for it in
 * pass->heads is added. */
void model_methods_tokens_backward(const ModelPass *pass, float *dx);
Status model_methods_step_bias_backward(const ModelPass *pass);

/* Where a method makes the weights (B, h, T, T) of the layer's logits: those, and output (B, h, T, d / h) of
 * them; else nothing. The backward pass is that of the softmax where there is none: dlogits (B, h, T, T) holds
 * the gradient by the weights and becomes that by the logits. */
Status model_methods_weights(const ModelPass *pass, int32_t layer, float *output,
                             const ModelLayerActs *acts);
Status model_methods_weights_backward(const ModelPass *pass, int32_t layer, float *dlogits,
                                      const ModelLayerActs *acts);

/* output, doutput (B, h, T, d / h); weights, dweights (B, h, T, T). output and dweights are added to. */
Status model_methods_output(const ModelPass *pass, int32_t layer, float *output,
                            const float *weights);
Status model_methods_output_backward(const ModelPass *pass, int32_t layer, float *dweights,
                                     const float *doutput, const float *weights);

#endif
