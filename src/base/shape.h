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

#endif
