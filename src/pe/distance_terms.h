/* Logits that are products of a content vector and a vector for the distance: the terms of
 * Transformer-XL and DeBERTa, for one head.
 *
 *     logits[i,j] += scale * x_a . vectors[row(i - j)]
 *
 * where a is the query i, the key j, or neither. One matrix product multiplies every x with every
 * vector; then every pair of query and key picks its product. Published code shifts rows instead
 * (the "relative shift"), which is right only up to the diagonal; picking is right on both sides.
 *
 * Query i is at i + n_key - n_query, so that i - j is from 1 - n_query to n_key - 1; in a causal
 * layer, which omits later keys, from 0.
 *
 * Used inside src/pe only; the caller has checked what pe_distance_terms_begin() does not check.
 */
#ifndef PE_DISTANCE_TERMS_H
#define PE_DISTANCE_TERMS_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/status.h"
#include "pe.h"

typedef enum PeDistanceX { PE_X_OF_QUERY, PE_X_OF_KEY, PE_X_OF_ALL } PeDistanceX;

typedef struct PeDistanceTerms {
    int32_t n_query, n_key, d_head;
    int32_t lowest; // of the distances i - j
    bool causal;
    float scale;
    PeDistanceX x_of;
    int32_t n_rows;      // of vectors
    const int32_t *rows; // (n_key - lowest): row of distance lowest, ...; NULL: one vector per
                         // distance, or one for all where n_rows is 1
} PeDistanceTerms;

/* A term: x (n_query, n_key or 1, d_head), vectors (n_rows, d_head), and their gradients, which are
 * added to; each gradient may be NULL where it is not wanted. */
typedef struct PeDistanceTerm {
    const float *x, *vectors;
    float *dx, *dvectors;
} PeDistanceTerm;

/* The lowest distance i - j. */
int32_t pe_distance_terms_lowest(bool causal, int32_t n_query);

/* One vector per distance, x of the query. STATUS_BAD_SHAPE unless the sizes of q, k and logits are
 * right. */
Status pe_distance_terms_begin(PeDistanceTerms *by, const PeConfig *config, int32_t n_query,
                               int32_t n_key);

/* Whether config has a table, scratch and a finite scale. */
bool pe_distance_terms_is_ready(const PeConfig *config);

/* Floats of `scratch` below, whose contents are undefined before and after; more than
 * SHAPE_MAX_ELEMENTS where that is too many. */
int64_t pe_distance_terms_n_scratch(const PeDistanceTerms *by);

/* n, or as many floats as the panels of a (rows, columns) matrix have where they are more. */
int64_t pe_distance_terms_with_panels(int64_t n, int32_t columns, int32_t rows);

/* logits (n_query, n_key) are added to; or, where they are NULL, the term's gradients, from dlogits
 * (as logits), which is 0 where a key is hidden. */
void pe_distance_terms_run(float *logits, const float *dlogits, const PeDistanceTerm *term,
                           const PeDistanceTerms *by, float *scratch);

/* p + n, and NULL for NULL. */
static inline float *pe_distance_terms_at(float *p, int64_t n) { return p ? p + n : p; }

#endif
