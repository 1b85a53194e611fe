#include "task.h"

#include <stddef.h>
#include <string.h>

#include "../../base/shape.h"
#include "rule.h"

COMPACT_BEGIN

static const TaskRule *const RULES[TASK_COUNT] = {
    [TASK_GRAMMAR] = &model_task_grammar,     [TASK_ORDER_2] = &model_task_order_2,
    [TASK_SUCCESSOR] = &model_task_successor, [TASK_COPY] = &model_task_copy,
    [TASK_REVERSE] = &model_task_reverse,     [TASK_BEFORE] = &model_task_before,
    [TASK_INDEX] = &model_task_index,         [TASK_INDUCTION] = &model_task_induction,
    [TASK_PRONOUN] = &model_task_pronoun,     [TASK_FIRST] = &model_task_first,
    [TASK_ADDITION] = &model_task_addition,   [TASK_DIAGONAL] = &model_task_diagonal,
};

static const TaskRule *rule_of(int32_t id) { return id >= 0 && id < TASK_COUNT ? RULES[id] : NULL; }

const char *model_task_name(int32_t id) { return rule_of(id) ? RULES[id]->name : NULL; }
const char *model_task_words(int32_t id) { return rule_of(id) ? RULES[id]->words : NULL; }
int32_t model_task_min_len(int32_t id) { return rule_of(id) ? RULES[id]->min_len : 0; }
int32_t model_task_asks(int32_t id) { return rule_of(id) ? (int32_t)RULES[id]->asks : 0; }

#define NAME_AND_BLANK(name, words) words " "
const char *model_task_info_names(void) { return MODEL_TASK_INFO_LIST(NAME_AND_BLANK); }

static Status check(const TaskRule *rule, int32_t each, int32_t seq_len) {
    if (!rule || !(rule->asks & (each ? TASK_ASKS_EACH : TASK_ASKS_LAST))) return STATUS_BAD_VALUE;
    return SHAPE_OK(seq_len) && seq_len >= rule->min_len ? STATUS_OK : STATUS_BAD_SHAPE;
}

Status model_task_info(double *info, int32_t task, int32_t each, int32_t seq_len) {
    const TaskRule *const rule = rule_of(task);
    const Status status = check(rule, each, seq_len);
    if (status != STATUS_OK) return status;
    int32_t vocab_size = 1;
    for (const char *p = rule->words; *p; p++) vocab_size += *p == ' ';
    if (rule->inform) {
        rule->inform(info, each != 0, seq_len);
    } else {
        task_inform_certain(info, rule->n_out, rule->n_even, 1);
    }
    info[TASK_INFO_VOCAB_SIZE] = vocab_size;
    info[TASK_INFO_CHANCE] = 1.0 / info[TASK_INFO_N_OUT];
    return STATUS_OK;
}

Status model_task_batch(int32_t *tokens, int32_t *targets, float *best, float *prob,
                        const ModelTaskBatch *which) {
    const int32_t batch = which->batch, seq_len = which->seq_len, each = which->each;
    const TaskRule *const rule = rule_of(which->task);
    const Status status = check(rule, each, seq_len);
    if (status != STATUS_OK) return status;
    if (!SHAPE_OK(batch, seq_len)) return STATUS_BAD_SHAPE;
    if (which->split < 0 || which->split > 1 || which->index < 0) return STATUS_BAD_VALUE;

    // number s of the split's stream is the key of sequence s
    const uint64_t of_task =
        rng_stream(rule->name, (int32_t)strlen(rule->name), which->seed_lo, which->seed_hi);
    const uint64_t key =
        which->split == 0 ? rng_key(of_task, "train", 5) : rng_key(of_task, "test", 4);
    const uint64_t first = (uint64_t)which->index * (uint64_t)batch;
    const int32_t n_answers = each ? seq_len : 1;
    for (int32_t b = 0; b < batch; b++) {
        const int64_t at = (int64_t)b * n_answers;
        const TaskRow row = {.tokens = tokens + (int64_t)b * seq_len,
                             .targets = targets + at,
                             .best = best + at,
                             .prob = prob + at,
                             .seq_len = seq_len,
                             .each = each != 0,
                             .is_test = which->split == 1};
        rule->generate(&row, rng_bits(key, first + (uint64_t)b));
    }
    return STATUS_OK;
}

COMPACT_END
