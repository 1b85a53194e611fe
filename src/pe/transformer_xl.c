#include "transformer_xl.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "../base/shape.h"
#include "../linalg/matmul.h"
#include "distance_terms.h"
#include "sinusoidal.h"

COMPACT_BEGIN

// --------------------------------------------------------------------------- the rows of distances

// The state: R (n, d_model) of the distances lowest, lowest + 1, ...
static int64_t n_state(const PeConfig *config, int32_t n_tokens) {
    if (!SHAPE_OK(n_tokens, config->d_model)) return 0;
    const int32_t n = n_tokens - pe_distance_terms_lowest(config->causal, n_tokens);
    return SHAPE_OK(n, config->d_model) ? (int64_t)n * config->d_model : 0;
}

static Status prepare(float *state, const PeConfig *config, int32_t n_tokens) {
    if (n_state(config, n_tokens) == 0) return STATUS_BAD_SHAPE;
    const int32_t lowest = pe_distance_terms_lowest(config->causal, n_tokens);
    return pe_sinusoidal_pairs(state, config->base, lowest, n_tokens - lowest, config->d_model);
}

// ----------------------------------------------------------------------------------- the scratch

// Parts of config->scratch for n distances; all but R are for one head.
typedef enum Part {
    PART_R,    // (n, d_model)
    PART_WR,   // (n, d_head): W R
    PART_DWR,  // its gradient
    PART_REST, // distance_terms.h's, and panels
    N_PARTS
} Part;

typedef struct Plan {
    PeDistanceTerms by;
    int64_t n_part[N_PARTS], n_scratch;
} Plan;

static Status plan_of(Plan *plan, const PeConfig *config, int32_t n_query, int32_t n_key) {
    PeDistanceTerms *const by = &plan->by;
    const int32_t d_head = config->d_head, d_model = config->d_model;
    const Status status = pe_distance_terms_begin(by, config, n_query, n_key);
    if (status != STATUS_OK || !SHAPE_OK(config->n_heads, d_head, d_model)) return STATUS_BAD_SHAPE;
    const int32_t n = by->n_rows;
    by->x_of = n_key > n_query ? PE_X_OF_KEY : PE_X_OF_QUERY; // the one that needs more scratch
    int64_t n_rest = pe_distance_terms_n_scratch(by);
    n_rest = pe_distance_terms_with_panels(n_rest, d_head, d_model);
    n_rest = pe_distance_terms_with_panels(n_rest, d_model, n);
    const int64_t n_part[N_PARTS] = {(int64_t)n * d_model, (int64_t)n * d_head, (int64_t)n * d_head,
                                     n_rest};
    memcpy(plan->n_part, n_part, sizeof n_part);
    plan->n_scratch = shape_part_at(n_part, N_PARTS, N_PARTS);
    return plan->n_scratch > 0 ? STATUS_OK : STATUS_BAD_SHAPE;
}

static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    Plan plan;
    return plan_of(&plan, config, n_query, n_key) == STATUS_OK ? plan.n_scratch : 0;
}

static float *part_of(const Plan *plan, const PeConfig *config, int32_t part) {
    return config->scratch + shape_part_at(plan->n_part, N_PARTS, part);
}

// R, from the state where there is one, else computed in the scratch.
static Status find_r(const float **r, const Plan *plan, const PeConfig *config) {
    const PeDistanceTerms *const by = &plan->by;
    if (!config->state) {
        float *const made = part_of(plan, config, PART_R);
        *r = made;
        return pe_sinusoidal_pairs(made, config->base, by->lowest, by->n_rows, config->d_model);
    }
    const int32_t len = config->state_len;
    if (by->n_query > len || by->n_key > len) return STATUS_OUT_OF_RANGE;
    const int32_t first = pe_distance_terms_lowest(config->causal, len);
    *r = config->state + (int64_t)(by->lowest - first) * config->d_model;
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------- the terms

// Forward: adds to the logits. Backward, where they are NULL: from dlogits to the gradients.
static Status run(float *out, const PeLogitsGradients *gradients, const float *dlogits,
                  const float *q, const float *k, const PeConfig *config, int32_t n_query,
                  int32_t n_key) {
    float *const dq = gradients->dq, *const dk = gradients->dk, *const dtable = gradients->dtable;
    Plan plan;
    const float *r = NULL;
    Status status = plan_of(&plan, config, n_query, n_key);
    if (status == STATUS_OK && !pe_distance_terms_is_ready(config)) status = STATUS_BAD_VALUE;
    if (status == STATUS_OK) status = find_r(&r, &plan, config);
    if (status != STATUS_OK) return status;
    const int32_t d_head = config->d_head, d_model = config->d_model, n = plan.by.n_rows;
    float *const wr = part_of(&plan, config, PART_WR);
    float *const dwr = part_of(&plan, config, PART_DWR);
    float *const rest = part_of(&plan, config, PART_REST);
    for (int32_t h = 0; h < config->n_heads; h++) {
        const int32_t u_at = h * d_head, v_at = u_at + config->n_heads * d_head;
        const int32_t w_at = 2 * config->n_heads * d_head + u_at * d_model;
        const int32_t q_at = u_at * n_query, k_at = u_at * n_key, at = h * n_query * n_key;
        const float *const u = config->table + u_at, *const w = config->table + w_at;
        memset(dwr, 0, (size_t)(n * d_head) * sizeof *dwr);
        linalg_matmul_bt(wr, r, w, rest, 0, n, d_head, d_model);
        PeDistanceTerms by[] = {plan.by, plan.by, plan.by};
        by[0].x_of = PE_X_OF_QUERY;
        by[1].x_of = PE_X_OF_ALL;
        by[2].x_of = PE_X_OF_KEY, by[2].n_rows = 1; // u is the vector of every distance
        const PeDistanceTerm terms[] = {
            {q + q_at, wr, pe_distance_terms_at(dq, q_at), dwr},
            {config->table + v_at, wr, pe_distance_terms_at(dtable, v_at), dwr},
            {k + k_at, u, pe_distance_terms_at(dk, k_at), pe_distance_terms_at(dtable, u_at)}};
        for (int32_t t = 0; t < 3; t++) {
            pe_distance_terms_run(pe_distance_terms_at(out, at), dlogits + (out ? 0 : at),
                                  terms + t, by + t, rest);
        }
        if (dtable) linalg_matmul_at(dtable + w_at, dwr, r, rest, 1, d_head, d_model, n);
    }
    return STATUS_OK;
}

static Status logits(float *out, const float *q, const float *k, const PeConfig *config,
                     int32_t n_query, int32_t n_key) {
    return run(out, &(PeLogitsGradients){0}, out, q, k, config, n_query, n_key);
}

static Status logits_backward(const PeLogitsGradients *gradients, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    return run(NULL, gradients, dlogits, q, k, config, n_query, n_key);
}

// --------------------------------------------------------------------------------------- the shift

Status pe_transformer_xl_shift(float *padded, float *shifted, float *picked, const float *x,
                               int32_t n_query, int32_t n_key) {
    if (!SHAPE_OK(n_query, n_key) || !SHAPE_OK(n_query, n_query + n_key)) return STATUS_BAD_SHAPE;
    const size_t n_bytes = (size_t)n_key * sizeof *x;
    const int32_t n_distances = n_query + n_key - 1;
    for (int32_t i = 0; i < n_query; i++) {
        padded[i * (n_key + 1)] = 0.0f;
        memcpy(padded + i * (n_key + 1) + 1, x + i * n_distances, n_bytes);
        memcpy(picked + i * n_key, x + i * n_distances + n_query - 1 - i, n_bytes);
    }
    memcpy(shifted, padded + n_query, (size_t)n_query * n_bytes);
    return STATUS_OK;
}

// --------------------------------------------------------------------------------------- the entry

static PeShape vector_shape(const PeConfig *config) {
    return (PeShape){{config->n_heads, config->d_head}};
}

static PeShape matrix_shape(const PeConfig *config) {
    return (PeShape){{config->n_heads, config->d_head, config->d_model}};
}

static const PeTensor TENSORS[] = {{"attn.txl_u", vector_shape, 0.0, 0.02},
                                   {"attn.txl_v", vector_shape, 0.0, 0.02},
                                   {"attn.txl_r", matrix_shape, 0.0, 0.02}};

const PeMethod pe_transformer_xl = {.acts_on = PE_LOGITS,
                                    .tensors = TENSORS,
                                    .n_tensors = 3,
                                    .per_layer = true,
                                    .reads_content = true,
                                    .n_state = n_state,
                                    .prepare = prepare,
                                    .n_scratch = n_scratch,
                                    .logits_forward = logits,
                                    .logits_backward = logits_backward};

COMPACT_END
