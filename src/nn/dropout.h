/* Dropout: in training, each element is set to zero with probability p and the others are divided
 * by 1 - p, so that the mean is unchanged; otherwise x is copied.
 *
 * Paper    N. Srivastava et al., "Dropout: A Simple Way to Prevent Neural Networks from
 *          Overfitting", JMLR 15 (2014); scaled in training (section 10), as all libraries do.
 */
#ifndef NN_DROPOUT_H
#define NN_DROPOUT_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

/* y (n) from x (n); y may be x itself. Element i is dropped where element i of the stream
 * `name` (n_name bytes, base/rng.h), as a number of [0, 1), is below p: the same seed and name drop
 * the same elements, so that the backward pass is this function applied to dy.
 * Outside training p is 0: y = x. STATUS_BAD_SHAPE unless 1 <= n <= SHAPE_MAX_ELEMENTS, n_name >= 0;
 * STATUS_BAD_VALUE unless 0 <= p < 1. */
API Status nn_dropout_forward(float *y, const float *x, double p, const char *name, int32_t n_name,
                              uint32_t seed_lo, uint32_t seed_hi, int32_t n);

#endif
