/* The table of positional methods: where each acts, what it learns, where it was published.
 *
 * Where a method acts is data, not a branch. A layer runs the list of its methods at four points and
 * calls what stands in the table there; it never learns a method's name.
 *
 *   PE_INPUT    x += p          before the projections
 *   PE_QK       q, k -> Rq, Rk  after the projections, head by head
 *   PE_LOGITS   logits += bias  after q k^T * scale, before the masks and the softmax
 *   PE_OUTPUT   output += ...   after weights * v
 *
 * A backward function stands beside each forward function, for the way back in the opposite order:
 *
 *   PE_OUTPUT   from the gradient by `output`: dweights += ..., before the softmax's backward pass
 *   PE_LOGITS   from dlogits: dq, dk += ..., after what q k^T has put there
 *   PE_QK       dq, dk by what was turned -> by what came from the projections
 *   PE_INPUT    dx by the method's output -> by its input
 *
 * One call is one sequence. A method that does not read content adds the same numbers to every
 * sequence of a batch: its bias may be made once, and its backward pass run once, on the sum of
 * dlogits over the sequences.
 *
 * Memory: the caller owns every buffer. A PeConfig only points at weights and state; nothing is
 * kept. Buffers of one call must not overlap. On any status but STATUS_OK nothing has been written.
 */
#ifndef PE_PE_H
#define PE_PE_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/status.h"

typedef enum PePoint { PE_NOWHERE, PE_INPUT, PE_QK, PE_LOGITS, PE_OUTPUT } PePoint;

/* A line a method: its id; its name, as the element attributes write it; where it acts; the shape of what
 * it learns, or "nothing"; its paper; the bytes it keeps (pe/memory.h). JavaScript shows these words, C
 * never reads them. */
#define PE_METHOD_LIST(X)                                                                          \
    X(PE_NONE, "none", "nowhere", "nothing", "Kazemnejad et al. 2023, arXiv:2305.19466", "0")      \
    X(PE_SINUSOIDAL, "sinusoidal", "input", "nothing",                                             \
      "Vaswani et al. 2017, arXiv:1706.03762, section 3.5", "4 * seqLen * dModel")                 \
    X(PE_LEARNED, "learned", "input", "(maxLen, dModel)",                                          \
      "Gehring et al. 2017, arXiv:1705.03122, section 3.1", "4 * seqLen * dModel")                 \
    X(PE_ROPE_HALF, "rope-half", "qk", "nothing",                                                  \
      "Su et al. 2021, arXiv:2104.09864, section 3.2.2", "4 * 2 * seqLen * dHead / 2")             \
    X(PE_ROPE_INTERLEAVED, "rope-interleaved", "qk", "nothing",                                    \
      "Su et al. 2021, arXiv:2104.09864, section 3.2.2", "4 * 2 * seqLen * dHead / 2")             \
    X(PE_ALIBI, "alibi", "logits", "nothing", "Press et al. 2022, arXiv:2108.12409, section 3",    \
      "4 * nHeads * seqLen^2")                                                                     \
    X(PE_CLIPPED_BIAS, "clipped-bias", "logits", "(nHeads, 2 * clip + 1)",                         \
      "after Shaw et al. 2018, arXiv:1803.02155, section 3.2",                                     \
      "4 * (nHeads * seqLen^2 + nHeads * (2 * clip + 1))")                                         \
    X(PE_T5, "t5", "logits", "(nBuckets, nHeads)",                                                 \
      "Raffel et al. 2020, arXiv:1910.10683, section 2.1", "4 * nHeads * seqLen^2")                \
    X(PE_SHAW_KEYS, "shaw-keys", "logits", "(2 * clip + 1, dHead) in each layer",                  \
      "Shaw et al. 2018, arXiv:1803.02155, section 3.1", "4 * (2 * clip + 1) * dHead")             \
    X(PE_SHAW_VALUES, "shaw-values", "output", "(2 * clip + 1, dHead) in each layer",              \
      "Shaw et al. 2018, arXiv:1803.02155, section 3.1", "4 * (2 * clip + 1) * dHead")

typedef enum PeMethodId {
#define PE_METHOD_ENUM(id, name, acts_on, learns, paper, memory) id,
    PE_METHOD_LIST(PE_METHOD_ENUM)
#undef PE_METHOD_ENUM
        PE_METHOD_COUNT
} PeMethodId;

/* What a method needs to know; fields that it does not read may be zero. */
typedef struct PeConfig {
    int32_t d_model;
    int32_t n_heads;
    int32_t d_head;
    int32_t first_pos;    // position of key 0; query i stands at first_pos + i + n_key - n_query
    bool causal;          // the layer hides keys after the query: T5's buckets are then one-sided
    float scale;          // by which the layer multiplies q k^T (Shaw's keys are scaled with it)
    double base;          // frequency base, 10000 in the papers
    int32_t rotary_dim;   // RoPE: leading elements of a head that turn, even; 0 = d_head
    int32_t clip;         // clipped bias, Shaw: offsets j - i are clamped to -clip..clip
    int32_t n_buckets;    // T5
    int32_t max_distance; // T5: from here on all distances share a bucket
    int32_t table_len;    // learned: rows of table, the positions that it has
    const float *table;   // what the method learns, as learned_shape() says; else NULL
    const float *state;   // from prepare(), with the same config; NULL: computed afresh
    int32_t state_len;    // tokens that state was prepared for
} PeConfig;

/* Rows and columns of what a method learns, row-major; 0 x 0 for nothing. */
typedef struct PeShape {
    int32_t n_rows, n_cols;
} PeShape;

/* The shape of the method's table, and of its gradient dtable. Sizes are not checked. */
typedef PeShape PeLearnedShape(const PeConfig *config);

/* Floats of state for n_tokens tokens; 0 where the method has none, and for sizes that prepare()
 * refuses. */
typedef int64_t PeNState(const PeConfig *config, int32_t n_tokens);

/* state: what depends on positions alone, first_pos .. first_pos + n_tokens - 1, made once a length
 * so that a training step computes no sine. Reads neither table nor state of config. One state
 * serves all layers, and fewer than n_tokens tokens too (n_query <= n_key <= n_tokens); a forward or
 * backward pass beyond it is refused with STATUS_OUT_OF_RANGE. */
typedef Status PePrepare(float *state, const PeConfig *config, int32_t n_tokens);

/* x (n_tokens, d_model), in place. STATUS_OUT_OF_RANGE where the method has no such position. */
typedef Status PeInputForward(float *x, const PeConfig *config, int32_t n_tokens);

/* dx (n_tokens, d_model), in place: the gradient by the method's output becomes that by its input.
 * dtable is added to; NULL where the method learns nothing or nobody asks. x: what was given to the
 * forward pass; may be NULL where the method does not read content. */
typedef Status PeInputBackward(float *dx, float *dtable, const float *x, const PeConfig *config,
                               int32_t n_tokens);

/* q (n_heads, n_query, d_head) and k (n_heads, n_key, d_head), in place. */
typedef Status PeQkForward(float *q, float *k, const PeConfig *config, int32_t n_query,
                           int32_t n_key);

/* dq, dk as q, k, in place: gradients by the turned q and k become those by what was turned. */
typedef Status PeQkBackward(float *dq, float *dk, const PeConfig *config, int32_t n_query,
                            int32_t n_key);

/* logits (n_heads, n_query, n_key), added to; q and k as above, already turned. q and k may be NULL
 * where the method does not read content. In a causal layer keys after their query may be left out. */
typedef Status PeLogitsForward(float *logits, const float *q, const float *k,
                               const PeConfig *config, int32_t n_query, int32_t n_key);

/* dq, dk (as q, k) and dtable are added to; each may be NULL where the method leaves it alone: dq and
 * dk where it does not read content, dtable where it learns nothing or nobody asks.
 * dlogits (n_heads, n_query, n_key) is 0 where a key is hidden; q, k as in the forward pass. */
typedef Status PeLogitsBackward(float *dq, float *dk, float *dtable, const float *dlogits,
                                const float *q, const float *k, const PeConfig *config,
                                int32_t n_query, int32_t n_key);

/* output (n_heads, n_query, d_head), added to; weights (n_heads, n_query, n_key), 0 where a key is
 * hidden. */
typedef Status PeOutputForward(float *output, const float *weights, const PeConfig *config,
                               int32_t n_query, int32_t n_key);

/* dweights (as weights) and dtable are added to; dtable may be NULL as above. doutput as output. In a
 * causal layer keys after their query may be left out of dweights. */
typedef Status PeOutputBackward(float *dweights, float *dtable, const float *doutput,
                                const float *weights, const PeConfig *config, int32_t n_query,
                                int32_t n_key);

typedef struct PeMethod {
    PePoint acts_on;

    const char *tensor; // name of what it learns, behind "layers.N." if per_layer; NULL for nothing
    bool per_layer;     // each layer has a table of its own; else one is shared by all layers
    bool reads_content; // needs q and k, or weights: what it adds differs from sequence to sequence
    double init_sigma;  // before training the table is Gaussian with this deviation, mean 0
    PeLearnedShape *learned_shape; // set in every entry, as the next two
    PeNState *n_state;
    PePrepare *prepare;

    PeInputForward *input_forward; // set where acts_on == PE_INPUT, NULL elsewhere
    PeInputBackward *input_backward;
    PeQkForward *qk_forward; // PE_QK
    PeQkBackward *qk_backward;
    PeLogitsForward *logits_forward; // PE_LOGITS
    PeLogitsBackward *logits_backward;
    PeOutputForward *output_forward; // PE_OUTPUT
    PeOutputBackward *output_backward;
} PeMethod;

/* The entry of a method, or NULL when id is none of PeMethodId. The table is constant. */
const PeMethod *pe_method(int32_t id);

/* Floats of what a method learns, 0 for nothing. */
static inline int64_t pe_n_learned(const PeMethod *method, const PeConfig *config) {
    const PeShape shape = method->learned_shape(config);
    return (int64_t)shape.n_rows * shape.n_cols;
}

#endif
