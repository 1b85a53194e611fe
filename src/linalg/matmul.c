#include "matmul.h"

#include <assert.h>
#include <string.h>

#include "../base/shape.h"
#include "../base/simd.h"

// A tile: some rows of c by some vectors of a panel, kept in registers during the loop over k. Of
// the tiles measured in wasm, two rows by a full panel are fastest: larger ones spill (there are 15
// vector registers). Where c ends inside a panel fewer vectors are needed, and a tile can have more
// rows.
enum { TILE_ROWS = 2, TILE_VECTORS = LINALG_PANEL / 4, TILE_MOST_ROWS = 4 };

// Most rows of a panel that one pass over the rows of a uses: 16 kB, so that it stays in the first
// cache.
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

// Four rows of b^T become four columns: both sides are read and written as full vectors.
static inline void transpose_4x4(float *out, const float *b, int32_t stride) {
    const f32x4 r0 = f32x4_load(b), r1 = f32x4_load(b + stride);
    const f32x4 r2 = f32x4_load(b + 2 * stride), r3 = f32x4_load(b + 3 * stride);
    const f32x4 even_low = f32x4_zip_low(r0, r2), even_high = f32x4_zip_high(r0, r2);
    const f32x4 odd_low = f32x4_zip_low(r1, r3), odd_high = f32x4_zip_high(r1, r3);
    f32x4_store(out, f32x4_zip_low(even_low, odd_low));
    f32x4_store(out + LINALG_PANEL, f32x4_zip_high(even_low, odd_low));
    f32x4_store(out + 2 * LINALG_PANEL, f32x4_zip_low(even_high, odd_high));
    f32x4_store(out + 3 * LINALG_PANEL, f32x4_zip_high(even_high, odd_high));
}

// Columns c .. c + 3 of b from its element b on, k rows.
static void pack_vector(float *panel, const float *b, const MatmulView *view, int32_t k) {
    int32_t r = 0;
    if (view->col_stride == 1) {
        for (; r < k; r++) {
            f32x4_store(panel + r * LINALG_PANEL, f32x4_load(b + r * view->row_stride));
        }
    } else if (view->row_stride == 1) {
        for (; r + 4 <= k; r += 4) {
            transpose_4x4(panel + r * LINALG_PANEL, b + r, view->col_stride);
        }
    }
    for (; r < k; r++) {
        const float *const row = b + r * view->row_stride;
        const int32_t step = view->col_stride;
        f32x4_store(panel + r * LINALG_PANEL,
                    (f32x4){row[0], row[step], row[2 * step], row[3 * step]});
    }
}

// Full panels side by side, row by row of b: reading b in order lets the hardware prefetch it.
static void pack_rows(float *panels, const float *b, int32_t row_stride, int32_t n_panels,
                      int32_t k) {
    for (int32_t r = 0; r < k; r++) {
        const float *from = b + r * row_stride;
        float *to = panels + r * LINALG_PANEL;
        for (int32_t p = 0; p < n_panels; p++) {
            UNROLL
            for (int32_t c = 0; c < LINALG_PANEL; c += 4) f32x4_store(to + c, f32x4_load(from + c));
            from += LINALG_PANEL;
            to += (size_t)k * LINALG_PANEL;
        }
    }
}

// n_columns of b from its column b on, zeros to the end of the panel.
static void pack_panel(float *panel, const float *b, const MatmulView *view, int32_t n_columns,
                       int32_t k) {
    if (n_columns == LINALG_PANEL && view->col_stride == 1) {
        pack_rows(panel, b, view->row_stride, 1, k);
        return;
    }
    int32_t c = 0;
    for (; c + 4 <= n_columns; c += 4) pack_vector(panel + c, b + c * view->col_stride, view, k);
    // the last vector, where it has columns of b, and zeros to the end of the panel
    for (; c < LINALG_PANEL; c += 4) {
        for (int32_t r = 0; r < k; r++) {
            float *const row = panel + r * LINALG_PANEL;
            f32x4_store(row + c, f32x4_splat(0.0f));
            for (int32_t e = c; e < n_columns; e++) {
                row[e] = b[r * view->row_stride + e * view->col_stride];
            }
        }
    }
}

void linalg_matmul_pack(float *panels, MatmulView b, int32_t n, int32_t k) {
    assert(is_packable(n, k));
    int32_t c = 0;
    if (b.col_stride == 1) {
        pack_rows(panels, b.data, b.row_stride, n / LINALG_PANEL, k);
        c = n / LINALG_PANEL * LINALG_PANEL;
    }
    for (; c < n; c += LINALG_PANEL) {
        pack_panel(panels + (size_t)c * (size_t)k, b.data + c * b.col_stride, &b,
                   shape_at_most(n - c, LINALG_PANEL), k);
    }
}

const float *linalg_matmul_panels(float *panels, MatmulView b, int32_t n, int32_t k) {
    if (n == LINALG_PANEL && b.row_stride == LINALG_PANEL && b.col_stride == 1) return b.data;
    linalg_matmul_pack(panels, b, n, k);
    return panels;
}

// --------------------------------------------------------------------------------- multiplying

typedef struct Tile {
    f32x4 sum[TILE_MOST_ROWS][TILE_VECTORS];
} Tile;

// Where the sums are stored: rows of c by one panel.
typedef struct Target {
    float *c;
    int32_t c_stride;
    int32_t n_columns; // columns of c in this panel
    float alpha;
    bool accumulate;
    const float *start; // (LINALG_PANEL): initial value of the sums, the bias or zeros
} Target;

// The rows of a tile in a, one pointer each.
typedef struct Rows {
    const float *at[TILE_MOST_ROWS];
} Rows;

// tile += column `step` of a times one row of the panel.
INLINE void tile_step(Tile *tile, const Rows *rows, int32_t step, const float *panel,
                      int32_t n_rows, int32_t n_vectors) {
    UNROLL
    for (int32_t r = 0; r < n_rows; r++) {
        const f32x4 element = f32x4_splat(rows->at[r][step]);
        UNROLL
        for (int32_t v = 0; v < n_vectors; v++) {
            tile->sum[r][v] += element * f32x4_load(panel + 4 * v);
        }
    }
}

INLINE Tile tile_begin(const Target *target, int32_t n_rows, int32_t n_vectors) {
    Tile tile;
    UNROLL
    for (int32_t r = 0; r < n_rows; r++) {
        UNROLL
        for (int32_t v = 0; v < n_vectors; v++) tile.sum[r][v] = f32x4_load(target->start + 4 * v);
    }
    return tile;
}

// Steps per iteration. In wasm the instructions beside the multiplications dominate, so several
// steps share one increment of the pointers; the loop can exit after each step. Without these exits
// the compiler sums one accumulator over several steps before the next, which keeps all vectors of
// the panel alive and spills (28 instead of 47 GFLOP/s).
enum { STEPS = 8 };

INLINE void tile_run(Tile *tile, Rows rows, int32_t col_stride, const float *panel, int32_t n_rows,
                     int32_t n_vectors, int32_t n_steps, int32_t k) {
    for (int32_t left = k;; left -= n_steps) {
        UNROLL
        for (int32_t s = 0; s < n_steps; s++) {
            tile_step(tile, &rows, s * col_stride, panel + s * LINALG_PANEL, n_rows, n_vectors);
            if (left == s + 1) return;
        }
        UNROLL
        for (int32_t r = 0; r < n_rows; r++) rows.at[r] += n_steps * col_stride;
        panel += n_steps * LINALG_PANEL;
    }
}

INLINE void tile_store(float *c, int32_t c_stride, f32x4 alpha, bool accumulate, const Tile *tile,
                       int32_t n_rows, int32_t n_vectors) {
    UNROLL
    for (int32_t r = 0; r < n_rows; r++) {
        float *const out = c + r * c_stride;
        if (accumulate) {
            UNROLL
            for (int32_t v = 0; v < n_vectors; v++) {
                f32x4_store(out + 4 * v, f32x4_load(out + 4 * v) + alpha * tile->sum[r][v]);
            }
        } else {
            UNROLL
            for (int32_t v = 0; v < n_vectors; v++) {
                f32x4_store(out + 4 * v, alpha * tile->sum[r][v]);
            }
        }
    }
}

// The same where c may end inside the last vector.
NOINLINE static void tile_store_some(float *c, const Target *target, const Tile *tile,
                                     int32_t n_rows) {
    for (int32_t r = 0; r < n_rows; r++) {
        float *const out = c + r * target->c_stride;
        int32_t j = 0;
        for (; j + 4 <= target->n_columns; j += 4) {
            const f32x4 product = f32x4_splat(target->alpha) * tile->sum[r][j / 4];
            f32x4_store(out + j, target->accumulate ? f32x4_load(out + j) + product : product);
        }
        for (; j < target->n_columns; j++) {
            const float product = target->alpha * tile->sum[r][j / 4][j % 4];
            out[j] = target->accumulate ? out[j] + product : product;
        }
    }
}

// Hides the origin of a pointer from the compiler, which would else compute each row's address from
// the first row's at every step.
INLINE const float *opaque(const float *p, int32_t row_stride) {
    if (row_stride != 1) __asm__("" : "+r"(p));
    return p;
}

// m rows of a by the first vectors of a panel; a last tile with fewer rows computes its first row
// more than once. Every call has the tile's size, and one stride of a, as a constant.
INLINE void tiles(const Target *target, MatmulView view, const float *panel, int32_t n_rows,
                  int32_t n_vectors, int32_t n_steps, int32_t m, int32_t k) {
    const int32_t row_stride = view.row_stride, col_stride = view.col_stride;
    const bool is_full = target->n_columns == 4 * n_vectors, accumulate = target->accumulate;
    const int32_t c_stride = target->c_stride;
    const f32x4 alpha = f32x4_splat(target->alpha);
    const float *a = view.data;
    float *c = target->c;
    for (int32_t left = m; left > 0; left -= n_rows) {
        Rows rows;
        UNROLL
        for (int32_t r = 0; r < n_rows; r++) {
            rows.at[r] = opaque(a + (r < left ? r : 0) * row_stride, row_stride);
        }
        Tile tile = tile_begin(target, n_rows, n_vectors);
        tile_run(&tile, rows, col_stride, panel, n_rows, n_vectors, n_steps, k);
        if (is_full && left >= n_rows) {
            tile_store(c, c_stride, alpha, accumulate, &tile, n_rows, n_vectors);
        } else {
            const Tile copy = tile; // only the copy has an address: the tile stays in registers
            tile_store_some(c, target, &copy, shape_at_most(left, n_rows));
        }
        a += n_rows * row_stride;
        c += n_rows * c_stride;
    }
}

NOINLINE static void full_panel(const Target *target, const MatmulView *a, const float *panel,
                                int32_t m, int32_t k) {
    if (a->col_stride == 1) {
        const MatmulView rows = {a->data, a->row_stride, 1};
        tiles(target, rows, panel, TILE_ROWS, TILE_VECTORS, STEPS, m, k);
        return;
    }
    assert(a->row_stride == 1 && a->col_stride == LINALG_PANEL);
    const MatmulView columns = {a->data, 1, LINALG_PANEL};
    tiles(target, columns, panel, TILE_ROWS, TILE_VECTORS, STEPS, m, k);
}

// Where c ends inside the panel.
NOINLINE static void part_of_panel(const Target *target, const MatmulView *a, const float *panel,
                                   int32_t m, int32_t k) {
    if (target->n_columns <= 8) {
        tiles(target, *a, panel, TILE_MOST_ROWS, 2, 1, m, k);
    } else {
        tiles(target, *a, panel, TILE_ROWS, 3, 1, m, k);
    }
}

COMPACT_BEGIN // no kernels from here on

// All rows of a by one panel.
static void panel_product(const Target *target, const MatmulView *a, const float *panel, int32_t m,
                          int32_t k) {
    if (target->n_columns > LINALG_PANEL - 4) {
        full_panel(target, a, panel, m, k);
    } else {
        part_of_panel(target, a, panel, m, k);
    }
}

static const float ZEROS[LINALG_PANEL];

// Rows of a by every panel, k_block columns of a from its column `first` on.
static void rows_product(float *c, int32_t c_stride, const MatmulTask *task, MatmulView a,
                         int32_t first, int32_t m, int32_t n, int32_t k_block) {
    for (int32_t j = 0; j < n; j += LINALG_PANEL) {
        float start[LINALG_PANEL];
        Target target = {c + j,
                         c_stride,
                         shape_at_most(n - j, LINALG_PANEL),
                         task->alpha,
                         task->accumulate || first > 0,
                         ZEROS};
        if (task->bias && first == 0) {
            target.start = task->bias + j;
            if (target.n_columns < LINALG_PANEL) {
                for (int32_t v = 0; v < LINALG_PANEL; v++) {
                    start[v] = v < target.n_columns ? task->bias[j + v] : 0.0f;
                }
                target.start = start;
            }
        }
        const float *const panel =
            task->panels + (size_t)j * (size_t)task->panel_k + first * LINALG_PANEL;
        panel_product(&target, &a, panel, m, k_block);
    }
}

// Where the columns of a are contiguous, sixteen rows at a time are copied into a panel first: read
// in place, each element is in another cache line, and too many lines share the same cache sets.
static void columns_product(float *c, int32_t c_stride, const MatmulTask *task, MatmulView a,
                            int32_t first, int32_t m, int32_t n, int32_t k_block) {
    float gathered[LINALG_PANEL * K_BLOCK];
    const MatmulView transposed = {a.data, a.col_stride, 1};
    for (int32_t i = 0; i < m; i += LINALG_PANEL) {
        const int32_t n_rows = shape_at_most(m - i, LINALG_PANEL);
        pack_panel(gathered, a.data + i, &transposed, n_rows, k_block);
        rows_product(c + i * c_stride, c_stride, task, (MatmulView){gathered, 1, LINALG_PANEL},
                     first, n_rows, n, k_block);
    }
}

void linalg_matmul_run(float *c, int32_t c_stride, const MatmulTask *task, int32_t m, int32_t n,
                       int32_t k) {
    assert(m >= 1 && n >= 1 && k >= 1 && k <= task->panel_k && n <= c_stride);
    const int32_t n_blocks = (k - 1) / K_BLOCK + 1;
    const int32_t k_most = (k - 1) / n_blocks + 1; // blocks of one size
    for (int32_t first = 0; first < k; first += k_most) {
        const int32_t k_block = shape_at_most(k - first, k_most);
        MatmulView a = task->a;
        a.data += first * a.col_stride;
        if (a.col_stride == 1) {
            rows_product(c, c_stride, task, a, first, m, n, k_block);
        } else {
            assert(a.row_stride == 1);
            columns_product(c, c_stride, task, a, first, m, n, k_block);
        }
    }
}

void linalg_matmul_run_panels(float *c, const float *a_panels, const float *b_panels,
                              bool accumulate, int32_t m, int32_t n, int32_t k) {
    assert(m >= 1 && n >= 1 && k >= 1);
    const MatmulTask task = {
        .panels = b_panels, .panel_k = k, .alpha = 1.0f, .accumulate = accumulate};
    for (int32_t i = 0; i < m; i += LINALG_PANEL) {
        const MatmulView a = {a_panels + (size_t)i * (size_t)k, 1, LINALG_PANEL};
        rows_product(c + i * n, n, &task, a, 0, shape_at_most(m - i, LINALG_PANEL), n, k);
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

COMPACT_END
