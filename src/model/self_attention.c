#include "self_attention.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../base/rng.h"
#include "../base/shape.h"
#include "../linalg/matmul.h"
#include "../nn/attention.h"
#include "../nn/heads.h"
#include "../nn/linear.h"

COMPACT_BEGIN

// ----------------------------------------------------------------------------------- the blocks

int32_t model_self_attention_params_n(int32_t d_model) {
    if (!SHAPE_OK(d_model, d_model)) return 0;
    const int64_t d = d_model;
    const int64_t n = 4 * (d * d + d);
    return n <= SHAPE_MAX_ELEMENTS ? (int32_t)n : 0;
}

static SelfAttentionParams params_view(const float *params, int32_t d) {
    SelfAttentionParams view;
#define PARAM_VIEW(name, words, size)                                                              \
    view.name = params;                                                                            \
    params += size;
    MODEL_SELF_ATTENTION_PARAMS(PARAM_VIEW)
#undef PARAM_VIEW
    return view;
}

static bool is_valid(const ModelSizes *s) {
    return SHAPE_OK(s->n_tokens, s->d_model) && SHAPE_OK(s->n_heads, s->n_tokens, s->n_tokens) &&
           s->d_model % s->n_heads == 0 && model_self_attention_params_n(s->d_model) > 0 &&
           nn_attention_n_bytes(s->n_tokens, s->d_model / s->n_heads) > 0;
}

int32_t model_self_attention_act_at(int32_t index, int32_t n_tokens, int32_t d_model,
                                    int32_t n_heads) {
    const ModelSizes sizes = {n_tokens, d_model, n_heads};
    if (!is_valid(&sizes)) return 0;
    const int64_t n = n_tokens, d = d_model, h = n_heads;
#define ACT_SIZE(name, words, size) size,
    const int64_t act_sizes[] = {MODEL_SELF_ATTENTION_ACTS(ACT_SIZE)};
#undef ACT_SIZE
    return shape_part_at(act_sizes, (int32_t)(sizeof act_sizes / sizeof *act_sizes), index);
}

static SelfAttentionActs acts_view(float *acts, const ModelSizes *sizes) {
    const int32_t n = sizes->n_tokens, d = sizes->d_model, h = sizes->n_heads;
    SelfAttentionActs view;
#define ACT_VIEW(name, words, size)                                                                \
    view.name = acts;                                                                              \
    acts += size;
    MODEL_SELF_ATTENTION_ACTS(ACT_VIEW)
#undef ACT_VIEW
    return view;
}

// Floats of input, q, k, v and bias: all that a method may touch, and so refuse.
static size_t staged_n(const ModelSizes *s) {
    const size_t n = (size_t)s->n_tokens;
    return 4 * n * (size_t)s->d_model + (size_t)s->n_heads * n * n;
}

static size_t largest(size_t a, size_t b) { return a > b ? a : b; }

size_t model_self_attention_n_bytes(int32_t n_tokens, int32_t d_model, int32_t n_heads) {
    const ModelSizes s = {n_tokens, d_model, n_heads};
    if (!is_valid(&s)) return 0;
    const int32_t d_head = d_model / n_heads;
    const size_t projections =
        largest(linalg_matmul_n_bytes(d_head, d_model), nn_linear_n_bytes(d_model, d_model));
    // the heads side by side take the place of what was staged, which is larger
    return staged_n(&s) * sizeof(float) +
           largest(projections, nn_attention_n_bytes(n_tokens, d_head));
}

Status model_self_attention_init(float *params, uint32_t seed_lo, uint32_t seed_hi,
                                 int32_t d_model) {
    if (model_self_attention_params_n(d_model) == 0) return STATUS_BAD_SHAPE;
    static const char *const names[] = {"w/q", "w/k", "w/v", "w/o"};
    const int32_t n = d_model * d_model;
    for (int32_t k = 0; k < 4; k++) {
        rng_uniform(params + k * n, names[k], 3, seed_lo, seed_hi, sqrt(3.0 / d_model), n);
    }
    for (int32_t k = 0; k < 4 * d_model; k++) params[4 * n + k] = 0.0f;
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------- the pass

// out (n_heads, n_tokens, d_head) = x weight^T + bias, head by head.
static void project_heads(float *out, const float *x, const float *weight, const float *bias,
                          float *panels, const ModelSizes *s) {
    const int32_t d = s->d_model, d_head = d / s->n_heads;
    for (int32_t h = 0; h < s->n_heads; h++) {
        linalg_matmul_pack(panels, (MatmulView){weight + h * d_head * d, 1, d}, d_head, d);
        const MatmulTask task = {{x, d, 1}, panels, d, 1.0f, false, bias + h * d_head};
        linalg_matmul_run(out, d_head, &task, s->n_tokens, d_head, d);
        out += s->n_tokens * d_head;
    }
}

Status model_self_attention_attend(float *acts, const float *params, const float *x,
                                   const ModelMethodList *list, const int32_t *key_pad,
                                   float *scratch, double scale, int32_t causal,
                                   const ModelSizes *sizes) {
    if (!is_valid(sizes)) return STATUS_BAD_SHAPE;
    const int32_t n = sizes->n_tokens, d = sizes->d_model, n_heads = sizes->n_heads;
    if (model_self_attention_act_at(1, n, d, n_heads) == 0) return STATUS_BAD_SHAPE;
    if (!isfinite(scale)) return STATUS_BAD_VALUE;

    // A method may refuse: until all have run, acts is left alone.
    const SelfAttentionParams p = params_view(params, d);
    const SelfAttentionActs staged = acts_view(scratch, sizes);
    float *const rest = scratch + staged_n(sizes);
    memmove(staged.input, x, (size_t)n * (size_t)d * sizeof(float)); // forward() put it there
    project_heads(staged.q, x, p.w_q, p.b_q, rest, sizes);
    project_heads(staged.k, x, p.w_k, p.b_k, rest, sizes);
    project_heads(staged.v, x, p.w_v, p.b_v, rest, sizes);
    Status status =
        model_method_run(PE_QK, &(PeBuffers){.x = staged.q, .y = staged.k}, list, sizes);
    if (status != STATUS_OK) return status;
    memset(staged.bias, 0, (size_t)n_heads * (size_t)n * (size_t)n * sizeof(float));
    const PeBuffers of_logits = {.pairs = staged.bias, .in_x = staged.q, .in_y = staged.k};
    status = model_method_run(PE_LOGITS, &of_logits, list, sizes);
    if (status != STATUS_OK) return status;

    // From here on nothing can fail: every size has been checked.
    memcpy(acts, scratch, staged_n(sizes) * sizeof(float));
    const SelfAttentionActs a = acts_view(acts, sizes);
    nn_attention_forward(a.heads, a.logits, a.weights, a.q, a.k, a.v, a.bias, key_pad, rest, scale,
                         causal, n_heads, n, n, d / n_heads);
    float *const merged = scratch;
    nn_heads_merge(merged, d, a.heads, &(NnHeads){1, n, n_heads, d / n_heads});
    return nn_linear_forward(a.output, merged, p.w_o, p.b_o, rest, n, d, d);
}

Status model_self_attention_forward(float *acts, const float *params, const float *x,
                                    const ModelMethod *list, int32_t n_methods,
                                    const int32_t *key_pad, float *scratch, double scale,
                                    int32_t causal, int32_t n_tokens, int32_t d_model,
                                    int32_t n_heads) {
    const ModelSizes sizes = {n_tokens, d_model, n_heads};
    if (!is_valid(&sizes) || n_methods < 0) return STATUS_BAD_SHAPE;
    const ModelMethodList methods = {list, n_methods};
    float *const input = scratch; // where attend() would copy it
    memcpy(input, x, (size_t)n_tokens * (size_t)d_model * sizeof(float));
    const Status status = model_method_run(PE_INPUT, &(PeBuffers){.x = input}, &methods, &sizes);
    if (status != STATUS_OK) return status;
    return model_self_attention_attend(acts, params, input, &methods, key_pad, scratch, scale,
                                       causal, &sizes);
}

COMPACT_END
