#include "rule.h"

COMPACT_BEGIN

enum { A, B, FIRST_FILLER, N_FILLERS = 14 };
enum { NO, YES, N_CLASSES };

static void generate(const TaskRow *row, uint64_t key) {
    const int32_t n = row->seq_len;
    for (int32_t t = 0; t < n; t++) {
        row->tokens[t] = FIRST_FILLER + task_draw(key, t, N_FILLERS);
    }
    const int32_t a = task_draw(key, n, n);
    const int32_t b = (a + 1 + task_draw(key, n + 1, n - 1)) % n; // any place but a
    row->tokens[a] = A;
    row->tokens[b] = B;
    task_certain(row, n - 1, a < b ? YES : NO);
}

const TaskRule model_task_before = {
    .name = "before",
    .words = "A B c d e f g h i j k l m n o p",
    .min_len = 2,
    .asks = TASK_ASKS_LAST,
    .generate = generate,
    .n_out = N_CLASSES,
    .n_even = N_CLASSES,
};

COMPACT_END
