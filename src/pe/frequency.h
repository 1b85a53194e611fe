/* The frequencies of RoPE, and the rules that stretch them to contexts longer than those of training.
 *
 * Each rule changes inv_freq (dim / 2), radians a position, and may ask for a factor by which the
 * cosines and sines are multiplied too. With w_i = base^(-2i/dim), L = original_len, n = seq_len,
 * s = factor, and t_i = L w_i / 2 pi, the turns of pair i over the original length:
 *
 *   default        w_i
 *                  J. Su et al., arXiv:2104.09864, section 3.2.2
 *   linear         w_i / s: position interpolation
 *                  S. Chen et al., arXiv:2306.15595, equation 4
 *   ntk            base' = base s^(dim / (dim - 2)): the slowest pair is divided by s, the fastest kept
 *                  B. Peng et al., arXiv:2309.00071, definition 1 (its author's "NTK-aware" scaling)
 *   dynamic        ntk with s n' / L - (s - 1) for s, n' = max(n, L): the base grows with the text
 *                  ibid., section 3.3, in the form of public code
 *   yarn           w_i / s and w_i blended by a ramp that is linear in i, between the indices at which
 *                  a pair has `fast` and `slow` turns: as its authors' code and all libraries do.
 *                  truncate: these indices are rounded outwards to whole ones
 *   yarn-paper     the same with a ramp that is linear in t_i
 *                  ibid., section 3.2, equations 17 to 20, and 22 for the amplitude
 *   longrope       w_i / short_factor[i], or w_i / long_factor[i] where n > L
 *                  Y. Ding et al., arXiv:2402.13753, section 3; the amplitude as in Phi-3's code
 *   llama3         the ramp of yarn-paper, without its amplitude; slow and fast are the
 *                  low_freq_factor and high_freq_factor of configurations
 *                  A. Dubey et al., arXiv:2407.21783, section 3.2, in the form of public code
 *   proportional   base^(-2i/head_dim) / s: the exponent counts over the whole head, though only dim
 *                  elements of it turn
 *
 * Amplitude, 1 for all others: attention_factor where it is given. Else yarn: 0.1 ln s + 1 for s > 1;
 * m(s, mscale) / m(s, mscale_all_dim) where both are given, m(s, k) = 0.1 k ln s + 1, which is 1
 * where they are equal. longrope: sqrt(1 + ln s / ln L) for s > 1.
 */
#ifndef PE_FREQUENCY_H
#define PE_FREQUENCY_H

#include <stddef.h>
#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

#define PE_SCALING_LIST(X)                                                                         \
    X(PE_SCALING_DEFAULT, "default")                                                               \
    X(PE_SCALING_LINEAR, "linear")                                                                 \
    X(PE_SCALING_NTK, "ntk")                                                                       \
    X(PE_SCALING_DYNAMIC, "dynamic")                                                               \
    X(PE_SCALING_YARN, "yarn")                                                                     \
    X(PE_SCALING_YARN_PAPER, "yarn-paper")                                                         \
    X(PE_SCALING_LONGROPE, "longrope")                                                             \
    X(PE_SCALING_LLAMA3, "llama3")                                                                 \
    X(PE_SCALING_PROPORTIONAL, "proportional")

typedef enum PeScalingKind {
#define PE_SCALING_ENUM(name, words) name,
    PE_SCALING_LIST(PE_SCALING_ENUM)
#undef PE_SCALING_ENUM
} PeScalingKind;

/* A rule. Fields that its kind does not read may be zero; all zero is the default. It only points at
 * the lists of longrope, which are read wherever the rule is. */
typedef struct PeScaling {
    int32_t kind;
    int32_t truncate;           // yarn: not 0, the ramp's ends are whole indices
    int32_t head_dim;           // proportional: elements of a head, >= dim
    double factor;              // s > 0
    double original_len;        // L > 1, the length of training; dynamic, yarn, longrope, llama3
    double seq_len;             // n >= 0, the length at hand; dynamic, longrope
    double fast, slow;          // yarn: beta_fast, beta_slow; llama3: high_ and low_freq_factor
    double mscale;              // yarn; 0: not given
    double mscale_all_dim;      // yarn; 0: not given
    double attention_factor;    // yarn, longrope; 0: by rule
    const double *short_factor; // (dim / 2) longrope, each > 0
    const double *long_factor;  // (dim / 2) longrope, each > 0
} PeScaling;

/* A rule made ready for one base and dim: the frequencies then come one by one. */
typedef struct PeFrequencyPlan {
    PeScaling scaling;
    double base;
    int32_t dim;
    double attention_factor; // by which cos and sin are multiplied
    double stretch;          // ntk, dynamic: the slowest pair is divided by it
    double ramp_zero;        // yarn by index, the others by turns: from here on pairs are divided,
    double ramp_one;         // and beyond this on the other side kept
} PeFrequencyPlan;

/* STATUS_BAD_SHAPE unless dim is even, >= 2 and at most SHAPE_MAX_ELEMENTS. STATUS_BAD_VALUE unless base
 * is within 1e-100 .. 1e100, and so is `factor` where it is read (dynamic: what the base is multiplied
 * by); original_len, where it is read, is > 1 and at most 2^53; seq_len is within 0 .. 2^53;
 * 0 <= slow < fast (yarn: 0 < slow <= fast, and base > 1); attention_factor and both mscales are >= 0 and
 * the amplitude that follows is finite; head_dim >= dim; and longrope's lists are there, each number
 * within 1e-100 .. 1e100. */
Status pe_frequency_plan(PeFrequencyPlan *plan, const PeScaling *scaling, double base, int32_t dim);

/* Of pair `pair` < dim / 2, radians a position; finite, and at most 1e200. */
double pe_frequency_at(const PeFrequencyPlan *plan, int32_t pair);

/* The same over the frequency that the rule starts from. */
double pe_frequency_ratio(const PeFrequencyPlan *plan, int32_t pair);

/* inv_freq, ratio (dim / 2), attention_factor (1): all of a rule. Statuses of pe_frequency_plan(). */
API Status pe_scaling_frequencies(double *inv_freq, double *ratio, double *attention_factor,
                                  const PeScaling *scaling, double base, int32_t dim);

/* magnitude (1): m(s, k) = 0.1 k ln s + 1, and 1 for s <= 1. DeepSeek multiplies the logits by its
 * square, with k = mscale_all_dim, beside a ratio on cos and sin. STATUS_BAD_VALUE unless factor is within
 * 1e-100 .. 1e100 and strength, k, is finite. */
API Status pe_scaling_magnitude(double *magnitude, double factor, double strength);

/* *scaling with its fields, for JavaScript; it has pe_scaling_n_bytes() bytes. STATUS_BAD_VALUE unless kind
 * is one and every double is finite; what the kind asks of them is judged where it is used. */
API Status pe_scaling_set(PeScaling *scaling, int32_t kind, int32_t truncate, int32_t head_dim,
                          double factor, double original_len, double seq_len, double fast,
                          double slow, double mscale, double mscale_all_dim,
                          double attention_factor, const double *short_factor,
                          const double *long_factor);
API size_t pe_scaling_n_bytes(void);

#endif
