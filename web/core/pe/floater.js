// @ts-check

import {requireIntegers, requireShape, requireTensor, show} from '../check.js';
import {methodInput} from './method.js';

/** @import { Core, Tensor, TensorLike } from '../core.js' */

/**
 * The positions that FLOATER adds to the input, one after the other; their differential equation is in
 * src/pe/floater.h.
 *
 * @param {Core} core
 * @param {{method?: 'floater' | 'floater-recurrent', tensors: Record<string, TensorLike>,
 *   nPos: number, firstPos?: number}} options tensors as methodTensors() names them; floater (the
 *   default) solves the differential equation, floater-recurrent adds the law once a position
 * @returns {Tensor} (nPos, dModel): positions firstPos (0) .. firstPos + nPos - 1
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function floaterPositions(core, {method = 'floater', tensors, nPos, firstPos = 0}) {
  if (method !== 'floater' && method !== 'floater-recurrent') {
    throw new RangeError(`method must be 'floater' or 'floater-recurrent', got ${show(method)}.`);
  }
  const start = tensors?.floater_p0;
  const [dModel] = requireTensor(core, 'tensors.floater_p0', start, ['dModel']);
  const w1 = tensors.floater_w1;
  const [width] = requireTensor(core, 'tensors.floater_w1', w1, ['width', dModel]);
  requireShape(core, {nPos, dModel});
  requireIntegers({firstPos}, 0);
  requireShape(core, {'firstPos + nPos': firstPos + nPos, dModel});
  const x = {data: new Float32Array(nPos * dModel), shape: [nPos, dModel]};
  return methodInput(core, {method, x, tensors, nHeads: 1, width, firstPos});
}
