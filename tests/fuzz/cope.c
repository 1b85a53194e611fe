/* CoPE for any numbers and any keys hidden: positions within the table, in order, and nothing of hidden
 * keys in what comes out.
 * clang -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -DCORE_TESTING \
 *   tests/fuzz/cope.c src/pe/cope.c src/linalg/vec.c src/base/{real,shape}.c -lm
 */
#include "../../src/pe/cope.h"
#include "input.h"

typedef struct Case {
    PeConfig config;
    int32_t n_query, n_key;
    float *q, *k, *dlogits;
} Case;

static bool is_hidden(const Case *c, int32_t row, int32_t j) {
    const int32_t pos = row % c->n_query + c->n_key - c->n_query;
    return (c->config.causal && j > pos) || (c->config.key_pad && c->config.key_pad[j] != 0);
}

static bool are_finite(const float *x, int32_t n) {
    for (int32_t e = 0; e < n; e++) {
        if (!isfinite(x[e])) return false;
    }
    return true;
}

static void check_positions(const Case *c, Status want, bool is_tame) {
    const PeConfig *const s = &c->config;
    const int32_t n = s->n_heads * c->n_query * c->n_key;
    float *const positions = exact(n, sizeof *positions);
    REQUIRE(pe_cope_positions(positions, c->q, c->k, s, c->n_query, c->n_key) == want);
    for (int32_t at = 0; at < n && want == STATUS_OK; at++) {
        const float last = (float)(s->table_len - 1);
        REQUIRE(isnan(positions[at]) || (positions[at] >= 0.0f && positions[at] <= last));
        REQUIRE(!is_tame || !isnan(positions[at]));
        if (at % c->n_key == c->n_key - 1 || !is_tame) continue;
        const float rise = positions[at] - positions[at + 1];
        REQUIRE(rise >= 0.0f && rise <= 1.000001f);
        REQUIRE(!is_hidden(c, at / c->n_key, at % c->n_key) || rise == 0.0f);
    }
    free(positions);
}

static void check_logits(const Case *c, Status want, bool is_tame) {
    const int32_t n = c->config.n_heads * c->n_query * c->n_key;
    float *const logits = exact(n, sizeof *logits);
    for (int32_t at = 0; at < n; at++) logits[at] = 7.0f;
    REQUIRE(pe_cope.logits_forward(logits, c->q, c->k, &c->config, c->n_query, c->n_key) == want);
    for (int32_t at = 0; at < n && want == STATUS_OK; at++) {
        REQUIRE(!is_hidden(c, at / c->n_key, at % c->n_key) || logits[at] == 7.0f);
    }
    REQUIRE(!is_tame || are_finite(logits, n));
    free(logits);
}

// Of keys that no query sees, the gradient stays what it was, whatever they hold.
static void check_backward(Case *c, Status want, bool is_tame) {
    const PeConfig *const s = &c->config;
    const int32_t d = s->d_head, n_q = s->n_heads * c->n_query * d, n_k = s->n_heads * c->n_key * d;
    const int32_t n_t = s->table_len * d;
    float *const dq = exact(n_q, sizeof(float)), *const dk = exact(n_k, sizeof(float));
    float *const dt = exact(n_t, sizeof(float));
    for (int32_t e = 0; e < n_q; e++) dq[e] = 0.0f;
    for (int32_t e = 0; e < n_k; e++) dk[e] = 0.0f;
    for (int32_t e = 0; e < n_t; e++) dt[e] = 0.0f;
    const int64_t n_scratch = pe_cope.n_scratch(s, c->n_query, c->n_key);
    REQUIRE((n_scratch > 0) == (want == STATUS_OK));
    c->config.scratch = exact((int32_t)n_scratch + (want != STATUS_OK), sizeof(float));
    REQUIRE(pe_cope.logits_backward(&(PeLogitsGradients){dq, dk, dt, NULL}, c->dlogits, c->q, c->k,
                                    s, c->n_query, c->n_key) == want);
    REQUIRE(!is_tame || (are_finite(dq, n_q) && are_finite(dk, n_k) && are_finite(dt, n_t)));
    for (int32_t e = 0; e < n_k && s->key_pad; e++) {
        REQUIRE(!s->key_pad[e / d % c->n_key] || dk[e] == 0.0f);
    }
    free(c->config.scratch), free(dq), free(dk), free(dt);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes) {
    Input in = {data, n_bytes};
    const bool is_tame = input_within(&in, 0, 1), is_padded = input_within(&in, 0, 1);
    Case c = {.config = {.causal = input_within(&in, 0, 1),
                         .n_heads = input_within(&in, 0, 3),
                         .d_head = input_within(&in, 0, 5),
                         .table_len = input_within(&in, 0, 20),
                         .scale = (float)input_within(&in, -64, 64) / 8.0f}};
    PeConfig *const s = &c.config;
    c.n_query = input_within(&in, 0, 12);
    c.n_key = input_within(&in, 0, 20);
    const bool is_empty =
        s->n_heads == 0 || s->d_head == 0 || s->table_len == 0 || c.n_query == 0 || c.n_key == 0;
    const Status want = is_empty ? STATUS_BAD_SHAPE : STATUS_OK;
    int32_t *const pad = exact(c.n_key, sizeof *pad);
    for (int32_t j = 0; j < c.n_key; j++) pad[j] = is_padded ? input_within(&in, 0, 1) : 0;
    if (is_padded) s->key_pad = pad;
    float *const table = input_floats(&in, s->table_len * s->d_head, is_tame);
    s->table = table;
    c.q = input_floats(&in, s->n_heads * c.n_query * s->d_head, is_tame);
    c.k = input_floats(&in, s->n_heads * c.n_key * s->d_head, is_tame);
    c.dlogits = input_floats(&in, s->n_heads * c.n_query * c.n_key, true);
    check_positions(&c, want, is_tame);
    check_logits(&c, want, is_tame);
    check_backward(&c, want, is_tame);
    free(pad), free(table), free(c.q), free(c.k), free(c.dlogits);
    return 0;
}
