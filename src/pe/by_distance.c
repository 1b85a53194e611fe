#include "by_distance.h"

#include <stddef.h>
#include <string.h>

#include "../base/api.h"
#include "../base/shape.h"
#include "../linalg/matmul.h"

COMPACT_BEGIN // the products are kernels elsewhere

static const int64_t TOO_MANY = (int64_t)SHAPE_MAX_ELEMENTS + 1;

static int32_t n_of(const PeByDistance *by) { return by->by_key ? by->n_key : by->n_query; }

static int64_t n_products(const PeByDistance *by) { return (int64_t)n_of(by) * by->n_rows; }

int32_t pe_by_distance_lowest(bool causal, int32_t n_query) { return causal ? 0 : 1 - n_query; }

int64_t pe_by_distance_with_panels(int64_t n, int32_t columns, int32_t rows) {
    const size_t n_bytes = linalg_matmul_n_bytes(columns, rows);
    const int64_t n_panels = n_bytes > 0 ? (int64_t)(n_bytes / sizeof(float)) : TOO_MANY;
    return n < n_panels ? n_panels : n;
}

int64_t pe_by_distance_n_scratch(const PeByDistance *by) {
    int64_t n = pe_by_distance_with_panels(0, by->n_rows, by->d_head);
    n = pe_by_distance_with_panels(n, by->d_head, by->n_rows);
    return n_products(by) + pe_by_distance_with_panels(n, by->d_head, n_of(by));
}

// Between logits and products, either way: each pair of query and key has one product.
static void pick(float *to_logits, const float *from_logits, float *products,
                 const PeByDistance *by) {
    for (int32_t i = 0; i < by->n_query; i++) {
        const int32_t pos = i + by->n_key - by->n_query;
        const int32_t end = by->causal && pos + 1 < by->n_key ? pos + 1 : by->n_key;
        for (int32_t j = 0; j < end; j++) {
            const int32_t at = pos - j - by->lowest, row = by->rows ? by->rows[at] : at;
            float *const product = products + (by->by_key ? j : i) * by->n_rows + row;
            const int32_t pair = i * by->n_key + j;
            if (to_logits) {
                to_logits[pair] += by->scale * *product;
            } else {
                *product += by->scale * from_logits[pair];
            }
        }
    }
}

void pe_by_distance_add(float *logits, const float *x, const float *vectors, const PeByDistance *by,
                        float *scratch) {
    linalg_matmul_bt(scratch, x, vectors, scratch + n_products(by), 0, n_of(by), by->n_rows,
                     by->d_head);
    pick(logits, NULL, scratch, by);
}

void pe_by_distance_backward(float *dx, float *dvectors, const float *dlogits, const float *x,
                             const float *vectors, const PeByDistance *by, float *scratch) {
    float *const panels = scratch + n_products(by);
    memset(scratch, 0, (size_t)n_products(by) * sizeof *scratch);
    pick(NULL, dlogits, scratch, by);
    linalg_matmul(dx, scratch, vectors, panels, 1, n_of(by), by->d_head, by->n_rows);
    if (!dvectors) return;
    linalg_matmul_at(dvectors, scratch, x, panels, 1, by->n_rows, by->d_head, n_of(by));
}

COMPACT_END
