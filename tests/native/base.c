/* The arena, the random numbers, the elementary functions and the check of sizes. */
#include "../../src/base/arena.h"

#include <float.h>
#include <string.h>

#include "../../src/base/elementary.h"
#include "../../src/base/rng.h"
#include "../../src/base/shape.h"
#include "test.h"

// ------------------------------------------------------------------------------------- arena

// Buffers of `size` bytes until the block is full: aligned, apart, and each written to its end.
static bool arena_holds(size_t n_block, size_t offset, size_t size) {
    uint8_t *const block = (uint8_t *)exact(n_block + offset) + offset;
    Arena arena = arena_init(block, n_block);
    const uintptr_t empty = arena_mark(&arena);
    bool ok = true;
    size_t taken = 0;
    uint8_t *last_end = block;
    while (arena_shortage(&arena, size) == 0 && taken < 100) {
        uint8_t *const buffer = arena_alloc(&arena, size);
        ok = ok && buffer >= last_end && buffer + size <= block + n_block;
        ok = ok && (uintptr_t)buffer % ARENA_ALIGNMENT == 0;
        memset(buffer, 1, size);
        last_end = buffer + size;
        taken++;
    }
    const uintptr_t full = arena_mark(&arena);
    ok = ok && (taken == 100 || (!arena_alloc(&arena, size) && arena_mark(&arena) == full));
    // as many bytes more, and it would have fitted
    const size_t shortage = arena_shortage(&arena, size);
    Arena longer = arena_init(block, n_block + shortage);
    arena_reset(&arena, empty);
    longer.first = full;
    ok = ok && arena_shortage(&longer, size) == 0 && arena_mark(&arena) == empty;
    free_all();
    return ok;
}

static bool arena_gives_back(void) {
    Arena arena = arena_init(exact(256), 256);
    arena_alloc(&arena, 5);
    const uintptr_t mark = arena_mark(&arena);
    void *const first = arena_alloc(&arena, 100);
    arena_reset(&arena, mark);
    const bool ok = first && arena_alloc(&arena, 1) == first && arena_alloc(&arena, 0) != NULL;
    free_all();
    return ok;
}

static bool arena_refuses_any_address_space(void) {
    Arena arena = arena_init(exact(64), 64);
    const uintptr_t mark = arena_mark(&arena);
    const bool ok = arena_shortage(&arena, SIZE_MAX) == SIZE_MAX &&
                    arena_shortage(&arena, SIZE_MAX - 64) == SIZE_MAX &&
                    !arena_alloc(&arena, SIZE_MAX) && !arena_alloc(&arena, SIZE_MAX / 2) &&
                    arena_mark(&arena) == mark;
    free_all();
    return ok;
}

// --------------------------------------------------------------------------------------- rng

static bool bits_are_splitmix(void) {
    // SplitMix64 with seed 0, and the 64-bit FNV-1a of "", "a", "foobar" and of a byte above 127
    static const char HIGH = (char)0xE9;
    return rng_bits(0, 0) == 0xE220A8397B1DCDAFu && rng_bits(0, 1) == 0x6E789E6AA1B965F4u &&
           rng_bits(0, 2) == 0x06C45D188009454Fu && rng_key(0, NULL, 0) == 0xCBF29CE484222325u &&
           rng_key(0, "a", 1) == 0xAF63DC4C8601EC8Cu &&
           rng_key(0, "foobar", 6) == 0x85944171F73967E8u &&
           rng_key(5, &HIGH, 1) == (((0xCBF29CE484222325u ^ 0xE9u) * 0x100000001B3u) ^ 5u);
}

// The same numbers whatever n, n of them, within their range.
static bool streams_run(int32_t n) {
    float *const u = untouched(n, 0), *const longer = untouched(n + 1, 0);
    bool ok = rng_uniform(u, "s", 1, 3, 9, 0.5, n) == STATUS_OK &&
              rng_uniform(longer, "s", 1, 3, 9, 0.5, n + 1) == STATUS_OK && same_bits(u, longer, n);
    const uint64_t key = rng_key(9ull << 32 | 3, "s", 1);
    for (int32_t k = 0; k < n; k++) {
        ok = ok && u[k] == 0.5f * rng_unit(key, (uint64_t)k) && u[k] >= -0.5f && u[k] < 0.5f;
    }
    ok = ok && rng_normal(u, "s", 1, 3, 9, 2.0, n) == STATUS_OK &&
         rng_normal(longer, "s", 1, 3, 9, 2.0, n + 1) == STATUS_OK && same_bits(u, longer, n);
    for (int32_t k = 0; k < n; k++) ok = ok && fabsf(u[k]) < 2.0f * 8.6f; // sqrt(2 * 53 ln 2)
    free_all();
    return ok;
}

static bool integers_run(int32_t n, int32_t modulus) {
    int32_t *const x = exact((size_t)n * sizeof *x), *const count =
                                                         exact((size_t)n * sizeof *count);
    bool ok = rng_integers(x, "s", 1, 3, 0, modulus, n) == STATUS_OK;
    for (int32_t k = 0; k < n; k++) ok = ok && x[k] >= 0 && x[k] < modulus;
    ok = ok && rng_permutation(x, NULL, 0, 3, 0, n) == STATUS_OK;
    memset(count, 0, (size_t)n * sizeof *count);
    for (int32_t k = 0; k < n && ok; k++) ok = x[k] >= 0 && x[k] < n && count[x[k]]++ == 0;
    free_all();
    return ok;
}

static bool rng_refuses(void) {
    static const int32_t sizes[] = {0, -1, INT32_MIN, SHAPE_MAX_ELEMENTS + 1, INT32_MAX};
    static const double bad[] = {(double)NAN, (double)INFINITY, (double)-INFINITY};
    float x = SENTINEL;
    int32_t i = 7;
    bool ok = true;
    for (int k = 0; k < 5; k++) {
        ok = ok && rng_uniform(&x, "s", 1, 0, 0, 1.0, sizes[k]) == STATUS_BAD_SHAPE &&
             rng_normal(&x, "s", 1, 0, 0, 1.0, sizes[k]) == STATUS_BAD_SHAPE &&
             rng_integers(&i, "s", 1, 0, 0, 2, sizes[k]) == STATUS_BAD_SHAPE &&
             rng_permutation(&i, "s", 1, 0, 0, sizes[k]) == STATUS_BAD_SHAPE;
    }
    for (int k = 0; k < 3; k++) {
        ok = ok && rng_uniform(&x, "s", 1, 0, 0, bad[k], 1) == STATUS_BAD_VALUE &&
             rng_normal(&x, "s", 1, 0, 0, bad[k], 1) == STATUS_BAD_VALUE;
    }
    return ok && rng_uniform(&x, "s", -1, 0, 0, 1.0, 1) == STATUS_BAD_SHAPE &&
           rng_normal(&x, "s", -1, 0, 0, 1.0, 1) == STATUS_BAD_SHAPE &&
           rng_integers(&i, "s", -1, 0, 0, 2, 1) == STATUS_BAD_SHAPE &&
           rng_permutation(&i, "s", INT32_MIN, 0, 0, 1) == STATUS_BAD_SHAPE &&
           rng_normal(&x, "s", 1, 0, 0, -1e-300, 1) == STATUS_BAD_VALUE &&
           rng_integers(&i, "s", 1, 0, 0, 0, 1) == STATUS_BAD_VALUE &&
           rng_integers(&i, "s", 1, 0, 0, INT32_MIN, 1) == STATUS_BAD_VALUE && x == SENTINEL &&
           i == 7;
}

// -------------------------------------------------------------------------------------- real

static bool is_within(double got, double want, double error) {
    if (fabs(got - want) <= error) return true;
    printf("# got %.17g, expected %.17g\n", got, want);
    return false;
}

static bool exp_and_log_are_right(void) {
    const double ulps = 4.0 * DBL_EPSILON;
    bool ok = true;
    for (int32_t k = 0; k <= 20000 && ok; k++) {
        const double x = -708.0 + 1417.0 * (double)k / 20000.0;
        ok = is_within(elementary_exp(x), exp(x), ulps * exp(x));
        const double y = exp(x * 0.999);
        ok = ok && is_within(elementary_log(y), log(y), ulps * fabs(log(y)));
        ok = ok &&
             is_within(elementary_log(1.0 + 1e-4 * x), log(1.0 + 1e-4 * x), 1e-17 + ulps * 0.08);
    }
    return ok;
}

static bool sin_and_cos_are_right(double largest, double error) {
    bool ok = true;
    for (int32_t k = 0; k <= 20000 && ok; k++) {
        const double x = largest * (double)(k - 10000) / 10000.0 * (k % 3 == 0 ? 1.0 : 0.7071);
        const ElementarySinCos at = elementary_sin_cos(x);
        ok = is_within(at.sin, sin(x), error) && is_within(at.cos, cos(x), error);
    }
    return ok;
}

// Any finite angle gives a point of the circle; multiples of a right angle meet each quadrant.
static bool angles_stay_on_the_circle(void) {
    bool ok = true;
    for (double x = 1.0; x < 1e308; x *= 7.3) {
        const ElementarySinCos plus = elementary_sin_cos(x), minus = elementary_sin_cos(-x);
        ok = ok && is_within(plus.sin * plus.sin + plus.cos * plus.cos, 1.0, 1e-15);
        ok = ok && minus.sin == -plus.sin && minus.cos == plus.cos;
    }
    return ok && isfinite(elementary_sin_cos(DBL_MAX).sin) && elementary_sin_cos(0.0).cos == 1.0 &&
           elementary_sin_cos(DBL_MIN).sin == DBL_MIN &&
           isnan(elementary_sin_cos((double)NAN).sin) &&
           isnan(elementary_sin_cos((double)INFINITY).cos) &&
           isnan(elementary_sin_cos((double)-INFINITY).sin);
}

static bool real_has_edges(void) {
    const double inf = (double)INFINITY;
    return elementary_exp(0.0) == 1.0 && elementary_exp(-inf) == 0.0 &&
           elementary_exp(inf) == inf && elementary_exp(709.1) == inf &&
           elementary_exp(-708.1) == 0.0 && isnan(elementary_exp((double)NAN)) &&
           isfinite(elementary_exp(709.0)) && elementary_exp(-708.0) > 0.0 &&
           elementary_log(1.0) == 0.0 && elementary_log(0.0) == -inf &&
           elementary_log(inf) == inf && isnan(elementary_log(-DBL_MIN)) &&
           isnan(elementary_log(-inf)) && isnan(elementary_log((double)NAN)) &&
           is_within(elementary_log(DBL_MAX), log(DBL_MAX), 1e-12);
}

// ------------------------------------------------------------------------------------- shape

static bool sizes_are_checked(void) {
    const int32_t most = INT32_MAX;
    return SHAPE_OK(1) && SHAPE_OK(1 << 28) && !SHAPE_OK((1 << 28) + 1) && !SHAPE_OK(0) &&
           !SHAPE_OK(-1) && !SHAPE_OK(-1, -1) && !SHAPE_OK(INT32_MIN, INT32_MIN) &&
           SHAPE_OK(1 << 14, 1 << 14) && !SHAPE_OK(1 << 14, (1 << 14) + 1) &&
           !SHAPE_OK(most, most, most, most) && !SHAPE_OK(1 << 16, 1 << 16, 1 << 16, 1 << 16) &&
           !SHAPE_OK(4, 0, most) && !SHAPE_OK(3, most, 0) && SHAPE_OK(1, 1, 1, 1 << 28);
}

static bool parts_lie_one_after_the_other(void) {
    static const int64_t sizes[] = {3, 4, 5}, large[] = {1 << 28, 1}, most[] = {1 << 28};
    return shape_part_at(sizes, 3, 0) == 0 && shape_part_at(sizes, 3, 1) == 3 &&
           shape_part_at(sizes, 3, 2) == 7 && shape_part_at(sizes, 3, 3) == 12 &&
           shape_part_at(sizes, 3, 4) == 0 && shape_part_at(sizes, 3, -1) == 0 &&
           shape_part_at(large, 2, 1) == 0 && shape_part_at(most, 1, 1) == 1 << 28;
}

int main(void) {
    bool arena = true, streams = true, integers = true;
    for (size_t n = 0; n <= 70; n++) {
        for (size_t k = 0; k <= 17; k++) arena = arena && arena_holds(n, k, (n * 5 + k) % 23);
    }
    for (int32_t n = 1; n <= 41; n++) {
        streams = streams && streams_run(n);
        integers =
            integers && integers_run(n, 1) && integers_run(n, n * 3) && integers_run(n, INT32_MAX);
    }
    check(arena, "arena buffers are aligned, apart and inside any block, or there are none");
    check(arena_gives_back(), "an arena goes back to its mark");
    check(arena_refuses_any_address_space(), "an arena refuses what no block could hold");
    check(bits_are_splitmix(), "random bits are SplitMix64 under an FNV-1a key");
    check(streams, "uniform and normal numbers do not depend on how many are drawn");
    check(integers, "integers keep below their modulus, permutations have every number once");
    check(rng_refuses(), "random numbers refuse before they write");
    check(exp_and_log_are_right(), "exp and log within four units in the last place");
    check(sin_and_cos_are_right(0x1p20, 4e-16), "sin and cos up to 2^20");
    check(sin_and_cos_are_right(0x1p31, 1e-13), "sin and cos up to 2^31");
    check(sin_and_cos_are_right(4.0, 3e-16), "sin and cos in the first turns");
    check(angles_stay_on_the_circle(), "any finite angle stays on the circle, others are NaN");
    check(real_has_edges(), "exp and log at zero, infinity, NaN and the ends of their range");
    check(sizes_are_checked(), "sizes below one and products that overflow are refused");
    check(parts_lie_one_after_the_other(), "parts of a block lie one after the other");
    return test_end();
}
