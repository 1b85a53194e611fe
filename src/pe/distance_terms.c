#include "distance_terms.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "../base/api.h"
#include "../base/shape.h"
#include "../linalg/matmul.h"

COMPACT_BEGIN // the products are kernels elsewhere

static const int64_t TOO_MANY = (int64_t)SHAPE_MAX_ELEMENTS + 1;

static int32_t n_x(const PeDistanceTerms *by) {
    if (by->x_of == PE_X_OF_ALL) return 1;
    return by->x_of == PE_X_OF_KEY ? by->n_key : by->n_query;
}

static int64_t n_products(const PeDistanceTerms *by) { return (int64_t)n_x(by) * by->n_rows; }

int32_t pe_distance_terms_lowest(bool causal, int32_t n_query) { return causal ? 0 : 1 - n_query; }

Status pe_distance_terms_begin(PeDistanceTerms *by, const PeConfig *config, int32_t n_query,
                               int32_t n_key) {
    const int32_t n_heads = config->n_heads, d_head = config->d_head;
    if (!SHAPE_OK(n_heads, n_query, n_key) || !SHAPE_OK(n_heads, n_query, d_head) ||
        !SHAPE_OK(n_heads, n_key, d_head)) {
        return STATUS_BAD_SHAPE;
    }
    const int32_t lowest = pe_distance_terms_lowest(config->causal, n_query);
    *by = (PeDistanceTerms){.n_query = n_query,
                            .n_key = n_key,
                            .d_head = d_head,
                            .lowest = lowest,
                            .causal = config->causal,
                            .scale = config->scale,
                            .n_rows = n_key - lowest};
    return STATUS_OK;
}

bool pe_distance_terms_is_ready(const PeConfig *config) {
    return config->table && config->scratch && isfinite(config->scale);
}

int64_t pe_distance_terms_with_panels(int64_t n, int32_t columns, int32_t rows) {
    const size_t n_bytes = linalg_matmul_n_bytes(columns, rows);
    const int64_t n_panels = n_bytes > 0 ? (int64_t)(n_bytes / sizeof(float)) : TOO_MANY;
    return n < n_panels ? n_panels : n;
}

int64_t pe_distance_terms_n_scratch(const PeDistanceTerms *by) {
    int64_t n = pe_distance_terms_with_panels(0, by->n_rows, by->d_head);
    n = pe_distance_terms_with_panels(n, by->d_head, by->n_rows);
    return n_products(by) + pe_distance_terms_with_panels(n, by->d_head, n_x(by));
}

// Each pair of query and key has one product: it is added to logits, or, where they are NULL, its
// gradient is summed from dlogits.
static void pick(float *logits, const float *dlogits, float *products, const PeDistanceTerms *by) {
    for (int32_t i = 0; i < by->n_query; i++) {
        const int32_t pos = i + by->n_key - by->n_query;
        const int32_t end = by->causal && pos + 1 < by->n_key ? pos + 1 : by->n_key;
        for (int32_t j = 0; j < end; j++) {
            const int32_t distance = pos - j - by->lowest, pair = i * by->n_key + j;
            const int32_t row = by->rows ? by->rows[distance] : by->n_rows > 1 ? distance : 0;
            const int32_t x = by->x_of == PE_X_OF_ALL ? 0 : by->x_of == PE_X_OF_KEY ? j : i;
            float *const product = products + x * by->n_rows + row;
            if (logits) {
                logits[pair] += by->scale * *product;
            } else {
                *product += by->scale * dlogits[pair];
            }
        }
    }
}

void pe_distance_terms_run(float *logits, const float *dlogits, const PeDistanceTerm *term,
                           const PeDistanceTerms *by, float *scratch) {
    const int32_t n = n_x(by), n_rows = by->n_rows, d_head = by->d_head;
    float *const panels = scratch + n_products(by);
    if (logits) {
        linalg_matmul_bt(scratch, term->x, term->vectors, panels, 0, n, n_rows, d_head);
    } else {
        memset(scratch, 0, (size_t)n_products(by) * sizeof *scratch);
    }
    pick(logits, dlogits, scratch, by);
    if (logits) return;
    if (term->dx) linalg_matmul(term->dx, scratch, term->vectors, panels, 1, n, d_head, n_rows);
    if (term->dvectors) {
        linalg_matmul_at(term->dvectors, scratch, term->x, panels, 1, n_rows, d_head, n);
    }
}

COMPACT_END
