/* Every tail of m, n and k, on buffers of exactly their size. */
#include "../../src/linalg/matmul.h"

#include <string.h>

#include "test.h"

static const int32_t SIZES[] = {1, 2, 3, 4, 5, 7, 15, 16, 17, 31, 33};
enum { N_SIZES = sizeof SIZES / sizeof *SIZES };

static float *transposed(const float *x, int32_t m, int32_t n) {
    float *const out = exact((size_t)m * (size_t)n * sizeof(float));
    for (int32_t i = 0; i < m; i++) {
        for (int32_t j = 0; j < n; j++) out[j * m + i] = x[i * n + j];
    }
    return out;
}

static float *copy_of(const float *x, int32_t n) {
    float *const out = exact((size_t)n * sizeof(float));
    memcpy(out, x, (size_t)n * sizeof(float));
    return out;
}

static bool agrees(int32_t m, int32_t n, int32_t k, int32_t accumulate) {
    const float *const a = random_floats(m * k), *const b = random_floats(k * n);
    float *const c = random_floats(m * n), *const c_bt = copy_of(c, m * n);
    float *const c_at = copy_of(c, m * n), *const want = copy_of(c, m * n);
    float *const panels = exact(linalg_matmul_n_bytes(n, k));
    linalg_matmul(c, a, b, panels, accumulate, m, n, k);
    linalg_matmul_bt(c_bt, a, transposed(b, k, n), panels, accumulate, m, n, k);
    linalg_matmul_at(c_at, transposed(a, m, k), b, panels, accumulate, m, n, k);
    linalg_matmul_ref(want, a, b, NULL, accumulate, m, n, k);
    const bool ok = is_close(c, want, m * n, 2e-5f) && is_close(c_bt, want, m * n, 2e-5f) &&
                    is_close(c_at, want, m * n, 2e-5f);
    free_all();
    return ok;
}

int main(void) {
    bool ok = true;
    for (int i = 0; i < N_SIZES; i++) {
        for (int j = 0; j < N_SIZES; j++) {
            for (int l = 0; l < N_SIZES; l++) {
                ok = ok && agrees(SIZES[i], SIZES[j], SIZES[l], (i + j + l) % 2);
            }
        }
    }
    check(ok, "matmul equals the reference at every tail of m, n and k");
    check(agrees(3, 18, 257, 0) && agrees(2, 5, 700, 1), "matmul sums over several blocks of k");

    float c = 7.0f, x = 1.0f;
    check(linalg_matmul(&c, &x, &x, &x, 0, 1, 1, 0) == STATUS_BAD_SHAPE &&
              linalg_matmul_bt(&c, &x, &x, &x, 0, INT32_MAX, INT32_MAX, 1) == STATUS_BAD_SHAPE &&
              linalg_matmul_at(&c, &x, &x, &x, 0, 1, INT32_MAX, INT32_MAX) == STATUS_BAD_SHAPE &&
              c == 7.0f,
          "matmul refuses sizes before it writes");
    return test_end();
}
