/* KERPLE and FIRE by their formulas with the C library's logarithms and powers, in buffers of exactly
 * their size, at every tail. */
#include "../../src/pe/fire.h"
#include "../../src/pe/kerple.h"
#include "test.h"

enum { N_SHAPES = 9 };
static const int32_t SHAPES[N_SHAPES][2] = {{1, 1}, {1, 9},  {9, 1},   {2, 5},  {5, 2},
                                            {7, 7}, {6, 13}, {3, 300}, {259, 4}};

static bool is_near(double got, double want, double atol, const char *name, int32_t at) {
    if (isfinite(want) && fabs(got - want) <= atol * (1.0 + fabs(want))) return true;
    printf("# %s [%d]: got %g, expected %g\n", name, (int)at, got, want);
    return false;
}

// --------------------------------------------------------------------------------------- kerple

// The paper's, and its slopes by a and by p, for a > 0.
static double kerple(bool is_log, double a, double p, double d, double *by_a, double *by_p) {
    if (d == 0.0) return *by_a = *by_p = 0.0;
    *by_a = is_log ? -p * d / (1.0 + a * d) : -pow(d, p);
    *by_p = is_log ? -log1p(a * d) : -a * pow(d, p) * log(d);
    return is_log ? -p * log1p(a * d) : -a * pow(d, p);
}

static bool kerple_agrees(bool is_log, int32_t n_heads, int32_t n_query, int32_t n_key) {
    const PeMethod *const m = is_log ? &pe_kerple_log : &pe_kerple_power;
    PeConfig config = PE_CONFIG(.n_heads = n_heads, .causal = n_heads == 3);
    float *const table = random_floats(2 * n_heads);
    for (int32_t e = 0; e < 2 * n_heads; e++) table[e] = table[e] * 0.5f + 0.75f;
    config.table = table;
    const int32_t n_map = n_query * n_key, n = n_heads * n_map;
    float *const logits = random_floats(n), *const before = untouched(n, 0);
    const float *const dlogits = random_floats(n);
    float *const dtable = untouched(2 * n_heads, 1);
    memcpy(before, logits, (size_t)n * sizeof *before);
    bool ok = m->logits_forward(logits, NULL, NULL, &config, n_query, n_key) == STATUS_OK;
    ok = ok && m->logits_backward(&(PeLogitsGradients){NULL, NULL, dtable, NULL}, dlogits, NULL,
                                  NULL, &config, n_query, n_key) == STATUS_OK;
    for (int32_t h = 0; h < n_heads; h++) {
        double da = 0.0, dp = 0.0;
        for (int32_t at = h * n_map; at < (h + 1) * n_map; at++) {
            const int32_t i = at % n_map / n_key + n_key - n_query, j = at % n_key;
            double by_a, by_p;
            const double want = kerple(is_log, (double)table[h], (double)table[n_heads + h],
                                       fabs((double)(i - j)), &by_a, &by_p);
            const double got = (double)logits[at] - (double)before[at];
            const bool is_hidden = config.causal && j > i;
            ok = ok && (is_hidden || is_near(got, want, 3e-7, "logits", at));
            ok = ok && (!(is_hidden || i == j) || same_bits(logits + at, before + at, 1));
            if (is_hidden) continue;
            da += (double)dlogits[at] * by_a;
            dp += (double)dlogits[at] * by_p;
        }
        ok = ok && is_near((double)dtable[h] - (double)SENTINEL, da, 2e-6, "da", h);
        ok = ok && is_near((double)dtable[n_heads + h] - (double)SENTINEL, dp, 2e-6, "dp", h);
    }
    free_all();
    return ok;
}

// At distance 0 there is nothing, whatever the numbers; and a counts by its size.
static bool kerple_takes_any_number(void) {
    static const float NUMBERS[] = {0.0f, -0.5f, -3.0f, 1e30f, -1e30f};
    float logits[9], other[9];
    bool ok = true;
    for (int32_t k = 0; k < 25; k++) {
        const float table[] = {NUMBERS[k / 5], NUMBERS[k % 5]};
        PeConfig config = PE_CONFIG(.n_heads = 1, .table = table);
        const float dlogit = 1.0f;
        float logit = 0.25f, dtable[2] = {0.5f, 0.5f};
        for (int32_t is_log = 0; is_log < 2; is_log++) {
            const PeMethod *const m = is_log ? &pe_kerple_log : &pe_kerple_power;
            ok = ok && m->logits_forward(&logit, NULL, NULL, &config, 1, 1) == STATUS_OK &&
                 m->logits_backward(&(PeLogitsGradients){NULL, NULL, dtable, NULL}, &dlogit, NULL,
                                    NULL, &config, 1, 1) == STATUS_OK &&
                 logit == 0.25f && dtable[0] == 0.5f && dtable[1] == 0.5f;
        }
        if (fabsf(table[0]) > 3.0f || fabsf(table[1]) > 3.0f) continue;
        const float negated[] = {-table[0], table[1]};
        memset(logits, 0, sizeof logits), memset(other, 0, sizeof other);
        ok = ok && pe_kerple_log.logits_forward(logits, NULL, NULL, &config, 3, 3) == STATUS_OK;
        config.table = negated;
        ok = ok && pe_kerple_log.logits_forward(other, NULL, NULL, &config, 3, 3) == STATUS_OK &&
             same_bits(logits, other, 9);
        for (int32_t e = 0; e < 9; e++) ok = ok && isfinite(logits[e]);
        float back[2] = {0.0f, 0.0f}, negated_back[2] = {0.0f, 0.0f};
        ok = ok &&
             pe_kerple_log.logits_backward(&(PeLogitsGradients){NULL, NULL, negated_back, NULL},
                                           logits, NULL, NULL, &config, 3, 3) == STATUS_OK;
        config.table = table;
        ok = ok &&
             pe_kerple_log.logits_backward(&(PeLogitsGradients){NULL, NULL, back, NULL}, logits,
                                           NULL, NULL, &config, 3, 3) == STATUS_OK &&
             back[0] == -negated_back[0] && back[1] == negated_back[1];
    }
    return ok;
}

// ----------------------------------------------------------------------------------------- fire

typedef struct Fire {
    int32_t width, n_heads;
    const float *w1, *b1, *w2, *b2;
    double c, l;
} Fire;

static Fire fire_of(const float *t, int32_t width, int32_t n_heads) {
    const float *const w2 = t + 2 * width, *const b2 = w2 + n_heads * width;
    return (Fire){
        width, n_heads, t, t + width, w2, b2, (double)b2[n_heads], (double)b2[n_heads + 1]};
}

static const double EPS = 1e-3;

static double fire_share(double c, double l, double i, double j) {
    return log(fabs(c * (i - j)) + 1.0) / (log(fabs(c * fmax(i, fabs(l))) + 1.0) + EPS);
}

static double fire_value(const Fire *f, int32_t h, double x) {
    double sum = (double)f->b2[h];
    for (int32_t u = 0; u < f->width; u++) {
        sum += (double)f->w2[h * f->width + u] * fmax((double)f->w1[u] * x + (double)f->b1[u], 0.0);
    }
    return sum;
}

// The gradient of the network for one pair, by w1, b1, w2, b2, and through x by c and L, whose slopes
// are differences of a formula in double.
static void fire_gradient(double *sums, const Fire *f, double g, int32_t h, double i, double j) {
    const double x = fire_share(f->c, f->l, i, j), step = 1e-5;
    double *const sums_w2 = sums + 2 * f->width, *const sums_b2 = sums_w2 + f->n_heads * f->width;
    double dx = 0.0;
    for (int32_t u = 0; u < f->width; u++) {
        const double hidden = fmax((double)f->w1[u] * x + (double)f->b1[u], 0.0);
        const double w2 = hidden > 0.0 ? (double)f->w2[h * f->width + u] : 0.0;
        sums[u] += g * w2 * x;
        sums[f->width + u] += g * w2;
        sums_w2[h * f->width + u] += g * hidden;
        dx += g * w2 * (double)f->w1[u];
    }
    sums_b2[h] += g;
    const double by_c = fire_share(f->c + step, f->l, i, j) - fire_share(f->c - step, f->l, i, j);
    const double by_l = fire_share(f->c, f->l + step, i, j) - fire_share(f->c, f->l - step, i, j);
    sums_b2[f->n_heads] += dx * by_c / (2.0 * step);
    sums_b2[f->n_heads + 1] += dx * by_l / (2.0 * step);
}

static bool fire_agrees(PeConfig config, double c, double l, int32_t n_query, int32_t n_key) {
    const int32_t n_map = n_query * n_key, n = config.n_heads * n_map;
    const int32_t n_table = config.width * (2 + config.n_heads) + config.n_heads + 2;
    float *const table = random_floats(n_table);
    table[n_table - 2] = (float)c;
    table[n_table - 1] = (float)l;
    config.table = table;
    const Fire fire = fire_of(table, config.width, config.n_heads);
    float *const logits = untouched(n, 0), *const dlogits = random_floats(n);
    float *const dtable = untouched(n_table, 1);
    double *const sums = exact((size_t)n_table * sizeof *sums);
    memset(sums, 0, (size_t)n_table * sizeof *sums);
    bool ok = pe_fire.logits_forward(logits, NULL, NULL, &config, n_query, n_key) == STATUS_OK;
    for (int32_t at = 0; at < n; at++) {
        const int32_t i = at % n_map / n_key + n_key - n_query, j = at % n_key, h = at / n_map;
        if (config.causal && j > i) {
            ok = ok && logits[at] == SENTINEL;
            dlogits[at] = 0.0f;
            continue;
        }
        const double pos = (double)i + (double)config.first_pos;
        const double pos_key = (double)j + (double)config.first_pos;
        const double want = fire_value(&fire, h, fire_share(fire.c, fire.l, pos, pos_key));
        ok = ok && is_near((double)logits[at] - (double)SENTINEL, want, 2e-6, "logits", at);
        fire_gradient(sums, &fire, (double)dlogits[at], h, pos, pos_key);
    }
    config.scratch = untouched((int32_t)pe_fire.n_scratch(&config, n_query, n_key), 0);
    ok = ok && pe_fire.logits_backward(&(PeLogitsGradients){NULL, NULL, dtable, NULL}, dlogits,
                                       NULL, NULL, &config, n_query, n_key) == STATUS_OK;
    for (int32_t e = 0; e < n_table; e++) {
        ok = ok && is_near((double)dtable[e] - (double)SENTINEL, sums[e], 4e-6, "dtable", e);
    }
    free_all();
    return ok;
}

static bool all_fire_agrees(void) {
    // L below, within and past the positions, on one of them, and negative; c negative and 0
    static const double CASES[][2] = {{0.7, 0.4},  {0.7, 3.5},  {0.1, 512.0}, {0.5, 4.0},
                                      {1.5, -3.5}, {-0.7, 2.5}, {0.0, 2.5},   {0.7, 0.0}};
    bool ok = true;
    for (int32_t s = 0; s < N_SHAPES && ok; s++) {
        for (int32_t k = 0; k < 8 && ok; k++) {
            const PeConfig config =
                PE_CONFIG(.n_heads = 1 + k % 3, .width = 1 + (s + k) % 9, .eps = EPS,
                          .causal = (s + k) % 2 == 1, .first_pos = k == 2 ? 1000 : k % 2 * 3);
            ok = fire_agrees(config, CASES[k][0], CASES[k][1], SHAPES[s][0], SHAPES[s][1]);
        }
    }
    return ok;
}

// ------------------------------------------------------------------------------------- refusals

static Status run(const PeMethod *m, const PeConfig *config, float *x, int32_t n_query,
                  int32_t n_key) {
    const Status status = m->logits_forward(x, NULL, NULL, config, n_query, n_key);
    return status == STATUS_OK ? m->logits_backward(&(PeLogitsGradients){NULL, NULL, x, NULL}, x,
                                                    NULL, NULL, config, n_query, n_key)
                               : status;
}

static bool refuses(const PeMethod *m, bool is_fire) {
    static const int32_t SIZES[] = {0, -1, INT32_MIN, INT32_MAX};
    float x = SENTINEL, scratch[64] = {0};
    const float table[16] = {0};
    const PeConfig good = PE_CONFIG(.n_heads = 2, .width = 2, .table = table, .scratch = scratch);
    PeConfig no_table = good, no_scratch = good;
    no_table.table = NULL;
    no_scratch.scratch = NULL;
    const Status want = is_fire ? STATUS_BAD_VALUE : STATUS_OK;
    bool ok = run(m, &no_table, &x, 1, 1) == STATUS_BAD_VALUE &&
              m->logits_backward(&(PeLogitsGradients){NULL, NULL, &x, NULL}, &x, NULL, NULL,
                                 &no_table, 1, 1) == STATUS_BAD_VALUE &&
              m->logits_backward(&(PeLogitsGradients){NULL, NULL, NULL, NULL}, &x, NULL, NULL,
                                 &no_scratch, 1, 1) == want;
    for (int32_t k = 0; k < 4; k++) {
        PeConfig heads = good, width = good;
        heads.n_heads = width.width = SIZES[k];
        ok = ok && run(m, &heads, &x, 1, 1) == STATUS_BAD_SHAPE &&
             run(m, &good, &x, SIZES[k], 1) == STATUS_BAD_SHAPE &&
             run(m, &good, &x, 1, SIZES[k]) == STATUS_BAD_SHAPE;
        if (!is_fire) continue;
        ok = ok && run(m, &width, &x, 1, 1) == STATUS_BAD_SHAPE &&
             m->n_scratch(&heads, 1, 1) == 0 && m->n_scratch(&width, 1, 1) == 0 &&
             m->n_scratch(&good, SIZES[k], 1) == 0;
    }
    return ok && x == SENTINEL;
}

int main(void) {
    bool logs = true, powers = true;
    for (int32_t s = 0; s < N_SHAPES; s++) {
        for (int32_t n_heads = 1; n_heads <= 5; n_heads += 2) {
            logs = logs && kerple_agrees(true, n_heads, SHAPES[s][0], SHAPES[s][1]);
            powers = powers && kerple_agrees(false, n_heads, SHAPES[s][0], SHAPES[s][1]);
        }
    }
    check(logs, "kerple-log and its gradients follow the formula, and nothing is at distance 0");
    check(powers,
          "kerple-power and its gradients follow the formula, and nothing is at distance 0");
    check(kerple_takes_any_number(), "no number makes a distance of 0 speak, nor a logarithm fail");
    check(all_fire_agrees(), "fire and its gradients follow the formula, by c and L too");
    check(refuses(&pe_kerple_log, false) && refuses(&pe_kerple_power, false),
          "kerple refuses sizes and a missing table before it writes");
    check(refuses(&pe_fire, true), "fire refuses the same, widths, and missing scratch");
    return test_end();
}
