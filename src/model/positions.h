/* Position ids: which position each token of a sequence has, where that is not 0, 1, 2, ...
 *
 * A method sees the sequence of all positions up to the largest id, of which the tokens are those that
 * exist: it acts on that one, with zeros for the others, and only the rows and pairs of the tokens are kept.
 * So a bias is that of the difference of two ids, a table has one row per id, a rotation is by the id,
 * and what the method learns gets the gradient of just those; for 0, 1, 2, ... each bit is the same. Methods
 * that take positions from what they read (PeMethod's ignores_ids) see the tokens in the order of the sequence.
 *
 * Ids may be in any order and repeat where every method that reads them acts on the input or on queries and
 * keys. One that acts on pairs of tokens needs ids that ascend, each once, as the causal mask does.
 */
#ifndef MODEL_POSITIONS_H
#define MODEL_POSITIONS_H

#include "workspace.h"

/* Floats of pass->spread; 0 for a config that takes no ids. */
double model_positions_spread_n(const ModelConfig *config);

/* Ids of a pass that has been laid out: ids (T), the same for every sequence, which must outlive it; or NULL.
 * STATUS_OUT_OF_RANGE unless each is of 0 .. config->n_ids - 1, STATUS_BAD_VALUE unless they ascend
 * where a method needs that. */
Status model_positions_set(ModelPass *pass, const int32_t *ids);

/* pe_act() for one sequence of the pass. */
Status model_positions_act(const ModelPass *pass, const PeMethod *method, bool is_backward,
                           const PeBuffers *buffers, const PeConfig *settings);

#endif
