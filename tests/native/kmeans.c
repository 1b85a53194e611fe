/* k-means on buffers of exactly their size, under the sanitizers: every number of rows, columns and
 * clusters, rows that repeat, and rows at the ends of the range of a float.
 */
#include <float.h>

#include "../../src/proj/kmeans.h"
#include "test.h"

typedef struct Clusters {
    int32_t *labels;
    double *centres, *inertia;
    int32_t k, n, d;
} Clusters;

static double distance_of(const Clusters *w, const float *x, int32_t i, int32_t c) {
    double sum = 0.0;
    for (int32_t j = 0; j < w->d; j++) {
        const double difference = (double)x[i * w->d + j] - w->centres[c * w->d + j];
        sum += difference * difference;
    }
    return sum;
}

static bool labels_are_nearest(const Clusters *w, const float *x) {
    double sum = 0.0;
    for (int32_t i = 0; i < w->n; i++) {
        if (w->labels[i] < 0 || w->labels[i] >= w->k) return false;
        const double own = distance_of(w, x, i, w->labels[i]);
        for (int32_t c = 0; c < w->k; c++) {
            const double other = distance_of(w, x, i, c);
            if (other < own || (other == own && c < w->labels[i])) return false;
        }
        sum += own;
    }
    return sum == *w->inertia;
}

// From seeds to rest: inertia does not rise, and at rest the labels are the nearest centres.
static bool comes_to_rest(const float *x, int32_t k, int32_t n, int32_t d, uint32_t seed) {
    const Clusters w = {exact((size_t)n * sizeof(int32_t)),
                        exact((size_t)(k * d) * sizeof(double)),
                        exact(sizeof(double)),
                        k,
                        n,
                        d};
    int32_t *const before = exact((size_t)n * sizeof(int32_t));
    double *const seed_scratch = exact((size_t)n * sizeof(double));
    double *const step_scratch = exact((size_t)k * sizeof(double));
    const RngStream stream = {"s", 1, seed, 0};
    bool ok = proj_kmeans_seed(w.centres, seed_scratch, x, &stream, k, n, d) == STATUS_OK;
    double last = (double)INFINITY;
    bool is_at_rest = false;
    for (int32_t step = 0; step < 100 && ok && !is_at_rest; step++) {
        if (step > 0) memcpy(before, w.labels, (size_t)n * sizeof *before);
        ok = proj_kmeans_step(w.labels, w.centres, w.inertia, step_scratch, x, k, n, d) ==
                 STATUS_OK &&
             *w.inertia <= last * (1.0 + 1e-12);
        last = *w.inertia;
        is_at_rest = step > 0 && memcmp(before, w.labels, (size_t)n * sizeof *before) == 0;
    }
    return ok && is_at_rest && labels_are_nearest(&w, x);
}

// Kinds: random, few unlike rows, and the ends of the range.
static bool every_size(int32_t kind) {
    for (int32_t n = 1; n <= 13; n++) {
        for (int32_t d = 1; d <= 5; d++) {
            for (int32_t k = 1; k <= n; k++) {
                float *const x = random_floats(n * d);
                for (int32_t i = 0; i < n * d && kind > 0; i++) {
                    x[i] = kind == 1 ? (float)(i / d % 3) : x[i] > 0.0f ? FLT_MAX : -FLT_MAX;
                }
                const bool ok = comes_to_rest(x, k, n, d, (uint32_t)(n * k));
                free_all();
                if (!ok) printf("# %d rows of width %d in %d\n", (int)n, (int)d, (int)k);
                if (!ok) return false;
            }
        }
    }
    return true;
}

static bool refuses(void) {
    static const double bad[] = {(double)NAN, (double)INFINITY, (double)-INFINITY, 1e39};
    float x[3] = {1.0f, 2.0f, 4.0f};
    int32_t labels[3] = {7, 7, 7};
    double centres[3] = {7.0, 7.0, 7.0}, inertia = 7.0, scratch[3];
    bool ok = true;
    for (int32_t b = 0; b < 4; b++) {
        double others[2] = {1.0, bad[b]};
        ok = ok &&
             proj_kmeans_step(labels, others, &inertia, scratch, x, 2, 3, 1) == STATUS_BAD_VALUE;
    }
    x[1] = NAN;
    const RngStream stream = {"", 0, 1, 0}, no_name = {"", -1, 1, 0};
    ok = ok &&
         proj_kmeans_step(labels, centres, &inertia, scratch, x, 2, 3, 1) == STATUS_BAD_VALUE &&
         proj_kmeans_step(labels, centres, &inertia, scratch, x, 4, 3, 1) == STATUS_BAD_SHAPE &&
         proj_kmeans_step(labels, centres, &inertia, scratch, x, 0, 3, 1) == STATUS_BAD_SHAPE &&
         proj_kmeans_seed(centres, scratch, x, &stream, 2, 3, 1) == STATUS_BAD_VALUE &&
         proj_kmeans_seed(centres, scratch, x, &no_name, 2, 3, 1) == STATUS_BAD_SHAPE &&
         proj_kmeans_seed(centres, scratch, x, &stream, 4, 3, 1) == STATUS_BAD_SHAPE;
    for (int32_t k = 0; k < 3; k++) ok = ok && labels[k] == 7 && centres[k] == 7.0;
    return ok && inertia == 7.0;
}

// Where every row is a centre already, all weights are 0: the next centre is the first row.
static bool first_row_is_chosen_without_weights(void) {
    static const float x[] = {4.0f, 9.0f, 4.0f, 9.0f};
    double centres[4], scratch[4];
    bool ok = true;
    for (uint32_t seed = 0; seed < 20; seed++) {
        const RngStream stream = {"", 0, seed, 0};
        ok = ok && proj_kmeans_seed(centres, scratch, x, &stream, 4, 4, 1) == STATUS_OK;
        ok = ok && centres[0] != centres[1] && centres[2] == 4.0 && centres[3] == 4.0;
    }
    return ok;
}

int main(void) {
    check(first_row_is_chosen_without_weights(), "the first row is chosen where none has a weight");
    check(every_size(0), "random rows come to rest with their nearest centres");
    check(every_size(1), "rows that repeat do, with more clusters than unlike rows too");
    check(every_size(2), "rows at the ends of the range of a float do");
    check(refuses(), "k-means refuses before it writes");
    return test_end();
}
