/* Adam and AdamW: one update of parameters p from their gradient g.
 *
 *     p -= lr weight_decay p                   first, and apart from the gradient: AdamW
 *     m += (1 - beta1) (g - m)
 *     v += (1 - beta2) (g^2 - v)
 *     p -= lr m' / (sqrt(v') + eps)            m' = m / (1 - beta1^step), v' = v / (1 - beta2^step)
 *
 * eps is added outside the root, after the bias correction of v. lr scales the decay too, as in
 * PyTorch; in the AdamW paper the schedule scales it and the base rate does not.
 *
 * Papers   D. P. Kingma, J. Ba, "Adam: A Method for Stochastic Optimization", arXiv:1412.6980,
 *          algorithm 1; I. Loshchilov, F. Hutter, "Decoupled Weight Decay Regularization",
 *          arXiv:1711.05101, algorithm 2.
 */
#ifndef NN_ADAM_H
#define NN_ADAM_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"

// weight_decay 0 is Adam.
#define NN_ADAM_FIELDS(X)                                                                          \
    X(double, lr)                                                                                  \
    X(double, beta1)                                                                               \
    X(double, beta2)                                                                               \
    X(double, eps)                                                                                 \
    X(double, weight_decay)

typedef struct NnAdam {
    NN_ADAM_FIELDS(STRUCT_MEMBER)
} NnAdam;

/* STATUS_BAD_VALUE unless lr >= 0, weight_decay >= 0, eps > 0 (as a float) are finite and
 * 0 <= beta1, beta2 < 1. */
Status nn_adam_check(const NnAdam *settings);

/* p, m, v (n): in place; m and v are zeros before the first step. g (n). step counts from 1.
 * No two buffers may overlap. A gradient that is not finite makes p, m and v useless: the
 * caller checks the loss.
 * STATUS_BAD_SHAPE unless 1 <= n <= SHAPE_MAX_ELEMENTS and step >= 1; else as nn_adam_check(). */
API Status nn_adam_update(float *p, float *m, float *v, const float *g, const NnAdam *settings,
                          int32_t step, int32_t n);

#endif
