#include "sigmoid.h"

#include "../base/elementary.h"
#include "../base/shape.h"

COMPACT_BEGIN

// softplus(x) = -log_sigmoid(-x), so `sign` is that of x in the one and that of both in the other.
static Status run(float *y, float *slope, const float *x, double sign, int32_t n) {
    if (!SHAPE_OK(n)) return STATUS_BAD_SHAPE;
    for (int32_t k = 0; k < n; k++) {
        const double z = sign * (double)x[k];
        y[k] = (float)(sign * elementary_log_sigmoid(z));
        if (slope) slope[k] = (float)elementary_sigmoid(-z);
    }
    return STATUS_OK;
}

Status nn_log_sigmoid_forward(float *y, float *slope, const float *x, int32_t n) {
    return run(y, slope, x, 1.0, n);
}

Status nn_softplus_forward(float *y, float *slope, const float *x, int32_t n) {
    return run(y, slope, x, -1.0, n);
}

COMPACT_END
