// Adapters in JavaScript for the files of web/own-code/node-file.js: correct ones, and some of the bugs of each kind, made of
// a correct one by changing one piece.

const FREQUENCIES = `
const frequencies = (dim, base) => Array.from({length: dim / 2}, (_, i) => base ** ((-2 * i) / dim));
`;

/** Rotates pairs (a, b), which a function of the pair names. */
const ROTATE_PAIRS = `
function rotatePairs({data, shape: [nHeads, n, d]}, angleOf, pairOf, nPairs) {
  const out = Float32Array.from(data);
  for (let h = 0; h < nHeads; h++)
    for (let p = 0; p < n; p++)
      for (let i = 0; i < nPairs; i++) {
        const [a, b] = pairOf(i).map((k) => (h * n + p) * d + k);
        const angle = angleOf(p, i);
        out[a] = data[a] * Math.cos(angle) - data[b] * Math.sin(angle);
        out[b] = data[b] * Math.cos(angle) + data[a] * Math.sin(angle);
      }
  return {data: out, shape: [nHeads, n, d]};
}
`;

const ROPE = `${FREQUENCIES}${ROTATE_PAIRS}
function rotate(x, positions, seqLen) {
  const [inverse, pairs] = [frequencies(16, 10000), 8];
  return rotatePairs(x, (p, i) => positions[p] * inverse[i], (i) => [i, i + pairs], pairs);
}
`;

const INTERLEAVED = ROPE.replace('(i) => [i, i + pairs]', '(i) => [2 * i, 2 * i + 1]');

const SINUSOIDAL = `
const table = (nPos, dModel) =>
  Array.from({length: nPos}, (_, p) =>
    Array.from({length: dModel}, (_, k) => {
      const angle = p / 10000 ** ((k - (k % 2)) / dModel);
      return k % 2 ? Math.cos(angle) : Math.sin(angle);
    }),
  );
`;

const ALIBI = `
function slopes(nHeads) {
  const power = 2 ** Math.floor(Math.log2(nHeads));
  const own = Array.from({length: power}, (_, h) => 2 ** ((-8 * (h + 1)) / power));
  if (power === nHeads) return own;
  return [...own, ...slopes(2 * power).filter((_, h) => h % 2 === 0).slice(0, nHeads - power)];
}

const bias = (nHeads, nQuery, nKey) =>
  slopes(nHeads).map((slope) =>
    Array.from({length: nQuery}, (_, i) =>
      Array.from({length: nKey}, (_, j) => (j > i + nKey - nQuery ? -Infinity : -slope * (i + nKey - nQuery - j))),
    ),
  );
`;

const T5 = `
const buckets = (relative) =>
  relative.map((r) => {
    const [n, most] = [16, 128];
    const [distance, exact] = [Math.abs(r), n / 2];
    const far = exact + Math.floor((Math.log(distance / exact) / Math.log(most / exact)) * (n - exact));
    return (r > 0 ? n : 0) + (distance < exact ? distance : Math.min(far, n - 1));
  });
`;

const POSITIONS = `
const positionIds = (attentionMask, nPast) =>
  attentionMask.map((row) => {
    let count = 0;
    return row.map((one) => (count += one) - 1).slice(nPast);
  });
`;

const SHAW = `
function keyTerm(q, table, nKey) {
  const [nHeads, nQuery, d] = q.shape;
  const clip = (table.shape[0] - 1) / 2;
  const data = Float32Array.from({length: nHeads * nQuery * nKey}, (_, at) => {
    const [query, j] = [Math.floor(at / nKey), at % nKey];
    const offset = j - ((query % nQuery) + nKey - nQuery);
    const row = Math.min(Math.max(offset, -clip), clip) + clip;
    let sum = 0;
    for (let c = 0; c < d; c++) sum += q.data[query * d + c] * table.data[row * d + c];
    return sum / Math.sqrt(d);
  });
  return {data, shape: [nHeads, nQuery, nKey]};
}
`;

const DEBERTA = `
const buckets = (relative) =>
  relative.map((r) => {
    const [middle, most] = [128, 512];
    const distance = Math.abs(r);
    if (distance <= middle) return r;
    return Math.sign(r) * (middle + Math.ceil((Math.log(distance / middle) / Math.log((most - 1) / middle)) * (middle - 1)));
  });
`;

const MROPE = `${FREQUENCIES}${ROTATE_PAIRS}
function rotate(x, positions) {
  const axisOf = [...Array(6).fill(0), ...Array(5).fill(1), ...Array(5).fill(2)];
  const inverse = frequencies(32, 10000);
  return rotatePairs(x, (p, i) => positions[axisOf[i]][p] * inverse[i], (i) => [i, i + 16], 16);
}

function gridIds(nBefore, height, width, nAfter) {
  const text = (n, first) => Array.from({length: n}, (_, p) => [first + p, first + p, first + p]);
  const start = nBefore + Math.max(height, width);
  const grid = Array.from({length: height * width}, (_, k) => [
    nBefore,
    nBefore + Math.floor(k / width),
    nBefore + (k % width),
  ]);
  const tokens = [...text(nBefore, 0), ...grid, ...text(nAfter, start)];
  return [0, 1, 2].map((axis) => tokens.map((token) => token[axis]));
}
`;

const DECODE = `${FREQUENCIES}${ROTATE_PAIRS}
const newCache = () => [];

function step(cache, q, k, v) {
  const [nHeads, nNew, d] = q.shape;
  const nPast = cache.reduce((n, one) => n + one.nNew, 0);
  const rotate = (x) => rotatePairs(x, (p, i) => (nPast + p) * frequencies(d, 10000)[i], (i) => [i, i + d / 2], d / 2);
  const all = [...cache, {nNew, k: rotate(k).data, v: v.data}];
  const query = rotate(q).data;
  const out = new Float32Array(nHeads * nNew * d);
  for (let h = 0; h < nHeads; h++)
    for (let p = 0; p < nNew; p++) {
      const rows = all.flatMap((one) =>
        Array.from({length: one.nNew}, (_, j) => (h * one.nNew + j) * d).map((at) => ({
          k: one.k.subarray(at, at + d),
          v: one.v.subarray(at, at + d),
        })),
      );
      const seen = rows.slice(0, nPast + p + 1);
      const at = (h * nNew + p) * d;
      const logits = seen.map((one) => one.k.reduce((sum, value, c) => sum + value * query[at + c], 0) / Math.sqrt(d));
      const most = Math.max(...logits);
      const weights = logits.map((logit) => Math.exp(logit - most));
      const total = weights.reduce((a, b) => a + b, 0);
      for (let c = 0; c < d; c++)
        out[at + c] = seen.reduce((sum, one, j) => sum + (weights[j] / total) * one.v[c], 0);
    }
  return {output: {data: out, shape: q.shape}, cache: all};
}
`;

/** @type {{kind: string, settings: Record<string, any>, adapter: string}[]} */
export const NODE_CORRECT = [
  {kind: 'rope', settings: {}, adapter: ROPE},
  {kind: 'rope', settings: {layout: 'interleaved'}, adapter: INTERLEAVED},
  {kind: 'sinusoidal', settings: {}, adapter: SINUSOIDAL},
  {kind: 'alibi', settings: {}, adapter: ALIBI},
  {kind: 't5', settings: {}, adapter: T5},
  {kind: 'positions', settings: {}, adapter: POSITIONS},
  {kind: 'shaw', settings: {}, adapter: SHAW},
  {kind: 'deberta', settings: {}, adapter: DEBERTA},
  {kind: 'mrope', settings: {}, adapter: MROPE},
  {kind: 'decode', settings: {}, adapter: DECODE},
];

/** @type {[kind: string, bug: string, from: string, to: string][]} */
const CHANGES = [
  ['rope', 'other-pairing', '[i, i + pairs]', '[2 * i, 2 * i + 1]'],
  ['rope', 'from-one', 'positions[p] *', '(positions[p] + 1) *'],
  ['rope', 'positions-restart', 'positions[p] *', 'p *'],
  ['rope', 'opposite-direction', 'positions[p] *', '-positions[p] *'],
  ['rope', 'halved-exponent', '(-2 * i) / dim', '-i / dim'],
  ['sinusoidal', 'swapped', 'k % 2 ? Math.cos(angle) : Math.sin(angle)', 'k % 2 ? Math.sin(angle) : Math.cos(angle)'],
  ['sinusoidal', 'doubled-index', '(k - (k % 2)) / dModel', '(2 * (k - (k % 2))) / dModel'],
  ['alibi', 'slopes-sorted', 'return [...own, ...slopes(2 * power).filter((_, h) => h % 2 === 0).slice(0, nHeads - power)]', 'return [...own, ...slopes(2 * power).filter((_, h) => h % 2 === 0).slice(0, nHeads - power)].sort((a, b) => b - a)'],
  ['alibi', 'positive-bias', '-slope * (i', 'slope * (i'],
  ['alibi', 'cache-misaligned', '(i + nKey - nQuery - j)', 'Math.abs(i - j)'],
  ['t5', 'sign-flipped', 'r > 0 ? n', 'r < 0 ? n'],
  ['t5', 'uncapped', 'Math.min(far, n - 1)', 'far'],
  ['positions', 'ignores-padding', '(count += one)', '(count += 1)'],
  ['positions', 'ignores-past', 'row.map((one) => (count += one) - 1).slice(nPast)', 'row.slice(nPast).map((one) => (count += one) - 1)'],
  ['shaw', 'sign-flipped', 'const offset = j - ((query % nQuery) + nKey - nQuery)', 'const offset = (query % nQuery) + nKey - nQuery - j'],
  ['shaw', 'cache-misaligned', '+ nKey - nQuery)', ')'],
  ['shaw', 'unscaled', 'sum / Math.sqrt(d)', 'sum'],
  ['deberta', 'rounds-down', 'Math.ceil', 'Math.floor'],
  ['deberta', 'longest-distance', '(most - 1)', 'most'],
  ['mrope', 'one-axis', 'positions[axisOf[i]]', 'positions[0]'],
  ['mrope', 'axes-swapped', 'positions[axisOf[i]]', 'positions[(3 - axisOf[i]) % 3]'],
  ['mrope', 'next-by-count', 'Math.max(height, width)', 'height * width'],
  ['mrope', 'other-pairing', '[i, i + 16]', '[2 * i, 2 * i + 1]'],
  ['decode', 'positions-restart', '(nPast + p) * freq', 'p * freq'],
  ['decode', 'mask-misaligned', 'nPast + p + 1)', 'p + 1)'],
  ['decode', 'no-mask', 'nPast + p + 1)', 'nPast + nNew)'],
  ['decode', 'values-rotated', 'v: v.data', 'v: rotate(v).data'],
  ['decode', 'unscaled', ' / Math.sqrt(d)', ''],
  ['decode', 'query-ahead', 'rotate(q).data', 'rotatePairs(rotate(q), (p, i) => frequencies(d, 10000)[i], (i) => [i, i + d / 2], d / 2).data'],
]; // biome-ignore format: a table

export const NODE_BUGGY = CHANGES.map(([kind, bug, from, to]) => {
  const correct = NODE_CORRECT.find((one) => one.kind === kind);
  if (!correct?.adapter.includes(from)) throw new Error(`${bug}: ${kind} has no ${from}`);
  return {...correct, bug, adapter: correct.adapter.replace(from, () => to)};
});
