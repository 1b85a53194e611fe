#include "mla.h"

#include <stddef.h>

#include "../base/shape.h"
#include "../linalg/matmul.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

// ----------------------------------------------------------------------------------- what is learned

// Leading elements of a head that are rotated.
static int32_t shared_n(const PeConfig *c) {
    const int32_t half = c->d_head < 4 ? 2 : c->d_head / 4 * 2;
    return c->rotary_dim == 0 ? half : c->rotary_dim;
}

// Rows of W_c and W_r, one below the other; those of W_k for all heads; and W_v.
static PeShape down_shape(const PeConfig *c) {
    return (PeShape){{c->width + shared_n(c), c->d_model}};
}
static PeShape key_shape(const PeConfig *c) {
    return (PeShape){{c->n_heads * (c->d_head - shared_n(c)), c->width}};
}
static PeShape plain_down_shape(const PeConfig *c) { return (PeShape){{c->width, c->d_model}}; }
static PeShape value_shape(const PeConfig *c) {
    return (PeShape){{c->n_heads * c->d_head, c->width}};
}

#define MLA_DOWN "attn.mla_down"
#define MLA_KEYS "attn.mla_keys"
#define MLA_VALUES "attn.mla_values"
static const PeTensor ROPE_TENSORS[] = {{MLA_DOWN, down_shape, 0.0, 0.1},
                                        {MLA_KEYS, key_shape, 0.0, 0.2},
                                        {MLA_VALUES, value_shape, 0.0, 0.2}};
static const PeTensor NOPE_TENSORS[] = {{MLA_DOWN, plain_down_shape, 0.0, 0.1},
                                        {MLA_KEYS, value_shape, 0.0, 0.2},
                                        {MLA_VALUES, value_shape, 0.0, 0.2}};

// ------------------------------------------------------------------------------------------ one call

// What a call works with: sizes, the parts of table or dtable, and scratch.
typedef struct Mla {
    int32_t n_tokens, d_model, n_heads, d_head;
    int32_t n_latent, n_shared, n_own; // numbers of c, of W_r x, and of W_k c in each head
    int32_t n_down;                    // of c and W_r x, which are neighbours
    float *latent, *dc;                // (n_tokens, n_down)
    float *panels;                     // of a product
    float *rotation;                   // scratch of RoPE
} Mla;

// Sizes and, where scratch is not NULL, memory; returns its floats, 0 where the sizes cannot be.
static int64_t lay_out(Mla *mla, float *scratch, const PeConfig *c, int32_t n_shared,
                       int32_t n_tokens) {
    const int32_t n_own = c->d_head - n_shared, h = c->n_heads;
    if (!SHAPE_OK(h, n_tokens, c->d_head) || !SHAPE_OK(n_tokens, c->d_model)) return 0;
    if (n_own < 1 || !SHAPE_OK(c->width, c->d_model) || !SHAPE_OK(h, c->d_head, c->width)) return 0;
    const int32_t n_down = c->width + n_shared;
    if (!SHAPE_OK(n_down, c->d_model) || !SHAPE_OK(n_down, n_tokens)) return 0;
    // the widest and the deepest matrix of all products
    int32_t n_widest = n_down > c->d_model ? n_down : c->d_model;
    if (n_widest < c->d_head) n_widest = c->d_head;
    const int32_t n_deepest = n_widest > n_tokens ? n_widest : n_tokens;
    const int64_t n_latent = ((int64_t)n_tokens * n_down + 3) / 4 * 4;
    const int64_t n_panels = (int64_t)linalg_matmul_panels_n(n_widest, n_deepest);
    if (n_panels > SHAPE_MAX_ELEMENTS / 2) return 0;
    *mla = (Mla){.n_tokens = n_tokens,
                 .d_model = c->d_model,
                 .n_heads = h,
                 .d_head = c->d_head,
                 .n_latent = c->width,
                 .n_shared = n_shared,
                 .n_own = n_own,
                 .n_down = n_down,
                 .latent = scratch};
    if (scratch) {
        mla->dc = scratch + n_latent;
        mla->panels = mla->dc + n_latent;
        mla->rotation = mla->panels + n_panels;
    }
    return 2 * n_latent + n_panels;
}

// A matrix that a product is written to, or added to; its rows are `stride` apart.
typedef struct Product {
    float *data;
    int32_t stride;
    bool accumulate;
} Product;

// c (m, n) = a (m, k) b (k, n)
static void multiply(const Mla *mla, Product c, MatmulView a, MatmulView b, int32_t m, int32_t n,
                     int32_t k) {
    const float *const panels = linalg_matmul_panels(mla->panels, b, n, k);
    const MatmulTask task = {a, panels, k, 1.0f, c.accumulate, NULL};
    linalg_matmul_run(c.data, c.stride, &task, m, n, k);
}

static MatmulView rows_of(const float *data, int32_t stride) {
    return (MatmulView){data, stride, 1};
}
static MatmulView columns_of(const float *data, int32_t stride) {
    return (MatmulView){data, 1, stride};
}

static void make_latent(const Mla *mla, const float *x, const float *down) {
    const int32_t d = mla->d_model;
    multiply(mla, (Product){mla->latent, mla->n_down, false}, rows_of(x, d), columns_of(down, d),
             mla->n_tokens, mla->n_down, d);
}

// y (n_heads, n_tokens, d_head), from element `first` of each head on: c times the rows of `up`.
static void make_heads(const Mla *mla, float *y, int32_t first, const float *up) {
    const int32_t n = mla->d_head - first, r = mla->n_latent;
    for (int32_t head = 0; head < mla->n_heads; head++) {
        multiply(mla, (Product){y + head * mla->n_tokens * mla->d_head + first, mla->d_head, false},
                 rows_of(mla->latent, mla->n_down), columns_of(up + head * n * r, r), mla->n_tokens,
                 n, r);
    }
}

// The gradients by c and, where dup is not NULL, by `up`, of a loss whose gradient by y is dy: added.
static void make_heads_backward(const Mla *mla, const float *dy, int32_t first, const float *up,
                                float *dup) {
    const int32_t n = mla->d_head - first, r = mla->n_latent, t = mla->n_tokens;
    for (int32_t head = 0; head < mla->n_heads; head++) {
        const float *const own = dy + head * t * mla->d_head + first;
        multiply(mla, (Product){mla->dc, mla->n_down, true}, rows_of(own, mla->d_head),
                 rows_of(up + head * n * r, r), t, r, n);
        if (!dup) continue;
        multiply(mla, (Product){dup + head * n * r, r, true}, columns_of(own, mla->d_head),
                 rows_of(mla->latent, mla->n_down), n, r, t);
    }
}

// Where a call cannot be, a status: before anything is written.
static Status begin(Mla *mla, const PeConfig *config, int32_t n_shared, int32_t n_tokens) {
    if (lay_out(mla, config->scratch, config, n_shared, n_tokens) == 0) return STATUS_BAD_SHAPE;
    return config->table && config->scratch ? STATUS_OK : STATUS_BAD_VALUE;
}

// Where W_k and W_v begin in the table or its gradient.
static int32_t keys_at(const Mla *mla) { return mla->n_down * mla->d_model; }
static int32_t values_at(const Mla *mla) {
    return keys_at(mla) + mla->n_heads * mla->n_own * mla->n_latent;
}

static void make(const Mla *mla, const PeBuffers *b, const float *table) {
    make_latent(mla, b->x, table);
    make_heads(mla, b->k, mla->n_shared, table + keys_at(mla));
    make_heads(mla, b->v, 0, table + values_at(mla));
    for (int32_t row = 0; row < mla->n_heads * mla->n_tokens; row++) {
        const float *const shared = mla->latent + row % mla->n_tokens * mla->n_down + mla->n_latent;
        for (int32_t e = 0; e < mla->n_shared; e++) b->k[row * mla->d_head + e] = shared[e];
    }
}

static void make_backward(const Mla *mla, const PeBuffers *b, const float *table) {
    const int32_t d = mla->d_model, n_down = mla->n_down, n_tokens = mla->n_tokens;
    float *const dtable = b->dtable;
    make_latent(mla, b->x, table);
    for (int32_t at = 0; at < n_tokens * n_down; at++) mla->dc[at] = 0.0f;
    make_heads_backward(mla, b->dk, mla->n_shared, table + keys_at(mla),
                        dtable ? dtable + keys_at(mla) : NULL);
    make_heads_backward(mla, b->dv, 0, table + values_at(mla),
                        dtable ? dtable + values_at(mla) : NULL);
    for (int32_t row = 0; row < mla->n_heads * n_tokens; row++) {
        float *const shared = mla->dc + row % n_tokens * n_down + mla->n_latent;
        linalg_vec_add(shared, b->dk + row * mla->d_head, mla->n_shared);
    }
    multiply(mla, (Product){b->dx, d, true}, rows_of(mla->dc, n_down), rows_of(table, d), n_tokens,
             d, n_down);
    if (!dtable) return;
    multiply(mla, (Product){dtable, d, true}, columns_of(mla->dc, n_down), rows_of(b->x, d), n_down,
             d, n_tokens);
}

// --------------------------------------------------------------------------------------- the entries

// The settings of the rotation, which is that of rope-half.
static PeConfig rotation_of(const PeConfig *config) {
    PeConfig rotation = *config;
    rotation.rotary_dim = shared_n(config);
    return rotation;
}

static int64_t n_state(const PeConfig *config, int32_t n_tokens) {
    const PeConfig rotation = rotation_of(config);
    return pe_n_state(&pe_rope_half, &rotation, n_tokens);
}

static Status prepare(float *state, const PeConfig *config, int32_t n_tokens) {
    const PeConfig rotation = rotation_of(config);
    return pe_rope_half.prepare(state, &rotation, n_tokens);
}

static int64_t rope_n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    (void)n_query;
    Mla mla;
    const PeConfig rotation = rotation_of(config);
    const int64_t n = lay_out(&mla, NULL, config, shared_n(config), n_key);
    return n == 0 ? 0 : n + pe_n_scratch(&pe_rope_half, &rotation, n_key, n_key);
}

static Status rotate(float *q, float *k, bool inverse, const PeConfig *config, const Mla *mla) {
    PeConfig rotation = rotation_of(config);
    const int32_t n = mla->n_tokens;
    rotation.scratch = mla->rotation;
    return (inverse ? pe_rope_half.qk_backward : pe_rope_half.qk_forward)(q, k, &rotation, n, n);
}

static Status rope_forward(const PeBuffers *b, const PeConfig *config, int32_t n_tokens) {
    Mla mla;
    Status status = begin(&mla, config, shared_n(config), n_tokens);
    if (status == STATUS_OK) status = rotate(b->q, NULL, false, config, &mla); // may refuse
    if (status != STATUS_OK) return status;
    make(&mla, b, config->table);
    return rotate(NULL, b->k, false, config, &mla);
}

static Status rope_backward(const PeBuffers *b, const PeConfig *config, int32_t n_tokens) {
    Mla mla;
    Status status = begin(&mla, config, shared_n(config), n_tokens);
    if (status == STATUS_OK) status = rotate(b->dq, b->dk, true, config, &mla);
    if (status == STATUS_OK) make_backward(&mla, b, config->table);
    return status;
}

static int64_t nope_n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    (void)n_query;
    Mla mla;
    return lay_out(&mla, NULL, config, 0, n_key);
}

static Status nope_forward(const PeBuffers *b, const PeConfig *config, int32_t n_tokens) {
    Mla mla;
    const Status status = begin(&mla, config, 0, n_tokens);
    if (status == STATUS_OK) make(&mla, b, config->table);
    return status;
}

static Status nope_backward(const PeBuffers *b, const PeConfig *config, int32_t n_tokens) {
    Mla mla;
    const Status status = begin(&mla, config, 0, n_tokens);
    if (status == STATUS_OK) make_backward(&mla, b, config->table);
    return status;
}

const PeMethod pe_mla_rope = {.acts_on = PE_KV,
                              .tensors = ROPE_TENSORS,
                              .n_tensors = 3,
                              .per_layer = true,
                              .reads_content = true,
                              .reads_tokens = true,
                              .n_state = n_state,
                              .prepare = prepare,
                              .n_scratch = rope_n_scratch,
                              .kv_forward = rope_forward,
                              .kv_backward = rope_backward};

const PeMethod pe_mla_nope = {.acts_on = PE_KV,
                              .ignores_ids = true,
                              .tensors = NOPE_TENSORS,
                              .n_tensors = 3,
                              .per_layer = true,
                              .reads_content = true,
                              .reads_tokens = true,
                              .n_scratch = nope_n_scratch,
                              .kv_forward = nope_forward,
                              .kv_backward = nope_backward};

COMPACT_END
