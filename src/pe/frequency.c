#include "frequency.h"

#include <math.h>
#include <stdbool.h>

#include "../base/elementary.h"
#include "../base/shape.h"
#include "angle_table.h"

COMPACT_BEGIN

static const double FULL_ROTATION = 6.283185307179586; // radians

static bool is_ramp(int32_t kind) {
    return kind == PE_SCALING_YARN || kind == PE_SCALING_YARN_PAPER || kind == PE_SCALING_LLAMA3;
}

static double larger(double a, double b) { return a > b ? a : b; }

static double smaller(double a, double b) { return a < b ? a : b; }

// A length, or 0, up to 2^53.
static bool is_length(double n) { return n >= 0.0 && pe_angle_table_is_position(n); }

// -------------------------------------------------------------------------------- amplitude

static double logarithmic(double factor, double strength) {
    return factor <= 1.0 ? 1.0 : 0.1 * strength * elementary_log(factor) + 1.0;
}

static double attention_factor(const PeScaling *s) {
    const bool is_yarn = s->kind == PE_SCALING_YARN || s->kind == PE_SCALING_YARN_PAPER;
    if (!is_yarn && s->kind != PE_SCALING_LONGROPE) return 1.0;
    if (s->attention_factor != 0.0) return s->attention_factor;
    if (!is_yarn) {
        if (s->factor <= 1.0) return 1.0;
        return sqrt(1.0 + elementary_log(s->factor) / elementary_log(s->original_len));
    }
    if (s->mscale != 0.0 && s->mscale_all_dim != 0.0) {
        return logarithmic(s->factor, s->mscale) / logarithmic(s->factor, s->mscale_all_dim);
    }
    return logarithmic(s->factor, 1.0);
}

// ------------------------------------------------------------------------------------- rules

// The index, not rounded, of a pair that makes this many full rotations over the original length.
static double index_of_rotations(const PeFrequencyPlan *plan, double n_rotations) {
    const double positions =
        plan->scaling.original_len / (n_rotations * FULL_ROTATION); // per radian
    return (double)plan->dim * elementary_log(positions) / (2.0 * elementary_log(plan->base));
}

static void set_rule(PeFrequencyPlan *plan) {
    const PeScaling *const s = &plan->scaling;
    plan->attention_factor = attention_factor(s);

    // the factor of the base
    plan->stretch = 1.0;
    if (s->kind == PE_SCALING_NTK) plan->stretch = s->factor;
    if (s->kind == PE_SCALING_DYNAMIC) {
        const double length = larger(s->seq_len, s->original_len);
        plan->stretch = s->factor * length / s->original_len - (s->factor - 1.0);
    }

    // the ends of the ramp: over the full rotations, or over the index as in the authors' code of YaRN:
    // clamped to 0 .. dim - 1 (not dim / 2 - 1, which is the last pair), and 0.001 apart where they coincide
    plan->ramp_zero = s->slow;
    plan->ramp_one = s->fast;
    if (s->kind == PE_SCALING_YARN) {
        const double fast = index_of_rotations(plan, s->fast);
        const double slow = index_of_rotations(plan, s->slow);
        const double unchanged = larger(s->truncate ? floor(fast) : fast, 0.0);
        const double divided = smaller(s->truncate ? ceil(slow) : slow, (double)plan->dim - 1.0);
        plan->ramp_one = unchanged;
        plan->ramp_zero = unchanged == divided ? divided + 0.001 : divided;
    }
}

// ------------------------------------------------------------------------------------ checks

static bool are_divisors(const double *list, int32_t n) {
    bool ok = list != NULL;
    for (int32_t k = 0; k < n && ok; k++) ok = pe_angle_table_is_base(list[k]);
    return ok;
}

static bool is_possible(const PeScaling *s, double base, int32_t dim) {
    if (s->kind == PE_SCALING_DEFAULT) return true;
    if (s->kind == PE_SCALING_RIFLEX) {
        return s->pair >= 1 && s->pair <= dim / 2 && pe_angle_table_is_base(s->margin) &&
               s->seq_len >= 1.0 && is_length(s->seq_len);
    }
    if (s->kind < 0 || s->kind > PE_SCALING_RIFLEX || !pe_angle_table_is_base(s->factor)) {
        return false;
    }
    if (s->kind == PE_SCALING_PROPORTIONAL) {
        return s->head_dim >= dim && s->partial >= 0.0 && s->partial <= 1.0;
    }
    if (s->kind == PE_SCALING_LINEAR || s->kind == PE_SCALING_NTK) return true;
    if (!(s->original_len > 1.0) || !is_length(s->original_len) || !is_length(s->seq_len)) {
        return false;
    }
    if (s->kind == PE_SCALING_YARN) {
        if (!(s->slow > 0.0 && s->slow <= s->fast && base > 1.0)) return false;
    } else if (is_ramp(s->kind)) {
        if (!(s->slow >= 0.0 && s->slow < s->fast)) return false;
    }
    if (!(s->mscale >= 0.0 && s->mscale_all_dim >= 0.0 && s->attention_factor >= 0.0)) return false;
    if (s->kind != PE_SCALING_LONGROPE) return true;
    return are_divisors(s->short_factor, dim / 2) && are_divisors(s->long_factor, dim / 2);
}

// ------------------------------------------------------------------------------------- calls

Status pe_frequency_plan(PeFrequencyPlan *plan, const PeScaling *scaling, double base,
                         int32_t dim) {
    if (!SHAPE_OK(dim) || dim % 2 != 0) return STATUS_BAD_SHAPE;
    if (!pe_angle_table_is_base(base) || !is_possible(scaling, base, dim)) return STATUS_BAD_VALUE;
    PeFrequencyPlan ready = {.scaling = *scaling, .base = base, .dim = dim};
    set_rule(&ready);
    if (!isfinite(ready.attention_factor) || !pe_angle_table_is_base(ready.stretch)) {
        return STATUS_BAD_VALUE;
    }
    *plan = ready;
    return STATUS_OK;
}

static double start_frequency(const PeFrequencyPlan *plan, int32_t pair) {
    const bool is_over_head = plan->scaling.kind == PE_SCALING_PROPORTIONAL;
    const double width = (double)(is_over_head ? plan->scaling.head_dim : plan->dim);
    return pe_angle_table_frequency(plan->base, 2.0 / width, pair);
}

// riflex: whether this is the pair that it changes, and to what.
static bool is_changed(const PeScaling *s, int32_t pair) {
    return s->kind == PE_SCALING_RIFLEX && pair == s->pair - 1;
}

static double changed_frequency(const PeScaling *s) {
    return s->margin * FULL_ROTATION / s->seq_len;
}

double pe_frequency_ratio(const PeFrequencyPlan *plan, int32_t pair) {
    const PeScaling *const s = &plan->scaling;
    if (is_changed(s, pair)) return changed_frequency(s) / start_frequency(plan, pair);
    if (s->kind == PE_SCALING_DEFAULT || s->kind == PE_SCALING_RIFLEX) return 1.0;
    if (s->kind == PE_SCALING_PROPORTIONAL) {
        const int32_t n_rotated = (int32_t)(s->partial * (double)s->head_dim) / 2;
        return pair >= n_rotated ? 0.0 : 1.0 / s->factor;
    }
    if (s->kind == PE_SCALING_LONGROPE) {
        return 1.0 / (s->seq_len > s->original_len ? s->long_factor : s->short_factor)[pair];
    }
    if (is_ramp(s->kind)) {
        // over the index of the pair, or its full rotations: 1 where it is unchanged, 0 where it is divided
        double at = (double)pair;
        if (s->kind != PE_SCALING_YARN) {
            at = s->original_len * start_frequency(plan, pair) / FULL_ROTATION;
        }
        const double share = (at - plan->ramp_zero) / (plan->ramp_one - plan->ramp_zero);
        const double unchanged = smaller(larger(share, 0.0), 1.0);
        return unchanged + (1.0 - unchanged) / s->factor;
    }
    if (s->kind == PE_SCALING_LINEAR) return 1.0 / s->factor;
    // base' to the power -2i/dim, over base to it: the exponent of the stretch is -2i / (dim - 2)
    const double step = plan->dim > 2 ? 2.0 / (double)(plan->dim - 2) : 0.0;
    return pe_angle_table_frequency(plan->stretch, step, pair);
}

double pe_frequency_at(const PeFrequencyPlan *plan, int32_t pair) {
    if (is_changed(&plan->scaling, pair)) return changed_frequency(&plan->scaling);
    return start_frequency(plan, pair) * pe_frequency_ratio(plan, pair);
}

Status pe_scaling_frequencies(double *inv_freq, double *ratio, double *attention_factor_out,
                              const PeScaling *scaling, double base, int32_t dim) {
    PeFrequencyPlan plan;
    const Status status = pe_frequency_plan(&plan, scaling, base, dim);
    if (status != STATUS_OK) return status;
    for (int32_t pair = 0; pair < dim / 2; pair++) {
        ratio[pair] = pe_frequency_ratio(&plan, pair);
        inv_freq[pair] = pe_frequency_at(&plan, pair);
    }
    *attention_factor_out = plan.attention_factor;
    return STATUS_OK;
}

Status pe_scaling_repeating_pair(int32_t *pair, double *period, double base, double repeat_at,
                                 int32_t dim) {
    if (!SHAPE_OK(dim) || dim % 2 != 0) return STATUS_BAD_SHAPE;
    if (!pe_angle_table_is_base(base) || !is_length(repeat_at)) return STATUS_BAD_VALUE;
    double nearest = (double)INFINITY;
    for (int32_t k = 0; k < dim / 2; k++) {
        const double w = pe_angle_table_frequency(base, 2.0 / (double)dim, k);
        const double rounded = floor(FULL_ROTATION / w + 0.5), off = fabs(rounded - repeat_at);
        if (off >= nearest) continue;
        nearest = off;
        *pair = k + 1;
        *period = rounded;
    }
    return STATUS_OK;
}

Status pe_scaling_magnitude(double *magnitude, double factor, double strength) {
    if (!pe_angle_table_is_base(factor) || !isfinite(strength)) return STATUS_BAD_VALUE;
    *magnitude = logarithmic(factor, strength);
    return STATUS_OK;
}

COMPACT_END
