#include "rule.h"

COMPACT_BEGIN

enum { N_SYMBOLS = 16, SEPARATOR = N_SYMBOLS };

void task_generate_halves(const TaskRow *row, uint64_t key, bool is_reversed) {
    const int32_t n = row->seq_len / 2;
    for (int32_t t = 0; t < n; t++) {
        task_put(row, t, task_draw(key, t, N_SYMBOLS));
        task_no_answer(row, t);
    }
    task_put(row, n, SEPARATOR);
    for (int32_t k = 0; k < n; k++) {
        const int32_t symbol = row->tokens[is_reversed ? n - 1 - k : k];
        task_certain(row, n + k, symbol);
        task_put(row, n + 1 + k, symbol);
    }
    if (row->seq_len > 2 * n) task_no_answer(row, 2 * n);
}

void task_inform_halves(double *info, bool each, int32_t seq_len) {
    (void)each; // always: the last question need not count
    task_inform_certain(info, N_SYMBOLS + 1, N_SYMBOLS, seq_len / 2);
}

static void generate(const TaskRow *row, uint64_t key) { task_generate_halves(row, key, false); }

const TaskRule model_task_copy = {
    .name = "copy",
    .words = "A B C D E F G H I J K L M N O P |",
    .min_len = 2,
    .asks = TASK_ASKS_EACH,
    .generate = generate,
    .inform = task_inform_halves,
};

COMPACT_END
