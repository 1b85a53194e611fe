#include "distance.h"

#include <math.h>
#include <stdbool.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "angle_table.h"
#include "axes.h"
#include "rope.h"

COMPACT_BEGIN

// ------------------------------------------------------------------------------------- the rules

static bool is_possible(const PeDistance *rule) {
    switch (rule->rule) {
    case PE_DISTANCE_PLAIN:
        return true;
    case PE_DISTANCE_SELF_EXTEND:
        return rule->window >= 1 && rule->group >= 1;
    case PE_DISTANCE_REROPE:
        return rule->window >= 1;
    case PE_DISTANCE_LEAKY_REROPE:
        return rule->window >= 1 && pe_angle_table_is_base(rule->factor);
    case PE_DISTANCE_DCA:
        return rule->local >= 0 && rule->chunk > rule->local;
    default:
        return false;
    }
}

// Of a key that is not after the query: 0 <= j <= i.
static double distance_of(const PeDistance *rule, int32_t i, int32_t j) {
    const int32_t plain = i - j, window = rule->window, group = rule->group;
    switch (rule->rule) {
    case PE_DISTANCE_SELF_EXTEND: {
        if (plain < window) return (double)plain;
        const double quotient = (double)window / (double)group;
        const double shift = (double)window - (rule->is_exact ? quotient : floor(quotient));
        return (double)(i / group - j / group) + shift;
    }
    case PE_DISTANCE_REROPE:
        return (double)(plain < window ? plain : window);
    case PE_DISTANCE_LEAKY_REROPE:
        return plain < window ? (double)plain
                              : (double)window + (double)(plain - window) / rule->factor;
    case PE_DISTANCE_DCA: {
        const int32_t s = rule->chunk - rule->local, n_between = i / s - j / s;
        if (n_between == 0) return (double)plain;
        const int64_t query = n_between == 1 ? (int64_t)(i % s) + s : 2 * (int64_t)s - 1;
        const int64_t capped = query < rule->chunk ? query : rule->chunk;
        return (double)(capped - j % s);
    }
    default:
        return (double)plain;
    }
}

Status pe_distance_matrix(double *distance, const PeDistance *rule, int32_t n_query,
                          int32_t n_key) {
    if (!SHAPE_OK(n_query, n_key)) return STATUS_BAD_SHAPE;
    if (!is_possible(rule)) return STATUS_BAD_VALUE;
    for (int32_t row = 0; row < n_query; row++) {
        const int32_t i = row + n_key - n_query;
        for (int32_t j = 0; j < n_key; j++) *distance++ = j <= i ? distance_of(rule, i, j) : 0.0;
    }
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------ the logits

static Status check_logits(const double *distance, const double *inv_freq,
                           const PeDistanceLogits *s) {
    if (!SHAPE_OK(s->n_heads, s->n_query, s->n_key) ||
        !SHAPE_OK(s->n_heads, s->n_query, s->d_head) ||
        !SHAPE_OK(s->n_heads, s->n_key, s->d_head)) {
        return STATUS_BAD_SHAPE;
    }
    if (s->n_pairs > s->d_head / 2) return STATUS_BAD_SHAPE; // before n_pairs frequencies are read
    const Status status = pe_axes_check(inv_freq, s->scale, 1, s->n_pairs);
    if (status != STATUS_OK) return status;
    if (s->layout != PE_ROPE_LAYOUT_HALF && s->layout != PE_ROPE_LAYOUT_INTERLEAVED) {
        return STATUS_BAD_VALUE;
    }
    bool ok = true;
    for (int32_t at = 0; at < s->n_query * s->n_key; at++) {
        ok = ok && pe_angle_table_is_position(distance[at]);
    }
    return ok ? STATUS_OK : STATUS_BAD_VALUE;
}

// q . R(-distance) k of one query and one key. With the pairs as complex numbers it is the real part of
// q conj(k) e^(i distance w), summed over the pairs.
static double product_at(const float *q, const float *k, double distance, const double *inv_freq,
                         const PeDistanceLogits *s) {
    const bool is_half = s->layout == PE_ROPE_LAYOUT_HALF;
    double sum = 0.0;
    for (int32_t pair = 0; pair < s->n_pairs; pair++) {
        const int32_t a = is_half ? pair : 2 * pair, b = is_half ? pair + s->n_pairs : a + 1;
        const double qa = (double)q[a], qb = (double)q[b], ka = (double)k[a], kb = (double)k[b];
        const ElementarySinCos at = elementary_sin_cos(distance * inv_freq[pair]);
        sum += (qa * ka + qb * kb) * at.cos + (qa * kb - qb * ka) * at.sin;
    }
    for (int32_t c = 2 * s->n_pairs; c < s->d_head; c++) sum += (double)q[c] * (double)k[c];
    return sum;
}

Status pe_distance_logits(float *logits, const float *q, const float *k, const double *distance,
                          const double *inv_freq, const PeDistanceLogits *settings) {
    const PeDistanceLogits *const s = settings;
    const Status status = check_logits(distance, inv_freq, s);
    if (status != STATUS_OK) return status;
    for (int32_t row = 0; row < s->n_heads * s->n_query; row++) {
        const int32_t head = row / s->n_query;
        const double *const distances = distance + row % s->n_query * s->n_key;
        for (int32_t j = 0; j < s->n_key; j++) {
            const float *const key = k + (head * s->n_key + j) * s->d_head;
            const double product = product_at(q + row * s->d_head, key, distances[j], inv_freq, s);
            *logits++ = (float)(s->scale * product);
        }
    }
    return STATUS_OK;
}

COMPACT_END
