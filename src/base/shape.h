/* Sizes of tensors, checked before a buffer of that size is touched. */
#ifndef BASE_SHAPE_H
#define BASE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

// Largest number of elements of one tensor: its float32 bytes still fit a 32-bit address space.
enum { SHAPE_MAX_ELEMENTS = 1 << 28 };

/* True when every size is >= 1 and their product is at most SHAPE_MAX_ELEMENTS. */
static inline bool shape_is_valid(const int32_t *sizes, int32_t n_sizes) {
    int64_t product = 1;
    for (int32_t k = 0; k < n_sizes; k++) {
        if (sizes[k] < 1) return false;
        product *= sizes[k]; // both factors below 2^31: no overflow
        if (product > SHAPE_MAX_ELEMENTS) return false;
    }
    return true;
}

// SHAPE_OK(n_heads, n_query, n_key)
#define SHAPE_OK(...)                                                                              \
    shape_is_valid((const int32_t[]){__VA_ARGS__},                                                 \
                   (int32_t)(sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t)))

/* Where part `index` of a block starts whose parts lie one after the other; for n_parts, where the
 * block ends. 0 for any other index, and where the block has more than SHAPE_MAX_ELEMENTS. */
static inline int32_t shape_part_at(const int64_t *sizes, int32_t n_parts, int32_t index) {
    if (index < 0 || index > n_parts) return 0;
    int64_t at = 0, end = 0;
    for (int32_t k = 0; k < n_parts; k++) {
        if (k < index) at += sizes[k];
        end += sizes[k];
    }
    return end <= SHAPE_MAX_ELEMENTS ? (int32_t)at : 0;
}

// The size of a piece of at most `limit`, where `left` are left.
static inline int32_t shape_at_most(int32_t left, int32_t limit) {
    return left < limit ? left : limit;
}

#endif
