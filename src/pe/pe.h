/* The table of positional methods: where each acts, what it learns, where it was published.
 *
 * Where a method acts is data, not a branch. A layer runs the list of its methods at seven points and
 * calls the functions that the table has for that point; it never sees a method's name.
 *
 *   PE_INPUT    x += p          before the projections
 *   PE_KV       k, v = ...      from x, in place of the layer's own projections; at most one method of a list
 *   PE_QK       q, k -> Rq, Rk  after the projections, head by head
 *   PE_VALUES   v -> Rv         after the projections, and output -> R^-1 output after PE_OUTPUT
 *   PE_LOGITS   logits += bias  after q k^T * scale, or in place of it, before the masks and the softmax
 *   PE_WEIGHTS  weights = ...   from the logits, in place of the softmax; at most one method of a list
 *   PE_OUTPUT   output += ...   after weights * v
 *
 * A backward function is beside each forward function, for the backward pass in the opposite order:
 *
 *   PE_VALUES   doutput before all others, dv after them
 *   PE_OUTPUT   from the gradient by `output`: dweights += ..., before the softmax's backward pass
 *   PE_WEIGHTS  dweights -> dlogits, in place of the softmax's backward pass
 *   PE_LOGITS   from dlogits: dq, dk += ..., after what q k^T has put there
 *   PE_QK       dq, dk by what was rotated -> by what came from the projections
 *   PE_KV       from dk, dv: dx += ...
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
#include "fields.h"

// From PE_LOGITS to PE_OUTPUT a method acts on pairs of tokens, at all others on each token alone.
typedef enum PePoint {
    PE_NOWHERE,
    PE_INPUT,
    PE_QK,
    PE_VALUES,
    PE_LOGITS,
    PE_WEIGHTS,
    PE_OUTPUT,
    PE_KV
} PePoint;

/* One line per method: its id; its entry, which is in its own file; its name, as the element attributes
 * write it; where it acts; the floats that it keeps for a sequence (pe_memory_bytes). JavaScript reads the
 * words, C never does; what a method learns, in words, and its paper are in web/core/pe/method-texts.js. */
#define PE_METHOD_LIST(X)                                                                          \
    X(PE_NONE, pe_none, "none", "nowhere", 0)                                                      \
    X(PE_SINUSOIDAL, pe_sinusoidal, "sinusoidal", "input", seq_len *d_model)                       \
    X(PE_LEARNED, pe_learned, "learned", "input", seq_len *d_model)                                \
    X(PE_ROPE_HALF, pe_rope_half, "rope-half", "qk", seq_len *d_head)                              \
    X(PE_ROPE_INTERLEAVED, pe_rope_interleaved, "rope-interleaved", "qk", seq_len *d_head)         \
    X(PE_ALIBI, pe_alibi, "alibi", "logits", n_heads *seq_len *seq_len)                            \
    X(PE_CLIPPED_BIAS, pe_clipped_bias, "clipped-bias", "logits",                                  \
      n_heads *seq_len *seq_len + n_heads * (2 * clip + 1))                                        \
    X(PE_T5, pe_t5, "t5", "logits", n_heads *seq_len *seq_len)                                     \
    X(PE_SHAW_KEYS, pe_shaw_keys, "shaw-keys", "logits", (2 * clip + 1) * d_head)                  \
    X(PE_SHAW_VALUES, pe_shaw_values, "shaw-values", "output", (2 * clip + 1) * d_head)            \
    X(PE_KERPLE_LOG, pe_kerple_log, "kerple-log", "logits", n_heads *seq_len *seq_len)             \
    X(PE_KERPLE_POWER, pe_kerple_power, "kerple-power", "logits", n_heads *seq_len *seq_len)       \
    X(PE_FIRE, pe_fire, "fire", "logits", n_heads *seq_len *seq_len)                               \
    X(PE_COPE, pe_cope, "cope", "logits", seq_len *d_head)                                         \
    X(PE_LOG_N, pe_log_n, "log-n", "qk", 0)                                                        \
    X(PE_MULTIPLICATIVE, pe_multiplicative, "multiplicative", "input", seq_len *d_model)           \
    X(PE_FLOATER_RECURRENT, pe_floater_recurrent, "floater-recurrent", "input", seq_len *d_model)  \
    X(PE_FLOATER, pe_floater, "floater", "input", seq_len *d_model)                                \
    X(PE_TRANSFORMER_XL, pe_transformer_xl, "transformer-xl", "logits",                            \
      (2 * seq_len - 1) * d_model)                                                                 \
    X(PE_DEBERTA, pe_deberta, "deberta", "logits", n_heads *seq_len *seq_len)                      \
    X(PE_XPOS, pe_xpos, "xpos", "qk", seq_len *d_head)                                             \
    X(PE_TEMPERATURE, pe_temperature, "temperature", "qk", 0)                                      \
    X(PE_FOX, pe_fox, "fox", "logits", n_heads *seq_len *seq_len)                                  \
    X(PE_POPE, pe_pope, "pope", "logits", 2 * seq_len * d_head)                                    \
    X(PE_SINK, pe_sink, "sink", "weights", n_heads)                                                \
    X(PE_STICK_BREAKING, pe_stick_breaking, "stick-breaking", "weights", 0)                        \
    X(PE_ROPE_VALUES, pe_rope_values, "rope-values", "values", seq_len *d_head)                    \
    X(PE_MLA_ROPE, pe_mla_rope, "mla-rope", "kv", seq_len *d_head / 2)                             \
    X(PE_MLA_NOPE, pe_mla_nope, "mla-nope", "kv", 0)                                               \
    X(PE_PATH, pe_path, "path", "logits", n_heads *seq_len *(d_head + 1))                          \
    X(PE_ROPE_MIXED, pe_rope_mixed, "rope-mixed", "qk", n_heads *seq_len *d_head)

typedef enum PeMethodId {
#define PE_METHOD_ENUM(id, entry, name, acts_on, n_floats) id,
    PE_METHOD_LIST(PE_METHOD_ENUM)
#undef PE_METHOD_ENUM
        PE_METHOD_COUNT
} PeMethodId;

enum { PE_MAX_RANK = 3, PE_MAX_TENSORS = 6 };

/* Sizes of a tensor, row-major; zeros behind the last. */
typedef struct PeShape {
    int32_t sizes[PE_MAX_RANK];
} PeShape;

/* Shapes that several methods have: (n_heads), (width), (table_len, d_model). */
PeShape pe_shape_heads(const PeConfig *config);
PeShape pe_shape_width(const PeConfig *config);
PeShape pe_shape_table(const PeConfig *config);

/* One of the tensors that a method learns. */
typedef struct PeTensor {
    const char *name;                         // behind "layers.N." where it is per_layer
    PeShape (*shape)(const PeConfig *config); // not checked; all 0 where it cannot be
    double mean, sigma;                       // of the Gaussian it is drawn from before training
} PeTensor;

/* Floats of state for n_tokens tokens; 0 where the method has none, and for sizes that prepare()
 * refuses. */
typedef int64_t PeNState(const PeConfig *config, int32_t n_tokens);

/* state: what depends on positions alone, first_pos .. first_pos + n_tokens - 1, made once per length
 * so that a training step computes no sine. Reads neither table nor state of config. One state
 * serves all layers, and fewer than n_tokens tokens too (n_query <= n_key <= n_tokens); a forward or
 * backward pass beyond it is refused with STATUS_OUT_OF_RANGE. */
typedef Status PePrepare(float *state, const PeConfig *config, int32_t n_tokens);

/* Floats of config->scratch that one call needs, forward or backward; on the input n_query = n_key =
 * n_tokens. 0 for sizes that the call refuses. Contents are undefined before and after. */
typedef int64_t PeNScratch(const PeConfig *config, int32_t n_query, int32_t n_key);

/* x (n_tokens, d_model), in place. STATUS_OUT_OF_RANGE where the method has no such position. */
typedef Status PeInputForward(float *x, const PeConfig *config, int32_t n_tokens);

/* dx (n_tokens, d_model), in place: the gradient by the method's output becomes that by its input.
 * dtable is added to; NULL where the method learns nothing or no gradient is needed. x: the input of the
 * forward pass; may be NULL where the method does not read content. */
typedef Status PeInputBackward(float *dx, float *dtable, const float *x, const PeConfig *config,
                               int32_t n_tokens);

/* q (n_heads, n_query, d_head) and k (n_heads, n_key, d_head), in place. */
typedef Status PeQkForward(float *q, float *k, const PeConfig *config, int32_t n_query,
                           int32_t n_key);

/* dq, dk as q, k, in place: gradients by the rotated q and k become those by what was rotated. */
typedef Status PeQkBackward(float *dq, float *dk, const PeConfig *config, int32_t n_query,
                            int32_t n_key);

/* dtable is added to, before qk_backward(), from dq and dk by what the method made; q and k as the layer's methods
 * left them: a method that learns is the only one on queries and keys. */
typedef Status PeQkTableBackward(float *dtable, const float *dq, const float *dk, const float *q,
                                 const float *k, const PeConfig *config, int32_t n_query,
                                 int32_t n_key);

/* v (n_heads, n_key, d_head) and output (n_heads, n_query, d_head), in place; each may be NULL. */
typedef Status PeValuesForward(float *output, float *v, const PeConfig *config, int32_t n_query,
                               int32_t n_key);

/* doutput, dv as output, v, in place: gradients by what was made become those by what it was made of. */
typedef Status PeValuesBackward(float *doutput, float *dv, const PeConfig *config, int32_t n_query,
                                int32_t n_key);

/* The tensors of one sequence in `buffers`: k, v (n_heads, n_tokens, d_head), written; q of the same shape, in
 * place; x (n_tokens, d_model), what the layer projects. */
struct PeBuffers;
typedef Status PeKvForward(const struct PeBuffers *buffers, const PeConfig *config,
                           int32_t n_tokens);

/* dq in place, as q; dk and dv, as k and v, are read, and hold anything after it; dx and dtable are added to, and
 * dtable may be NULL where its gradient is not wanted. */
typedef Status PeKvBackward(const struct PeBuffers *buffers, const PeConfig *config,
                            int32_t n_tokens);

/* logits (n_heads, n_query, n_key), added to; q and k as above, already rotated. q and k may be NULL
 * where the method does not read content. In a causal layer keys after their query may be left out. */
typedef Status PeLogitsForward(float *logits, const float *q, const float *k,
                               const PeConfig *config, int32_t n_query, int32_t n_key);

/* What a backward pass at the logits adds to: dq, dk (as q, k), dtable and dx (as config->x). Each may be
 * NULL where the method leaves it alone: dq and dk where it does not read content, dtable where it learns
 * nothing or its gradient is not wanted, dx unless it reads tokens. */
typedef struct PeLogitsGradients {
    float *dq, *dk, *dtable, *dx;
} PeLogitsGradients;

/* dlogits (n_heads, n_query, n_key) is 0 where a key is hidden; q, k as in the forward pass. */
typedef Status PeLogitsBackward(const PeLogitsGradients *gradients, const float *dlogits,
                                const float *q, const float *k, const PeConfig *config,
                                int32_t n_query, int32_t n_key);

/* weights (n_heads, n_query, n_key), written, from logits of the same shape, -inf where a key is hidden. */
typedef Status PeWeightsForward(float *weights, const float *logits, const PeConfig *config,
                                int32_t n_query, int32_t n_key);

/* dlogits holds the gradient by the weights and becomes that by the logits, in place; dtable is added to, and
 * may be NULL as above. weights, logits: of the forward pass. Where a key is hidden dlogits may hold anything,
 * and becomes 0. */
typedef Status PeWeightsBackward(float *dlogits, float *dtable, const float *weights,
                                 const float *logits, const PeConfig *config, int32_t n_query,
                                 int32_t n_key);

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

    const PeTensor *tensors; // (n_tensors) what it learns, or NULL
    int32_t n_tensors;
    bool per_layer;     // each layer has tensors of its own; else all layers share them
    bool reads_content; // needs x, q and k, or weights: what it adds differs between sequences
    bool reads_tokens;  // reads config->x; on the logits q and k too only if is_product
    bool is_product;    // on the logits: what it adds replaces scale * q k^T, which is left out
    bool is_bounded;    // has positions 0 .. table_len-1 and refuses all others
    bool ignores_ids;   // has none, or finds them in what it reads: ids of a model do not reach it
    double logits_factor; // the layer's 1/sqrt(d_head) is multiplied by it; 0 means 1
    PeNState *n_state;    // NULL, as prepare, where it has no state
    PePrepare *prepare;
    PeNScratch *n_scratch; // NULL where it needs none

    PeInputForward *input_forward; // set where acts_on == PE_INPUT, NULL elsewhere
    PeInputBackward *input_backward;
    PeQkForward *qk_forward; // PE_QK
    PeQkBackward *qk_backward;
    PeQkTableBackward *qk_table_backward; // NULL where it learns nothing
    PeValuesForward *values_forward;      // PE_VALUES
    PeValuesBackward *values_backward;
    PeLogitsForward *logits_forward; // PE_LOGITS
    PeLogitsBackward *logits_backward;
    PeWeightsForward *weights_forward; // PE_WEIGHTS
    PeWeightsBackward *weights_backward;
    PeOutputForward *output_forward; // PE_OUTPUT
    PeOutputBackward *output_backward;
    PeKvForward *kv_forward; // PE_KV
    PeKvBackward *kv_backward;
} PeMethod;

// Each entry is in its method's own file.
#define PE_METHOD_ENTRY(id, entry, name, acts_on, n_floats) extern const PeMethod entry;
PE_METHOD_LIST(PE_METHOD_ENTRY)
#undef PE_METHOD_ENTRY

/* The tensors of one call at any point, named as in the functions above, but that PE_VALUES has its gradients in
 * output and v too. A tensor that the method neither reads nor writes may be NULL. */
#define PE_BUFFER_FIELDS(X)                                                                        \
    X(float *, x)                                                                                  \
    X(float *, q)                                                                                  \
    X(float *, k)                                                                                  \
    X(float *, v)                                                                                  \
    X(float *, logits)                                                                             \
    X(float *, output)                                                                             \
    X(float *, weights)                                                                            \
    X(float *, dx)                                                                                 \
    X(float *, dq)                                                                                 \
    X(float *, dk)                                                                                 \
    X(float *, dv)                                                                                 \
    X(const float *, dlogits)                                                                      \
    X(const float *, doutput)                                                                      \
    X(float *, dweights)                                                                           \
    X(float *, dtable)

typedef struct PeBuffers {
    PE_BUFFER_FIELDS(STRUCT_MEMBER)
} PeBuffers;

enum { PE_N_BUFFERS = sizeof(PeBuffers) / sizeof(float *) };

/* What the method does where it acts, or its backward pass. On the input n_query = n_key = n_tokens. */
Status pe_act(const PeMethod *method, bool is_backward, const PeBuffers *buffers,
              const PeConfig *config, int32_t n_query, int32_t n_key);

/* The entry of a method, or NULL when id is none of PeMethodId. */
const PeMethod *pe_method(int32_t id);

/* Floats of a tensor; 0 for a shape that cannot be. */
int64_t pe_tensor_n(PeShape shape);

/* Floats of all that a method learns, 0 for nothing; of state and of scratch (PeNState, PeNScratch). */
int64_t pe_n_learned(const PeMethod *method, const PeConfig *config);
int64_t pe_n_state(const PeMethod *method, const PeConfig *config, int32_t n_tokens);
int64_t pe_n_scratch(const PeMethod *method, const PeConfig *config, int32_t n_query,
                     int32_t n_key);

/* What a layer whose one method this is multiplies q k^T by, but for 1 / sqrt(d_head). */
double pe_logits_factor(const PeMethod *method);

#endif
