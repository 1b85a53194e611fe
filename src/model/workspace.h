/* The memory that a pass of a transformer over a batch works in.
 *
 * All of it is one block, laid out by model_workspace_lay_out() alone: called without a block it says how
 * large one must be. The block is the caller's and outlives the pass.
 */
#ifndef MODEL_WORKSPACE_H
#define MODEL_WORKSPACE_H

#include "../nn/attention.h"
#include "../nn/heads.h"
#include "../nn/layernorm.h"
#include "tensors.h"

/* What depends on positions alone (PePrepare): one block per method, for the first state_len positions. */
typedef struct ModelStates {
    const float *of[MODEL_MAX_METHODS]; // NULL where a method has none
    int32_t state_len;
} ModelStates;

/* Sizes  B batch, T seq_len, M = B T tokens, R predictions; h heads, d d_model, f d_ff. */
typedef struct ModelPass {
    const ModelConfig *config;
    int32_t batch, seq_len;
    int32_t n_tokens;      // M
    int32_t n_predictions; // R: M, or B where the readout is one per sequence
    bool is_training;      // what the backward pass reads is kept

    // set by the caller after the layout
    float *params;      // the block of tensors.h; NULL: each method's config has its table
    float *grads;       // a block of the same layout, in the backward pass
    ModelStates states; // zeros: every method computes its state afresh
    double
        scale; // of q k^T, or of what replaces it; model_config_scale() unless the caller changes it
    const int32_t *key_pad; // (T) 1 where a key is hidden, or NULL
    const int32_t *ids;     // (T) positions of the tokens, or NULL: 0 .. T-1; model_positions_set()
    int32_t n_spread;       // with ids: the largest, and 1
    int32_t n_ranks;        // with ids: how often the commonest is there

    float *acts;       // the block of activations, tensors.h
    NnRowStats *stats; // (2 n_layers + 1, M): of each norm in the order of the pass
    float *qkv;        // (M, 3 d): projections, in the backward pass their gradients
    float *heads;      // (B, h, T, d / h): output of attention, in the backward pass its gradient
    float *step_bias;  // (h, T, T): what methods add to the logits of every layer and sequence
    float *layer_bias; // (h, T, T): that of one layer, where a method has a table in each
    float *pairs;      // (B, h, T, T): that of each sequence, or dweights and dlogits
    float *scratch;    // of the kernels
    float *method_scratch; // of one call of a method
    float *spread;         // what one call of a method reads and writes, at all positions
    int32_t *ranks;        // (T) how many tokens before it have the same id

    // only in training
    float *slope;        // (n_layers, M, f): of gelu
    float *dlogits;      // (R, n_out)
    float *dpooled;      // (B, d), where R is B
    float *dx;           // (M, d): of the residual stream
    float *dbranch;      // (M, d)
    float *dhidden;      // (M, f)
    float *dq, *dk, *dv; // (B, h, T, d / h)
    float *layer_dbias;  // (h, T, T): dlogits of one layer, summed over the sequences
    float *step_dbias;   // (h, T, T): and over the layers
    float *inputs;       // (n, M, d): what each method read that acts on the input and reads it
} ModelPass;

/* Sets the sizes and, where block is not NULL, the pointers; params, grads, states, key_pad and ids are zeros.
 * Returns the floats of the block: a double, since sizes that are merely large are answered too. The
 * block is aligned to 16 bytes. */
double model_workspace_lay_out(ModelPass *pass, float *block, const ModelConfig *config,
                               int32_t batch, int32_t seq_len, bool is_training);

/* True where every tensor of such a pass has at most SHAPE_MAX_ELEMENTS and so has the block. */
bool model_workspace_fits(const ModelConfig *config, int32_t batch, int32_t seq_len,
                          bool is_training);

/* The same for the states of n_tokens tokens, and of the config's n_ids positions where those are more: floats of
 * the block; where it is not NULL the states are made in it. Statuses: those of the methods' prepare(). */
double model_workspace_states_n(const ModelConfig *config, int32_t n_tokens);
Status model_workspace_prepare(ModelStates *states, float *block, const ModelConfig *config,
                               int32_t n_tokens);

/* How heads lie in memory, and the attention of all of them. */
NnHeads model_workspace_heads(const ModelPass *pass);
NnAttention model_workspace_attention(const ModelPass *pass);

#endif
