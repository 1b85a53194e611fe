#include "rule.h"

COMPACT_BEGIN

enum { N_LETTERS = 26 };

static void generate(const TaskRow *row, uint64_t key) {
    int32_t letter = task_draw(key, 0, N_LETTERS);
    for (int32_t t = 0; t < row->seq_len; t++) {
        task_put(row, t, letter);
        letter = (letter + 1) % N_LETTERS;
        task_certain(row, t, letter);
    }
}

static void inform(double *info, bool each, int32_t seq_len) {
    task_inform_certain(info, N_LETTERS, N_LETTERS, each ? seq_len : 1);
}

const TaskRule model_task_successor = {
    .name = "successor",
    .words = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z",
    .min_len = 1,
    .asks = TASK_ASKS_EACH | TASK_ASKS_LAST,
    .generate = generate,
    .inform = inform,
};

COMPACT_END
