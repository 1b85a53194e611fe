/* Products of row-major matrices.
 *
 *     matmul       c (m, n) = a (m, k)  b (k, n)
 *     matmul_bt    c (m, n) = a (m, k)  b (n, k)^T
 *     matmul_at    c (m, n) = a (k, m)^T b (k, n)
 *
 * b is first copied into panels of 16 columns, which the inner loop then reads in order; the
 * caller allocates the memory for them.
 */
#ifndef LINALG_MATMUL_H
#define LINALG_MATMUL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

/* Bytes of `panels` below; 0 unless n, k >= 1 and the panels are small enough to exist. */
API size_t linalg_matmul_n_bytes(int32_t n, int32_t k);

/* With accumulate != 0 the product is added to c. panels: linalg_matmul_n_bytes(n, k) bytes,
 * contents undefined before and after. No two buffers may overlap.
 * STATUS_BAD_SHAPE unless every size is >= 1 and each matrix and the panels have at most
 * SHAPE_MAX_ELEMENTS. */
API Status linalg_matmul(float *c, const float *a, const float *b, float *panels,
                         int32_t accumulate, int32_t m, int32_t n, int32_t k);
API Status linalg_matmul_bt(float *c, const float *a, const float *b, float *panels,
                            int32_t accumulate, int32_t m, int32_t n, int32_t k);
API Status linalg_matmul_at(float *c, const float *a, const float *b, float *panels,
                            int32_t accumulate, int32_t m, int32_t n, int32_t k);

// ------------------------------------------------ in two steps, for several products with one b

// Columns of one panel.
enum { LINALG_PANEL = 16 };

/* Element (r, c) is data[r * row_stride + c * col_stride]: a matrix, its transpose or a block. */
typedef struct MatmulView {
    const float *data;
    int32_t row_stride;
    int32_t col_stride;
} MatmulView;

/* Floats of the panels of a (k, n) matrix. Sizes have been checked. */
size_t linalg_matmul_panels_n(int32_t n, int32_t k);

/* panels: column 16 p + c of row r goes to panels[(p * k + r) * 16 + c], zeros past column n -
 * 1. */
void linalg_matmul_pack(float *panels, MatmulView b, int32_t n, int32_t k);

/* The same, but where b already has the layout of its panel no copy is made and b.data is returned;
 * else panels. */
const float *linalg_matmul_panels(float *panels, MatmulView b, int32_t n, int32_t k);

/* A product with a packed matrix. */
typedef struct MatmulTask {
    MatmulView a;        // (m, k)
    const float *panels; // of a (panel_k, n) matrix
    int32_t panel_k;     // >= k: only the first k rows of the packed matrix are used
    float alpha;         // the product is scaled by it
    bool accumulate;     // ... and added to c instead of stored
    const float *bias;   // (n), added to each row of the product, or NULL
} MatmulTask;

/* c (m, n), rows c_stride apart. */
void linalg_matmul_run(float *c, int32_t c_stride, const MatmulTask *task, int32_t m, int32_t n,
                       int32_t k);

/* c (m, n) = a^T b, or added to it, a (k, m) and b (k, n) both packed. k is best a few hundred at
 * most: a panel of each is used over and over. */
void linalg_matmul_run_panels(float *c, const float *a_panels, const float *b_panels,
                              bool accumulate, int32_t m, int32_t n, int32_t k);

#ifdef CORE_TESTING
/* linalg_matmul() as the formula says, summed in double. panels may be NULL. */
API Status linalg_matmul_ref(float *c, const float *a, const float *b, float *panels,
                             int32_t accumulate, int32_t m, int32_t n, int32_t k);
#endif

#endif
