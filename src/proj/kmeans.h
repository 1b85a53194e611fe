/* k-means: the rows of a table in k clusters, each around the mean of its rows.
 *
 * Source  S. Lloyd, "Least squares quantization in PCM", IEEE Trans. Inf. Theory 28 (1982); seeds
 *         by D. Arthur, S. Vassilvitskii, "k-means++: the advantages of careful seeding", SODA
 *         2007, section 2.2. In double; of equally near centres the first.
 *
 * STATUS_BAD_SHAPE unless 1 <= k <= n, d >= 1 and x (n, d) has at most SHAPE_MAX_ELEMENTS;
 * STATUS_BAD_VALUE unless x is finite.
 */
#ifndef PROJ_KMEANS_H
#define PROJ_KMEANS_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/rng.h"
#include "../base/status.h"

/* centres (k, d): rows of x. The first is any row; each next one is row i with probability in
 * proportion to its squared distance from the nearest centre so far, and so another row, unless
 * all rows are centres already. Element c of the random stream (see base/rng.h) chooses centre c.
 * scratch (n). STATUS_BAD_SHAPE also for n_name < 0. */
API Status proj_kmeans_seed(double *centres, double *scratch, const float *x,
                            const RngStream *stream, int32_t k, int32_t n, int32_t d);

/* One step of Lloyd's, from centres (k, d):
 *   labels (n)    the nearest centre of each row
 *   inertia       the sum of squared distances from it
 *   centres       the mean of the rows that have its label; a centre without any moves to the row
 *                 that is then farthest from its own centre, unless every row is on a centre
 * Inertia never rises from step to step. Once two steps give the same labels, labels and centres do
 * not change any more. scratch (k). STATUS_BAD_VALUE also for a centre beyond a float's range. */
API Status proj_kmeans_step(int32_t *labels, double *centres, double *inertia, double *scratch,
                            const float *x, int32_t k, int32_t n, int32_t d);

#endif
