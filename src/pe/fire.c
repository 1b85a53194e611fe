#include "fire.h"

#include <math.h>
#include <string.h>

#include "../base/api.h"
#include "../base/real.h"
#include "../base/shape.h"

COMPACT_BEGIN

static const double EPS = 1e-6;

// Where the tensors start in the table, w1 at 0.
typedef struct Layout {
    int32_t b1, w2, b2, c, l, n;
} Layout;

static Layout layout_of(const PeConfig *config) {
    const int32_t w = config->width, b2 = 2 * w + config->n_heads * w, c = b2 + config->n_heads;
    return (Layout){w, 2 * w, b2, c, c + 1, c + 2};
}

static bool sizes_fit(const PeConfig *config, int32_t n_query, int32_t n_key) {
    return SHAPE_OK(config->n_heads, n_query, n_key) && SHAPE_OK(config->n_heads, config->width);
}

// On the way back the gradient of the table is summed in double.
static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    if (!sizes_fit(config, n_query, n_key)) return 0;
    return 2 * (int64_t)layout_of(config).n;
}

// What all keys of a query share: its position, and the logarithm that divides.
typedef struct Row {
    double c;          // without its sign
    double most;       // max(i, |L|)
    double divisor;    // with EPS
    double from_first; // keys from the first to the query
    int32_t n_seen;    // keys before the first that is left out
} Row;

static Row row_of(const PeConfig *config, int32_t i, int32_t n_query, int32_t n_key) {
    const Layout at = layout_of(config);
    const double c = fabs((double)config->table[at.c]), l = fabs((double)config->table[at.l]);
    const int64_t from_first = (int64_t)i + n_key - n_query;
    const double position = (double)(from_first + config->first_pos);
    const double most = position > l ? position : l;
    const int64_t n_seen = config->causal && from_first < n_key ? from_first + 1 : n_key;
    return (Row){c, most, real_log(c * most + 1.0) + EPS, (double)from_first, (int32_t)n_seen};
}

static double distance(const Row *row, int32_t j) { return fabs(row->from_first - (double)j); }

static double share(const Row *row, int32_t j) {
    return real_log(row->c * distance(row, j) + 1.0) / row->divisor;
}

static double network(const PeConfig *config, int32_t h, double x) {
    const Layout at = layout_of(config);
    const float *const t = config->table, *const w2 = t + at.w2 + h * config->width;
    double sum = (double)t[at.b2 + h];
    for (int32_t u = 0; u < config->width; u++) {
        const double hidden = (double)t[u] * x + (double)t[at.b1 + u];
        if (!(hidden <= 0.0)) sum += (double)w2[u] * hidden; // NaN goes on
    }
    return sum;
}

static Status logits(float *out, const float *q, const float *k, const PeConfig *config,
                     int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    if (!sizes_fit(config, n_query, n_key)) return STATUS_BAD_SHAPE;
    if (!config->table) return STATUS_BAD_VALUE;
    for (int32_t i = 0; i < n_query; i++) {
        const Row row = row_of(config, i, n_query, n_key);
        for (int32_t j = 0; j < row.n_seen; j++) {
            const double x = share(&row, j);
            for (int32_t h = 0; h < config->n_heads; h++) {
                out[(h * n_query + i) * n_key + j] += (float)network(config, h, x);
            }
        }
    }
    return STATUS_OK;
}

// ---------------------------------------------------------------------------------------- way back

// From g, the gradient by the network's output for head h, to the sums of its weights; that by x is
// returned.
static double network_backward(double *sums, double g, const PeConfig *config, int32_t h,
                               double x) {
    const Layout at = layout_of(config);
    const int32_t w2 = at.w2 + h * config->width;
    const float *const t = config->table;
    double dx = 0.0;
    sums[at.b2 + h] += g;
    for (int32_t u = 0; u < config->width; u++) {
        const double hidden = (double)t[u] * x + (double)t[at.b1 + u];
        if (hidden <= 0.0) continue;
        const double dhidden = g * (double)t[w2 + u];
        sums[w2 + u] += g * hidden;
        sums[u] += dhidden * x;
        sums[at.b1 + u] += dhidden;
        dx += dhidden * (double)t[u];
    }
    return dx;
}

static double sign(double x) { return (double)(x > 0.0) - (double)(x < 0.0); }

// x = ln(|c| d + 1) / (ln(|c| m + 1) + eps), m = max(i, |L|), to c and L.
static void share_backward(double *sums, double dx, const PeConfig *config, const Row *row,
                           int32_t j, double x) {
    const Layout at = layout_of(config);
    const double d = distance(row, j), inside = row->c * row->most + 1.0;
    const double c = (double)config->table[at.c], l = (double)config->table[at.l];
    const double position = row->from_first + (double)config->first_pos;
    const double of_l = 0.5 * (1.0 + sign(fabs(l) - position)); // 0, or 1, or 1/2
    const double dnumerator = dx / row->divisor, dinside = -x * dnumerator / inside;
    sums[at.c] += sign(c) * (dnumerator * d / (row->c * d + 1.0) + dinside * row->most);
    sums[at.l] += sign(l) * of_l * dinside * row->c;
}

static Status logits_backward(float *dq, float *dk, float *dtable, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    (void)dq, (void)dk, (void)q, (void)k;
    if (!sizes_fit(config, n_query, n_key)) return STATUS_BAD_SHAPE;
    if (!config->table || !config->scratch) return STATUS_BAD_VALUE;
    if (!dtable) return STATUS_OK;
    const int32_t n = layout_of(config).n;
    double *const sums = (void *)config->scratch;
    memset(sums, 0, (size_t)n * sizeof *sums);
    for (int32_t i = 0; i < n_query; i++) {
        const Row row = row_of(config, i, n_query, n_key);
        for (int32_t j = 0; j < row.n_seen; j++) {
            const double x = share(&row, j);
            double dx = 0.0;
            for (int32_t h = 0; h < config->n_heads; h++) {
                const double g = (double)dlogits[(h * n_query + i) * n_key + j];
                dx += network_backward(sums, g, config, h, x);
            }
            share_backward(sums, dx, config, &row, j, x);
        }
    }
    for (int32_t e = 0; e < n; e++) dtable[e] += (float)sums[e];
    return STATUS_OK;
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
                          .logits_forward = logits,
                          .logits_backward = logits_backward};

COMPACT_END
