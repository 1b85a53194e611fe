/* What a transformer is made of: sizes, choices and the list of its positional methods.
 *
 *     x = token embedding, and what the methods on the input add
 *     each layer:  x += O(attention(LN1 x));  x += FF2(gelu(FF1(LN2 x)))       "pre-norm"
 *     logits = head(final norm of x)                                          untied, with bias
 *
 * Papers   A. Vaswani et al., "Attention Is All You Need", arXiv:1706.03762, for the layers;
 *          R. Xiong et al., "On Layer Normalization in the Transformer Architecture",
 *          arXiv:2002.04745, section 3, for the place of the norms.
 */
#ifndef MODEL_CONFIG_H
#define MODEL_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "method.h"

// What the head reads: the final norm's output at each token, its mean over the tokens of a
// sequence, or that of the last token.
#define MODEL_READOUT_LIST(X)                                                                      \
    X(MODEL_READOUT_EACH, "each")                                                                  \
    X(MODEL_READOUT_MEAN, "mean")                                                                  \
    X(MODEL_READOUT_LAST, "last")

typedef enum ModelReadout {
#define MODEL_ENUM(name, words) name,
    MODEL_READOUT_LIST(MODEL_ENUM)
#undef MODEL_ENUM
        MODEL_READOUT_COUNT
} ModelReadout;

enum { MODEL_MAX_METHODS = 8, MODEL_MAX_LAYERS = 64 };

typedef struct ModelConfig {
    int32_t vocab_size, n_layers, n_heads, d_model, d_ff;
    int32_t n_out;   // classes of a prediction
    int32_t readout; // ModelReadout
    int32_t gelu;    // NnGeluForm
    int32_t causal;  // 0: every token sees every other
    int32_t n_methods;
    ModelMethod methods[MODEL_MAX_METHODS]; // with their sizes filled in
} ModelConfig;

API size_t model_config_n_bytes(void);

/* config: everything but the methods, which model_config_method() then sets one by one.
 * STATUS_BAD_SHAPE unless each size is >= 1, n_heads divides d_model, n_layers <= MODEL_MAX_LAYERS,
 * 0 <= n_methods <= MODEL_MAX_METHODS and every matrix of weights has at most SHAPE_MAX_ELEMENTS;
 * STATUS_BAD_VALUE unless readout and gelu are of their enums. */
API Status model_config_set(ModelConfig *config, int32_t vocab_size, int32_t n_layers,
                            int32_t n_heads, int32_t d_model, int32_t d_ff, int32_t n_out,
                            int32_t readout, int32_t gelu, int32_t causal, int32_t n_methods);

/* Entry `index` of the list, for a config that has been set: settings are copied, but for sizes and
 * causal, which are the config's, and first_pos, which is 0. What the method reads of them is judged when
 * a model is made of the config. STATUS_BAD_SHAPE unless 0 <= index < MODEL_MAX_METHODS; STATUS_BAD_VALUE
 * unless id is one of PeMethodId and the scaling has no lists, which would have to outlive the model. */
API Status model_config_method(ModelConfig *config, int32_t index, int32_t id,
                               const PeConfig *settings);

/* What attention multiplies q k^T by: 1 / sqrt(d_head), times the factor of each method. */
double model_config_scale(const ModelConfig *config);

/* STATUS_OK where the config came from the functions above, no method stands in it twice, and what
 * each method learns has a valid shape. */
Status model_config_check(const ModelConfig *config);

/* Tokens of the longest sequence: the fewest positions of a method that has only so many; INT32_MAX
 * where there is none. */
API int32_t model_config_max_seq_len(const ModelConfig *config);

#endif
