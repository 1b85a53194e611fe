/* Checks of tensor sizes, made before a buffer of that size is read or written. */
#ifndef BASE_SHAPE_H
#define BASE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

// Largest number of elements of one tensor: its float32 bytes still fit a 32-bit address space.
enum { SHAPE_MAX_ELEMENTS = 1 << 28 };

/* True when every size is >= 1 and their product is at most SHAPE_MAX_ELEMENTS. */
bool shape_is_valid(int32_t a, int32_t b, int32_t c, int32_t d);

// Of one to four sizes, SHAPE_OK(n_heads, n_query, n_key); the compiler refuses a fifth.
#define SHAPE_OK(...)                                                                              \
    ((void)sizeof((int32_t[4]){__VA_ARGS__}), SHAPE_OF_FOUR(__VA_ARGS__, 1, 1, 1, 1))
#define SHAPE_OF_FOUR(a, b, c, d, ...) shape_is_valid(a, b, c, d)

/* Start of part `index` of a block of consecutive parts; for index n_parts, the end of the block. 0
 * for any other index, and where the block has more than SHAPE_MAX_ELEMENTS. */
int32_t shape_part_at(const int64_t *sizes, int32_t n_parts, int32_t index);

// The size of the next piece, at most `limit`, of `left` remaining elements.
static inline int32_t shape_at_most(int32_t left, int32_t limit) {
    return left < limit ? left : limit;
}

#endif
