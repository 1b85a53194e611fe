/* The tensors of a transformer: one line each in the tables below. The lines make the structs, the
 * sizes, the names that JavaScript sees and how each is drawn before training.
 *
 * The parameters are one block: the front, then what methods learn that all layers share, then layer by
 * layer its own tensors and what methods learn there, then the back. Gradients and both of Adam's moments
 * are blocks of the same layout. So are the activations of a pass, without what methods learn.
 */
#ifndef MODEL_TENSORS_H
#define MODEL_TENSORS_H

#include "config.h"

typedef enum ModelInit {
    MODEL_INIT_ZERO,
    MODEL_INIT_ONE,
    MODEL_INIT_FAN_IN, // uniform in +-1/sqrt(columns)
    MODEL_INIT_UNIT,   // Gaussian, deviation 1
    MODEL_INIT_METHOD  // Gaussian, as the method's own entry in the table says
} ModelInit;

// The sizes that a tensor can have along an axis.
typedef enum ModelSize {
    MODEL_NO,    // there is no such axis
    MODEL_VOCAB, // the config's
    MODEL_D,
    MODEL_KV, // D where the layer projects keys and values, else there are no such tensors
    MODEL_F,
    MODEL_OUT,
    MODEL_H,
    MODEL_DH,
    MODEL_B,      // sequences of a pass
    MODEL_T,      // tokens of each
    MODEL_EACH_T, // T where there is a prediction per token, else no such axis
    MODEL_POOL,   // B where there is one per sequence, else there is no such tensor
    MODEL_SIZE_COUNT
} ModelSize;

// C name, name, sizes, how it is drawn.
#define MODEL_FRONT_PARAMS(X) X(tok_emb, "tok_emb", VOCAB, D, NO, NO, UNIT)

// The weights of q, k and v are neighbours, and so are their biases: they are one linear layer.
#define MODEL_LAYER_PARAMS(X)                                                                      \
    X(ln1_gamma, "ln1.gamma", D, NO, NO, NO, ONE)                                                  \
    X(ln1_beta, "ln1.beta", D, NO, NO, NO, ZERO)                                                   \
    X(q_weight, "attn.q.weight", D, D, NO, NO, FAN_IN)                                             \
    X(k_weight, "attn.k.weight", KV, D, NO, NO, FAN_IN)                                            \
    X(v_weight, "attn.v.weight", KV, D, NO, NO, FAN_IN)                                            \
    X(q_bias, "attn.q.bias", D, NO, NO, NO, ZERO)                                                  \
    X(k_bias, "attn.k.bias", KV, NO, NO, NO, ZERO)                                                 \
    X(v_bias, "attn.v.bias", KV, NO, NO, NO, ZERO)                                                 \
    X(o_weight, "attn.o.weight", D, D, NO, NO, FAN_IN)                                             \
    X(o_bias, "attn.o.bias", D, NO, NO, NO, ZERO)                                                  \
    X(ln2_gamma, "ln2.gamma", D, NO, NO, NO, ONE)                                                  \
    X(ln2_beta, "ln2.beta", D, NO, NO, NO, ZERO)                                                   \
    X(ff1_weight, "ff1.weight", F, D, NO, NO, FAN_IN)                                              \
    X(ff1_bias, "ff1.bias", F, NO, NO, NO, ZERO)                                                   \
    X(ff2_weight, "ff2.weight", D, F, NO, NO, FAN_IN)                                              \
    X(ff2_bias, "ff2.bias", D, NO, NO, NO, ZERO)

#define MODEL_BACK_PARAMS(X)                                                                       \
    X(final_gamma, "ln_f.gamma", D, NO, NO, NO, ONE)                                               \
    X(final_beta, "ln_f.beta", D, NO, NO, NO, ZERO)                                                \
    X(head_weight, "head.weight", OUT, D, NO, NO, FAN_IN)                                          \
    X(head_bias, "head.bias", OUT, NO, NO, NO, ZERO)

#define MODEL_FRONT_ACTS(X) X(embedded, "embedded", B, T, D, NO, ZERO)

#define MODEL_LAYER_ACTS(X)                                                                        \
    X(ln1, "ln1", B, T, D, NO, ZERO)                                                               \
    X(q, "attn.q", B, H, T, DH, ZERO)                                                              \
    X(k, "attn.k", B, H, T, DH, ZERO)                                                              \
    X(v, "attn.v", B, H, T, DH, ZERO)                                                              \
    X(logits, "attn.logits", B, H, T, T, ZERO)                                                     \
    X(weights, "attn.weights", B, H, T, T, ZERO)                                                   \
    X(heads, "attn.heads", B, T, D, NO, ZERO)                                                      \
    X(mid, "mid", B, T, D, NO, ZERO)                                                               \
    X(ln2, "ln2", B, T, D, NO, ZERO)                                                               \
    X(ff_input, "ff.input", B, T, F, NO, ZERO)                                                     \
    X(ff_hidden, "ff.hidden", B, T, F, NO, ZERO)                                                   \
    X(out, "out", B, T, D, NO, ZERO)

#define MODEL_BACK_ACTS(X)                                                                         \
    X(final, "final", B, T, D, NO, ZERO)                                                           \
    X(pooled, "pooled", POOL, D, NO, NO, ZERO)                                                     \
    X(logits, "logits", B, EACH_T, OUT, NO, ZERO)

#define MODEL_POINTER(field, ...) float *field;
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
    double mean, sigma; // of MODEL_INIT_METHOD
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

/* What method `index` of the list learns: its tensors one after the other, of this layer where each layer
 * has its own. NULL where it learns nothing. */
float *model_tensors_table(float *block, const ModelConfig *config, int32_t layer, int32_t index);

#endif
