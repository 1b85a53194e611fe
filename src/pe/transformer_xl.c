#include "transformer_xl.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "../base/shape.h"
#include "../linalg/matmul.h"
#include "../linalg/vec.h"
#include "by_distance.h"
#include "sweep.h"

COMPACT_BEGIN

// ------------------------------------------------------------------------- the
// rows of distances

// r (n, d_model): R of the distances lowest, lowest + 1, ...
static void fill_r(float *r, const PeConfig *config, int32_t lowest, int32_t n) {
    const int32_t d_model = config->d_model, half = d_model / 2;
    for (int32_t first = 0; first < d_model; first += PE_SWEEP_MAX_COLUMNS) {
        PeSweep sweep;
        sweep.n_columns = 0;
        const int32_t end = shape_at_most(d_model, first + PE_SWEEP_MAX_COLUMNS);
        for (int32_t c = first; c < end; c++) {
            const bool is_cos = c >= half && c < 2 * half;
            const double frequency =
                pe_sweep_frequency(config->base, 2.0 / (double)d_model, is_cos ? c - half : c);
            pe_sweep_add(&sweep, c < 2 * half ? frequency : 0.0, is_cos);
        }
        pe_sweep_rows(r + first, &sweep, 1.0, lowest, n, d_model);
    }
}

static int64_t n_state(const PeConfig *config, int32_t n_tokens) {
    if (!SHAPE_OK(n_tokens, config->d_model)) return 0;
    const int32_t n = n_tokens - pe_by_distance_lowest(config->causal, n_tokens);
    return SHAPE_OK(n, config->d_model) ? (int64_t)n * config->d_model : 0;
}

static Status prepare(float *state, const PeConfig *config, int32_t n_tokens) {
    if (n_state(config, n_tokens) == 0) return STATUS_BAD_SHAPE;
    if (!pe_sweep_is_base(config->base)) return STATUS_BAD_VALUE;
    const int32_t lowest = pe_by_distance_lowest(config->causal, n_tokens);
    fill_r(state, config, lowest, n_tokens - lowest);
    return STATUS_OK;
}

// ---------------------------------------------------------------------------------
// what is lent

// Parts of config->scratch, those but for R of one head.
typedef enum Part {
    PART_R,       // (n, d_model), n distances
    PART_WR,      // (n, d_head): W R
    PART_DWR,     // its gradient
    PART_QV,      // (n_query, d_head): q + v
    PART_DQV,     // its gradient
    PART_CONTENT, // (n_key): u . k, or sums of dlogits over the queries
    PART_REST,    // by_distance.h's, and panels
    N_PARTS
} Part;

typedef struct Plan {
    PeByDistance by;
    int64_t n_part[N_PARTS];
} Plan;

static Status plan_of(Plan *plan, const PeConfig *config, int32_t n_query, int32_t n_key) {
    const int32_t n_heads = config->n_heads, d_head = config->d_head, d_model = config->d_model;
    if (!SHAPE_OK(n_heads, n_query, n_key) || !SHAPE_OK(n_heads, n_query, d_head) ||
        !SHAPE_OK(n_heads, n_key, d_head) || !SHAPE_OK(n_heads, d_head, d_model)) {
        return STATUS_BAD_SHAPE;
    }
    const int32_t lowest = pe_by_distance_lowest(config->causal, n_query), n = n_key - lowest;
    plan->by = (PeByDistance){.n_query = n_query,
                              .n_key = n_key,
                              .d_head = d_head,
                              .lowest = lowest,
                              .n_rows = n,
                              .scale = config->scale,
                              .causal = config->causal};
    int64_t *const n_part = plan->n_part;
    n_part[PART_R] = (int64_t)n * d_model;
    n_part[PART_WR] = n_part[PART_DWR] = (int64_t)n * d_head;
    n_part[PART_QV] = n_part[PART_DQV] = (int64_t)n_query * d_head;
    n_part[PART_CONTENT] = n_key;
    int64_t n_rest = pe_by_distance_n_scratch(&plan->by);
    n_rest = pe_by_distance_with_panels(n_rest, d_head, d_model);
    n_part[PART_REST] = pe_by_distance_with_panels(n_rest, d_model, n);
    return shape_part_at(n_part, N_PARTS, N_PARTS) > 0 ? STATUS_OK : STATUS_BAD_SHAPE;
}

static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    Plan plan;
    const Status status = plan_of(&plan, config, n_query, n_key);
    return status == STATUS_OK ? shape_part_at(plan.n_part, N_PARTS, N_PARTS) : 0;
}

static Status check(Plan *plan, const PeConfig *config, int32_t n_query, int32_t n_key) {
    const Status status = plan_of(plan, config, n_query, n_key);
    if (status != STATUS_OK) return status;
    if (!config->table || !config->scratch || !isfinite(config->scale) ||
        !pe_sweep_is_base(config->base)) {
        return STATUS_BAD_VALUE;
    }
    if (!config->state) return STATUS_OK;
    return n_query <= config->state_len && n_key <= config->state_len ? STATUS_OK
                                                                      : STATUS_OUT_OF_RANGE;
}

// ----------------------------------------------------------------------------------
// a head's terms

typedef struct Head {
    const float *u, *v, *w, *r;
    float *wr, *dwr, *qv, *dqv, *content, *rest;
} Head;

// R, and where all else of head 0 stands.
static Head first_head(const Plan *plan, const PeConfig *config) {
    const int32_t lowest = plan->by.lowest, n_vector = config->n_heads * config->d_head;
    float *part[N_PARTS];
    for (int32_t k = 0; k < N_PARTS; k++) {
        part[k] = config->scratch + shape_part_at(plan->n_part, N_PARTS, k);
    }
    const float *r = part[PART_R];
    if (config->state) {
        const int32_t first = pe_by_distance_lowest(config->causal, config->state_len);
        r = config->state + (int64_t)(lowest - first) * config->d_model;
    } else {
        fill_r(part[PART_R], config, lowest, plan->by.n_rows);
    }
    const float *const u = config->table;
    return (Head){u,
                  u + n_vector,
                  u + 2 * n_vector,
                  r,
                  part[PART_WR],
                  part[PART_DWR],
                  part[PART_QV],
                  part[PART_DQV],
                  part[PART_CONTENT],
                  part[PART_REST]};
}

// W R and q + v of a head, both of which the way back needs too.
static void fill_head(const Head *head, const float *q, const Plan *plan, int32_t d_model) {
    const int32_t d_head = plan->by.d_head;
    linalg_matmul_bt(head->wr, head->r, head->w, head->rest, 0, plan->by.n_rows, d_head, d_model);
    for (int32_t i = 0; i < plan->by.n_query; i++) {
        memcpy(head->qv + i * d_head, head->v, (size_t)d_head * sizeof *q);
        linalg_vec_add(head->qv + i * d_head, q + i * d_head, d_head);
    }
}

static void next_head(Head *head, int32_t d_head, int32_t d_model) {
    head->u += d_head;
    head->v += d_head;
    head->w += d_head * d_model;
}

static Status logits(float *out, const float *q, const float *k, const PeConfig *config,
                     int32_t n_query, int32_t n_key) {
    Plan plan;
    const Status status = check(&plan, config, n_query, n_key);
    if (status != STATUS_OK) return status;
    const int32_t d_head = config->d_head;
    Head head = first_head(&plan, config);
    for (int32_t h = 0; h < config->n_heads; h++, next_head(&head, d_head, config->d_model)) {
        fill_head(&head, q, &plan, config->d_model);
        pe_by_distance_add(out, head.qv, head.wr, &plan.by, head.rest);
        for (int32_t j = 0; j < n_key; j++, k += d_head) {
            head.content[j] = config->scale * (float)linalg_vec_dot(head.u, k, d_head);
        }
        for (int32_t i = 0; i < n_query; i++, out += n_key)
            linalg_vec_add(out, head.content, n_key);
        q += n_query * d_head;
    }
    return STATUS_OK;
}

// dk, and du of a head: of u . k, which all queries of a key share.
static void content_backward(float *dk, float *du, const float *dlogits, const float *k,
                             const Head *head, const PeByDistance *by) {
    memset(head->content, 0, (size_t)by->n_key * sizeof *dlogits);
    for (int32_t i = 0; i < by->n_query; i++) {
        linalg_vec_add(head->content, dlogits + i * by->n_key, by->n_key);
    }
    for (int32_t j = 0; j < by->n_key; j++) {
        const float sum = by->scale * head->content[j];
        linalg_vec_add_scaled(dk + j * by->d_head, sum, head->u, by->d_head);
        if (du) linalg_vec_add_scaled(du, sum, k + j * by->d_head, by->d_head);
    }
}

// dq, and dv and dw of a head, or NULL: of (q + v) . W R.
static void position_backward(float *dq, float *dv, float *dw, const float *dlogits,
                              const Head *head, const Plan *plan, int32_t d_model) {
    const PeByDistance *const by = &plan->by;
    const int32_t d_head = by->d_head, n = by->n_query * d_head;
    memset(head->dqv, 0, (size_t)n * sizeof *dq);
    memset(head->dwr, 0, (size_t)plan->n_part[PART_DWR] * sizeof *dq);
    pe_by_distance_backward(head->dqv, dw ? head->dwr : NULL, dlogits, head->qv, head->wr, by,
                            head->rest);
    linalg_vec_add(dq, head->dqv, n);
    if (!dw) return;
    for (int32_t i = 0; i < n; i += d_head) linalg_vec_add(dv, head->dqv + i, d_head);
    linalg_matmul_at(dw, head->dwr, head->r, head->rest, 1, d_head, d_model, by->n_rows);
}

static Status logits_backward(float *dq, float *dk, float *dtable, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    Plan plan;
    const Status status = check(&plan, config, n_query, n_key);
    if (status != STATUS_OK) return status;
    const int32_t d_head = config->d_head, d_model = config->d_model;
    Head head = first_head(&plan, config);
    for (int32_t h = 0; h < config->n_heads; h++, next_head(&head, d_head, d_model)) {
        const int32_t q_at = h * n_query * d_head, k_at = h * n_key * d_head;
        const float *const d = dlogits + h * n_query * n_key;
        fill_head(&head, q + q_at, &plan, d_model);
        // dtable is laid out as table
        float *const du = dtable ? dtable + (head.u - config->table) : NULL;
        float *const dv = dtable ? dtable + (head.v - config->table) : NULL;
        float *const dw = dtable ? dtable + (head.w - config->table) : NULL;
        content_backward(dk + k_at, du, d, k + k_at, &head, &plan.by);
        position_backward(dq + q_at, dv, dw, d, &head, &plan, d_model);
    }
    return STATUS_OK;
}

// --------------------------------------------------------------------------------------
// the shift

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

// --------------------------------------------------------------------------------------
// the entry

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
