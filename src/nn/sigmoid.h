/* The logarithm of the sigmoid, and softplus, with their slopes.
 *
 *     log_sigmoid(x) = ln(1 / (1 + e^-x))     slope  1 - sigmoid(x)
 *     softplus(x)    = ln(1 + e^x)            slope  sigmoid(x)
 *
 * Both by the form that neither overflows nor cancels (base/elementary.h): the relative error is that of
 * one rounding to float, in the tails too.
 *
 * Every function: y, slope (n) from x (n); slope may be NULL, y or slope may be x itself.
 * STATUS_BAD_SHAPE unless 1 <= n <= SHAPE_MAX_ELEMENTS. NaN stays NaN.
 */
#ifndef NN_SIGMOID_H
#define NN_SIGMOID_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

API Status nn_log_sigmoid_forward(float *y, float *slope, const float *x, int32_t n);
API Status nn_softplus_forward(float *y, float *slope, const float *x, int32_t n);

#endif
