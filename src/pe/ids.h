/* Rules that give tokens other position ids than 0, 1, 2, ...
 *
 *   randomized    training on sorted random ids of a larger range, so that long texts meet no new id
 *                 A. Ruoss et al., "Randomized Positional Encodings Boost Length Generalization of
 *                 Transformers", ACL 2023, arXiv:2305.16843
 *   pose          training on two chunks of a long text, the ids of the second moved on by a jump
 *                 D. Zhu et al., "PoSE", ICLR 2024, arXiv:2309.10400
 *   abacus        the id of a digit is its place in its number, counted from where the number starts
 *                 S. McLeish et al., "Transformers Can Do Arithmetic with the Right Embeddings",
 *                 arXiv:2405.17399
 *   coupling      in a + b = answer, digits of equal significance share an id
 *                 H. Cho et al., "Position Coupling", NeurIPS 2024, arXiv:2405.20671
 *
 * Every function: STATUS_BAD_SHAPE unless each size is >= 1 and at most SHAPE_MAX_ELEMENTS, where no line
 * says otherwise.
 */
#ifndef PE_IDS_H
#define PE_IDS_H

#include <stdint.h>

#include "../base/api.h"
#include "../base/rng.h"
#include "../base/status.h"
#include "../base/struct.h"

/* ids (n): those n of the numbers 0 .. n_ids - 1 whose element of the stream (rng.h) is smallest, the lower
 * of equals, in ascending order: every subset is as likely as any other. STATUS_BAD_SHAPE also where n >
 * n_ids or n_name < 0. */
API Status pe_ids_randomized(int32_t *ids, const RngStream *stream, int32_t n, int32_t n_ids);

#define PE_POSE_FIELDS(X)                                                                          \
    X(int32_t, n)          /* ids: the tokens of the text, or the length of training if less */    \
    X(int32_t, n_tokens)   /* of the text, >= n */                                                 \
    X(int32_t, n_first)    /* tokens of the first chunk, 0 .. n: the first of the text */          \
    X(int32_t, second_end) /* the token after the second chunk, n .. n_tokens */                   \
    X(int32_t, jump)       /* added to the ids of the second chunk, 0 .. SHAPE_MAX_ELEMENTS */

typedef struct PePose {
    PE_POSE_FIELDS(STRUCT_MEMBER)
} PePose;

/* tokens, ids (n): which tokens of the text, and their position ids. STATUS_BAD_VALUE where the chunks would
 * overlap or leave the text, or jump is out of its range. */
API Status pe_ids_pose(int32_t *tokens, int32_t *ids, const PePose *pose);

/* ids (n): 0 for a token that is not a digit; inside a run of digits 1, 2, ..., each plus `offset`. is_digit (n):
 * not 0 for a digit. STATUS_BAD_VALUE unless offset is within 0 .. SHAPE_MAX_ELEMENTS. */
API Status pe_ids_abacus(int32_t *ids, const int32_t *is_digit, int32_t offset, int32_t n);

#define PE_COUPLING_FIELDS(X)                                                                      \
    X(int32_t, n_a) /* digits of the first number, of the second, of their sum */                  \
    X(int32_t, n_b)                                                                                \
    X(int32_t, n_answer)                                                                           \
    X(int32_t, start)           /* the id before that of the least significant digits, >= 0 */     \
    X(int32_t, input_reversed)  /* not 0: a and b are written least significant digit first */     \
    X(int32_t, answer_reversed) /* not 0: so is the answer */

typedef struct PeCoupling {
    PE_COUPLING_FIELDS(STRUCT_MEMBER)
} PeCoupling;

/* ids (n_a + n_b + n_answer + 2), one per character of "a+b=answer": digit d, counted from the least
 * significant, has start + 1 + d; "+" has start; "=" has start too before a reversed answer, else start + 1 +
 * n_answer, one more than the digit that follows it. STATUS_BAD_VALUE unless start is within 0 ..
 * SHAPE_MAX_ELEMENTS. */
API Status pe_ids_coupling(int32_t *ids, const PeCoupling *coupling);

#endif
