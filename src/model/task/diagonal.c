#include "rule.h"

#include <math.h>

COMPACT_BEGIN

enum { N_LETTERS = 8, BLANK = N_LETTERS };

// The tokens fill a square row by row; where they are too many for one, they go on in rows below.
static int32_t n_columns(int32_t seq_len) { return (int32_t)sqrt((double)seq_len); }

static int32_t n_diagonals(int32_t seq_len) {
    const int32_t columns = n_columns(seq_len);
    return columns + (seq_len - 1) / columns;
}

// From a cell of the first row, and then from those below in the first column, down and to the right: one cell has a
// letter, which is the answer at all others.
static void generate(const TaskRow *row, uint64_t key) {
    const int32_t n = row->seq_len, columns = n_columns(n);
    for (int32_t d = 0; d < n_diagonals(n); d++) {
        const int32_t first = d < columns ? d : (d - columns + 1) * columns;
        int32_t n_cells = 1;
        while (n_cells < columns - first % columns && first + n_cells * (columns + 1) < n) {
            n_cells++;
        }
        const int32_t mark = task_draw(key, 2 * d, n_cells);
        const int32_t letter = task_draw(key, 2 * d + 1, N_LETTERS);
        for (int32_t k = 0; k < n_cells; k++) {
            const int32_t t = first + k * (columns + 1);
            row->tokens[t] = k == mark ? letter : BLANK;
            task_answer(row, t, k == mark ? -1 : letter, k != mark, k != mark);
        }
    }
}

static void inform(double *info, bool each, int32_t seq_len) {
    (void)each;
    task_inform_certain(info, N_LETTERS, N_LETTERS, seq_len - n_diagonals(seq_len));
}

const TaskRule model_task_diagonal = {
    .name = "diagonal",
    .words = "A B C D E F G H .",
    .min_len = 4,
    .asks = TASK_ASKS_EACH,
    .generate = generate,
    .inform = inform,
};

COMPACT_END
