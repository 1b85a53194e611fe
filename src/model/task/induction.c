#include "rule.h"

COMPACT_BEGIN

enum { N_SYMBOLS = 16 };

// Any symbol but `avoided`.
static int32_t other(uint64_t key, int32_t t, int32_t avoided) {
    return (avoided + 1 + task_draw(key, t, N_SYMBOLS - 1)) % N_SYMBOLS;
}

static void generate(const TaskRow *row, uint64_t key) {
    const int32_t n = row->seq_len;
    const int32_t a = task_draw(key, n, N_SYMBOLS);
    const int32_t first = task_draw(key, n + 1, n - 2);
    const int32_t again = first + 2 + task_draw(key, n + 2, n - 2 - first);
    for (int32_t t = 0; t < n; t++) {
        row->tokens[t] = t == first || t == again ? a : other(key, t, a);
        task_no_answer(row, t);
    }
    task_certain(row, again, row->tokens[first + 1]);
    if (again + 1 < n) row->tokens[again + 1] = row->tokens[first + 1];
}

static void inform(double *info, bool each, int32_t seq_len) {
    (void)each, (void)seq_len;
    task_inform_certain(info, N_SYMBOLS, N_SYMBOLS, 1);
}

const TaskRule model_task_induction = {
    .name = "induction",
    .words = "A B C D E F G H I J K L M N O P",
    .min_len = 3,
    .asks = TASK_ASKS_EACH,
    .generate = generate,
    .inform = inform,
};

COMPACT_END
