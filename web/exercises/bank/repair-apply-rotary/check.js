// @ts-check
import {ropeRotate, ropeTables} from '../../../core/pe.js';
import {catchesNothing, huntCase, huntTruth, misses, refusesRight, testIsFair} from '../hunt.js';
import {call} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {RopeTables} from '../../../core/pe/rope.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {CaseRandom} random @param {string} title @param {[batch: number, n: number, nHeads: number, headDim: number]} shape @param {boolean} isHidden */
function caseOf(random, title, shape, isHidden) {
  const x = random.normal(...shape);
  const freqs = {op: 'eval', expression: `_given_freqs(${shape[3]}, ${shape[1]})`, as: '_given'};
  const steps = [{op: 'define', code: FREQS}, freqs, call('apply_rotary_emb', x, {ref: '_given'})];
  return {title, isHidden, steps, x: x.tensor};
}

const FREQS = `
import torch

def _given_freqs(head_dim, n, base=10000.0):
    angles = torch.outer(torch.arange(n), base ** (-torch.arange(0, head_dim, 2) / head_dim))
    return torch.polar(torch.ones_like(angles), angles)
`;

/** What the learner's test is tried on. */
const RIGHT = {
  _right: 'one with complex numbers',
  _real: 'one with sines and cosines',
};
const BROKEN = {
  _by_size: 'rotated by the head where n = n_heads',
  _by_head: 'rotated by the head always',
  _backwards: 'rotated the other way',
  _halves: 'half-split pairs',
  _cosine: 'the cosine alone',
  _reversed: 'positions counted from the end',
  _one_angle: 'the same angle at all positions',
  _two_minuses: 'both sines with a minus',
};

const CODE = `
import torch

def _pairs(x):
    return torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))

def _rotated(x, rotation):
    return torch.view_as_real(_pairs(x) * rotation).flatten(-2)

def _right(x, freqs):
    return _rotated(x, freqs[:, None])

def _real(x, freqs):
    cos, sin = freqs.real[:, None], freqs.imag[:, None]
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, b * cos + a * sin], dim=-1).flatten(-2)

def _by_size(x, freqs):
    return _rotated(x, freqs if x.shape[1] == x.shape[2] else freqs[:, None])

def _by_head(x, freqs):
    return _rotated(x, freqs[torch.arange(x.shape[2]) % len(freqs)])

def _backwards(x, freqs):
    return _rotated(x, freqs[:, None].conj())

def _halves(x, freqs):
    rotated = torch.complex(*x.chunk(2, dim=-1)) * freqs[:, None]
    return torch.cat([rotated.real, rotated.imag], dim=-1)

def _cosine(x, freqs):
    return _rotated(x, freqs.real[:, None])

def _reversed(x, freqs):
    return _rotated(x, freqs.flip(0)[:, None])

def _one_angle(x, freqs):
    return _rotated(x, freqs[len(freqs) // 2])

def _two_minuses(x, freqs):
    cos, sin = freqs.real[:, None], freqs.imag[:, None]
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, b * cos - a * sin], dim=-1).flatten(-2)
`;

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'as many positions as heads', [1, 4, 4, 8], false),
  caseOf(random, '6 positions, 2 heads', [2, 6, 2, 8], false),
  caseOf(
    random,
    'sizes of its own',
    [random.int(1, 3), random.int(7, 30), 3, 2 * random.int(2, 12)],
    true,
  ),
  caseOf(random, 'one position', [2, 1, 1, 8], true),
  huntCase({random, test: 'test_apply_rotary_emb', right: RIGHT, broken: BROKEN, code: CODE}),
];

/** Rotates one text of the batch at a time. @param {Core} core @param {Case} item @param {(x: Tensor, tables: RopeTables) => Tensor} rotate */
function ofTexts(core, {x}, rotate) {
  const [batch, n, nHeads, d] = x.shape;
  const tables = ropeTables(core, {nPos: n, dim: d});
  const texts = Array.from({length: batch}, (_, b) => {
    const heads = filled([nHeads, n, d], (h, p, c) => x.data[((b * n + p) * nHeads + h) * d + c]);
    return rotate(heads, tables).data;
  });
  return filled(x.shape, (b, p, h, c) => texts[b][(h * n + p) * d + c]);
}

/** @param {Core} core @param {Case} item @param {{layout?: 'half' | 'interleaved', inverse?: boolean}} [how] */
const rotated = (core, item, {layout = 'interleaved', inverse = false} = {}) =>
  ofTexts(core, item, (x, tables) => ropeRotate(core, {x, ...tables, layout, inverse}));

/** @type {Check['truth']} */
export const truth = (core, item) => (item.isHunt ? huntTruth(item) : [rotated(core, item)]);

/** @type {Check['mistakes']} */
export const mistakes = [
  catchesNothing(
    'test-catches-nothing',
    'Your test lets everything through: all of these keep the shape. Look at the numbers.',
  ),
  misses(
    'test-by-norms',
    ['_by_head', '_backwards', '_reversed', '_one_angle'],
    'Your test compares lengths. Every rotation keeps them: backwards, by the head, by one angle for all.',
  ),
  misses(
    'test-at-zero',
    ['_backwards', '_halves', '_cosine'],
    'Your test looks at position 0, where nothing is rotated: backwards, other pairs, the cosine alone all pass. Look at position 1 and beyond.',
  ),
  misses(
    'test-first-channels',
    ['_two_minuses'],
    'Your test compares the first channel of each pair only. Compare the second one too: b cos + a sin.',
  ),
  refusesRight(
    'test-rejects-right',
    'Your test refuses a right implementation. Float32 needs some tolerance. And if it computes what it wants as the function does, it has its bug: work it out by hand, pair by pair.',
  ),
];

/** @type {Check['laws']} */
export const laws = [testIsFair];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 3e-5, rtol: 1e-5});
