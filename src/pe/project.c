#include "project.h"

#include "../base/api.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

void pe_project(float *y, const PeProject *p) {
    for (int32_t at = 0; at < p->n_tokens * p->n_rows; at++) {
        const int32_t t = at / p->n_rows, r = at % p->n_rows;
        const double product = linalg_vec_dot(p->x + t * p->d, p->w + r * p->d, p->d);
        y[at] = (float)(product + (p->b ? (double)p->b[r] : 0.0));
    }
}

void pe_project_backward(float *dx, float *dw, float *db, const float *dy, const PeProject *p) {
    for (int32_t at = 0; at < p->n_tokens * p->n_rows; at++) {
        const int32_t t = at / p->n_rows, r = at % p->n_rows;
        linalg_vec_add_scaled(dx + t * p->d, dy[at], p->w + r * p->d, p->d);
        if (!dw) continue;
        linalg_vec_add_scaled(dw + r * p->d, dy[at], p->x + t * p->d, p->d);
        if (p->b) db[r] += dy[at];
    }
}

COMPACT_END
