/* A transformer that learns: its parameters and all that a step needs, in one block of memory.
 *
 * The block is the caller's; model_train_n_bytes() says its size before. Nothing is allocated after
 * model_train_init(). The same seed gives the same weights whatever the methods, and the same calls
 * give the same bits on every machine.
 *
 * Shapes   tokens (batch, seq_len); targets as tokens where there is a prediction per token, else
 *          (batch). A target under 0 does not count. Losses are means over the targets that count.
 *
 *          ids (seq_len), or NULL: the positions of a sequence's tokens, the same in every sequence; NULL means
 *          0, 1, 2, ... positions.h says what methods do with them and which ids they refuse. The config
 *          says how many positions there are (model_config_ids()).
 *
 * Every function that reads tokens: STATUS_BAD_SHAPE unless batch, seq_len >= 1 and the pass fits into
 * the memory that it is given; STATUS_OUT_OF_RANGE unless every token is of 0 .. vocab_size-1, every
 * target under n_out, every id is one of the config's positions, and without ids every method has seq_len
 * positions; STATUS_BAD_VALUE where a method refuses such ids. After a refusal the
 * activations of the last pass and the gradients are undefined; parameters, Adam's moments and every
 * result are as they were.
 */
#ifndef MODEL_TRAIN_H
#define MODEL_TRAIN_H

#include <stddef.h>
#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"
#include "../nn/adam.h"
#include "config.h"

typedef struct Model Model;

/* Bytes of the block: a double, since a config that is merely large is answered too. 0 for invalid sizes,
 * a method named twice or a table of no valid shape; settings that a method refuses are found by
 * model_train_init(). batch, seq_len: the largest step. */
API double model_train_n_bytes(const ModelConfig *config, int32_t batch, int32_t seq_len);

/* Weights are uniform in +-1/sqrt(n_in), the embedding Gaussian of deviation 1, biases 0, norms 1 and 0,
 * tables as their methods say; each tensor is the stream "w/" + its name of the seed.
 * STATUS_BAD_VALUE or STATUS_BAD_SHAPE where the config or a method of it is not valid,
 * STATUS_OUT_OF_RANGE where a method has fewer positions than the config has ids or, without ids, than seq_len;
 * STATUS_NO_MEMORY where the block would have more than SHAPE_MAX_ELEMENTS floats in a part. On a refusal by a method the block's
 * contents are undefined, on any other it is untouched. */
API Status model_train_init(Model *model, const ModelConfig *config, int32_t batch, int32_t seq_len,
                            uint32_t seed_lo, uint32_t seed_hi);

/* Gives method `index` of the list other settings, to see what a trained model does with them. Activations are
 * undefined until the next pass. STATUS_BAD_SHAPE unless there is such a method, and its tensors, its state and its
 * scratch keep their sizes; else as model_train_init(). After a refusal the old settings stay. */
API Status model_train_set_method(Model *model, int32_t index, const PeConfig *settings);

/* Parameters, floats. */
API int32_t model_train_params_n(const Model *model);

/* Bytes of `extra` below: 0 where the pass fits into the model's own block. */
API double model_train_forward_n_bytes(const Model *model, int32_t batch, int32_t seq_len);

/* extra: model_train_forward_n_bytes() bytes, in which the activations are until the next pass; NULL where
 * that is 0. */
API Status model_train_forward(Model *model, float *extra, const int32_t *tokens,
                               const int32_t *ids, int32_t batch, int32_t seq_len);

/* What is learned from: tokens, targets and ids as above. key_pad (seq_len): 1 where no query sees the key, in
 * every sequence; or NULL. */
#define MODEL_BATCH_FIELDS(X)                                                                      \
    X(const int32_t *, tokens)                                                                     \
    X(const int32_t *, targets)                                                                    \
    X(const int32_t *, key_pad)                                                                    \
    X(const int32_t *, ids)                                                                        \
    X(int32_t, batch)                                                                              \
    X(int32_t, seq_len)

typedef struct ModelBatch {
    MODEL_BATCH_FIELDS(STRUCT_MEMBER)
} ModelBatch;

/* loss (1), and the gradient of every parameter. STATUS_BAD_VALUE unless a target counts. */
API Status model_train_gradients(double *loss, Model *model, const ModelBatch *batch);

/* The same and an update by Adam or AdamW. A loss that is not finite is returned and nothing is updated.
 * STATUS_BAD_VALUE also for a number that nn_adam_check() refuses. */
API Status model_train_step(double *loss, Model *model, const NnAdam *adam,
                            const ModelBatch *batch);

/* Bytes of `extra` below: they do not grow with batch past a limit, since the batch is taken in pieces. */
API double model_train_evaluate_n_bytes(const Model *model, int32_t batch, int32_t seq_len);

/* sums (3): of the loss over the targets that count, their number, and how many of them have the
 * largest logit. */
API Status model_train_evaluate(double *sums, Model *model, float *extra, const int32_t *tokens,
                                const int32_t *targets, const int32_t *ids, int32_t batch,
                                int32_t seq_len);

// ---------------------------------------------------------------------------- tensors by name

/* Of one tensor, as integers: kind (0 parameter, 1 activation of the last pass), rank, four sizes. */
enum { MODEL_TENSOR_KIND, MODEL_TENSOR_RANK, MODEL_TENSOR_SHAPE, MODEL_TENSOR_FACTS = 6 };

/* How many there are: parameters, then the activations of the last pass (before the first one: as the
 * largest step will have them). */
API int32_t model_tensor_count(const Model *model);

/* name (MODEL_NAME_BYTES), ended by a zero; facts (MODEL_TENSOR_FACTS).
 * STATUS_BAD_SHAPE unless 0 <= index < count. */
API Status model_tensor_describe(char *name, int32_t *facts, const Model *model, int32_t index);

// The four blocks of the parameters.
#define MODEL_PART_LIST(X)                                                                         \
    X(MODEL_PART_VALUE, "value")                                                                   \
    X(MODEL_PART_GRADIENT, "gradient")                                                             \
    X(MODEL_PART_M, "m")                                                                           \
    X(MODEL_PART_V, "v")

typedef enum ModelPart {
#define MODEL_ENUM(name, words) name,
    MODEL_PART_LIST(MODEL_ENUM)
#undef MODEL_ENUM
        MODEL_PART_COUNT
} ModelPart;

/* out: the tensor, or a parameter's gradient or moment. STATUS_BAD_SHAPE unless 0 <= index < count;
 * STATUS_BAD_VALUE unless part is of ModelPart, and for an activation 0 and there was a pass. */
API Status model_tensor_get(float *out, const Model *model, int32_t index, int32_t part);

/* The opposite, for parameters only: values replace the tensor or its part. */
API Status model_tensor_set(Model *model, const float *values, int32_t index, int32_t part);

/* Updates so far, as Adam's bias correction counts them, and their setter, for a model that was saved. */
API int32_t model_train_steps(const Model *model);
API Status model_train_set_steps(Model *model, int32_t n_steps);

#endif
