/* Measures of tables and matrices, which the meters show.
 *
 * Every function writes one double (or what its comment says), sums in double, and returns
 * STATUS_BAD_SHAPE unless each size is >= 1 and each tensor has at most SHAPE_MAX_ELEMENTS. NaN in
 * the data gives NaN, never an error.
 */
#ifndef LINALG_MEASURE_H
#define LINALG_MEASURE_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

/* similarity (n, n): x_i . x_j / (|x_i| |x_j|), rows of x (n, d); 0 where a row is all zeros.
 * norms (n) is scratch. */
API Status linalg_measure_cosine(float *similarity, double *norms, const float *x, int32_t n,
                                 int32_t d);

/* distance: the smallest distance of two rows of x (n, d); pair (2): their indices i < j, the first
 * pair where several are equally near.
 * STATUS_BAD_SHAPE also for n < 2. */
API Status linalg_measure_min_distance(double *distance, int32_t *pair, const float *x, int32_t n,
                                       int32_t d);

/* error: max over rows of | |y_r| / |x_r| - 1 |, x and y (n, d). Two zero rows agree; for a
 * zero row of x and another of y the error is infinite. */
API Status linalg_measure_norm_error(double *error, const float *y, const float *x, int32_t n,
                                     int32_t d);

/* spread: max over the diagonals of x (n, m) of largest minus smallest. 0 for a matrix that depends
 * on i - j alone; a diagonal of equal infinities has spread 0. */
API Status linalg_measure_toeplitz_spread(double *spread, const float *x, int32_t n, int32_t m);

/* error: max over the rows of x (n, m) of |sum - expected|. STATUS_BAD_VALUE unless expected is
 * finite. */
API Status linalg_measure_row_sum_error(double *error, const float *x, double expected, int32_t n,
                                        int32_t m);

/* difference: max |a - b| over n elements; equal infinities do not differ. */
API Status linalg_measure_max_abs_diff(double *difference, const float *a, const float *b,
                                       int32_t n);

/* r: Pearson's correlation of n pairs; NaN where x or y does not vary. STATUS_BAD_SHAPE also for
 * n < 2. */
API Status linalg_measure_pearson(double *r, const float *x, const float *y, int32_t n);

#endif
