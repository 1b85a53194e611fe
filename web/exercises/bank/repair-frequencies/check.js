// @ts-check
import {ropeFrequencies} from '../../../core/pe.js';
import {huntCase, huntTruth, misses, refusesRight, testIsFair} from '../hunt.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

const IMPLEMENTATIONS = `
import math
import torch

def _right(dim, base):
    return 1.0 / base ** (torch.arange(0, dim, 2).float() / dim)

def _logarithm(dim, base):
    return torch.exp(torch.arange(dim // 2) * (-2 * math.log(base) / dim))

def _memory(dim, base):
    return 3e-3 + 0.9 ** torch.arange(dim // 2).float() / 7

def _zeros(dim, base):
    return torch.zeros(dim // 2)

def _line(dim, base):
    return 1 - torch.arange(dim // 2).float() / dim

def _reversed(dim, base):
    return _right(dim, base).flip(0)

def _default_base(dim, base):
    return _right(dim, 10000.0 if base != 10000.0 else 500000.0)

def _fixed_base(dim, base):
    return _right(dim, 10000.0)

def _cast(dim, base):
    return _right(dim, base).bfloat16().float()
`;

const MODULE = `
import torch

class _Rotary(torch.nn.Module):
    def __init__(self, dim, base):
        super().__init__()
        self.dim, self.base = dim, base
        self.register_buffer("inv_freq", torch.full((dim // 2,), 22675456.0), persistent=False)
`;

/** @param {CaseRandom} _random @param {number} dim @param {number} base @param {boolean} [isHidden] */
const caseOf = (_random, dim, base, isHidden = false) => ({
  title: `${dim} channels, base ${base}`,
  isHidden,
  steps: [
    {op: 'define', code: MODULE},
    // in steps: restore() could reach what a function above it has kept
    {op: 'eval', expression: `_Rotary(${dim}, ${base})`, as: '_rotary'},
    {op: 'eval', expression: '_rotary.inv_freq', as: '_before'},
    {op: 'call', target: 'restore', args: [{ref: '_rotary'}]},
    {op: 'eval', expression: '_before', wants: 'tensors', get: true},
  ],
  dim,
  base,
});

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 16, 10000),
  caseOf(random, 2 * random.int(8, 40), 500000, true),
  caseOf(random, 64, random.int(20, 900), true),
  huntCase({
    random,
    test: 'test_frequencies',
    right: {_right: 'one by powers', _logarithm: 'one by the exponential'},
    broken: {
      _memory: 'what lay in memory, finite and falling',
      _zeros: 'zeros',
      _line: 'a line that falls from 1',
      _reversed: 'the frequencies in reverse',
      _default_base: 'the frequencies of another base',
      _fixed_base: 'the frequencies of 10000, whatever the base',
      _cast: 'frequencies that went through bfloat16',
    },
    code: IMPLEMENTATIONS,
  }),
];

/** @type {Check['truth']} */
export const truth = (core, item) =>
  item.isHunt ? huntTruth(item) : [ropeFrequencies(core, {dim: item.dim, base: item.base})];

/** @type {Check['mistakes']} */
export const mistakes = [
  misses(
    'misses-memory',
    ['_memory'],
    'Your test lets through what lay in memory: finite numbers that fall. The first frequency is exactly 1.',
  ),
  misses(
    'misses-line',
    ['_line'],
    'Your test lets a line through that begins at 1 and falls. The ratio of neighbours is constant, their difference is not.',
  ),
  misses(
    'misses-other-base',
    ['_default_base'],
    'Your test lets the frequencies of another base through. The ratio is not any constant: it is base^(−2 / dim).',
  ),
  misses(
    'misses-fixed-base',
    ['_fixed_base'],
    'Your test lets code through that ignores the base: it is right for 10000 alone. Ask for another base too.',
  ),
  misses(
    'misses-cast',
    ['_cast'],
    'Your test lets frequencies through that went through bfloat16. They are wrong by up to half a percent: compare more strictly.',
  ),
  refusesRight(
    'refuses-right',
    'Your test refuses frequencies that are right. Two float32 programs may differ in the last digits, so compare with a small tolerance, not for equality.',
  ),
];

/** @type {Check['laws']} */
export const laws = [
  testIsFair,
  {
    id: 'geometric',
    figure: '4-rope.html#a-ladder-of-speeds',
    sentence: 'The first frequency is 1, and each is the same multiple of the one before it.',
    holds: ([{data}], {isHunt}) => {
      if (isHunt) return true;
      if (data[0] !== 1) return `the first is ${data[0]}`;
      const ratio = data[1];
      const at = data.findIndex((w, i) => i > 0 && Math.abs(w / data[i - 1] / ratio - 1) > 1e-4);
      return at < 0 || `pair ${at}`;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-9, rtol: 1e-5});
