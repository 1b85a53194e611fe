/* One attention layer with given weights and a list of positional methods, on the pass of a transformer
 * of one layer and one sequence. Self-attention (self_attention.h) and the mini block (mini_block.h) take
 * their sizes, their methods and their memory from here.
 */
#ifndef MODEL_LAYER_H
#define MODEL_LAYER_H

#include "workspace.h"

typedef struct ModelLayer {
    ModelConfig config; // with one layer; what only a whole transformer has is 1
    int32_t n_tokens;
    double scale;           // of q k^T
    const int32_t *key_pad; // (n_tokens) 1 where a key is hidden, or NULL
} ModelLayer;

API size_t model_layer_n_bytes(void);

/* A layer without methods; vocab_size is read by the mini block alone, 1 otherwise. key_pad, causal as in
 * nn/attention.h; key_pad must outlive the layer. STATUS_BAD_SHAPE unless each size is >= 1, n_heads
 * divides d_model and every tensor of a pass has at most SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless scale
 * is finite. */
API Status model_layer_set(ModelLayer *layer, const int32_t *key_pad, double scale, int32_t causal,
                           int32_t vocab_size, int32_t n_tokens, int32_t d_model, int32_t n_heads);

/* One more method at the end of the list: a method may be in it twice. Its settings are copied except the
 * sizes, the scale and scratch, which are the layer's; its table, its first_pos and its key_pad are its
 * own, and what they point at must outlive the layer. STATUS_BAD_SHAPE where the list is full
 * (MODEL_MAX_METHODS); STATUS_BAD_VALUE unless id is one of PeMethodId that acts before the softmax, and
 * on keys and values that the layer projects. */
API Status model_layer_add_method(ModelLayer *layer, int32_t id, const PeConfig *settings);

/* Bytes of the memory that a pass works in, aligned to 16; 0 where the pass is too large. */
API size_t model_layer_scratch_n_bytes(const ModelLayer *layer);

/* A pass in that memory. STATUS_BAD_SHAPE where it is too large. */
Status model_layer_begin(ModelPass *pass, const ModelLayer *layer, float *scratch);

#endif
