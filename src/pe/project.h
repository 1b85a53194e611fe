/* What methods read from the tokens: linear layers in double, for one sequence.
 *
 * Used inside src/pe only. Sizes have been checked by the caller.
 */
#ifndef PE_PROJECT_H
#define PE_PROJECT_H

#include <stdint.h>

/* y (n_tokens, n_rows) = x w^T + b, from x (n_tokens, d); w (n_rows, d); b (n_rows) or NULL. */
typedef struct PeProject {
    const float *x, *w, *b;
    int32_t n_tokens, n_rows, d;
} PeProject;

void pe_project(float *y, const PeProject *project);

/* From dy (as y): dx, dw and db are added to; dw may be NULL, and db too where there is no b. */
void pe_project_backward(float *dx, float *dw, float *db, const float *dy,
                         const PeProject *project);

#endif
