/* The toy grammar around "the cat sat on the mat": an automaton whose state follows from the words,
 * so that the probability of every next word is known. Only for src/model/task.
 *
 * A sentence has a subject that stands, moves, eats, is something, or does something to somebody:
 *   the cat sat on the mat .                        each animal and person has a favourite place,
 *   the horse ate the apple .                       food, and partner
 *   the little dogs near the king are hungry .      the verb agrees with the first noun
 *   the man chased the dog because the dog was scared .   who did it is hungry, who had it done is
 *                                                   scared: the reason tells one from the other
 */
#ifndef MODEL_TASK_GRAMMAR_AUTOMATON_H
#define MODEL_TASK_GRAMMAR_AUTOMATON_H

#include <stdint.h>

enum {
    GRAMMAR_N_WORDS = 100,
    GRAMMAR_STOP = 0,    // the full stop
    GRAMMAR_LONGEST = 12 // words of a sentence with its full stop
};

typedef struct GrammarState {
    int32_t node;
    int32_t subject; // the noun, as it was said; -1 before it is
    int32_t object;
} GrammarState;

/* A step of the automaton: the words first .. first + n - 1 without two of them, each as likely;
 * all together they have `weight` percent. */
typedef struct GrammarArc {
    int32_t first, n, skipped[2]; // skipped: ascending; first + n or more where none is
    int32_t weight;
    int32_t next;  // node
    int32_t keeps; // 0: nothing, 1: the subject, 2: the object
} GrammarArc;

/* Before the first word. */
GrammarState model_task_grammar_start(void);

/* The arcs out of a state, no word in two of them; returns how many, at most GRAMMAR_MAX_ARCS. */
enum { GRAMMAR_MAX_ARCS = 6 };
int32_t model_task_grammar_arcs(GrammarArc *arcs, const GrammarState *state);

/* How many words an arc has, and its k-th. */
int32_t model_task_grammar_arc_size(const GrammarArc *arc);
int32_t model_task_grammar_arc_word(const GrammarArc *arc, int32_t k);

/* The state after `word` of an arc; after a full stop that of the start. */
GrammarState model_task_grammar_step(const GrammarState *state, const GrammarArc *arc,
                                     int32_t word);

#endif
