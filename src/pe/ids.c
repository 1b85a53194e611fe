#include "ids.h"

#include <stdbool.h>

#include "../base/shape.h"

COMPACT_BEGIN

// 0 .. SHAPE_MAX_ELEMENTS: sums of a few such numbers are still an int32_t.
static bool is_moderate(int32_t value) { return value >= 0 && value <= SHAPE_MAX_ELEMENTS; }

// ------------------------------------------------------------------------------------ randomized

// The n-th smallest of elements 0 .. n_ids - 1 of the stream, bit by bit from the highest: `bits` holds what
// is known of it, and *n_left becomes how many of its equals are among the n.
static uint64_t nth_smallest(uint64_t key, int32_t n, int32_t n_ids, int32_t *n_left) {
    uint64_t bits = 0;
    for (int32_t place = 63; place >= 0; place--) {
        int32_t n_zero = 0; // elements that agree so far, and have a 0 here
        for (int32_t i = 0; i < n_ids; i++) {
            n_zero += rng_bits(key, (uint64_t)i) >> place == bits >> place;
        }
        if (n > n_zero) {
            n -= n_zero;
            bits |= (uint64_t)1 << place;
        }
    }
    *n_left = n;
    return bits;
}

Status pe_ids_randomized(int32_t *ids, const RngStream *stream, int32_t n, int32_t n_ids) {
    if (!SHAPE_OK(n) || !SHAPE_OK(n_ids) || n > n_ids || stream->n_name < 0)
        return STATUS_BAD_SHAPE;
    const uint64_t key = rng_stream(stream->name, stream->n_name, stream->seed_lo, stream->seed_hi);
    int32_t n_equal;
    const uint64_t largest = nth_smallest(key, n, n_ids, &n_equal);
    for (int32_t i = 0, at = 0; at < n; i++) {
        const uint64_t draw = rng_bits(key, (uint64_t)i);
        if (draw < largest || (draw == largest && n_equal-- > 0)) ids[at++] = i;
    }
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------------ pose

Status pe_ids_pose(int32_t *tokens, int32_t *ids, const PePose *pose) {
    const int32_t n = pose->n, n_first = pose->n_first;
    if (!SHAPE_OK(n) || !SHAPE_OK(pose->n_tokens) || n > pose->n_tokens) return STATUS_BAD_SHAPE;
    if (n_first < 0 || n_first > n || pose->second_end < n || pose->second_end > pose->n_tokens ||
        !is_moderate(pose->jump)) {
        return STATUS_BAD_VALUE;
    }
    for (int32_t r = 0; r < n; r++) {
        const bool is_first = r < n_first;
        tokens[r] = is_first ? r : pose->second_end - n + r;
        ids[r] = is_first ? r : r + pose->jump;
    }
    return STATUS_OK;
}

// ---------------------------------------------------------------------------------------- abacus

Status pe_ids_abacus(int32_t *ids, const int32_t *is_digit, int32_t offset, int32_t n) {
    if (!SHAPE_OK(n)) return STATUS_BAD_SHAPE;
    if (!is_moderate(offset)) return STATUS_BAD_VALUE;
    int32_t n_before = 0; // digits of the run so far
    for (int32_t r = 0; r < n; r++) {
        n_before = is_digit[r] ? n_before + 1 : 0;
        ids[r] = is_digit[r] ? n_before + offset : 0;
    }
    return STATUS_OK;
}

// -------------------------------------------------------------------------------------- coupling

// The ids of one number, and what follows them in ids.
static int32_t *put_number(int32_t *ids, int32_t n_digits, int32_t start, int32_t is_reversed) {
    for (int32_t d = 0; d < n_digits; d++) ids[d] = start + (is_reversed ? d + 1 : n_digits - d);
    return ids + n_digits;
}

Status pe_ids_coupling(int32_t *ids, const PeCoupling *c) {
    if (!SHAPE_OK(c->n_a) || !SHAPE_OK(c->n_b) || !SHAPE_OK(c->n_answer)) return STATUS_BAD_SHAPE;
    if (!is_moderate(c->start)) return STATUS_BAD_VALUE;
    ids = put_number(ids, c->n_a, c->start, c->input_reversed);
    *ids++ = c->start; // +
    ids = put_number(ids, c->n_b, c->start, c->input_reversed);
    *ids++ = c->answer_reversed ? c->start : c->start + c->n_answer + 1; // =
    put_number(ids, c->n_answer, c->start, c->answer_reversed);
    return STATUS_OK;
}

COMPACT_END
