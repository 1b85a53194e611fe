/* The task of the grammar: sentences of the automaton one after the other.
 *
 * One sentence of four, by a hash of its words, is kept for the test. The train split draws from a
 * corpus of CORPUS_SIZE of the others, the same in every run; the test split draws afresh from what
 * was kept. `best` and `prob` are those of the grammar as a whole, to which both rules are as good
 * as chance: what a model can know that has learned the language and no list of its sentences.
 */
#include <math.h>
#include <string.h>

#include "../../base/elementary.h"
#include "../../base/shape.h"
#include "grammar_automaton.h"
#include "rule.h"

COMPACT_BEGIN

enum { CORPUS_SIZE = 4096, PERCENT = 100, TEST_ONE_IN = 4 };

static const char WORDS[] =
    ". the a "
    "cat mouse dog man bird fox horse cow bear king woman queen girl boy "
    "cats mice dogs men birds foxes horses cows bears kings women queens girls boys "
    "mat rug chair bed wall hill box roof table floor "
    "fish cheese bread corn apple cake "
    "sat lay slept stood stayed "
    "on under near behind beside "
    "ran jumped sang danced left smiled "
    "chased saw bit thanked helped followed loved heard "
    "ate stole found wanted "
    "was were is are "
    "little young big black white brown "
    "hungry angry brave bored proud "
    "scared small slow lost weak "
    "because today again home away";

typedef struct Sentence {
    int32_t n;
    uint8_t words[GRAMMAR_LONGEST];
    float best[GRAMMAR_LONGEST];
    float prob[GRAMMAR_LONGEST];
} Sentence;

// The probability of each word of an arc.
static double share_of(const GrammarArc *arc) {
    return arc->weight / ((double)PERCENT * model_task_grammar_arc_size(arc));
}

static Sentence draw(uint64_t key) {
    Sentence sentence = {.n = 0};
    GrammarState state = model_task_grammar_start();
    int32_t word = -1;
    while (word != GRAMMAR_STOP) {
        GrammarArc arcs[GRAMMAR_MAX_ARCS];
        const int32_t n_arcs = model_task_grammar_arcs(arcs, &state), k = sentence.n++;
        double best = 0.0;
        for (int32_t i = 0; i < n_arcs; i++) best = fmax(best, share_of(&arcs[i]));
        // an arc by its weight, and any of its words
        const uint64_t bits = rng_bits(key, (uint64_t)k);
        const GrammarArc *arc = arcs;
        int32_t roll = (int32_t)((bits >> 32) % PERCENT);
        while (roll >= arc->weight) roll -= (arc++)->weight;
        const uint32_t any = (uint32_t)bits;
        word = model_task_grammar_arc_word(
            arc, (int32_t)(any % (uint32_t)model_task_grammar_arc_size(arc)));
        sentence.words[k] = (uint8_t)word;
        sentence.best[k] = (float)best;
        sentence.prob[k] = (float)share_of(arc);
        state = model_task_grammar_step(&state, arc, word);
    }
    return sentence;
}

// The first sentence of the stream that the hash of its words puts into the split.
static Sentence draw_of_split(uint64_t key, bool is_test) {
    for (uint64_t attempt = 0;; attempt++) {
        const Sentence sentence = draw(rng_bits(key, attempt));
        const uint64_t hash = rng_key(0, (const char *)sentence.words, sentence.n);
        if ((task_draw(hash, 0, TEST_ONE_IN) == 0) == is_test) return sentence;
    }
}

static void generate(const TaskRow *row, uint64_t key) {
    const uint64_t corpus = rng_key(0, "grammar corpus", 14);
    int32_t t = 0;
    for (int32_t index = 0; t <= row->seq_len; index++) {
        // drawn afresh for the test, and for training one of the corpus
        const uint64_t of_sentence =
            row->is_test ? rng_bits(key, (uint64_t)index)
                         : rng_bits(corpus, (uint64_t)task_draw(key, index, CORPUS_SIZE));
        const Sentence sentence = draw_of_split(of_sentence, row->is_test);
        for (int32_t k = 0; k < sentence.n && t <= row->seq_len; k++, t++) {
            task_put(row, t, sentence.words[k]);
            if (t == 0) continue; // nothing before it could ask
            task_answer(row, t - 1, sentence.words[k], sentence.best[k], sentence.prob[k]);
        }
    }
}

// -------------------------------------------------------------------------------- expectations

// What to expect of token k of a sentence, each weighted by the probability that there is one.
typedef struct Profile {
    double best[GRAMMAR_LONGEST];
    double entropy[GRAMMAR_LONGEST];
    double words[GRAMMAR_LONGEST][GRAMMAR_N_WORDS];
} Profile;

// Adds all sentences that go through `state`, before their token k, which has this mass. Words of
// an arc that are not kept lead to one state, and are followed as one.
static void visit(Profile *profile, const GrammarState *state, double mass, int32_t k) {
    GrammarArc arcs[GRAMMAR_MAX_ARCS];
    const int32_t n_arcs = model_task_grammar_arcs(arcs, state);
    double best = 0.0;
    for (int32_t i = 0; i < n_arcs; i++) {
        const GrammarArc *const arc = &arcs[i];
        const int32_t n = model_task_grammar_arc_size(arc), n_ways = arc->keeps ? n : 1;
        const double share = share_of(arc);
        best = fmax(best, share);
        profile->entropy[k] -= mass * share * n * elementary_log(share);
        for (int32_t j = 0; j < n; j++) {
            const int32_t word = model_task_grammar_arc_word(arc, j);
            profile->words[k][word] += mass * share;
            if (word == GRAMMAR_STOP || j >= n_ways) continue;
            const GrammarState after = model_task_grammar_step(state, arc, word);
            visit(profile, &after, mass * share * n / n_ways, k + 1);
        }
    }
    profile->best[k] += mass * best;
}

// visits (GRAMMAR_LONGEST): how many of tokens first .. last are token k of their sentence.
static void count_places(double *visits, const Profile *profile, int32_t first, int32_t last) {
    double starts[GRAMMAR_LONGEST] = {1.0}; // starts[k]: token t - k begins a sentence
    for (int32_t t = 0;; t++) {
        double next = 0.0;
        for (int32_t k = 0; k < GRAMMAR_LONGEST; k++) {
            if (t >= first) visits[k] += starts[k];
            next += starts[k] * profile->words[k][GRAMMAR_STOP];
        }
        if (t == last) return;
        memmove(starts + 1, starts, sizeof starts - sizeof *starts);
        starts[0] = next;
    }
}

static void inform(double *info, bool each, int32_t seq_len) {
    Profile profile;
    memset(&profile, 0, sizeof profile);
    const GrammarState start = model_task_grammar_start();
    visit(&profile, &start, 1.0, 0);
    const int32_t n = each ? seq_len : 1;
    double visits[GRAMMAR_LONGEST] = {0.0}, best = 0.0, entropy = 0.0, most = 0.0;
    count_places(visits, &profile, seq_len - n + 1, seq_len);
    for (int32_t word = 0; word < GRAMMAR_N_WORDS; word++) {
        double count = 0.0;
        for (int32_t k = 0; k < GRAMMAR_LONGEST; k++) count += visits[k] * profile.words[k][word];
        most = fmax(most, count);
    }
    for (int32_t k = 0; k < GRAMMAR_LONGEST; k++) {
        best += visits[k] * profile.best[k];
        entropy += visits[k] * profile.entropy[k];
    }
    info[TASK_INFO_N_OUT] = GRAMMAR_N_WORDS;
    info[TASK_INFO_COUNTED] = n;
    info[TASK_INFO_MOST_FREQUENT] = most / n;
    info[TASK_INFO_BEST] = best / n;
    info[TASK_INFO_BEST_PERPLEXITY] = elementary_exp(entropy / n);
}

// -------------------------------------------------------------------------------- the next word

// Follows one word; false where it cannot come here.
static bool follow(GrammarState *state, int32_t word) {
    GrammarArc arcs[GRAMMAR_MAX_ARCS];
    const int32_t n_arcs = model_task_grammar_arcs(arcs, state);
    for (int32_t i = 0; i < n_arcs; i++) {
        const int32_t n = model_task_grammar_arc_size(&arcs[i]);
        for (int32_t k = 0; k < n; k++) {
            if (model_task_grammar_arc_word(&arcs[i], k) != word) continue;
            *state = model_task_grammar_step(state, &arcs[i], word);
            return true;
        }
    }
    return false;
}

Status model_task_grammar_next(double *prob, const int32_t *past, int32_t n_past) {
    if (n_past < 0 || n_past > SHAPE_MAX_ELEMENTS) return STATUS_BAD_SHAPE;
    GrammarState state = model_task_grammar_start();
    for (int32_t t = 0; t < n_past; t++) {
        if (!follow(&state, past[t])) return STATUS_BAD_VALUE;
    }
    memset(prob, 0, GRAMMAR_N_WORDS * sizeof *prob);
    GrammarArc arcs[GRAMMAR_MAX_ARCS];
    const int32_t n_arcs = model_task_grammar_arcs(arcs, &state);
    for (int32_t i = 0; i < n_arcs; i++) {
        const int32_t n = model_task_grammar_arc_size(&arcs[i]);
        for (int32_t k = 0; k < n; k++) {
            prob[model_task_grammar_arc_word(&arcs[i], k)] = share_of(&arcs[i]);
        }
    }
    return STATUS_OK;
}

const TaskRule model_task_grammar = {
    .name = "grammar",
    .words = WORDS,
    .min_len = 1,
    .asks = TASK_ASKS_EACH | TASK_ASKS_LAST,
    .generate = generate,
    .inform = inform,
};

COMPACT_END
