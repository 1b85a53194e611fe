#include "train.h"

#include <math.h>
#include <string.h>

#include "../base/rng.h"
#include "../base/shape.h"
#include "../linalg/vec.h"
#include "../nn/cross_entropy.h"
#include "positions.h"
#include "transformer.h"

COMPACT_BEGIN

struct Model {
    ModelConfig config;
    int32_t batch, seq_len; // of the largest step
    int32_t n_params;
    int32_t n_steps;
    double pass_n; // floats of own
    ModelStates states;
    float *parts[MODEL_PART_COUNT]; // the parameters, and what has their layout
    float *own;                     // memory of a pass
    ModelPass last;                 // acts NULL: there was none, or it was refused
};

// Tokens of a piece of an evaluation: enough for the matrices, few enough for the cache.
enum { PIECE_TOKENS = 512 };

enum { HEAD_FLOATS = (sizeof(Model) + 15) / 16 * 4 };

// ------------------------------------------------------------------------------------- the block

static double aligned(double n) { return ceil(n / 4.0) * 4.0; }

double model_train_n_bytes(const ModelConfig *config, int32_t batch, int32_t seq_len) {
    if (model_config_check(config) != STATUS_OK || batch < 1 || seq_len < 1) return 0.0;
    ModelPass pass;
    const double n_params = aligned(model_tensors_params_n(config));
    const double n = HEAD_FLOATS + MODEL_PART_COUNT * n_params +
                     model_workspace_states_n(config, seq_len) +
                     model_workspace_lay_out(&pass, NULL, config, batch, seq_len, true);
    return n * (double)sizeof(float);
}

static Status check(const ModelConfig *config, int32_t batch, int32_t seq_len) {
    const Status status = model_config_check(config);
    if (status != STATUS_OK) return status;
    if (batch < 1 || seq_len < 1) return STATUS_BAD_SHAPE;
    const int32_t n_needed = config->n_ids > 0 ? config->n_ids : seq_len;
    if (n_needed > model_config_max_seq_len(config)) return STATUS_OUT_OF_RANGE;
    const bool fits = model_workspace_fits(config, batch, seq_len, true) &&
                      model_tensors_params_n(config) <= SHAPE_MAX_ELEMENTS &&
                      model_workspace_states_n(config, seq_len) <= SHAPE_MAX_ELEMENTS;
    return fits ? STATUS_OK : STATUS_NO_MEMORY;
}

static void draw(float *out, const ModelTensor *tensor, uint32_t seed_lo, uint32_t seed_hi) {
    char stream[MODEL_NAME_BYTES + 2] = "w/";
    const int32_t n_name = 2 + (int32_t)strlen(tensor->name);
    memcpy(stream + 2, tensor->name, (size_t)n_name - 2);
    const int32_t n = (int32_t)model_tensors_size(tensor);
    const double bound = 1.0 / sqrt((double)tensor->shape[1]);
    switch (tensor->init) {
    case MODEL_INIT_FAN_IN:
        rng_uniform(out, stream, n_name, seed_lo, seed_hi, bound, n);
        break;
    case MODEL_INIT_UNIT:
    case MODEL_INIT_METHOD: {
        const double sigma = tensor->init == MODEL_INIT_UNIT ? 1.0 : tensor->sigma;
        rng_normal(out, stream, n_name, seed_lo, seed_hi, sigma, n);
        linalg_vec_shift(out, (float)tensor->mean, n);
        break;
    }
    default:
        for (int32_t k = 0; k < n; k++) out[k] = tensor->init == MODEL_INIT_ONE ? 1.0f : 0.0f;
    }
}

// What a pass needs of the model besides its memory.
static void attach(ModelPass *pass, const Model *model, const ModelStates *states) {
    pass->params = model->parts[MODEL_PART_VALUE];
    pass->grads = model->parts[MODEL_PART_GRADIENT];
    pass->states = *states;
}

// The states of the methods, and a trial: a method that can do nothing with its settings refuses the first token.
static Status prepare(Model *model) {
    float *const states =
        model->own - (int64_t)model_workspace_states_n(&model->config, model->seq_len);
    const Status status =
        model_workspace_prepare(&model->states, states, &model->config, model->seq_len);
    if (status != STATUS_OK) return status;
    ModelPass pass;
    const int32_t token = 0;
    model_workspace_lay_out(&pass, model->own, &model->config, 1, 1, true);
    attach(&pass, model, &model->states);
    return model_transformer_forward(&pass, &token);
}

Status model_train_init(Model *model, const ModelConfig *config, int32_t batch, int32_t seq_len,
                        uint32_t seed_lo, uint32_t seed_hi) {
    Status status = check(config, batch, seq_len);
    if (status != STATUS_OK) return status;
    *model = (Model){.config = *config,
                     .batch = batch,
                     .seq_len = seq_len,
                     .n_params = (int32_t)model_tensors_params_n(config)};

    // behind the head: the parameters and what has their layout, the states, the memory of a pass
    const double n_params = aligned((double)model->n_params);
    float *at = (float *)(void *)model + HEAD_FLOATS;
    for (int32_t k = 0; k < MODEL_PART_COUNT; k++) {
        model->parts[k] = at;
        memset(at, 0, (size_t)n_params * sizeof(float));
        at += (int64_t)n_params;
    }
    model->own = at + (int64_t)model_workspace_states_n(&model->config, seq_len);
    model->pass_n =
        model_workspace_lay_out(&model->last, NULL, &model->config, batch, seq_len, true);

    // parameters as they begin
    for (int32_t k = 0; k < model_tensors_params_count(config); k++) {
        const ModelTensor tensor = model_tensors_param(config, k);
        draw(model->parts[MODEL_PART_VALUE] + (int64_t)tensor.at, &tensor, seed_lo, seed_hi);
    }
    return prepare(model);
}

int32_t model_train_params_n(const Model *model) { return model->n_params; }

// ------------------------------------------------------------------------------ other settings

Status model_train_set_method(Model *model, int32_t index, const PeConfig *settings) {
    const ModelConfig old = model->config;
    if (index < 0 || index >= old.n_methods) return STATUS_BAD_SHAPE;
    ModelConfig changed = old;
    Status status = model_config_method(&changed, index, old.methods[index].id, settings, NULL);
    if (status != STATUS_OK) return status;
    changed.methods[index].skipped = old.methods[index].skipped;
    const double n_bytes = model_train_n_bytes(&old, model->batch, model->seq_len);
    if (model_tensors_params_n(&changed) != (double)model->n_params ||
        model_train_n_bytes(&changed, model->batch, model->seq_len) != n_bytes) {
        return STATUS_BAD_SHAPE;
    }
    model->last.acts = NULL;
    model->config = changed;
    status = prepare(model);
    if (status == STATUS_OK) return status;
    model->config = old; // refused: as it was
    prepare(model);
    return status;
}

// ----------------------------------------------------------------------------------------- a pass

// A pass in the model's own memory.
static Status begin_own(ModelPass *pass, Model *model, const int32_t *ids, int32_t batch,
                        int32_t seq_len, bool is_training) {
    model->last.acts = NULL;
    if (batch < 1 || seq_len < 1) return STATUS_BAD_SHAPE;
    if (!ids && seq_len > model_config_max_seq_len(&model->config)) return STATUS_OUT_OF_RANGE;
    if (seq_len > model->states.state_len) return STATUS_BAD_SHAPE;
    const double n =
        model_workspace_lay_out(pass, model->own, &model->config, batch, seq_len, is_training);
    if (n > model->pass_n) return STATUS_BAD_SHAPE;
    attach(pass, model, &model->states);
    return model_positions_set(pass, ids);
}

// A forward pass in the caller's memory: the states first, then the pass.
static Status begin_extra(ModelPass *pass, Model *model, float *extra, const int32_t *ids,
                          int32_t batch, int32_t seq_len) {
    model->last.acts = NULL;
    const ModelConfig *const c = &model->config;
    if (!extra || !model_workspace_fits(c, batch, seq_len, false)) return STATUS_BAD_SHAPE;
    ModelStates states = {.state_len = 0};
    const Status status = model_workspace_prepare(&states, extra, c, seq_len);
    if (status != STATUS_OK) return status;
    model_workspace_lay_out(pass, extra + (int64_t)model_workspace_states_n(c, seq_len), c, batch,
                            seq_len, false);
    attach(pass, model, &states);
    return model_positions_set(pass, ids);
}

static double extra_n_bytes(const ModelConfig *config, int32_t batch, int32_t seq_len) {
    ModelPass pass;
    const double n = model_workspace_states_n(config, seq_len) +
                     model_workspace_lay_out(&pass, NULL, config, batch, seq_len, false);
    return n * (double)sizeof(float);
}

double model_train_forward_n_bytes(const Model *model, int32_t batch, int32_t seq_len) {
    if (batch < 1 || seq_len < 1) return 0.0;
    ModelPass pass;
    const double n = model_workspace_lay_out(&pass, NULL, &model->config, batch, seq_len, false);
    if (n <= model->pass_n && seq_len <= model->states.state_len) return 0.0;
    return extra_n_bytes(&model->config, batch, seq_len);
}

Status model_train_forward(Model *model, float *extra, const int32_t *tokens, const int32_t *ids,
                           int32_t batch, int32_t seq_len) {
    ModelPass pass;
    Status status = extra ? begin_extra(&pass, model, extra, ids, batch, seq_len)
                          : begin_own(&pass, model, ids, batch, seq_len, false);
    if (status != STATUS_OK) return status;
    status = model_transformer_forward(&pass, tokens);
    if (status != STATUS_OK) return status;
    pass.ids = NULL; // the caller's
    model->last = pass;
    return STATUS_OK;
}

Status model_train_gradients(double *loss, Model *model, const ModelBatch *batch) {
    ModelPass pass;
    Status status = begin_own(&pass, model, batch->ids, batch->batch, batch->seq_len, true);
    if (status != STATUS_OK) return status;
    pass.key_pad = batch->key_pad;
    status = model_transformer_forward(&pass, batch->tokens);
    if (status != STATUS_OK) return status;
    const ModelEndActs acts =
        model_tensors_end_acts(pass.acts, &model->config, pass.batch, pass.seq_len);
    double mean;
    status = nn_cross_entropy_forward(&mean, pass.dlogits, acts.logits, batch->targets, 0.0,
                                      pass.n_predictions, model->config.n_out);
    if (status != STATUS_OK) return status;
    status = model_transformer_backward(&pass, batch->tokens);
    if (status != STATUS_OK) return status;
    pass.key_pad = pass.ids = NULL; // the caller's
    model->last = pass;
    *loss = mean;
    return STATUS_OK;
}

Status model_train_step(double *loss, Model *model, const NnAdam *adam, const ModelBatch *batch) {
    Status status = nn_adam_check(adam);
    if (status != STATUS_OK) return status;
    double mean;
    status = model_train_gradients(&mean, model, batch);
    if (status != STATUS_OK) return status;
    if (!isfinite(mean)) {
        *loss = mean;
        return STATUS_OK;
    }
    float *const *const parts = model->parts;
    // past 2^31 - 1 steps the correction has long been none
    const int32_t step = model->n_steps < INT32_MAX ? model->n_steps + 1 : INT32_MAX;
    status = nn_adam_update(parts[MODEL_PART_VALUE], parts[MODEL_PART_M], parts[MODEL_PART_V],
                            parts[MODEL_PART_GRADIENT], adam, step, model->n_params);
    if (status != STATUS_OK) return status;
    model->n_steps = step;
    *loss = mean;
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------ evaluation

static int32_t piece_of(int32_t batch, int32_t seq_len) {
    const int32_t n = PIECE_TOKENS / seq_len;
    return shape_at_most(batch, n > 0 ? n : 1);
}

double model_train_evaluate_n_bytes(const Model *model, int32_t batch, int32_t seq_len) {
    if (batch < 1 || seq_len < 1) return 0.0;
    return extra_n_bytes(&model->config, piece_of(batch, seq_len), seq_len);
}

Status model_train_evaluate(double *sums, Model *model, float *extra, const int32_t *tokens,
                            const int32_t *targets, const int32_t *ids, int32_t batch,
                            int32_t seq_len) {
    const ModelConfig *const c = &model->config;
    if (!SHAPE_OK(batch, seq_len)) return STATUS_BAD_SHAPE;
    const int32_t piece = piece_of(batch, seq_len);
    ModelPass pass;
    Status status = begin_extra(&pass, model, extra, ids, piece, seq_len);
    if (status != STATUS_OK) return status;
    const ModelStates states = pass.states;
    float *const block = extra + (int64_t)model_workspace_states_n(c, seq_len);
    double loss_sum = 0.0, n_counted = 0.0, n_correct = 0.0;
    for (int32_t b = 0; b < batch; b += piece) {
        model_workspace_lay_out(&pass, block, c, shape_at_most(batch - b, piece), seq_len, false);
        attach(&pass, model, &states);
        status = model_positions_set(&pass, ids);
        if (status == STATUS_OK) status = model_transformer_forward(&pass, tokens + b * seq_len);
        if (status != STATUS_OK) return status;

        const float *const logits =
            model_tensors_end_acts(pass.acts, c, pass.batch, seq_len).logits;
        const int32_t *const answers = targets + b * (pass.n_predictions / pass.batch);
        int32_t counts[2]; // targets that count, and those with the largest logit
        status = nn_cross_entropy_count(counts, logits, answers, pass.n_predictions, c->n_out);
        if (status != STATUS_OK) return status;
        if (counts[0] == 0) continue;
        double loss;
        status = nn_cross_entropy_forward(&loss, NULL, logits, answers, 0.0, pass.n_predictions,
                                          c->n_out);
        if (status != STATUS_OK) return status;
        loss_sum += loss * counts[0];
        n_counted += counts[0];
        n_correct += counts[1];
    }
    sums[0] = loss_sum;
    sums[1] = n_counted;
    sums[2] = n_correct;
    return STATUS_OK;
}

// ---------------------------------------------------------------------------------------- tensors

int32_t model_tensor_count(const Model *model) {
    const ModelPass *const last = &model->last;
    return model_tensors_params_count(&model->config) +
           model_tensors_acts_count(&model->config, last->batch, last->seq_len);
}

// Tensor `index`, and where the floats of a part of it are; NULL where it does not have that part.
static float *find(ModelTensor *tensor, const Model *model, int32_t index, int32_t part) {
    const ModelPass *const last = &model->last;
    const int32_t n_params = model_tensors_params_count(&model->config);
    const bool is_param = index < n_params;
    *tensor = is_param
                  ? model_tensors_param(&model->config, index)
                  : model_tensors_act(&model->config, last->batch, last->seq_len, index - n_params);
    if (part < 0 || part >= MODEL_PART_COUNT) return NULL;
    if (is_param) return model->parts[part] + (int64_t)tensor->at;
    return part == MODEL_PART_VALUE && last->acts ? last->acts + (int64_t)tensor->at : NULL;
}

Status model_tensor_describe(char *name, int32_t *facts, const Model *model, int32_t index) {
    if (index < 0 || index >= model_tensor_count(model)) return STATUS_BAD_SHAPE;
    ModelTensor tensor;
    find(&tensor, model, index, MODEL_PART_VALUE);
    memcpy(name, tensor.name, sizeof tensor.name);
    facts[MODEL_TENSOR_KIND] = index >= model_tensors_params_count(&model->config);
    facts[MODEL_TENSOR_RANK] = tensor.rank;
    memcpy(facts + MODEL_TENSOR_SHAPE, tensor.shape, sizeof tensor.shape);
    return STATUS_OK;
}

Status model_tensor_get(float *out, const Model *model, int32_t index, int32_t part) {
    if (index < 0 || index >= model_tensor_count(model)) return STATUS_BAD_SHAPE;
    ModelTensor tensor;
    const float *const data = find(&tensor, model, index, part);
    if (!data) return STATUS_BAD_VALUE;
    memcpy(out, data, (size_t)model_tensors_size(&tensor) * sizeof(float));
    return STATUS_OK;
}

Status model_tensor_set(Model *model, const float *values, int32_t index, int32_t part) {
    if (index < 0 || index >= model_tensors_params_count(&model->config)) return STATUS_BAD_SHAPE;
    ModelTensor tensor;
    float *const data = find(&tensor, model, index, part);
    if (!data) return STATUS_BAD_VALUE;
    memcpy(data, values, (size_t)model_tensors_size(&tensor) * sizeof(float));
    return STATUS_OK;
}

int32_t model_train_steps(const Model *model) { return model->n_steps; }

Status model_train_set_steps(Model *model, int32_t n_steps) {
    if (n_steps < 0) return STATUS_BAD_VALUE;
    model->n_steps = n_steps;
    return STATUS_OK;
}

COMPACT_END
