/* FLOATER against a Runge-Kutta and an Euler written out, its backward pass against differences in double;
 * log-N and multiplicative positions by their formulas. Buffers have exactly their size. */
#include "../../src/pe/floater.h"

#include "../../src/pe/log_n.h"
#include "../../src/pe/multiplicative.h"
#include "test.h"

enum { MAX_D = 8, MAX_TABLE = 200 };

static bool is_near(double got, double want, double atol, const char *name, int32_t at) {
    if (isfinite(want) && fabs(got - want) <= atol * (1.0 + fabs(want))) return true;
    printf("# %s [%d]: got %g, expected %g\n", name, (int)at, got, want);
    return false;
}

// -------------------------------------------------------------------------- floater, by the paper

typedef struct Law {
    int32_t d, width;
    double table[MAX_TABLE]; // p0, w1, wt, b1, w2, b2
} Law;

static void slope_at(double *slope, const Law *law, const double *p, double t) {
    const int32_t d = law->d, w = law->width;
    const double *const w1 = law->table + d, *const wt = w1 + w * d, *const b1 = wt + w;
    const double *const w2 = b1 + w, *const b2 = w2 + d * w;
    for (int32_t e = 0; e < d; e++) slope[e] = b2[e];
    for (int32_t u = 0; u < w; u++) {
        double sum = wt[u] * t + b1[u];
        for (int32_t e = 0; e < d; e++) sum += w1[u * d + e] * p[e];
        for (int32_t e = 0; e < d; e++) slope[e] += w2[e * w + u] * tanh(sum);
    }
}

static void move(double *p, const Law *law, bool is_ode, double t) {
    double k[4][MAX_D], q[MAX_D];
    slope_at(k[0], law, p, t);
    for (int32_t s = 1; s < 4 && is_ode; s++) {
        const double ahead = s == 3 ? 1.0 : 0.5;
        for (int32_t e = 0; e < law->d; e++) q[e] = p[e] + ahead * k[s - 1][e];
        slope_at(k[s], law, q, t + ahead);
    }
    for (int32_t e = 0; e < law->d; e++) {
        p[e] += is_ode ? (k[0][e] + 2.0 * k[1][e] + 2.0 * k[2][e] + k[3][e]) / 6.0 : k[0][e];
    }
}

// The sum over tokens of weights . p.
static double loss(const Law *law, bool is_ode, const float *weights, int32_t first, int32_t n) {
    double p[MAX_D], sum = 0.0;
    for (int32_t e = 0; e < law->d; e++) p[e] = law->table[e];
    for (int32_t k = 0; k < first + n; k++) {
        for (int32_t e = 0; e < law->d && k >= first; e++) {
            sum += (double)weights[(k - first) * law->d + e] * p[e];
        }
        move(p, law, is_ode, (double)k);
    }
    return sum;
}

static Law law_of(const float *table, int32_t d, int32_t width) {
    Law law = {.d = d, .width = width};
    for (int32_t e = 0; e < 2 * d + 2 * width + 2 * d * width; e++) law.table[e] = (double)table[e];
    return law;
}

static bool positions_agree(const float *x, const Law *law, bool is_ode, int32_t first, int32_t n) {
    double p[MAX_D];
    bool ok = true;
    for (int32_t e = 0; e < law->d; e++) p[e] = law->table[e];
    for (int32_t k = 0; k < first + n; k++) {
        for (int32_t e = 0; e < law->d && k >= first; e++) {
            const double got = (double)x[(k - first) * law->d + e] - (double)SENTINEL;
            ok = ok && is_near(got, p[e], 2e-6, "x", k);
        }
        move(p, law, is_ode, (double)k);
    }
    return ok;
}

static bool gradients_agree(const float *dtable, Law *law, bool is_ode, const float *dx,
                            int32_t first, int32_t n) {
    const int32_t n_table = 2 * law->d + 2 * law->width + 2 * law->d * law->width;
    const double step = 1e-5;
    bool ok = true;
    for (int32_t e = 0; e < n_table && ok; e++) {
        const double kept = law->table[e];
        law->table[e] = kept + step;
        const double above = loss(law, is_ode, dx, first, n);
        law->table[e] = kept - step;
        const double want = (above - loss(law, is_ode, dx, first, n)) / (2.0 * step);
        law->table[e] = kept;
        ok = is_near((double)dtable[e] - (double)SENTINEL, want, 1e-5, "dtable", e);
    }
    return ok;
}

static bool floater_agrees(bool is_ode, int32_t d, int32_t width, int32_t first, int32_t n) {
    const PeMethod *const m = is_ode ? &pe_floater : &pe_floater_recurrent;
    const int32_t n_table = 2 * d + 2 * width + 2 * d * width;
    float *const table = random_floats(n_table);
    for (int32_t e = 0; e < n_table; e++) table[e] *= 0.4f;
    Law law = law_of(table, d, width);
    PeConfig config = PE_CONFIG(.d_model = d, .width = width, .first_pos = first, .table = table);
    config.scratch = exact((size_t)m->n_scratch(&config, n, n) * sizeof(float));
    float *const x = untouched(n * d, 0), *const dtable = untouched(n_table, 1);
    float *const dx = random_floats(n * d), *const before = exact((size_t)(n * d) * sizeof(float));
    memcpy(before, dx, (size_t)(n * d) * sizeof(float));
    const bool ok = m->input_forward(x, &config, n) == STATUS_OK &&
                    positions_agree(x, &law, is_ode, first, n) &&
                    m->input_backward(dx, dtable, NULL, &config, n) == STATUS_OK &&
                    gradients_agree(dtable, &law, is_ode, dx, first, n) &&
                    m->input_backward(dx, NULL, NULL, &config, n) == STATUS_OK &&
                    same_bits(dx, before, n * d);
    free_all();
    return ok;
}

static bool all_floaters_agree(bool is_ode) {
    static const int32_t shapes[][4] = {{1, 1, 0, 1}, {3, 2, 0, 1},  {1, 5, 0, 9}, {8, 3, 0, 7},
                                        {5, 1, 4, 1}, {2, 7, 11, 6}, {4, 4, 1, 25}};
    bool ok = true;
    for (int32_t k = 0; k < 7 && ok; k++) {
        ok = floater_agrees(is_ode, shapes[k][0], shapes[k][1], shapes[k][2], shapes[k][3]);
    }
    return ok;
}

static bool floater_refuses(void) {
    static const int32_t SIZES[] = {0, -1, INT32_MIN, INT32_MAX};
    float x = SENTINEL, scratch[64] = {0};
    const float table[8] = {0};
    const PeConfig good = PE_CONFIG(.d_model = 1, .width = 1, .table = table, .scratch = scratch);
    PeConfig early = good, late = good, no_table = good, no_scratch = good;
    early.first_pos = -1;
    late.first_pos = INT32_MAX;
    no_table.table = NULL;
    no_scratch.scratch = NULL;
    const struct Wrong {
        PeConfig config;
        Status status;
    } WRONG[] = {{early, STATUS_OUT_OF_RANGE},
                 {late, STATUS_BAD_SHAPE},
                 {no_table, STATUS_BAD_VALUE},
                 {no_scratch, STATUS_BAD_VALUE}};
    const PeMethod *const methods[] = {&pe_floater, &pe_floater_recurrent};
    bool ok = true;
    for (int32_t k = 0; k < 8; k++) {
        const PeMethod *const m = methods[k % 2];
        const struct Wrong *const wrong = &WRONG[k / 2];
        PeConfig width = good, d_model = good;
        width.width = d_model.d_model = SIZES[k / 2];
        ok = ok && m->input_forward(&x, &wrong->config, 1) == wrong->status &&
             m->input_backward(&x, &x, NULL, &wrong->config, 1) == wrong->status &&
             m->input_forward(&x, &width, 1) == STATUS_BAD_SHAPE &&
             m->input_forward(&x, &d_model, 1) == STATUS_BAD_SHAPE &&
             m->input_forward(&x, &good, SIZES[k / 2]) == STATUS_BAD_SHAPE &&
             m->input_backward(&x, &x, NULL, &good, SIZES[k / 2]) == STATUS_BAD_SHAPE &&
             m->n_scratch(&good, SIZES[k / 2], 1) == 0 && m->n_scratch(&width, 1, 1) == 0 &&
             m->n_scratch(&early, 3, 3) == 0 && m->n_scratch(&late, 1, 1) == 0;
    }
    return ok && x == SENTINEL;
}

// ---------------------------------------------------------------------------------------- log-N

static bool log_n_agrees(int32_t train_len, int32_t first, int32_t n_query, int32_t n_key) {
    const int32_t n_heads = 3, d = 5, n_q = n_heads * n_query * d, n_k = n_heads * n_key * d;
    const PeConfig config =
        PE_CONFIG(.n_heads = n_heads, .d_head = d, .first_pos = first, .train_len = train_len);
    float *const q = random_floats(n_q), *const before = untouched(n_q, 0);
    float *const dq = untouched(n_q, 0), *const k = untouched(n_k, 1);
    memcpy(before, q, (size_t)n_q * sizeof *before);
    memcpy(dq, q, (size_t)n_q * sizeof *before);
    bool ok = pe_log_n.qk_forward(q, k, &config, n_query, n_key) == STATUS_OK &&
              pe_log_n.qk_backward(dq, k, &config, n_query, n_key) == STATUS_OK &&
              same_bits(q, dq, n_q) && is_untouched(k, n_k);
    for (int32_t e = 0; e < n_q; e++) {
        const double n = (double)first + e / d % n_query + n_key - n_query + 1.0;
        const double factor = n > train_len ? log(n) / log((double)train_len) : 1.0;
        ok = ok && is_near((double)q[e], factor * (double)before[e], 2e-7, "q", e);
        ok = ok && (n > train_len || q[e] == before[e]);
    }
    free_all();
    return ok;
}

static bool all_log_n_agree(void) {
    return log_n_agrees(2, 0, 9, 9) && log_n_agrees(5, 0, 3, 9) && log_n_agrees(4, 3, 9, 2) &&
           log_n_agrees(100, 0, 7, 7) && log_n_agrees(512, 1 << 20, 1, 1) &&
           log_n_agrees(2, INT32_MAX - 3, 2, 40) && log_n_agrees(2, INT32_MIN, 3, 3);
}

static bool log_n_refuses(void) {
    static const int32_t SIZES[] = {0, -1, INT32_MIN, INT32_MAX};
    float q = SENTINEL, k = SENTINEL;
    const PeConfig good = PE_CONFIG(.n_heads = 1, .d_head = 1, .first_pos = 9, .train_len = 2);
    bool ok = true;
    for (int32_t i = 0; i < 4; i++) {
        PeConfig heads = good, d_head = good, train = good;
        heads.n_heads = d_head.d_head = SIZES[i];
        train.train_len = i < 3 ? SIZES[i] : 1;
        ok = ok && pe_log_n.qk_forward(&q, &k, &heads, 1, 1) == STATUS_BAD_SHAPE &&
             pe_log_n.qk_forward(&q, &k, &d_head, 1, 1) == STATUS_BAD_SHAPE &&
             pe_log_n.qk_forward(&q, &k, &good, SIZES[i], 1) == STATUS_BAD_SHAPE &&
             pe_log_n.qk_backward(&q, &k, &good, 1, SIZES[i]) == STATUS_BAD_SHAPE &&
             pe_log_n.qk_backward(&q, &k, &train, 1, 1) == STATUS_BAD_VALUE;
    }
    return ok && q == SENTINEL && k == SENTINEL;
}

// ------------------------------------------------------------------------------- multiplicative

static bool multiplicative_agrees(int32_t first, int32_t n, int32_t n_rows, int32_t d) {
    const float *const table = random_floats(n_rows * d);
    const PeConfig config =
        PE_CONFIG(.d_model = d, .first_pos = first, .table_len = n_rows, .table = table);
    float *const x = random_floats(n * d), *const before = untouched(n * d, 0);
    float *const dx = random_floats(n * d), *const dy = untouched(n * d, 0);
    float *const dtable = untouched(n_rows * d, 1), *const other = untouched(n * d, 0);
    memcpy(before, x, (size_t)(n * d) * sizeof *x);
    memcpy(dy, dx, (size_t)(n * d) * sizeof *x);
    memcpy(other, dx, (size_t)(n * d) * sizeof *x);
    bool ok = pe_multiplicative.input_forward(x, &config, n) == STATUS_OK &&
              pe_multiplicative.input_backward(dx, dtable, before, &config, n) == STATUS_OK &&
              pe_multiplicative.input_backward(other, NULL, before, &config, n) == STATUS_OK &&
              same_bits(other, dx, n * d);
    for (int32_t e = 0; e < n_rows * d; e++) {
        const int32_t at = e - first * d;
        if (at < 0 || at >= n * d) {
            ok = ok && dtable[e] == SENTINEL;
        } else {
            ok = ok && x[at] == before[at] * table[e] && dx[at] == dy[at] * table[e] &&
                 dtable[e] == SENTINEL + dy[at] * before[at];
        }
    }
    free_all();
    return ok;
}

static bool multiplicative_refuses(void) {
    static const int32_t SIZES[] = {0, -1, INT32_MIN, INT32_MAX};
    static const int32_t FIRST[] = {-1, 3, INT32_MIN, INT32_MAX};
    float x[2] = {SENTINEL, SENTINEL};
    const float table[3] = {0.0f, 0.0f, 0.0f};
    const PeConfig good = PE_CONFIG(.d_model = 1, .table_len = 3, .table = table);
    const PeMethod *const m = &pe_multiplicative;
    PeConfig no_table = good;
    no_table.table = NULL;
    bool ok = m->input_forward(x, &no_table, 1) == STATUS_BAD_VALUE &&
              m->input_backward(x, x, x, &no_table, 1) == STATUS_BAD_VALUE &&
              m->input_forward(x, &good, 4) == STATUS_OUT_OF_RANGE;
    for (int32_t k = 0; k < 4; k++) {
        PeConfig d_model = good, rows = good, first = good;
        d_model.d_model = rows.table_len = SIZES[k];
        first.first_pos = FIRST[k];
        ok = ok && m->input_forward(x, &d_model, 1) == STATUS_BAD_SHAPE &&
             m->input_backward(x, x, x, &rows, 1) == STATUS_BAD_SHAPE &&
             m->input_forward(x, &good, SIZES[k]) == STATUS_BAD_SHAPE &&
             m->input_forward(x, &first, 1) == STATUS_OUT_OF_RANGE &&
             m->input_backward(x, x, x, &first, 1) == STATUS_OUT_OF_RANGE;
    }
    return ok && is_untouched(x, 2);
}

int main(void) {
    bool multiplicative = true;
    for (int32_t n = 1; n <= 9; n++) {
        multiplicative = multiplicative && multiplicative_agrees(0, n, n, n % 5 + 1) &&
                         multiplicative_agrees(n / 2, n, n + n / 2 + 1, 7);
    }
    check(all_floaters_agree(true),
          "floater and its backward pass are Runge-Kutta's, step by step");
    check(all_floaters_agree(false),
          "its recurrence and its backward pass are the law's, step by step");
    check(floater_refuses(), "floater refuses sizes, positions and missing buffers");
    check(all_log_n_agree(), "log-N multiplies queries that see more keys than in training");
    check(log_n_refuses(), "log-N refuses sizes and lengths before it writes");
    check(multiplicative, "multiplicative positions multiply, and give both gradients");
    check(multiplicative_refuses(),
          "they refuse sizes, a missing table and rows that are not there");
    return test_end();
}
