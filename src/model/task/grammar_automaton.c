#include "grammar_automaton.h"

#include <stdbool.h>

#include "../../base/api.h"

COMPACT_BEGIN

// Words by their numbers, in the order of WORDS in grammar.c.
enum {
    THE = 1,
    A = 2,
    SINGULAR = 3, // partners are side by side: the partner of lemma k is k ^ 1
    N_LEMMAS = 14,
    PLURAL = SINGULAR + N_LEMMAS,
    PLACE = 31,
    N_PLACES = 10,
    FOOD = 41,
    N_FOODS = 6,
    POSTURE = 47,
    N_POSTURES = 5,
    ON = 52,
    UNDER = 53,
    NEAR = 54,
    BESIDE = 56,
    MOTION = 57,
    N_MOTIONS = 6,
    DEED = 63,
    N_DEEDS = 8,
    EATING = 71,
    N_EATINGS = 4,
    WAS = 75, // then "were"
    IS = 77,  // then "are"
    LOOK = 79,
    N_LOOKS = 6,
    DOER_MOOD = 85,   // hungry
    VICTIM_MOOD = 90, // scared
    N_MOODS = 5,
    BECAUSE = 95,
    ADVERB = 96,
    N_ADVERBS = 4
};

enum Node {
    START,
    THE_SUBJECT,
    THE_SUBJECT_NOUN,
    A_SUBJECT,
    A_SUBJECT_NOUN,
    VERB,
    PREPOSITION,
    THE_PLACE,
    PLACE_NOUN,
    AFTER_MOTION,
    THE_FOOD,
    FOOD_NOUN,
    THE_OTHER, // "the dogs near the king": the king
    OTHER_NOUN,
    OTHER_BE,
    QUALITY,
    THE_OBJECT,
    OBJECT_NOUN,
    AFTER_OBJECT,
    THE_REASON,
    REASON_NOUN,
    DOER_BE,
    DOER_QUALITY,
    VICTIM_BE,
    VICTIM_QUALITY,
    END,
    N_NODES
};

// Which words of a range an arc takes.
enum Pick {
    ALL,
    FAVOURITE, // the subject's, of places or foods
    NO_FAVOURITE,
    PARTNER,      // the noun of the subject's partner
    NO_PARTNER,   // neither it nor the subject's own
    NOT_THE_SAME, // not the subject's own
    AS_SUBJECT,   // the subject's number: first is the singular
    AS_OBJECT,
    SUBJECT_AGAIN, // the noun itself
    OBJECT_AGAIN
};

enum { NOTHING, SUBJECT, OBJECT };

typedef struct Choice {
    uint8_t weight, first, n, pick, next, keeps;
} Choice;

#define SENTENCE_ENDS(weight)                                                                      \
    { weight, GRAMMAR_STOP, 1, ALL, START, NOTHING }
#define SAYS(weight, word, next)                                                                   \
    { weight, word, 1, ALL, next, NOTHING }

// The weights of a node make 100; the ranges of its choices do not overlap.
static const Choice CHOICES[N_NODES][GRAMMAR_MAX_ARCS] = {
    [START] = {SAYS(85, THE, THE_SUBJECT), SAYS(15, A, A_SUBJECT)},
    [THE_SUBJECT] = {{20, LOOK, N_LOOKS, ALL, THE_SUBJECT_NOUN, NOTHING},
                     {50, SINGULAR, N_LEMMAS, ALL, VERB, SUBJECT},
                     {30, PLURAL, N_LEMMAS, ALL, VERB, SUBJECT}},
    [THE_SUBJECT_NOUN] = {{60, SINGULAR, N_LEMMAS, ALL, VERB, SUBJECT},
                          {40, PLURAL, N_LEMMAS, ALL, VERB, SUBJECT}},
    [A_SUBJECT] = {{20, LOOK, N_LOOKS, ALL, A_SUBJECT_NOUN, NOTHING},
                   {80, SINGULAR, N_LEMMAS, ALL, VERB, SUBJECT}},
    [A_SUBJECT_NOUN] = {{100, SINGULAR, N_LEMMAS, ALL, VERB, SUBJECT}},
    [VERB] = {{30, POSTURE, N_POSTURES, ALL, PREPOSITION, NOTHING},
              {10, MOTION, N_MOTIONS, ALL, AFTER_MOTION, NOTHING},
              {30, DEED, N_DEEDS, ALL, THE_OBJECT, NOTHING},
              {10, EATING, N_EATINGS, ALL, THE_FOOD, NOTHING},
              {10, IS, 1, AS_SUBJECT, QUALITY, NOTHING},
              {10, NEAR, BESIDE - NEAR + 1, ALL, THE_OTHER, NOTHING}},
    [PREPOSITION] = {SAYS(60, ON, THE_PLACE),
                     {40, UNDER, BESIDE - UNDER + 1, ALL, THE_PLACE, NOTHING}},
    [THE_PLACE] = {SAYS(100, THE, PLACE_NOUN)},
    [PLACE_NOUN] = {{70, PLACE, N_PLACES, FAVOURITE, END, NOTHING},
                    {30, PLACE, N_PLACES, NO_FAVOURITE, END, NOTHING}},
    [AFTER_MOTION] = {SENTENCE_ENDS(50), {50, ADVERB, N_ADVERBS, ALL, END, NOTHING}},
    [THE_FOOD] = {SAYS(100, THE, FOOD_NOUN)},
    [FOOD_NOUN] = {{70, FOOD, N_FOODS, FAVOURITE, END, NOTHING},
                   {30, FOOD, N_FOODS, NO_FAVOURITE, END, NOTHING}},
    [THE_OTHER] = {SAYS(100, THE, OTHER_NOUN)},
    [OTHER_NOUN] = {{50, SINGULAR, N_LEMMAS, NOT_THE_SAME, OTHER_BE, NOTHING},
                    {50, PLURAL, N_LEMMAS, NOT_THE_SAME, OTHER_BE, NOTHING}},
    [OTHER_BE] = {{100, IS, 1, AS_SUBJECT, QUALITY, NOTHING}},
    [QUALITY] = {{40, LOOK, N_LOOKS, ALL, END, NOTHING},
                 {30, DOER_MOOD, N_MOODS, ALL, END, NOTHING},
                 {30, VICTIM_MOOD, N_MOODS, ALL, END, NOTHING}},
    [THE_OBJECT] = {SAYS(100, THE, OBJECT_NOUN)},
    [OBJECT_NOUN] = {{60, SINGULAR, N_LEMMAS, PARTNER, AFTER_OBJECT, OBJECT},
                     {20, SINGULAR, N_LEMMAS, NO_PARTNER, AFTER_OBJECT, OBJECT},
                     {20, PLURAL, N_LEMMAS, NOT_THE_SAME, AFTER_OBJECT, OBJECT}},
    [AFTER_OBJECT] = {SENTENCE_ENDS(40), SAYS(60, BECAUSE, THE_REASON)},
    [THE_REASON] = {SAYS(100, THE, REASON_NOUN)},
    [REASON_NOUN] = {{50, 0, 0, SUBJECT_AGAIN, DOER_BE, NOTHING},
                     {50, 0, 0, OBJECT_AGAIN, VICTIM_BE, NOTHING}},
    [DOER_BE] = {{100, WAS, 1, AS_SUBJECT, DOER_QUALITY, NOTHING}},
    [DOER_QUALITY] = {SAYS(80, DOER_MOOD, END),
                      {20, DOER_MOOD + 1, N_MOODS - 1, ALL, END, NOTHING}},
    [VICTIM_BE] = {{100, WAS, 1, AS_OBJECT, VICTIM_QUALITY, NOTHING}},
    [VICTIM_QUALITY] = {SAYS(80, VICTIM_MOOD, END),
                        {20, VICTIM_MOOD + 1, N_MOODS - 1, ALL, END, NOTHING}},
    [END] = {SENTENCE_ENDS(100)},
};

// By lemma: cat mouse dog man bird fox horse cow bear king woman queen girl boy.
static const uint8_t FAVOURITE_PLACE[N_LEMMAS] = {0, 6, 1, 2, 7, 5, 4, 5, 9, 2, 3, 8, 4, 9};
static const uint8_t FAVOURITE_FOOD[N_LEMMAS] = {0, 1, 2, 2, 3, 0, 4, 3, 0, 5, 4, 5, 5, 1};

static int32_t lemma_of(int32_t noun) { return (noun - SINGULAR) % N_LEMMAS; }

static int32_t favourite(int32_t first, int32_t subject) {
    const uint8_t *const table = first == PLACE ? FAVOURITE_PLACE : FAVOURITE_FOOD;
    return first + table[lemma_of(subject)];
}

static void take_one(GrammarArc *arc, int32_t word) {
    arc->first = word;
    arc->n = 1;
    arc->skipped[0] = arc->skipped[1] = word + 1;
}

static void apply_pick(GrammarArc *arc, int32_t pick, const GrammarState *state) {
    const int32_t first = arc->first, subject = state->subject, object = state->object;
    switch (pick) {
    case FAVOURITE:
        take_one(arc, favourite(first, subject));
        break;
    case NO_FAVOURITE:
        arc->skipped[0] = favourite(first, subject);
        break;
    case PARTNER:
        take_one(arc, first + (lemma_of(subject) ^ 1));
        break;
    case NO_PARTNER:
        arc->skipped[0] = first + (lemma_of(subject) & ~1);
        arc->skipped[1] = first + (lemma_of(subject) | 1);
        break;
    case NOT_THE_SAME:
        arc->skipped[0] = first + lemma_of(subject);
        break;
    case AS_SUBJECT:
        take_one(arc, first + (subject >= PLURAL));
        break;
    case AS_OBJECT:
        take_one(arc, first + (object >= PLURAL));
        break;
    case SUBJECT_AGAIN:
        take_one(arc, subject);
        break;
    case OBJECT_AGAIN:
        take_one(arc, object);
        break;
    default:
        break;
    }
}

GrammarState model_task_grammar_start(void) { return (GrammarState){START, -1, -1}; }

int32_t model_task_grammar_arcs(GrammarArc *arcs, const GrammarState *state) {
    int32_t n_arcs = 0;
    for (int32_t k = 0; k < GRAMMAR_MAX_ARCS; k++) {
        const Choice *const choice = &CHOICES[state->node][k];
        if (choice->weight == 0) break;
        const int32_t end = choice->first + choice->n;
        GrammarArc *const arc = &arcs[n_arcs++];
        *arc = (GrammarArc){choice->first,  choice->n,    {end, end},
                            choice->weight, choice->next, choice->keeps};
        apply_pick(arc, choice->pick, state);
    }
    return n_arcs;
}

int32_t model_task_grammar_arc_size(const GrammarArc *arc) {
    const int32_t end = arc->first + arc->n;
    return arc->n - (arc->skipped[0] < end) - (arc->skipped[1] < end);
}

int32_t model_task_grammar_arc_word(const GrammarArc *arc, int32_t k) {
    int32_t word = arc->first + k;
    word += word >= arc->skipped[0];
    return word + (word >= arc->skipped[1]);
}

GrammarState model_task_grammar_step(const GrammarState *state, const GrammarArc *arc,
                                     int32_t word) {
    if (arc->next == START) return model_task_grammar_start();
    GrammarState after = *state;
    after.node = arc->next;
    if (arc->keeps == SUBJECT) after.subject = word;
    if (arc->keeps == OBJECT) after.object = word;
    return after;
}

COMPACT_END
