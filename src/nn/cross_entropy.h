/* The cross-entropy of a row of logits x and its target token:
 *
 *     loss = mean over the rows that count of  ln(sum of exp x) - x[target]
 *
 * A row counts where its target is >= 0; -1 (or any other negative number) leaves it out. exp of
 * the loss is the perplexity.
 *
 * Source   I. Goodfellow, Y. Bengio, A. Courville, "Deep Learning", 2016, sections 3.13 and 6.2.2;
 *          label smoothing: C. Szegedy et al., arXiv:1512.00567, section 7.
 *
 * Every function: STATUS_BAD_SHAPE unless n_rows, n_classes >= 1 and the matrix has at most
 * SHAPE_MAX_ELEMENTS; STATUS_OUT_OF_RANGE unless every target is under n_classes.
 */
#ifndef NN_CROSS_ENTROPY_H
#define NN_CROSS_ENTROPY_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

/* loss (1), in nats. dlogits (n_rows, n_classes) or NULL: its gradient by the logits, rows of zeros
 * where a row does not count; may be logits itself. logits (n_rows, n_classes), targets (n_rows).
 * smoothing: that share of a row's target is spread uniformly over all classes, the target's
 * own included. Logits that are NaN, or a row of nothing but -inf, make the loss NaN.
 * STATUS_BAD_VALUE unless 0 <= smoothing < 1 and at least one row counts. */
API Status nn_cross_entropy_forward(double *loss, float *dlogits, const float *logits,
                                    const int32_t *targets, double smoothing, int32_t n_rows,
                                    int32_t n_classes);

/* counts (2): the rows that count, and those of them whose largest logit is the target's. Of equal
 * largest logits the first is the answer; a row that holds NaN is not right. */
API Status nn_cross_entropy_count(int32_t *counts, const float *logits, const int32_t *targets,
                                  int32_t n_rows, int32_t n_classes);

#endif
