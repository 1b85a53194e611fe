#include "linear.h"

#include <stdbool.h>

#include "../base/shape.h"
#include "../base/simd.h"
#include "../linalg/matmul.h"

size_t nn_linear_n_bytes(int32_t n_in, int32_t n_out) { return linalg_matmul_n_bytes(n_out, n_in); }

static Status forward(float *y, const float *x, const float *weight, const float *bias,
                      float *scratch, bool accumulate, int32_t n_rows, int32_t n_in,
                      int32_t n_out) {
    if (!SHAPE_OK(n_rows, n_in) || !SHAPE_OK(n_rows, n_out) ||
        nn_linear_n_bytes(n_in, n_out) == 0) {
        return STATUS_BAD_SHAPE;
    }
    linalg_matmul_pack(scratch, (MatmulView){weight, 1, n_in}, n_out, n_in);
    const MatmulTask task = {{x, n_in, 1}, scratch, n_in, 1.0f, accumulate, bias};
    linalg_matmul_run(y, n_out, &task, n_rows, n_out, n_in);
    return STATUS_OK;
}

Status nn_linear_forward(float *y, const float *x, const float *weight, const float *bias,
                         float *scratch, int32_t n_rows, int32_t n_in, int32_t n_out) {
    return forward(y, x, weight, bias, scratch, false, n_rows, n_in, n_out);
}

Status nn_linear_forward_add(float *y, const float *x, const float *weight, const float *bias,
                             float *scratch, int32_t n_rows, int32_t n_in, int32_t n_out) {
    return forward(y, x, weight, bias, scratch, true, n_rows, n_in, n_out);
}

size_t nn_linear_backward_n_bytes(int32_t n_rows, int32_t n_in, int32_t n_out) {
    const size_t for_dx = linalg_matmul_n_bytes(n_in, n_out);
    const size_t for_dweight = linalg_matmul_n_bytes(n_in, n_rows);
    if (for_dx == 0 || for_dweight == 0 || !SHAPE_OK(n_rows, n_out)) return 0;
    return for_dx > for_dweight ? for_dx : for_dweight;
}

// Rows that are summed in float before the sum goes on in double: enough to hide the conversion, and
// too few for rounding errors to gather.
enum { SUM_ROWS = 16, SUM_COLUMNS = 16, SUM_VECTORS = SUM_COLUMNS / 4 };

// dbias (n_out): the sum of the rows of dy. Columns go by a cache line at a time.
static void sum_rows(float *dbias, const float *dy, int32_t n_rows, int32_t n_out) {
    int32_t c = 0;
    for (; c + SUM_COLUMNS <= n_out; c += SUM_COLUMNS) {
        f64x2 total[2 * SUM_VECTORS] = {{0.0}};
        for (int32_t r = 0; r < n_rows;) {
            const int32_t end = r + shape_at_most(n_rows - r, SUM_ROWS);
            f32x4 sum[SUM_VECTORS] = {{0.0f}};
            for (; r < end; r++) {
                const float *const row = dy + r * n_out + c;
                UNROLL
                for (int32_t v = 0; v < SUM_VECTORS; v++) sum[v] += f32x4_load(row + 4 * v);
            }
            UNROLL
            for (int32_t v = 0; v < SUM_VECTORS; v++) {
                total[2 * v] += f64x2_promote_low(sum[v]);
                total[2 * v + 1] += f64x2_promote_high(sum[v]);
            }
        }
        UNROLL
        for (int32_t v = 0; v < SUM_VECTORS; v++) {
            const f32x4 low = f32x4_demote(total[2 * v]), high = f32x4_demote(total[2 * v + 1]);
            f32x4_store(dbias + c + 4 * v, f32x4_low_halves(low, high));
        }
    }
    for (; c < n_out; c++) {
        double sum = 0.0;
        for (int32_t r = 0; r < n_rows; r++) sum += (double)dy[r * n_out + c];
        dbias[c] = (float)sum;
    }
}

static Status backward(float *dx, float *dweight, float *dbias, const float *dy, const float *x,
                       const float *weight, float *scratch, bool accumulate, int32_t n_rows,
                       int32_t n_in, int32_t n_out) {
    if (nn_linear_backward_n_bytes(n_rows, n_in, n_out) == 0) return STATUS_BAD_SHAPE;
    linalg_matmul_pack(scratch, (MatmulView){weight, n_in, 1}, n_in, n_out);
    const MatmulTask to_x = {{dy, n_out, 1}, scratch, n_out, 1.0f, accumulate, NULL};
    linalg_matmul_run(dx, n_in, &to_x, n_rows, n_in, n_out);
    linalg_matmul_pack(scratch, (MatmulView){x, n_in, 1}, n_in, n_rows);
    const MatmulTask to_weight = {{dy, 1, n_out}, scratch, n_rows, 1.0f, false, NULL};
    linalg_matmul_run(dweight, n_in, &to_weight, n_out, n_in, n_rows);
    if (dbias) sum_rows(dbias, dy, n_rows, n_out);
    return STATUS_OK;
}

Status nn_linear_backward(float *dx, float *dweight, float *dbias, const float *dy, const float *x,
                          const float *weight, float *scratch, int32_t n_rows, int32_t n_in,
                          int32_t n_out) {
    return backward(dx, dweight, dbias, dy, x, weight, scratch, false, n_rows, n_in, n_out);
}

Status nn_linear_backward_add(float *dx, float *dweight, float *dbias, const float *dy,
                              const float *x, const float *weight, float *scratch, int32_t n_rows,
                              int32_t n_in, int32_t n_out) {
    return backward(dx, dweight, dbias, dy, x, weight, scratch, true, n_rows, n_in, n_out);
}
