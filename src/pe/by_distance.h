/* Logits of one head's content with one vector a distance: under Transformer-XL and DeBERTa.
 *
 *     logits[i,j] += scale * x_i . vectors[row(i - j)]        x_j instead where `by_key`
 *
 * Each of x meets each vector in one matrix product (n, n_rows), n = n_query, or n_key where by_key;
 * then every pair picks its own. Published code moves whole rows until they stand right (the
 * "relative shift"); picking is right on both sides of the diagonal.
 *
 * Query i stands at i + n_key - n_query, so that i - j runs from 1 - n_query to n_key - 1; in a
 * causal layer, whose later keys are left out, from 0.
 *
 * Used inside src/pe only; sizes have been checked.
 */
#ifndef PE_BY_DISTANCE_H
#define PE_BY_DISTANCE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct PeByDistance {
    int32_t n_query, n_key, d_head;
    int32_t lowest;      // of the distances i - j
    int32_t n_rows;      // of vectors
    const int32_t *rows; // (n_key - lowest): row of distance lowest, ...; NULL: a vector each
    float scale;
    bool causal, by_key;
} PeByDistance;

/* The lowest distance i - j. */
int32_t pe_by_distance_lowest(bool causal, int32_t n_query);

/* Floats of `scratch` below, whose contents are undefined before and after; more than
 * SHAPE_MAX_ELEMENTS where that is too many. */
int64_t pe_by_distance_n_scratch(const PeByDistance *by);

/* n, or as many floats as the panels of a (rows, columns) matrix have where they are more. */
int64_t pe_by_distance_with_panels(int64_t n, int32_t columns, int32_t rows);

/* logits (n_query, n_key), x (n, d_head), vectors (n_rows, d_head). */
void pe_by_distance_add(float *logits, const float *x, const float *vectors, const PeByDistance *by,
                        float *scratch);

/* dx and dvectors (or NULL) are added to; dlogits as logits, 0 where a key is hidden. */
void pe_by_distance_backward(float *dx, float *dvectors, const float *dlogits, const float *x,
                             const float *vectors, const PeByDistance *by, float *scratch);

#endif
