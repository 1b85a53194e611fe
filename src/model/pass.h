/* One pass of a transformer over a batch, and the memory that it works in.
 *
 * All of it lies in one block, laid out by model_pass_lay_out() alone: called without a block it says
 * how large one must be. The block is the caller's and outlives the pass.
 */
#ifndef MODEL_PASS_H
#define MODEL_PASS_H

#include "../nn/attention.h"
#include "../nn/heads.h"
#include "../nn/layernorm.h"
#include "tensors.h"

/* What positions alone decide (PePrepare): one block a method, for the first state_len tokens. */
typedef struct ModelStates {
    const float *of[MODEL_MAX_METHODS]; // NULL where a method has none
    int32_t state_len;
} ModelStates;

/* Sizes  B batch, T seq_len, M = B T tokens, R predictions; h heads, d d_model, f d_ff. */
typedef struct ModelPass {
    const ModelConfig *config;
    int32_t batch, seq_len;
    int32_t n_tokens;      // M
    int32_t n_predictions; // R: M, or B where the readout is one a sequence
    ModelStates states;

    float *acts;        // the block of activations, tensors.h
    NnRowStats *stats;  // (2 n_layers + 1, M): of each norm in the order of the pass
    float *qkv;         // (M, 3 d): projections, in the backward pass their gradients
    float *heads;       // (B, h, T, d / h): what attention writes, or is given in the backward pass
    float *shared_bias; // (h, T, T): what methods add to the logits of every sequence
    float *pairs;       // (B, h, T, T): that of each sequence, or dweights and dlogits
    float *scratch;     // of the kernels
    float *method_scratch; // of one call of a method

    // only in the backward pass
    float *slope;        // (n_layers, M, f): of gelu
    float *dlogits;      // (R, n_out)
    float *dpooled;      // (B, d), where R is B
    float *dx;           // (M, d): by the residual stream
    float *dbranch;      // (M, d)
    float *dhidden;      // (M, f)
    float *dq, *dk, *dv; // (B, h, T, d / h)
    float *dbias;        // (h, T, T)
    float *inputs;       // (n, M, d): what each method had that acts on the input and reads it
} ModelPass;

/* Sets the sizes and, where block is not NULL, the pointers; states is left to the caller. Returns the
 * floats of the block: a double, since sizes that are merely large are answered too. is_training:
 * with what the backward pass needs. */
double model_pass_lay_out(ModelPass *pass, float *block, const ModelConfig *config, int32_t batch,
                          int32_t seq_len, bool is_training);

/* True where every tensor of such a pass has at most SHAPE_MAX_ELEMENTS and so has the block. */
bool model_pass_fits(const ModelConfig *config, int32_t batch, int32_t seq_len, bool is_training);

/* The same of the states for n_tokens tokens: floats of the block; where it is not NULL the states are
 * made in it. Statuses: what prepare() of a method says. */
double model_pass_states_n(const ModelConfig *config, int32_t n_tokens);
Status model_pass_prepare(ModelStates *states, float *block, const ModelConfig *config,
                          int32_t n_tokens);

/* How heads lie, and the attention of all of them. */
NnHeads model_pass_heads(const ModelPass *pass);
NnAttention model_pass_attention(const ModelPass *pass);

#endif
