/* Principal components of any finite numbers: orthonormal axes, and shares that sum to one.
 * clang -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -DCORE_TESTING \
 *   tests/fuzz/pca.c src/proj/pca.c src/linalg/{eigen,vec}.c src/base/shape.c -lm
 */
#include "../../src/proj/pca.h"
#include "input.h"

static void check_axes(const float *axes, int32_t m, int32_t d) {
    for (int32_t i = 0; i < m * m; i++) {
        double dot = 0.0;
        for (int32_t k = 0; k < d; k++) {
            dot += (double)axes[i / m * d + k] * (double)axes[i % m * d + k];
        }
        REQUIRE(fabs(dot - (i / m == i % m ? 1.0 : 0.0)) < 1e-5);
    }
}

static void check_spectrum(const float *variance, const float *ratio, int32_t side) {
    double total = 0.0;
    for (int32_t k = 0; k < side; k++) {
        REQUIRE(variance[k] >= 0.0f && (k == 0 || variance[k] <= variance[k - 1]));
        total += (double)ratio[k];
    }
    REQUIRE(total == 0.0 || fabs(total - 1.0) < 1e-5);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes) {
    Input in = {data, n_bytes};
    const int32_t n = input_within(&in, 0, 14), d = input_within(&in, 0, 14);
    const int32_t side = n < d ? n : d, m = input_within(&in, 0, side + 1);
    const bool is_tame = input_within(&in, 0, 1) == 1;
    float *const x = input_floats(&in, n * d, is_tame);
    bool is_finite = true;
    for (int32_t k = 0; k < n * d; k++) is_finite = is_finite && isfinite(x[k]);
    float *const mean = untouched(d), *const axes = untouched(m * d),
                 *const scores = untouched(n * m);
    float *const variance = untouched(side), *const ratio = untouched(side);
    float *const singular = untouched(side);
    double *const scratch = malloc(proj_pca_n_bytes(n, d));
    const ProjPca pca = {mean, axes, scores, variance, ratio, singular};
    const Status status = proj_pca_fit(&pca, scratch, x, m, n, d);
    const bool is_shape = n >= 2 && d >= 1 && m >= 1 && m <= side;
    REQUIRE(status == (!is_shape ? STATUS_BAD_SHAPE : is_finite ? STATUS_OK : STATUS_BAD_VALUE));
    if (status == STATUS_OK) {
        check_axes(axes, m, d);
        check_spectrum(variance, ratio, side);
    } else {
        REQUIRE(is_untouched(mean, d) && is_untouched(axes, m * d) && is_untouched(scores, n * m));
        REQUIRE(is_untouched(variance, side) && is_untouched(ratio, side));
        REQUIRE(is_untouched(singular, side));
    }
    free(x), free(mean), free(axes), free(scores), free(variance), free(ratio), free(singular);
    free(scratch);
    return 0;
}
