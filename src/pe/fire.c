#include "fire.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "../base/api.h"
#include "../base/elementary.h"
#include "../base/shape.h"

COMPACT_BEGIN

static double sign(double x) { return (double)(x > 0.0) - (double)(x < 0.0); }

// The network of one head at x. If sums is not NULL, g is the gradient by the result, and the
// gradients by w1, b1 and this head's w2 are added to sums and that by x to *dx. The table starts
// with w1 and b1; this head's weights start at w2.
static double network(double *sums, double *dx, double g, const float *table, int32_t w2,
                      int32_t width, double x) {
    double value = 0.0;
    for (int32_t u = 0; u < width; u++) {
        const double weight = (double)table[u], hidden = weight * x + (double)table[width + u];
        if (hidden <= 0.0) continue; // not for NaN, which must reach the result
        const double weight_2 = (double)table[w2 + u];
        value += weight_2 * hidden;
        if (!sums) continue;
        const double dhidden = g * weight_2;
        sums[w2 + u] += g * hidden;
        sums[u] += dhidden * x;
        sums[width + u] += dhidden;
        *dx += dhidden * weight;
    }
    return value;
}

static int64_t n_table(const PeConfig *config) {
    const int64_t width = config->width, n_heads = config->n_heads;
    return width * (2 + n_heads) + n_heads + 2;
}

static bool sizes_fit(const PeConfig *config, int32_t n_query, int32_t n_key) {
    return SHAPE_OK(config->n_heads, n_query, n_key) && SHAPE_OK(config->n_heads, config->width);
}

// In the backward pass the gradient of the table is summed in double.
static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    return sizes_fit(config, n_query, n_key) ? 2 * n_table(config) : 0;
}

// Forward: adds to logits. Backward, where logits is NULL: adds to dtable.
static Status run(float *logits, float *dtable, const float *dlogits, const PeConfig *config,
                  int32_t n_query, int32_t n_key) {
    if (!sizes_fit(config, n_query, n_key)) return STATUS_BAD_SHAPE;
    if (!config->table || !(logits || config->scratch)) return STATUS_BAD_VALUE;
    if (!logits && !dtable) return STATUS_OK;
    const int32_t width = config->width, n_heads = config->n_heads, n = (int32_t)n_table(config);
    const float *const table = config->table;
    double *const sums = logits ? NULL : (void *)config->scratch;
    if (sums) memset(sums, 0, (size_t)n * sizeof *sums);
    const double c = (double)table[n - 2], l = (double)table[n - 1], size = fabs(l);
    for (int32_t i = 0; i < n_query; i++) {
        const int32_t before = i + n_key - n_query;
        const double position = (double)before + (double)config->first_pos;
        // what all keys of a query share
        const double most = position > size ? position : size, inside = fabs(c) * most + 1.0;
        const double divisor = elementary_log(inside) + config->eps;
        const double of_l = 0.5 * (1.0 + sign(size - position)); // 0, or 1, or 1/2
        for (int32_t j = 0; j < n_key && !(config->causal && j > before); j++) {
            const double d = fabs((double)before - (double)j);
            const double x = elementary_log(fabs(c) * d + 1.0) / divisor;
            double dx = 0.0;
            for (int32_t h = 0; h < n_heads; h++) {
                const int32_t at = (h * n_query + i) * n_key + j, b2 = n - 2 - n_heads + h;
                const double g = sums ? (double)dlogits[at] : 0.0;
                if (sums) sums[b2] += g;
                const double value = network(sums, &dx, g, table, (2 + h) * width, width, x);
                if (logits) logits[at] += (float)(value + (double)table[b2]);
            }
            // x = ln(|c| d + 1) / (ln(|c| most + 1) + eps): the gradients by c and by L
            if (!sums) continue;
            const double dtop = dx / divisor, dinside = -x * dtop / inside;
            sums[n - 2] += sign(c) * (dtop * d / (fabs(c) * d + 1.0) + dinside * most);
            sums[n - 1] += sign(l) * of_l * dinside * fabs(c);
        }
    }
    for (int32_t e = 0; e < n && sums; e++) dtable[e] += (float)sums[e];
    return STATUS_OK;
}

static Status logits_forward(float *logits, const float *q, const float *k, const PeConfig *config,
                             int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    return run(logits, NULL, NULL, config, n_query, n_key);
}

static Status logits_backward(const PeLogitsGradients *gradients, const float *dlogits,
                              const float *q, const float *k, const PeConfig *config,
                              int32_t n_query, int32_t n_key) {
    (void)q, (void)k;
    return run(NULL, gradients->dtable, dlogits, config, n_query, n_key);
}

// -------------------------------------------------------------------------------------- the entry

static PeShape w2_shape(const PeConfig *config) {
    return (PeShape){{config->n_heads, config->width}};
}

static PeShape one_number(const PeConfig *config) {
    (void)config;
    return (PeShape){{1}};
}

// c and L start where texts of tens of tokens need them; for thousands, 0.1 and 512 are usual.
static const PeTensor TENSORS[] = {
    {"attn.fire_w1", pe_shape_width, 0.0, 1.0}, {"attn.fire_b1", pe_shape_width, 0.0, 0.5},
    {"attn.fire_w2", w2_shape, 0.0, 0.125},     {"attn.fire_b2", pe_shape_heads, 0.0, 0.02},
    {"attn.fire_c", one_number, 0.5, 0.0},      {"attn.fire_L", one_number, 8.0, 0.0}};

const PeMethod pe_fire = {.acts_on = PE_LOGITS,
                          .tensors = TENSORS,
                          .n_tensors = 6,
                          .per_layer = true,
                          .n_scratch = n_scratch,
                          .logits_forward = logits_forward,
                          .logits_backward = logits_backward};

COMPACT_END
