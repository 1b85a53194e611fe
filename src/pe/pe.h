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
 * Memory: the caller owns every buffer. A PeConfig only points at weights; nothing is kept.
 */
#ifndef PE_PE_H
#define PE_PE_H

#include <stdint.h>

#include "../base/status.h"

typedef enum PePoint { PE_NOWHERE, PE_INPUT, PE_QK, PE_LOGITS, PE_OUTPUT } PePoint;

typedef enum PeMethodId {
    PE_NONE,
    PE_SINUSOIDAL,
    PE_LEARNED,
    PE_ROPE_HALF,
    PE_ROPE_INTERLEAVED,
    PE_ALIBI,
    PE_CLIPPED_BIAS,
    PE_METHOD_COUNT
} PeMethodId;

/* What a method needs to know; fields that it does not read may be zero. */
typedef struct PeConfig {
    int32_t d_model;
    int32_t n_heads;
    int32_t d_head;
    int32_t first_pos;  // position of key 0; query i stands at first_pos + i + n_key - n_query
    double base;        // frequency base, 10000 in the papers
    int32_t rotary_dim; // RoPE: leading elements of a head that turn, even; 0 = d_head
    const float *table; // learned: (table_len, d_model); clipped bias: (n_heads, 2 * clip + 1)
    int32_t table_len;  // learned: rows of table
    int32_t clip;       // clipped bias: offsets j - i are clamped to -clip..clip
} PeConfig;

/* x (n_tokens, d_model), in place. */
typedef Status PeInputForward(float *x, const PeConfig *config, int32_t n_tokens);

/* q (n_heads, n_query, d_head) and k (n_heads, n_key, d_head), in place. */
typedef Status PeQkForward(float *q, float *k, const PeConfig *config, int32_t n_query,
                           int32_t n_key);

/* logits (n_heads, n_query, n_key), added to; q and k as above, already turned. */
typedef Status PeLogitsForward(float *logits, const float *q, const float *k,
                               const PeConfig *config, int32_t n_query, int32_t n_key);

typedef struct PeMethod {
    const char *name; // as the element attributes write it: "rope-half"
    PePoint acts_on;
    const char *learns; // shape of what it learns, or "nothing"
    const char *paper;
    PeInputForward *input_forward;   // set where acts_on == PE_INPUT, NULL elsewhere
    PeQkForward *qk_forward;         // PE_QK
    PeLogitsForward *logits_forward; // PE_LOGITS
} PeMethod;

/* The entry of a method, or NULL when id is none of PeMethodId. The table is constant. */
const PeMethod *pe_method(int32_t id);

#endif
