#include "rule.h"

COMPACT_BEGIN

enum { BASE = 10, PLUS = BASE, EQUALS, N_TOKENS };

// Digits of each number: they, their sum's one digit more and the two signs, without the last digit, fill the text.
static int32_t n_digits(int32_t seq_len) { return (seq_len - 2) / 3; }

static void generate(const TaskRow *row, uint64_t key) {
    const int32_t n = n_digits(row->seq_len), equals = 2 * n + 1;
    for (int32_t t = 0; t < row->seq_len; t++) {
        task_put(row, t, t == n ? PLUS : EQUALS);
        task_no_answer(row, t);
    }
    for (int32_t d = 0, carry = 0; d <= n; d++) {
        const int32_t a = d < n ? task_draw(key, d, BASE) : 0;
        const int32_t b = d < n ? task_draw(key, n + d, BASE) : 0;
        const int32_t sum = a + b + carry;
        if (d < n) task_put(row, d, a);
        if (d < n) task_put(row, n + 1 + d, b);
        task_put(row, equals + 1 + d, sum % BASE);
        task_certain(row, equals + d, sum % BASE);
        carry = sum / BASE;
    }
}

// Each digit is as likely as any other, but for the last of the sum, which is the carry: 0 more often than 1.
static void inform(double *info, bool each, int32_t seq_len) {
    (void)each;
    const int32_t n = n_digits(seq_len);
    double carry = 0.0;
    for (int32_t d = 0; d < n; d++) carry = 0.45 + 0.1 * carry;
    task_inform_certain(info, N_TOKENS, BASE, n + 1);
    info[TASK_INFO_MOST_FREQUENT] = ((double)n / BASE + 1.0 - carry) / (n + 1);
}

const TaskRule model_task_addition = {
    .name = "addition",
    .words = "0 1 2 3 4 5 6 7 8 9 + =",
    .min_len = 5,
    .asks = TASK_ASKS_EACH,
    .generate = generate,
    .inform = inform,
};

COMPACT_END
