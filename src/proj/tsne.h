/* t-SNE: a map of points whose neighbours are the neighbours of the rows of a table.
 *
 * Source  L. van der Maaten, G. Hinton, "Visualizing data using t-SNE", JMLR 9 (2008): equation 1
 *         (conditional), section 3.1 (joint), equations 4 and 5 (Q and the gradient), section 3.4
 *         and its footnotes (early exaggeration, momentum, adaptive gains after R. Jacobs 1988).
 *         Exact: every pair of points, in double.
 *
 * Points that are equal in x stay equal in y, to the bit, when they start so: every sum over the
 * others has the same terms in the same order for both.
 *
 * STATUS_BAD_SHAPE unless 2 <= n <= PROJ_TSNE_MAX_POINTS, 1 <= n_dims <= PROJ_TSNE_MAX_DIMS and
 * x has at most SHAPE_MAX_ELEMENTS. What a function of this file has made is not checked again as
 * an input: NaN in gives NaN out.
 */
#ifndef PROJ_TSNE_H
#define PROJ_TSNE_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

enum { PROJ_TSNE_MAX_POINTS = 4096, PROJ_TSNE_MAX_DIMS = 3 };

/* For the rows of x (n, d):
 *   conditional (n, n)   p(j|i) = exp(-beta_i |x_i - x_j|^2) / its sum over j != i; p(i|i) = 0
 *   beta (n)             1 / (2 sigma_i^2), such that exp(entropy of row i, in nats) = perplexity
 * A row with at least `perplexity` equally near neighbours cannot reach that perplexity: its
 * probability is divided equally among them, beta = infinity.
 * STATUS_BAD_VALUE unless 1 <= perplexity <= n - 1 and x is finite. */
API Status proj_tsne_conditional(double *conditional, double *beta, const float *x,
                                 double perplexity, int32_t n, int32_t d);

/* joint (n, n): P = (p(j|i) + p(i|j)) / 2n, symmetric, of sum 1. May be conditional itself. */
API Status proj_tsne_joint(double *joint, const double *conditional, int32_t n);

/* kl: the sum over pairs of P log(P / Q), in nats, where Q = w / its sum over pairs and
 * w = 1 / (1 + |y_i - y_j|^2). joint (n, n), y (n, n_dims). */
API Status proj_tsne_kl(double *kl, const double *joint, const double *y, int32_t n,
                        int32_t n_dims);

/* dy (n, n_dims): the gradient of that, with P multiplied by early_exaggeration:
 * dy_i = 4 sum_j (early_exaggeration P - Q) w (y_i - y_j).
 * STATUS_BAD_VALUE unless 1 <= early_exaggeration <= 1000. */
API Status proj_tsne_gradient(double *dy, const double *joint, const double *y,
                              double early_exaggeration, int32_t n, int32_t n_dims);

/* state (4, n, n_dims): y as given, velocity 0, gains 1, gradient 0.
 * STATUS_BAD_VALUE unless y (n, n_dims) is finite. */
API Status proj_tsne_init(double *state, const float *y, int32_t n, int32_t n_dims);

/* One step down the gradient, all of it in state (4, n, n_dims):
 *   gains      + 0.2 where the gradient points against the velocity's step, else x 0.8; >= 0.01
 *   velocity   momentum velocity - learning_rate gains gradient
 *   y          + velocity, then centred
 * STATUS_BAD_VALUE unless 0 < learning_rate <= 1e6, 1 <= early_exaggeration <= 1000 and
 * 0 <= momentum < 1; then y stays finite for any number of steps. */
API Status proj_tsne_step(double *state, const double *joint, double learning_rate,
                          double early_exaggeration, double momentum, int32_t n, int32_t n_dims);

#endif
