#include "rule.h"

COMPACT_BEGIN

static void generate(const TaskRow *row, uint64_t key) { task_generate_halves(row, key, true); }

const TaskRule model_task_reverse = {
    .name = "reverse",
    .words = "A B C D E F G H I J K L M N O P |",
    .min_len = 2,
    .asks = TASK_ASKS_EACH,
    .generate = generate,
    .inform = task_inform_halves,
};

COMPACT_END
