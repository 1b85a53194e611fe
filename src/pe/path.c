#include "path.h"

#include <math.h>

#include "../base/shape.h"

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

Status pe_path_logits(float *logits, double *scratch, const PePath *path) {
    const Status status = check(path);
    if (status != STATUS_OK) return status;
    const int32_t d = path->d_head;
    for (int32_t row = 0; row < path->n_heads * path->n_query; row++, logits += path->n_key) {
        const int32_t last = key_of(path, row), own = last % path->n_key;
        for (int32_t c = 0; c < d; c++) scratch[c] = (double)path->q[row * d + c];
        for (int32_t j = path->n_key - 1; j > own; j--) logits[j] = -INFINITY;
        for (int32_t j = own; j >= 0; j--) {
            const int32_t key = last - own + j;
            logits[j] = (float)(path->scale * dot(scratch, path->k + key * d, d));
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

COMPACT_END
