// @ts-check
import {randomNormal} from '../../core/base.js';
import {maxAbsDiff, minDistance, rowSumError} from '../../core/linalg.js';
import {toyTokens} from '../../core/model.js';
import {attention} from '../../core/nn.js';
import {
  alibiBias,
  alibiSlopes,
  learnedInit,
  learnedLookup,
  ropeRotate,
  ropeTables,
  sinusoidal,
} from '../../core/pe.js';
import {pca} from '../../core/proj.js';
import {colourFor} from '../../draw/colour.js';
import {formatNumber} from '../../draw/format.js';
import {COMMON_SLIP} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {add, columnOf, rowOf, slice} from '../shared/tensors.js';
import {SENTENCE} from '../shared/toy-attention.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {ScenePanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Settings} from '../frame/settings.js' */

const COMPONENTS = /** @type {const} */ (['PC 1', 'PC 2', 'PC 3']);

/**
 * The rows of a tensor with three columns as points.
 *
 * @param {Tensor} tensor (n, 3)
 */
const pointsOf = (tensor) =>
  Array.from({length: tensor.shape[0]}, (_, row) => {
    const [x, y, z] = rowOf(tensor, row);
    return /** @type {[number, number, number]} */ ([x, y, z]);
  });

/** @param {number} n */
const counted = (n) => Array.from({length: n}, (_, k) => k);

/**
 * @param {Core} core
 * @param {string} method
 * @param {Settings} settings
 * @returns {Tensor} (positions, dModel)
 */
function positionTable(core, method, {nPos, dModel, sigma, seed}) {
  return method === 'sinusoidal'
    ? sinusoidal(core, {nPos, dModel})
    : learnedInit(core, {maxLen: nPos, dModel, sigma, seed});
}

/** @param {Core} core @param {Settings} settings @returns {Drawing} */
function pcaOfTables(core, settings) {
  const methods = settings.method === 'both' ? ['sinusoidal', 'learned'] : [settings.method];
  const fits = methods.map((method) =>
    pca(core, {x: positionTable(core, method, settings), nComponents: 3}),
  );
  const held = fits.map((fit) =>
    fit.explainedVarianceRatio.data.slice(0, 3).reduce((a, b) => a + b, 0),
  );
  return {
    columns: methods.length,
    panels: methods.map((method, k) => ({
      kind: /** @type {const} */ ('scene'),
      title: method === 'learned' ? 'learned, before training' : method,
      axes: COMPONENTS,
      paths: [{name: 'position', points: pointsOf(fits[k].scores), labels: counted(settings.nPos)}],
      equal: true,
    })),
    note: methods
      .map(
        (method, k) =>
          `${method}: the three components hold ${formatNumber(100 * held[k])} % of the variance`,
      )
      .join('; '),
  };
}

/** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
function tokensPlusPositions(core, settings, fault) {
  const {dModel, seed} = settings;
  const words = SENTENCE.split(' ');
  const ids = toyTokens(SENTENCE);
  const embedding = randomNormal(core, {
    seed,
    name: 'embedding',
    shape: [Math.max(...ids) + 1, dModel],
    sigma: 1,
  });
  const tokens = learnedLookup(core, {table: embedding, positions: ids});
  const methods = settings.method === 'both' ? ['sinusoidal', 'learned'] : [settings.method];
  const sums = methods.map((method) =>
    fault === 'no-position'
      ? tokens
      : add(tokens, positionTable(core, method, {...settings, nPos: words.length})),
  );
  const labels = words.map((word, k) => `${word}@${k}`);
  return {
    columns: methods.length,
    panels: methods.map((method, k) => ({
      kind: /** @type {const} */ ('scene'),
      title: `token + ${method}`,
      axes: COMPONENTS,
      paths: [
        {
          name: 'token',
          points: pointsOf(pca(core, {x: sums[k], nComponents: 3}).scores),
          labels,
          line: false,
          marked: [0, 4],
        },
      ],
      equal: true,
    })),
    meters: methods.map((method, k) => ({
      name: `apart-${method}`,
      label: `“the”@0 and “the”@4 apart (${method})`,
      value: minDistance(core, {x: {data: pair(sums[k], 0, 4), shape: [2, dModel]}}).distance,
      limit: 1e-3,
      relation: /** @type {const} */ ('≥'),
    })),
  };
}

/**
 * @param {Tensor} tensor
 * @param {number} first
 * @param {number} second
 */
function pair(tensor, first, second) {
  const d = tensor.shape[1];
  const out = new Float32Array(2 * d);
  out.set(rowOf(tensor, first));
  out.set(rowOf(tensor, second), d);
  return out;
}

/** @param {Core} core @param {Settings} settings @returns {Drawing} */
function spirals(core, {dModel, nPos, pair: index, projection}) {
  const ones = {data: new Float32Array(nPos * dModel).fill(1), shape: [1, nPos, dModel]};
  const tables = ropeTables(core, {nPos, dim: dModel});
  const {data} = ropeRotate(core, {x: ones, ...tables, layout: 'interleaved'});
  const rotated = {data, shape: [nPos, dModel]};
  const table = sinusoidal(core, {nPos, dModel});
  /** @param {Tensor} x */
  const path = (x) => {
    if (projection === 'pca') return pointsOf(pca(core, {x, nComponents: 3}).scores);
    const [u, v] = [columnOf(x, 2 * index), columnOf(x, 2 * index + 1)];
    return counted(nPos).map((p) => /** @type {[number, number, number]} */ ([u[p], v[p], p]));
  };
  /** @type {[string, string, string]} */
  const axes =
    projection === 'pca'
      ? [...COMPONENTS]
      : [`dimension ${2 * index}`, `dimension ${2 * index + 1}`, 'position'];
  /** @param {string} title @param {Tensor} x @returns {ScenePanel} */
  const panel = (title, x) => ({
    kind: 'scene',
    title,
    axes,
    paths: [{name: 'position', points: path(x), labels: counted(nPos)}],
    equal: projection === 'pca',
  });
  return {
    columns: 2,
    panels: [panel('one vector, rotated by RoPE', rotated), panel('sinusoidal rows', table)],
  };
}

/** @param {Core} core @param {Settings} settings @returns {Drawing} */
function alibiLandscape(core, settings) {
  const {nHeads, seqLen, content, seed, mask} = settings;
  const head = Math.min(settings.head, nHeads) - 1;
  const shape = [nHeads, seqLen, 8];
  const [q, k] = ['q', 'k'].map((name) => randomNormal(core, {seed, name, shape, sigma: 1}));
  const bias = alibiBias(core, {nHeads, nQuery: seqLen, nKey: seqLen, mask});
  const scale = content / Math.sqrt(8);
  const read = (/** @type {Tensor} */ queries, /** @type {Tensor} */ keys) =>
    attention(core, {q: queries, k: keys, v: keys, bias, scale, causal: mask === 'causal'}).weights;
  const weights = read(q, k);
  const reversed = read(backwards(q), backwards(k));
  const slope = alibiSlopes(core, {nHeads}).data[head];
  return {
    panels: [
      {
        kind: 'scene',
        title: `head ${head + 1} of ${nHeads}, slope ${formatNumber(slope)}`,
        axes: ['key', 'query', 'weight'],
        paths: [],
        surface: {
          tensor: slice(weights, head),
          x: {label: 'key'},
          y: {label: 'query'},
          colour: colourFor('weight', slice(weights, head).data),
        },
      },
    ],
    meters: [
      {
        name: 'rows-sum',
        label: 'rows sum to 1',
        value: rowSumError(core, {x: weights}),
        limit: 1e-5,
      },
      ...mirrorMeter(core, slice(weights, head), slice(reversed, head)),
    ],
    note: nearToFar(slice(weights, head)),
  };
}

/**
 * The tokens in the opposite order, head by head.
 *
 * @param {Tensor} x (nHeads, n, d)
 * @returns {Tensor} (nHeads, n, d)
 */
function backwards({data, shape}) {
  const [nHeads, n, d] = shape;
  const out = new Float32Array(data.length);
  for (let row = 0; row < nHeads * n; row++) {
    const from = row - (row % n) + (n - 1 - (row % n));
    out.set(data.subarray(from * d, (from + 1) * d), row * d);
  }
  return {data: out, shape};
}

/**
 * Whether the same tokens in the opposite order get the same map, seen in the mirror: then left and
 * right cannot be told apart.
 *
 * @param {Core} core
 * @param {Tensor} weights (n, n)
 * @param {Tensor} reversed (n, n) of the tokens backwards
 */
function mirrorMeter(core, weights, reversed) {
  const mirrored = {data: reversed.data.slice().reverse(), shape: reversed.shape};
  const value = maxAbsDiff(core, {a: weights, b: mirrored});
  return [
    {
      name: 'mirror',
      label: 'mirror image differs',
      value,
      limit: 1e-3,
      relation: /** @type {const} */ ('≥'),
    },
  ];
}

/** @param {Tensor} weights (n, n) */
function nearToFar({data, shape: [n]}) {
  const last = data.subarray((n - 1) * n);
  return `The last query gives its own key ${formatNumber(last[n - 1])} and the first key ${formatNumber(last[0])}.`;
}

/** What each value of `show` draws. */
const SHOWS = {
  pca: pcaOfTables,
  tokens: tokensPlusPositions,
  spiral: spirals,
  landscape: alibiLandscape,
};

/**
 * Encodings in space: their principal components, a rotated vector's spiral, ALiBi's landscape.
 *
 * Attributes: show, method, n-pos, d-model, sigma, seed (tables); pair, projection (spiral);
 * n-heads, head, seq-len, content, mask (landscape).
 */
export class PeSpace extends Figure {
  static tag = 'pe-space';

  static settings = /** @type {import('../frame/settings.js').Schema} */ ({
    show: {
      type: 'choice',
      default: 'pca',
      options: {
        pca: 'rows of a table',
        tokens: 'tokens with positions',
        spiral: 'a rotated vector',
        landscape: 'ALiBi weights',
      },
      label: 'Show',
    },
    method: {
      type: 'choice',
      default: 'both',
      options: {sinusoidal: 'sinusoidal', learned: 'learned, before training', both: 'both'},
      label: 'Method',
    },
    nPos: {type: 'int', default: 21, min: 4, max: 200, label: 'Positions'},
    dModel: {type: 'int', default: 64, min: 4, max: 256, step: 2, label: 'Width d'},
    sigma: {
      type: 'number',
      default: 0.02,
      min: 0.01,
      max: 2,
      step: 0.01,
      label: 'σ of the learned start',
    },
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
    pair: {
      type: 'int',
      default: 4,
      min: 0,
      max: (/** @type {Settings} */ s) => Math.floor(s.dModel / 2) - 1,
      label: 'Pair',
    },
    projection: {
      type: 'choice',
      default: 'pair',
      options: {pair: 'one pair, over position', pca: 'three principal components'},
      label: 'Projection',
    },
    nHeads: {type: 'int', default: 4, min: 1, max: 16, label: 'Heads'},
    head: {
      type: 'int',
      default: 1,
      min: 1,
      max: (/** @type {Settings} */ s) => s.nHeads,
      label: 'Head',
    },
    seqLen: {type: 'int', default: 12, min: 2, max: 32, label: 'Length'},
    content: {
      type: 'number',
      default: 0.5,
      min: 0,
      max: 2,
      step: 0.1,
      label: 'Weight of the content',
    },
    mask: {
      type: 'choice',
      default: 'causal',
      options: {causal: 'causal', none: 'none'},
      label: 'Mask',
    },
  });

  static presets = {
    'pe-pca-3d': {
      title: 'Positions 0 to 20 in their three widest directions',
      short: 'PCA',
      settings: {show: 'pca'},
      controls: ['method', 'nPos', 'dModel', 'sigma', 'seed'],
      faults: [],
    },
    'token-plus-pos-3d': {
      title: 'The toy sentence: each “the” gets a place of its own',
      short: 'toy sentence',
      settings: {show: 'tokens', sigma: 0.5},
      controls: ['method', 'dModel', 'sigma', 'seed'],
      faults: ['no-position'],
    },
    'rope-spiral-3d': {
      title: 'A vector rotated by RoPE beside the sinusoidal rows',
      short: 'spiral',
      settings: {show: 'spiral', nPos: 40},
      controls: ['nPos', 'pair', 'projection', 'dModel'],
      faults: [],
    },
    'alibi-landscape-3d': {
      title: 'Attention under ALiBi as a landscape',
      short: 'ALiBi',
      settings: {show: 'landscape', nHeads: 4, seqLen: 12},
      controls: ['nHeads', 'head', 'seqLen', 'content', 'mask', 'seed'],
      faults: [],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'no-position': {
      label: 'the position left out',
      source: COMMON_SLIP,
      breaks: 'apart-sinusoidal',
      says:
        'Only the tokens are drawn: without a position both copies of “the” are the same vector, so they lie at one ' +
        'point.',
    },
  });

  static player = {setting: 'nPos'};

  /** @param {Core} core @param {Settings} settings @param {string} fault */
  static compute(core, settings, fault) {
    return SHOWS[/** @type {keyof typeof SHOWS} */ (settings.show)](core, settings, fault);
  }
}
