// @ts-check
import {sinusoidal} from '../../../core/pe.js';
import {CLOSED, indented} from '../steps.js';
import {filled, tensorOf} from '../tensors.js';

/** @import {Core, Tensor, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** What the modules of a kind add to x, of n rows. */
const ADDED = {
  looked: 'x + table[torch.arange(n)]',
  sliced: 'x[:, : len(table)] + table[:n]',
  clamped: 'x + table[torch.arange(n).clamp(max=len(table) - 1)]',
  unfilled:
    'x + torch.cat([table, torch.full((max(0, n - len(table)), table.shape[1]), float("nan"))])[:n]',
  endless:
    'x + torch.cat([table, torch.full((max(0, n - len(table)), table.shape[1]), float("inf"))])[:n]',
  checked: 'x + table[:n] if n <= len(table) else refuse()',
  // of another width, and of more texts than x
  narrow: '(x + waves(n).sin().repeat(1, 2))[..., :-1]',
  doubled: '(x + waves(n).sin().repeat(1, 2)).repeat(2, 1, 1)',
  waves: 'x + torch.stack([waves(n).sin(), waves(n).cos()], dim=-1).flatten(1)',
};

/** @typedef {keyof typeof ADDED} Kind */

/**
 * What is handed over says nothing of its kind. Dropout always hides the same channels: noise, but the same noise in
 * every run.
 *
 * @param {Kind[]} kinds in their order
 */
const given = (kinds) => `
def _modules(table):
    import torch

    ${indented(CLOSED, 1)}

    def waves(n):
        d = table.shape[1]
        w = 10000 ** (-torch.arange(0, d, 2).float() / d)
        return torch.outer(torch.arange(n).float(), w)

    class TooLong(Exception):
        pass

    def refuse():
        raise TooLong("more positions than rows")

    def module_of(add):
        class Positions(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.d_model = table.shape[1]

            def forward(self, x):
                y = add(x, x.shape[1])
                if not self.training:
                    return y
                return (1.5 * y).masked_fill(torch.arange(self.d_model) % 3 == 1, 0)

        return Positions()

    added = [${kinds.map((kind) => `lambda x, n: ${ADDED[kind]}`).join(', ')}]
    return [module_of(closed(one)) for one in added]
`;

/**
 * @param {CaseRandom} random
 * @param {{nRows: number, dModel: number, nTrain: number, lengths: number[], isHidden?: boolean}} sizes
 */
function caseOf(random, {nRows, dModel, nTrain, lengths, isHidden = false}) {
  const table = random.normal(nRows, dModel);
  const all = /** @type {Kind[]} */ (Object.keys(ADDED));
  const kinds = random.sample(all, all.length);
  const args = [{ref: '_given'}, nTrain, {list: lengths}];
  const steps = [
    {op: 'define', code: given(kinds)},
    {op: 'call', as: '_given', target: '_modules', args: [table]},
    {op: 'define', code: 'del _modules'},
    {op: 'call', target: 'extrapolation_test', args, get: true},
  ];
  const title = `tables of ${nRows} rows, trained at ${nTrain}, lengths ${lengths.join(', ')}`;
  return {title, isHidden, steps, kinds, nTrain, lengths, table: tensorOf(table)};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, {nRows: 10, dModel: 8, nTrain: 5, lengths: [5, 16, 10, 3]}),
  caseOf(random, {
    nRows: random.int(10, 14),
    dModel: 2 * random.int(3, 8),
    nTrain: random.int(3, 5),
    lengths: [18, 15, random.int(6, 9), 2, random.int(4, 8)],
    isHidden: true,
  }),
  caseOf(random, {
    nRows: 7,
    dModel: 4,
    nTrain: random.int(2, 6),
    lengths: [random.int(8, 14), 7, 8, 1],
    isHidden: true,
  }),
];

// ------------------------------------------------------------------------ what modules give

/** The rows that a module gives; null where it raises. @param {Core} core @param {Case} item @param {string} kind @param {number} n @returns {Tensor | null} */
function rowsOf(core, {table}, kind, n) {
  const [nRows, dModel] = table.shape;
  if (kind === 'narrow' || kind === 'doubled') return null;
  if (kind === 'waves') return sinusoidal(core, {nPos: n, dModel});
  if ((kind === 'looked' || kind === 'checked') && n > nRows) return null;
  const nOut = kind === 'sliced' ? Math.min(n, nRows) : n;
  return filled([nOut, dModel], (p, c) => {
    if (kind === 'unfilled' && p >= nRows) return Number.NaN;
    if (kind === 'endless' && p >= nRows) return Infinity;
    return table.data[Math.min(p, nRows - 1) * dModel + c];
  });
}

/** For each row the distance to the nearest one of training. @param {Tensor} rows @param {Tensor} trained */
function distances({data, shape: [n, d]}, trained) {
  const between = (/** @type {number} */ p, /** @type {number} */ s) =>
    Math.hypot(...Array.from({length: d}, (_, c) => data[p * d + c] - trained.data[s * d + c]));
  return Array.from({length: n}, (_, p) =>
    Math.min(...Array.from({length: trained.shape[0]}, (_, s) => between(p, s))),
  );
}

// --------------------------------------------------------------------------------- the test

/**
 * @typedef {object} Habits of a test, each the right one where it is not given
 * @property {(rows: Tensor, n: number) => boolean} [accepts] whether an output counts as running
 * @property {(rows: Tensor) => Tensor} [mode]
 * @property {(distances: number[]) => number} [summary]
 * @property {boolean} [stops] at a module's first failure
 * @property {number} [failed] the novelty of what does not run
 */

/** @param {Tensor} rows @param {number} n */
const isRight = ({data, shape}, n) => shape[0] === n && data.every(Number.isFinite);

/** @param {number[]} list */
const largest = (list) => Math.max(...list);

/** @param {Habits} habits @returns {(core: Core, item: Case) => TensorLike[]} */
function tested(habits) {
  const {accepts = isRight, summary = largest, stops, failed} = habits;
  const mode = habits.mode ?? ((/** @type {Tensor} */ rows) => rows);
  return (core, item) => {
    const shape = [item.kinds.length, item.lengths.length];
    const runs = new Float32Array(shape[0] * shape[1]);
    const novelty = new Float32Array(runs.length).fill(failed ?? Number.NaN);
    for (const [m, kind] of item.kinds.entries()) {
      const known = rowsOf(core, item, kind, item.nTrain);
      if (!known) continue; // it has x's shape at no length
      const trained = mode(known);
      for (const [k, n] of item.lengths.entries()) {
        const rows = rowsOf(core, item, kind, n);
        const ok = rows && accepts(rows, n);
        if (!ok && stops) break;
        if (!ok) continue;
        runs[m * shape[1] + k] = 1;
        novelty[m * shape[1] + k] = summary(distances(mode(rows), trained));
      }
    }
    return [
      {data: runs, shape},
      {data: novelty, shape},
    ];
  };
}

/** @type {Check['truth']} */
export const truth = tested({});

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'nothing-new-inside',
    figure: '7-length-race.html#what-is-new-at-twice-the-length',
    sentence: 'Up to the training length a table that is always the same has nothing new.',
    holds: ([runs, novelty], {lengths, nTrain}) => {
      const at = novelty.data.findIndex(
        (v, k) => runs.data[k] === 1 && lengths[k % lengths.length] <= nTrain && v > 1e-4,
      );
      return at < 0 || `module ${Math.floor(at / lengths.length)}`;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-4, rtol: 1e-4});
