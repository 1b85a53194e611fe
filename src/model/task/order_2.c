#include <math.h>

#include "../../base/elementary.h"
#include "rule.h"

COMPACT_BEGIN

enum { N_SYMBOLS = 16, N_PAIRS = N_SYMBOLS * N_SYMBOLS, ONE_IN = 10 };

// One of ONE_IN tokens is any symbol, each as likely; the others follow the table.
static const double STRAY = 1.0 / (ONE_IN * N_SYMBOLS);
static const double LIKELIEST = 1.0 - (N_SYMBOLS - 1) * (1.0 / (ONE_IN * N_SYMBOLS));

static uint64_t the_language(void) { return rng_key(0, "order-2 language", 16); }

// The table (N_SYMBOLS, N_SYMBOLS) of the language; it is the same in every run.
static int32_t follower(uint64_t language, int32_t before_last, int32_t last) {
    return task_draw(language, before_last * N_SYMBOLS + last, N_SYMBOLS);
}

static void generate(const TaskRow *row, uint64_t key) {
    const uint64_t language = the_language();
    int32_t before_last = task_draw(key, 0, N_SYMBOLS), last = task_draw(key, 1, N_SYMBOLS);
    task_put(row, 0, before_last);
    task_no_answer(row, 0); // the second cannot be known
    for (int32_t t = 1; t < row->seq_len; t++) {
        task_put(row, t, last);
        const uint64_t bits = rng_bits(key, (uint64_t)t + 1);
        const int32_t expected = follower(language, before_last, last);
        const bool is_stray = (bits >> 32) % ONE_IN == 0;
        const int32_t next = is_stray ? (int32_t)(bits % N_SYMBOLS) : expected;
        task_answer(row, t, next, (float)LIKELIEST, (float)(next == expected ? LIKELIEST : STRAY));
        before_last = last;
        last = next;
    }
}

// How pairs of neighbours are distributed one token later; returns the largest change.
static double advance(double *pairs, uint64_t language) {
    double after[N_PAIRS] = {0};
    for (int32_t a = 0; a < N_SYMBOLS; a++) {
        for (int32_t b = 0; b < N_SYMBOLS; b++) {
            const double mass = pairs[a * N_SYMBOLS + b];
            for (int32_t c = 0; c < N_SYMBOLS; c++) after[b * N_SYMBOLS + c] += mass * STRAY;
            after[b * N_SYMBOLS + follower(language, a, b)] += mass * (LIKELIEST - STRAY);
        }
    }
    double change = 0.0;
    for (int32_t k = 0; k < N_PAIRS; k++) {
        change = fmax(change, fabs(after[k] - pairs[k]));
        pairs[k] = after[k];
    }
    return change;
}

// The largest share that one symbol has among tokens first .. last, counted from 0; first >= 2.
static double most_frequent(int32_t first, int32_t last) {
    static const double SETTLED = 1e-15;
    double pairs[N_PAIRS], share[N_SYMBOLS] = {0};
    for (int32_t k = 0; k < N_PAIRS; k++) pairs[k] = 1.0 / N_PAIRS;
    const uint64_t language = the_language();
    for (int32_t t = 2; t <= last; t++) {
        const bool is_settled = advance(pairs, language) < SETTLED;
        const int32_t n_same = is_settled ? last - t + 1 : 1; // from here on all are alike
        if (t + n_same > first) {
            const int32_t n = t >= first ? n_same : last - first + 1;
            for (int32_t k = 0; k < N_PAIRS; k++) share[k % N_SYMBOLS] += n * pairs[k];
        }
        if (is_settled) break;
    }
    double most = 0.0;
    for (int32_t c = 0; c < N_SYMBOLS; c++) most = fmax(most, share[c]);
    return most / (last - first + 1);
}

static void inform(double *info, bool each, int32_t seq_len) {
    const double stray_entropy = -(N_SYMBOLS - 1) * STRAY * elementary_log(STRAY);
    info[TASK_INFO_N_OUT] = N_SYMBOLS;
    info[TASK_INFO_COUNTED] = each ? seq_len - 1 : 1;
    info[TASK_INFO_MOST_FREQUENT] = most_frequent(each ? 2 : seq_len, seq_len);
    info[TASK_INFO_BEST] = LIKELIEST;
    info[TASK_INFO_BEST_PERPLEXITY] =
        elementary_exp(stray_entropy - LIKELIEST * elementary_log(LIKELIEST));
}

const TaskRule model_task_order_2 = {
    .name = "order-2",
    .words = "A B C D E F G H I J K L M N O P",
    .min_len = 2,
    .asks = TASK_ASKS_EACH | TASK_ASKS_LAST,
    .generate = generate,
    .inform = inform,
};

COMPACT_END
