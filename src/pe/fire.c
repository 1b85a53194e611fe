#include "fire.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "../base/api.h"
#include "../base/real.h"
#include "../base/shape.h"

COMPACT_BEGIN

static const double EPS = 1e-6;

// The table, where its tensors start in it, w1 at 0; and what all keys of a query share.
typedef struct Fire {
    const float *table;
    int32_t width, b1, w2, b2, c, l;
    double position; // of the query
    double before;   // keys from the first to the query
    int32_t n_seen;  // keys before the first that is left out
    double size_c;   // |c|
    double most;     // max(i, |L|)
    double divisor;  // the logarithm of that, with EPS
    double *sums;    // way back: the gradient by the table; else NULL
} Fire;

static Fire fire_of(const PeConfig *config) {
    const int32_t width = config->width, w2 = 2 * width, b2 = w2 + config->n_heads * width;
    const int32_t c = b2 + config->n_heads;
    return (Fire){.table = config->table,
                  .width = width,
                  .b1 = width,
                  .w2 = w2,
                  .b2 = b2,
                  .c = c,
                  .l = c + 1};
}

static double number(const Fire *f, int32_t at) { return (double)f->table[at]; }

static void go_to_row(Fire *f, const PeConfig *config, int32_t i, int32_t n_query, int32_t n_key) {
    const int32_t before = i + n_key - n_query;
    const double size_l = fabs(number(f, f->l));
    f->n_seen = config->causal && before < n_key ? before + 1 : n_key;
    f->before = (double)before;
    f->position = f->before + (double)config->first_pos;
    f->size_c = fabs(number(f, f->c));
    f->most = f->position > size_l ? f->position : size_l;
    f->divisor = real_log(f->size_c * f->most + 1.0) + EPS;
}

// What the network makes of x for head h. Way back: from g, the gradient by that, to *dx and the sums.
static double network(const Fire *f, int32_t h, double x, double g, double *dx) {
    const int32_t w2 = f->w2 + h * f->width;
    double value = number(f, f->b2 + h);
    if (f->sums) f->sums[f->b2 + h] += g;
    for (int32_t u = 0; u < f->width; u++) {
        const double hidden = number(f, u) * x + number(f, f->b1 + u);
        if (hidden <= 0.0) continue; // NaN goes on
        value += number(f, w2 + u) * hidden;
        if (!f->sums) continue;
        const double dhidden = g * number(f, w2 + u);
        f->sums[w2 + u] += g * hidden;
        f->sums[u] += dhidden * x;
        f->sums[f->b1 + u] += dhidden;
        *dx += dhidden * number(f, u);
    }
    return value;
}

static double sign(double x) { return (double)(x > 0.0) - (double)(x < 0.0); }

// x = ln(|c| d + 1) / (ln(|c| m + 1) + eps), m = max(i, |L|), to c and L.
static void share_backward(const Fire *f, double d, double x, double dx) {
    const double c = number(f, f->c), l = number(f, f->l);
    const double of_l = 0.5 * (1.0 + sign(fabs(l) - f->position)); // 0, or 1, or 1/2
    const double dtop = dx / f->divisor, dinside = -x * dtop / (f->size_c * f->most + 1.0);
    f->sums[f->c] += sign(c) * (dtop * d / (f->size_c * d + 1.0) + dinside * f->most);
    f->sums[f->l] += sign(l) * of_l * dinside * f->size_c;
}

// Way there: logits are added to. Way back, with logits NULL: the sums are, from dlogits.
static void run(float *logits, Fire *f, const float *dlogits, const PeConfig *config,
                int32_t n_query, int32_t n_key) {
    for (int32_t i = 0; i < n_query; i++) {
        go_to_row(f, config, i, n_query, n_key);
        for (int32_t j = 0; j < f->n_seen; j++) {
            const double d = fabs(f->before - (double)j);
            const double x = real_log(f->size_c * d + 1.0) / f->divisor;
            double dx = 0.0;
            for (int32_t h = 0; h < config->n_heads; h++) {
                const int32_t at = (h * n_query + i) * n_key + j;
                const double value = network(f, h, x, logits ? 0.0 : (double)dlogits[at], &dx);
                if (logits) logits[at] += (float)value;
            }
            if (!logits) share_backward(f, d, x, dx);
        }
    }
}

static bool sizes_fit(const PeConfig *config, int32_t n_query, int32_t n_key) {
    return SHAPE_OK(config->n_heads, n_query, n_key) && SHAPE_OK(config->n_heads, config->width);
}

static Status logits_forward(float *logits, const float *q, const float *k, const PeConfig *config,
                             int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    if (!sizes_fit(config, n_query, n_key)) return STATUS_BAD_SHAPE;
    if (!config->table) return STATUS_BAD_VALUE;
    Fire fire = fire_of(config);
    run(logits, &fire, NULL, config, n_query, n_key);
    return STATUS_OK;
}

static Status logits_backward(float *dq, float *dk, float *dtable, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    (void)dq, (void)dk, (void)q, (void)k;
    if (!sizes_fit(config, n_query, n_key)) return STATUS_BAD_SHAPE;
    if (!config->table || !config->scratch) return STATUS_BAD_VALUE;
    if (!dtable) return STATUS_OK;
    Fire fire = fire_of(config);
    const int32_t n = fire.l + 1;
    fire.sums = (void *)config->scratch;
    memset(fire.sums, 0, (size_t)n * sizeof *fire.sums);
    run(NULL, &fire, dlogits, config, n_query, n_key);
    for (int32_t e = 0; e < n; e++) dtable[e] += (float)fire.sums[e];
    return STATUS_OK;
}

// On the way back the gradient of the table is summed in double.
static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    return sizes_fit(config, n_query, n_key) ? 2 * ((int64_t)fire_of(config).l + 1) : 0;
}

// --------------------------------------------------------------------------------------- the entry

static PeShape hidden_shape(const PeConfig *config) { return (PeShape){{config->width}}; }

static PeShape w2_shape(const PeConfig *config) {
    return (PeShape){{config->n_heads, config->width}};
}

static PeShape heads_shape(const PeConfig *config) { return (PeShape){{config->n_heads}}; }

static PeShape one_number(const PeConfig *config) {
    (void)config;
    return (PeShape){{1}};
}

// c and L start where texts of tens of tokens need them; for thousands, 0.1 and 512 are usual.
static const PeTensor TENSORS[] = {
    {"attn.fire_w1", hidden_shape, 0.0, 1.0}, {"attn.fire_b1", hidden_shape, 0.0, 0.5},
    {"attn.fire_w2", w2_shape, 0.0, 0.125},   {"attn.fire_b2", heads_shape, 0.0, 0.02},
    {"attn.fire_c", one_number, 0.5, 0.0},    {"attn.fire_L", one_number, 8.0, 0.0}};

const PeMethod pe_fire = {.acts_on = PE_LOGITS,
                          .tensors = TENSORS,
                          .n_tensors = 6,
                          .per_layer = true,
                          .n_scratch = n_scratch,
                          .logits_forward = logits_forward,
                          .logits_backward = logits_backward};

COMPACT_END
