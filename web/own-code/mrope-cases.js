// @ts-check
// The cases of M-RoPE, as cases.js has those of other code: the rotation, and the ids of text with an image in it.
import {faultBf16} from '../core/fault.js';
import {mropeAxes, ropeAxesTables} from '../core/pe/axes.js';
import {ropeFrequencies, ropeRotate} from '../core/pe/rope.js';
import {FLOAT_SPACING, inputs, list, makeCase, mixed} from './cases.js';

/** @import {Core} from '../core/core.js' */
/** @import {Case, Numbers} from './cases.js' */
/** @typedef {{dHead: number, arrangement: 'sections' | 'interleaved', base: number}} MropeSettings */

const N_HEADS = 2;
/** Pairs that follow time, height and width. @type {Record<number, number[]>} */
const SECTIONS = {32: [6, 5, 5], 64: [12, 10, 10], 128: [24, 20, 20]};

/**
 * Ids of text, an image and text. `startOf` says where the image and the text after it begin.
 *
 * @param {{nBefore: number, height: number, width: number, nAfter: number}} size
 * @param {{patch?: (k: number) => number[], gridFrom?: number, next?: number}} [how] patch: what a patch adds to gridFrom
 * @returns {number[]} (3, n), flat
 */
function idsOf({nBefore, height, width, nAfter}, how = {}) {
  const {
    patch = (k) => [0, Math.floor(k / width), k % width],
    gridFrom = nBefore,
    next = nBefore + Math.max(height, width),
  } = how;
  const tokens = [
    ...Array.from({length: nBefore}, (_, p) => [p, p, p]),
    ...Array.from({length: height * width}, (_, k) => patch(k).map((one) => one + gridFrom)),
    ...Array.from({length: nAfter}, (_, p) => [next + p, next + p, next + p]),
  ];
  return [0, 1, 2].flatMap((axis) => tokens.map((token) => token[axis]));
}

/** @param {{nBefore: number, height: number, width: number, nAfter: number}} size @returns {Case} */
function idCase(size) {
  const {nBefore, height, width, nAfter} = size;
  const args = {n_before: nBefore, height, width, n_after: nAfter};
  const shape = [3, nBefore + height * width + nAfter];
  return makeCase({args, shape, tolerance: 0}, idsOf(size), {
    'flat-ids': idsOf(size, {patch: (k) => [k, k, k], next: nBefore + height * width}),
    'next-by-count': idsOf(size, {next: nBefore + height * width}),
    'grid-from-zero': idsOf(size, {gridFrom: 0}),
    'axes-swapped': idsOf(size, {patch: (k) => [0, k % width, Math.floor(k / width)]}),
  });
}

/** @param {Core} core @param {MropeSettings} settings @returns {Numbers} */
export function mropeNumbers(core, settings) {
  const {dHead, arrangement, base} = settings;
  const sections = SECTIONS[dHead];
  const interleaved = arrangement === 'interleaved';
  const invFreq = Array.from(ropeFrequencies(core, {dim: dHead, base}).data);
  const axisOf = mropeAxes(core, {sections, interleaved});
  const counts = [0, 0, 0];
  const restarted = Array.from(axisOf, (axis) => base ** (-counts[axis]++ / sections[axis]));
  const rotation = (/** @type {number[]} */ ids) => {
    const n = ids.length / 3;
    const shape = [N_HEADS, n, dHead];
    const x = {data: inputs(N_HEADS * n * dHead), shape};
    const right = {positions: {data: ids, shape: [3, n]}, invFreq, axisOf};
    const tables = (/** @type {object} */ changes = {}) =>
      ropeAxesTables(core, {...right, ...changes});
    const rotate = (
      /** @type {object} */ changes = {},
      /** @type {'half' | 'interleaved'} */ layout = 'half',
    ) => ropeRotate(core, {x, ...tables(changes), layout}).data;
    const moved = (/** @type {(id: number) => number} */ by) => ({
      positions: {data: ids.map(by), shape: [3, n]},
    });
    const swapped = [...ids.slice(0, n), ...ids.slice(2 * n), ...ids.slice(n, 2 * n)];
    return makeCase(
      {
        args: {
          x: {data: list(x.data), shape},
          positions: {data: ids, shape: [3, n], type: 'int'},
        },
        shape,
        tolerance: 2e-5 + 2 * FLOAT_SPACING * Math.max(...ids),
      },
      rotate(),
      {
        'one-axis': rotate({axisOf: axisOf.map(() => 0)}),
        'axes-swapped': rotate({positions: {data: swapped, shape: [3, n]}}),
        'other-sections': rotate({axisOf: mropeAxes(core, {sections, interleaved: !interleaved})}),
        'frequencies-restart': rotate({invFreq: restarted}),
        'no-position': x.data,
        'other-pairing': rotate({}, 'interleaved'),
        'mixed-pairing': mixed(x, tables(), 'interleaved', 'half', dHead),
        'mixed-tables': mixed(x, tables(), 'half', 'interleaved', dHead),
        'opposite-direction': rotate(moved((id) => -id)),
        'from-one': rotate(moved((id) => id + 1)),
        'bf16-frequencies': rotate({invFreq: faultBf16(core, {values: invFreq}).data}),
        'default-base':
          base === 10000 ? null : rotate({invFreq: ropeFrequencies(core, {dim: dHead})}),
      },
    );
  };
  const image = {nBefore: 3, height: 2, width: 4, nAfter: 2};
  const text = [0, 1, 5, 900];
  return {
    cases: {
      ids: idCase(image),
      ids_of_a_tall_image: idCase({...image, height: 5, width: 2}),
      image: rotation(idsOf(image)),
      text: rotation([...text, ...text, ...text]),
    },
    facts: {dHead, sections, axisOf: [...axisOf]},
  };
}
