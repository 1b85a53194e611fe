/* Tasks: every generator on buffers of exactly its size; the laws of the grammar's automaton. */
#include "../../src/model/task/task.h"

#include <float.h>

#include "../../src/model/task/grammar_automaton.h"
#include "task_bits.h"
#include "test.h"

enum { READS_EACH = 1, READS_LAST = 2, N_WORDS = 100 };

typedef struct Deal {
    int32_t n_tokens, n_targets;
    int32_t *tokens, *targets;
    float *best, *prob;
} Deal;

static Deal make_deal(int32_t each, int32_t batch, int32_t seq_len) {
    Deal deal = {.n_tokens = batch * seq_len, .n_targets = each ? batch * seq_len : batch};
    deal.tokens = exact((size_t)deal.n_tokens * sizeof(int32_t));
    deal.targets = exact((size_t)deal.n_targets * sizeof(int32_t));
    deal.best = untouched(deal.n_targets, 0);
    deal.prob = untouched(deal.n_targets, 0);
    memset(deal.tokens, 0x55, (size_t)deal.n_tokens * sizeof(int32_t));
    memset(deal.targets, 0x55, (size_t)deal.n_targets * sizeof(int32_t));
    return deal;
}

static Status deal_out(const Deal *deal, int32_t task, int32_t each, int32_t split, int32_t index,
                       int32_t batch, int32_t seq_len) {
    const ModelTaskBatch which = {task, each, 5, 1, split, index, batch, seq_len};
    return model_task_batch(deal->tokens, deal->targets, deal->best, deal->prob, &which);
}

// Every number is written, and is one that it may be.
static bool deals(int32_t task, int32_t each, int32_t split, int32_t seq_len) {
    const Deal deal = make_deal(each, 2, seq_len);
    double *const info = exact(TASK_INFO_COUNT * sizeof *info);
    bool ok = deal_out(&deal, task, each, split, INT32_MAX, 2, seq_len) == STATUS_OK &&
              model_task_info(info, task, each, seq_len) == STATUS_OK;
    for (int32_t t = 0; t < deal.n_tokens; t++) {
        ok = ok && deal.tokens[t] >= 0 && deal.tokens[t] < (int32_t)info[TASK_INFO_VOCAB_SIZE];
    }
    int32_t n_counted = 0;
    for (int32_t k = 0; k < deal.n_targets; k++) {
        const int32_t target = deal.targets[k];
        const float best = deal.best[k], prob = deal.prob[k];
        const bool counts = target >= 0 && target < (int32_t)info[TASK_INFO_N_OUT] && prob > 0.0f &&
                            prob <= best && best <= 1.0f;
        ok = ok && (counts || (target == -1 && best == 0.0f && prob == 0.0f));
        n_counted += counts;
    }
    ok = ok && n_counted == 2 * (int32_t)info[TASK_INFO_COUNTED];
    free_all();
    return ok;
}

static bool deals_any_length(int32_t task) {
    const int32_t min_len = model_task_min_len(task), asks = model_task_asks(task);
    bool ok = min_len >= 1 && (asks & (READS_EACH | READS_LAST)) == asks && asks != 0;
    for (int32_t n = min_len; n <= 130; n += n < 40 ? 1 : 15) {
        for (int32_t split = 0; split <= 1; split++) {
            ok = ok && (!(asks & READS_EACH) || deals(task, 1, split, n));
            ok = ok && (!(asks & READS_LAST) || deals(task, 0, split, n));
        }
    }
    return ok;
}

// What it must not do is done to no buffer at all.
static bool refuses(int32_t task, int32_t each, int32_t split, int32_t index, int32_t batch,
                    int32_t seq_len, Status status) {
    const Deal none = {0, 0, NULL, NULL, NULL, NULL};
    return deal_out(&none, task, each, split, index, batch, seq_len) == status;
}

static bool batches_are_refused(void) {
    bool ok = true;
    for (int32_t task = 0; task < TASK_COUNT; task++) {
        const int32_t min_len = model_task_min_len(task);
        const int32_t each = model_task_asks(task) & READS_EACH ? 1 : 0;
        const int32_t lengths[] = {min_len - 1, 0, -1, INT32_MIN, (1 << 28) + 1, INT32_MAX};
        for (int32_t k = 0; k < 6; k++) {
            ok = ok && refuses(task, each, 0, 0, 1, lengths[k], STATUS_BAD_SHAPE) &&
                 model_task_info(NULL, task, each, lengths[k]) == STATUS_BAD_SHAPE;
        }
        ok = ok && refuses(task, each, 0, 0, 0, 8, STATUS_BAD_SHAPE) &&
             refuses(task, each, 0, 0, 1 << 26, 8, STATUS_BAD_SHAPE) &&
             refuses(task, each, 2, 0, 1, 8, STATUS_BAD_VALUE) &&
             refuses(task, each, -1, 0, 1, 8, STATUS_BAD_VALUE) &&
             refuses(task, each, 0, -1, 1, 8, STATUS_BAD_VALUE);
        const bool asks_both = model_task_asks(task) == (READS_EACH | READS_LAST);
        ok = ok && (asks_both || (refuses(task, !each, 0, 0, 1, 8, STATUS_BAD_VALUE) &&
                                  model_task_info(NULL, task, !each, 8) == STATUS_BAD_VALUE));
    }
    return ok;
}

static bool others_are_no_tasks(void) {
    static const int32_t ids[] = {-1, TASK_COUNT, INT32_MIN, INT32_MAX};
    bool ok = true;
    for (int32_t k = 0; k < 4; k++) {
        ok = ok && !model_task_name(ids[k]) && !model_task_words(ids[k]) &&
             model_task_min_len(ids[k]) == 0 && model_task_asks(ids[k]) == 0 &&
             refuses(ids[k], 1, 0, 0, 1, 8, STATUS_BAD_VALUE) &&
             model_task_info(NULL, ids[k], 1, 8) == STATUS_BAD_VALUE;
    }
    return ok;
}

// ------------------------------------------------------------------------------------- bits

static uint64_t hash_on(uint64_t hash, const void *data, size_t n_bytes) {
    const unsigned char *const bytes = data;
    for (size_t k = 0; k < n_bytes; k++) hash = (hash ^ bytes[k]) * 0x100000001B3u;
    return hash;
}

static uint64_t hash_of_batch(uint64_t hash, int32_t task, int32_t split, int32_t index,
                              int32_t seq_len) {
    const int32_t each = model_task_asks(task) & READS_EACH ? 1 : 0;
    const Deal deal = make_deal(each, 3, seq_len);
    deal_out(&deal, task, each, split, index, 3, seq_len);
    hash = hash_on(hash, deal.tokens, (size_t)deal.n_tokens * sizeof(int32_t));
    hash = hash_on(hash, deal.targets, (size_t)deal.n_targets * sizeof(int32_t));
    hash = hash_on(hash, deal.best, (size_t)deal.n_targets * sizeof(float));
    hash = hash_on(hash, deal.prob, (size_t)deal.n_targets * sizeof(float));
    free_all();
    return hash;
}

static bool has_bits(int32_t task, uint64_t expected) {
    static const int32_t lengths[] = {3, 12, 97};
    const int32_t each = model_task_asks(task) & READS_EACH ? 1 : 0;
    uint64_t hash = 0xCBF29CE484222325u;
    for (int32_t k = 0; k < 3; k++) {
        const int32_t min_len = model_task_min_len(task);
        const int32_t seq_len = lengths[k] < min_len ? min_len : lengths[k];
        for (int32_t split = 0; split <= 1; split++) {
            hash = hash_of_batch(hash, task, split, 0, seq_len);
            hash = hash_of_batch(hash, task, split, 7, seq_len);
        }
        double info[TASK_INFO_COUNT];
        model_task_info(info, task, each, seq_len);
        hash = hash_on(hash, info, sizeof info);
    }
    if (hash != expected) printf("# task %d: 0x%016llx\n", (int)task, (unsigned long long)hash);
    return hash == expected;
}

// ---------------------------------------------------------------------------------- the grammar

typedef struct Walk {
    bool ok;
    int32_t n_states, longest;
} Walk;

// One way of each kind: words that are not kept lead to the same state.
static void walk(Walk *walked, const GrammarState *state, int32_t depth) {
    GrammarArc arcs[GRAMMAR_MAX_ARCS];
    bool visited[N_WORDS] = {false};
    int32_t weight = 0;
    const int32_t n_arcs = model_task_grammar_arcs(arcs, state);
    walked->n_states++;
    for (int32_t i = 0; i < n_arcs && walked->ok; i++) {
        const int32_t n = model_task_grammar_arc_size(&arcs[i]);
        weight += arcs[i].weight;
        walked->ok = n >= 1;
        for (int32_t k = 0; k < n && walked->ok; k++) {
            const int32_t word = model_task_grammar_arc_word(&arcs[i], k);
            walked->ok = word >= 0 && word < N_WORDS && !visited[word];
            if (!walked->ok) return;
            visited[word] = true;
            if (word == GRAMMAR_STOP && depth + 1 > walked->longest) walked->longest = depth + 1;
            if (word == GRAMMAR_STOP || (k > 0 && !arcs[i].keeps)) continue;
            const GrammarState after = model_task_grammar_step(state, &arcs[i], word);
            walk(walked, &after, depth + 1);
        }
    }
    walked->ok = walked->ok && weight == 100;
}

static bool grammar_is_an_automaton(void) {
    const GrammarState start = model_task_grammar_start();
    Walk walked = {true, 0, 0};
    walk(&walked, &start, 0);
    return walked.ok && walked.n_states > 10000 && walked.longest == GRAMMAR_LONGEST;
}

static bool next_words_are_exact(void) {
    static const int32_t said[] = {1, 3, 47, 52, 1, 31, 0}; // the cat sat on the mat .
    bool ok = true;
    for (int32_t n = 0; n <= 7; n++) {
        double *const prob = exact(N_WORDS * sizeof *prob);
        int32_t *const past = exact((size_t)n * sizeof *past);
        memcpy(past, said, (size_t)n * sizeof *past);
        ok = ok && model_task_grammar_next(prob, past, n) == STATUS_OK;
        double sum = 0.0;
        for (int32_t k = 0; k < N_WORDS; k++) sum += prob[k];
        ok = ok && fabs(sum - 1.0) < 1e-14 && (n == 7 || prob[said[n]] > 0.0);
        free_all();
    }
    static const int32_t nonsense[] = {1, 1}, no_words[] = {-1, 100, INT32_MIN, INT32_MAX};
    ok = ok && model_task_grammar_next(NULL, nonsense, 2) == STATUS_BAD_VALUE &&
         model_task_grammar_next(NULL, nonsense, -1) == STATUS_BAD_SHAPE &&
         model_task_grammar_next(NULL, nonsense, (1 << 28) + 1) == STATUS_BAD_SHAPE;
    for (int32_t k = 0; k < 4; k++) {
        ok = ok && model_task_grammar_next(NULL, &no_words[k], 1) == STATUS_BAD_VALUE;
    }
    return ok;
}

int main(void) {
    for (int32_t task = 0; task < TASK_COUNT; task++) {
        char name[80];
        snprintf(name, sizeof name, "%s deals what it says, at any length", model_task_name(task));
        check(deals_any_length(task), name);
    }
    check(batches_are_refused(), "what cannot be dealt is refused before a buffer is touched");
    check(others_are_no_tasks(), "a number that is no task has no name, no words and no length");
    bool bits = true;
#define CHECK_BITS(task, hash) bits = has_bits(task, hash) && bits;
    TASK_BITS_LIST(CHECK_BITS)
    check(bits, "the same bits as in wasm");
    check(grammar_is_an_automaton(), "a word and the state before it say the state after it");
    check(next_words_are_exact(), "the next word of the grammar, and what is no sentence");
    return test_end();
}
