/* Position ids of a step, for every method of the table and pairs of them: what is refused changes nothing but what is
 * undefined then, and what is taken gives finite numbers, the same each time.
 * ./build.sh fuzz, or .cache/native/fuzz_ids with files of tests/fuzz/corpus/ids/
 */
#include "../../src/model/tensors.h"
#include "../../src/model/train.h"
#include "input.h"

enum { VOCAB = 5, N_OUT = 4, LAYERS = 1, HEADS = 2, WIDTH = 8, HIDDEN = 6 };
enum { MAX_LENGTH = 9, MAX_IDS = 40, BATCH = 2 };

static const PeConfig SETTINGS =
    PE_CONFIG(.base = 50.0, .clip = 2, .n_buckets = 6, .max_distance = 5, .table_len = MAX_IDS,
              .width = 5, .train_len = 4, .scale_base = 16.0, .eps = 1e-6, .interval = 2,
              .beta = 0.1, .shift = 1);

static const NnAdam ADAM = {
    .lr = 1e-2, .beta1 = 0.9, .beta2 = 0.999, .eps = 1e-8, .weight_decay = 0.01};

typedef struct Case {
    int32_t *ids, *tokens, *targets;
    int32_t n_ids, length;
    bool is_any_order; // no method of the case acts on pairs of tokens
} Case;

// What positions.h and train.h say of such ids.
static Status expected(const Case *c) {
    Status status = STATUS_OK;
    for (int32_t k = 0; k < c->length; k++) {
        if (c->ids[k] < 0 || c->ids[k] >= c->n_ids) return STATUS_OUT_OF_RANGE;
        if (!c->is_any_order && k > 0 && c->ids[k] <= c->ids[k - 1]) status = STATUS_BAD_VALUE;
    }
    return status;
}

static void check_model(Model *model, const Case *c) {
    const ModelBatch batch = {c->tokens, c->targets, NULL, c->ids, BATCH, c->length};
    const int32_t extra_n = (int32_t)model_train_evaluate_n_bytes(model, BATCH, c->length);
    void *const extra = exact(extra_n, 1);
    const Status want = expected(c);
    const double mark = 1234.5;
    double first[3] = {mark}, again[3] = {mark}, loss = mark;
    REQUIRE(model_train_evaluate(first, model, extra, c->tokens, c->targets, c->ids, BATCH,
                                 c->length) == want);
    REQUIRE(model_train_evaluate(again, model, extra, c->tokens, c->targets, c->ids, BATCH,
                                 c->length) == want);
    REQUIRE(first[0] == again[0]);
    REQUIRE((first[0] == mark) == (want != STATUS_OK) && isfinite(first[0]));
    REQUIRE(model_train_gradients(&loss, model, &batch) == want);
    REQUIRE((loss == mark) == (want != STATUS_OK) && isfinite(loss));
    loss = mark;
    REQUIRE(model_train_step(&loss, model, &ADAM, &batch) == want);
    REQUIRE((loss == mark) == (want != STATUS_OK) && isfinite(loss));
    REQUIRE(model_train_steps(model) == (want == STATUS_OK));
    // a pass without ids goes on as before
    REQUIRE(model_train_evaluate(again, model, extra, c->tokens, c->targets, NULL, BATCH,
                                 c->length) == STATUS_OK);
    REQUIRE(isfinite(again[0]) && (want == STATUS_OK || again[0] != mark));
    free(extra);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes) {
    Input in = {data, n_bytes};
    Case c = {.length = input_within(&in, 1, MAX_LENGTH), .is_any_order = true};
    c.n_ids = input_within(&in, MAX_LENGTH, MAX_IDS);
    const int32_t n_methods = input_within(&in, 1, 2), readout = input_within(&in, 0, 2);
    const int32_t causal = input_within(&in, 0, 1);
    ModelConfig *const config = exact((int32_t)model_config_n_bytes(), 1);
    REQUIRE(model_config_set(config, VOCAB, LAYERS, HEADS, WIDTH, HIDDEN, N_OUT) == STATUS_OK);
    REQUIRE(model_config_choose(config, readout, 0, causal, n_methods) == STATUS_OK);
    for (int32_t i = 0; i < n_methods; i++) {
        const int32_t id = input_within(&in, 0, PE_METHOD_COUNT - 1);
        const PeMethod *const method = pe_method(id);
        const bool is_of_pairs = method->acts_on >= PE_LOGITS && method->acts_on <= PE_OUTPUT;
        if (is_of_pairs && !method->ignores_ids) c.is_any_order = false;
        REQUIRE(model_config_method(config, i, id, &SETTINGS, NULL) == STATUS_OK);
    }
    REQUIRE(model_config_ids(config, c.n_ids) == STATUS_OK);
    c.ids = exact(c.length, sizeof *c.ids);
    c.tokens = exact(BATCH * c.length, sizeof *c.tokens);
    c.targets = exact(BATCH * c.length, sizeof *c.targets);
    for (int32_t k = 0; k < BATCH * c.length; k++) {
        c.tokens[k] = k % VOCAB;
        c.targets[k] = k % N_OUT;
    }
    // ids near those that are taken, or any
    const bool is_near = input_within(&in, 0, 3) > 0;
    for (int32_t k = 0; k < c.length; k++) {
        const int32_t last = k > 0 ? c.ids[k - 1] : -1;
        c.ids[k] = is_near ? last + input_within(&in, 0, 3) : input_int(&in);
    }
    const double model_n = model_train_n_bytes(config, BATCH, MAX_LENGTH);
    Model *const model = exact((int32_t)model_n, 1);
    // two that make the weights, or one method twice, are no model
    if (model_n > 0.0 && model_train_init(model, config, BATCH, MAX_LENGTH, 1, 0) == STATUS_OK) {
        check_model(model, &c);
    }
    free(model), free(c.ids), free(c.tokens), free(c.targets), free(config);
    return 0;
}
