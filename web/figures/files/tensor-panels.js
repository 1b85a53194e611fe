// @ts-check
// What a figure shows of a tensor of positions: a table as its numbers, what is alike, and where its rows lie;
// biases by distance; frequencies, divisors, slopes and sinks as curves.
import {cosineSimilarity} from '../../core/linalg.js';
import {alibiSlopes, t5Buckets} from '../../core/pe.js';
import {pca} from '../../core/proj.js';
import {colourFor} from '../../draw/colour.js';
import {formatNumber} from '../../draw/format.js';
import {rowOf} from '../shared/tensors.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Panel} from '../../draw/panel.js' */
/** @import {Kind} from '../../files/positions.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Settings} from '../frame/settings.js' */

/**
 * @typedef {{name: string, kind: Kind, data: ArrayLike<number>, shape: readonly number[], nRows: number,
 *   maxPosition?: number}} Shown nRows: of the tensor, where fewer are in data; maxPosition: of the configuration
 */

const MAX_ROWS = 128;
const MAX_COLUMNS = 256;
const MAX_HEADS = 8;
const MAX_LIST = 4096;
const LEAST_SHARE = 1e-9; // below it there is only the rounding of float32
const MAX_BUCKETS = 1024;
const SHORT = 0.1; // of the median length: hardly a row that training has moved

/** @param {Core} core @param {Shown} shown @param {Settings} settings @returns {Drawing} */
export function drawTensor(core, shown, settings) {
  const {shape, kind} = shown;
  const values = Float32Array.from(shown.data);
  const axes = shape.length === 3 ? shape.slice(1) : shape; // a table with an axis of 1 before it
  const nBad = values.reduce((sum, value) => sum + Number(!Number.isFinite(value)), 0);
  const finite = nBad > 0 ? [finiteMeter(nBad)] : [];
  if (axes.length === 1) {
    const drawing = listDrawing(core, kind, values.subarray(0, MAX_LIST));
    return {...drawing, meters: [...finite, ...(drawing.meters ?? [])]};
  }
  const table = {data: values, shape: axes};
  const drawing =
    kind === 'buckets' && Math.max(...axes) <= MAX_BUCKETS
      ? buckets(core, table, settings)
      : rows(core, table, {shown, settings, allFinite: nBad === 0});
  return {...drawing, meters: [...finite, ...(drawing.meters ?? [])]};
}

/** @param {Core} core @param {Kind} kind @param {Float32Array} values @returns {Drawing} */
const listDrawing = (core, kind, values) =>
  LISTS[kind]?.(core, values) ?? listOf(values, 'value', 'number');

/** @param {number} value @returns {Meter} */
const finiteMeter = (value) => ({
  name: 'finite',
  label: 'numbers that are infinite or no numbers',
  value,
  limit: 0,
});

// ------------------------------------------------------------------------------- one row per position

/**
 * @param {Core} core
 * @param {Tensor} table (rows, columns)
 * @param {{shown: Shown, settings: Settings, allFinite: boolean}} about
 * @returns {Drawing}
 */
function rows(core, table, {shown, settings: {view}, allFinite}) {
  const some = everyNth(table);
  const lengths = Array.from({length: table.shape[0]}, (_, k) => lengthOf(rowOf(table, k)));
  const label =
    shown.kind === 'relative' ? 'row of the table (by distance)' : 'row of the table (by position)';
  const hasSpace = allFinite && some.tensor.shape[0] >= 2 && table.shape[1] >= 2;
  /** @type {Panel[]} */
  let panels = [valuesPanel(some, label)];
  if (view === 'lengths') panels = [lengthsPanel(lengths, label)];
  else if (hasSpace && view === 'maps') panels.push(similarityPanel(core, some, label));
  else if (hasSpace) {
    const fit = pca(core, {x: some.tensor, nComponents: Math.min(3, ...some.tensor.shape)});
    panels = [spacePanel(fit, some), spectrumPanel(fit)];
  }
  return {columns: 2, least: 260, panels, note: rowsNote(shown, table, {lengths, step: some.step})};
}

/** @param {Float32Array} row */
const lengthOf = (row) => Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));

/**
 * As many rows as a picture can show, equally far apart.
 *
 * @param {Tensor} table
 * @returns {{tensor: Tensor, names: number[], step: number}}
 */
function everyNth(table) {
  const [n, d] = table.shape;
  const step = Math.ceil(n / MAX_ROWS);
  const names = Array.from({length: Math.ceil(n / step)}, (_, k) => k * step);
  const data = new Float32Array(names.length * d);
  names.forEach((row, k) => void data.set(rowOf(table, row), k * d));
  return {tensor: {data, shape: [names.length, d]}, names, step};
}

/** @typedef {ReturnType<typeof everyNth>} Some */

/** @param {Some} some @param {string} label @returns {Panel} */
function valuesPanel({tensor, names}, label) {
  const [n, d] = tensor.shape;
  const width = Math.min(d, MAX_COLUMNS);
  const data = new Float32Array(n * width);
  for (let row = 0; row < n; row++) data.set(rowOf(tensor, row).subarray(0, width), row * width);
  return {
    kind: 'heatmap',
    title: width < d ? `Numbers: the first ${width} of ${d} columns` : 'Numbers',
    tensor: {data, shape: [n, width]},
    x: {label: 'column'},
    y: {label, names},
    value: {label: 'value'},
    colour: colourFor('signed', data.filter(Number.isFinite)),
    aspect: 0.62,
  };
}

/** @param {Core} core @param {Some} some @param {string} label @returns {Panel} */
const similarityPanel = (core, {tensor, names}, label) => ({
  kind: 'heatmap',
  title: 'How alike two rows are',
  tensor: cosineSimilarity(core, {x: tensor}),
  x: {label, names},
  y: {label, names},
  value: {label: 'cosine similarity'},
  colour: {map: 'signed', domain: [-1, 1]},
  aspect: 1,
});

/** @param {ReturnType<typeof pca>} fit @param {Some} some @returns {Panel} */
function spacePanel({scores}, {names}) {
  const points = names.map((_, row) => {
    const [x, y, z = 0] = rowOf(scores, row);
    return /** @type {[number, number, number]} */ ([x, y, z]);
  });
  return {
    kind: 'scene',
    title: 'Rows in their three widest directions',
    axes: ['PC 1', 'PC 2', 'PC 3'],
    paths: [{name: 'row', points, labels: names}],
    equal: true,
  };
}

/** @param {ReturnType<typeof pca>} fit @returns {Panel} */
function spectrumPanel({explainedVarianceRatio: {data}}) {
  const shares = Array.from(data, (share) => Math.max(share, LEAST_SHARE));
  return {
    kind: 'lines',
    title: 'Spectrum of the table',
    series: [{name: 'share of the variance', x: shares.map((_, k) => k + 1), y: shares}],
    x: {label: 'component'},
    y: {label: 'share of the variance', scale: 'log'},
  };
}

/** @param {readonly number[]} lengths @param {string} label @returns {Panel} */
const lengthsPanel = (lengths, label) => ({
  kind: 'lines',
  title: 'Length of each row',
  series: [{name: 'length', x: lengths.map((_, k) => k), y: lengths}],
  x: {label},
  y: {
    label: 'length',
    domain: [0, 1.1 * Math.max(1e-9, ...lengths.slice(0, 1e5).filter(Number.isFinite))],
  },
});

/**
 * @param {Shown} shown
 * @param {Tensor} table
 * @param {{lengths: readonly number[], step: number}} about
 */
function rowsNote({nRows, maxPosition}, {shape: [n, d]}, {lengths, step}) {
  const sorted = [...lengths].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  const short = lengths.flatMap((length, row) => (length < SHORT * median ? [row] : []));
  const parts = [
    `${formatNumber(nRows)} rows of ${formatNumber(d)} numbers, of the median length ${formatNumber(median)}.`,
  ];
  if (n < nRows) parts.push(`The first ${formatNumber(n)} of them were read.`);
  if (step > 1) parts.push(`Maps and directions show one row in ${step}.`);
  if (short.length > 0) {
    const some = short.slice(0, 6).join(', ') + (short.length > 6 ? ', ...' : '');
    parts.push(
      `${short.length} are shorter than a tenth of that (${some}): no token reads them, or training never reached them.`,
    );
  }
  if (maxPosition !== undefined && maxPosition !== nRows) {
    const more = nRows - maxPosition;
    parts.push(
      `The configuration says ${formatNumber(maxPosition)} positions, and the table has ${formatNumber(Math.abs(more))} rows ${more > 0 ? 'more: some families count from an offset' : 'fewer: the last positions have no row'}.`,
    );
  }
  return parts.join(' ');
}

// ------------------------------------------------------------------------------- one row per bucket

/** @param {Core} core @param {Tensor} table (buckets, heads) @param {Settings} settings @returns {Drawing} */
function buckets(core, table, {sides, maxDistance}) {
  const [nBuckets, nHeads] = table.shape;
  const causal = sides === 'before';
  const distances = Array.from({length: 2 * maxDistance + 1}, (_, k) => k - maxDistance).filter(
    (relative) => !causal || relative <= 0,
  );
  const bucket = t5Buckets(core, {relative: distances, causal, nBuckets, maxDistance}).data;
  const heads = Array.from({length: Math.min(nHeads, MAX_HEADS)}, (_, head) => head);
  return {
    columns: 2,
    least: 260,
    panels: [
      {
        kind: 'heatmap',
        title: 'The table: one row per bucket',
        tensor: table,
        x: {label: 'head'},
        y: {label: 'bucket'},
        value: {label: 'bias'},
        colour: colourFor('signed', table.data),
        aspect: 1,
      },
      {
        kind: 'lines',
        title:
          nHeads > MAX_HEADS
            ? `Bias by distance, the first ${MAX_HEADS} of ${nHeads} heads`
            : 'Bias by distance',
        series: heads.map((head) => ({
          name: `head ${head}`,
          shade: head / Math.max(1, heads.length - 1),
          x: distances,
          y: Array.from(bucket, (row) => table.data[row * nHeads + head]),
        })),
        x: {label: 'position of the key minus that of the query'},
        y: {label: 'bias'},
      },
    ],
    note: `${nBuckets} buckets for ${nHeads} heads. The file does not say whether they hold one side or both, nor the distance at which they end: both are settings here (T5: both sides in the encoder, one in the decoder, 128).`,
  };
}

// ------------------------------------------------------------------------------- lists

/** @type {Partial<Record<Kind, (core: Core, values: Float32Array) => Drawing>>} */
const LISTS = {
  frequencies: (_core, values) => frequencies(values),
  divisors: (_core, values) => ({
    ...listOf(values, 'what the frequency is divided by', 'pair', true),
    note: `${values.length} pairs, divided by ${formatNumber(Math.min(...values))} to ${formatNumber(Math.max(...values))}; ${values.filter((value) => value === 1).length} are kept.`,
  }),
  slopes,
  sinks: (_core, values) => ({
    ...listOf(values, 'logit of the sink', 'head'),
    note: `A learned logit for each of ${values.length} heads: it takes part in the softmax and has no value. Against one key with logit 0, it takes ${formatNumber(100 / (1 + Math.exp(-Math.max(...values))))} % at most.`,
  }),
};

/** @param {Float32Array} values @param {string} label @param {string} axis @param {boolean} [isLog] @returns {Drawing} */
function listOf(values, label, axis, isLog = false) {
  const canLog = isLog && values.every((value) => value > 0);
  return {
    panels: [
      {
        kind: 'lines',
        title: '',
        series: [
          {
            name: label,
            x: Array.from(values, (_, k) => k),
            y: values,
            style: values.length > 64 ? 'line' : 'both',
          },
        ],
        x: {label: axis},
        y: canLog ? {label, scale: 'log'} : {label},
      },
    ],
    note: `${formatNumber(values.length)} numbers.`,
  };
}

/**
 * Three checks that find frequencies that no one has filled in.
 *
 * @param {Float32Array} values
 * @returns {Drawing}
 */
function frequencies(values) {
  const ratios = Array.from(values.subarray(1), (value, k) => value / values[k]);
  const nRising = ratios.filter((ratio) => !(ratio < 1 && ratio > 0)).length;
  const middle = (values[values.length - 1] / values[0]) ** (1 / ratios.length);
  const apart = Math.max(0, ...ratios.map((ratio) => Math.abs(ratio / middle - 1)));
  const isConstant = nRising === 0 && apart <= 1e-4;
  const base = middle ** -values.length;
  const says = isConstant
    ? `The ${values.length} pairs have one ratio: the base is ${formatNumber(Number(base.toPrecision(5)))}.`
    : 'The ratio of neighbours is not constant: a rule for longer texts has changed the frequencies, they were rounded to 16 bits, or nothing was ever written here.';
  return {
    ...listOf(values, 'frequency (rad per token)', 'pair', true),
    meters: [
      {
        name: 'first',
        label: 'the first, apart from 1',
        value: Math.abs(values[0] - 1),
        limit: 1e-6,
      },
      {
        name: 'falling',
        label: 'frequencies that are not below the one before',
        value: nRising,
        limit: 0,
      },
      {
        name: 'ratio',
        label: 'ratio of two neighbours, apart from constant',
        value: apart,
        limit: 1e-4,
      },
    ],
    note: says,
  };
}

/** @param {Core} core @param {Float32Array} values @returns {Drawing} */
function slopes(core, values) {
  const published = alibiSlopes(core, {nHeads: values.length}).data;
  const apart = Math.max(...values.map((value, k) => Math.abs(Math.abs(value) - published[k])));
  return {
    ...listOf(values, 'slope', 'head', true),
    meters: [
      {name: 'published', label: 'apart from the published rule', value: apart, limit: 1e-5},
    ],
    note: `${values.length} heads.`,
  };
}
