#include "rule.h"

COMPACT_BEGIN

enum { N_SYMBOLS = 16, MARK = N_SYMBOLS };

static void generate(const TaskRow *row, uint64_t key) {
    const int32_t n = row->seq_len, place = 1 + task_draw(key, n, n - 1);
    for (int32_t t = 0; t < n; t++) {
        task_put(row, t, task_draw(key, t, N_SYMBOLS));
        task_no_answer(row, t);
    }
    task_put(row, place, MARK);
    task_put(row, place + 1, row->tokens[0]);
    task_certain(row, place, row->tokens[0]);
}

const TaskRule model_task_first = {
    .name = "first",
    .words = "A B C D E F G H I J K L M N O P |",
    .min_len = 2,
    .asks = TASK_ASKS_EACH,
    .generate = generate,
    .n_out = N_SYMBOLS + 1,
    .n_even = N_SYMBOLS,
};

COMPACT_END
