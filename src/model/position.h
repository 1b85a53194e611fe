/* The positional methods of a transformer, run over a whole pass at the points that the table in
 * pe/pe.h names. Nothing here knows any method by name.
 *
 * What a method adds without reading content is the same in every sequence: it is formed once a layer
 * and shared, and in the backward pass it is given the sum of the gradients over the batch.
 *
 * params and grads are the blocks of tensors.h; grads' tables are added to. Each function stops at the
 * first method that refuses and hands its status on.
 */
#ifndef MODEL_POSITION_H
#define MODEL_POSITION_H

#include "pass.h"

/* True where a method on the logits reads q and k: then each sequence has a bias of its own. */
bool model_position_reads_content(const ModelConfig *config);

/* How many methods on the input read what they change: pass->inputs holds as many blocks. */
int32_t model_position_n_inputs(const ModelConfig *config);

/* x (M, d), dx (M, d): in place. is_training: keeps pass->inputs for the backward pass. */
Status model_position_input(float *x, float *params, const ModelPass *pass, bool is_training);
Status model_position_input_backward(float *dx, float *grads, float *params, const ModelPass *pass);

/* q, k and their gradients (B, h, T, d / h): in place. */
Status model_position_qk(float *q, float *k, float *params, const ModelPass *pass, int32_t layer);
Status model_position_qk_backward(float *dq, float *dk, float *params, const ModelPass *pass,
                                  int32_t layer);

/* What is added to the logits of one layer. */
typedef struct ModelBias {
    const float *data; // (n, T, T), NULL for nothing
    int32_t n;         // h: shared by the sequences; B h: each its own
} ModelBias;

/* Formed in pass->shared_bias and pass->pairs. */
Status model_position_bias(ModelBias *bias, const float *q, const float *k, float *params,
                           const ModelPass *pass, int32_t layer);

/* From dlogits (B, h, T, T): dq and dk are added to. */
Status model_position_bias_backward(float *dq, float *dk, float *grads, const float *dlogits,
                                    const float *q, const float *k, float *params,
                                    const ModelPass *pass, int32_t layer);

/* output, doutput (B, h, T, d / h); output and dweights (B, h, T, T) are added to. */
Status model_position_output(float *output, const float *weights, float *params,
                             const ModelPass *pass, int32_t layer);
Status model_position_output_backward(float *dweights, float *grads, const float *doutput,
                                      const float *weights, float *params, const ModelPass *pass,
                                      int32_t layer);

#endif
