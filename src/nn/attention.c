#include "attention.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/matmul.h"
#include "../linalg/vec.h"
#include "softmax.h"

COMPACT_BEGIN // the products and the softmax are kernels elsewhere

// Queries whose logits are formed, made into weights and used while they are still in the cache.
enum { ROW_BLOCK = 16 };

// n_scratch_bytes: 0 where a matrix that the pass packs is too large.
static Status check(const NnAttention *a, size_t n_scratch_bytes) {
    if (!SHAPE_OK(a->n_problems, a->n_query, a->n_key) ||
        !SHAPE_OK(a->n_problems, a->n_query, a->d_head) ||
        !SHAPE_OK(a->n_problems, a->n_key, a->d_head) || n_scratch_bytes == 0) {
        return STATUS_BAD_SHAPE;
    }
    return isfinite(a->scale) && a->window >= 0 ? STATUS_OK : STATUS_BAD_VALUE;
}

// Keys 0 .. n-1 that the causal mask leaves to a query.
static int32_t n_visible(const NnAttention *a, int32_t query) {
    if (!a->causal) return a->n_key;
    const int64_t n = (int64_t)query + a->n_key - a->n_query + (a->causal != NN_STRICTLY_CAUSAL);
    return n < 0 ? 0 : (int32_t)n; // query < n_query, so n <= n_key
}

// Keys 0 .. n-1 that are too far before a query, of the n_keys that the causal mask leaves to it.
static int32_t n_left_behind(const NnAttention *a, int32_t query, int32_t n_keys) {
    const int64_t n = (int64_t)query + a->n_key - a->n_query - a->window + 1;
    return a->window == 0 || n < 0 ? 0 : shape_at_most((int32_t)n, n_keys);
}

// ------------------------------------------------------------------------------------- forward

size_t nn_attention_n_bytes(int32_t n_key, int32_t d_head) {
    const size_t keys = linalg_matmul_n_bytes(n_key, d_head);
    const size_t values = linalg_matmul_n_bytes(d_head, n_key);
    if (keys == 0 || values == 0) return 0;
    return keys + values + ROW_BLOCK * (size_t)n_key * sizeof(float);
}

static Status check_forward(const NnAttention *a, const NnAttentionInputs *inputs) {
    const Status status = check(a, nn_attention_n_bytes(a->n_key, a->d_head));
    if (status != STATUS_OK || !inputs->bias) return status;
    const int32_t n_bias = inputs->n_bias;
    return n_bias >= 1 && a->n_problems % n_bias == 0 ? STATUS_OK : STATUS_BAD_SHAPE;
}

// One head.
typedef struct Forward {
    const NnAttention *attention;
    const float *packed_keys;   // of k^T (d_head, n_key)
    const float *packed_values; // of v (n_key, d_head)
} Forward;

// Of queries first .. first + n_rows - 1 of one head; every pointer is at its first row. Keys after the
// query are left undefined.
static void logits_rows(float *logits, const float *q, const float *bias, const Forward *f,
                        int32_t first, int32_t n_rows) {
    const NnAttention *const a = f->attention;
    const int32_t n_keys = n_visible(a, first + n_rows - 1);
    if (n_keys > 0) {
        const MatmulTask qk = {{q, a->d_head, 1}, f->packed_keys, a->d_head,
                               (float)a->scale,   false,          NULL};
        linalg_matmul_run(logits, a->n_key, &qk, n_rows, n_keys, a->d_head);
    }
    for (int32_t i = 0; i < n_rows; i++) {
        float *const row = logits + i * a->n_key;
        const int32_t n_own = n_visible(a, first + i), n_far = n_left_behind(a, first + i, n_own);
        if (bias) linalg_vec_add(row, bias + i * a->n_key, n_own);
        // hidden: what is before the window, and padding
        for (int32_t j = 0; j < n_far; j++) row[j] = -INFINITY;
        for (int32_t j = 0; a->key_pad && j < n_own; j++) {
            if (a->key_pad[j]) row[j] = -INFINITY;
        }
    }
}

static void output_rows(float *output, const float *weights, const Forward *f, int32_t first,
                        int32_t n_rows) {
    const NnAttention *const a = f->attention;
    const int32_t n_keys = n_visible(a, first + n_rows - 1);
    if (n_keys > 0) {
        const MatmulTask wv = {
            {weights, a->n_key, 1}, f->packed_values, a->n_key, 1.0f, false, NULL};
        linalg_matmul_run(output, a->d_head, &wv, n_rows, a->d_head, n_keys);
    } else {
        memset(output, 0, (size_t)n_rows * (size_t)a->d_head * sizeof(float));
    }
}

Status nn_attention_forward(float *output, float *logits, float *weights,
                            const NnAttentionInputs *inputs, float *scratch,
                            const NnAttention *attention) {
    const int32_t n_query = attention->n_query, n_key = attention->n_key;
    const int32_t d_head = attention->d_head, n_bias = inputs->n_bias;
    const Status status = check_forward(attention, inputs);
    if (status != STATUS_OK) return status;

    float *const for_values = scratch + linalg_matmul_panels_n(n_key, d_head);
    float *const block = for_values + linalg_matmul_panels_n(d_head, n_key);
    Forward f = {attention, scratch, NULL};
    for (int32_t p = 0; p < attention->n_problems; p++) {
        const float *const k = inputs->k + p * n_key * d_head;
        const float *const v = inputs->v + p * n_key * d_head;
        linalg_matmul_pack(scratch, (MatmulView){k, 1, d_head}, n_key, d_head);
        f.packed_values =
            linalg_matmul_panels(for_values, (MatmulView){v, d_head, 1}, d_head, n_key);
        const float *const bias = inputs->bias ? inputs->bias + p % n_bias * n_query * n_key : NULL;
        for (int32_t i = 0; i < n_query; i += ROW_BLOCK) {
            const int32_t n_rows = n_query - i < ROW_BLOCK ? n_query - i : ROW_BLOCK;
            const int32_t row = p * n_query + i;
            // softmax works in place, so one of the two is memory enough for both
            float *const w = weights ? weights + row * n_key : block;
            float *const l = logits ? logits + row * n_key : w;
            logits_rows(l, inputs->q + row * d_head, bias ? bias + i * n_key : NULL, &f, i, n_rows);
            for (int32_t r = 0; r < n_rows; r++) {
                nn_softmax_row_prefix(w + r * n_key, l + r * n_key, n_visible(attention, i + r),
                                      n_key);
            }
            output_rows(output + row * d_head, w, &f, i, n_rows);
        }
    }
    return STATUS_OK;
}

Status nn_attention_logits(float *logits, const NnAttentionInputs *inputs, float *scratch,
                           const NnAttention *attention) {
    const int32_t n_query = attention->n_query, n_key = attention->n_key;
    const int32_t d_head = attention->d_head, n_bias = inputs->n_bias;
    const Status status = check_forward(attention, inputs);
    if (status != STATUS_OK) return status;
    const Forward f = {attention, scratch, NULL};
    for (int32_t p = 0; p < attention->n_problems; p++) {
        const MatmulView keys = {inputs->k + p * n_key * d_head, 1, d_head};
        linalg_matmul_pack(scratch, keys, n_key, d_head);
        const float *const bias = inputs->bias ? inputs->bias + p % n_bias * n_query * n_key : NULL;
        float *const rows = logits + p * n_query * n_key;
        logits_rows(rows, inputs->q + p * n_query * d_head, bias, &f, 0, n_query);
        for (int32_t i = 0; i < n_query; i++) {
            for (int32_t j = n_visible(attention, i); j < n_key; j++) {
                rows[i * n_key + j] = -INFINITY;
            }
        }
    }
    return STATUS_OK;
}

Status nn_attention_values(float *output, const float *weights, const float *v, float *scratch,
                           const NnAttention *attention) {
    const int32_t n_query = attention->n_query, n_key = attention->n_key;
    const int32_t d_head = attention->d_head;
    const Status status = check(attention, nn_attention_n_bytes(n_key, d_head));
    if (status != STATUS_OK) return status;
    Forward f = {attention, NULL, NULL};
    for (int32_t p = 0; p < attention->n_problems; p++) {
        const MatmulView values = {v + p * n_key * d_head, d_head, 1};
        f.packed_values = linalg_matmul_panels(scratch, values, d_head, n_key);
        output_rows(output + p * n_query * d_head, weights + p * n_query * n_key, &f, 0, n_query);
    }
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------ backward

size_t nn_attention_backward_n_bytes(int32_t n_query, int32_t n_key, int32_t d_head) {
    // the largest of the three matrices that are packed one after the other
    const size_t sizes[] = {linalg_matmul_n_bytes(d_head, n_query),
                            linalg_matmul_n_bytes(d_head, n_key),
                            linalg_matmul_n_bytes(n_key, d_head)};
    size_t largest = 0;
    for (int k = 0; k < 3; k++) {
        if (sizes[k] == 0) return 0;
        if (sizes[k] > largest) largest = sizes[k];
    }
    return largest;
}

static Status check_backward(const NnAttention *a) {
    return check(a, nn_attention_backward_n_bytes(a->n_query, a->n_key, a->d_head));
}

// Rows of a product at a time, so that what the causal mask hides is left out.
static int32_t rows_at_once(int32_t causal, int32_t n) { return causal ? LINALG_PANEL : n; }

// out (n_key, d_head) = alpha * pairs^T rows, pairs (n_query, n_key), rows (n_query, d_head).
static void by_keys(float *out, const float *pairs, const float *rows, float alpha, float *panels,
                    const NnAttention *a) {
    const int32_t step = rows_at_once(a->causal, a->n_key);
    const float *const packed =
        linalg_matmul_panels(panels, (MatmulView){rows, a->d_head, 1}, a->d_head, a->n_query);
    for (int32_t j = 0; j < a->n_key; j += step) {
        // queries before the first one that sees key j
        const int32_t n_before = j + a->n_query - a->n_key;
        const int32_t first = a->causal && n_before > 0 ? n_before : 0;
        const MatmulTask task = {.a = {pairs + first * a->n_key + j, 1, a->n_key},
                                 .panels = packed + first * LINALG_PANEL,
                                 .panel_k = a->n_query,
                                 .alpha = alpha};
        linalg_matmul_run(out + j * a->d_head, a->d_head, &task, shape_at_most(a->n_key - j, step),
                          a->d_head, a->n_query - first);
    }
}

// out (n_query, n_key) = rows v^T, rows (n_query, d_head), as far as keys are visible.
static void by_pairs(float *out, const float *rows, const float *v, float *panels,
                     const NnAttention *a) {
    const int32_t step = rows_at_once(a->causal, a->n_query);
    linalg_matmul_pack(panels, (MatmulView){v, 1, a->d_head}, a->n_key, a->d_head);
    for (int32_t i = 0; i < a->n_query; i += step) {
        const int32_t n_rows = shape_at_most(a->n_query - i, step);
        const int32_t n_keys = n_visible(a, i + n_rows - 1);
        const MatmulTask task = {
            .a = {rows + i * a->d_head, a->d_head, 1}, panels, .panel_k = a->d_head, .alpha = 1.0f};
        if (n_keys == 0) continue;
        linalg_matmul_run(out + i * a->n_key, a->n_key, &task, n_rows, n_keys, a->d_head);
    }
}

// out (n_query, d_head) = scale * pairs k, pairs (n_query, n_key).
static void by_queries(float *out, const float *pairs, const float *k, float *panels,
                       const NnAttention *a) {
    const int32_t step = rows_at_once(a->causal, a->n_query);
    const float *const packed =
        linalg_matmul_panels(panels, (MatmulView){k, a->d_head, 1}, a->d_head, a->n_key);
    for (int32_t i = 0; i < a->n_query; i += step) {
        const int32_t n_rows = shape_at_most(a->n_query - i, step);
        const int32_t n_keys = n_visible(a, i + n_rows - 1);
        float *const rows = out + i * a->d_head;
        const MatmulTask task = {.a = {pairs + i * a->n_key, a->n_key, 1},
                                 packed,
                                 .panel_k = a->n_key,
                                 .alpha = (float)a->scale};
        if (n_keys == 0) {
            memset(rows, 0, (size_t)n_rows * (size_t)a->d_head * sizeof *rows);
        } else {
            linalg_matmul_run(rows, a->d_head, &task, n_rows, a->d_head, n_keys);
        }
    }
}

Status nn_attention_backward_values(float *dv, float *dweights, const float *dout,
                                    const float *weights, const float *v, float *scratch,
                                    const NnAttention *attention) {
    const Status status = check_backward(attention);
    if (status != STATUS_OK) return status;
    const int32_t n_queries = attention->n_query * attention->d_head;
    const int32_t n_keys = attention->n_key * attention->d_head;
    const int32_t n_pairs = attention->n_query * attention->n_key;
    for (int32_t p = 0; p < attention->n_problems; p++) {
        const float *const dout_p = dout + p * n_queries;
        by_keys(dv + p * n_keys, weights + p * n_pairs, dout_p, 1.0f, scratch, attention);
        by_pairs(dweights + p * n_pairs, dout_p, v + p * n_keys, scratch, attention);
    }
    return STATUS_OK;
}

void nn_attention_backward_softmax(float *dlogits, const float *weights,
                                   const NnAttention *attention) {
    const int32_t n_query = attention->n_query, n_key = attention->n_key;
    const int32_t step = rows_at_once(attention->causal, n_query);
    for (int32_t r = 0; r < attention->n_problems * n_query; r++) {
        const int32_t i = r % n_query;
        const int32_t last = i - i % step + shape_at_most(n_query - (i - i % step), step) - 1;
        const int32_t n_keys = n_visible(attention, i);
        // to the end of a vector, as far as by_pairs() went: there the weights are zeros
        const int32_t n = shape_at_most((n_keys + 3) / 4 * 4, n_visible(attention, last));
        nn_softmax_row_backward_prefix(dlogits + (int64_t)r * n_key, weights + (int64_t)r * n_key,
                                       n, n_key);
    }
}

Status nn_attention_backward_logits(float *dq, float *dk, const float *dlogits, const float *q,
                                    const float *k, float *scratch, const NnAttention *attention) {
    const Status status = check_backward(attention);
    if (status != STATUS_OK) return status;
    const int32_t n_queries = attention->n_query * attention->d_head;
    const int32_t n_keys = attention->n_key * attention->d_head;
    for (int32_t p = 0; p < attention->n_problems; p++) {
        const float *const dl = dlogits + p * attention->n_query * attention->n_key;
        by_queries(dq + p * n_queries, dl, k + p * n_keys, scratch, attention);
        by_keys(dk + p * n_keys, dl, q + p * n_queries, (float)attention->scale, scratch,
                attention);
    }
    return STATUS_OK;
}

void nn_attention_backward_bias(float *dbias, const float *dlogits, int32_t n_bias,
                                const NnAttention *attention) {
    const int32_t n = n_bias * attention->n_query * attention->n_key;
    memcpy(dbias, dlogits, (size_t)n * sizeof *dbias);
    for (int32_t p = n_bias; p < attention->n_problems; p += n_bias) {
        dlogits += n;
        linalg_vec_add(dbias, dlogits, n);
    }
}

Status nn_attention_backward(const NnAttentionGradients *gradients, const float *dout,
                             const float *weights, const NnAttentionInputs *inputs, float *scratch,
                             const NnAttention *attention) {
    const NnAttentionGradients *const g = gradients;
    const Status status = check_backward(attention);
    if (status != STATUS_OK) return status;
    nn_attention_backward_values(g->dv, g->dlogits, dout, weights, inputs->v, scratch, attention);
    nn_attention_backward_softmax(g->dlogits, weights, attention);
    nn_attention_backward_logits(g->dq, g->dk, g->dlogits, inputs->q, inputs->k, scratch,
                                 attention);
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------- entropy

Status nn_attention_entropy(float *entropy, const float *weights, int32_t n_rows, int32_t n_key) {
    if (!SHAPE_OK(n_rows, n_key)) return STATUS_BAD_SHAPE;
    for (int32_t k = 0; k < n_rows * n_key; k++) {
        if (!(weights[k] >= 0.0f && weights[k] < INFINITY)) return STATUS_BAD_VALUE;
    }
    for (int32_t r = 0; r < n_rows; r++) {
        const float *const row = weights + r * n_key;
        double sum = 0.0;
        for (int32_t j = 0; j < n_key; j += 2) {
            // w ln w of each lane, 0 where w is 0, as w ln w goes to 0 with w
            const f64x2 w = {(double)row[j], j + 1 < n_key ? (double)row[j + 1] : 0.0};
            const u64x2 is_positive = (u64x2)(w > 0.0);
            const f64x2 terms = (f64x2)((u64x2)(w * elementary_log_f64x2(w)) & is_positive);
            sum = (sum - terms[0]) - terms[1];
        }
        entropy[r] = (float)sum;
    }
    return STATUS_OK;
}

#ifdef CORE_TESTING
// One query, which sees n_keys keys; every pointer is at its row, k and v are those of its head.
static void query_ref(float *output, float *logits, float *weights, const NnAttentionInputs *row,
                      const NnAttention *a, int32_t n_keys, int32_t n_far) {
    for (int32_t j = 0; j < a->n_key; j++) {
        const bool hidden = j >= n_keys || j < n_far || (a->key_pad && a->key_pad[j]);
        const double added = row->bias ? (double)row->bias[j] : 0.0;
        double dot = 0.0;
        for (int32_t c = 0; c < a->d_head; c++) {
            dot += (double)row->q[c] * (double)row->k[j * a->d_head + c];
        }
        const double logit = a->scale * dot + added;
        logits[j] = hidden ? -INFINITY : (float)logit;
    }
    nn_softmax_forward_ref(weights, logits, 1, a->n_key);
    for (int32_t c = 0; c < a->d_head; c++) {
        double sum = 0.0;
        for (int32_t j = 0; j < a->n_key; j++) {
            sum += (double)weights[j] * (double)row->v[j * a->d_head + c];
        }
        output[c] = (float)sum;
    }
}

Status nn_attention_forward_ref(float *output, float *logits, float *weights,
                                const NnAttentionInputs *inputs, float *scratch,
                                const NnAttention *attention) {
    (void)scratch;
    const int32_t n_query = attention->n_query, n_key = attention->n_key;
    const int32_t d_head = attention->d_head, n_bias = inputs->n_bias;
    const Status status = check_forward(attention, inputs);
    if (status != STATUS_OK) return status;
    for (int32_t r = 0; r < attention->n_problems * n_query; r++) {
        const int32_t p = r / n_query, at_key = p * n_key * d_head;
        const NnAttentionInputs row = {
            .q = inputs->q + r * d_head,
            .k = inputs->k + at_key,
            .v = inputs->v + at_key,
            .bias = inputs->bias ? inputs->bias + r % (n_bias * n_query) * n_key : NULL,
        };
        const int32_t n_keys = n_visible(attention, r % n_query);
        query_ref(output + r * d_head, logits + r * n_key, weights + r * n_key, &row, attention,
                  n_keys, n_left_behind(attention, r % n_query, n_keys));
    }
    return STATUS_OK;
}
#endif

COMPACT_END
