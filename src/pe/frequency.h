/* The frequencies of RoPE, and the rules that stretch them to contexts longer than those of
 * training.
 *
 * Each rule changes inv_freq (dim / 2), in radians per position, and may ask for a factor by which
 * the cosines and sines are multiplied too. With w_i = base^(-2i/dim), L = original_len,
 * n = seq_len, s = factor, and t_i = L w_i / 2 pi, the full rotations of pair i over the original
 * length:
 *
 *   default        w_i
 *                  J. Su et al., arXiv:2104.09864, section 3.2.2
 *   linear         w_i / s: position interpolation
 *                  S. Chen et al., arXiv:2306.15595, equation 4
 *   ntk            base' = base s^(dim / (dim - 2)): the slowest pair is divided by s, the fastest
 *                  is unchanged
 *                  B. Peng et al., arXiv:2309.00071, definition 1 (its author's "NTK-aware"
 *                  scaling)
 *   dynamic        ntk with s n' / L - (s - 1) for s, n' = max(n, L): the base grows with n
 *                  ibid., section 3.3, in the form of public code
 *   yarn           w_i / s and w_i blended by a ramp that is linear in i, between the indices at
 *                  which a pair makes `fast` and `slow` full rotations: as in its authors' code
 *                  and all libraries. truncate: these indices are rounded outwards to integers
 *   yarn-paper     the same with a ramp that is linear in t_i
 *                  ibid., section 3.2, equations 17 to 20, and 22 for the amplitude
 *   longrope       w_i / short_factor[i], or w_i / long_factor[i] where n > L
 *                  Y. Ding et al., arXiv:2402.13753, section 3; the amplitude as in Phi-3's code
 *   llama3         the ramp of yarn-paper, without its amplitude; slow and fast are the
 *                  low_freq_factor and high_freq_factor of configurations
 *                  A. Dubey et al., arXiv:2407.21783, section 3.2, in the form of public code
 *   proportional   base^(-2i/head_dim) / s: the exponent is relative to the full head width, though
 *                  only dim elements of the head are rotated; and of these only the first
 *                  floor(partial head_dim) / 2 pairs, rounded down: the frequency of the others is 0
 *                  F. Barbero et al., "Round and Round We Go!", arXiv:2410.06205 (p-RoPE), in the form
 *                  of Gemma 4's public code
 *   riflex         w_i, but pair `pair`, counted from 1, gets margin 2 pi / n: the pair whose period
 *                  shows as repetition makes at most one rotation over the new length
 *                  M. Zhao et al., "RIFLEx", arXiv:2502.15894, where margin is 1; its code has 0.9
 *
 * Amplitude, 1 for all others: attention_factor where it is not 0. Else yarn:
 * 0.1 ln s + 1 for s > 1; m(s, mscale) / m(s, mscale_all_dim) where both are not 0, with
 * m(s, k) = 0.1 k ln s + 1, which is 1 where they are equal. longrope: sqrt(1 + ln s / ln L) for
 * s > 1.
 */
#ifndef PE_FREQUENCY_H
#define PE_FREQUENCY_H

#include <stddef.h>
#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"

#define PE_SCALING_LIST(X)                                                                         \
    X(PE_SCALING_DEFAULT, "default")                                                               \
    X(PE_SCALING_LINEAR, "linear")                                                                 \
    X(PE_SCALING_NTK, "ntk")                                                                       \
    X(PE_SCALING_DYNAMIC, "dynamic")                                                               \
    X(PE_SCALING_YARN, "yarn")                                                                     \
    X(PE_SCALING_YARN_PAPER, "yarn-paper")                                                         \
    X(PE_SCALING_LONGROPE, "longrope")                                                             \
    X(PE_SCALING_LLAMA3, "llama3")                                                                 \
    X(PE_SCALING_PROPORTIONAL, "proportional")                                                     \
    X(PE_SCALING_RIFLEX, "riflex")

typedef enum PeScalingKind {
#define PE_SCALING_ENUM(name, words) name,
    PE_SCALING_LIST(PE_SCALING_ENUM)
#undef PE_SCALING_ENUM
} PeScalingKind;

/* A rule. Fields that its kind does not read may be zero; all zero is the default. The lists of
 * longrope belong to the caller and must live as long as the rule is used. */
#define PE_SCALING_FIELDS(X)                                                                       \
    X(int32_t, kind)          /* PeScalingKind */                                                  \
    X(int32_t, truncate)      /* yarn: where not 0 the ramp's ends are integers */                 \
    X(int32_t, head_dim)      /* proportional: elements of a head, >= dim */                       \
    X(int32_t, pair)          /* riflex: the pair that is changed, 1 .. dim / 2 */                 \
    X(double, partial)        /* proportional: the share of a head that is rotated, 0 .. 1 */      \
    X(double, margin)         /* riflex: full rotations over the length, > 0 */                    \
    X(double, factor)         /* s > 0 */                                                          \
    X(double, original_len)   /* L > 1, the length of training; dynamic, yarn, longrope, llama3 */ \
    X(double, seq_len)        /* n >= 0, the current length; dynamic, longrope, riflex (> 0) */    \
    X(double, fast)           /* yarn: beta_fast; llama3: high_freq_factor */                      \
    X(double, slow)           /* yarn: beta_slow; llama3: low_freq_factor */                       \
    X(double, mscale)         /* yarn; 0: unset */                                                 \
    X(double, mscale_all_dim) /* yarn; 0: unset */                                                 \
    X(double, attention_factor)     /* yarn, longrope; 0: by rule */                               \
    X(const double *, short_factor) /* (dim / 2) longrope, each > 0 */                             \
    X(const double *, long_factor)  /* (dim / 2) longrope, each > 0 */

typedef struct PeScaling {
    PE_SCALING_FIELDS(STRUCT_MEMBER)
} PeScaling;

/* A rule prepared for one base and dim, from which each frequency can be computed. */
typedef struct PeFrequencyPlan {
    PeScaling scaling;
    double base;
    int32_t dim;
    double attention_factor; // by which cos and sin are multiplied
    double stretch;          // ntk, dynamic: the slowest pair is divided by it
    double ramp_zero;        // yarn: an index, the others: full rotations; here pairs are divided,
    double ramp_one;         // and here unchanged
} PeFrequencyPlan;

/* STATUS_BAD_SHAPE unless dim is even, >= 2 and at most SHAPE_MAX_ELEMENTS. STATUS_BAD_VALUE unless
 * base is within 1e-100 .. 1e100, and so is `factor` where it is read (dynamic: what the base is
 * multiplied by); original_len, where it is read, is > 1 and at most 2^53; seq_len is within 0 ..
 * 2^53; 0 <= slow < fast (yarn: 0 < slow <= fast, and base > 1); attention_factor and both mscales
 * are >= 0 and the amplitude that follows is finite; head_dim >= dim and partial within 0 .. 1; riflex's
 * pair is one of the head, its margin within 1e-100 .. 1e100 and its seq_len >= 1; and longrope's lists
 * are there, each number within 1e-100 .. 1e100. */
Status pe_frequency_plan(PeFrequencyPlan *plan, const PeScaling *scaling, double base, int32_t dim);

/* The frequency of pair `pair` < dim / 2, radians per position; finite, and at most 1e200. */
double pe_frequency_at(const PeFrequencyPlan *plan, int32_t pair);

/* That frequency divided by the one before the rule. */
double pe_frequency_ratio(const PeFrequencyPlan *plan, int32_t pair);

/* inv_freq, ratio (dim / 2), attention_factor (1): all results of a rule. Statuses as of
 * pe_frequency_plan(). */
API Status pe_scaling_frequencies(double *inv_freq, double *ratio, double *attention_factor,
                                  const PeScaling *scaling, double base, int32_t dim);

/* pair (1): the pair, counted from 1, whose period 2 pi / w_i, rounded to an integer, is nearest to
 * repeat_at, the first of equals; period (1): that period. It is the pair that RIFLEx changes where the
 * output was first seen to repeat after repeat_at positions. Statuses as of pe_rope_frequencies(), and
 * STATUS_BAD_VALUE unless repeat_at is within 0 .. 2^53. */
API Status pe_scaling_repeating_pair(int32_t *pair, double *period, double base, double repeat_at,
                                     int32_t dim);

/* magnitude (1): m(s, k) = 0.1 k ln s + 1, and 1 for s <= 1. DeepSeek multiplies the logits by its
 * square, with k = mscale_all_dim, in addition to a factor of cos and sin. STATUS_BAD_VALUE unless
 * factor is within 1e-100 .. 1e100 and strength, k, is finite. */
API Status pe_scaling_magnitude(double *magnitude, double factor, double strength);

#endif
