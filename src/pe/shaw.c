#include "shaw.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "../base/shape.h"
#include "../linalg/matmul.h"
#include "../linalg/vec.h"

COMPACT_BEGIN // the products are kernels elsewhere

// All four functions convert between (n_rows, n_key), one row per head and query, and (n_rows,
// n_offsets), one column per row of the table: keys at the same clipped offset share a column. The
// rest is matrix products. A tile of both is on the stack.
enum {
    MAX_CLIP = 1 << 27,
    TILE_ROWS = 32,
    TILE_COLUMNS = 32, // rows of the table
    TILE_DEPTH = 64    // elements of d_head
};

typedef struct Sizes {
    int32_t clip, n_query, n_key, d_head;
    int32_t n_rows;      // n_heads * n_query
    int32_t first, last; // rows of the table that some pair of query and key uses
} Sizes;

// A block of (n_rows, n_offsets): rows row .. row + m - 1, columns first .. first + n - 1.
typedef struct Tile {
    int32_t row, m, first, n;
    float data[TILE_ROWS * TILE_COLUMNS];
} Tile;

static Status check(Sizes *sizes, const PeConfig *config, float scale, int32_t n_query,
                    int32_t n_key) {
    const int32_t n_heads = config->n_heads, d_head = config->d_head, clip = config->clip;
    if (!config->table || clip < 0 || clip > MAX_CLIP || !isfinite(scale)) return STATUS_BAD_VALUE;
    if (!SHAPE_OK(n_heads, n_query, n_key) || !SHAPE_OK(n_heads, n_query, d_head) ||
        !SHAPE_OK(n_heads, n_key, d_head) || !SHAPE_OK(2 * clip + 1, d_head)) {
        return STATUS_BAD_SHAPE;
    }
    const int32_t ahead = config->causal ? 0 : n_query - 1; // the largest j - i
    const int32_t first = clip < n_key ? 0 : clip - n_key + 1;
    const int32_t last = clip + (ahead < clip ? ahead : clip);
    *sizes = (Sizes){clip, n_query, n_key, d_head, n_heads * n_query, first, last};
    return STATUS_OK;
}

// ------------------------------------------------------------ between keys and clipped offsets

// The part of one query's row of keys that a tile covers: keys j .. j + n - 1 have the offsets of
// columns c .. c + n - 1, one each. Keys before `past` belong to column 0 of the table as well,
// keys from `future` on to its last column.
typedef struct Window {
    int32_t j, c, n;
    int32_t past, future;
} Window;

static int32_t within(int32_t j, int32_t n_key) {
    if (j < 0) return 0;
    return j < n_key ? j : n_key;
}

static Window window_of(const Tile *tile, const Sizes *s, int32_t row) {
    const int32_t pos = row % s->n_query + s->n_key - s->n_query;
    const int32_t start = pos + tile->first - s->clip;
    const int32_t j = within(start, s->n_key), end = within(start + tile->n, s->n_key);
    const bool has_first = tile->first == 0, has_last = tile->first + tile->n == 2 * s->clip + 1;
    return (Window){.j = j,
                    .c = j - start,
                    .n = end - j,
                    .past = has_first ? within(pos - s->clip, s->n_key) : 0,
                    .future = has_last ? within(pos + s->clip + 1, s->n_key) : s->n_key};
}

// tile = sums of pairs (n_rows, n_key) over the keys of each offset.
static void gather(Tile *tile, const float *pairs, const Sizes *s) {
    memset(tile->data, 0, sizeof tile->data);
    for (int32_t r = 0; r < tile->m; r++) {
        const Window w = window_of(tile, s, tile->row + r);
        const float *const row = pairs + (int64_t)(tile->row + r) * s->n_key;
        float *const sums = tile->data + r * TILE_COLUMNS;
        if (w.n > 0) memcpy(sums + w.c, row + w.j, (size_t)w.n * sizeof *row);
        sums[0] += (float)linalg_vec_sum(row, w.past);
        sums[tile->n - 1] += (float)linalg_vec_sum(row + w.future, s->n_key - w.future);
    }
}

// pairs (n_rows, n_key) += tile, each number to all keys of its offset.
static void scatter(float *pairs, const Tile *tile, const Sizes *s) {
    for (int32_t r = 0; r < tile->m; r++) {
        const Window w = window_of(tile, s, tile->row + r);
        float *const row = pairs + (int64_t)(tile->row + r) * s->n_key;
        const float *const values = tile->data + r * TILE_COLUMNS;
        if (w.n > 0) linalg_vec_add(row + w.j, values + w.c, w.n);
        linalg_vec_shift(row, values[0], w.past);
        linalg_vec_shift(row + w.future, values[tile->n - 1], s->n_key - w.future);
    }
}

// ------------------------------------------------------------------------------------- products

// tile (m, n) = alpha * x (n_rows, d_head) table^T, at the rows and columns of the tile.
static void multiply_tile(Tile *tile, const float *x, const float *table, float alpha,
                          const Sizes *s) {
    const int32_t d = s->d_head;
    float panels[TILE_COLUMNS * TILE_DEPTH];
    for (int32_t depth = 0; depth < d; depth += TILE_DEPTH) {
        const int32_t k = shape_at_most(d - depth, TILE_DEPTH);
        const MatmulView columns = {table + (int64_t)tile->first * d + depth, 1, d};
        linalg_matmul_pack(panels, columns, tile->n, k);
        const MatmulTask task = {.a = {x + (int64_t)tile->row * d + depth, d, 1},
                                 .panels = panels,
                                 .panel_k = k,
                                 .alpha = alpha,
                                 .accumulate = depth > 0};
        linalg_matmul_run(tile->data, TILE_COLUMNS, &task, tile->m, tile->n, k);
    }
}

// out (rows_out, d_head) += alpha * a (rows_out, k) b (k, d_head); k fits a tile.
static void add_product(float *out, MatmulView a, const float *b, float alpha, int32_t rows_out,
                        int32_t k, int32_t d) {
    float panels[TILE_DEPTH * TILE_COLUMNS];
    for (int32_t depth = 0; depth < d; depth += TILE_DEPTH) {
        const int32_t n = shape_at_most(d - depth, TILE_DEPTH);
        linalg_matmul_pack(panels, (MatmulView){b + depth, d, 1}, n, k);
        const MatmulTask task = {
            .a = a, .panels = panels, .panel_k = k, .alpha = alpha, .accumulate = true};
        linalg_matmul_run(out + depth, d, &task, rows_out, n, k);
    }
}

// ---------------------------------------------------------------------------- all of the tiles

// pairs[row, j] += alpha * x[row] . table[r(row, j)].
static void add_dots(float *pairs, const float *x, const float *table, float alpha,
                     const Sizes *s) {
    Tile tile;
    for (tile.first = s->first; tile.first <= s->last; tile.first += TILE_COLUMNS) {
        tile.n = shape_at_most(s->last + 1 - tile.first, TILE_COLUMNS);
        for (tile.row = 0; tile.row < s->n_rows; tile.row += TILE_ROWS) {
            tile.m = shape_at_most(s->n_rows - tile.row, TILE_ROWS);
            multiply_tile(&tile, x, table, alpha, s);
            scatter(pairs, &tile, s);
        }
    }
}

// With g = pairs summed over the keys of each row of the table: out (n_rows, d_head) += alpha * g
// table and dtable += alpha * g^T x. Either result may be NULL, and then what it alone reads.
static void add_sums(float *out, float *dtable, const float *pairs, const float *x,
                     const float *table, float alpha, const Sizes *s) {
    const int32_t d = s->d_head;
    Tile tile;
    for (tile.first = s->first; tile.first <= s->last; tile.first += TILE_COLUMNS) {
        tile.n = shape_at_most(s->last + 1 - tile.first, TILE_COLUMNS);
        const int64_t at = (int64_t)tile.first * d;
        for (tile.row = 0; tile.row < s->n_rows; tile.row += TILE_ROWS) {
            tile.m = shape_at_most(s->n_rows - tile.row, TILE_ROWS);
            const int64_t from = (int64_t)tile.row * d;
            gather(&tile, pairs, s);
            const MatmulView sums = {tile.data, TILE_COLUMNS, 1};
            const MatmulView transposed = {tile.data, 1, TILE_COLUMNS};
            if (out) add_product(out + from, sums, table + at, alpha, tile.m, tile.n, d);
            if (dtable) add_product(dtable + at, transposed, x + from, alpha, tile.n, tile.m, d);
        }
    }
}

// ------------------------------------------------------------------------------------ the terms

static Status keys_forward(float *logits, const float *q, const float *k, const PeConfig *config,
                           int32_t n_query, int32_t n_key) {
    (void)k;
    Sizes sizes;
    const Status status = check(&sizes, config, config->scale, n_query, n_key);
    if (status == STATUS_OK) add_dots(logits, q, config->table, config->scale, &sizes);
    return status;
}

static Status keys_backward(const PeLogitsGradients *gradients, const float *dlogits,
                            const float *q, const float *k, const PeConfig *config, int32_t n_query,
                            int32_t n_key) {
    (void)k;
    Sizes sizes;
    const Status status = check(&sizes, config, config->scale, n_query, n_key);
    if (status != STATUS_OK) return status;
    add_sums(gradients->dq, gradients->dtable, dlogits, q, config->table, config->scale, &sizes);
    return STATUS_OK;
}

static Status values_forward(float *output, const float *weights, const PeConfig *config,
                             int32_t n_query, int32_t n_key) {
    Sizes sizes;
    const Status status = check(&sizes, config, 1.0f, n_query, n_key);
    if (status == STATUS_OK) add_sums(output, NULL, weights, NULL, config->table, 1.0f, &sizes);
    return status;
}

static Status values_backward(float *dweights, float *dtable, const float *doutput,
                              const float *weights, const PeConfig *config, int32_t n_query,
                              int32_t n_key) {
    Sizes sizes;
    const Status status = check(&sizes, config, 1.0f, n_query, n_key);
    if (status != STATUS_OK) return status;
    add_dots(dweights, doutput, config->table, 1.0f, &sizes);
    if (dtable) add_sums(NULL, dtable, weights, doutput, NULL, 1.0f, &sizes);
    return STATUS_OK;
}

// ----------------------------------------------------------------------------------- the methods

static PeShape shape(const PeConfig *config) {
    const bool is_clip = config->clip >= 0 && config->clip <= MAX_CLIP;
    return (PeShape){{is_clip ? 2 * config->clip + 1 : 0, config->d_head}};
}

static const PeTensor KEYS[] = {{"attn.shaw_key", shape, 0.0, 0.02}};
static const PeTensor VALUES[] = {{"attn.shaw_value", shape, 0.0, 0.02}};

const PeMethod pe_shaw_keys = {.acts_on = PE_LOGITS,
                               .tensors = KEYS,
                               .n_tensors = 1,
                               .per_layer = true,
                               .reads_content = true,
                               .logits_forward = keys_forward,
                               .logits_backward = keys_backward};

const PeMethod pe_shaw_values = {.acts_on = PE_OUTPUT,
                                 .tensors = VALUES,
                                 .n_tensors = 1,
                                 .per_layer = true,
                                 .reads_content = true,
                                 .output_forward = values_forward,
                                 .output_backward = values_backward};

COMPACT_END
