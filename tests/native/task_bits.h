/* Hashes of what the tasks deal, for the native test and, read as text, for the one in wasm: FNV-1a
 * over the bytes of tokens, targets, best, prob of both splits (seed 2^32 + 5, batch 3, indices 0
 * and 7) and of the info, at the lengths 3 (or the least, where that is more), 12 and 97.
 */
#define TASK_BITS_LIST(X)                                                                          \
    X(TASK_GRAMMAR, 0x132d55421c653866)                                                            \
    X(TASK_ORDER_2, 0xa3173cc5f6791fed)                                                            \
    X(TASK_SUCCESSOR, 0xcd324b13ed6265a3)                                                          \
    X(TASK_COPY, 0x687ff711c60059a6)                                                               \
    X(TASK_REVERSE, 0xd17cf76fc85bf1c6)                                                            \
    X(TASK_BEFORE, 0xd7b22ced9ce771f8)                                                             \
    X(TASK_INDEX, 0xfdd918763ce5782d)                                                              \
    X(TASK_INDUCTION, 0x22f96b93bc324a4c)                                                          \
    X(TASK_PRONOUN, 0x433608fd32b1330c)                                                            \
    X(TASK_FIRST, 0x7ad78fb5497bce7e)                                                              \
    X(TASK_ADDITION, 0xaf57a45bebc2239e)                                                           \
    X(TASK_DIAGONAL, 0x89c9bff72c71ae26)
