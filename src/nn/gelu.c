#include "gelu.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../base/shape.h"
#include "../base/simd.h"
#include "../linalg/exp.h"
#include "../linalg/vec.h"

// Vectors per iteration, as in softmax.c: the constants below are loaded again in every iteration.
enum { BLOCK_VECTORS = 2, BLOCK = 4 * BLOCK_VECTORS };

// Elements whose slopes are on the stack in the backward pass.
enum { PIECE = 256 };

// For |x| beyond these the share of a form is 0 in float: of erf's, the density is then 2^-127 times a number below 1.
static const float FAR = 64.0f, FAR_ERF = 13.25f;

// All forms are x P(x) with P(-x) = 1 - P(x). For t = |x|: 1 - P, and t times the slope of P.
typedef struct Share {
    f32x4 left;   // 1 - P(t) = P(-t)
    f32x4 change; // t P'(t)
} Share;

// The normal density, exp(-t^2 / 2) / sqrt(2 pi): 2^n times 2^r / sqrt(2 pi), as in linalg/exp.h,
// but without the factor ln 2. The polynomial of degree 5 was fitted here for the least relative
// error (8e-8).
static inline f32x4 density(f32x4 t) {
    const f32x4 x = t * f32x4_splat(-0.721347520f) * t; // log2(e) / 2
    const f32x4 shifted = x + f32x4_splat(0x1.8p+23f);
    const f32x4 r = x - (shifted - f32x4_splat(0x1.8p+23f));
    const f32x4 r2 = r * r;
    const f32x4 low = f32x4_splat(0.398942322f) + f32x4_splat(0.276525646f) * r;
    const f32x4 middle = f32x4_splat(0.0958343893f) + f32x4_splat(0.0221441425f) * r;
    const f32x4 high = f32x4_splat(0.00385998213f) + f32x4_splat(0.000529653917f) * r;
    const u32x4 power = ((u32x4)shifted + 127u) << 23;
    return (low + r2 * (middle + r2 * high)) * (f32x4)power;
}

// Phi(-t) = density(t) R(t). R falls slowly, and is a polynomial of s = 1 / (1 + 0.4 t), s in 0 ..
// 1, that was fitted here for the least relative error up to t = 13.4, where the density ends
// (7e-8): the form of C. Hastings, "Approximations for Digital Computers", 1955, part 2, sheet 43.
static inline Share share_erf(f32x4 t) {
    static const float TERMS[] = {
        -3.23771637e-5f, 0.40086925f,   0.390074968f, 0.399080336f,  -0.0365695283f,
        0.638426244f,    -0.946079195f, 0.508007884f, -0.100463524f,
    };
    const f32x4 s = f32x4_splat(1.0f) / (f32x4_splat(1.0f) + f32x4_splat(0.4f) * t);
    // the sum of TERMS[k] s^k, by pairs that do not wait for each other
    f32x4 pair[4];
    UNROLL
    for (int32_t k = 0; k < 4; k++) {
        pair[k] = f32x4_splat(TERMS[2 * k]) + f32x4_splat(TERMS[2 * k + 1]) * s;
    }
    const f32x4 s2 = s * s, s4 = s2 * s2;
    const f32x4 low = pair[0] + s2 * pair[1], high = pair[2] + s2 * pair[3];
    const f32x4 sum = low + s4 * (high + s4 * f32x4_splat(TERMS[8]));
    const f32x4 bell = density(t);
    return (Share){bell * sum, t * bell};
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

// |x| or the limit; NaN where x is NaN.
static inline f32x4 distance(f32x4 x, float far) {
    const f32x4 t = (f32x4)((i32x4)x & 0x7fffffff);
    return linalg_exp_min(t, f32x4_splat(far));
}

// The logistic forms: u = t (linear + cubic t^2).
typedef struct Logistic {
    float linear, cubic;
} Logistic;

// BLOCK elements; form: or NULL, for erf. y may be x.
INLINE void block(float *y, float *slope, const float *x, const Logistic *form) {
    const float far = form ? FAR : FAR_ERF;
    Share share[BLOCK_VECTORS];
    UNROLL
    for (int32_t v = 0; v < BLOCK_VECTORS; v++) {
        const f32x4 t = distance(f32x4_load(x + 4 * v), far);
        share[v] = form ? share_logistic(t, form->linear, form->cubic) : share_erf(t);
    }
    UNROLL
    for (int32_t v = 0; v < BLOCK_VECTORS; v++) {
        const f32x4 from = f32x4_load(x + 4 * v), t = distance(from, far);
        // P(x) + x P'(x): for x < 0 left - change; for x > 0 one minus that. 1 or 0 is chosen by the sign bit
        // too, so that both terms treat -0 alike.
        const f32x4 below = share[v].left - share[v].change;
        const i32x4 one = (i32x4)f32x4_splat(1.0f) & ~((i32x4)from >> 31);
        const i32x4 sign = (i32x4)from & INT32_MIN;
        f32x4_store(slope + 4 * v, (f32x4)one - (f32x4)((i32x4)below ^ sign));
        // x P(x) = max(x, 0) - t P(-t) on both sides of zero
        f32x4_store(y + 4 * v, linalg_exp_max(from, f32x4_splat(0.0f)) - t * share[v].left);
    }
}

// slope may be NULL: it is then not stored. The last elements are padded to a block.
INLINE void run(float *y, float *slope, const float *x, const Logistic *form, int32_t n) {
    float in[BLOCK] = {0.0f}, out[BLOCK], slopes[BLOCK];
    for (int32_t k = 0; k < n; k += BLOCK) {
        const bool is_full = n - k >= BLOCK;
        const size_t n_bytes = (size_t)(n - k) * sizeof(float);
        if (!is_full) memcpy(in, x + k, n_bytes);
        block(is_full ? y + k : out, is_full && slope ? slope + k : slopes, is_full ? x + k : in,
              form);
        if (!is_full) memcpy(y + k, out, n_bytes);
        if (!is_full && slope) memcpy(slope + k, slopes, n_bytes);
    }
}

// Each form has its own loop, because its constants fill the registers.
NOINLINE static void run_erf(float *y, float *slope, const float *x, int32_t n) {
    run(y, slope, x, NULL, n);
}

NOINLINE static void run_logistic(float *y, float *slope, const float *x, Logistic form,
                                  int32_t n) {
    run(y, slope, x, &form, n);
}

static void run_form(float *y, float *slope, const float *x, int32_t form, int32_t n) {
    switch (form) {
    case NN_GELU_ERF:
        run_erf(y, slope, x, n);
        break;
    case NN_GELU_TANH: // sqrt(8 / pi), and that times 0.044715
        run_logistic(y, slope, x, (Logistic){1.59576912f, 0.0713548163f}, n);
        break;
    default:
        run_logistic(y, slope, x, (Logistic){1.702f, 0.0f}, n);
    }
}

static Status check(int32_t form, int32_t n) {
    if (!SHAPE_OK(n)) return STATUS_BAD_SHAPE;
    return form >= 0 && form < NN_GELU_FORM_COUNT ? STATUS_OK : STATUS_BAD_VALUE;
}

Status nn_gelu_forward(float *y, float *slope, const float *x, int32_t form, int32_t n) {
    const Status status = check(form, n);
    if (status == STATUS_OK) run_form(y, slope, x, form, n);
    return status;
}

Status nn_gelu_backward(float *dx, const float *dy, const float *x, int32_t form, int32_t n) {
    const Status status = check(form, n);
    if (status != STATUS_OK) return status;
    for (int32_t k = 0; k < n; k += PIECE) {
        float unused[PIECE], slope[PIECE];
        const int32_t n_piece = shape_at_most(n - k, PIECE);
        run_form(unused, slope, x + k, form, n_piece);
        linalg_vec_multiply(slope, dy + k, n_piece);
        memcpy(dx + k, slope, (size_t)n_piece * sizeof *slope);
    }
    return STATUS_OK;
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
