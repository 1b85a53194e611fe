#include "path.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/vec.h"
#include "project.h"

COMPACT_BEGIN

static Status check(const PePath *p) {
    if (!SHAPE_OK(p->n_heads, p->n_query, p->n_key) || !SHAPE_OK(p->n_heads, p->n_key, p->d_head) ||
        p->n_query > p->n_key) {
        return STATUS_BAD_SHAPE;
    }
    return isfinite(p->scale) ? STATUS_OK : STATUS_BAD_VALUE;
}

static double dot(const double *x, const float *row, int32_t n) {
    double sum = 0.0;
    for (int32_t c = 0; c < n; c++) sum += x[c] * (double)row[c];
    return sum;
}

// y += a x
static void add(float *y, double a, const double *x, int32_t n) {
    for (int32_t c = 0; c < n; c++) y[c] += (float)(a * x[c]);
}

// y = H x, H of one token
static void reflect(double *y, const double *x, const float *w, double beta, int32_t n) {
    const double a = beta * dot(x, w, n);
    for (int32_t c = 0; c < n; c++) y[c] = x[c] - a * (double)w[c];
}

// The key at the position of a query, among the keys of all heads.
static int32_t key_of(const PePath *p, int32_t row) {
    const int32_t h = row / p->n_query, i = row % p->n_query;
    return h * p->n_key + i + p->n_key - p->n_query;
}

Status pe_path_add(float *logits, double *scratch, const PePath *path) {
    const Status status = check(path);
    if (status != STATUS_OK) return status;
    const int32_t d = path->d_head;
    for (int32_t row = 0; row < path->n_heads * path->n_query; row++, logits += path->n_key) {
        const int32_t last = key_of(path, row), own = last % path->n_key;
        for (int32_t c = 0; c < d; c++) scratch[c] = (double)path->q[row * d + c];
        for (int32_t j = path->n_key - 1; j > own; j--) logits[j] = -INFINITY;
        for (int32_t j = own; j >= 0; j--) {
            const int32_t key = last - own + j;
            logits[j] += (float)(path->scale * dot(scratch, path->k + key * d, d));
            reflect(scratch, scratch, path->w + key * d, (double)path->beta[key], d);
        }
    }
    return STATUS_OK;
}

// One query: forward again, keeping what it is at every key, then back from the first key to its own.
static void query_backward(const PePathGradients *g, const float *dlogits, double *scratch,
                           const PePath *p, int32_t row) {
    const int32_t d = p->d_head, last = key_of(p, row), own = last % p->n_key, first = last - own;
    double *const dx = scratch, *const x = scratch + d; // x (n_key, d): of each key
    for (int32_t c = 0; c < d; c++) x[own * d + c] = (double)p->q[row * d + c];
    for (int32_t j = own; j > 0; j--) {
        const int32_t key = first + j;
        reflect(x + (j - 1) * d, x + j * d, p->w + key * d, (double)p->beta[key], d);
    }
    for (int32_t c = 0; c < d; c++) dx[c] = 0.0;
    for (int32_t j = 0; j <= own; j++) {
        const int32_t key = first + j;
        const float *const w = p->w + key * d;
        const double beta = (double)p->beta[key], gradient = p->scale * (double)dlogits[j];
        // H = I - beta w w^T is symmetric: dx by what comes after it, H dx by what comes before
        const double along_x = dot(x + j * d, w, d), along_dx = dot(dx, w, d);
        g->dbeta[key] -= (float)(along_x * along_dx);
        add(g->dw + key * d, -beta * along_dx, x + j * d, d);
        add(g->dw + key * d, -beta * along_x, dx, d);
        reflect(dx, dx, w, beta, d);
        for (int32_t c = 0; c < d; c++) dx[c] += gradient * (double)p->k[key * d + c];
        add(g->dk + key * d, gradient, x + j * d, d);
    }
    add(g->dq + row * d, 1.0, dx, d);
}

Status pe_path_backward(const PePathGradients *gradients, const float *dlogits, double *scratch,
                        const PePath *path) {
    const Status status = check(path);
    if (status != STATUS_OK) return status;
    for (int32_t row = 0; row < path->n_heads * path->n_query; row++) {
        query_backward(gradients, dlogits + row * path->n_key, scratch, path, row);
    }
    return STATUS_OK;
}

// -------------------------------------------------------------------------------------- the entry

// Added to the square of the length of w before it is made 1, as the authors' code has it.
static const double EPS = 1e-6;

// What one call works in; doubles first, where the scratch is aligned for them.
typedef struct Work {
    double *rows;                 // (1 + n_key, d_head): of one query
    float *w, *dw;                // (n_heads, n_key, d_head)
    float *beta, *dbeta, *shrink; // (n_heads, n_key); shrink: 1 / length
    float *read_w; // (n_key, n_heads, d_head): what w is before its length is 1, and its gradient
    float *read_beta;        // (n_key, n_heads): likewise
    PeProject of_w, of_beta; // the linear layers that read both
} Work;

static int64_t n_scratch(const PeConfig *c, int32_t n_query, int32_t n_key) {
    const bool fits = SHAPE_OK(c->n_heads, n_query, n_key) && n_query <= n_key &&
                      SHAPE_OK(n_key, c->n_heads, c->d_head, 16) && SHAPE_OK(n_key, c->d_model);
    if (!fits) return 0;
    const int64_t n = (int64_t)n_key * c->n_heads, d = c->d_head;
    return 2 * (n_key + 1) * d + n * (3 * d + 4);
}

static Work work_in(const PeConfig *c, int32_t n_key) {
    const int32_t n = n_key * c->n_heads, d = c->d_head, n_rows = c->n_heads * d;
    float *const w = c->scratch + 2 * (n_key + 1) * d, *const beta = w + 3 * n * d;
    const float *const table_beta = c->table + n_rows * c->d_model;
    return (Work){.rows = (double *)(void *)c->scratch,
                  .w = w,
                  .dw = w + n * d,
                  .read_w = w + 2 * n * d,
                  .beta = beta,
                  .dbeta = beta + n,
                  .shrink = beta + 2 * n,
                  .read_beta = beta + 3 * n,
                  .of_w = {c->x, c->table, NULL, n_key, n_rows, c->d_model},
                  .of_beta = {c->x, table_beta, table_beta + c->n_heads * c->d_model, n_key,
                              c->n_heads, c->d_model}};
}

// Where head h of token t is in what is read, from its place in (n_heads, n_key).
static int32_t read_at(const PeConfig *c, int32_t n_key, int32_t at) {
    return at % n_key * c->n_heads + at / n_key;
}

// What is read from the tokens: w of length 1, and beta of 0 .. 2.
static Status begin(Work *work, PePath *path, const float *q, const float *k, const PeConfig *c,
                    int32_t n_query, int32_t n_key) {
    const int32_t d = c->d_head;
    if (n_scratch(c, n_query, n_key) == 0 || !SHAPE_OK(c->n_heads, d, c->d_model)) {
        return STATUS_BAD_SHAPE;
    }
    if (!c->table || !c->scratch || !c->x || !isfinite(c->scale)) return STATUS_BAD_VALUE;
    *work = work_in(c, n_key);
    pe_project(work->read_w, &work->of_w);
    pe_project(work->read_beta, &work->of_beta);
    for (int32_t at = 0; at < c->n_heads * n_key; at++) {
        const int32_t from = read_at(c, n_key, at);
        const float *const read = work->read_w + from * d;
        const double shrink = 1.0 / sqrt(linalg_vec_dot(read, read, d) + EPS);
        for (int32_t e = 0; e < d; e++) work->w[at * d + e] = (float)((double)read[e] * shrink);
        work->shrink[at] = (float)shrink;
        work->beta[at] = (float)(2.0 * elementary_sigmoid((double)work->read_beta[from]));
    }
    *path = (PePath){q, k, work->w, work->beta, c->n_heads, n_query, n_key, d, (double)c->scale};
    return STATUS_OK;
}

static Status logits_forward(float *logits, const float *q, const float *k, const PeConfig *config,
                             int32_t n_query, int32_t n_key) {
    Work work;
    PePath path;
    const Status status = begin(&work, &path, q, k, config, n_query, n_key);
    if (status != STATUS_OK) return status;
    return pe_path_add(logits, work.rows, &path);
}

static Status logits_backward(const PeLogitsGradients *gradients, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    Work work;
    PePath path;
    const Status status = begin(&work, &path, q, k, config, n_query, n_key);
    if (status != STATUS_OK) return status;
    const int32_t d = path.d_head, n = path.n_heads * n_key;
    for (int32_t e = 0; e < n * d; e++) work.dw[e] = 0.0f;
    for (int32_t at = 0; at < n; at++) work.dbeta[at] = 0.0f;
    const PePathGradients of_path = {gradients->dq, gradients->dk, work.dw, work.dbeta};
    pe_path_backward(&of_path, dlogits, work.rows, &path);

    // to what was read, in its place: the length of w does not change, and beta is twice a sigmoid
    for (int32_t at = 0; at < n; at++) {
        const int32_t to = read_at(config, n_key, at);
        const float *const w = work.w + at * d, *const dw = work.dw + at * d;
        const double along = linalg_vec_dot(w, dw, d), beta = (double)work.beta[at];
        for (int32_t e = 0; e < d; e++) {
            const double across = (double)dw[e] - along * (double)w[e];
            work.read_w[to * d + e] = (float)((double)work.shrink[at] * across);
        }
        work.read_beta[to] = (float)((double)work.dbeta[at] * beta * (1.0 - 0.5 * beta));
    }
    float *const table = gradients->dtable;
    float *const of_beta = table ? table + work.of_w.n_rows * config->d_model : NULL;
    float *const of_bias = table ? of_beta + config->n_heads * config->d_model : NULL;
    pe_project_backward(gradients->dx, table, NULL, work.read_w, &work.of_w);
    pe_project_backward(gradients->dx, of_beta, of_bias, work.read_beta, &work.of_beta);
    return STATUS_OK;
}

static PeShape w_shape(const PeConfig *config) {
    return (PeShape){{config->n_heads, config->d_head, config->d_model}};
}
static PeShape beta_shape(const PeConfig *config) {
    return (PeShape){{config->n_heads, config->d_model}};
}

static const PeTensor TENSORS[] = {{"attn.path_w", w_shape, 0.0, 0.1},
                                   {"attn.path_beta_w", beta_shape, 0.0, 0.1},
                                   {"attn.path_beta_b", pe_shape_heads, 0.0, 0.02}};

const PeMethod pe_path = {.acts_on = PE_LOGITS,
                          .ignores_ids = true,
                          .tensors = TENSORS,
                          .n_tensors = 3,
                          .per_layer = true,
                          .reads_content = true,
                          .reads_tokens = true,
                          .is_product = true,
                          .n_scratch = n_scratch,
                          .logits_forward = logits_forward,
                          .logits_backward = logits_backward};

COMPACT_END
