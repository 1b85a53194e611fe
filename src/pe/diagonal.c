#include "diagonal.h"

#include <string.h>

#include "../base/api.h"
#include "../base/shape.h"
#include "../linalg/vec.h"

COMPACT_BEGIN // the sums over rows are kernels elsewhere

// Offsets first .. first + n - 1 at a time: their indices in the table and their numbers are on the
// stack.
enum { TILE = 256 };
typedef struct Tile {
    int32_t first, n;
    int32_t at[TILE]; // of head 0
} Tile;

static Tile tile_at(const PeDiagonal *diagonal, int32_t first, int32_t n_query) {
    Tile tile = {.first = first, .n = shape_at_most(n_query - first, TILE)};
    for (int32_t k = 0; k < tile.n; k++) {
        tile.at[k] = diagonal->row_of(diagonal->rule, first + k) * diagonal->row_stride;
    }
    return tile;
}

// The part of a tile in one row: keys j .. j + n - 1, offsets from the tile's `skip` on.
typedef struct Window {
    int32_t j, n, skip;
} Window;

static Window window_of(const Tile *tile, int32_t i, int32_t n_query, int32_t n_key) {
    const int32_t start = i + n_key - n_query + tile->first;
    const int32_t j = start < 0 ? 0 : start;
    return (Window){j, shape_at_most(start + tile->n, n_key) - j, j - start};
}

void pe_diagonal_add(float *logits, const float *table, const PeDiagonal *diagonal, int32_t n_heads,
                     int32_t n_query, int32_t n_key) {
    for (int32_t first = 1 - n_key; first < n_query; first += TILE) {
        const Tile tile = tile_at(diagonal, first, n_query);
        for (int32_t h = 0; h < n_heads; h++) {
            const float *const head = table + h * diagonal->head_stride;
            float values[TILE];
            for (int32_t k = 0; k < tile.n; k++) values[k] = head[tile.at[k]];
            for (int32_t i = 0; i < n_query; i++) {
                const Window w = window_of(&tile, i, n_query, n_key);
                float *const row = logits + (h * n_query + i) * n_key;
                if (w.n > 0) linalg_vec_add(row + w.j, values + w.skip, w.n);
            }
        }
    }
}

void pe_diagonal_backward(float *dtable, const float *dlogits, const PeDiagonal *diagonal,
                          int32_t n_heads, int32_t n_query, int32_t n_key) {
    for (int32_t first = 1 - n_key; first < n_query; first += TILE) {
        const Tile tile = tile_at(diagonal, first, n_query);
        for (int32_t h = 0; h < n_heads; h++) {
            float *const head = dtable + h * diagonal->head_stride;
            double sums[TILE];
            memset(sums, 0, (size_t)tile.n * sizeof *sums);
            for (int32_t i = 0; i < n_query; i++) {
                const Window w = window_of(&tile, i, n_query, n_key);
                const float *const row = dlogits + (h * n_query + i) * n_key;
                if (w.n > 0) linalg_vec_add_to_f64(sums + w.skip, row + w.j, w.n);
            }
            for (int32_t k = 0; k < tile.n; k++) head[tile.at[k]] += (float)sums[k];
        }
    }
}

COMPACT_END
