/* FoX, PoPE, PaTH, sinks and stick-breaking: what each makes against its formula written out in double, and its
 * backward pass against central differences of that formula, in buffers of exactly their size. The bits of all
 * results are printed, for the test that compares them with those of wasm. */
#include "../../src/nn/sigmoid.h"
#include "../../src/pe/fox.h"
#include "../../src/pe/path.h"
#include "../../src/pe/pope.h"
#include "../../src/pe/sink.h"
#include "../../src/pe/stick_breaking.h"
#include "test.h"

enum { MAX_IN = 4 };
static const double TWO_PI = 6.283185307179586;

typedef struct Case {
    int32_t n_heads, n_query, n_key, d, dim, first_pos;
    int32_t n_in, size[MAX_IN], n_out;
    float *in[MAX_IN]; // what it reads
    float *dout;       // (n_out) the gradient by what it makes
    float *grad[MAX_IN];
} Case;

typedef struct Rule {
    const char *name;
    int32_t n_in;
    void (*set_sizes)(Case *c);
    void (*formula)(double *out, const Case *c);
    Status (*forward)(float *out, const Case *c);
    Status (*backward)(const Case *c); // writes grad, which starts at 0
} Rule;

static double sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }
static double *doubles(int32_t n) { return exact((size_t)n * sizeof(double)); }
static int32_t pairs_n(const Case *c) { return c->n_heads * c->n_query * c->n_key; }
static int32_t position(const Case *c, int32_t i) { return i + c->n_key - c->n_query; }

static float *zeros(int32_t n) {
    float *const x = exact((size_t)n * sizeof *x);
    for (int32_t k = 0; k < n; k++) x[k] = 0.0f;
    return x;
}

// -------------------------------------------------------------------------------------------- FoX

static void fox_sizes(Case *c) {
    c->size[0] = c->n_key * c->n_heads;
    c->n_out = pairs_n(c);
}

static void fox_formula(double *out, const Case *c) {
    for (int32_t at = 0; at < c->n_out; at++) {
        const int32_t h = at / (c->n_query * c->n_key), j = at % c->n_key;
        const int32_t i = position(c, at / c->n_key % c->n_query);
        out[at] = 0.0;
        for (int32_t t = j + 1; t <= i; t++) {
            out[at] += log(sigmoid((double)c->in[0][t * c->n_heads + h]));
        }
        for (int32_t t = i + 1; t <= j; t++) {
            out[at] -= log(sigmoid((double)c->in[0][t * c->n_heads + h]));
        }
    }
}

static Status fox_forward(float *out, const Case *c) {
    for (int32_t k = 0; k < c->n_out; k++) out[k] = 0.0f;
    return pe_fox_add(out, c->in[0], doubles(c->n_key), c->n_heads, c->n_query, c->n_key);
}

static Status fox_backward(const Case *c) {
    return pe_fox_backward(c->grad[0], c->dout, c->in[0], doubles(c->n_key), c->n_heads, c->n_query,
                           c->n_key);
}

// ------------------------------------------------------------------------------------------- PoPE

static void pope_sizes(Case *c) {
    c->size[0] = c->n_heads * c->n_query * c->d;
    c->size[1] = c->n_heads * c->n_key * c->d;
    c->size[2] = c->n_heads * c->dim;
    c->n_out = pairs_n(c);
}

static void pope_formula(double *out, const Case *c) {
    for (int32_t at = 0; at < c->n_out; at++) {
        const int32_t row = at / c->n_key, h = row / c->n_query, j = at % c->n_key;
        const int32_t i = position(c, row % c->n_query);
        const float *const q = c->in[0] + row * c->d, *const k =
                                                          c->in[1] + (h * c->n_key + j) * c->d;
        out[at] = 0.0;
        for (int32_t e = 0; e < c->d; e++) {
            if (e >= c->dim) {
                out[at] += 0.75 * (double)q[e] * (double)k[e];
                continue;
            }
            const double delta = fmax(-TWO_PI, fmin(0.0, (double)c->in[2][h * c->dim + e]));
            const double angle = (double)(i - j) * pow(100.0, -(double)e / c->dim) - delta;
            out[at] +=
                0.75 * log(1.0 + exp((double)q[e])) * log(1.0 + exp((double)k[e])) * cos(angle);
        }
    }
}

static PePope pope_of(const Case *c) {
    return (PePope){.q = c->in[0],
                    .k = c->in[1],
                    .delta = c->in[2],
                    .n_heads = c->n_heads,
                    .n_query = c->n_query,
                    .n_key = c->n_key,
                    .d_head = c->d,
                    .dim = c->dim,
                    .first_pos = c->first_pos,
                    .base = 100.0,
                    .scale = 0.75};
}

static float *pope_scratch(const Case *c) {
    return untouched((int32_t)pe_pope_scratch_n(c->n_query, c->n_key, c->d, c->dim), 0);
}

static Status pope_forward(float *out, const Case *c) {
    const PePope pope = pope_of(c);
    for (int32_t k = 0; k < c->n_out; k++) out[k] = 0.0f;
    return pe_pope_add(out, pope_scratch(c), &pope);
}

static Status pope_backward(const Case *c) {
    const PePope pope = pope_of(c);
    const PePopeGradients gradients = {c->grad[0], c->grad[1], c->grad[2]};
    return pe_pope_backward(&gradients, c->dout, pope_scratch(c), &pope);
}

// ------------------------------------------------------------------------------------------- PaTH

static void path_sizes(Case *c) {
    c->size[0] = c->n_heads * c->n_query * c->d;
    c->size[1] = c->size[2] = c->n_heads * c->n_key * c->d;
    c->size[3] = c->n_heads * c->n_key;
    c->n_out = pairs_n(c);
}

// H of the tokens j + 1, then j + 2, ... up to the query is applied to the key: the other way round
// than pe_path_add() has it.
static void path_formula(double *out, const Case *c) {
    for (int32_t at = 0; at < c->n_out; at++) {
        const int32_t row = at / c->n_key, h = row / c->n_query, j = at % c->n_key;
        const int32_t i = position(c, row % c->n_query);
        double x[16], sum = 0.0;
        for (int32_t e = 0; e < c->d; e++) x[e] = (double)c->in[1][(h * c->n_key + j) * c->d + e];
        for (int32_t t = j + 1; t <= i; t++) {
            const float *const w = c->in[2] + (h * c->n_key + t) * c->d;
            double along = 0.0;
            for (int32_t e = 0; e < c->d; e++) along += (double)w[e] * x[e];
            for (int32_t e = 0; e < c->d; e++) {
                x[e] -= (double)c->in[3][h * c->n_key + t] * along * (double)w[e];
            }
        }
        for (int32_t e = 0; e < c->d; e++) sum += 0.75 * (double)c->in[0][row * c->d + e] * x[e];
        out[at] = j > i ? (double)-INFINITY : sum;
    }
}

static PePath path_of(const Case *c) {
    return (PePath){c->in[0],   c->in[1], c->in[2], c->in[3], c->n_heads,
                    c->n_query, c->n_key, c->d,     0.75};
}

static Status path_forward(float *out, const Case *c) {
    const PePath path = path_of(c);
    for (int32_t k = 0; k < c->n_out; k++) out[k] = 0.0f;
    return pe_path_add(out, doubles(c->d), &path);
}

static Status path_backward(const Case *c) {
    const PePath path = path_of(c);
    const PePathGradients gradients = {c->grad[0], c->grad[1], c->grad[2], c->grad[3]};
    return pe_path_backward(&gradients, c->dout, doubles((1 + c->n_key) * c->d), &path);
}

// ------------------------------------------------------------------------------------------- sinks

// Every second problem shares a sink; every fifth logit, and those of one row in seven, are hidden.
static int32_t sinks_n(const Case *c) { return c->n_heads % 2 == 0 ? c->n_heads / 2 : c->n_heads; }

static bool is_hidden(const Case *c, int32_t at) { return at % 5 == 3 || at / c->n_key % 7 == 2; }

static void sink_sizes(Case *c) {
    c->size[0] = pairs_n(c);
    c->size[1] = sinks_n(c);
    c->n_out = pairs_n(c);
}

static void hide(const Case *c) {
    for (int32_t at = 0; at < c->size[0]; at++) {
        if (is_hidden(c, at)) c->in[0][at] = -INFINITY;
    }
}

static void sink_formula(double *out, const Case *c) {
    for (int32_t row = 0; row < c->n_heads * c->n_query; row++) {
        const float *const logits = c->in[0] + row * c->n_key;
        double sum = exp((double)c->in[1][row / c->n_query % sinks_n(c)]);
        for (int32_t j = 0; j < c->n_key; j++) sum += exp((double)logits[j]);
        for (int32_t j = 0; j < c->n_key; j++) {
            out[row * c->n_key + j] = exp((double)logits[j]) / sum;
        }
    }
}

static PeSink sink_of(const Case *c) {
    return (PeSink){c->in[1], sinks_n(c), c->n_heads, c->n_query, c->n_key};
}

// The rest is what the weights leave of 1.
static bool rest_fits(const float *rest, const float *weights, const Case *c) {
    bool ok = true;
    for (int32_t row = 0; row < c->n_heads * c->n_query; row++) {
        double sum = (double)rest[row];
        for (int32_t j = 0; j < c->n_key; j++) sum += (double)weights[row * c->n_key + j];
        ok = ok && fabs(sum - 1.0) < 1e-6 && rest[row] > 0.0f;
    }
    return ok;
}

static Status sink_forward(float *out, const Case *c) {
    const PeSink sink = sink_of(c);
    float *const rest = untouched(c->n_heads * c->n_query, 0);
    const Status status = pe_sink_forward(out, rest, c->in[0], &sink);
    return rest_fits(rest, out, c) ? status : STATUS_BAD_VALUE;
}

static Status sink_backward(const Case *c) {
    const PeSink sink = sink_of(c);
    float *const rest = untouched(c->n_heads * c->n_query, 0), *const weights = zeros(c->n_out);
    pe_sink_forward(weights, rest, c->in[0], &sink);
    // a hidden key's gradient may be anything, and is not read
    for (int32_t k = 0; k < c->n_out; k++) c->grad[0][k] = is_hidden(c, k) ? NAN : c->dout[k];
    return pe_sink_backward(c->grad[0], c->grad[1], weights, rest, &sink);
}

// ---------------------------------------------------------------------------------- stick-breaking

static void stick_sizes(Case *c) {
    c->size[0] = pairs_n(c);
    c->n_out = pairs_n(c) + c->n_heads * c->n_query; // weights, then the rest
}

static void stick_formula(double *out, const Case *c) {
    for (int32_t row = 0; row < c->n_heads * c->n_query; row++) {
        double left = 1.0;
        for (int32_t j = c->n_key - 1; j >= 0; j--) {
            const int32_t at = row * c->n_key + j;
            const double share = sigmoid((double)c->in[0][at]);
            out[at] = left * share;
            left *= 1.0 - share;
        }
        out[pairs_n(c) + row] = left;
    }
}

static Status stick_forward(float *out, const Case *c) {
    const int32_t n_rows = c->n_heads * c->n_query;
    float *const rest = out + pairs_n(c);
    const Status status = pe_stick_breaking_forward(out, rest, c->in[0], n_rows, c->n_key);
    return rest_fits(rest, out, c) ? status : STATUS_BAD_VALUE;
}

static Status stick_backward(const Case *c) {
    const int32_t n = pairs_n(c), n_rows = c->n_heads * c->n_query;
    float *const made = zeros(c->n_out);
    pe_stick_breaking_forward(made, made + n, c->in[0], n_rows, c->n_key);
    for (int32_t k = 0; k < n; k++) c->grad[0][k] = is_hidden(c, k) ? NAN : c->dout[k];
    return pe_stick_breaking_backward(c->grad[0], c->dout + n, made, made + n, c->in[0], n_rows,
                                      c->n_key);
}

// --------------------------------------------------------------------------------------- agreement

static const Rule RULES[] = {
    {"fox", 1, fox_sizes, fox_formula, fox_forward, fox_backward},
    {"pope", 3, pope_sizes, pope_formula, pope_forward, pope_backward},
    {"path", 4, path_sizes, path_formula, path_forward, path_backward},
    {"sink", 2, sink_sizes, sink_formula, sink_forward, sink_backward},
    {"stick-breaking", 1, stick_sizes, stick_formula, stick_forward, stick_backward},
};
enum { N_RULES = sizeof RULES / sizeof *RULES };

// The loss, sum of dout times what the formula makes; keys after a query count nothing.
static double loss_of(const Rule *rule, const Case *c, double *out) {
    double loss = 0.0;
    rule->formula(out, c);
    for (int32_t k = 0; k < c->n_out; k++) {
        if (c->dout[k] != 0.0f) loss += (double)c->dout[k] * out[k];
    }
    return loss;
}

static bool is_near(double got, double want, double atol, const char *what, int32_t at) {
    // what must be infinite must be so: every distance to it is at most an infinite tolerance
    if (got == want || (isfinite(want) && fabs(got - want) <= atol * (1.0 + fabs(want))))
        return true;
    printf("# %s [%d]: got %g, expected %g\n", what, (int)at, got, want);
    return false;
}

static bool agrees(const Rule *rule, Case c, bool is_causal) {
    c.n_in = rule->n_in;
    rule->set_sizes(&c);
    for (int32_t k = 0; k < c.n_in; k++) {
        c.in[k] = random_floats(c.size[k]);
        c.grad[k] = zeros(c.size[k]);
    }
    if (rule->set_sizes == pope_sizes) { // some clipped at either end, some inside
        for (int32_t k = 0; k < c.size[2]; k++) c.in[2][k] = 4.0f * c.in[2][k] - 3.0f;
    }
    c.dout = random_floats(c.n_out);
    for (int32_t at = 0; is_causal && at < pairs_n(&c); at++) {
        if (at % c.n_key > position(&c, at / c.n_key % c.n_query)) c.dout[at] = 0.0f;
    }
    const bool hides = rule->set_sizes == sink_sizes || rule->set_sizes == stick_sizes;
    if (hides) hide(&c);
    for (int32_t at = 0; hides && at < pairs_n(&c); at++) {
        if (is_hidden(&c, at)) c.dout[at] = 0.0f;
    }

    double *const want = doubles(c.n_out);
    float *const got = untouched(c.n_out, 1);
    bool ok = rule->forward(got, &c) == STATUS_OK && rule->backward(&c) == STATUS_OK;
    loss_of(rule, &c, want);
    for (int32_t k = 0; k < c.n_out && ok; k++) {
        ok = is_near((double)got[k], want[k], 2e-6, rule->name, k);
    }
    const float step = 0x1p-9f;
    for (int32_t k = 0; k < c.n_in && ok; k++) {
        for (int32_t at = 0; at < c.size[k] && ok; at++) {
            const float kept = c.in[k][at];
            if (kept == -INFINITY) {
                ok = c.grad[k][at] == 0.0f;
                continue;
            }
            c.in[k][at] = kept + step;
            const double above = loss_of(rule, &c, want), high = (double)c.in[k][at];
            c.in[k][at] = kept - step;
            const double slope = (above - loss_of(rule, &c, want)) / (high - (double)c.in[k][at]);
            c.in[k][at] = kept;
            ok = is_near((double)c.grad[k][at], slope, 1e-4, rule->name, at);
        }
    }
    free_all();
    return ok;
}

static bool all_agree(const Rule *rule) {
    static const int32_t shapes[][2] = {{1, 1}, {1, 7}, {5, 5}, {2, 6}, {7, 17}, {4, 4}};
    const bool reads_tokens = rule->set_sizes == fox_sizes || rule->set_sizes == pope_sizes;
    bool ok = true;
    for (int32_t k = 0; k < 6 * 4; k++) {
        const int32_t d = 1 + k % 5;
        const Case c = {.n_heads = 1 + k % 4,
                        .n_query = shapes[k % 6][0],
                        .n_key = shapes[k % 6][1],
                        .d = d,
                        .dim = 1 + k % d,
                        .first_pos = k % 3 == 0 ? 11 : 0};
        ok = ok && agrees(rule, c, !(reads_tokens && k % 2 == 1));
    }
    return ok;
}

// ------------------------------------------------------------------------------------------- edges

static bool constant_gates_are_alibi(void) {
    enum { N = 9 };
    const double slope = 0.125;
    float gates[N], bias[N * N] = {0.0f};
    double scratch[N];
    for (int32_t t = 0; t < N; t++) gates[t] = (float)-log(expm1(slope));
    bool ok = pe_fox_add(bias, gates, scratch, 1, N, N) == STATUS_OK;
    for (int32_t at = 0; at < N * N; at++) {
        ok = ok && fabs((double)bias[at] + slope * (double)(at / N - at % N)) < 2e-7;
    }
    return ok;
}

// No softplus overflows, and no sum loses what the gates near the query hold.
static bool strong_gates_stay_finite(void) {
    enum { N = 5 };
    const float gates[N] = {-3e4f, 3e4f, -2e4f, 40.0f, 0.0f};
    float bias[N * N] = {0.0f}, dgates[N] = {0.0f}, dlogits[N * N];
    double scratch[N];
    for (int32_t k = 0; k < N * N; k++) dlogits[k] = k % N > k / N ? 0.0f : 1.0f;
    bool ok = pe_fox_add(bias, gates, scratch, 1, N, N) == STATUS_OK &&
              pe_fox_backward(dgates, dlogits, gates, scratch, 1, N, N) == STATUS_OK;
    ok = ok && bias[4 * N + 3] == (float)-log(2.0) && bias[4 * N + 1] < -1.9e4f &&
         dgates[0] == 0.0f && dgates[1] == 0.0f && dgates[2] == 6.0f && dgates[4] == 2.0f;
    return ok && fabsf(bias[4 * N + 2] - (float)-log(2.0)) < 1e-7f;
}

static const float TAILS[] = {-1000.0f, -104.0f, -20.0f, -1e-20f, 0.0f, 17.5f, 40.0f, 80.0f, NAN};

// As the exact value has it to a rounding, in both tails.
static bool log_sigmoid_keeps_its_tails(void) {
    const double want[] = {-1000.0,     -104.0,     -20.0 - exp(-20.0),
                           -log(2.0),   -log(2.0),  -log1p(exp(-17.5)),
                           -exp(-40.0), -exp(-80.0)};
    float y[9], plus[9], negated[9];
    for (int32_t k = 0; k < 9; k++) negated[k] = -TAILS[k];
    bool ok = nn_log_sigmoid_forward(y, NULL, TAILS, 9) == STATUS_OK &&
              nn_softplus_forward(plus, NULL, negated, 9) == STATUS_OK;
    for (int32_t k = 0; k < 8; k++) {
        ok = ok && fabs((double)y[k] - want[k]) <= 1e-7 * fabs(want[k]) && plus[k] == -y[k];
    }
    return ok && isnan(y[8]) && isnan(plus[8]) &&
           nn_log_sigmoid_forward(y, NULL, TAILS, 0) == STATUS_BAD_SHAPE;
}

static bool its_slope_keeps_its_tails(void) {
    float y[8], slope[8];
    bool ok = nn_log_sigmoid_forward(y, slope, TAILS, 8) == STATUS_OK;
    for (int32_t k = 0; k < 8; k++) {
        const double want = 1.0 / (1.0 + exp((double)TAILS[k]));
        ok = ok && fabs((double)slope[k] - want) <= 1e-7 * want;
    }
    return ok;
}

// A large sink leaves nothing, a small one is no sink, and a row without a key goes to it whole.
static bool sinks_at_the_ends(void) {
    const float logits[] = {1.0f, 1.0f, -INFINITY, -INFINITY, 88.0f, 89.0f};
    const float large[] = {200.0f}, small[] = {-200.0f};
    float weights[6], rest[3];
    const PeSink at_large = {large, 1, 1, 3, 2}, at_small = {small, 1, 1, 3, 2};
    bool ok = pe_sink_forward(weights, rest, logits, &at_large) == STATUS_OK;
    for (int32_t k = 0; k < 6; k++) ok = ok && weights[k] < 1e-38f;
    ok = ok && rest[0] == 1.0f && rest[1] == 1.0f && rest[2] == 1.0f;
    ok = ok && pe_sink_forward(weights, rest, logits, &at_small) == STATUS_OK;
    return ok && weights[0] == 0.5f && weights[1] == 0.5f && rest[0] < 1e-38f && rest[1] == 1.0f &&
           weights[2] == 0.0f && fabsf(weights[5] - 0.7310586f) < 1e-6f;
}

// A product of sigmoids would underflow long before the stick is used up.
static bool long_sticks_keep_their_end(void) {
    enum { N = 400 };
    float logits[N], weights[N], rest;
    for (int32_t j = 0; j < N; j++) logits[j] = -5.0f;
    logits[0] = 5.0f;
    if (pe_stick_breaking_forward(weights, &rest, logits, 1, N) != STATUS_OK) return false;
    // what is left after ten long breaks is a float, a product of it and of shares is not lost
    float few[11], of_few[11];
    for (int32_t j = 0; j < 11; j++) few[j] = 7.0f;
    if (pe_stick_breaking_forward(of_few, &rest, few, 1, 11) != STATUS_OK) return false;
    const double end = pow(1.0 - sigmoid(7.0), 10.0) * sigmoid(7.0);
    if (!(fabs((double)of_few[0] / end - 1.0) < 1e-6)) return false;

    pe_stick_breaking_forward(weights, &rest, logits, 1, N);
    const double left = pow(sigmoid(5.0), N - 1);
    return fabs((double)weights[0] / (left * sigmoid(5.0)) - 1.0) < 1e-6 &&
           fabs((double)rest / (left * sigmoid(-5.0)) - 1.0) < 1e-6;
}

static bool prepared_angles_have_the_same_bits(void) {
    enum { N = 6, D = 4 };
    const Case c = {.n_heads = 2, .n_query = N, .n_key = N, .d = D, .dim = 3, .first_pos = 5};
    Case own = c;
    pope_sizes(&own);
    for (int32_t k = 0; k < 3; k++) own.in[k] = random_floats(own.size[k]);
    float *const fresh = zeros(own.n_out), *const prepared = zeros(own.n_out);
    float *const angles = untouched(2 * N * own.dim, 0);
    pe_pope_angles(angles, 100.0, own.dim, own.first_pos, N);
    PePope pope = pope_of(&own);
    bool ok = pope_forward(fresh, &own) == STATUS_OK;
    pope.angles = angles;
    pope.n_angles = N;
    ok = ok && pe_pope_add(prepared, pope_scratch(&own), &pope) == STATUS_OK;
    pope.n_angles = N - 1;
    ok = ok && pe_pope_add(prepared, NULL, &pope) == STATUS_OUT_OF_RANGE;
    ok = ok && same_bits(fresh, prepared, own.n_out);
    free_all();
    return ok;
}

// -------------------------------------------------------------------------------------------- bits

// Inputs that wasm can form too: k mod 11 - 5, in quarters.
static void print_bits(const Rule *rule) {
    Case c = {.n_heads = 2, .n_query = 3, .n_key = 5, .d = 4, .dim = 3, .first_pos = 7};
    c.n_in = rule->n_in;
    rule->set_sizes(&c);
    if (rule->set_sizes == sink_sizes) c.size[1] = 2;
    for (int32_t k = 0; k < c.n_in; k++) {
        c.in[k] = zeros(c.size[k]);
        for (int32_t at = 0; at < c.size[k]; at++) c.in[k][at] = 0.25f * (float)(at % 11 - 5);
    }
    float *const out = zeros(c.n_out);
    uint32_t hash = 2166136261u;
    if (rule->set_sizes == sink_sizes) {
        const PeSink sink = {c.in[1], 2, 2, 3, 5};
        pe_sink_forward(out, zeros(6), c.in[0], &sink);
    } else {
        rule->forward(out, &c);
    }
    const int32_t n = pairs_n(&c); // without the rest
    for (int32_t k = 0; k < n * (int32_t)sizeof *out; k++) {
        hash = (hash ^ ((const uint8_t *)out)[k]) * 16777619u;
    }
    printf("# bits %s %08x\n", rule->name, (unsigned)hash);
    free_all();
}

// Floats that PaTH's method works in. Nothing is allocated here.
static bool path_has_limits(void) {
    enum { MOST = 1 << 24, SIDE = 1 << 14 };
    const PeConfig thin = {.n_heads = 1, .d_head = 1, .d_model = 1};
    const PeConfig wide = {.n_heads = 1, .d_head = 1, .d_model = SIDE};
    const PeConfig empty = {.n_heads = 1, .d_head = 0, .d_model = 1};
    return pe_path.n_scratch(&thin, 1, MOST) == 9 * (int64_t)MOST + 2 &&
           pe_path.n_scratch(&thin, 1, MOST + 1) == 0 && // 16 numbers for each token and head
           pe_path.n_scratch(&thin, SIDE, SIDE) > 0 &&
           pe_path.n_scratch(&thin, SIDE, SIDE + 1) == 0 && pe_path.n_scratch(&thin, 2, 1) == 0 &&
           pe_path.n_scratch(&wide, 1, SIDE) > 0 && pe_path.n_scratch(&wide, 1, SIDE + 1) == 0 &&
           pe_path.n_scratch(&empty, 1, 1) == 0;
}

// A query that is later than the keys in a cache: its keys fill more panels than it does. Nothing is allocated here.
static bool pope_counts_its_keys(void) {
    const PeConfig c = {.n_heads = 1, .d_head = 8, .rotary_dim = 8};
    const double one_query = pe_pope_scratch_n(1, 17, 8, 8);
    return one_query > pe_pope_scratch_n(17, 1, 8, 8) &&
           pe_pope.n_scratch(&c, 1, 17) == (int64_t)one_query;
}

int main(void) {
    for (int32_t k = 0; k < N_RULES; k++) {
        char name[80];
        snprintf(name, sizeof name, "%s and its gradients are those of the formula", RULES[k].name);
        check(all_agree(&RULES[k]), name);
        print_bits(&RULES[k]);
    }
    check(constant_gates_are_alibi(), "constant forget gates are ALiBi");
    check(strong_gates_stay_finite(), "strong forget gates lose nothing of the weak ones");
    check(log_sigmoid_keeps_its_tails(), "log sigmoid and softplus are right in both tails");
    check(its_slope_keeps_its_tails(), "the slope of log sigmoid is right in both tails");
    check(path_has_limits(), "PaTH has limits on its tokens");
    check(pope_counts_its_keys(), "PoPE has memory for all keys of one query");
    check(sinks_at_the_ends(), "a large sink takes all, a small one nothing");
    check(long_sticks_keep_their_end(), "the end of a long stick is not lost");
    check(prepared_angles_have_the_same_bits(),
          "PoPE's prepared angles have the bits of fresh ones");
    return test_end();
}
