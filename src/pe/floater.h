/* FLOATER: position vectors that follow one another by a learned differential equation.
 *
 * Paper    X. Liu, H.-F. Yu, I. Dhillon, C.-J. Hsieh, "Learning to Encode Position for Transformer
 *          with Continuous Dynamical Model", ICML 2020, arXiv:2003.09229, section 3; here it acts
 *          on the input alone, not in every block, and is solved by steps of a fixed size.
 * Acts on  the input: x[k] += p(first_pos + k), where p(0) = p0 and, with
 *            h(p, t) = w2 tanh(w1 p + wt t + b1) + b2
 *          floater-recurrent  p(t + 1) = p(t) + h(p(t), t): a residual network along the positions
 *          floater            dp/dt = h(p, t), one step of the classical Runge-Kutta method
 *                             per position
 *          Each position needs the one before it, so the time grows with the last position and
 *          the steps cannot run in parallel. No token is read: one run serves all sequences.
 * Learns   floater_p0 (d), _w1 (width, d), _wt (width), _b1 (width), _w2 (d, width), _b2 (d), with
 *          d = d_model.
 *
 * Computed in double, from position 0 on. The backward pass goes through every step, from positions
 * stored in scratch. STATUS_BAD_SHAPE unless each size is >= 1, and w1 and the positions from 0
 * on have at most SHAPE_MAX_ELEMENTS; STATUS_OUT_OF_RANGE where first_pos < 0; STATUS_BAD_VALUE
 * without table or scratch.
 */
#ifndef PE_FLOATER_H
#define PE_FLOATER_H

#include "pe.h"

#endif
