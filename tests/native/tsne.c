/* t-SNE on buffers of exactly their size, under the sanitizers: probabilities at every number of
 * points, steps at every number of dimensions, and points that are equal.
 */
#include "../../src/proj/tsne.h"
#include "test.h"

static double *doubles(int64_t n) { return exact((size_t)n * sizeof(double)); }

static double perplexity_of(const double *p, int32_t n) {
    double entropy = 0.0;
    for (int32_t j = 0; j < n; j++) {
        if (p[j] > 0.0) entropy -= p[j] * log(p[j]);
    }
    return exp(entropy);
}

// Each row leaves itself out, sums to 1 and has its perplexity; the joint sums to 1.
static bool rows_obey(const float *x, double perplexity, int32_t n, int32_t d) {
    double *const p = doubles((int64_t)n * n), *const beta = doubles(n);
    if (proj_tsne_conditional(p, beta, x, perplexity, n, d) != STATUS_OK) return false;
    for (int32_t i = 0; i < n; i++) {
        const double *const row = p + i * n;
        double sum = 0.0;
        for (int32_t j = 0; j < n; j++) sum += row[j];
        if (row[i] != 0.0 || !(fabs(sum - 1.0) < 1e-13) || !(beta[i] >= 0.0)) return false;
        if (!(fabs(perplexity_of(row, n) / perplexity - 1.0) < 1e-9)) return false;
    }
    double *const apart = doubles((int64_t)n * n);
    for (int32_t k = 0; k < n * n; k++) apart[k] = (double)NAN;
    if (proj_tsne_joint(apart, p, n) != STATUS_OK) return false;
    if (proj_tsne_joint(p, p, n) != STATUS_OK) return false; // in place
    for (int32_t k = 0; k < n * n; k++) {
        if (apart[k] != p[k]) return false;
    }
    double total = 0.0;
    for (int32_t k = 0; k < n * n; k++) total += p[k];
    return fabs(total - 1.0) < 1e-13;
}

static bool probabilities_obey_their_laws(void) {
    for (int32_t n = 2; n <= 19; n++) {
        for (int32_t d = 1; d <= 9; d++) {
            const float *const x = random_floats(n * d);
            const bool ok = rows_obey(x, (double)(n - 1), n, d) &&
                            rows_obey(x, 1.0 + (double)(n - 2) / 3.0, n, d);
            free_all();
            if (!ok) printf("# %d points of width %d\n", (int)n, (int)d);
            if (!ok) return false;
        }
    }
    return true;
}

// Steps with the largest numbers that are taken: y stays finite and centred. Points 0 and n - 1 are
// equal in x and in y, and stay so.
static bool steps_stay_finite(int32_t n, int32_t n_dims, double learning_rate,
                              double exaggeration) {
    float *const x = random_floats(n * 3);
    float *const y = random_floats(n * n_dims);
    memcpy(x + (n - 1) * 3, x, 3 * sizeof *x);
    memcpy(y + (n - 1) * n_dims, y, (size_t)n_dims * sizeof *y);
    double *const p = doubles((int64_t)n * n), *const beta = doubles(n);
    double *const state = doubles(4 * (int64_t)n * n_dims), *const dy =
                                                                doubles((int64_t)n * n_dims);
    double *const kl = doubles(1);
    bool ok = proj_tsne_conditional(p, beta, x, 1.0 + (double)(n - 2) / 2.0, n, 3) == STATUS_OK &&
              proj_tsne_joint(p, p, n) == STATUS_OK &&
              proj_tsne_init(state, y, n, n_dims) == STATUS_OK;
    for (int32_t k = 0; k < 100 && ok; k++) {
        ok = proj_tsne_step(state, p, learning_rate, exaggeration, 0.999, n, n_dims) == STATUS_OK;
    }
    ok = ok && proj_tsne_kl(kl, p, state, n, n_dims) == STATUS_OK && isfinite(*kl) && *kl > -1e-9 &&
         proj_tsne_gradient(dy, p, state, exaggeration, n, n_dims) == STATUS_OK &&
         memcmp(state, state + (n - 1) * n_dims, (size_t)n_dims * sizeof *state) == 0;
    for (int32_t c = 0; c < n_dims && ok; c++) {
        double sum = 0.0, size = 0.0;
        for (int32_t i = 0; i < n; i++) {
            sum += state[i * n_dims + c];
            size += fabs(state[i * n_dims + c]);
        }
        ok = isfinite(size) && fabs(sum) <= 1e-12 * size;
    }
    free_all();
    return ok;
}

static bool steps_at_every_size(void) {
    for (int32_t n = 2; n <= 13; n++) {
        for (int32_t n_dims = 1; n_dims <= PROJ_TSNE_MAX_DIMS; n_dims++) {
            if (!steps_stay_finite(n, n_dims, 1.0, 1.0)) return false;
            if (!steps_stay_finite(n, n_dims, 1e6, 1000.0)) return false;
        }
    }
    return true;
}

// Distances from none to the largest of a float.
static bool ends_of_the_range(void) {
    static const float x[] = {0.0f,    0.0f,  1e-45f, 1e-38f, 1.0f,    -1.0f,
                              3.4e38f, 2e38f, -2e38f, 1e19f,  3.4e38f, 3.4e38f};
    double p[144], beta[12];
    for (double perplexity = 1.0; perplexity <= 11.0; perplexity += 0.5) {
        if (proj_tsne_conditional(p, beta, x, perplexity, 12, 1) != STATUS_OK) return false;
        for (int32_t i = 0; i < 12; i++) {
            double sum = 0.0;
            for (int32_t j = 0; j < 12; j++) sum += p[i * 12 + j];
            if (!(fabs(sum - 1.0) < 1e-13) || isnan(beta[i])) return false;
        }
    }
    return true;
}

static bool refuses(void) {
    double p[9], beta[3];
    for (int32_t k = 0; k < 9; k++) p[k] = 7.0;
    for (int32_t k = 0; k < 3; k++) beta[k] = 7.0;
    float x[3] = {1.0f, 2.0f, 4.0f};
    bool ok =
        proj_tsne_conditional(p, beta, x, 2.5, 3, 1) == STATUS_BAD_VALUE &&
        proj_tsne_conditional(p, beta, x, 2.0, 3, 0) == STATUS_BAD_SHAPE &&
        proj_tsne_conditional(p, beta, x, 2.0, PROJ_TSNE_MAX_POINTS + 1, 1) == STATUS_BAD_SHAPE &&
        proj_tsne_joint(p, p, 1) == STATUS_BAD_SHAPE &&
        proj_tsne_init(p, x, 3, PROJ_TSNE_MAX_DIMS + 1) == STATUS_BAD_SHAPE &&
        proj_tsne_step(p, p, 1.0, 1.0, 1.0, 2, 1) == STATUS_BAD_VALUE &&
        proj_tsne_step(p, p, 0.0, 1.0, 0.5, 2, 1) == STATUS_BAD_VALUE;
    x[2] = NAN;
    ok = ok && proj_tsne_conditional(p, beta, x, 2.0, 3, 1) == STATUS_BAD_VALUE &&
         proj_tsne_init(p, x, 3, 1) == STATUS_BAD_VALUE;
    for (int32_t k = 0; k < 9; k++) ok = ok && p[k] == 7.0;
    double state[12]; // the map, no velocity, gains of 1, and nothing that steps have summed
    x[2] = 4.0f;
    ok = ok && proj_tsne_init(state, x, 3, 1) == STATUS_OK;
    for (int32_t k = 0; k < 3; k++) {
        ok = ok && state[k] == (double)x[k] && state[3 + k] == 0.0 && state[6 + k] == 1.0 &&
             state[9 + k] == 0.0;
    }
    return ok && beta[0] == 7.0 && beta[1] == 7.0 && beta[2] == 7.0;
}

int main(void) {
    check(probabilities_obey_their_laws(), "probabilities obey their laws at every size");
    check(steps_at_every_size(), "a map stays finite and centred, and equal points stay equal");
    check(ends_of_the_range(), "rows at the ends of the range of a float have probabilities");
    check(refuses(), "t-SNE refuses before it writes");
    return test_end();
}
