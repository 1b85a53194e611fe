/* Layer normalisation over the rows of a matrix:
 *
 *     y = (x - mean) / sqrt(variance + eps) * gamma + beta
 *
 * with mean and (biased) variance of the row itself.
 *
 * Paper    J. L. Ba, J. R. Kiros, G. E. Hinton, "Layer Normalization", arXiv:1607.06450, section 3.
 *
 * Mean and variance are summed in two passes, of differences from the first element and from the
 * mean. Rows of at most 4096 elements are summed in float; wider rows, and rows whose squared
 * deviations are too small or too large for a float, in double. With mean 4096 and spread 0.3 the
 * short form E[x^2] - E[x]^2 has no correct digit left in float.
 *
 * Every function: STATUS_BAD_SHAPE unless n_rows, d >= 1 and the matrix has at most
 * SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless eps is finite and > 0. Buffers must not overlap,
 * except where a line says so.
 */
#ifndef NN_LAYERNORM_H
#define NN_LAYERNORM_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"

/* y (n_rows, d) from x (n_rows, d), gamma (d), beta (d). y may be x itself. */
API Status nn_layernorm_forward(float *y, const float *x, const float *gamma, const float *beta,
                                double eps, int32_t n_rows, int32_t d);

/* Of a loss: dx (n_rows, d), dgamma (d), dbeta (d). They are written, not added; only with
 * accumulate != 0 is dx added to (it holds the gradient of the residual connection). */
#define NN_LAYERNORM_GRADIENT_FIELDS(X)                                                            \
    X(float *, dx)                                                                                 \
    X(float *, dgamma)                                                                             \
    X(float *, dbeta)                                                                              \
    X(int32_t, accumulate)

typedef struct NnLayernormGradients {
    NN_LAYERNORM_GRADIENT_FIELDS(STRUCT_MEMBER)
} NnLayernormGradients;

/* Gradients of a loss whose gradient by y is dy (n_rows, d); x and gamma as in the forward pass. dx
 * may be dy or x itself, but not with accumulate. */
API Status nn_layernorm_backward(const NnLayernormGradients *gradients, const float *dy,
                                 const float *x, const float *gamma, double eps, int32_t n_rows,
                                 int32_t d);

// ------------------------------------- with the statistics of the rows kept for the backward pass

/* Statistics of one row: the mean is origin + rest, and x - mean is computed as (x - origin) -
 * rest. Since the origin is within the spread of the row, the first difference is exact or nearly
 * so: the deviation has the precision of a float also where the mean is large and the spread
 * small. */
typedef struct NnRowStats {
    float origin, rest;
    float inverse_deviation; // 1 / sqrt(variance + eps)
} NnRowStats;

/* The same two functions; the first writes stats (n_rows), the second reads them. */
Status nn_layernorm_forward_stats(float *y, NnRowStats *stats, const float *x, const float *gamma,
                                  const float *beta, double eps, int32_t n_rows, int32_t d);
Status nn_layernorm_backward_stats(const NnLayernormGradients *gradients, const float *dy,
                                   const float *x, const float *gamma, const NnRowStats *stats,
                                   int32_t n_rows, int32_t d);

#endif
