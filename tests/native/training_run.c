/* A whole training run with each method and with lists of methods: 100 steps on a task, from the streams of one seed.
 * A line `# run NAME HASH` says what the steps made of the weights. tests/hashes/run.js compares the lines of many
 * compilers, and tests/unit/model/training-hashes.test.js those of this machine and of wasm, with
 * tests/hashes/training.json.
 */
#include "../../src/model/task/task.h"
#include "../../src/model/tensors.h"
#include "../../src/model/train.h"
#include "test.h"

enum { LAYERS = 2, HEADS = 2, WIDTH = 16, HIDDEN = 32, MOST = 4096, MAX_LIST = 4 };
enum { BATCH = 4, LENGTH = 12, STEPS = 100, SNAPSHOT = 50 };

typedef struct Run {
    const char *name;
    int32_t n_methods;
    int32_t methods[MAX_LIST];
} Run;

static const Run RUNS[] = {
    {"no-method", 0, {0}},
#define ONE_METHOD(id, entry, name, acts_on, n_floats) {name, 1, {id}},
    PE_METHOD_LIST(ONE_METHOD)
#undef ONE_METHOD
        {"rope-half+alibi", 2, {PE_ROPE_HALF, PE_ALIBI}},
    {"sinusoidal+shaw-keys+shaw-values", 3, {PE_SINUSOIDAL, PE_SHAW_KEYS, PE_SHAW_VALUES}},
    {"learned+log-n+t5+sink", 4, {PE_LEARNED, PE_LOG_N, PE_T5, PE_SINK}},
};
enum { N_RUNS = sizeof RUNS / sizeof *RUNS };

static const PeConfig SETTINGS =
    PE_CONFIG(.base = 50.0, .clip = 3, .n_buckets = 8, .max_distance = 10, .table_len = LENGTH,
              .width = 5, .train_len = 6, .scale_base = 16.0, .eps = 1e-6, .interval = 4,
              .beta = 0.1, .shift = 1);

static const NnAdam ADAM = {
    .lr = 1e-2, .beta1 = 0.9, .beta2 = 0.999, .eps = 1e-8, .weight_decay = 0.01};

static Model *model_of(const Run *run, uint32_t seed) {
    double info[TASK_INFO_COUNT];
    if (model_task_info(info, TASK_ORDER_2, 1, LENGTH) != STATUS_OK) abort();
    ModelConfig *const config = exact(model_config_n_bytes());
    Status status = model_config_set(config, (int32_t)info[TASK_INFO_VOCAB_SIZE], LAYERS, HEADS,
                                     WIDTH, HIDDEN, (int32_t)info[TASK_INFO_N_OUT]);
    if (status == STATUS_OK) {
        status = model_config_choose(config, MODEL_READOUT_EACH, 0, 1, run->n_methods);
    }
    for (int32_t i = 0; status == STATUS_OK && i < run->n_methods; i++) {
        status = model_config_method(config, i, run->methods[i], &SETTINGS, NULL);
    }
    if (status != STATUS_OK) abort();
    Model *const model = exact((size_t)model_train_n_bytes(config, BATCH, LENGTH));
    if (model_train_init(model, config, BATCH, LENGTH, seed, 0) != STATUS_OK) abort();
    return model;
}

// Steps first .. last - 1, each on its own batch of the task; the last loss.
static double learn(Model *model, int32_t first, int32_t last) {
    int32_t tokens[BATCH * LENGTH], targets[BATCH * LENGTH];
    float best[BATCH * LENGTH], prob[BATCH * LENGTH];
    double loss = (double)NAN;
    for (int32_t step = first; step < last; step++) {
        const ModelTaskBatch which = {.task = TASK_ORDER_2,
                                      .each = 1,
                                      .seed_lo = 1,
                                      .index = step,
                                      .batch = BATCH,
                                      .seq_len = LENGTH};
        if (model_task_batch(tokens, targets, best, prob, &which) != STATUS_OK ||
            model_train_step(&loss, model, &ADAM,
                             &(ModelBatch){tokens, targets, NULL, NULL, BATCH, LENGTH}) !=
                STATUS_OK) {
            abort();
        }
    }
    return loss;
}

// Tensor k of the parameters into data; its floats, 0 behind the last.
static int32_t read_part(float *data, const Model *model, int32_t k, int32_t part) {
    char name[MODEL_NAME_BYTES];
    int32_t facts[MODEL_TENSOR_FACTS];
    if (model_tensor_describe(name, facts, model, k) != STATUS_OK) return 0;
    if (facts[MODEL_TENSOR_KIND] != 0) return 0;
    int32_t n = 1;
    for (int32_t a = 0; a < facts[MODEL_TENSOR_RANK]; a++) n *= facts[MODEL_TENSOR_SHAPE + a];
    if (n > MOST || model_tensor_get(data, model, k, part) != STATUS_OK) abort();
    return n;
}

// FNV-1a, 32 bit, over the bytes of the weights, the lowest byte of a float first.
static uint32_t hash_of(const Model *model) {
    uint32_t hash = 2166136261u;
    float data[MOST];
    for (int32_t k = 0, n = 1; n > 0; k++) {
        n = read_part(data, model, k, MODEL_PART_VALUE);
        for (int32_t i = 0; i < n; i++) {
            uint32_t bits;
            memcpy(&bits, &data[i], sizeof bits);
            for (int32_t b = 0; b < 4; b++) hash = (hash ^ (bits >> 8 * b & 255u)) * 16777619u;
        }
    }
    return hash;
}

// Weights, moments and the count of steps, from one model to another that began from another seed.
static void copy_state(Model *to, const Model *from) {
    float data[MOST];
    for (int32_t k = 0, n = 1; n > 0; k++) {
        for (int32_t part = MODEL_PART_VALUE; part < MODEL_PART_COUNT; part++) {
            if (part == MODEL_PART_GRADIENT) continue;
            n = read_part(data, from, k, part);
            if (n > 0 && model_tensor_set(to, data, k, part) != STATUS_OK) abort();
        }
    }
    if (model_train_set_steps(to, model_train_steps(from)) != STATUS_OK) abort();
}

static void train(const Run *run) {
    Model *const whole = model_of(run, 1);
    const double loss = learn(whole, 0, STEPS);
    const uint32_t hash = hash_of(whole);
    check(loss > 0.0 && loss < 2.7, run->name); // uniform guessing: log 16 = 2.77
    printf("# run %s %08x\n", run->name, hash);

    Model *const before = model_of(run, 1), *const after = model_of(run, 2);
    learn(before, 0, SNAPSHOT);
    copy_state(after, before);
    learn(after, SNAPSHOT, STEPS);
    check(hash_of(before) != hash && hash_of(after) == hash,
          "a copy of half a run ends as the whole one");
    free_all();
}

int main(void) {
    for (int32_t k = 0; k < N_RUNS; k++) train(&RUNS[k]);
    return test_end();
}
