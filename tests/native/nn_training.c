/* What a training step needs of the layers, on buffers of exactly their size: each form that adds, or
 * keeps something, against the one that does not; a batch of attention against its problems. */
#include "../../src/linalg/vec.h"
#include "../../src/nn/adam.h"
#include "../../src/nn/attention.h"
#include "../../src/nn/cross_entropy.h"
#include "../../src/nn/embedding.h"
#include "../../src/nn/gelu.h"
#include "../../src/nn/heads.h"
#include "../../src/nn/layernorm.h"
#include "../../src/nn/linear.h"
#include "test.h"

static float *floats(int32_t n) { return exact((size_t)n * sizeof(float)); }

static float *copy_of(const float *x, int32_t n) {
    float *const y = floats(n);
    memcpy(y, x, (size_t)n * sizeof *y);
    return y;
}

// want = a + b
static float *sum_of(const float *a, const float *b, int32_t n) {
    float *const y = copy_of(a, n);
    linalg_vec_add(y, b, n);
    return y;
}

static bool gelu_agrees(int32_t form, int32_t n) {
    float *const x = random_floats(n), *const y = floats(n), *const slope = floats(n);
    for (int32_t k = 0; k < n; k++) x[k] *= 6.0f;
    float *const want = floats(n), *const want_slope = floats(n);
    nn_gelu_forward_ref(want, want_slope, x, form, n);
    nn_gelu_forward(y, slope, x, form, n);
    bool ok = is_close(y, want, n, 1e-6f) && is_close(slope, want_slope, n, 1e-6f);
    const float *const dy = random_floats(n);
    float *const dx = floats(n);
    nn_gelu_backward(dx, dy, x, form, n);
    linalg_vec_multiply(slope, dy, n);
    ok = ok && same_bits(dx, slope, n);
    nn_gelu_forward(x, NULL, x, form, n); // in place
    ok = ok && same_bits(x, y, n);
    free_all();
    return ok;
}

static bool linear_adds(int32_t n_rows, int32_t n_in, int32_t n_out) {
    const int32_t n_y = n_rows * n_out;
    const float *const x = random_floats(n_rows * n_in), *const w = random_floats(n_in * n_out);
    const float *const bias = random_floats(n_out), *const before = random_floats(n_y);
    float *const y = floats(n_y), *const added = copy_of(before, n_y);
    float *const scratch = exact(nn_linear_n_bytes(n_in, n_out));
    bool ok = nn_linear_forward(y, x, w, bias, scratch, n_rows, n_in, n_out) == STATUS_OK;
    nn_linear_forward_add(added, x, w, bias, scratch, n_rows, n_in, n_out);
    ok = ok && is_close(added, sum_of(before, y, n_y), n_y, 1e-5f);

    free_all();
    return ok;
}

static bool bias_gradient_is_the_sum(int32_t n_rows, int32_t n_out) {
    const float *const dy = random_floats(n_rows * n_out);
    const float *const x = random_floats(n_rows), *const w = random_floats(n_out);
    float *const db = floats(n_out), *const want = floats(n_out);
    const NnLinearGradients gradients = {floats(n_rows), floats(n_out), db};
    nn_linear_backward(&gradients, dy, x, w, exact(nn_linear_backward_n_bytes(n_rows, 1, n_out)),
                       n_rows, 1, n_out);
    for (int32_t c = 0; c < n_out; c++) {
        double sum = 0.0;
        for (int32_t r = 0; r < n_rows; r++) sum += (double)dy[r * n_out + c];
        want[c] = (float)sum;
    }
    const bool ok = is_close(db, want, n_out, 2e-6f);
    free_all();
    return ok;
}

static bool layernorm_keeps(int32_t n_rows, int32_t d) {
    const int32_t n = n_rows * d;
    const float *const x = random_floats(n), *const dy = random_floats(n);
    const float *const gamma = random_floats(d), *const beta = random_floats(d);
    float *const y = floats(n), *const kept = floats(n);
    NnRowStats *const stats = exact((size_t)n_rows * sizeof *stats);
    nn_layernorm_forward(y, x, gamma, beta, 1e-5, n_rows, d);
    nn_layernorm_forward_stats(kept, stats, x, gamma, beta, 1e-5, n_rows, d);
    bool ok = same_bits(y, kept, n);
    float *const dx = floats(n), *const dgamma = floats(d), *const dbeta = floats(d);
    const NnLayernormGradients gradients = {dx, dgamma, dbeta, 0};
    nn_layernorm_backward(&gradients, dy, x, gamma, 1e-5, n_rows, d);
    const float *const before = random_floats(n);
    float *const added = copy_of(before, n), *const written = copy_of(dy, n);
    float *const dgamma2 = floats(d), *const dbeta2 = floats(d);
    const NnLayernormGradients add = {added, dgamma2, dbeta2, 1};
    nn_layernorm_backward_stats(&add, dy, x, gamma, stats, n_rows, d);
    ok = ok && same_bits(added, sum_of(before, dx, n), n) && same_bits(dgamma, dgamma2, d) &&
         same_bits(dbeta, dbeta2, d);
    const NnLayernormGradients in_place = {written, dgamma2, dbeta2, 0};
    nn_layernorm_backward_stats(&in_place, written, x, gamma, stats, n_rows, d);
    ok = ok && same_bits(written, dx, n);
    free_all();
    return ok;
}

static bool embedding_scatters(int32_t d) {
    enum { N = 5, V = 4 };
    static const int32_t tokens[N] = {2, 0, 2, 3, 2}; // 1 does not occur
    const float *const dout = random_floats(N * d);
    float *const dtable = random_floats(V * d), *const want = floats(V * d);
    for (int32_t k = 0; k < V * d; k++) want[k] = 0.0f;
    for (int32_t i = 0; i < N; i++) {
        for (int32_t c = 0; c < d; c++) want[tokens[i] * d + c] += 0.75f * dout[i * d + c];
    }
    bool ok = nn_embedding_backward(dtable, dout, tokens, 0.75, N, V, d) == STATUS_OK &&
              same_bits(dtable, want, V * d);
    ok = ok && nn_embedding_backward(dtable, dout, tokens, 1.0, N, 3, d) == STATUS_OUT_OF_RANGE &&
         same_bits(dtable, want, V * d);
    free_all();
    return ok;
}

static bool heads_go_and_come(NnHeads s, int32_t row_stride) {
    const int32_t n = s.batch * s.seq_len * s.n_heads * s.d_head;
    const int32_t n_rows = (s.batch * s.seq_len - 1) * row_stride + s.n_heads * s.d_head;
    const float *const rows = random_floats(n_rows);
    float *const heads = floats(n), *const back = untouched(n_rows, 0);
    nn_heads_split(heads, rows, row_stride, &s);
    nn_heads_merge(back, row_stride, heads, &s);
    bool ok = true;
    for (int32_t k = 0; k < n_rows; k++) {
        const bool is_read = k % row_stride < s.n_heads * s.d_head;
        ok = ok && back[k] == (is_read ? rows[k] : SENTINEL);
    }
    for (int32_t k = 0; k < n; k++) {
        const int32_t c = k % s.d_head, t = k / s.d_head % s.seq_len;
        const int32_t h = k / s.d_head / s.seq_len % s.n_heads;
        const int32_t b = k / s.d_head / s.seq_len / s.n_heads;
        ok = ok && heads[k] == rows[(b * s.seq_len + t) * row_stride + h * s.d_head + c];
    }
    free_all();
    return ok;
}

// ----------------------------------------------------------------------------------- attention

typedef struct Problem {
    float *q, *k, *v, *dout, *bias;
    int32_t n_q, n_k, n_w; // floats of all problems
} Problem;

static Problem random_problem(const NnAttention *a, int32_t n_bias) {
    Problem p = {.n_q = a->n_problems * a->n_query * a->d_head,
                 .n_k = a->n_problems * a->n_key * a->d_head,
                 .n_w = a->n_problems * a->n_query * a->n_key};
    p.q = random_floats(p.n_q);
    p.k = random_floats(p.n_k);
    p.v = random_floats(p.n_k);
    p.dout = random_floats(p.n_q);
    p.bias = n_bias > 0 ? random_floats(n_bias * a->n_query * a->n_key) : NULL;
    return p;
}

// The bias of every problem, one after the other.
static float *spread_bias(const Problem *p, int32_t n_bias, const NnAttention *a) {
    if (!p->bias) return NULL;
    const int32_t n = n_bias * a->n_query * a->n_key;
    float *const all = floats(p->n_w);
    for (int32_t k = 0; k < p->n_w; k++) all[k] = p->bias[k % n];
    return all;
}

static bool batch_agrees(NnAttention a, int32_t n_bias) {
    const Problem p = random_problem(&a, n_bias);
    const float *const all_bias = spread_bias(&p, n_bias, &a);
    float *const scratch = exact(nn_attention_n_bytes(a.n_key, a.d_head));
    float *const out = floats(p.n_q), *const logits = floats(p.n_w), *const w = floats(p.n_w);
    float *const want = floats(p.n_q), *const want_l = floats(p.n_w), *const want_w = floats(p.n_w);
    const NnAttentionInputs shared = {p.q, p.k, p.v, p.bias, n_bias};
    const NnAttentionInputs spread = {p.q, p.k, p.v, all_bias, a.n_problems};
    nn_attention_forward_ref(want, want_l, want_w, &spread, NULL, &a);
    bool ok = nn_attention_forward(out, logits, w, &shared, scratch, &a) == STATUS_OK;
    ok = ok && is_close(out, want, p.n_q, 1e-5f) && is_close(logits, want_l, p.n_w, 1e-5f) &&
         is_close(w, want_w, p.n_w, 1e-5f);
    float *const out2 = floats(p.n_q), *const w2 = floats(p.n_w);
    nn_attention_forward(out2, NULL, w2, &shared, scratch, &a);
    ok = ok && same_bits(out2, out, p.n_q) && same_bits(w2, w, p.n_w);
    free_all();
    return ok;
}

// The gradients by the formulas, in double.
static void backward_ref(float *dq, float *dk, float *dv, float *dl, const Problem *p,
                         const float *w, const NnAttention *a) {
    const int32_t d = a->d_head;
    for (int32_t k = 0; k < p->n_k; k++) dk[k] = dv[k] = 0.0f;
    for (int32_t r = 0; r < a->n_problems * a->n_query; r++) {
        const float *const w_row = w + r * a->n_key, *const dout = p->dout + r * d;
        const int32_t at = r / a->n_query * a->n_key * d;
        double mean = 0.0;
        for (int32_t j = 0; j < a->n_key; j++) {
            double dot = 0.0;
            for (int32_t c = 0; c < d; c++) {
                dot += (double)dout[c] * (double)p->v[at + j * d + c];
                dv[at + j * d + c] += w_row[j] * dout[c];
            }
            dl[r * a->n_key + j] = (float)dot;
            mean += dot * (double)w_row[j];
        }
        for (int32_t c = 0; c < d; c++) dq[r * d + c] = 0.0f;
        for (int32_t j = 0; j < a->n_key; j++) {
            float *const slope = dl + r * a->n_key + j;
            *slope = (float)((double)w_row[j] * ((double)*slope - mean));
            const float scaled = (float)a->scale * *slope;
            for (int32_t c = 0; c < d; c++) {
                dq[r * d + c] += scaled * p->k[at + j * d + c];
                dk[at + j * d + c] += scaled * p->q[r * d + c];
            }
        }
    }
}

// Whether the gradient of each query that sees no key is exactly 0.
static bool unseeing_is_zero(const float *dq, const float *w, const NnAttention *a) {
    for (int32_t r = 0; r < a->n_problems * a->n_query; r++) {
        bool sees = false, is_zero = true;
        for (int32_t j = 0; j < a->n_key; j++) sees |= w[r * a->n_key + j] != 0.0f;
        for (int32_t c = 0; c < a->d_head; c++) is_zero &= dq[r * a->d_head + c] == 0.0f;
        if (!sees && !is_zero) return false;
    }
    return true;
}

static bool stages_agree(NnAttention a) {
    const Problem p = random_problem(&a, 0);
    float *const w = floats(p.n_w);
    const NnAttentionInputs inputs = {p.q, p.k, p.v, NULL, 0};
    nn_attention_forward(floats(p.n_q), NULL, w, &inputs,
                         exact(nn_attention_n_bytes(a.n_key, a.d_head)), &a);
    float *const want_q = floats(p.n_q), *const want_k = floats(p.n_k);
    float *const want_v = floats(p.n_k), *const want_l = floats(p.n_w);
    backward_ref(want_q, want_k, want_v, want_l, &p, w, &a);

    float *const scratch = exact(nn_attention_backward_n_bytes(a.n_query, a.n_key, a.d_head));
    float *const dq = floats(p.n_q), *const dk = floats(p.n_k), *const dv = floats(p.n_k);
    float *const dl = floats(p.n_w);
    nn_attention_backward_values(dv, dl, p.dout, w, p.v, scratch, &a);
    nn_attention_backward_softmax(dl, w, &a);
    nn_attention_backward_logits(dq, dk, dl, p.q, p.k, scratch, &a);
    bool ok = unseeing_is_zero(dq, w, &a) && is_close(dv, want_v, p.n_k, 1e-5f) &&
              is_close(dl, want_l, p.n_w, 1e-5f) && is_close(dq, want_q, p.n_q, 1e-5f) &&
              is_close(dk, want_k, p.n_k, 1e-5f);
    const NnAttentionGradients once = {floats(p.n_q), floats(p.n_k), floats(p.n_k), floats(p.n_w)};
    nn_attention_backward(&once, p.dout, w, &inputs, scratch, &a);
    ok = ok && same_bits(dq, once.dq, p.n_q) && same_bits(dk, once.dk, p.n_k) &&
         same_bits(dv, once.dv, p.n_k) && same_bits(dl, once.dlogits, p.n_w);
    const int32_t n_bias = a.n_problems % 2 == 0 ? 2 : 1, n = n_bias * a.n_query * a.n_key;
    float *const dbias = floats(n), *const want_bias = floats(n);
    nn_attention_backward_bias(dbias, dl, n_bias, &a);
    for (int32_t k = 0; k < n; k++) {
        want_bias[k] = dl[k];
        for (int32_t at = k + n; at < p.n_w; at += n) want_bias[k] += dl[at];
    }
    ok = ok && same_bits(dbias, want_bias, n);
    free_all();
    return ok;
}

static bool attention_agrees(void) {
    static const int32_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 33, 48};
    enum { N = sizeof sizes / sizeof *sizes };
    bool ok = true;
    for (int32_t i = 0; i < N; i++) {
        for (int32_t j = 0; j < N; j++) {
            for (int32_t causal = 0; causal <= NN_STRICTLY_CAUSAL; causal++) {
                const NnAttention a = {
                    2 + 2 * ((i + j) % 2), sizes[i], sizes[j], 1 + (5 * i + 3 * j) % 20, causal,
                    (i + causal) % 3,      0.5,      NULL};
                ok = ok && batch_agrees(a, 0) && batch_agrees(a, 2) &&
                     batch_agrees(a, a.n_problems) && stages_agree(a);
            }
        }
    }
    return ok;
}

// ----------------------------------------------------------------------------- loss and update

static bool loss_and_update_run(int32_t n) {
    const float *const logits = random_floats(3 * n);
    float *const dlogits = floats(3 * n);
    int32_t *const targets = exact(3 * sizeof *targets);
    targets[0] = 0;
    targets[1] = -1;
    targets[2] = n - 1;
    double *const loss = exact(sizeof *loss), *const again = exact(sizeof *loss);
    int32_t *const counts = exact(2 * sizeof *counts);
    bool ok = nn_cross_entropy_forward(loss, dlogits, logits, targets, 0.1, 3, n) == STATUS_OK &&
              nn_cross_entropy_forward(again, NULL, logits, targets, 0.1, 3, n) == STATUS_OK &&
              nn_cross_entropy_count(counts, logits, targets, 3, n) == STATUS_OK;
    ok = ok && isfinite(*loss) && fabs(*loss - *again) < 1e-6 && counts[0] == 2;
    float *const in_place = copy_of(logits, 3 * n);
    nn_cross_entropy_forward(again, in_place, in_place, targets, 0.1, 3, n);
    ok = ok && *again == *loss && same_bits(in_place, dlogits, 3 * n);

    float *const p = random_floats(n), *const m = random_floats(n), *const v = floats(n);
    for (int32_t k = 0; k < n; k++) v[k] = m[k] * m[k];
    const NnAdam settings = {0.1, 0.9, 0.99, 1e-8, 0.01};
    ok = ok && nn_adam_update(p, m, v, random_floats(n), &settings, 3, n) == STATUS_OK;
    for (int32_t k = 0; k < n; k++) ok = ok && isfinite(p[k]) && isfinite(m[k]) && v[k] >= 0.0f;
    free_all();
    return ok;
}

int main(void) {
    bool gelu = true, linear = true, bias = true, layernorm = true, embedding = true;
    bool heads = true, update = true;
    for (int32_t n = 1; n <= 50; n++) {
        for (int32_t form = 0; form < NN_GELU_FORM_COUNT; form++)
            gelu = gelu && gelu_agrees(form, n);
        linear = linear && linear_adds(n % 7 + 1, n, 51 - n);
        bias = bias && bias_gradient_is_the_sum(n, 51 - n);
        layernorm = layernorm && layernorm_keeps(n % 4 + 1, n);
        embedding = embedding && embedding_scatters(n);
        heads = heads && heads_go_and_come((NnHeads){n % 3 + 1, n % 5 + 1, n % 4 + 1, n % 9 + 1},
                                           (n % 4 + 1) * (n % 9 + 1) * (n % 2 + 1));
        update = update && loss_and_update_run(n);
    }
    check(gelu, "gelu equals the reference in every form and at every length, in place too");
    for (int32_t form = 0; form < NN_GELU_FORM_COUNT; form++) {
        gelu = gelu && gelu_agrees(form, 256) && gelu_agrees(form, 257) && gelu_agrees(form, 600);
    }
    check(gelu, "gelu equals the reference past one piece of the backward pass");
    check(linear, "linear that adds is linear and a sum");
    check(linear_adds(23, 300, 40) && linear_adds(300, 17, 33), "and past one block");
    check(bias_gradient_is_the_sum(255, 3) && bias_gradient_is_the_sum(256, 17) &&
              bias_gradient_is_the_sum(600, 5),
          "the bias gradient sums over more rows than one block");
    check(bias, "the gradient of linear's bias is the sum of the rows");
    check(layernorm, "layernorm with its statistics kept is layernorm to the bit, and may add");
    check(embedding, "the embedding's gradient is scattered, in order, and refuses first");
    check(heads, "heads come back from where they went, other columns untouched");
    check(attention_agrees(), "attention of a batch, and its gradients in stages, at every size");
    check(stages_agree((NnAttention){2, 19, 300, 20, 0, 0, 0.5, NULL}) &&
              stages_agree((NnAttention){2, 300, 300, 9, 1, 0, 0.5, NULL}),
          "and past one block of keys and queries");
    check(update, "loss and update at every length");

    float y = SENTINEL, x = 1.0f;
    const NnAttention no_size = {1, 0, 1, 1, 0, 0, 1.0, NULL},
                      no_scale = {1, 1, 1, 1, 0, 0, (double)NAN, NULL};
    const NnAttention three = {3, 1, 1, 1, 0, 0, 1.0, NULL};
    const NnAttentionInputs no_bias = {&x, &x, &x, NULL, 0}, two = {&x, &x, &x, &x, 2},
                            none = {&x, &x, &x, &x, 0};
    const NnLayernormGradients norms = {&y, &y, &y, 0};
    check(nn_attention_forward(&y, &y, &y, &no_bias, &x, &no_size) == STATUS_BAD_SHAPE &&
              nn_attention_forward(&y, &y, &y, &no_bias, &x, &no_scale) == STATUS_BAD_VALUE &&
              nn_attention_forward(&y, &y, &y, &two, &x, &three) == STATUS_BAD_SHAPE &&
              nn_attention_forward(&y, &y, &y, &none, &x, &three) == STATUS_BAD_SHAPE &&
              nn_linear_forward_add(&y, &x, &x, NULL, &x, 0, 1, 1) == STATUS_BAD_SHAPE &&
              nn_layernorm_forward_stats(&y, NULL, &x, &x, &x, 0.0, 1, 1) == STATUS_BAD_VALUE &&
              nn_layernorm_backward_stats(&norms, &x, &x, &x, NULL, 0, 1) == STATUS_BAD_SHAPE &&
              y == SENTINEL,
          "what a training step needs refuses before it writes");
    return test_end();
}
