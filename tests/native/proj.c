/* Principal components on buffers of exactly their size: more rows than columns and fewer, data
 * that does not vary, and data at the ends of the range of a float.
 */
#include <float.h>

#include "../../src/linalg/eigen.h"
#include "../../src/proj/pca.h"
#include "test.h"

typedef struct Pca {
    float *mean, *components, *scores, *variance, *ratio, *singular;
    int32_t n_components, n, d, side;
} Pca;

static Pca fit(const float *x, int32_t n_components, int32_t n, int32_t d) {
    const int32_t side = n < d ? n : d;
    const Pca p = {untouched(d, 0),
                   untouched(n_components * d, 1),
                   untouched(n * n_components, 2),
                   untouched(side, 0),
                   untouched(side, 1),
                   untouched(side, 0),
                   n_components,
                   n,
                   d,
                   side};
    const ProjPca out = {p.mean, p.components, p.scores, p.variance, p.ratio, p.singular};
    const Status status = proj_pca_fit(&out, exact(proj_pca_n_bytes(n, d)), x, n_components, n, d);
    if (status != STATUS_OK) abort();
    return p;
}

static bool axes_are_orthonormal(const Pca *p) {
    for (int32_t i = 0; i < p->n_components; i++) {
        for (int32_t j = 0; j <= i; j++) {
            double dot = 0.0;
            for (int32_t k = 0; k < p->d; k++) {
                dot += (double)p->components[i * p->d + k] * (double)p->components[j * p->d + k];
            }
            if (!(fabs(dot - (i == j ? 1.0 : 0.0)) < 1e-5)) return false;
        }
    }
    return true;
}

// Scores are the centred rows along the axes; the largest of a column is positive.
static bool scores_are_projections(const Pca *p, const float *x, double atol) {
    for (int32_t c = 0; c < p->n_components; c++) {
        float largest = 0.0f;
        double squares = 0.0;
        for (int32_t i = 0; i < p->n; i++) {
            double want = 0.0;
            for (int32_t k = 0; k < p->d; k++) {
                want += ((double)x[i * p->d + k] - (double)p->mean[k]) *
                        (double)p->components[c * p->d + k];
            }
            const float got = p->scores[i * p->n_components + c];
            if (!(fabs((double)got - want) <= atol)) return false;
            if (fabsf(got) > fabsf(largest) * 1.00001f) largest = got;
            squares += (double)got * (double)got;
        }
        if (largest < 0.0f) return false;
        if (!(fabs(sqrt(squares) - (double)p->singular[c]) <= atol)) return false;
    }
    return true;
}

static bool spectrum_is_right(const Pca *p, bool varies) {
    double total = 0.0;
    bool ok = true;
    for (int32_t k = 0; k < p->side; k++) {
        const double square = (double)p->singular[k] * (double)p->singular[k];
        total += (double)p->ratio[k];
        ok = ok && p->variance[k] >= 0.0f && (k == 0 || p->variance[k] <= p->variance[k - 1]) &&
             fabs((double)p->variance[k] * (double)(p->n - 1) - square) <= 1e-6 * square;
    }
    return ok && fabs(total - (varies ? 1.0 : 0.0)) < 1e-6;
}

// All components rebuild the rows.
static bool rows_are_rebuilt(const Pca *p, const float *x, double atol) {
    for (int32_t k = 0; k < p->n * p->d; k++) {
        double sum = (double)p->mean[k % p->d];
        for (int32_t c = 0; c < p->side; c++) {
            sum += (double)p->scores[k / p->d * p->side + c] *
                   (double)p->components[c * p->d + k % p->d];
        }
        if (!(fabs(sum - (double)x[k]) <= atol)) return false;
    }
    return true;
}

// Kinds: random, one row repeated, rank one, and random times 2^100 or 2^-100.
static bool pca_obeys_its_laws(int32_t n, int32_t d, int32_t kind) {
    static const float SCALES[] = {1.0f, 1.0f, 1.0f, 0x1p100f, 0x1p-100f};
    float *const x = random_floats(n * d);
    const float *const r = random_floats(n > d ? n : d);
    for (int32_t k = 0; k < n * d; k++) {
        if (kind == 1) x[k] = r[k % d];
        if (kind == 2) x[k] = r[k / d] * r[k % d];
        x[k] *= SCALES[kind];
    }
    const int32_t side = n < d ? n : d;
    const double atol = 1e-5 * (double)SCALES[kind];
    bool ok = true;
    for (int32_t m = 1; m <= side; m += m < 3 ? 1 : side - m > 0 ? side - m : 1) {
        const Pca p = fit(x, m, n, d);
        const bool varies = kind != 1;
        ok = ok && axes_are_orthonormal(&p) && scores_are_projections(&p, x, atol) &&
             (kind > 2 || spectrum_is_right(&p, varies)) &&
             (m < side || rows_are_rebuilt(&p, x, atol));
    }
    if (!ok) printf("# %d rows of width %d, kind %d\n", n, d, kind);
    free_all();
    return ok;
}

typedef struct Outputs {
    float mean[2], components[4], scores[6], variance[2], ratio[2], singular[2];
} Outputs;

static bool refuses_as(Status want, const float *x, int32_t m, int32_t n, int32_t d) {
    Outputs o;
    float *const all = (float *)&o;
    const int32_t n_all = (int32_t)(sizeof o / sizeof *all);
    for (int32_t k = 0; k < n_all; k++) all[k] = SENTINEL;
    double scratch[64];
    const ProjPca out = {o.mean, o.components, o.scores, o.variance, o.ratio, o.singular};
    return proj_pca_fit(&out, scratch, x, m, n, d) == want && is_untouched(all, n_all);
}

static bool refuses(void) {
    static const int32_t bad[][3] = {
        {1, 1, 2},  {1, 0, 2},       {1, 3, 0},        {0, 3, 2},
        {3, 3, 2},  {-1, 3, 2},      {1, -3, 2},       {1, INT32_MAX, INT32_MAX},
        {1, 3, -2}, {1, 2049, 2049}, {INT32_MAX, 3, 2}};
    static const float values[] = {NAN, INFINITY, -INFINITY};
    float x[6] = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 7.0f};
    bool ok = true;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        ok = ok && refuses_as(STATUS_BAD_SHAPE, x, bad[k][0], bad[k][1], bad[k][2]);
    }
    for (int k = 0; k < 3; k++) {
        x[5] = values[k];
        ok = ok && refuses_as(STATUS_BAD_VALUE, x, 2, 3, 2);
    }
    return ok;
}

static bool scratch_is_announced(void) {
    const int32_t side = LINALG_EIGEN_MAX_SIDE;
    return proj_pca_n_bytes(1, 4) == 0 && proj_pca_n_bytes(4, 0) == 0 &&
           proj_pca_n_bytes(-4, -4) == 0 && proj_pca_n_bytes(INT32_MAX, INT32_MAX) == 0 &&
           proj_pca_n_bytes(side + 1, side + 1) == 0 && proj_pca_n_bytes(side, side + 1) > 0 &&
           proj_pca_n_bytes(2, 1 << 27) == 8u * ((1u << 28) + 2 + 6 + 4) &&
           proj_pca_n_bytes(1 << 27, 2) == 8u * (4 + (1u << 27) + 6 + 4);
}

int main(void) {
    for (int32_t kind = 0; kind < 5; kind++) {
        static const char *const NAMES[] = {"random rows", "equal rows", "rows along one line",
                                            "large rows", "tiny rows"};
        char name[80];
        bool ok = true;
        for (int32_t n = 2; n <= 19 && ok; n++) {
            for (int32_t d = 1; d <= 20 && ok; d++) ok = pca_obeys_its_laws(n, d, kind);
        }
        ok = ok && pca_obeys_its_laws(3, 300, kind) && pca_obeys_its_laws(70, 41, kind);
        snprintf(name, sizeof name, "the components of %s obey their laws", NAMES[kind]);
        check(ok, name);
    }
    check(refuses(), "components refuse before they write");
    check(scratch_is_announced(), "scratch is announced without an overflow");
    return test_end();
}
