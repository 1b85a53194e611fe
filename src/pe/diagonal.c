#include "diagonal.h"

#include <string.h>

#include "../linalg/vec.h"

// What one row has of the diagonals first .. first + n - 1: keys j .. j + n - 1, values from `skip` on.
typedef struct Window {
    int32_t j, n, skip;
} Window;

static Window window_of(int32_t i, int32_t first, int32_t n, int32_t n_query, int32_t n_key) {
    const int32_t start = i + n_key - n_query + first;
    const int32_t j = start < 0 ? 0 : start;
    const int32_t end = start + n < n_key ? start + n : n_key;
    return (Window){j, end - j, j - start};
}

void pe_diagonal_add(float *logits, const float *values, int32_t first, int32_t n, int32_t n_query,
                     int32_t n_key) {
    for (int32_t i = 0; i < n_query; i++, logits += n_key) {
        const Window w = window_of(i, first, n, n_query, n_key);
        if (w.n > 0) linalg_vec_add(logits + w.j, values + w.skip, w.n);
    }
}

void pe_diagonal_sum(double *sums, const float *dlogits, int32_t first, int32_t n, int32_t n_query,
                     int32_t n_key) {
    memset(sums, 0, (size_t)n * sizeof *sums);
    for (int32_t i = 0; i < n_query; i++, dlogits += n_key) {
        const Window w = window_of(i, first, n, n_query, n_key);
        linalg_vec_add_to_f64(sums + w.skip, dlogits + w.j, w.n);
    }
}
