/* The tensors of a transformer: one line each in the tables below. The lines make the structs, the
 * sizes, the names that JavaScript sees and the way each is drawn before training.
 *
 * The parameters lie one after the other in one block: the front, what methods learn that all layers
 * share, then layer by layer its own and what methods learn there, then the back. Gradients and both
 * of Adam's moments are blocks of the same layout. The activations of a pass are laid out likewise.
 */
#ifndef MODEL_TENSORS_H
#define MODEL_TENSORS_H

#include "config.h"

typedef enum ModelInit {
    MODEL_INIT_ZERO,
    MODEL_INIT_ONE,
    MODEL_INIT_FAN_IN, // even in +-1/sqrt(columns)
    MODEL_INIT_UNIT,   // Gaussian, deviation 1
    MODEL_INIT_METHOD  // Gaussian, deviation of the method's own entry in the table
} ModelInit;

// C name, name, rows, columns (0: a vector), how it is drawn. vocab, d, ff, out: the config's sizes.
#define MODEL_FRONT_PARAMS(X) X(tok_emb, "tok_emb", vocab, d, UNIT)

// The weights of q, k and v stand together, and so do their biases: they are one linear layer.
#define MODEL_LAYER_PARAMS(X)                                                                      \
    X(ln1_gamma, "ln1.gamma", d, 0, ONE)                                                           \
    X(ln1_beta, "ln1.beta", d, 0, ZERO)                                                            \
    X(q_weight, "attn.q.weight", d, d, FAN_IN)                                                     \
    X(k_weight, "attn.k.weight", d, d, FAN_IN)                                                     \
    X(v_weight, "attn.v.weight", d, d, FAN_IN)                                                     \
    X(q_bias, "attn.q.bias", d, 0, ZERO)                                                           \
    X(k_bias, "attn.k.bias", d, 0, ZERO)                                                           \
    X(v_bias, "attn.v.bias", d, 0, ZERO)                                                           \
    X(o_weight, "attn.o.weight", d, d, FAN_IN)                                                     \
    X(o_bias, "attn.o.bias", d, 0, ZERO)                                                           \
    X(ln2_gamma, "ln2.gamma", d, 0, ONE)                                                           \
    X(ln2_beta, "ln2.beta", d, 0, ZERO)                                                            \
    X(ff1_weight, "ff1.weight", ff, d, FAN_IN)                                                     \
    X(ff1_bias, "ff1.bias", ff, 0, ZERO)                                                           \
    X(ff2_weight, "ff2.weight", d, ff, FAN_IN)                                                     \
    X(ff2_bias, "ff2.bias", d, 0, ZERO)

#define MODEL_BACK_PARAMS(X)                                                                       \
    X(final_gamma, "ln_f.gamma", d, 0, ONE)                                                        \
    X(final_beta, "ln_f.beta", d, 0, ZERO)                                                         \
    X(head_weight, "head.weight", out, d, FAN_IN)                                                  \
    X(head_bias, "head.bias", out, 0, ZERO)

// C name, name, sizes (0: no such axis; first of them 0: no such tensor). b sequences of t tokens, h
// heads of width dh; each_t: t where there is a prediction a token, else 0; pool: b where there is not.
#define MODEL_FRONT_ACTS(X) X(embedded, "embedded", b, t, d, 0)

#define MODEL_LAYER_ACTS(X)                                                                        \
    X(ln1, "ln1", b, t, d, 0)                                                                      \
    X(q, "attn.q", b, h, t, dh)                                                                    \
    X(k, "attn.k", b, h, t, dh)                                                                    \
    X(v, "attn.v", b, h, t, dh)                                                                    \
    X(logits, "attn.logits", b, h, t, t)                                                           \
    X(weights, "attn.weights", b, h, t, t)                                                         \
    X(heads, "attn.heads", b, t, d, 0)                                                             \
    X(mid, "mid", b, t, d, 0)                                                                      \
    X(ln2, "ln2", b, t, d, 0)                                                                      \
    X(ff_input, "ff.input", b, t, ff, 0)                                                           \
    X(ff_hidden, "ff.hidden", b, t, ff, 0)                                                         \
    X(out, "out", b, t, d, 0)

#define MODEL_BACK_ACTS(X)                                                                         \
    X(final, "final", b, t, d, 0)                                                                  \
    X(pooled, "pooled", pool, d, 0, 0)                                                             \
    X(logits, "logits", b, each_t, out, 0)

#define MODEL_POINTER(name, ...) float *name;
typedef struct ModelLayerParams {
    MODEL_LAYER_PARAMS(MODEL_POINTER)
} ModelLayerParams;

typedef struct ModelEndParams {
    MODEL_FRONT_PARAMS(MODEL_POINTER)
    MODEL_BACK_PARAMS(MODEL_POINTER)
} ModelEndParams;

typedef struct ModelLayerActs {
    MODEL_LAYER_ACTS(MODEL_POINTER)
} ModelLayerActs;

typedef struct ModelEndActs {
    MODEL_FRONT_ACTS(MODEL_POINTER)
    MODEL_BACK_ACTS(MODEL_POINTER)
} ModelEndActs;
#undef MODEL_POINTER

enum { MODEL_NAME_BYTES = 40, MODEL_MAX_RANK = 4 };

typedef struct ModelTensor {
    char name[MODEL_NAME_BYTES]; // ended by a zero
    int32_t rank;
    int32_t shape[MODEL_MAX_RANK];
    double at; // floats before it in its block
    ModelInit init;
    double sigma; // of MODEL_INIT_METHOD
} ModelTensor;

/* Tensors of the block of parameters, and its floats. A double, since a config may be of any size. */
int32_t model_tensors_params_count(const ModelConfig *config);
double model_tensors_params_n(const ModelConfig *config);

/* The same of the activations of `batch` sequences of seq_len tokens. */
int32_t model_tensors_acts_count(const ModelConfig *config, int32_t batch, int32_t seq_len);
double model_tensors_acts_n(const ModelConfig *config, int32_t batch, int32_t seq_len);

/* Tensor `index` of either; 0 <= index < count. */
ModelTensor model_tensors_param(const ModelConfig *config, int32_t index);
ModelTensor model_tensors_act(const ModelConfig *config, int32_t batch, int32_t seq_len,
                              int32_t index);

int64_t model_tensors_size(const ModelTensor *tensor);

/* Pointers into a block; for blocks that fit into memory. */
ModelEndParams model_tensors_end_params(float *block, const ModelConfig *config);
ModelLayerParams model_tensors_layer_params(float *block, const ModelConfig *config, int32_t layer);
ModelEndActs model_tensors_end_acts(float *block, const ModelConfig *config, int32_t batch,
                                    int32_t seq_len);
ModelLayerActs model_tensors_layer_acts(float *block, const ModelConfig *config, int32_t batch,
                                        int32_t seq_len, int32_t layer);

/* What method `index` of the list learns, in this layer or in all; NULL where it learns nothing. */
float *model_tensors_table(float *block, const ModelConfig *config, int32_t layer, int32_t index);

#endif
