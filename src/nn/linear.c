#include "linear.h"

#include <stdbool.h>

#include "../base/shape.h"
#include "../base/simd.h"
#include "../linalg/matmul.h"

COMPACT_BEGIN // the products are kernels elsewhere

size_t nn_linear_n_bytes(int32_t n_in, int32_t n_out) { return linalg_matmul_n_bytes(n_out, n_in); }

// y (n_rows, n_out) by the task, whose panels are packed from the weight (n_out, n_in) here.
static Status forward(float *y, const float *weight, float *panels, const MatmulTask *task,
                      int32_t n_rows, int32_t n_in, int32_t n_out) {
    if (!SHAPE_OK(n_rows, n_in) || !SHAPE_OK(n_rows, n_out) ||
        nn_linear_n_bytes(n_in, n_out) == 0) {
        return STATUS_BAD_SHAPE;
    }
    linalg_matmul_pack(panels, (MatmulView){weight, 1, n_in}, n_out, n_in);
    linalg_matmul_run(y, n_out, task, n_rows, n_out, n_in);
    return STATUS_OK;
}

Status nn_linear_forward(float *y, const float *x, const float *weight, const float *bias,
                         float *scratch, int32_t n_rows, int32_t n_in, int32_t n_out) {
    const MatmulTask task = {{x, n_in, 1}, scratch, n_in, 1.0f, false, bias};
    return forward(y, weight, scratch, &task, n_rows, n_in, n_out);
}

Status nn_linear_forward_add(float *y, const float *x, const float *weight, const float *bias,
                             float *scratch, int32_t n_rows, int32_t n_in, int32_t n_out) {
    const MatmulTask task = {{x, n_in, 1}, scratch, n_in, 1.0f, true, bias};
    return forward(y, weight, scratch, &task, n_rows, n_in, n_out);
}

// Rows that the backward pass takes at a time: their panels stay in the second cache.
enum { MOST_ROWS = 255 };

// Blocks of about equal size, an odd number of rows: panels of 64 or 192 rows would begin at
// addresses that share sets of the first cache.
static int32_t rows_at_once(int32_t n_rows) {
    const int32_t n_blocks = (n_rows - 1) / MOST_ROWS + 1;
    return ((n_rows - 1) / n_blocks + 1) | 1;
}

size_t nn_linear_backward_n_bytes(int32_t n_rows, int32_t n_in, int32_t n_out) {
    if (!SHAPE_OK(n_rows, n_in) || !SHAPE_OK(n_rows, n_out)) return 0;
    const int32_t rows = rows_at_once(n_rows);
    const size_t weight = linalg_matmul_n_bytes(n_in, n_out);
    const size_t x = linalg_matmul_n_bytes(n_in, rows), dy = linalg_matmul_n_bytes(n_out, rows);
    return weight == 0 || x == 0 || dy == 0 ? 0 : weight + x + dy;
}

COMPACT_END

// Rows that are summed in float before the sum is added in double: enough to hide the cost of the
// conversion, and too few for rounding errors to accumulate.
enum { SUM_ROWS = 16, PANEL_VECTORS = LINALG_PANEL / 4 };

// sums (LINALG_PANEL): of the columns of a panel.
static void sum_panel(float *sums, const float *panel, int32_t n_rows) {
    f64x2 total[2 * PANEL_VECTORS] = {{0.0}};
    for (int32_t r = 0; r < n_rows;) {
        const int32_t end = r + shape_at_most(n_rows - r, SUM_ROWS);
        f32x4 sum[PANEL_VECTORS] = {{0.0f}};
        for (; r < end; r++) {
            UNROLL
            for (int32_t v = 0; v < PANEL_VECTORS; v++) {
                sum[v] += f32x4_load(panel + r * LINALG_PANEL + 4 * v);
            }
        }
        for (int32_t v = 0; v < PANEL_VECTORS; v++) {
            total[2 * v] += f64x2_promote_low(sum[v]);
            total[2 * v + 1] += f64x2_promote_high(sum[v]);
        }
    }
    for (int32_t v = 0; v < PANEL_VECTORS; v++) {
        const f32x4 low = f32x4_demote(total[2 * v]), high = f32x4_demote(total[2 * v + 1]);
        f32x4_store(sums + 4 * v, f32x4_low_halves(low, high));
    }
}

COMPACT_BEGIN

Status nn_linear_backward(const NnLinearGradients *gradients, const float *dy, const float *x,
                          const float *weight, float *scratch, int32_t n_rows, int32_t n_in,
                          int32_t n_out) {
    if (nn_linear_backward_n_bytes(n_rows, n_in, n_out) == 0) return STATUS_BAD_SHAPE;
    const int32_t most = rows_at_once(n_rows);
    float *const x_panels = scratch + linalg_matmul_panels_n(n_in, n_out);
    float *const dy_panels = x_panels + linalg_matmul_panels_n(n_in, most);
    linalg_matmul_pack(scratch, (MatmulView){weight, n_in, 1}, n_in, n_out);
    for (int32_t r = 0; r < n_rows; r += most) {
        const int32_t n = shape_at_most(n_rows - r, most);
        const MatmulView dy_rows = {dy + r * n_out, n_out, 1}, x_rows = {x + r * n_in, n_in, 1};

        // dweight = dy^T x
        linalg_matmul_pack(dy_panels, dy_rows, n_out, n);
        linalg_matmul_pack(x_panels, x_rows, n_in, n);
        linalg_matmul_run_panels(gradients->dweight, dy_panels, x_panels, r > 0, n_out, n_in, n);

        // dbias: the sums of the columns of dy, a panel at a time
        float *const dbias = gradients->dbias;
        for (int32_t c = 0; dbias && c < n_out; c += LINALG_PANEL) {
            float sums[LINALG_PANEL];
            sum_panel(sums, dy_panels + (size_t)c * (size_t)n, n);
            for (int32_t j = 0; j < shape_at_most(n_out - c, LINALG_PANEL); j++) {
                dbias[c + j] = r > 0 ? dbias[c + j] + sums[j] : sums[j];
            }
        }

        // dx = dy weight
        const MatmulTask to_x = {dy_rows, scratch, n_out, 1.0f, false, NULL};
        linalg_matmul_run(gradients->dx + r * n_in, n_in, &to_x, n, n_in, n_out);
    }
    return STATUS_OK;
}

COMPACT_END
