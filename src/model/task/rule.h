/* What a task consists of, and the functions with which its generator writes a sequence. Only for src/model/task. */
#ifndef MODEL_TASK_RULE_H
#define MODEL_TASK_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "../../base/rng.h"
#include "task.h"

/* One sequence, to be written. */
typedef struct TaskRow {
    int32_t *tokens;  // (seq_len)
    int32_t *targets; // (seq_len) or, where not each, (1); so are best and prob
    float *best;
    float *prob;
    int32_t seq_len;
    bool each;
    bool is_test;
} TaskRow;

enum { TASK_ASKS_EACH = 1, TASK_ASKS_LAST = 2 };

typedef struct TaskRule {
    const char *name;
    const char *words;                                  // of the tokens, with a blank between them
    int32_t min_len;                                    // tokens
    int32_t asks;                                       // model_task_asks()
    void (*generate)(const TaskRow *row, uint64_t key); // key: of this sequence's own stream
    // All of info but vocab_size and chance; NULL where one answer of a sequence counts, which is each of n_even
    // of n_out equally often, and which a perfect model knows.
    void (*inform)(double *info, bool each, int32_t seq_len);
    int32_t n_out, n_even;
} TaskRule;

extern const TaskRule model_task_grammar, model_task_order_2, model_task_successor, model_task_copy,
    model_task_reverse, model_task_before, model_task_index, model_task_induction,
    model_task_pronoun, model_task_first, model_task_addition, model_task_diagonal;

/* Random number t of a stream, of 0 .. n-1. */
static inline int32_t task_draw(uint64_t key, int32_t t, int32_t n) {
    return (int32_t)(rng_bits(key, (uint64_t)t) % (uint64_t)n);
}

/* Token t of the sequence; the one past its end is only an answer. */
static inline void task_put(const TaskRow *row, int32_t t, int32_t token) {
    if (t < row->seq_len) row->tokens[t] = token;
}

/* The answer to the question after token t, where it has one: target -1 does not count. */
static inline void task_answer(const TaskRow *row, int32_t t, int32_t target, float best,
                               float prob) {
    if (!row->each && t != row->seq_len - 1) return;
    const int32_t at = row->each ? t : 0;
    row->targets[at] = target;
    row->best[at] = best;
    row->prob[at] = prob;
}

/* An answer that follows from the tokens before it. */
static inline void task_certain(const TaskRow *row, int32_t t, int32_t target) {
    task_answer(row, t, target, 1.0f, 1.0f);
}

static inline void task_no_answer(const TaskRow *row, int32_t t) {
    task_answer(row, t, -1, 0.0f, 0.0f);
}

/* Info of a task in which a perfect model is always right, and `n_even` answers are equally
 * frequent while no other ever is right. */
static inline void task_inform_certain(double *info, int32_t n_out, int32_t n_even,
                                       int32_t counted) {
    info[TASK_INFO_N_OUT] = n_out;
    info[TASK_INFO_COUNTED] = counted;
    info[TASK_INFO_MOST_FREQUENT] = 1.0 / n_even;
    info[TASK_INFO_BEST] = 1.0;
    info[TASK_INFO_BEST_PERPLEXITY] = 1.0;
}

/* copy and reverse: n symbols, the separator, the same n forwards or backwards; after them, where
 * seq_len is odd, nothing counts. */
void task_generate_halves(const TaskRow *row, uint64_t key, bool is_reversed);
void task_inform_halves(double *info, bool each, int32_t seq_len);

#endif
