/* Log-N: attention is sharpened as the text grows.
 *
 * With more keys a softmax spreads over more of them. What works against that is a factor on the
 * logits; a constant added to them does nothing, since the softmax does not see it.
 *
 * Paper    D. Chiang, P. Cholak, "Overcoming a Theoretical Limitation of Self-Attention", ACL 2022,
 *          arXiv:2202.12172, multiply logits by ln n. Divided by that of training, and never below
 *          1, it leaves a trained model as it is until the text is longer, as in public models.
 * Acts on  queries: that which sees n keys in a causal layer, at position n - 1, is multiplied by
 *          max(1, ln n / ln train_len), and with it its logits q k^T. Query i stands at
 *          first_pos + i + n_key - n_query. Keys are left alone.
 *
 * STATUS_BAD_SHAPE unless each size is >= 1 and each tensor has at most SHAPE_MAX_ELEMENTS;
 * STATUS_BAD_VALUE unless train_len >= 2.
 */
#ifndef PE_LOG_N_H
#define PE_LOG_N_H

#include "pe.h"

#endif
