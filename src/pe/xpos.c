#include "xpos.h"

#include <math.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "angle_table.h"

COMPACT_BEGIN

static const double FASTEST = 1.2527629684953680; // -ln zeta_0 = ln 3.5 of any dim
static const double FARTHEST = 80.0;              // a factor is within e^-80 .. e^80

static Status check(double scale_base, double first, int32_t n_heads, int32_t n, int32_t d_head,
                    int32_t dim) {
    if (!SHAPE_OK(n_heads, n, d_head) || dim < 1 || dim % 2 != 0 || dim > d_head) {
        return STATUS_BAD_SHAPE;
    }
    if (!pe_angle_table_is_base(scale_base) || !isfinite(first)) return STATUS_BAD_VALUE;
    const double farthest = fmax(fabs(first), fabs(first + (double)n - 1.0));
    return farthest / scale_base * FASTEST <= FARTHEST ? STATUS_OK : STATUS_OUT_OF_RANGE;
}

// Row r of x is `first` + r positions after the centre; sign is 1, or -1 to divide. Sizes have been
// checked.
static void scale_rows(float *x, double sign, double scale_base, double first, int32_t n_heads,
                       int32_t n, int32_t d_head, int32_t dim) {
    for (int32_t pair = 0; pair < dim / 2; pair++) {
        const double zeta = (2.0 * (double)pair + 0.4 * (double)dim) / (1.4 * (double)dim);
        const double per_position = sign * elementary_log(zeta) / scale_base;
        for (int32_t r = 0; r < n; r++) {
            const float factor = (float)elementary_exp(per_position * (first + (double)r));
            for (int32_t h = 0; h < n_heads; h++) {
                float *const at = x + (h * n + r) * d_head + 2 * pair;
                at[0] *= factor;
                at[1] *= factor;
            }
        }
    }
}

Status pe_xpos_scale(float *x, int32_t divide, double scale_base, double first, int32_t n_heads,
                     int32_t n, int32_t d_head, int32_t dim) {
    const Status status = check(scale_base, first, n_heads, n, d_head, dim);
    if (status != STATUS_OK) return status;
    scale_rows(x, divide ? -1.0 : 1.0, scale_base, first, n_heads, n, d_head, dim);
    return STATUS_OK;
}

// -------------------------------------------------------------------------------------- the method

// Rotation and scaling of a pair commute, so that the backward pass can scale last too.
static Status rotate_and_scale(PeQkForward *rotate, float *q, float *k, const PeConfig *config,
                               int32_t n_query, int32_t n_key) {
    const int32_t n_heads = config->n_heads, d_head = config->d_head;
    const int32_t dim = config->rotary_dim == 0 ? d_head : config->rotary_dim;
    const double scale_base = config->scale_base, first = (double)n_key - (double)n_query;
    Status status = check(scale_base, first, n_heads, n_query, d_head, dim);
    if (status == STATUS_OK) status = check(scale_base, 0.0, n_heads, n_key, d_head, dim);
    if (status == STATUS_OK) status = rotate(q, k, config, n_query, n_key);
    if (status != STATUS_OK) return status;
    scale_rows(q, 1.0, scale_base, first, n_heads, n_query, d_head, dim);
    scale_rows(k, -1.0, scale_base, 0.0, n_heads, n_key, d_head, dim);
    return STATUS_OK;
}

static Status qk(float *q, float *k, const PeConfig *config, int32_t n_query, int32_t n_key) {
    return rotate_and_scale(pe_rope_interleaved.qk_forward, q, k, config, n_query, n_key);
}

static Status qk_backward(float *dq, float *dk, const PeConfig *config, int32_t n_query,
                          int32_t n_key) {
    return rotate_and_scale(pe_rope_interleaved.qk_backward, dq, dk, config, n_query, n_key);
}

static int64_t n_state(const PeConfig *config, int32_t n_tokens) {
    return pe_rope_interleaved.n_state(config, n_tokens);
}

static Status prepare(float *state, const PeConfig *config, int32_t n_tokens) {
    return pe_rope_interleaved.prepare(state, config, n_tokens);
}

static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    return pe_rope_interleaved.n_scratch(config, n_query, n_key);
}

const PeMethod pe_xpos = {.acts_on = PE_QK,
                          .n_state = n_state,
                          .prepare = prepare,
                          .n_scratch = n_scratch,
                          .qk_forward = qk,
                          .qk_backward = qk_backward};

COMPACT_END
