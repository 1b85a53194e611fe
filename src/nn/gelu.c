#include "gelu.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../base/shape.h"
#include "../base/simd.h"
#include "../linalg/exp.h"

// Vectors a round, as in softmax.c: the constants below are loaded anew in every round.
enum { BLOCK_VECTORS = 4, BLOCK = 4 * BLOCK_VECTORS };

// Of |x| beyond this, every form's share is 0 in float; and 0 times it is still 0.
static const float FAR = 64.0f;

// All forms are x P(x) with P(-x) = 1 - P(x). Of t = |x|: what is left of P, and t times its slope.
typedef struct Share {
    f32x4 left;   // 1 - P(t) = P(-t)
    f32x4 change; // t P'(t)
} Share;

static inline f32x4 polynomial(const float *coefficients, int32_t n, f32x4 s) {
    f32x4 sum = f32x4_splat(coefficients[n - 1]);
    for (int32_t k = n - 2; k >= 0; k--) sum = sum * s + f32x4_splat(coefficients[k]);
    return sum;
}

// Phi(-t) = exp(-t^2 / 2) R(t). R falls slowly, and is a polynomial of s = 1 / (1 + 0.34 t), s in
// 0 .. 1, that was fitted here for the least relative error (3e-8): the form of C. Hastings,
// "Approximations for Digital Computers", 1955, part 2, sheet 43.
static inline Share share_erf(f32x4 t) {
    static const float TERMS[] = {
        0.135620505f, 0.136112198f,  0.115197629f, 0.115359329f, -0.0447189286f,
        0.2021835f,   -0.273133606f, 0.139499977f, -0.02612059f,
    };
    const f32x4 s = f32x4_splat(1.0f) / (f32x4_splat(1.0f) + f32x4_splat(0.34f) * t);
    const f32x4 bell = linalg_exp_f32x4(f32x4_splat(-0.5f) * t * t);
    const f32x4 density = f32x4_splat(0.398942280f) * bell; // 1 / sqrt(2 pi)
    return (Share){bell * (s * polynomial(TERMS, 9, s)), t * density};
}

// P(t) = 1 / (1 + exp(-u)), u = t (linear + cubic t^2): (1 + tanh z) / 2 with u = 2 z.
static inline Share share_logistic(f32x4 t, float linear, float cubic) {
    const f32x4 square = f32x4_splat(cubic) * t * t;
    const f32x4 u = t * (f32x4_splat(linear) + square);
    const f32x4 e = linalg_exp_f32x4(-u);
    const f32x4 inverse = f32x4_splat(1.0f) / (f32x4_splat(1.0f) + e);
    const f32x4 left = e * inverse;
    const f32x4 du = t * (f32x4_splat(linear) + f32x4_splat(3.0f) * square);
    return (Share){left, du * left * inverse};
}

static inline Share share_of(f32x4 t, int32_t form) {
    switch (form) {
    case NN_GELU_ERF:
        return share_erf(t);
    case NN_GELU_TANH: // sqrt(8 / pi), and that times 0.044715
        return share_logistic(t, 1.59576912f, 0.0713548163f);
    default:
        return share_logistic(t, 1.702f, 0.0f);
    }
}

// min(|x|, FAR); NaN where x is NaN.
static inline f32x4 distance(f32x4 x) {
    const f32x4 t = (f32x4)((i32x4)x & 0x7fffffff);
    return -linalg_exp_max(-t, f32x4_splat(-FAR));
}

// x P(x) = max(x, 0) - t P(-t) on both sides of zero.
static inline f32x4 value_of(f32x4 x, f32x4 t, const Share *share) {
    return linalg_exp_max(x, f32x4_splat(0.0f)) - t * share->left;
}

// P(x) + x P'(x): on the left the share that is left, less the change; on the right 1 minus that.
static inline f32x4 slope_of(f32x4 x, const Share *share) {
    const i32x4 sign = (i32x4)x & INT32_MIN;
    const i32x4 one = (i32x4)f32x4_splat(1.0f) & ~(x < f32x4_splat(0.0f));
    return (f32x4)one - (f32x4)((i32x4)(share->left - share->change) ^ sign);
}

// BLOCK elements. y and slope: or NULL; where dy is given, slope becomes the slope times dy.
static inline void block(float *y, float *slope, const float *dy, const float *x, int32_t form) {
    Share share[BLOCK_VECTORS];
    for (int32_t v = 0; v < BLOCK_VECTORS; v++) {
        share[v] = share_of(distance(f32x4_load(x + 4 * v)), form);
    }
    for (int32_t v = 0; v < BLOCK_VECTORS; v++) {
        const f32x4 from = f32x4_load(x + 4 * v);
        if (slope) {
            const f32x4 times = dy ? f32x4_load(dy + 4 * v) : f32x4_splat(1.0f);
            f32x4_store(slope + 4 * v, times * slope_of(from, &share[v]));
        }
        if (y) f32x4_store(y + 4 * v, value_of(from, distance(from), &share[v]));
    }
}

// The last elements, filled up to a block.
static void rest(float *y, float *slope, const float *dy, const float *x, int32_t form, int32_t n) {
    float in[2][BLOCK] = {{0.0f}}, out[2][BLOCK];
    const size_t n_bytes = (size_t)n * sizeof(float);
    memcpy(in[0], x, n_bytes);
    if (dy) memcpy(in[1], dy, n_bytes);
    block(out[0], out[1], dy ? in[1] : NULL, in[0], form);
    if (y) memcpy(y, out[0], n_bytes);
    if (slope) memcpy(slope, out[1], n_bytes);
}

static inline void run(float *y, float *slope, const float *dy, const float *x, int32_t form,
                       int32_t n) {
    int32_t k = 0;
    for (; k + BLOCK <= n; k += BLOCK) {
        block(y ? y + k : NULL, slope ? slope + k : NULL, dy ? dy + k : NULL, x + k, form);
    }
    if (k < n)
        rest(y ? y + k : NULL, slope ? slope + k : NULL, dy ? dy + k : NULL, x + k, form, n - k);
}

static Status check(int32_t form, int32_t n) {
    if (!SHAPE_OK(n)) return STATUS_BAD_SHAPE;
    return form >= 0 && form < NN_GELU_FORM_COUNT ? STATUS_OK : STATUS_BAD_VALUE;
}

Status nn_gelu_forward(float *y, float *slope, const float *x, int32_t form, int32_t n) {
    const Status status = check(form, n);
    if (status == STATUS_OK) run(y, slope, NULL, x, form, n);
    return status;
}

Status nn_gelu_backward(float *dx, const float *dy, const float *x, int32_t form, int32_t n) {
    const Status status = check(form, n);
    if (status == STATUS_OK) run(NULL, dx, dy, x, form, n);
    return status;
}

#ifdef CORE_TESTING
Status nn_gelu_forward_ref(float *y, float *slope, const float *x, int32_t form, int32_t n) {
    const Status status = check(form, n);
    if (status != STATUS_OK) return status;
    const double pi = 3.14159265358979323846;
    for (int32_t k = 0; k < n; k++) {
        const double v = (double)x[k];
        double p = 0.5 * erfc(-v / sqrt(2.0)), dp = exp(-0.5 * v * v) / sqrt(2.0 * pi);
        if (form != NN_GELU_ERF) {
            const double a = form == NN_GELU_TANH ? sqrt(8.0 / pi) : 1.702;
            const double b = form == NN_GELU_TANH ? 0.044715 * a : 0.0;
            p = 1.0 / (1.0 + exp(-v * (a + b * v * v)));
            dp = p * (1.0 / (1.0 + exp(v * (a + b * v * v)))) * (a + 3.0 * b * v * v);
        }
        y[k] = (float)(v * p);
        slope[k] = (float)(p + v * dp);
    }
    return STATUS_OK;
}
#endif
