#include "matmul.h"

#include <assert.h>
#include <string.h>

#include "../base/shape.h"
#include "../base/simd.h"

// The tile: two rows of c by one panel, held in eight vectors while k runs. Of the tiles that were
// measured in wasm it is the fastest: larger ones spill (a 15th vector register is the last).
enum { TILE_ROWS = 2, TILE_VECTORS = LINALG_PANEL / 4 };

// Rows of a panel that one sweep uses: 16 kB, so that it stays in the first cache while the rows of
// a pass by.
enum { K_BLOCK = 256 };

size_t linalg_matmul_panels_n(int32_t n, int32_t k) {
    const size_t n_panels = ((size_t)n + LINALG_PANEL - 1) / LINALG_PANEL;
    return n_panels * LINALG_PANEL * (size_t)k;
}

static bool is_packable(int32_t n, int32_t k) {
    return SHAPE_OK(n, k) && linalg_matmul_panels_n(n, k) <= SHAPE_MAX_ELEMENTS;
}

size_t linalg_matmul_n_bytes(int32_t n, int32_t k) {
    return is_packable(n, k) ? linalg_matmul_panels_n(n, k) * sizeof(float) : 0;
}

// ------------------------------------------------------------------------------------ packing

// Four rows of b^T become four columns: both sides are read and written in whole vectors.
static void transpose_4x4(float *out, const float *b, int32_t stride) {
    const f32x4 r0 = f32x4_load(b), r1 = f32x4_load(b + stride);
    const f32x4 r2 = f32x4_load(b + 2 * stride), r3 = f32x4_load(b + 3 * stride);
    const f32x4 even_low = f32x4_zip_low(r0, r2), even_high = f32x4_zip_high(r0, r2);
    const f32x4 odd_low = f32x4_zip_low(r1, r3), odd_high = f32x4_zip_high(r1, r3);
    f32x4_store(out, f32x4_zip_low(even_low, odd_low));
    f32x4_store(out + LINALG_PANEL, f32x4_zip_high(even_low, odd_low));
    f32x4_store(out + 2 * LINALG_PANEL, f32x4_zip_low(even_high, odd_high));
    f32x4_store(out + 3 * LINALG_PANEL, f32x4_zip_high(even_high, odd_high));
}

// n_columns of b from its column b on, zeros to the end of the panel.
static void pack_panel(float *panel, const float *b, const MatmulView *view, int32_t n_columns,
                       int32_t k) {
    int32_t r = 0;
    if (n_columns == LINALG_PANEL && view->col_stride == 1) {
        for (; r < k; r++) {
            memcpy(panel + r * LINALG_PANEL, b + r * view->row_stride, LINALG_PANEL * sizeof *b);
        }
    } else if (n_columns == LINALG_PANEL && view->row_stride == 1) {
        for (; r + 4 <= k; r += 4) {
            for (int32_t c = 0; c < LINALG_PANEL; c += 4) {
                transpose_4x4(panel + r * LINALG_PANEL + c, b + r + c * view->col_stride,
                              view->col_stride);
            }
        }
    }
    for (; r < k; r++) {
        for (int32_t c = 0; c < LINALG_PANEL; c++) {
            const float *const element = b + r * view->row_stride + c * view->col_stride;
            panel[r * LINALG_PANEL + c] = c < n_columns ? *element : 0.0f;
        }
    }
}

void linalg_matmul_pack(float *panels, MatmulView b, int32_t n, int32_t k) {
    assert(is_packable(n, k));
    for (int32_t c = 0; c < n; c += LINALG_PANEL) {
        const int32_t n_columns = n - c < LINALG_PANEL ? n - c : LINALG_PANEL;
        pack_panel(panels + (size_t)c * (size_t)k, b.data + c * b.col_stride, &b, n_columns, k);
    }
}

// --------------------------------------------------------------------------------- multiplying

typedef struct Tile {
    f32x4 sum[TILE_ROWS][TILE_VECTORS];
} Tile;

// tile += one column of a, one row of the panel.
static inline void tile_step(Tile *tile, const float *a, int32_t row_stride, const float *panel) {
    UNROLL
    for (int32_t r = 0; r < TILE_ROWS; r++) {
        const f32x4 element = f32x4_splat(a[r * row_stride]);
        UNROLL
        for (int32_t v = 0; v < TILE_VECTORS; v++) {
            tile->sum[r][v] += element * f32x4_load(panel + 4 * v);
        }
    }
}

// One step a round, on purpose: unrolled, LLVM sums one accumulator over several steps before the
// next, keeps all the panel's vectors alive meanwhile and spills (28 instead of 45 GFLOP/s).
static inline Tile tile_product(const float *a, int32_t row_stride, int32_t col_stride,
                                const float *panel, int32_t k) {
    Tile tile = {0};
    for (int32_t l = 0; l < k; l++) {
        tile_step(&tile, a, row_stride, panel);
        a += col_stride;
        panel += LINALG_PANEL;
    }
    return tile;
}

static inline void tile_store(float *c, int32_t c_stride, const Tile *tile, float alpha,
                              const float *bias, bool accumulate) {
    UNROLL
    for (int32_t r = 0; r < TILE_ROWS; r++) {
        UNROLL
        for (int32_t v = 0; v < TILE_VECTORS; v++) {
            float *const out = c + r * c_stride + 4 * v;
            f32x4 product = f32x4_splat(alpha) * tile->sum[r][v];
            if (bias) product += f32x4_load(bias + 4 * v);
            f32x4_store(out, accumulate ? f32x4_load(out) + product : product);
        }
    }
}

// Where c ends inside the tile.
static void tile_store_some(float *c, int32_t c_stride, const Tile *tile, float alpha,
                            const float *bias, bool accumulate, int32_t n_rows, int32_t n_columns) {
    float product[TILE_ROWS * LINALG_PANEL];
    tile_store(product, LINALG_PANEL, tile, alpha, NULL, false);
    for (int32_t r = 0; r < n_rows; r++) {
        for (int32_t j = 0; j < n_columns; j++) {
            float value = product[r * LINALG_PANEL + j];
            if (bias) value += bias[j];
            c[r * c_stride + j] = accumulate ? c[r * c_stride + j] + value : value;
        }
    }
}

// All rows of a, from column `first` on, by one panel.
static void panel_product(float *c, int32_t c_stride, const MatmulTask *task, const float *panel,
                          const float *bias, int32_t first, int32_t m, int32_t n_columns,
                          int32_t k) {
    const bool accumulate = task->accumulate || first > 0;
    const int32_t row_stride = task->a.row_stride, col_stride = task->a.col_stride;
    const float *a = task->a.data + first * col_stride;
    for (int32_t i = 0; i < m; i += TILE_ROWS) {
        const int32_t n_rows = m - i < TILE_ROWS ? 1 : TILE_ROWS;
        // a last row without a partner is its own
        const int32_t to_partner = n_rows == 1 ? 0 : row_stride;
        const Tile tile = tile_product(a, to_partner, col_stride, panel, k);
        if (n_columns == LINALG_PANEL && n_rows == TILE_ROWS) {
            tile_store(c, c_stride, &tile, task->alpha, bias, accumulate);
        } else {
            tile_store_some(c, c_stride, &tile, task->alpha, bias, accumulate, n_rows, n_columns);
        }
        a += TILE_ROWS * row_stride;
        c += TILE_ROWS * c_stride;
    }
}

void linalg_matmul_run(float *c, int32_t c_stride, const MatmulTask *task, int32_t m, int32_t n,
                       int32_t k) {
    assert(m >= 1 && n >= 1 && k >= 1 && k <= task->panel_k && n <= c_stride);
    for (int32_t first = 0; first < k; first += K_BLOCK) {
        const int32_t k_block = k - first < K_BLOCK ? k - first : K_BLOCK;
        for (int32_t j = 0; j < n; j += LINALG_PANEL) {
            const int32_t n_columns = n - j < LINALG_PANEL ? n - j : LINALG_PANEL;
            const float *const panel =
                task->panels + (size_t)j * (size_t)task->panel_k + first * LINALG_PANEL;
            const float *const bias = task->bias && first == 0 ? task->bias + j : NULL;
            panel_product(c + j, c_stride, task, panel, bias, first, m, n_columns, k_block);
        }
    }
}

// ------------------------------------------------------------------------------- the three forms

static Status multiply(float *c, MatmulView a, MatmulView b, float *panels, int32_t accumulate,
                       int32_t m, int32_t n, int32_t k) {
    if (!SHAPE_OK(m, n) || !SHAPE_OK(m, k) || !is_packable(n, k)) return STATUS_BAD_SHAPE;
    linalg_matmul_pack(panels, b, n, k);
    const MatmulTask task = {a, panels, k, 1.0f, accumulate != 0, NULL};
    linalg_matmul_run(c, n, &task, m, n, k);
    return STATUS_OK;
}

Status linalg_matmul(float *c, const float *a, const float *b, float *panels, int32_t accumulate,
                     int32_t m, int32_t n, int32_t k) {
    return multiply(c, (MatmulView){a, k, 1}, (MatmulView){b, n, 1}, panels, accumulate, m, n, k);
}

Status linalg_matmul_bt(float *c, const float *a, const float *b, float *panels, int32_t accumulate,
                        int32_t m, int32_t n, int32_t k) {
    return multiply(c, (MatmulView){a, k, 1}, (MatmulView){b, 1, k}, panels, accumulate, m, n, k);
}

Status linalg_matmul_at(float *c, const float *a, const float *b, float *panels, int32_t accumulate,
                        int32_t m, int32_t n, int32_t k) {
    return multiply(c, (MatmulView){a, 1, m}, (MatmulView){b, n, 1}, panels, accumulate, m, n, k);
}

#ifdef CORE_TESTING
Status linalg_matmul_ref(float *c, const float *a, const float *b, float *panels,
                         int32_t accumulate, int32_t m, int32_t n, int32_t k) {
    (void)panels;
    if (!SHAPE_OK(m, n) || !SHAPE_OK(m, k) || !is_packable(n, k)) return STATUS_BAD_SHAPE;
    for (int32_t i = 0; i < m; i++) {
        for (int32_t j = 0; j < n; j++) {
            double sum = accumulate ? (double)c[i * n + j] : 0.0;
            for (int32_t l = 0; l < k; l++) sum += (double)a[i * k + l] * (double)b[l * n + j];
            c[i * n + j] = (float)sum;
        }
    }
    return STATUS_OK;
}
#endif
