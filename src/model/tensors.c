#include "tensors.h"

#include <string.h>

COMPACT_BEGIN

// A line of the tables in tensors.h.
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

// A block is a front, n_layers equal layers and a back.
typedef enum Section { FRONT, LAYER, BACK, N_SECTIONS } Section;

#define COUNT(rows) (int32_t)(sizeof(rows) / sizeof *(rows))
typedef struct Block {
    const Row *rows[N_SECTIONS];
    int32_t n_rows[N_SECTIONS];
    bool has_tables; // front and layers end with what methods learn
} Block;
static const Block PARAMS = {{FRONT_PARAMS, LAYER_PARAMS, BACK_PARAMS},
                             {COUNT(FRONT_PARAMS), COUNT(LAYER_PARAMS), COUNT(BACK_PARAMS)},
                             true};
static const Block ACTS = {{FRONT_ACTS, LAYER_ACTS, BACK_ACTS},
                           {COUNT(FRONT_ACTS), COUNT(LAYER_ACTS), COUNT(BACK_ACTS)},
                           false};

// What the sizes in the tables are; a block of parameters has neither batch nor seq_len.
typedef struct Sizes {
    const ModelConfig *config;
    int32_t of[MODEL_SIZE_COUNT];
} Sizes;

NOINLINE static Sizes sizes_of(const ModelConfig *c, int32_t batch, int32_t seq_len) {
    const bool each = c->readout == MODEL_READOUT_EACH;
    return (Sizes){.config = c,
                   .of = {
                       [MODEL_VOCAB] = c->vocab_size,
                       [MODEL_D] = c->d_model,
                       [MODEL_KV] = model_config_makes_kv(c) ? 0 : c->d_model,
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

// Axes of size 0 are left out; without the first there is no tensor.
static void set_shape(ModelTensor *tensor, const int32_t *sizes, int32_t n_sizes) {
    for (int32_t a = 0; a < n_sizes && sizes[0] != 0; a++) {
        if (sizes[a] != 0) tensor->shape[tensor->rank++] = sizes[a];
    }
}

// Tensor k of a section, of rank 0 where this model has none; *name is its name within the section. False
// where k is past the last.
static bool tensor_at(ModelTensor *tensor, const char **name, const Block *block, Section section,
                      int32_t k, const Sizes *sizes) {
    *tensor = (ModelTensor){.rank = 0};
    if (k < block->n_rows[section]) {
        const Row *const row = &block->rows[section][k];
        int32_t shape[MODEL_MAX_RANK];
        for (int32_t a = 0; a < MODEL_MAX_RANK; a++) shape[a] = sizes->of[row->sizes[a]];
        *name = row->name;
        tensor->init = (ModelInit)row->init;
        set_shape(tensor, shape, MODEL_MAX_RANK);
        return true;
    }
    // behind the rows: what each method learns, in the front where all layers share it
    if (!block->has_tables || section == BACK) return false;
    k -= block->n_rows[section];
    for (int32_t i = 0; i < sizes->config->n_methods; i++) {
        const ModelMethod *const entry = &sizes->config->methods[i];
        const PeMethod *const method = pe_method(entry->id);
        if (method->per_layer != (section == LAYER)) continue;
        if (k >= method->n_tensors) {
            k -= method->n_tensors;
            continue;
        }
        const PeTensor *const learned = &method->tensors[k];
        *name = learned->name;
        tensor->init = MODEL_INIT_METHOD;
        tensor->mean = learned->mean;
        tensor->sigma = learned->sigma;
        set_shape(tensor, learned->shape(&entry->config).sizes, PE_MAX_RANK);
        return true;
    }
    return false;
}

// A double, since the sizes may be any.
static double tensor_n(const ModelTensor *tensor) {
    double n = tensor->rank > 0 ? 1.0 : 0.0;
    for (int32_t a = 0; a < tensor->rank; a++) n *= (double)tensor->shape[a];
    return n;
}

// Floats of the first n tensors of a section; n may be past the last.
static double section_n(const Block *block, Section section, int32_t n, const Sizes *sizes) {
    ModelTensor tensor;
    const char *name;
    double sum = 0.0;
    for (int32_t k = 0; k < n && tensor_at(&tensor, &name, block, section, k, sizes); k++) {
        sum += tensor_n(&tensor);
    }
    return sum;
}

// Floats of the block before a section; layer is read where that is LAYER.
static double floats_before(const Block *block, Section section, int32_t layer,
                            const Sizes *sizes) {
    if (section == FRONT) return 0.0;
    const int32_t n_layers = section == LAYER ? layer : sizes->config->n_layers;
    return section_n(block, FRONT, INT32_MAX, sizes) +
           n_layers * section_n(block, LAYER, INT32_MAX, sizes);
}

// --------------------------------------------------------------------------- one after the other

static char *put_text(char *out, const char *text) {
    while (*text) *out++ = *text++;
    *out = '\0';
    return out;
}

// Tensor `index` of the block. Where that is past the last, *count is the number of tensors and `at` of
// what is returned the floats of the block.
static ModelTensor find(int32_t *count, const Block *block, int32_t index, const Sizes *sizes) {
    const int32_t n_layers = sizes->config->n_layers;
    double at = 0.0;
    *count = 0;
    for (int32_t part = 0; part < n_layers + 2; part++) {
        const Section section = part == 0 ? FRONT : part <= n_layers ? LAYER : BACK;
        ModelTensor tensor;
        const char *name;
        for (int32_t k = 0; tensor_at(&tensor, &name, block, section, k, sizes); k++) {
            if (tensor.rank == 0) continue;
            tensor.at = at;
            if (*count == index) {
                // the whole name: that of a tensor in a layer begins with "layers.12."; MODEL_MAX_LAYERS has
                // two digits
                const int32_t layer = part - 1;
                char *out = tensor.name;
                if (section == LAYER) {
                    out = put_text(out, "layers.");
                    if (layer >= 10) *out++ = (char)('0' + layer / 10);
                    *out++ = (char)('0' + layer % 10);
                    out = put_text(out, ".");
                }
                put_text(out, name);
                return tensor;
            }
            *count += 1;
            at += tensor_n(&tensor);
        }
    }
    return (ModelTensor){.at = at};
}

int32_t model_tensors_params_count(const ModelConfig *config) {
    const Sizes sizes = sizes_of(config, 0, 0);
    int32_t count;
    find(&count, &PARAMS, INT32_MAX, &sizes);
    return count;
}

double model_tensors_params_n(const ModelConfig *config) {
    const Sizes sizes = sizes_of(config, 0, 0);
    int32_t count;
    return find(&count, &PARAMS, INT32_MAX, &sizes).at;
}

ModelTensor model_tensors_param(const ModelConfig *config, int32_t index) {
    const Sizes sizes = sizes_of(config, 0, 0);
    int32_t count;
    return find(&count, &PARAMS, index, &sizes);
}

int32_t model_tensors_acts_count(const ModelConfig *config, int32_t batch, int32_t seq_len) {
    const Sizes sizes = sizes_of(config, batch, seq_len);
    int32_t count;
    find(&count, &ACTS, INT32_MAX, &sizes);
    return count;
}

double model_tensors_acts_n(const ModelConfig *config, int32_t batch, int32_t seq_len) {
    const Sizes sizes = sizes_of(config, batch, seq_len);
    int32_t count;
    return find(&count, &ACTS, INT32_MAX, &sizes).at;
}

ModelTensor model_tensors_act(const ModelConfig *config, int32_t batch, int32_t seq_len,
                              int32_t index) {
    const Sizes sizes = sizes_of(config, batch, seq_len);
    int32_t count;
    return find(&count, &ACTS, index, &sizes);
}

int64_t model_tensors_size(const ModelTensor *tensor) { return (int64_t)tensor_n(tensor); }

// -------------------------------------------------------------------------------------- pointers

// fields: one pointer per row of the section, as in the structs, which hold nothing else.
static void point(float **fields, float *data, const Block *block, Section section, int32_t layer,
                  const Sizes *sizes) {
    ModelTensor tensor;
    const char *name;
    data += (int64_t)floats_before(block, section, layer, sizes);
    for (int32_t k = 0; k < block->n_rows[section]; k++) {
        tensor_at(&tensor, &name, block, section, k, sizes);
        fields[k] = data;
        data += model_tensors_size(&tensor);
    }
}

ModelEndParams model_tensors_end_params(float *block, const ModelConfig *config) {
    ModelEndParams ends;
    const Sizes sizes = sizes_of(config, 0, 0);
    point((float **)&ends, block, &PARAMS, FRONT, 0, &sizes);
    point((float **)&ends + COUNT(FRONT_PARAMS), block, &PARAMS, BACK, 0, &sizes);
    return ends;
}

ModelLayerParams model_tensors_layer_params(float *block, const ModelConfig *config,
                                            int32_t layer) {
    ModelLayerParams params;
    const Sizes sizes = sizes_of(config, 0, 0);
    point((float **)&params, block, &PARAMS, LAYER, layer, &sizes);
    return params;
}

ModelEndActs model_tensors_end_acts(float *block, const ModelConfig *config, int32_t batch,
                                    int32_t seq_len) {
    ModelEndActs ends;
    const Sizes sizes = sizes_of(config, batch, seq_len);
    point((float **)&ends, block, &ACTS, FRONT, 0, &sizes);
    point((float **)&ends + COUNT(FRONT_ACTS), block, &ACTS, BACK, 0, &sizes);
    return ends;
}

ModelLayerActs model_tensors_layer_acts(float *block, const ModelConfig *config, int32_t batch,
                                        int32_t seq_len, int32_t layer) {
    ModelLayerActs acts;
    const Sizes sizes = sizes_of(config, batch, seq_len);
    point((float **)&acts, block, &ACTS, LAYER, layer, &sizes);
    return acts;
}

float *model_tensors_table(float *block, const ModelConfig *config, int32_t layer, int32_t index) {
    const PeMethod *const method = pe_method(config->methods[index].id);
    if (method->n_tensors == 0) return NULL;
    const Sizes sizes = sizes_of(config, 0, 0);
    const Section section = method->per_layer ? LAYER : FRONT;
    // the tensors of the section before the method's first
    int32_t n_before = PARAMS.n_rows[section];
    for (int32_t i = 0; i < index; i++) {
        const PeMethod *const other = pe_method(config->methods[i].id);
        if (other->per_layer == method->per_layer) n_before += other->n_tensors;
    }
    return block + (int64_t)(floats_before(&PARAMS, section, layer, &sizes) +
                             section_n(&PARAMS, section, n_before, &sizes));
}

COMPACT_END
