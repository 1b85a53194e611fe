/* What each method keeps in memory for a sequence, in bytes of float32; PE_METHOD_LIST (pe.h) has the
 * formulas in words.
 *
 *   sinusoidal, learned   the table (seq_len, d_model); so multiplicative and floater-*
 *   rope-*, xpos          cos and sin (seq_len, d_head / 2), one cache for all heads and layers
 *   alibi                 the bias (n_heads, seq_len, seq_len), where it is written out; its slopes
 *                         alone are n_heads numbers
 *   t5, kerple-*, fire,   the bias too; what they learn has the same few numbers for any length
 *     deberta
 *   transformer-xl        the sinusoids of all distances (2 seq_len - 1, d_model)
 *   cope                  as many rows of its learned table as positions can be (seq_len, d_head)
 *   clipped-bias          the bias and the learned table (n_heads, 2 clip + 1)
 *   shaw-*                the learned table (2 clip + 1, d_head), in each layer
 */
#ifndef PE_MEMORY_H
#define PE_MEMORY_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

/* bytes (1). A double, since a bias of 65536 x 65536 x 32 heads has more than 2^32.
 * STATUS_BAD_VALUE unless method is one of PeMethodId and clip is of 0 .. 2^27; STATUS_BAD_SHAPE
 * unless every size is >= 1 and d_head is even for RoPE. */
API Status pe_memory_bytes(double *bytes, int32_t method, int32_t seq_len, int32_t d_model,
                           int32_t n_heads, int32_t d_head, int32_t clip);

#endif
