#include "dropout.h"

#include "../base/rng.h"
#include "../base/shape.h"

COMPACT_BEGIN

Status nn_dropout_forward(float *y, const float *x, double p, const char *name, int32_t n_name,
                          uint32_t seed_lo, uint32_t seed_hi, int32_t n) {
    if (!SHAPE_OK(n) || n_name < 0) return STATUS_BAD_SHAPE;
    if (!(p >= 0.0 && p < 1.0)) return STATUS_BAD_VALUE;
    const float scale = (float)(1.0 / (1.0 - p));
    const uint64_t key = rng_stream(name, n_name, seed_lo, seed_hi);
    for (int32_t i = 0; i < n; i++) {
        y[i] = rng_share(key, (uint64_t)i) < p ? 0.0f : x[i] * scale;
    }
    return STATUS_OK;
}

COMPACT_END
