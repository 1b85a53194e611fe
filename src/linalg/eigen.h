/* Eigenvalues and eigenvectors of a real symmetric matrix, in double.
 *
 * Source  G. H. Golub, C. F. Van Loan, "Matrix Computations", 4th edition, sections 8.3.1
 *         (Householder tridiagonalisation) and 8.3.3 to 8.3.5 (implicit symmetric QR steps with
 *         Wilkinson's shift, deflation).
 */
#ifndef LINALG_EIGEN_H
#define LINALG_EIGEN_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"

enum { LINALG_EIGEN_MAX_SIDE = 2048 };

/* values (n), largest first. matrix (n, n): symmetric, of which the lower triangle and the diagonal
 * are read; replaced by the eigenvectors, row k the unit vector of values[k], rows orthonormal.
 * scratch (2 n). STATUS_BAD_SHAPE unless 1 <= n <= LINALG_EIGEN_MAX_SIDE; STATUS_BAD_VALUE unless
 * the elements read are finite. */
API Status linalg_eigen_symmetric(double *values, double *matrix, double *scratch, int32_t n);

#endif
