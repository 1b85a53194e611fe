/* Principal component analysis.
 *
 * Source  K. Pearson, "On lines and planes of closest fit to systems of points in space", Phil.
 *         Mag. 1901; H. Hotelling 1933. Computed from the eigenvectors of the smaller
 *         of the two Gram matrices, X^T X (d, d) or X X^T (n, n), X centred, in double.
 */
#ifndef PROJ_PCA_H
#define PROJ_PCA_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"

/* Bytes of scratch that proj_pca_fit() needs for x (n, d); 0 when it would refuse the shape. */
API uint32_t proj_pca_n_bytes(int32_t n, int32_t d);

/* What is computed of x (n, d), side = min(n, d):
 *   mean (d)                          subtracted from every row
 *   components (n_components, d)      orthonormal rows, most variance first
 *   scores (n, n_components)          centred x times components^T
 *   explained_variance (side)         sum of squared scores / (n - 1), of every component
 *   explained_variance_ratio (side)   its share of the total; 0 where nothing varies
 *   singular_values (side)            sqrt of the sum of squared scores
 * Sign of a component: its score of largest magnitude is positive (of several within 1e-9, the
 * first). A component without variance has scores 0 and any direction orthogonal to the others. */
#define PROJ_PCA_FIELDS(X)                                                                         \
    X(float *, mean)                                                                               \
    X(float *, components)                                                                         \
    X(float *, scores)                                                                             \
    X(float *, explained_variance)                                                                 \
    X(float *, explained_variance_ratio)                                                           \
    X(float *, singular_values)

typedef struct ProjPca {
    PROJ_PCA_FIELDS(STRUCT_MEMBER)
} ProjPca;

/* Writes what pca points to. scratch: proj_pca_n_bytes(n, d), aligned to 8.
 * STATUS_BAD_SHAPE unless n >= 2, d >= 1, 1 <= n_components <= side <= LINALG_EIGEN_MAX_SIDE and x
 * has at most SHAPE_MAX_ELEMENTS; STATUS_BAD_VALUE unless x is finite. */
API Status proj_pca_fit(const ProjPca *pca, double *scratch, const float *x, int32_t n_components,
                        int32_t n, int32_t d);

#endif
