/* Softmax over the rows of a matrix: y_j = exp(x_j - max) / sum of exp(x - max).
 *
 * Subtracting the largest keeps every exp within 0..1, so that no size of x overflows: J. S.
 * Bridle, "Probabilistic interpretation of feedforward classification network outputs", 1990, for
 * the function; P. Blanchard, D. J. Higham, N. J. Higham, "Accurately computing the log-sum-exp and
 * softmax functions", IMA J. Numer. Anal. 41 (2021), for the shift.
 *
 * -inf is a masked element and gets 0. A row of nothing but -inf has no softmax; it gets zeros (and
 * -inf for the logarithm), so that a query that sees no key attends to nothing. A row that
 * holds NaN or +inf becomes NaN.
 *
 * Every function: n_rows rows of n elements; STATUS_BAD_SHAPE unless both are >= 1 and the matrix
 * has at most SHAPE_MAX_ELEMENTS.
 */
#ifndef NN_SOFTMAX_H
#define NN_SOFTMAX_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

/* y (n_rows, n): rows sum to 1. y may be x itself. */
API Status nn_softmax_forward(float *y, const float *x, int32_t n_rows, int32_t n);

/* log_y (n_rows, n): the logarithm of the softmax, (x - max) - ln(sum). log_y may be x itself. */
API Status nn_softmax_log_forward(float *log_y, const float *x, int32_t n_rows, int32_t n);

/* dx (n_rows, n) = y * (dy - sum of dy * y), from the output y of the forward pass.
 * dx may be y or dy itself. */
API Status nn_softmax_backward(float *dx, const float *dy, const float *y, int32_t n_rows,
                               int32_t n);

// One row of n >= 1 elements. y may be x, dx may be y or dy.
void nn_softmax_row(float *y, const float *x, int32_t n);
void nn_softmax_row_backward(float *dx, const float *dy, const float *y, int32_t n);

// The same in place for a row of which only the first n_visible of n elements are visible: dx
// becomes 0 after them.
void nn_softmax_row_backward_prefix(float *dx, const float *y, int32_t n_visible, int32_t n);

// The softmax of the first n_visible of n elements, 0 <= n_visible <= n. The others are not read: x
// becomes -inf there, and y 0.
void nn_softmax_row_prefix(float *y, float *x, int32_t n_visible, int32_t n);

// The parts of a softmax of n >= 1: the largest element (NaN where one is, unless a number
// follows), and y = exp(x - max), which returns its sum. y may be x.
float nn_softmax_row_max(const float *x, int32_t n);
float nn_softmax_row_exp(float *y, const float *x, float max, int32_t n);

#ifdef CORE_TESTING
/* nn_softmax_forward() with exp() in double, one element after the other. */
API Status nn_softmax_forward_ref(float *y, const float *x, int32_t n_rows, int32_t n);
#endif

#endif
