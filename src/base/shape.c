#include "shape.h"

#include "api.h"

COMPACT_BEGIN

bool shape_is_valid(int32_t a, int32_t b, int32_t c, int32_t d) {
    const int32_t sizes[] = {a, b, c, d};
    int64_t product = 1;
    for (int32_t k = 0; k < 4; k++) {
        if (sizes[k] < 1) return false;
        product *= sizes[k]; // both factors below 2^31: no overflow
        if (product > SHAPE_MAX_ELEMENTS) return false;
    }
    return true;
}

int32_t shape_part_at(const int64_t *sizes, int32_t n_parts, int32_t index) {
    if (index < 0 || index > n_parts) return 0;
    int64_t at = 0, end = 0;
    for (int32_t k = 0; k < n_parts; k++) {
        if (k < index) at += sizes[k];
        end += sizes[k];
    }
    return end <= SHAPE_MAX_ELEMENTS ? (int32_t)at : 0;
}

COMPACT_END
