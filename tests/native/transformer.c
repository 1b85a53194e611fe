/* Transformers with each method and with pairs, on blocks of exactly their size: some steps, a forward
 * pass and an evaluation in the caller's memory. A line `# bits NAME HASH` says what the steps made of the
 * parameters: tests/unit/model/transformer-bits.test.js compares it with wasm.
 */
#include "../../src/model/tensors.h"
#include "../../src/model/train.h"
#include "test.h"

enum { VOCAB = 13, N_OUT = 11, LAYERS = 2, HEADS = 2, WIDTH = 20, HIDDEN = 22 };
enum { BATCH = 3, LENGTH = 7, LONGER = 9, STEPS = 5, MAX_LIST = 4, N_IDS = 16 };

typedef struct Setup {
    const char *name;
    int32_t readout, causal;
    int32_t n_methods;
    int32_t methods[MAX_LIST];
} Setup;

static const Setup SETUPS[] = {
    {"no-method", MODEL_READOUT_EACH, 1, 0, {0}},
    {"none", MODEL_READOUT_EACH, 1, 1, {PE_NONE}},
    {"sinusoidal", MODEL_READOUT_EACH, 1, 1, {PE_SINUSOIDAL}},
    {"learned", MODEL_READOUT_EACH, 1, 1, {PE_LEARNED}},
    {"rope-half", MODEL_READOUT_EACH, 1, 1, {PE_ROPE_HALF}},
    {"rope-interleaved", MODEL_READOUT_EACH, 1, 1, {PE_ROPE_INTERLEAVED}},
    {"alibi", MODEL_READOUT_EACH, 1, 1, {PE_ALIBI}},
    {"clipped-bias", MODEL_READOUT_EACH, 1, 1, {PE_CLIPPED_BIAS}},
    {"t5", MODEL_READOUT_EACH, 1, 1, {PE_T5}},
    {"shaw-keys", MODEL_READOUT_EACH, 1, 1, {PE_SHAW_KEYS}},
    {"shaw-values", MODEL_READOUT_EACH, 1, 1, {PE_SHAW_VALUES}},
    {"kerple-log", MODEL_READOUT_EACH, 1, 1, {PE_KERPLE_LOG}},
    {"kerple-power", MODEL_READOUT_EACH, 1, 1, {PE_KERPLE_POWER}},
    {"fire", MODEL_READOUT_EACH, 1, 1, {PE_FIRE}},
    {"cope", MODEL_READOUT_EACH, 1, 1, {PE_COPE}},
    {"log-n", MODEL_READOUT_EACH, 1, 1, {PE_LOG_N}},
    {"multiplicative", MODEL_READOUT_EACH, 1, 1, {PE_MULTIPLICATIVE}},
    {"floater-recurrent", MODEL_READOUT_EACH, 1, 1, {PE_FLOATER_RECURRENT}},
    {"floater", MODEL_READOUT_EACH, 1, 1, {PE_FLOATER}},
    {"transformer-xl", MODEL_READOUT_EACH, 1, 1, {PE_TRANSFORMER_XL}},
    {"deberta", MODEL_READOUT_EACH, 1, 1, {PE_DEBERTA}},
    {"xpos", MODEL_READOUT_EACH, 1, 1, {PE_XPOS}},
    {"temperature", MODEL_READOUT_EACH, 1, 1, {PE_TEMPERATURE}},
    {"fox", MODEL_READOUT_EACH, 1, 1, {PE_FOX}},
    {"pope", MODEL_READOUT_EACH, 1, 1, {PE_POPE}},
    {"sink", MODEL_READOUT_EACH, 1, 1, {PE_SINK}},
    {"stick-breaking", MODEL_READOUT_EACH, 1, 1, {PE_STICK_BREAKING}},
    {"rope-values", MODEL_READOUT_EACH, 1, 1, {PE_ROPE_VALUES}},
    {"mla-rope", MODEL_READOUT_EACH, 1, 1, {PE_MLA_ROPE}},
    {"mla-nope", MODEL_READOUT_EACH, 1, 1, {PE_MLA_NOPE}},
    {"path", MODEL_READOUT_EACH, 1, 1, {PE_PATH}},
    {"rope-mixed", MODEL_READOUT_EACH, 1, 1, {PE_ROPE_MIXED}},
    {"path+fox+sink", MODEL_READOUT_MEAN, 0, 3, {PE_PATH, PE_FOX, PE_SINK}},
    {"rope-values+mla-rope+fox+shaw-values",
     MODEL_READOUT_EACH,
     1,
     4,
     {PE_ROPE_VALUES, PE_MLA_ROPE, PE_FOX, PE_SHAW_VALUES}},
    {"rope-half+pope+sink", MODEL_READOUT_MEAN, 0, 3, {PE_ROPE_HALF, PE_POPE, PE_SINK}},
    {"shaw-keys+shaw-values", MODEL_READOUT_MEAN, 0, 2, {PE_SHAW_KEYS, PE_SHAW_VALUES}},
    {"rope-half+alibi", MODEL_READOUT_LAST, 1, 2, {PE_ROPE_HALF, PE_ALIBI}},
    {"rope-half@1+t5", MODEL_READOUT_EACH, 1, 2, {PE_ROPE_HALF, PE_T5}},
    {"rope-half+fox+cope", MODEL_READOUT_MEAN, 1, 3, {PE_ROPE_HALF, PE_FOX, PE_COPE}},
    {"sinusoidal+alibi", MODEL_READOUT_MEAN, 0, 2, {PE_SINUSOIDAL, PE_ALIBI}},
    {"learned+t5", MODEL_READOUT_EACH, 0, 2, {PE_LEARNED, PE_T5}},
    {"multiplicative+xpos+deberta+cope",
     MODEL_READOUT_EACH,
     0,
     4,
     {PE_MULTIPLICATIVE, PE_XPOS, PE_DEBERTA, PE_COPE}},
    {"floater+log-n+transformer-xl+fire",
     MODEL_READOUT_EACH,
     0,
     4,
     {PE_FLOATER, PE_LOG_N, PE_TRANSFORMER_XL, PE_FIRE}},
};
enum { N_SETUPS = sizeof SETUPS / sizeof *SETUPS };

static const PeConfig SETTINGS =
    PE_CONFIG(.base = 50.0, .clip = 2, .n_buckets = 6, .max_distance = 5, .table_len = LONGER,
              .width = 5, .train_len = 4, .scale_base = 16.0, .eps = 1e-6, .interval = 2,
              .beta = 0.1, .shift = 1, .columns = 0);

static const NnAdam ADAM = {
    .lr = 1e-2, .beta1 = 0.9, .beta2 = 0.999, .eps = 1e-8, .weight_decay = 0.01};

// Of a setup whose name says so, the first method acts in the second layer alone.
static const int32_t *layers_of(const Setup *setup, int32_t index) {
    static const int32_t SECOND[LAYERS] = {0, 1};
    return index == 0 && strstr(setup->name, "@1") ? SECOND : NULL;
}

static ModelConfig *config_of(const Setup *setup) {
    ModelConfig *const config = exact(model_config_n_bytes());
    if (model_config_set(config, VOCAB, LAYERS, HEADS, WIDTH, HIDDEN, N_OUT) != STATUS_OK ||
        model_config_choose(config, setup->readout, 0, setup->causal, setup->n_methods) !=
            STATUS_OK) {
        abort();
    }
    for (int32_t i = 0; i < setup->n_methods; i++) {
        if (model_config_method(config, i, setup->methods[i], &SETTINGS, layers_of(setup, i)) !=
            STATUS_OK) {
            abort();
        }
    }
    return config;
}

static int32_t *integers(int32_t n, int32_t times, int32_t modulus) {
    int32_t *const x = exact((size_t)n * sizeof *x);
    for (int32_t i = 0; i < n; i++) x[i] = (i * times + 3) % modulus;
    return x;
}

static uint32_t hash_of(const Model *model) {
    uint32_t hash = 2166136261u; // FNV-1a, 32 bit
    for (int32_t k = 0; k < model_tensor_count(model); k++) {
        char name[MODEL_NAME_BYTES];
        int32_t facts[MODEL_TENSOR_FACTS];
        float data[WIDTH * WIDTH + VOCAB * WIDTH + HIDDEN * WIDTH];
        model_tensor_describe(name, facts, model, k);
        if (facts[MODEL_TENSOR_KIND] != 0) break;
        int32_t n = 1;
        for (int32_t a = 0; a < facts[MODEL_TENSOR_RANK]; a++) n *= facts[MODEL_TENSOR_SHAPE + a];
        model_tensor_get(data, model, k, MODEL_PART_VALUE);
        const unsigned char *const bytes = (const unsigned char *)data;
        for (int32_t b = 0; b < 4 * n; b++) hash = (hash ^ bytes[b]) * 16777619u;
    }
    return hash;
}

// What does not fit into the model's own memory goes to the caller's.
static bool longer_passes_run(Model *model, int32_t n_targets) {
    const int32_t *const tokens = integers(BATCH * LONGER, 5, VOCAB);
    const int32_t *const targets = integers(n_targets, 3, N_OUT);
    const double n_bytes = model_train_forward_n_bytes(model, BATCH, LONGER);
    bool ok = n_bytes > 0.0 && model_train_forward_n_bytes(model, BATCH, LENGTH) == 0.0;
    ok = ok && model_train_forward(model, exact((size_t)n_bytes), tokens, NULL, BATCH, LONGER) ==
                   STATUS_OK;
    double sums[3];
    const double evaluate_n_bytes = model_train_evaluate_n_bytes(model, BATCH, LONGER);
    ok = ok && evaluate_n_bytes < 4e6; // whatever the batch
    ok = ok && model_train_evaluate_n_bytes(model, 1 << 20, LONGER) < 4e6;
    void *const extra = exact((size_t)evaluate_n_bytes);
    ok = ok && model_train_evaluate(sums, model, extra, tokens, targets, NULL, BATCH, LONGER) ==
                   STATUS_OK;
    return ok && sums[1] == n_targets && isfinite(sums[0]) && sums[2] >= 0.0;
}

static bool setup_runs(const Setup *setup) {
    const ModelConfig *const config = config_of(setup);
    const double n_bytes = model_train_n_bytes(config, BATCH, LENGTH);
    Model *const model = exact((size_t)n_bytes);
    bool ok = model_train_init(model, config, BATCH, LENGTH, 1, 0) == STATUS_OK;
    const bool each = setup->readout == MODEL_READOUT_EACH;
    const int32_t *const tokens = integers(BATCH * LENGTH, 7, VOCAB);
    int32_t *const targets = integers(each ? BATCH * LENGTH : BATCH, 5, N_OUT);
    targets[1] = -1;
    double first = 0.0, last = 0.0;
    for (int32_t k = 0; ok && k < STEPS; k++) {
        ok = model_train_step(k == 0 ? &first : &last, model, &ADAM,
                              &(ModelBatch){tokens, targets, NULL, NULL, BATCH, LENGTH}) ==
             STATUS_OK;
    }
    ok = ok && last < first && model_train_steps(model) == STEPS;
    ok = ok && model_train_forward(model, NULL, tokens, NULL, BATCH, LENGTH) == STATUS_OK;
    printf("# bits %s %08x\n", setup->name, hash_of(model));
    ok = ok && longer_passes_run(model, each ? BATCH * LONGER : BATCH);
    free_all();
    return ok;
}

// Steps and an evaluation with position ids, and what is refused; then a pass without them.
static bool setup_takes_ids(const Setup *setup) {
    ModelConfig *const config = config_of(setup);
    PeConfig settings = SETTINGS;
    settings.table_len = N_IDS;
    bool is_any_order = true;
    for (int32_t i = 0; i < setup->n_methods; i++) {
        const PeMethod *const method = pe_method(setup->methods[i]);
        const bool is_on_pairs = method->acts_on >= PE_LOGITS && method->acts_on <= PE_OUTPUT;
        if (is_on_pairs && !method->ignores_ids) is_any_order = false;
        model_config_method(config, i, setup->methods[i], &settings, layers_of(setup, i));
    }
    bool ok = model_config_ids(config, N_IDS) == STATUS_OK;
    Model *const model = exact((size_t)model_train_n_bytes(config, BATCH, LENGTH));
    ok = ok && model_train_init(model, config, BATCH, LENGTH, 1, 0) == STATUS_OK;
    const bool each = setup->readout == MODEL_READOUT_EACH;
    const int32_t *const tokens = integers(BATCH * LENGTH, 7, VOCAB);
    const int32_t *const targets = integers(each ? BATCH * LENGTH : BATCH, 5, N_OUT);
    void *const extra = exact((size_t)model_train_evaluate_n_bytes(model, BATCH, LENGTH));
    const Status of_repeated = is_any_order ? STATUS_OK : STATUS_BAD_VALUE;
    const struct {
        int32_t ids[LENGTH];
        Status status;
    } cases[] = {{{0, 1, 3, 4, 9, 14, 15}, STATUS_OK},
                 {{0, 1, 2, 3, 4, 5, 6}, STATUS_OK},
                 {{2, 3, 3, 4, 5, 6, 7}, of_repeated},
                 {{15, 0, 0, 3, 2, 0, 15}, of_repeated},
                 {{0, 1, 2, 3, 4, 5, N_IDS}, STATUS_OUT_OF_RANGE},
                 {{-1, 1, 2, 3, 4, 5, 6}, STATUS_OUT_OF_RANGE}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        int32_t *const ids = integers(LENGTH, 0, 4);
        memcpy(ids, cases[k].ids, sizeof cases[k].ids);
        double loss = (double)SENTINEL, sums[3] = {(double)SENTINEL};
        ok = ok &&
             model_train_step(&loss, model, &ADAM,
                              &(ModelBatch){tokens, targets, NULL, ids, BATCH, LENGTH}) ==
                 cases[k].status &&
             model_train_evaluate(sums, model, extra, tokens, targets, ids, BATCH, LENGTH) ==
                 cases[k].status;
        const bool is_done = cases[k].status == STATUS_OK;
        ok = ok && isfinite(loss) && (loss == (double)SENTINEL) != is_done;
        ok = ok && (sums[0] == (double)SENTINEL) != is_done;
    }
    ok = ok && model_train_forward(model, NULL, tokens, NULL, BATCH, LENGTH) == STATUS_OK;
    free_all();
    return ok;
}

static float logit_of(Model *model, const int32_t *tokens) {
    float logits[BATCH * LENGTH * N_OUT];
    if (model_train_forward(model, NULL, tokens, NULL, BATCH, LENGTH) != STATUS_OK) return NAN;
    const int32_t last = model_tensor_count(model) - 1;
    return model_tensor_get(logits, model, last, MODEL_PART_VALUE) == STATUS_OK
               ? logits[BATCH * LENGTH * N_OUT - 1]
               : NAN;
}

// RoPE and T5, trained: other settings act at once, in the model's own memory and in the caller's; what
// is invalid is refused, and the old ones stay.
static bool settings_change(void) {
    const Setup setup = {"", MODEL_READOUT_EACH, 1, 2, {PE_ROPE_HALF, PE_T5}};
    const ModelConfig *const config = config_of(&setup);
    Model *const model = exact((size_t)model_train_n_bytes(config, BATCH, LENGTH));
    bool ok = model_train_init(model, config, BATCH, LENGTH, 1, 0) == STATUS_OK;
    const int32_t *const tokens = integers(BATCH * LENGTH, 7, VOCAB);
    const float before = logit_of(model, tokens);
    PeConfig linear = SETTINGS;
    linear.scaling = (PeScaling){.kind = PE_SCALING_LINEAR, .factor = 4.0};
    float logits[BATCH * LENGTH * N_OUT];
    const int32_t last = model_tensor_count(model) - 1;
    ok = ok && model_tensor_get(logits, model, last, MODEL_PART_VALUE) == STATUS_OK;
    ok = ok && model_train_set_method(model, 0, &linear) == STATUS_OK;
    // what the old settings gave is not there any more
    ok = ok && model_tensor_get(logits, model, last, MODEL_PART_VALUE) != STATUS_OK;
    const float scaled = logit_of(model, tokens);
    ok = ok && scaled != before && longer_passes_run(model, BATCH * LONGER);
    const double list[WIDTH] = {0.0};
    PeConfig more = SETTINGS, near = SETTINGS, part = SETTINGS, lists = linear, base = SETTINGS;
    more.n_buckets++;
    near.max_distance = 1;
    part.rotary_dim = 2;
    lists.scaling.long_factor = list;
    base.base = (double)NAN;
    ok = ok && model_train_set_method(model, -1, &linear) == STATUS_BAD_SHAPE &&
         model_train_set_method(model, 2, &linear) == STATUS_BAD_SHAPE &&
         model_train_set_method(model, 1, &more) == STATUS_BAD_SHAPE &&
         model_train_set_method(model, 1, &near) == STATUS_BAD_VALUE &&
         model_train_set_method(model, 0, &part) == STATUS_BAD_SHAPE &&
         model_train_set_method(model, 0, &lists) == STATUS_BAD_VALUE &&
         model_train_set_method(model, 0, &base) == STATUS_BAD_VALUE;
    ok = ok && logit_of(model, tokens) == scaled;
    ok = ok && model_train_set_method(model, 0, &SETTINGS) == STATUS_OK;
    ok = ok && logit_of(model, tokens) == before;
    free_all();
    return ok;
}

// Sizes that fill vectors and panels, that leave tails of each length, and the smallest.
static bool sizes_run(int32_t n_heads, int32_t d_head, int32_t d_ff, int32_t batch, int32_t n) {
    const int32_t d = n_heads * d_head;
    ModelConfig *const config = exact(model_config_n_bytes());
    const PeConfig settings = PE_CONFIG(.clip = 1, .table_len = n);
    bool ok = model_config_set(config, 5, 1, n_heads, d, d_ff, 3) == STATUS_OK &&
              model_config_choose(config, 0, 1, 1, 2) == STATUS_OK &&
              model_config_method(config, 0, PE_SHAW_KEYS, &settings, NULL) == STATUS_OK &&
              model_config_method(config, 1, PE_LEARNED, &settings, NULL) == STATUS_OK;
    Model *const model = exact((size_t)model_train_n_bytes(config, batch, n));
    ok = ok && model_train_init(model, config, batch, n, 1, 0) == STATUS_OK;
    const int32_t *const tokens = integers(batch * n, 2, 5), *const targets =
                                                                 integers(batch * n, 1, 3);
    double loss = -1.0;
    ok = ok && model_train_step(&loss, model, &ADAM,
                                &(ModelBatch){tokens, targets, NULL, NULL, batch, n}) == STATUS_OK;
    ok = ok && isfinite(loss) && loss > 0.0;
    double sums[3];
    void *const extra = exact((size_t)model_train_evaluate_n_bytes(model, batch, n));
    ok = ok &&
         model_train_evaluate(sums, model, extra, tokens, targets, NULL, batch, n) == STATUS_OK;
    free_all();
    return ok;
}

static bool all_sizes_run(void) {
    bool ok = true;
    for (int32_t n = 1; n <= 18; n++) ok = ok && sizes_run(2, 1 + n % 6, n, 1 + n % 3, n);
    return ok && sizes_run(1, 1, 1, 1, 1) && sizes_run(4, 16, 64, 2, 16) &&
           sizes_run(3, 17, 33, 2, 5);
}

// Nothing is written by what refuses.
static bool refusals_write_nothing(void) {
    const ModelConfig *const config = config_of(&SETUPS[3]); // learned
    const size_t n_bytes = (size_t)model_train_n_bytes(config, BATCH, LENGTH);
    float *const block = exact(n_bytes);
    for (size_t k = 0; k < n_bytes / sizeof(float); k++) block[k] = SENTINEL;
    Model *const model = (Model *)(void *)block;
    bool ok = model_train_init(model, config, BATCH, LONGER + 1, 1, 0) == STATUS_OUT_OF_RANGE;
    ok = ok && model_train_init(model, config, 0, LENGTH, 1, 0) == STATUS_BAD_SHAPE;
    ok = ok && model_train_init(model, config, 1 << 27, LENGTH, 1, 0) == STATUS_NO_MEMORY;
    ok = ok && is_untouched(block, (int32_t)(n_bytes / sizeof(float)));
    ok = ok && model_train_n_bytes(config, 1 << 27, 1 << 20) > 0x1p60;
    ok = ok && model_train_n_bytes(config, INT32_MAX, INT32_MAX) > 0x1p62;
    free_all();
    return ok;
}

int main(void) {
    for (int32_t k = 0; k < N_SETUPS; k++) check(setup_runs(&SETUPS[k]), SETUPS[k].name);
    for (int32_t k = 0; k < N_SETUPS; k++) check(setup_takes_ids(&SETUPS[k]), "position ids");
    check(all_sizes_run(), "a step and an evaluation at sizes with every tail");
    check(refusals_write_nothing(), "a model that cannot be made is not begun");
    check(settings_change(), "a method takes other settings, or keeps its own");
    return test_end();
}
