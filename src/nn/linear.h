/* The linear layer y = x weight^T + bias, weight (n_out, n_in) as PyTorch keeps it. */
#ifndef NN_LINEAR_H
#define NN_LINEAR_H

#include <stddef.h>
#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"

/* Bytes of `scratch` below; 0 for sizes that the functions refuse. */
API size_t nn_linear_n_bytes(int32_t n_in, int32_t n_out);

/* y (n_rows, n_out) from x (n_rows, n_in), weight (n_out, n_in), bias (n_out) or NULL. No two
 * buffers may overlap. STATUS_BAD_SHAPE unless each size is >= 1 and each matrix has at most
 * SHAPE_MAX_ELEMENTS. */
API Status nn_linear_forward(float *y, const float *x, const float *weight, const float *bias,
                             float *scratch, int32_t n_rows, int32_t n_in, int32_t n_out);

// The same added to y instead of written: a residual connection.
Status nn_linear_forward_add(float *y, const float *x, const float *weight, const float *bias,
                             float *scratch, int32_t n_rows, int32_t n_in, int32_t n_out);

// dx (n_rows, n_in), dweight (n_out, n_in), dbias (n_out) or NULL.
#define NN_LINEAR_GRADIENT_FIELDS(X)                                                               \
    X(float *, dx)                                                                                 \
    X(float *, dweight)                                                                            \
    X(float *, dbias)

typedef struct NnLinearGradients {
    NN_LINEAR_GRADIENT_FIELDS(STRUCT_MEMBER)
} NnLinearGradients;

/* Gradients of a loss whose gradient by y is dy (n_rows, n_out), written, not added. Statuses as
 * above. scratch: nn_linear_backward_n_bytes(). */
API size_t nn_linear_backward_n_bytes(int32_t n_rows, int32_t n_in, int32_t n_out);
API Status nn_linear_backward(const NnLinearGradients *gradients, const float *dy, const float *x,
                              const float *weight, float *scratch, int32_t n_rows, int32_t n_in,
                              int32_t n_out);

#endif
