#include "rule.h"

COMPACT_BEGIN

/* NAME VERB NAME because PRONOUN, after as many other words as fit: who is meant?
 * The names are numbered so that the first half are called he, the second she. Of the verbs the
 * first half give the reason to the first name (Tom annoyed Ben because he ...), the others to the
 * second (Tom thanked Ben because he ...). In half of the sequences the pronoun fits one name
 * alone; in the others it fits both, and the verb and the order decide. */
enum { N_OF_A_KIND = 4, N_NAMES = 2 * N_OF_A_KIND };
enum { FIRST_VERB = N_NAMES, N_VERBS = 8 };
enum { BECAUSE = FIRST_VERB + N_VERBS, HE, SHE, FIRST_FILLER, N_FILLERS = 5 };
enum { SENTENCE = 5 };

static void generate(const TaskRow *row, uint64_t key) {
    const int32_t before = row->seq_len - SENTENCE;
    for (int32_t t = 0; t < before; t++) {
        row->tokens[t] = FIRST_FILLER + task_draw(key, t, N_FILLERS);
    }
    const int32_t fits_both = task_draw(key, before, 2);
    const int32_t first = task_draw(key, before + 1, N_NAMES);
    const int32_t kind = first / N_OF_A_KIND; // 0: he, 1: she
    // another name of the same kind, or any of the other kind
    const int32_t other =
        fits_both ? kind * N_OF_A_KIND +
                        (first + 1 + task_draw(key, before + 2, N_OF_A_KIND - 1)) % N_OF_A_KIND
                  : (1 - kind) * N_OF_A_KIND + task_draw(key, before + 2, N_OF_A_KIND);
    const int32_t verb = task_draw(key, before + 3, N_VERBS);
    const int32_t by_verb = verb < N_VERBS / 2 ? first : other;
    const int32_t meant =
        fits_both || task_draw(key, before + 4, 2) ? by_verb : first + other - by_verb;
    int32_t *const sentence = row->tokens + before;
    sentence[0] = first;
    sentence[1] = FIRST_VERB + verb;
    sentence[2] = other;
    sentence[3] = BECAUSE;
    sentence[4] = meant / N_OF_A_KIND ? SHE : HE;
    task_certain(row, row->seq_len - 1, meant);
}

const TaskRule model_task_pronoun = {
    .name = "pronoun",
    .words = "Tom Ben Max Sam Ann Eva Mia Zoe annoyed surprised impressed bored thanked praised "
             "blamed admired because he she then so now well here",
    .min_len = SENTENCE,
    .asks = TASK_ASKS_LAST,
    .generate = generate,
    .n_out = N_NAMES,
    .n_even = N_NAMES,
};

COMPACT_END
