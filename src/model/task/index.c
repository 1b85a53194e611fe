#include "rule.h"

COMPACT_BEGIN

enum { X, FIRST_FILLER, N_FILLERS = 15 };

static void generate(const TaskRow *row, uint64_t key) {
    const int32_t n = row->seq_len;
    for (int32_t t = 0; t < n; t++) {
        row->tokens[t] = FIRST_FILLER + task_draw(key, t, N_FILLERS);
    }
    const int32_t place = task_draw(key, n, n);
    row->tokens[place] = X;
    task_certain(row, n - 1, place);
}

static void inform(double *info, bool each, int32_t seq_len) {
    (void)each;
    task_inform_certain(info, seq_len, seq_len, 1);
}

const TaskRule model_task_index = {
    .name = "index",
    .words = "X a b c d e f g h i j k l m n o",
    .min_len = 2,
    .asks = TASK_ASKS_LAST,
    .generate = generate,
    .inform = inform,
};

COMPACT_END
