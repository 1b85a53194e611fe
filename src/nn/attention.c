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

// Queries whose logits are formed, turned into weights and used while they are still in the cache.
enum { ROW_BLOCK = 16 };

typedef struct Sizes {
    int32_t n_heads, n_query, n_key, d_head;
} Sizes;

static Sizes sizes_of(const NnAttention *a) {
    return (Sizes){a->n_problems, a->n_query, a->n_key, a->d_head};
}

// n_scratch_bytes: 0 where a matrix that the pass packs is too large.
static Status check(const Sizes *s, size_t n_scratch_bytes, double scale) {
    if (!SHAPE_OK(s->n_heads, s->n_query, s->n_key) ||
        !SHAPE_OK(s->n_heads, s->n_query, s->d_head) ||
        !SHAPE_OK(s->n_heads, s->n_key, s->d_head) || n_scratch_bytes == 0) {
        return STATUS_BAD_SHAPE;
    }
    return isfinite(scale) ? STATUS_OK : STATUS_BAD_VALUE;
}

// Keys 0 .. n-1 that a query sees, as far as the causal mask goes.
static int32_t n_seen(const Sizes *s, int32_t causal, int32_t query) {
    if (!causal) return s->n_key;
    const int64_t n = (int64_t)query + s->n_key - s->n_query + 1;
    return n < 0 ? 0 : (int32_t)n; // query < n_query, so n <= n_key
}

// ------------------------------------------------------------------------------------- forward

size_t nn_attention_n_bytes(int32_t n_key, int32_t d_head) {
    const size_t keys = linalg_matmul_n_bytes(n_key, d_head);
    const size_t values = linalg_matmul_n_bytes(d_head, n_key);
    if (keys == 0 || values == 0) return 0;
    return keys + values + ROW_BLOCK * (size_t)n_key * sizeof(float);
}

typedef struct Forward {
    Sizes size;
    float scale;
    int32_t causal;
    const int32_t *key_pad;
    const float *packed_keys;   // of k^T (d_head, n_key)
    const float *packed_values; // of v (n_key, d_head)
} Forward;

// Adds the bias and hides what must not be seen, then the softmax. The keys from n_keys on are in
// the future.
static void finish_row(float *weights, float *logits, const float *bias, const Forward *f,
                       int32_t n_keys) {
    if (bias) linalg_vec_add(logits, bias, n_keys);
    if (f->key_pad) {
        for (int32_t j = 0; j < n_keys; j++) {
            if (f->key_pad[j]) logits[j] = -INFINITY;
        }
    }
    nn_softmax_row_prefix(weights, logits, n_keys, f->size.n_key);
}

// Queries first .. first + n_rows - 1 of one head; every pointer is at its first row.
static void forward_rows(float *output, float *logits, float *weights, const float *q,
                         const float *bias, const Forward *f, int32_t first, int32_t n_rows) {
    const Sizes *const s = &f->size;
    const int32_t n_keys = n_seen(s, f->causal, first + n_rows - 1);
    if (n_keys > 0) {
        const MatmulTask qk = {{q, s->d_head, 1}, f->packed_keys, s->d_head, f->scale, false, NULL};
        linalg_matmul_run(logits, s->n_key, &qk, n_rows, n_keys, s->d_head);
    }
    for (int32_t i = 0; i < n_rows; i++) {
        finish_row(weights + i * s->n_key, logits + i * s->n_key, bias ? bias + i * s->n_key : NULL,
                   f, n_seen(s, f->causal, first + i));
    }
    if (n_keys > 0) {
        const MatmulTask wv = {
            {weights, s->n_key, 1}, f->packed_values, s->n_key, 1.0f, false, NULL};
        linalg_matmul_run(output, s->d_head, &wv, n_rows, s->d_head, n_keys);
    } else {
        memset(output, 0, (size_t)n_rows * (size_t)s->d_head * sizeof(float));
    }
}

Status nn_attention_forward_batch(float *output, float *logits, float *weights, const float *q,
                                  const float *k, const float *v, const float *bias, int32_t n_bias,
                                  float *scratch, const NnAttention *attention) {
    const Sizes s = sizes_of(attention);
    const int32_t n_query = s.n_query, n_key = s.n_key, d_head = s.d_head;
    const Status status = check(&s, nn_attention_n_bytes(n_key, d_head), attention->scale);
    if (status != STATUS_OK) return status;
    if (bias && (n_bias < 1 || s.n_heads % n_bias != 0)) return STATUS_BAD_SHAPE;

    float *const for_values = scratch + linalg_matmul_panels_n(n_key, d_head);
    float *const block = for_values + linalg_matmul_panels_n(d_head, n_key);
    Forward f = {s, (float)attention->scale, attention->causal, attention->key_pad, scratch, NULL};
    for (int32_t h = 0; h < s.n_heads; h++) {
        const int32_t at_key = h * n_key * d_head;
        linalg_matmul_pack(scratch, (MatmulView){k + at_key, 1, d_head}, n_key, d_head);
        f.packed_values =
            linalg_matmul_panels(for_values, (MatmulView){v + at_key, d_head, 1}, d_head, n_key);
        const float *const bias_h = bias ? bias + h % n_bias * n_query * n_key : NULL;
        for (int32_t i = 0; i < n_query; i += ROW_BLOCK) {
            const int32_t n_rows = n_query - i < ROW_BLOCK ? n_query - i : ROW_BLOCK;
            const int32_t row = h * n_query + i;
            // softmax works in place, so one of the two is memory enough for both
            float *const w = weights ? weights + row * n_key : block;
            forward_rows(output + row * d_head, logits ? logits + row * n_key : w, w,
                         q + row * d_head, bias_h ? bias_h + i * n_key : NULL, &f, i, n_rows);
        }
    }
    return STATUS_OK;
}

Status nn_attention_forward(float *output, float *logits, float *weights, const float *q,
                            const float *k, const float *v, const float *bias,
                            const int32_t *key_pad, float *scratch, double scale, int32_t causal,
                            int32_t n_heads, int32_t n_query, int32_t n_key, int32_t d_head) {
    const NnAttention attention = {n_heads, n_query, n_key, d_head, causal, scale, key_pad};
    return nn_attention_forward_batch(output, logits, weights, q, k, v, bias, n_heads, scratch,
                                      &attention);
}

// ------------------------------------------------------------------------------------ backward

size_t nn_attention_backward_n_bytes(int32_t n_query, int32_t n_key, int32_t d_head) {
    // the largest of the three matrices that are packed in turn
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

// Queries before the first one that sees the key.
static int32_t n_before(const Sizes *s, int32_t causal, int32_t key) {
    const int32_t n = key + s->n_query - s->n_key;
    return causal && n > 0 ? n : 0;
}

// Rows of a product at a time, so that what the causal mask hides is left out.
static int32_t rows_at_once(int32_t causal, int32_t n) { return causal ? LINALG_PANEL : n; }

// out (n_key, d_head) = alpha * a^T b, a (n_query, n_key) and b (n_query, d_head) of one head.
static void by_keys(float *out, const float *a, const float *b, float alpha, float *panels,
                    int32_t causal, const Sizes *s) {
    const int32_t step = rows_at_once(causal, s->n_key);
    const float *const packed =
        linalg_matmul_panels(panels, (MatmulView){b, s->d_head, 1}, s->d_head, s->n_query);
    for (int32_t j = 0; j < s->n_key; j += step) {
        const int32_t first = n_before(s, causal, j);
        const MatmulTask task = {.a = {a + first * s->n_key + j, 1, s->n_key},
                                 .panels = packed + first * LINALG_PANEL,
                                 .panel_k = s->n_query,
                                 .alpha = alpha};
        linalg_matmul_run(out + j * s->d_head, s->d_head, &task, shape_at_most(s->n_key - j, step),
                          s->d_head, s->n_query - first);
    }
}

// out (n_query, n_key) = a v^T, a (n_query, d_head), as far as keys are seen.
static void by_pairs(float *out, const float *a, const float *v, float *panels, int32_t causal,
                     const Sizes *s) {
    const int32_t step = rows_at_once(causal, s->n_query);
    linalg_matmul_pack(panels, (MatmulView){v, 1, s->d_head}, s->n_key, s->d_head);
    for (int32_t i = 0; i < s->n_query; i += step) {
        const int32_t n_rows = shape_at_most(s->n_query - i, step);
        const int32_t n_keys = n_seen(s, causal, i + n_rows - 1);
        const MatmulTask task = {
            .a = {a + i * s->d_head, s->d_head, 1}, panels, .panel_k = s->d_head, .alpha = 1.0f};
        if (n_keys == 0) continue;
        linalg_matmul_run(out + i * s->n_key, s->n_key, &task, n_rows, n_keys, s->d_head);
    }
}

// out (n_query, d_head) = alpha * a k, a (n_query, n_key).
static void by_queries(float *out, const float *a, const float *k, float alpha, float *panels,
                       int32_t causal, const Sizes *s) {
    const int32_t step = rows_at_once(causal, s->n_query);
    const float *const packed =
        linalg_matmul_panels(panels, (MatmulView){k, s->d_head, 1}, s->d_head, s->n_key);
    for (int32_t i = 0; i < s->n_query; i += step) {
        const int32_t n_rows = shape_at_most(s->n_query - i, step);
        const int32_t n_keys = n_seen(s, causal, i + n_rows - 1);
        float *const rows = out + i * s->d_head;
        const MatmulTask task = {
            .a = {a + i * s->n_key, s->n_key, 1}, packed, .panel_k = s->n_key, .alpha = alpha};
        if (n_keys == 0) {
            memset(rows, 0, (size_t)n_rows * (size_t)s->d_head * sizeof *rows);
        } else {
            linalg_matmul_run(rows, s->d_head, &task, n_rows, s->d_head, n_keys);
        }
    }
}

void nn_attention_backward_values(float *dv, float *dweights, const float *dout,
                                  const float *weights, const float *v, float *scratch,
                                  const NnAttention *attention) {
    const Sizes s = sizes_of(attention);
    const int32_t causal = attention->causal;
    for (int32_t h = 0; h < s.n_heads; h++) {
        const int32_t at_key = h * s.n_key * s.d_head, at_weight = h * s.n_query * s.n_key;
        const float *const dout_h = dout + h * s.n_query * s.d_head;
        by_keys(dv + at_key, weights + at_weight, dout_h, 1.0f, scratch, causal, &s);
        by_pairs(dweights + at_weight, dout_h, v + at_key, scratch, causal, &s);
    }
}

void nn_attention_backward_softmax(float *dlogits, const float *weights,
                                   const NnAttention *attention) {
    const Sizes s = sizes_of(attention);
    const int32_t causal = attention->causal, step = rows_at_once(causal, s.n_query);
    for (int32_t r = 0; r < s.n_heads * s.n_query; r++) {
        const int32_t i = r % s.n_query;
        const int32_t last = i - i % step + shape_at_most(s.n_query - (i - i % step), step) - 1;
        const int32_t n_keys = n_seen(&s, causal, i);
        // to the end of a vector, as far as by_pairs() went: there the weights are zeros
        const int32_t n = shape_at_most((n_keys + 3) / 4 * 4, n_seen(&s, causal, last));
        nn_softmax_row_backward_prefix(dlogits + (int64_t)r * s.n_key,
                                       weights + (int64_t)r * s.n_key, n, s.n_key);
    }
}

void nn_attention_backward_logits(float *dq, float *dk, const float *dlogits, const float *q,
                                  const float *k, float *scratch, const NnAttention *attention) {
    const Sizes s = sizes_of(attention);
    const float alpha = (float)attention->scale;
    const int32_t causal = attention->causal;
    for (int32_t h = 0; h < s.n_heads; h++) {
        const int32_t at_query = h * s.n_query * s.d_head, at_key = h * s.n_key * s.d_head;
        const float *const dl = dlogits + h * s.n_query * s.n_key;
        by_queries(dq + at_query, dl, k + at_key, alpha, scratch, causal, &s);
        by_keys(dk + at_key, dl, q + at_query, alpha, scratch, causal, &s);
    }
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

Status nn_attention_backward(float *dq, float *dk, float *dv, float *dlogits, const float *dout,
                             const float *weights, const float *q, const float *k, const float *v,
                             float *scratch, double scale, int32_t n_heads, int32_t n_query,
                             int32_t n_key, int32_t d_head) {
    const NnAttention attention = {n_heads, n_query, n_key, d_head, 0, scale, NULL};
    const Sizes s = sizes_of(&attention);
    const Status status = check(&s, nn_attention_backward_n_bytes(n_query, n_key, d_head), scale);
    if (status != STATUS_OK) return status;
    nn_attention_backward_values(dv, dlogits, dout, weights, v, scratch, &attention);
    nn_attention_backward_softmax(dlogits, weights, &attention);
    nn_attention_backward_logits(dq, dk, dlogits, q, k, scratch, &attention);
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------- entropy

Status nn_attention_entropy(float *entropy, const float *weights, int32_t n_rows, int32_t n_key) {
    if (!SHAPE_OK(n_rows, n_key)) return STATUS_BAD_SHAPE;
    for (int32_t k = 0; k < n_rows * n_key; k++) {
        if (!(weights[k] >= 0.0f)) return STATUS_BAD_VALUE;
    }
    for (int32_t r = 0; r < n_rows; r++) {
        double sum = 0.0;
        for (int32_t j = 0; j < n_key; j++) {
            const double w = (double)weights[r * n_key + j];
            if (w > 0.0) sum -= w * elementary_log(w); // w ln w goes to 0 with w
        }
        entropy[r] = (float)sum;
    }
    return STATUS_OK;
}

#ifdef CORE_TESTING
static double logit_ref(const float *q, const float *k, double scale, int32_t d_head) {
    double dot = 0.0;
    for (int32_t c = 0; c < d_head; c++) dot += (double)q[c] * (double)k[c];
    return scale * dot;
}

// One query: k and v are those of its head.
static void query_ref(float *output, float *logits, float *weights, const float *q, const float *k,
                      const float *v, const float *bias, const int32_t *key_pad, double scale,
                      int32_t n_keys, const Sizes *s) {
    for (int32_t j = 0; j < s->n_key; j++) {
        const bool hidden = j >= n_keys || (key_pad && key_pad[j]);
        const double added = bias ? (double)bias[j] : 0.0;
        logits[j] =
            hidden ? -INFINITY : (float)(logit_ref(q, k + j * s->d_head, scale, s->d_head) + added);
    }
    nn_softmax_forward_ref(weights, logits, 1, s->n_key);
    for (int32_t c = 0; c < s->d_head; c++) {
        double sum = 0.0;
        for (int32_t j = 0; j < s->n_key; j++) {
            sum += (double)weights[j] * (double)v[j * s->d_head + c];
        }
        output[c] = (float)sum;
    }
}

Status nn_attention_forward_ref(float *output, float *logits, float *weights, const float *q,
                                const float *k, const float *v, const float *bias,
                                const int32_t *key_pad, float *scratch, double scale,
                                int32_t causal, int32_t n_heads, int32_t n_query, int32_t n_key,
                                int32_t d_head) {
    (void)scratch;
    const Sizes s = {n_heads, n_query, n_key, d_head};
    const Status status = check(&s, nn_attention_n_bytes(n_key, d_head), scale);
    if (status != STATUS_OK) return status;
    for (int32_t r = 0; r < n_heads * n_query; r++) {
        const int32_t at_key = r / n_query * n_key * d_head;
        query_ref(output + r * d_head, logits + r * n_key, weights + r * n_key, q + r * d_head,
                  k + at_key, v + at_key, bias ? bias + r * n_key : NULL, key_pad, scale,
                  n_seen(&s, causal, r % n_query), &s);
    }
    return STATUS_OK;
}
#endif

COMPACT_END
