#include "adam.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../base/shape.h"
#include "../base/simd.h"

typedef struct Rates {
    f32x4 decay;    // lr weight_decay
    f32x4 from_g;   // 1 - beta1
    f32x4 from_g_g; // 1 - beta2
    f32x4 unbias_v; // 1 / sqrt(1 - beta2^step)
    f32x4 eps;
    f32x4 step_size; // lr / (1 - beta1^step)
} Rates;

// n parameters, four at a time. p - decay p, not p (1 - decay): that factor is so close to 1 that
// it would be rounded in the same direction at every step.
static void update(float *p, float *m, float *v, const float *g, const Rates *rates, int32_t n) {
    const Rates r = *rates;
    for (int32_t k = 0; k < n; k += 4) {
        const f32x4 slope = f32x4_load(g + k), p0 = f32x4_load(p + k);
        const f32x4 m0 = f32x4_load(m + k), v0 = f32x4_load(v + k);
        const f32x4 m1 = m0 + r.from_g * (slope - m0);
        const f32x4 v1 = v0 + r.from_g_g * (slope * slope - v0);
        const f32x4 step = r.step_size * m1 / (f32x4_sqrt(v1) * r.unbias_v + r.eps);
        f32x4_store(m + k, m1);
        f32x4_store(v + k, v1);
        f32x4_store(p + k, (p0 - r.decay * p0) - step);
    }
}

COMPACT_BEGIN

// x^n by squaring: the same bits everywhere.
static double power(double x, int32_t n) {
    double product = 1.0;
    for (; n > 0; n /= 2) {
        if (n % 2) product *= x;
        x *= x;
    }
    return product;
}

static Rates rates(const NnAdam *a, int32_t step) {
    return (Rates){
        .decay = f32x4_splat((float)(a->lr * a->weight_decay)),
        .from_g = f32x4_splat((float)(1.0 - a->beta1)),
        .from_g_g = f32x4_splat((float)(1.0 - a->beta2)),
        .unbias_v = f32x4_splat((float)(1.0 / sqrt(1.0 - power(a->beta2, step)))),
        .eps = f32x4_splat((float)a->eps),
        .step_size = f32x4_splat((float)(a->lr / (1.0 - power(a->beta1, step)))),
    };
}

static bool is_rate(double beta) { return beta >= 0.0 && beta < 1.0; }
static bool is_amount(double x) { return isfinite(x) && x >= 0.0; }

Status nn_adam_check(const NnAdam *a) {
    const bool is_valid = is_amount(a->lr) && is_rate(a->beta1) && is_rate(a->beta2) &&
                          is_amount(a->eps) && (float)a->eps > 0.0f && is_amount(a->weight_decay);
    return is_valid ? STATUS_OK : STATUS_BAD_VALUE;
}

Status nn_adam_update(float *p, float *m, float *v, const float *g, const NnAdam *settings,
                      int32_t step, int32_t n) {
    if (!SHAPE_OK(n) || step < 1) return STATUS_BAD_SHAPE;
    const Status status = nn_adam_check(settings);
    if (status != STATUS_OK) return status;
    const Rates r = rates(settings, step);
    const int32_t n_full = n & ~3;
    update(p, m, v, g, &r, n_full);

    // the last 0 .. 3 parameters, padded with zeros
    float rest[4][4] = {{0.0f}};
    const float *const from[4] = {p + n_full, m + n_full, v + n_full, g + n_full};
    const size_t n_bytes = (size_t)(n - n_full) * sizeof(float);
    for (int k = 0; k < 4; k++) memcpy(rest[k], from[k], n_bytes);
    update(rest[0], rest[1], rest[2], rest[3], &r, n - n_full);
    memcpy(p + n_full, rest[0], n_bytes);
    memcpy(m + n_full, rest[1], n_bytes);
    memcpy(v + n_full, rest[2], n_bytes);
    return STATUS_OK;
}

COMPACT_END
