#include "tensors.h"

#include <string.h>

COMPACT_BEGIN

enum { NO_LAYER = -1 };

// A line of a table. What a method learns becomes one too, with sizes of its own.
typedef struct Row {
    const char *name;
    uint8_t sizes[MODEL_MAX_RANK]; // ModelSize
    uint8_t init;                  // ModelInit
} Row;

#define ROW(field, name, s0, s1, s2, s3, how)                                                      \
    {name, {MODEL_##s0, MODEL_##s1, MODEL_##s2, MODEL_##s3}, MODEL_INIT_##how},
static const Row FRONT_PARAMS[] = {MODEL_FRONT_PARAMS(ROW)};
static const Row LAYER_PARAMS[] = {MODEL_LAYER_PARAMS(ROW)};
static const Row BACK_PARAMS[] = {MODEL_BACK_PARAMS(ROW)};
static const Row FRONT_ACTS[] = {MODEL_FRONT_ACTS(ROW)};
static const Row LAYER_ACTS[] = {MODEL_LAYER_ACTS(ROW)};
static const Row BACK_ACTS[] = {MODEL_BACK_ACTS(ROW)};
#undef ROW

// The three parts of a block.
typedef struct Part {
    const Row *rows;
    int32_t n;
} Part;
#define PART(rows)                                                                                 \
    { rows, (int32_t)(sizeof(rows) / sizeof *(rows)) }
typedef struct Parts {
    Part front, layer, back;
    bool has_tables; // front and layer end with what methods learn
} Parts;
static const Parts PARAMS = {PART(FRONT_PARAMS), PART(LAYER_PARAMS), PART(BACK_PARAMS), true};
static const Parts ACTS = {PART(FRONT_ACTS), PART(LAYER_ACTS), PART(BACK_ACTS), false};

// What the sizes of a row stand for in one pass; of parameters, those of the pass are never asked.
typedef struct Sizes {
    int32_t of[MODEL_SIZE_COUNT];
} Sizes;

static Sizes sizes_of(const ModelConfig *c, int32_t batch, int32_t seq_len) {
    const bool each = c->readout == MODEL_READOUT_EACH;
    return (Sizes){{
        [MODEL_VOCAB] = c->vocab_size,
        [MODEL_D] = c->d_model,
        [MODEL_F] = c->d_ff,
        [MODEL_OUT] = c->n_out,
        [MODEL_H] = c->n_heads,
        [MODEL_DH] = c->d_model / c->n_heads,
        [MODEL_B] = batch,
        [MODEL_T] = seq_len,
        [MODEL_EACH_T] = each ? seq_len : 0,
        [MODEL_POOL] = each ? 0 : batch,
    }};
}

// ------------------------------------------------------------------------------------- the walk

// Along the tensors of a block, until one is found.
typedef struct Walk {
    const ModelConfig *config;
    Sizes sizes;
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

// The tensor of that shape, zeros left out; none where the first is zero.
static void visit(Walk *walk, const char *name, const int32_t *shape, int32_t layer,
                  ModelTensor tensor) {
    if (shape[0] == 0) return;
    tensor.at = walk->at;
    double n = 1.0;
    for (int32_t k = 0; k < MODEL_MAX_RANK; k++) {
        if (shape[k] == 0) continue;
        tensor.shape[tensor.rank++] = shape[k];
        n *= (double)shape[k];
    }
    if (walk->index++ == walk->wanted) {
        walk->found = tensor;
        char *const at = walk->found.name;
        put_text(layer == NO_LAYER ? at : put_layer(at, layer), name);
    }
    walk->at += n;
}

// fields: or NULL; where each tensor of the rows starts in the block.
static void visit_rows(Walk *walk, const Part *part, int32_t layer, float **fields, float *block) {
    for (int32_t k = 0; k < part->n; k++) {
        const Row *const row = &part->rows[k];
        int32_t shape[MODEL_MAX_RANK];
        for (int32_t a = 0; a < MODEL_MAX_RANK; a++) shape[a] = walk->sizes.of[row->sizes[a]];
        if (fields) fields[k] = block + (int64_t)walk->at;
        visit(walk, row->name, shape, layer, (ModelTensor){.init = (ModelInit)row->init});
    }
}

static void visit_learned(Walk *walk, const ModelMethod *entry, int32_t layer) {
    const PeMethod *const method = pe_method(entry->id);
    for (int32_t k = 0; k < method->n_tensors; k++) {
        const PeTensor *const tensor = &method->tensors[k];
        const PeShape learned = tensor->shape(&entry->config);
        int32_t shape[MODEL_MAX_RANK] = {0};
        memcpy(shape, learned.sizes, sizeof learned.sizes);
        visit(
            walk, tensor->name, shape, layer,
            (ModelTensor){.init = MODEL_INIT_METHOD, .mean = tensor->mean, .sigma = tensor->sigma});
    }
}

// What the first n methods learn in this layer, or NO_LAYER: what all layers share.
static void visit_tables(Walk *walk, int32_t layer, int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        const ModelMethod *const entry = &walk->config->methods[i];
        if (pe_method(entry->id)->per_layer == (layer != NO_LAYER)) {
            visit_learned(walk, entry, layer);
        }
    }
}

static Walk begin(const ModelConfig *config, int32_t batch, int32_t seq_len, int32_t wanted) {
    return (Walk){.config = config, .sizes = sizes_of(config, batch, seq_len), .wanted = wanted};
}

// The front, and layers 0 .. n_layers-1.
static void walk_layers(Walk *walk, const Parts *parts, int32_t n_layers) {
    const int32_t n_methods = parts->has_tables ? walk->config->n_methods : 0;
    visit_rows(walk, &parts->front, NO_LAYER, NULL, NULL);
    visit_tables(walk, NO_LAYER, n_methods);
    for (int32_t l = 0; l < n_layers; l++) {
        visit_rows(walk, &parts->layer, l, NULL, NULL);
        visit_tables(walk, l, n_methods);
    }
}

static Walk walk_all(const Parts *parts, const ModelConfig *config, int32_t batch, int32_t seq_len,
                     int32_t wanted) {
    Walk walk = begin(config, batch, seq_len, wanted);
    walk_layers(&walk, parts, config->n_layers);
    visit_rows(&walk, &parts->back, NO_LAYER, NULL, NULL);
    return walk;
}

// ------------------------------------------------------------------------------------- questions

int32_t model_tensors_params_count(const ModelConfig *config) {
    return walk_all(&PARAMS, config, 0, 0, -1).index;
}

double model_tensors_params_n(const ModelConfig *config) {
    return walk_all(&PARAMS, config, 0, 0, -1).at;
}

ModelTensor model_tensors_param(const ModelConfig *config, int32_t index) {
    return walk_all(&PARAMS, config, 0, 0, index).found;
}

int32_t model_tensors_acts_count(const ModelConfig *config, int32_t batch, int32_t seq_len) {
    return walk_all(&ACTS, config, batch, seq_len, -1).index;
}

double model_tensors_acts_n(const ModelConfig *config, int32_t batch, int32_t seq_len) {
    return walk_all(&ACTS, config, batch, seq_len, -1).at;
}

ModelTensor model_tensors_act(const ModelConfig *config, int32_t batch, int32_t seq_len,
                              int32_t index) {
    return walk_all(&ACTS, config, batch, seq_len, index).found;
}

int64_t model_tensors_size(const ModelTensor *tensor) {
    int64_t n = 1;
    for (int32_t k = 0; k < tensor->rank; k++) n *= tensor->shape[k];
    return n;
}

// -------------------------------------------------------------------------------------- pointers

// The structs hold nothing but pointers, in the order of the rows.
static void view_ends(float **fields, float *block, Walk *walk, const Parts *parts) {
    Walk front = *walk;
    visit_rows(&front, &parts->front, NO_LAYER, fields, block);
    walk_layers(walk, parts, walk->config->n_layers);
    visit_rows(walk, &parts->back, NO_LAYER, fields + parts->front.n, block);
}

static void view_layer(float **fields, float *block, Walk *walk, const Parts *parts,
                       int32_t layer) {
    walk_layers(walk, parts, layer);
    visit_rows(walk, &parts->layer, layer, fields, block);
}

ModelEndParams model_tensors_end_params(float *block, const ModelConfig *config) {
    ModelEndParams view;
    Walk walk = begin(config, 0, 0, -1);
    view_ends((float **)&view, block, &walk, &PARAMS);
    return view;
}

ModelLayerParams model_tensors_layer_params(float *block, const ModelConfig *config,
                                            int32_t layer) {
    ModelLayerParams view;
    Walk walk = begin(config, 0, 0, -1);
    view_layer((float **)&view, block, &walk, &PARAMS, layer);
    return view;
}

ModelEndActs model_tensors_end_acts(float *block, const ModelConfig *config, int32_t batch,
                                    int32_t seq_len) {
    ModelEndActs view;
    Walk walk = begin(config, batch, seq_len, -1);
    view_ends((float **)&view, block, &walk, &ACTS);
    return view;
}

ModelLayerActs model_tensors_layer_acts(float *block, const ModelConfig *config, int32_t batch,
                                        int32_t seq_len, int32_t layer) {
    ModelLayerActs view;
    Walk walk = begin(config, batch, seq_len, -1);
    view_layer((float **)&view, block, &walk, &ACTS, layer);
    return view;
}

float *model_tensors_table(float *block, const ModelConfig *config, int32_t layer, int32_t index) {
    const ModelMethod *const entry = &config->methods[index];
    const PeMethod *const method = pe_method(entry->id);
    if (pe_n_learned(method, &entry->config) == 0) return NULL;
    Walk walk = begin(config, 0, 0, -1);
    if (method->per_layer) {
        walk_layers(&walk, &PARAMS, layer);
        visit_rows(&walk, &PARAMS.layer, layer, NULL, NULL);
    } else {
        visit_rows(&walk, &PARAMS.front, NO_LAYER, NULL, NULL);
    }
    visit_tables(&walk, method->per_layer ? layer : NO_LAYER, index);
    return block + (int64_t)walk.at;
}

COMPACT_END
