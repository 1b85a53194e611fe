#include "pe_api.h"

#include <math.h>
#include <stdbool.h>

#include "../base/shape.h"
#include "angle_table.h"

COMPACT_BEGIN

enum { MAX_CLIP = 1 << 27 }; // 2 clip + 1 is still an int32_t

// ----------------------------------------------------------------------------------- the config

size_t pe_config_n_bytes(void) { return sizeof(PeConfig); }

static bool is_positive(double x) { return isfinite(x) && x > 0.0; }

static Status check_config(const PeConfig *c) {
    const int32_t sizes[] = {c->d_model,   c->n_heads, c->d_head,    c->max_distance,
                             c->table_len, c->width,   c->train_len, c->n_buckets};
    for (int32_t k = 0; k < 8; k++) {
        const bool is_none = k == 7 && sizes[k] == 0; // of buckets
        if (!is_none && !SHAPE_OK(sizes[k])) return STATUS_BAD_SHAPE;
    }
    const bool has_values = c->clip >= 0 && c->clip <= MAX_CLIP && c->rotary_dim >= 0 &&
                            c->rotary_dim % 2 == 0 && pe_angle_table_is_base(c->base) &&
                            isfinite(c->scale) && is_positive(c->scale_base) && is_positive(c->eps);
    return has_values ? STATUS_OK : STATUS_BAD_VALUE;
}

Status pe_config_set(PeConfig *config, int32_t d_model, int32_t n_heads, int32_t d_head,
                     int32_t first_pos, int32_t causal, double scale, double base,
                     int32_t rotary_dim, int32_t clip, int32_t n_buckets, int32_t max_distance,
                     int32_t table_len, int32_t width, int32_t train_len, double scale_base,
                     double eps) {
    const PeConfig made = {.d_model = d_model,
                           .n_heads = n_heads,
                           .d_head = d_head,
                           .first_pos = first_pos,
                           .causal = causal != 0,
                           .scale = (float)scale,
                           .base = base,
                           .rotary_dim = rotary_dim,
                           .clip = clip,
                           .n_buckets = n_buckets,
                           .max_distance = max_distance,
                           .table_len = table_len,
                           .width = width,
                           .train_len = train_len,
                           .scale_base = scale_base,
                           .eps = eps};
    const Status status = check_config(&made);
    if (status == STATUS_OK) *config = made;
    return status;
}

void pe_config_attach(PeConfig *config, const PeScaling *scaling, const int32_t *key_pad,
                      const float *table, float *scratch) {
    config->scaling = scaling ? *scaling : (PeScaling){0};
    config->key_pad = key_pad;
    config->table = table;
    config->scratch = scratch;
}

double pe_logits_scale(int32_t method, int32_t d_head) {
    const PeMethod *const m = pe_method(method);
    return m && SHAPE_OK(d_head) ? pe_logits_factor(m) / sqrt((double)d_head) : 0.0;
}

// ------------------------------------------------------------------------------ what is learned

static const PeTensor *tensor_of(int32_t method, int32_t index) {
    return index >= 0 && index < pe_tensor_count(method) ? pe_method(method)->tensors + index
                                                         : NULL;
}

int32_t pe_reads_content(int32_t method) {
    const PeMethod *const m = pe_method(method);
    return m && m->reads_content;
}

int32_t pe_tensor_count(int32_t method) {
    const PeMethod *const m = pe_method(method);
    return m ? m->n_tensors : 0;
}

const char *pe_tensor_name(int32_t method, int32_t index) {
    const PeTensor *const tensor = tensor_of(method, index);
    return tensor ? tensor->name : NULL;
}

Status pe_tensor_describe(int32_t *sizes, double *start, const PeConfig *config, int32_t method,
                          int32_t index) {
    const PeTensor *const tensor = tensor_of(method, index);
    if (!tensor) return STATUS_BAD_VALUE;
    const PeShape shape = tensor->shape(config);
    if (pe_tensor_n(shape) == 0) return STATUS_BAD_SHAPE;
    for (int32_t k = 0; k < PE_MAX_RANK; k++) sizes[k] = shape.sizes[k];
    start[0] = tensor->mean;
    start[1] = tensor->sigma;
    start[2] = (double)pe_method(method)->per_layer;
    return STATUS_OK;
}

// -------------------------------------------------------------------------------------- one run

double pe_scratch_n(const PeConfig *config, int32_t method, int32_t n_query, int32_t n_key) {
    const PeMethod *const m = pe_method(method);
    return m ? (double)pe_n_scratch(m, config, n_query, n_key) : 0.0;
}

// Whether there is all that the method reads.
static bool is_complete(const PeMethod *m, bool is_backward, const PeBuffers *b,
                        const PeConfig *config, int32_t n_query, int32_t n_key) {
    const bool has_scratch = config->scratch || pe_n_scratch(m, config, n_query, n_key) == 0;
    const bool has_table = config->table || pe_n_learned(m, config) == 0;
    bool has_content = true;
    if (m->reads_content && m->acts_on == PE_INPUT) has_content = !is_backward || b->in_x;
    if (m->reads_content && m->acts_on == PE_LOGITS) {
        has_content = b->in_x && b->in_y && (!is_backward || (b->x && b->y));
    }
    return has_scratch && has_table && has_content;
}

Status pe_run(float *x, float *y, float *pairs, float *dtable, const float *in_x, const float *in_y,
              const float *in_pairs, const PeConfig *config, int32_t method, int32_t is_backward,
              int32_t n_query, int32_t n_key) {
    const PeMethod *const m = pe_method(method);
    const PeBuffers b = {x, y, pairs, dtable, in_x, in_y, in_pairs};
    if (!m || !is_complete(m, is_backward, &b, config, n_query, n_key)) return STATUS_BAD_VALUE;
    return pe_act(m, is_backward, &b, config, n_query, n_key);
}

COMPACT_END
