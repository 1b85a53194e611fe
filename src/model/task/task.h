/* What the tiny models learn: tasks whose every answer has a known probability.
 *
 * A task makes sequences of tokens and asks questions about them. Where its readout is `each`, the
 * question after token i is which token comes next (diagonal: which letter belongs to cell i), and some
 * of these questions count; where it is not, there is one question per sequence, and the answer is a
 * class. Sequence s of a split is made of the stream (seed, task, split) at s alone (base/rng.h): batches
 * of any size have the same sequences, on every machine.
 *
 *   grammar    100 words; sentences one after the other, each with its full stop
 *   order-2    16 symbols; the last two decide the next nine times of ten
 *   successor  26 letters; from a random one on, each the next in the alphabet
 *   copy       random symbols, a separator, the same symbols; the second half counts
 *   reverse    the same backwards
 *   before     classes: is A before B?
 *   index      classes: where is X?
 *   induction  a pair A B somewhere, later A again: what follows?
 *   pronoun    classes: whom does the pronoun at the end mean?
 *   first      random symbols, and a mark at any place but the first: what follows it is the first symbol
 *   addition   a + b = sum: two numbers of (seq_len - 2) / 3 random digits, and one digit more in the sum, each
 *              number with its least significant digit first; the digits of the sum count
 *   diagonal   cells of a grid of floor(sqrt(seq_len)) columns, row by row: on each diagonal from the top left one
 *              has a letter, and every other cell of the diagonal asks for it. A causal model sees the cells before
 *
 * Sources  order-2, before, index, pronoun, first and diagonal are poslab's own; copy and reverse after
 *          A. Graves, G. Wayne, I. Danihelka, "Neural Turing Machines", arXiv:1410.5401, section 4.1; induction after
 *          C. Olsson et al., "In-context Learning and Induction Heads", arXiv:2209.11895.
 */
#ifndef MODEL_TASK_TASK_H
#define MODEL_TASK_TASK_H

#include <stdint.h>

#include "../../base/api.h"
#include "../../base/status.h"
#include "../../base/struct.h"

typedef enum TaskId {
    TASK_GRAMMAR,
    TASK_ORDER_2,
    TASK_SUCCESSOR,
    TASK_COPY,
    TASK_REVERSE,
    TASK_BEFORE,
    TASK_INDEX,
    TASK_INDUCTION,
    TASK_PRONOUN,
    TASK_FIRST,
    TASK_ADDITION,
    TASK_DIAGONAL,
    TASK_COUNT
} TaskId;

/* The numbers of model_task_info(), in its order: name in C, name in JavaScript. */
#define MODEL_TASK_INFO_LIST(X)                                                                    \
    X(TASK_INFO_VOCAB_SIZE, "vocabSize")                                                           \
    X(TASK_INFO_N_OUT, "nOut")                                                                     \
    X(TASK_INFO_COUNTED, "counted")                                                                \
    X(TASK_INFO_CHANCE, "chance")                                                                  \
    X(TASK_INFO_MOST_FREQUENT, "mostFrequent")                                                     \
    X(TASK_INFO_BEST, "best")                                                                      \
    X(TASK_INFO_BEST_PERPLEXITY, "bestPerplexity")

typedef enum TaskInfo {
#define MODEL_TASK_INFO_ENUM(name, words) name,
    MODEL_TASK_INFO_LIST(MODEL_TASK_INFO_ENUM)
#undef MODEL_TASK_INFO_ENUM
        TASK_INFO_COUNT
} TaskInfo;

/* The name of a task, and those of its tokens with a blank between them; NULL when id is none of
 * TaskId. The names of the numbers of model_task_info(), likewise. */
API const char *model_task_name(int32_t id);
API const char *model_task_words(int32_t id);
API const char *model_task_info_names(void);

/* Least tokens of a sequence. Which questions can be asked: 1, after every token; 2, only after the
 * last (a task of classes has no others; copy, reverse and induction need not have this one); 3,
 * both. 0 when id is none of TaskId. */
API int32_t model_task_min_len(int32_t id);
API int32_t model_task_asks(int32_t id);

/* info (TASK_INFO_COUNT) of sequences of seq_len tokens:
 *   vocab_size; n_out, the answers there are; counted, the questions of a sequence that count;
 *   chance, the accuracy of guessing uniformly among n_out; most_frequent, that of always giving the
 *   likeliest single answer; best, the expected accuracy of a model that knows the task's law, and
 *   best_perplexity, its e^loss. Expectations over the task's own distribution, exact.
 * each: whether all questions are asked, or (0) only the one after the last token.
 * STATUS_BAD_VALUE unless task is of TaskId and has such questions (model_task_asks()).
 * STATUS_BAD_SHAPE unless model_task_min_len() <= seq_len, and seq_len is a size (base/shape.h). */
API Status model_task_info(double *info, int32_t task, int32_t each, int32_t seq_len);

/* Sequences index * batch .. of a split (0: train, 1: test). each: as model_task_info(). */
#define MODEL_TASK_BATCH_FIELDS(X)                                                                 \
    X(int32_t, task)                                                                               \
    X(int32_t, each)                                                                               \
    X(uint32_t, seed_lo)                                                                           \
    X(uint32_t, seed_hi)                                                                           \
    X(int32_t, split)                                                                              \
    X(int32_t, index)                                                                              \
    X(int32_t, batch)                                                                              \
    X(int32_t, seq_len)

typedef struct ModelTaskBatch {
    MODEL_TASK_BATCH_FIELDS(STRUCT_MEMBER)
} ModelTaskBatch;

/* The sequences and their questions:
 *   tokens (batch, seq_len)
 *   targets (batch, seq_len) or, where not `each`, (batch): the answer; -1 where it does not count
 *   best (as targets): the probability of the likeliest answer given the tokens so far; 0 where it
 *     does not count
 *   prob (as targets): that of the target; 0 where it does not count
 * Statuses as model_task_info(); STATUS_BAD_VALUE also unless split is 0 or 1 and index >= 0. */
API Status model_task_batch(int32_t *tokens, int32_t *targets, float *best, float *prob,
                            const ModelTaskBatch *which);

/* prob (100): the true probability of each word of the grammar after the n_past >= 0 words `past`
 * of a sequence. STATUS_BAD_SHAPE for a bad n_past; STATUS_BAD_VALUE where no sequence of the
 * grammar begins so. */
API Status model_task_grammar_next(double *prob, const int32_t *past, int32_t n_past);

#endif
