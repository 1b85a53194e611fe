/* PaTH: between a key and a query lie the reflections of the tokens between, read from their content.
 *
 *     logit_ij = scale * q_i . H_i H_(i-1) ... H_(j+1) k_j,   H_t = I - beta_t w_t w_t^T
 *
 * With w of length 1, H_t reflects at beta = 2, projects at 1 and is the identity at 0. With beta = 0
 * everywhere it is attention without positions. Here w is used as it is; the method makes its length 1.
 *
 * Acts on  the logits, in place of q k^T, and reads the tokens: w of each head is W_w x, divided by its length,
 *          and beta = 2 sigmoid(W_b x + b), x what the layer projects to q, k and v. A key after its query is
 *          hidden in a layer without a mask too: there are no tokens between them.
 * Learns   attn.path_w (n_heads, d_head, d_model), attn.path_beta_w (n_heads, d_model), attn.path_beta_b (n_heads)
 *          in each layer. The authors' layer makes W_w of two matrices with 32 numbers between them, and puts a
 *          convolution over three tokens behind it; both are left out here.
 * Paper    S. Yang, Y. Shen, K. Wen et al., "PaTH Attention: Position Encoding via Accumulating Householder
 *          Transformations", arXiv:2505.16381, section 3.
 * Shapes   q (n_heads, n_query, d_head); k, w (n_heads, n_key, d_head); beta (n_heads, n_key); logits,
 *          dlogits (n_heads, n_query, n_key). The position of query i is i + n_key - n_query.
 *
 * The products are applied to the query, one key after the other, in double: n_query n_key d_head steps and
 * no matrix. STATUS_BAD_SHAPE unless each size is >= 1, each tensor has at most SHAPE_MAX_ELEMENTS and n_query
 * <= n_key; STATUS_BAD_VALUE unless scale is finite.
 */
#ifndef PE_PATH_H
#define PE_PATH_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/status.h"
#include "../base/struct.h"
#include "pe.h"

#define PE_PATH_FIELDS(X)                                                                          \
    X(const float *, q)                                                                            \
    X(const float *, k)                                                                            \
    X(const float *, w)                                                                            \
    X(const float *, beta)                                                                         \
    X(int32_t, n_heads)                                                                            \
    X(int32_t, n_query)                                                                            \
    X(int32_t, n_key)                                                                              \
    X(int32_t, d_head)                                                                             \
    X(double, scale)

typedef struct PePath {
    PE_PATH_FIELDS(STRUCT_MEMBER)
} PePath;

/* logits is added to; -inf for a key after its query. scratch (d_head), undefined before and after. */
API Status pe_path_add(float *logits, double *scratch, const PePath *path);

/* Of a loss, as q, k, w, beta: each is added to. */
#define PE_PATH_GRADIENT_FIELDS(X)                                                                 \
    X(float *, dq)                                                                                 \
    X(float *, dk)                                                                                 \
    X(float *, dw)                                                                                 \
    X(float *, dbeta)

typedef struct PePathGradients {
    PE_PATH_GRADIENT_FIELDS(STRUCT_MEMBER)
} PePathGradients;

/* From dlogits, of which keys after their query are not read. scratch (1 + n_key, d_head). */
API Status pe_path_backward(const PePathGradients *gradients, const float *dlogits, double *scratch,
                            const PePath *path);

#endif
