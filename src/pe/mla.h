/* MLA: multi-head latent attention, whose keys and values come from one short vector per token, which is all that
 * a cache would keep.
 *
 *     c = W_c x                            the latent vector, of `width` numbers, for all heads
 *     k = [W_r x, W_k c], v = W_v c        per head; W_r x is one for all heads
 *
 * Paper    DeepSeek-AI, "DeepSeek-V2", arXiv:2405.04434, section 2.1: equations 9 to 11 for keys and values, 14 to
 *          19 for the decoupled rotation. Queries are projected in one step, as in DeepSeek-V2-Lite; there is no
 *          norm on c.
 * Acts on  keys and values, in place of the layer's own projections.
 * Learns   per layer: W_c and W_r, W_k, W_v.
 *
 *   mla-rope   The first rotary_dim elements of a head (0: half, made even) are rotated as by rope-half: those of a
 *              key are W_r x, without the latent vector, since W_k could not be merged into the queries' projection
 *              with a rotation between them.
 *   mla-nope   No rotation and no W_r: the model has no positions but its causal mask.
 */
#ifndef PE_MLA_H
#define PE_MLA_H

#include "pe.h"

#endif
