/* GELU: x times the share of a normal distribution that lies under x.
 *
 *     erf       x Phi(x) = x (1 + erf(x / sqrt 2)) / 2                       as defined
 *     tanh      x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2            as GPT-2 computes it
 *     sigmoid   x / (1 + exp(-1.702 x))                                      coarser
 *
 * Paper    D. Hendrycks, K. Gimpel, "Gaussian Error Linear Units (GELUs)", arXiv:1606.08415,
 *          section 2.
 *
 * Error of some units in the last place of a float, also for very negative x, where 1 + erf(x)
 * would cancel. -inf gives 0, +inf itself, NaN stays NaN.
 *
 * Every function: STATUS_BAD_SHAPE unless 1 <= n <= SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless
 * form is one of NnGeluForm. Buffers must not overlap, except where a line says so.
 */
#ifndef NN_GELU_H
#define NN_GELU_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

// One line per form: name, and its name in JavaScript.
#define NN_GELU_FORM_LIST(X)                                                                       \
    X(NN_GELU_ERF, "erf")                                                                          \
    X(NN_GELU_TANH, "tanh")                                                                        \
    X(NN_GELU_SIGMOID, "sigmoid")

typedef enum NnGeluForm {
#define NN_GELU_ENUM(name, words) name,
    NN_GELU_FORM_LIST(NN_GELU_ENUM)
#undef NN_GELU_ENUM
        NN_GELU_FORM_COUNT
} NnGeluForm;

/* y (n) from x (n); y may be x itself. slope (n) or NULL: dy/dx, which costs little beside y; with
 * it the backward pass is a product (linalg_vec_multiply()). */
API Status nn_gelu_forward(float *y, float *slope, const float *x, int32_t form, int32_t n);

/* dx (n) = dy (n) times dy/dx at x (n). dx may be dy or x itself. */
API Status nn_gelu_backward(float *dx, const float *dy, const float *x, int32_t form, int32_t n);

#ifdef CORE_TESTING
/* nn_gelu_forward() as the formulas say, with erfc() and exp() in double. slope is not NULL. */
API Status nn_gelu_forward_ref(float *y, float *slope, const float *x, int32_t form, int32_t n);
#endif

#endif
