#include "rule.h"

COMPACT_BEGIN

enum { N_SYMBOLS = 16 };

static void generate(const TaskRow *row, uint64_t key) {
    const int32_t n = row->seq_len;
    const int32_t a = task_draw(key, n, N_SYMBOLS);
    const int32_t first = task_draw(key, n + 1, n - 2);
    const int32_t again = first + 2 + task_draw(key, n + 2, n - 2 - first);
    for (int32_t t = 0; t < n; t++) {
        const int32_t other = (a + 1 + task_draw(key, t, N_SYMBOLS - 1)) % N_SYMBOLS; // any but a
        row->tokens[t] = t == first || t == again ? a : other;
        task_no_answer(row, t);
    }
    task_certain(row, again, row->tokens[first + 1]);
    if (again + 1 < n) row->tokens[again + 1] = row->tokens[first + 1];
}

const TaskRule model_task_induction = {
    .name = "induction",
    .words = "A B C D E F G H I J K L M N O P",
    .min_len = 3,
    .asks = TASK_ASKS_EACH,
    .generate = generate,
    .n_out = N_SYMBOLS,
    .n_even = N_SYMBOLS,
};

COMPACT_END
