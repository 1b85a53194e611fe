#include "linear.h"

#include "../base/shape.h"
#include "../linalg/matmul.h"
#include "../linalg/vec.h"

size_t nn_linear_n_bytes(int32_t n_in, int32_t n_out) { return linalg_matmul_n_bytes(n_out, n_in); }

Status nn_linear_forward(float *y, const float *x, const float *weight, const float *bias,
                         float *scratch, int32_t n_rows, int32_t n_in, int32_t n_out) {
    const Status status = linalg_matmul_bt(y, x, weight, scratch, 0, n_rows, n_out, n_in);
    if (status != STATUS_OK || !bias) return status;
    for (int32_t r = 0; r < n_rows; r++) linalg_vec_add(y + r * n_out, bias, n_out);
    return STATUS_OK;
}

size_t nn_linear_backward_n_bytes(int32_t n_rows, int32_t n_in, int32_t n_out) {
    const size_t for_dx = linalg_matmul_n_bytes(n_in, n_out);
    const size_t for_dweight = linalg_matmul_n_bytes(n_in, n_rows);
    if (for_dx == 0 || for_dweight == 0 || !SHAPE_OK(n_rows, n_out)) return 0;
    return for_dx > for_dweight ? for_dx : for_dweight;
}

Status nn_linear_backward(float *dx, float *dweight, float *dbias, const float *dy, const float *x,
                          const float *weight, float *scratch, int32_t n_rows, int32_t n_in,
                          int32_t n_out) {
    if (nn_linear_backward_n_bytes(n_rows, n_in, n_out) == 0) return STATUS_BAD_SHAPE;
    // sizes have been checked for both: neither can refuse
    linalg_matmul(dx, dy, weight, scratch, 0, n_rows, n_in, n_out);
    linalg_matmul_at(dweight, dy, x, scratch, 0, n_out, n_in, n_rows);
    if (!dbias) return STATUS_OK;
    for (int32_t c = 0; c < n_out; c++) {
        double sum = 0.0;
        for (int32_t r = 0; r < n_rows; r++) sum += (double)dy[r * n_out + c];
        dbias[c] = (float)sum;
    }
    return STATUS_OK;
}
