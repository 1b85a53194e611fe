/* Log-N: attention is sharpened as the sequence grows.
 *
 * With more keys a softmax spreads over more of them. A factor on the logits counteracts that; a
 * constant added to them has no effect, because the softmax is invariant to it.
 *
 * Paper    D. Chiang, P. Cholak, "Overcoming a Theoretical Limitation of Self-Attention", ACL 2022,
 *          arXiv:2202.12172, multiply logits by ln n. Divided by its value at the training
 *          length, and never below 1, it does not change a trained model up to that length, as in
 *          public models.
 * Acts on  queries: a query that sees n keys in a causal layer, at position n - 1, is multiplied by
 *          max(1, ln n / ln train_len), and with it its logits q k^T. Query i is at
 *          first_pos + i + n_key - n_query. Keys are unchanged.
 *
 * STATUS_BAD_SHAPE unless each size is >= 1 and each tensor has at most SHAPE_MAX_ELEMENTS;
 * STATUS_BAD_VALUE unless train_len >= 2.
 */
#ifndef PE_LOG_N_H
#define PE_LOG_N_H

#include "pe.h"

#endif
