/* What a transformer is made of: sizes, choices and the list of its positional methods. A hybrid (RoPE
 * and ALiBi) is two entries of the list.
 *
 *     x = token embedding, and what the methods on the input add
 *     each layer:  x += O(attention(LN1 x));  x += FF2(gelu(FF1(LN2 x)))       "pre-norm"
 *     logits = head(final norm of x)                                          untied, with bias
 *
 * Papers   A. Vaswani et al., "Attention Is All You Need", arXiv:1706.03762, for the layers;
 *          R. Xiong et al., "On Layer Normalization in the Transformer Architecture",
 *          arXiv:2002.04745, section 3, for where the norms are.
 */
#ifndef MODEL_CONFIG_H
#define MODEL_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../pe/pe.h"

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

enum { MODEL_MAX_METHODS = 64, MODEL_MAX_LAYERS = 64 };

typedef struct ModelMethod {
    int32_t id;       // PeMethodId
    PeConfig config;  // its settings, with the sizes of the model
    uint64_t skipped; // bit l: it does not act in layer l
} ModelMethod;

typedef struct ModelConfig {
    int32_t vocab_size, n_layers, n_heads, d_model, d_ff;
    int32_t n_out;   // classes of a prediction
    int32_t readout; // ModelReadout
    int32_t gelu;    // NnGeluForm
    int32_t causal;  // 0: every token sees every other
    int32_t n_ids;   // position ids that a step may give its tokens: 0 .. n_ids - 1; 0: none
    int32_t n_methods;
    ModelMethod methods[MODEL_MAX_METHODS];
} ModelConfig;

/* How far the bias of a method on the logits is the same. */
typedef enum ModelBiasScope {
    MODEL_BIAS_NONE,     // the method acts elsewhere
    MODEL_BIAS_STEP,     // in every layer and every sequence: it is formed once per step
    MODEL_BIAS_LAYER,    // in every sequence: each layer has a table of its own
    MODEL_BIAS_SEQUENCE, // nowhere: it depends on q and k, or on the tokens
    MODEL_BIAS_SCOPE_COUNT
} ModelBiasScope;

API size_t model_config_n_bytes(void);

/* The sizes of a config; its choices are those of model_config_choose(config, 0, 0, 0, 0) until that is
 * called. STATUS_BAD_SHAPE unless each size is >= 1, n_heads divides d_model, n_layers <=
 * MODEL_MAX_LAYERS and every matrix of weights has at most SHAPE_MAX_ELEMENTS. */
API Status model_config_set(ModelConfig *config, int32_t vocab_size, int32_t n_layers,
                            int32_t n_heads, int32_t d_model, int32_t d_ff, int32_t n_out);

/* The choices, for a config whose sizes have been set; its n_methods methods are then set one by one with
 * model_config_method(). STATUS_BAD_SHAPE unless 0 <= n_methods <= MODEL_MAX_METHODS; STATUS_BAD_VALUE
 * unless readout and gelu are of their enums. */
API Status model_config_choose(ModelConfig *config, int32_t readout, int32_t gelu, int32_t causal,
                               int32_t n_methods);

/* How many position ids there are for a step to give its tokens (train.h); 0 until this is called. STATUS_BAD_SHAPE
 * unless 1 <= n_ids <= SHAPE_MAX_ELEMENTS. */
API Status model_config_ids(ModelConfig *config, int32_t n_ids);

/* Entry `index` of the list, for a config whose choices have been set: settings are copied, except sizes
 * and causal, which are the config's, and first_pos, which is 0. What the method reads of them is checked
 * when a model is made of the config. layers (n_layers): 0 where the method does not act, so that a model can
 * rotate in some layers and have no positions in others; or NULL: it acts in all. STATUS_BAD_SHAPE unless 0 <=
 * index < MODEL_MAX_METHODS; STATUS_BAD_VALUE unless id is one of PeMethodId, the scaling has no lists, which would
 * have to outlive the model, and layers is NULL for a method that does not act on queries and keys. */
API Status model_config_method(ModelConfig *config, int32_t index, int32_t id,
                               const PeConfig *settings, const int32_t *layers);

/* Whether a method of the list acts in a layer. */
bool model_config_acts_in(const ModelMethod *entry, int32_t layer);

/* What attention multiplies q k^T by: 1 / sqrt(d_head), times the factor of each method. */
double model_config_scale(const ModelConfig *config);

/* STATUS_OK where the config came from the functions above, no method is in it twice, at most one makes
 * the weights and one keys and values, and what each method learns has a valid shape. */
Status model_config_check(const ModelConfig *config);

/* Where a method's bias is the same, and how many methods of the list have that scope. */
ModelBiasScope model_config_bias_scope(const ModelMethod *entry);
int32_t model_config_n_biases(const ModelConfig *config, ModelBiasScope scope);

/* How many methods act on the input and read what they change. */
int32_t model_config_n_input_readers(const ModelConfig *config);

/* Whether a method reads what a layer projects; whether one replaces q k^T; whether one makes keys and values,
 * so that the layers project queries alone. */
bool model_config_reads_tokens(const ModelConfig *config);
bool model_config_has_product(const ModelConfig *config);
bool model_config_makes_kv(const ModelConfig *config);

/* MODEL_MAX_METHODS. */
API int32_t model_config_max_methods(void);

/* Tokens of the longest sequence: the fewest positions that a bounded method has; INT32_MAX where
 * no method is bounded. */
API int32_t model_config_max_seq_len(const ModelConfig *config);

#endif
