#include "mini_block.h"

#include <math.h>
#include <string.h>

#include "../base/rng.h"
#include "../base/shape.h"
#include "../linalg/vec.h"
#include "../nn/dropout.h"
#include "../nn/embedding.h"
#include "../nn/layernorm.h"
#include "self_attention.h"

COMPACT_BEGIN

static const double LAYERNORM_EPS = 1e-5;

// ----------------------------------------------------------------------------------- the blocks

typedef struct BlockActs {
#define MODEL_POINTER(name, words, size) float *name;
    MODEL_MINI_BLOCK_ACTS(MODEL_POINTER)
} BlockActs;

typedef struct BlockParams {
#define MODEL_CONST_POINTER(name, words, size) const float *name;
    MODEL_MINI_BLOCK_PARAMS(MODEL_CONST_POINTER)
} BlockParams;
#undef MODEL_POINTER
#undef MODEL_CONST_POINTER

// Floats of the attention's block of results; 0 for sizes that would be refused.
static int32_t attention_acts_n(int32_t n_tokens, int32_t d_model, int32_t n_heads) {
#define ACT_COUNT(name, words, size) +1
    return model_self_attention_act_at(MODEL_SELF_ATTENTION_ACTS(ACT_COUNT), n_tokens, d_model,
                                       n_heads);
#undef ACT_COUNT
}

int32_t model_mini_block_params_n(int32_t vocab_size, int32_t d_model) {
    const int32_t attention_n = model_self_attention_params_n(d_model);
    if (!SHAPE_OK(vocab_size, d_model) || attention_n == 0) return 0;
    const int64_t v = vocab_size, d = d_model;
#define PARAM_SIZE(name, words, size) +size
    const int64_t n = MODEL_MINI_BLOCK_PARAMS(PARAM_SIZE);
#undef PARAM_SIZE
    return n <= SHAPE_MAX_ELEMENTS ? (int32_t)n : 0;
}

static BlockParams params_view(const float *params, int32_t v, int32_t d) {
    const int32_t attention_n = model_self_attention_params_n(d);
    BlockParams view;
#define PARAM_VIEW(name, words, size)                                                              \
    view.name = params;                                                                            \
    params += size;
    MODEL_MINI_BLOCK_PARAMS(PARAM_VIEW)
#undef PARAM_VIEW
    return view;
}

int32_t model_mini_block_act_at(int32_t index, int32_t n_tokens, int32_t d_model, int32_t n_heads) {
    const int32_t attention_n = attention_acts_n(n_tokens, d_model, n_heads);
    if (attention_n == 0) return 0;
    const int64_t n = n_tokens, d = d_model;
#define ACT_SIZE(name, words, size) size,
    const int64_t act_sizes[] = {MODEL_MINI_BLOCK_ACTS(ACT_SIZE)};
#undef ACT_SIZE
    return shape_part_at(act_sizes, (int32_t)(sizeof act_sizes / sizeof *act_sizes), index);
}

static BlockActs acts_view(float *acts, const ModelSizes *sizes) {
    const int32_t n = sizes->n_tokens, d = sizes->d_model;
    const int32_t attention_n = attention_acts_n(n, d, sizes->n_heads);
    BlockActs view;
#define ACT_VIEW(name, words, size)                                                                \
    view.name = acts;                                                                              \
    acts += size;
    MODEL_MINI_BLOCK_ACTS(ACT_VIEW)
#undef ACT_VIEW
    return view;
}

Status model_mini_block_init(float *params, uint32_t seed_lo, uint32_t seed_hi, int32_t vocab_size,
                             int32_t d_model) {
    if (model_mini_block_params_n(vocab_size, d_model) == 0) return STATUS_BAD_SHAPE;
    static const char stream[] = "w/embedding";
    const int32_t table_n = vocab_size * d_model;
    rng_normal(params, stream, (int32_t)sizeof stream - 1, seed_lo, seed_hi, 1.0, table_n);
    model_self_attention_init(params + table_n, seed_lo, seed_hi, d_model);
    float *const gamma = params + table_n + model_self_attention_params_n(d_model);
    for (int32_t c = 0; c < d_model; c++) {
        gamma[c] = 1.0f;
        gamma[d_model + c] = 0.0f; // beta
    }
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------- the pass

// Scratch holds embedded and input, then what the attention asks for.
size_t model_mini_block_n_bytes(int32_t n_tokens, int32_t d_model, int32_t n_heads) {
    const size_t attention = model_self_attention_n_bytes(n_tokens, d_model, n_heads);
    if (attention == 0) return 0;
    return attention + 2 * (size_t)n_tokens * (size_t)d_model * sizeof(float);
}

typedef struct InputTask {
    const int32_t *tokens;
    int32_t vocab_size;
    double dropout;
    int32_t training;
    uint32_t seed_lo, seed_hi;
} InputTask;

static Status make_input(float *embedded, float *input, const float *table, const InputTask *task,
                         const ModelMethodList *list, const ModelSizes *s) {
    static const char stream[] = "dropout/input";
    const int32_t n = s->n_tokens * s->d_model;
    Status status = nn_embedding_forward(embedded, table, task->tokens, sqrt((double)s->d_model),
                                         s->n_tokens, task->vocab_size, s->d_model);
    if (status != STATUS_OK) return status;
    memcpy(input, embedded, (size_t)n * sizeof(float));
    status = model_method_run(PE_INPUT, &(PeBuffers){.x = input}, list, s);
    if (status != STATUS_OK) return status;
    return nn_dropout_forward(input, input, task->dropout, stream, (int32_t)sizeof stream - 1,
                              task->seed_lo, task->seed_hi, task->training, n);
}

Status model_mini_block_forward(float *acts, const float *params, const int32_t *tokens,
                                const ModelMethod *list, int32_t n_methods, float *scratch,
                                int32_t causal, double dropout, int32_t training, uint32_t seed_lo,
                                uint32_t seed_hi, int32_t n_tokens, int32_t vocab_size,
                                int32_t d_model, int32_t n_heads) {
    const ModelSizes s = {n_tokens, d_model, n_heads};
    if (model_mini_block_act_at(1, n_tokens, d_model, n_heads) == 0 || n_methods < 0 ||
        model_mini_block_params_n(vocab_size, d_model) == 0) {
        return STATUS_BAD_SHAPE;
    }
    const int32_t n = n_tokens * d_model;
    float *const embedded = scratch, *const input = scratch + n;
    const BlockParams p = params_view(params, vocab_size, d_model);
    const BlockActs a = acts_view(acts, &s);
    const ModelMethodList methods = {list, n_methods};
    const InputTask task = {tokens, vocab_size, dropout, training, seed_lo, seed_hi};
    Status status = make_input(embedded, input, p.table, &task, &methods, &s);
    if (status != STATUS_OK) return status;
    const double scale = model_method_scale(&methods, &s);
    status = model_self_attention_attend(a.attention, p.attention, input, &methods, NULL,
                                         scratch + 2 * n, scale, causal, &s);
    if (status != STATUS_OK) return status;

    memcpy(a.embedded, embedded, (size_t)n * sizeof(float));
    memcpy(a.input, input, (size_t)n * sizeof(float));
    const float *const attended = a.sum - n; // the last tensor of the attention's block: its output
    memcpy(a.sum, input, (size_t)n * sizeof(float));
    linalg_vec_add(a.sum, attended, n);
    return nn_layernorm_forward(a.output, a.sum, p.gamma, p.beta, LAYERNORM_EPS, n_tokens, d_model);
}

COMPACT_END
