/* The layers, on buffers of exactly their size: every row length, every mask. */
#include "../../src/nn/attention.h"
#include "../../src/nn/dropout.h"
#include "../../src/nn/embedding.h"
#include "../../src/nn/layernorm.h"
#include "../../src/nn/linear.h"
#include "../../src/nn/softmax.h"
#include "test.h"

static float *floats(int32_t n) { return exact((size_t)n * sizeof(float)); }

static bool softmax_agrees(int32_t n_rows, int32_t n) {
    float *const x = random_floats(n_rows * n), *const y = floats(n_rows * n);
    float *const want = floats(n_rows * n);
    if (n > 2) x[n / 2] = -INFINITY;
    nn_softmax_forward_ref(want, x, n_rows, n);
    nn_softmax_forward(y, x, n_rows, n);
    bool ok = is_close(y, want, n_rows * n, 1e-6f);
    nn_softmax_backward(floats(n_rows * n), x, y, n_rows, n);
    float *const log_y = floats(n_rows * n);
    nn_softmax_log_forward(log_y, x, n_rows, n);
    for (int32_t k = 0; k < n_rows * n; k++) log_y[k] = expf(log_y[k]);
    ok = ok && is_close(log_y, want, n_rows * n, 1e-6f);
    nn_softmax_forward(x, x, n_rows, n); // in place
    ok = ok && is_close(x, want, n_rows * n, 1e-6f);
    free_all();
    return ok;
}

static bool layernorm_runs(int32_t n_rows, int32_t d) {
    float *const x = random_floats(n_rows * d), *const y = floats(n_rows * d);
    const float *const gamma = random_floats(d), *const beta = random_floats(d);
    bool ok = nn_layernorm_forward(y, x, gamma, beta, 1e-5, n_rows, d) == STATUS_OK;
    float *const dx = floats(n_rows * d), *const dgamma = floats(d), *const dbeta = floats(d);
    const NnLayernormGradients gradients = {dx, dgamma, dbeta, 0};
    ok = ok && nn_layernorm_backward(&gradients, y, x, gamma, 1e-5, n_rows, d) == STATUS_OK;
    for (int32_t k = 0; k < n_rows * d; k++) ok = ok && isfinite(y[k]) && isfinite(dx[k]);
    free_all();
    return ok;
}

static int32_t *some_padding(int32_t n_key) {
    int32_t *const pad = exact((size_t)n_key * sizeof *pad);
    for (int32_t j = 0; j < n_key; j++) pad[j] = j % 3 == 1;
    return pad;
}

// Causal, with a bias and padded keys, where `masked`.
static bool attention_agrees(NnAttention s, bool masked) {
    const int32_t n_q = s.n_problems * s.n_query * s.d_head;
    const int32_t n_k = s.n_problems * s.n_key * s.d_head;
    const int32_t n_w = s.n_problems * s.n_query * s.n_key;
    const NnAttentionInputs inputs = {random_floats(n_q), random_floats(n_k), random_floats(n_k),
                                      masked ? random_floats(n_w) : NULL, s.n_problems};
    s.scale = 0.5;
    s.causal = masked ? 1 + s.n_key % NN_STRICTLY_CAUSAL : 0;
    s.window = masked ? s.n_query % 4 : 0;
    s.key_pad = masked ? some_padding(s.n_key) : NULL;
    float *const out = floats(n_q), *const logits = floats(n_w), *const weights = floats(n_w);
    float *const want = floats(n_q), *const want_l = floats(n_w), *const want_w = floats(n_w);
    float *const scratch = exact(nn_attention_n_bytes(s.n_key, s.d_head));
    nn_attention_forward(out, logits, weights, &inputs, scratch, &s);
    nn_attention_forward_ref(want, want_l, want_w, &inputs, NULL, &s);
    bool ok = is_close(out, want, n_q, 1e-5f) && is_close(logits, want_l, n_w, 1e-5f) &&
              is_close(weights, want_w, n_w, 1e-5f);
    nn_attention_forward(out, NULL, NULL, &inputs, scratch, &s);
    ok = ok && is_close(out, want, n_q, 1e-5f);

    float *const back = exact(nn_attention_backward_n_bytes(s.n_query, s.n_key, s.d_head));
    const NnAttentionGradients gradients = {floats(n_q), floats(n_k), floats(n_k), logits};
    nn_attention_backward(&gradients, out, weights, &inputs, back, &s);
    const int32_t n_rows = s.n_problems * s.n_query;
    ok = ok && nn_attention_entropy(floats(n_rows), weights, n_rows, s.n_key) == STATUS_OK;
    free_all();
    return ok;
}

static bool attention_agrees_everywhere(void) {
    static const int32_t sizes[] = {1, 2, 4, 7, 8, 9, 15, 16, 17, 33};
    enum { N = sizeof sizes / sizeof *sizes };
    bool ok = true;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            const NnAttention s = {.n_problems = 1 + (i + j) % 3,
                                   .n_query = sizes[i],
                                   .n_key = sizes[j],
                                   .d_head = 1 + (3 * i + j) % 18};
            ok = ok && attention_agrees(s, false) && attention_agrees(s, true);
        }
    }
    return ok;
}

static bool linear_runs(int32_t n_rows, int32_t n_in, int32_t n_out) {
    const float *const x = random_floats(n_rows * n_in), *const w = random_floats(n_in * n_out);
    const float *const bias = random_floats(n_out);
    float *const y = floats(n_rows * n_out);
    bool ok = nn_linear_forward(y, x, w, bias, exact(nn_linear_n_bytes(n_in, n_out)), n_rows, n_in,
                                n_out) == STATUS_OK;
    float *const dx = floats(n_rows * n_in), *const dw = floats(n_in * n_out);
    const NnLinearGradients gradients = {dx, dw, floats(n_out)};
    ok = ok && nn_linear_backward(&gradients, y, x, w,
                                  exact(nn_linear_backward_n_bytes(n_rows, n_in, n_out)), n_rows,
                                  n_in, n_out) == STATUS_OK;
    free_all();
    return ok;
}

static bool small_layers_run(int32_t n) {
    float *const x = random_floats(n), *const y = floats(n);
    bool ok = nn_dropout_forward(y, x, 0.5, NULL, 0, 1, 0, n) == STATUS_OK;
    const int32_t token = 2;
    ok = ok && nn_embedding_forward(y, random_floats(3 * n), &token, 2.0, 1, 3, n) == STATUS_OK;
    free_all();
    return ok;
}

// Only the backward pass packs the queries, and these are more than can be packed.
static bool forward_takes_many_queries(void) {
    const int32_t n = (1 << 24) + 1;
    float *const q = exact((size_t)n * sizeof *q), *const out = exact((size_t)n * sizeof *out);
    for (int32_t i = 0; i < n; i++) q[i] = 0.5f;
    const float k = 2.0f, v = 3.0f;
    bool ok = nn_attention_backward_n_bytes(n, 1, 1) == 0 && nn_attention_n_bytes(1, 1) > 0;
    const NnAttention many = {1, n, 1, 1, 0, 0, 1.0, NULL};
    const NnAttentionInputs inputs = {q, &k, &v, NULL, 0};
    ok = ok && nn_attention_forward(out, NULL, NULL, &inputs, exact(nn_attention_n_bytes(1, 1)),
                                    &many) == STATUS_OK;
    ok = ok && out[0] == v && out[n - 1] == v;
    const NnAttentionGradients gradients = {q, q, q, q};
    ok = ok && nn_attention_backward(&gradients, q, q, &inputs, q, &many) == STATUS_BAD_SHAPE;
    free_all();
    return ok;
}

int main(void) {
    bool softmax = true, layernorm = true, linear = true, small = true;
    for (int32_t n = 1; n <= 50; n++) {
        softmax = softmax && softmax_agrees(2, n);
        layernorm = layernorm && layernorm_runs(3, n);
        linear = linear && linear_runs(n % 5 + 1, n, 51 - n);
        small = small && small_layers_run(n);
    }
    check(softmax, "softmax equals the reference at every row length, in place too");
    check(layernorm, "layernorm and its backward pass at every row length");
    check(linear, "linear and its backward pass at every width");
    check(small, "dropout and embedding at every length");
    check(attention_agrees_everywhere(), "attention equals the reference at every size and mask");
    check(attention_agrees((NnAttention){2, 19, 300, 20, 0, 0, 0.0, NULL}, true),
          "attention past one block of keys");
    check(forward_takes_many_queries(), "attention forward refuses nothing for the backward pass");

    float y = 7.0f, x = 1.0f;
    const NnAttentionInputs inputs = {&x, &x, &x, NULL, 0};
    const NnAttention no_scale = {1, 1, 1, 1, 0, 0, (double)NAN, NULL};
    const NnAttention too_large = {INT32_MAX, INT32_MAX, 1, 1, 0, 0, 1.0, NULL};
    check(nn_softmax_forward(&y, &x, 0, 1) == STATUS_BAD_SHAPE &&
              nn_layernorm_forward(&y, &x, &x, &x, 0.0, 1, 1) == STATUS_BAD_VALUE &&
              nn_attention_forward(&y, &y, &y, &inputs, &x, &no_scale) == STATUS_BAD_VALUE &&
              nn_attention_forward(&y, &y, &y, &inputs, &x, &too_large) == STATUS_BAD_SHAPE &&
              nn_dropout_forward(&y, &x, 1.0, NULL, 0, 0, 0, 1) == STATUS_BAD_VALUE && y == 7.0f,
          "layers refuse before they write");
    return test_end();
}
