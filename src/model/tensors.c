#include "tensors.h"

#include <string.h>

COMPACT_BEGIN

enum { NO_LAYER = -1 };

// A line of a table, with the sizes of a config.
typedef struct Row {
    const char *name;
    int32_t sizes[MODEL_MAX_RANK];
    ModelInit init;
    double sigma;
} Row;

static double row_n(const Row *row) {
    if (row->sizes[0] == 0) return 0.0;
    double n = 1.0;
    for (int32_t k = 0; k < MODEL_MAX_RANK; k++) n *= row->sizes[k] ? (double)row->sizes[k] : 1.0;
    return n;
}

// ------------------------------------------------------------------------------------- the walk

// Along the tensors of a block, until one is found.
typedef struct Walk {
    int32_t wanted; // index, or -1: to the end
    int32_t index;
    double at;
    ModelTensor found;
} Walk;

static char *put_text(char *out, const char *text) {
    while (*text) *out++ = *text++;
    *out = '\0';
    return out;
}

// "layers.12.", MODEL_MAX_LAYERS has two digits
static char *put_layer(char *out, int32_t layer) {
    out = put_text(out, "layers.");
    if (layer >= 10) *out++ = (char)('0' + layer / 10);
    *out++ = (char)('0' + layer % 10);
    return put_text(out, ".");
}

static void visit(Walk *walk, const Row *row, int32_t layer) {
    if (row->sizes[0] == 0) return;
    if (walk->index++ == walk->wanted) {
        ModelTensor *const t = &walk->found;
        *t = (ModelTensor){.at = walk->at, .init = row->init, .sigma = row->sigma};
        put_text(layer == NO_LAYER ? t->name : put_layer(t->name, layer), row->name);
        for (int32_t k = 0; k < MODEL_MAX_RANK; k++) {
            if (row->sizes[k] > 0) t->shape[t->rank++] = row->sizes[k];
        }
    }
    walk->at += row_n(row);
}

static void visit_rows(Walk *walk, const Row *rows, size_t n_bytes, int32_t layer) {
    for (size_t k = 0; k < n_bytes / sizeof *rows; k++) visit(walk, rows + k, layer);
}

// ----------------------------------------------------------------------------------- parameters

// The table of method `index` where it stands in that layer, or NO_LAYER for what all share; else a
// row without sizes.
static Row table_row(const ModelConfig *config, int32_t layer, int32_t index) {
    const ModelMethod *const entry = &config->methods[index];
    const PeMethod *const method = pe_method(entry->id);
    if (method->per_layer != (layer != NO_LAYER)) return (Row){.name = ""};
    const PeShape shape = method->learned_shape(&entry->config);
    return (Row){
        method->tensor, {shape.n_rows, shape.n_cols}, MODEL_INIT_METHOD, method->init_sigma};
}

static void visit_tables(Walk *walk, const ModelConfig *config, int32_t layer) {
    for (int32_t i = 0; i < config->n_methods; i++) {
        const Row row = table_row(config, layer, i);
        visit(walk, &row, layer);
    }
}

#define PARAM_ROW(field, words, rows, cols, how) {words, {rows, cols}, MODEL_INIT_##how, 0.0},

static void visit_front(Walk *walk, const ModelConfig *c) {
    const int32_t vocab = c->vocab_size, d = c->d_model;
    const Row rows[] = {MODEL_FRONT_PARAMS(PARAM_ROW)};
    visit_rows(walk, rows, sizeof rows, NO_LAYER);
    visit_tables(walk, c, NO_LAYER);
}

static void visit_layer(Walk *walk, const ModelConfig *c, int32_t layer) {
    const int32_t ff = c->d_ff, d = c->d_model;
    const Row rows[] = {MODEL_LAYER_PARAMS(PARAM_ROW)};
    visit_rows(walk, rows, sizeof rows, layer);
    visit_tables(walk, c, layer);
}

static void visit_back(Walk *walk, const ModelConfig *c) {
    const int32_t out = c->n_out, d = c->d_model;
    const Row rows[] = {MODEL_BACK_PARAMS(PARAM_ROW)};
    visit_rows(walk, rows, sizeof rows, NO_LAYER);
}
#undef PARAM_ROW

static Walk walk_params(const ModelConfig *config, int32_t wanted) {
    Walk walk = {.wanted = wanted};
    visit_front(&walk, config);
    for (int32_t l = 0; l < config->n_layers; l++) visit_layer(&walk, config, l);
    visit_back(&walk, config);
    return walk;
}

int32_t model_tensors_params_count(const ModelConfig *config) {
    return walk_params(config, -1).index;
}

double model_tensors_params_n(const ModelConfig *config) { return walk_params(config, -1).at; }

ModelTensor model_tensors_param(const ModelConfig *config, int32_t index) {
    return walk_params(config, index).found;
}

int64_t model_tensors_size(const ModelTensor *tensor) {
    int64_t n = 1;
    for (int32_t k = 0; k < tensor->rank; k++) n *= tensor->shape[k];
    return n;
}

#define PARAM_VIEW(field, words, rows, cols, how)                                                  \
    view.field = at;                                                                               \
    at += (int64_t)(rows) * ((cols) == 0 ? 1 : (cols));

static float *layer_block(float *block, const ModelConfig *config, int32_t layer) {
    Walk front = {.wanted = -1}, one = front;
    visit_front(&front, config);
    visit_layer(&one, config, 0);
    return block + (int64_t)front.at + (int64_t)one.at * layer;
}

ModelEndParams model_tensors_end_params(float *block, const ModelConfig *config) {
    const int32_t vocab = config->vocab_size, d = config->d_model, out = config->n_out;
    ModelEndParams view;
    float *at = block;
    MODEL_FRONT_PARAMS(PARAM_VIEW)
    at = layer_block(block, config, config->n_layers);
    MODEL_BACK_PARAMS(PARAM_VIEW)
    return view;
}

ModelLayerParams model_tensors_layer_params(float *block, const ModelConfig *config,
                                            int32_t layer) {
    const int32_t d = config->d_model, ff = config->d_ff;
    ModelLayerParams view;
    float *at = layer_block(block, config, layer);
    MODEL_LAYER_PARAMS(PARAM_VIEW)
    return view;
}
#undef PARAM_VIEW

float *model_tensors_table(float *block, const ModelConfig *config, int32_t layer, int32_t index) {
    const bool is_shared = !pe_method(config->methods[index].id)->per_layer;
    const int32_t place = is_shared ? NO_LAYER : layer;
    const Row own = table_row(config, place, index);
    if (row_n(&own) == 0.0) return NULL;
    // the tables end their part of the block, in the order of the list
    float *at = layer_block(block, config, is_shared ? 0 : layer + 1);
    for (int32_t i = index; i < config->n_methods; i++) {
        const Row row = table_row(config, place, i);
        at -= (int64_t)row_n(&row);
    }
    return at;
}

// ---------------------------------------------------------------------------------- activations

typedef struct ActSizes {
    int32_t b, t, d, h, dh, ff, out, each_t, pool;
} ActSizes;

static ActSizes act_sizes(const ModelConfig *c, int32_t batch, int32_t seq_len) {
    const bool each = c->readout == MODEL_READOUT_EACH;
    return (ActSizes){.b = batch,
                      .t = seq_len,
                      .d = c->d_model,
                      .h = c->n_heads,
                      .dh = c->d_model / c->n_heads,
                      .ff = c->d_ff,
                      .out = c->n_out,
                      .each_t = each ? seq_len : 0,
                      .pool = each ? 0 : batch};
}

#define ACT_ROW(field, words, ...) {words, {__VA_ARGS__}, MODEL_INIT_ZERO, 0.0},

static void visit_front_acts(Walk *walk, const ActSizes *s) {
    const int32_t b = s->b, t = s->t, d = s->d;
    const Row rows[] = {MODEL_FRONT_ACTS(ACT_ROW)};
    visit_rows(walk, rows, sizeof rows, NO_LAYER);
}

static void visit_layer_acts(Walk *walk, const ActSizes *s, int32_t layer) {
    const int32_t b = s->b, t = s->t, d = s->d, h = s->h, dh = s->dh, ff = s->ff;
    const Row rows[] = {MODEL_LAYER_ACTS(ACT_ROW)};
    visit_rows(walk, rows, sizeof rows, layer);
}

static void visit_back_acts(Walk *walk, const ActSizes *s) {
    const int32_t b = s->b, t = s->t, d = s->d, out = s->out, each_t = s->each_t, pool = s->pool;
    const Row rows[] = {MODEL_BACK_ACTS(ACT_ROW)};
    visit_rows(walk, rows, sizeof rows, NO_LAYER);
}
#undef ACT_ROW

static Walk walk_acts(const ModelConfig *config, int32_t batch, int32_t seq_len, int32_t wanted) {
    const ActSizes sizes = act_sizes(config, batch, seq_len);
    Walk walk = {.wanted = wanted};
    visit_front_acts(&walk, &sizes);
    for (int32_t l = 0; l < config->n_layers; l++) visit_layer_acts(&walk, &sizes, l);
    visit_back_acts(&walk, &sizes);
    return walk;
}

int32_t model_tensors_acts_count(const ModelConfig *config, int32_t batch, int32_t seq_len) {
    return walk_acts(config, batch, seq_len, -1).index;
}

double model_tensors_acts_n(const ModelConfig *config, int32_t batch, int32_t seq_len) {
    return walk_acts(config, batch, seq_len, -1).at;
}

ModelTensor model_tensors_act(const ModelConfig *config, int32_t batch, int32_t seq_len,
                              int32_t index) {
    return walk_acts(config, batch, seq_len, index).found;
}

static int64_t product(int32_t s0, int32_t s1, int32_t s2, int32_t s3) {
    const Row row = {.sizes = {s0, s1, s2, s3}};
    return (int64_t)row_n(&row);
}

#define ACT_VIEW(field, words, ...)                                                                \
    view.field = at;                                                                               \
    at += product(__VA_ARGS__);

static float *layer_acts_block(float *block, const ActSizes *sizes, int32_t layer) {
    Walk front = {.wanted = -1}, one = front;
    visit_front_acts(&front, sizes);
    visit_layer_acts(&one, sizes, 0);
    return block + (int64_t)front.at + (int64_t)one.at * layer;
}

ModelEndActs model_tensors_end_acts(float *block, const ModelConfig *config, int32_t batch,
                                    int32_t seq_len) {
    const ActSizes s = act_sizes(config, batch, seq_len);
    const int32_t b = s.b, t = s.t, d = s.d, out = s.out, each_t = s.each_t, pool = s.pool;
    ModelEndActs view;
    float *at = block;
    MODEL_FRONT_ACTS(ACT_VIEW)
    at = layer_acts_block(block, &s, config->n_layers);
    MODEL_BACK_ACTS(ACT_VIEW)
    return view;
}

ModelLayerActs model_tensors_layer_acts(float *block, const ModelConfig *config, int32_t batch,
                                        int32_t seq_len, int32_t layer) {
    const ActSizes s = act_sizes(config, batch, seq_len);
    const int32_t b = s.b, t = s.t, d = s.d, h = s.h, dh = s.dh, ff = s.ff;
    ModelLayerActs view;
    float *at = layer_acts_block(block, &s, layer);
    MODEL_LAYER_ACTS(ACT_VIEW)
    return view;
}
#undef ACT_VIEW

COMPACT_END
