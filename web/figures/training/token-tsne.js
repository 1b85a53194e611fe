// @ts-check
import {formatNumber} from '../../draw/format.js';
import {Experiment} from '../frame/experiment.js';
import {firstRows} from '../shared/tensors.js';
import {factsOf, grammarLoss} from './grammar-facts.js';
import {probedSpec, SENTENCE_LENGTH, SENTENCES} from './grammar-probe.js';
import {theApart} from './token-distances.js';
import {GRAMMAR_STEPS, methodOf} from './train-specs.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {LinesPanel, TablePanel} from '../../draw/panel.js' */
/** @import {RunState, TsneSpec} from '../../workers/protocol.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const AT = {
  embedded: 'at the input',
  'layers.0.out': 'after layer 1',
  'layers.1.out': 'after layer 2',
  final: 'after the last norm',
};
const MAP_STEPS = 500;
const KEEP = 20; // every so many-th map can be seen again

/** The word at each place of a sentence. */
const PLACES = /* t */ [
  'first “the”',
  'subject',
  'verb',
  'preposition',
  'second “the”',
  'last noun',
];
/** First and second “the” in one colour: a ring around a dot where they coincide. */
const LOOKS = [
  {colour: 0, open: true},
  {colour: 1, mark: 1},
  {colour: 2, mark: 2},
  {colour: 3, mark: 3},
  {colour: 0, mark: 0},
  {colour: 5, mark: 4},
];

/**
 * The tokens of the first sentences, one per row.
 *
 * @param {RunState} run
 * @param {Settings} settings
 * @returns {Tensor | null} (tokens, dModel); null before the run's end
 */
function tokensOf(run, {sentences, at}) {
  const found = run.probe?.[at];
  if (!found) return null;
  const dModel = found.shape[found.shape.length - 1];
  const rows = {data: found.data, shape: [found.data.length / dModel, dModel]};
  return firstRows(rows, sentences * SENTENCE_LENGTH);
}

/**
 * The map of a run after so many steps, or the newest while it moves.
 *
 * @param {RunState} run
 * @param {number} mapStep
 * @returns {{y: Tensor, step: number} | null} null before there is one
 */
function frameOf({tensors: {y, path}, step}, mapStep) {
  if (!y) return null;
  if (!path) return {y, step};
  const frame = Math.round(mapStep / KEEP);
  const size = y.data.length;
  const data = path.data.subarray(frame * size, (frame + 1) * size);
  return {y: {data: /** @type {Float32Array} */ (data), shape: y.shape}, step: frame * KEEP};
}

/**
 * @param {string} title
 * @param {Tensor} y (tokens, 2)
 * @param {ArrayLike<number>} last numbers of the map that gives the axes their length
 * @returns {LinesPanel}
 */
function mapPanel(title, y, last) {
  const n = y.shape[0];
  const most = 1.1 * Math.max(1e-6, ...Array.from(last, Math.abs));
  const domain = /** @type {const} */ ([-most, most]);
  return {
    kind: 'lines',
    title,
    series: PLACES.map((name, place) => {
      const rows = [];
      for (let row = place; row < n; row += SENTENCE_LENGTH) rows.push(row);
      return {
        name,
        x: rows.map((row) => y.data[2 * row]),
        y: rows.map((row) => y.data[2 * row + 1]),
        labels: rows.map((row) => wordAt(row)),
        style: /** @type {const} */ ('points'),
        ...LOOKS[place],
      };
    }),
    x: {label: 'first axis of the map', domain, ticks: 4},
    y: {label: 'second axis', domain, ticks: 4},
    aspect: 1,
  };
}

/** @param {number} row */
function wordAt(row) {
  const sentence = SENTENCES[Math.floor(row / SENTENCE_LENGTH)];
  const place = row % SENTENCE_LENGTH;
  return `“${sentence.split(' ')[place]}”@${place} of “${sentence}”`;
}

/** @param {number} value @param {number} median */
const share = (value, median) => `${formatNumber(Math.round((1000 * value) / median) / 10)} %`;

/**
 * @param {readonly {name: string, x: Tensor, y: Tensor | undefined}[]} models
 * @returns {TablePanel}
 */
function apartTable(models) {
  const rows = models.flatMap(({name, x, y}) =>
    [
      {where: 'in the model', points: x},
      {where: 'in the map', points: y},
    ].flatMap(({where, points}) => {
      if (!points) return [];
      const {mean, median} = theApart(points);
      return [[name, where, mean, median, share(mean, median)]];
    }),
  );
  return {
    kind: 'table',
    title: 'The two “the” of a sentence, on average over the sentences',
    wide: true,
    columns: ['model', 'space', 'apart', 'median pair', 'of the median'],
    rows,
  };
}

/**
 * What is certain: without position a model that sees both sides gives equal words equal outputs.
 *
 * @param {Settings} settings
 * @param {readonly (Tensor | null)[]} spaces of the models with position and without
 * @returns {Meter[]}
 */
function metersOf({mask, at}, [withPosition, without]) {
  /** @type {Meter[]} */
  const meters = [];
  if (without) {
    const {most, median} = theApart(without);
    const isOne = mask === 'none' || at === 'embedded';
    const label = 'without position, the two “the” ÷ median pair: ';
    meters.push(
      isOne
        ? {name: 'the-one', label: `${label}at most`, value: most / median, limit: 1e-5}
        : {name: 'the-two', label, value: most / median, limit: 1e-3, relation: '≥'},
    );
  }
  if (withPosition) {
    const {most, median} = theApart(withPosition);
    const label = 'with position, the two “the” ÷ median pair';
    meters.push({name: 'the-apart', label, value: most / median, limit: 1e-3, relation: '≥'});
  }
  return meters;
}

/**
 * The common claim about it, against what was measured.
 *
 * @param {Settings} settings
 * @param {Tensor | null} without
 */
function claimNote({mask, at}, without) {
  if (!without) return '';
  const {mean, median} = theApart(without);
  const measured = /* t */ `here they are ${share(mean, median)} of the median pair distance apart`;
  if (at === 'embedded') return `At the input equal words are equal rows: ${measured}.`;
  return mask === 'none'
    ? `Claim: without position all “the” collapse into one point. With both sides visible the two of one sentence do (${measured}); those of different sentences see different words.`
    : `Claim: without position all “the” collapse into one point. Under a causal mask they do not: ${measured}, since each sees other words before it.`;
}

/**
 * Tokens of trained models as points of a t-SNE map, with position and without.
 *
 * Attributes: mask, method (of the model with position), at (which activation), sentences, perplexity,
 * init, map-step (which of its maps), map-seed, steps, seed.
 */
export class TokenTsne extends Experiment {
  static tag = 'token-tsne';

  static settings = /** @type {Schema} */ ({
    mask: {
      type: 'choice',
      default: 'none',
      options: {none: 'both sides visible', causal: 'causal mask'},
      label: 'Kind of model',
    },
    method: {
      type: 'choice',
      default: 'sinusoidal',
      options: {sinusoidal: 'sinusoidal', learned: 'learned', rope: 'RoPE', alibi: 'ALiBi'},
      label: 'With position',
    },
    at: {type: 'choice', default: 'final', options: AT, label: 'Tokens'},
    sentences: {type: 'int', default: 8, min: 1, max: SENTENCES.length, label: 'Sentences'},
    perplexity: {type: 'number', default: 8, min: 1, max: 60, step: 1, label: 'Perplexity'},
    init: {
      type: 'choice',
      default: 'pca',
      options: {pca: 'principal components', random: 'random'},
      label: 'Start of the map',
    },
    mapStep: {
      type: 'int',
      default: MAP_STEPS,
      min: 0,
      max: MAP_STEPS,
      step: KEEP,
      label: 'Step of the map',
    },
    mapSeed: {type: 'int', default: 1, min: 0, max: 99, label: 'Seed of the map'},
    steps: {
      type: 'int',
      default: GRAMMAR_STEPS,
      min: 20,
      max: 2000,
      step: 20,
      label: 'Training steps',
    },
    seed: {type: 'int', default: 1, min: 0, max: 99, label: 'Seed'},
  });

  static presets = {
    'nopos-tsne': {
      title: 'Tokens of trained models in a t-SNE map, with position and without',
      controls: [
        'mask',
        'method',
        'at',
        'sentences',
        'perplexity',
        'init',
        'mapSeed',
        'steps',
        'seed',
        'mapStep', // beside the button that plays it
      ],
    },
  };

  static player = {setting: 'mapStep'};

  /** @param {Settings} settings */
  static runs({mask, method, steps, seed}) {
    const options = {causal: mask === 'causal', steps, seed};
    return [method, 'none'].map((key) => probedSpec({method: key, ...options}));
  }

  /**
   * @param {Settings} settings
   * @param {readonly RunState[]} runs
   * @returns {TsneSpec[]}
   */
  static follow(settings, runs) {
    const {perplexity, init, mapSeed, sentences} = settings;
    if (perplexity > sentences * SENTENCE_LENGTH - 1) return []; // compute() says so
    return runs.flatMap((run) => {
      const x = tokensOf(run, settings);
      /** @type {Omit<TsneSpec, 'x'>} */
      const spec = {kind: 'tsne', perplexity, steps: MAP_STEPS, seed: mapSeed, init, keep: KEEP};
      return x ? [{...spec, x: {data: x.data.slice(), shape: x.shape}}] : [];
    });
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} _fault
   * @param {RunState[]} runs two models, then their maps
   * @returns {Drawing}
   */
  static compute(core, settings, _fault, runs) {
    requirePerplexity(settings);
    const [models, maps] = [runs.slice(0, 2), runs.slice(2)];
    const names = [`with position (${methodOf(settings.method).name})`, 'without position'];
    const spaces = models.map((run) => tokensOf(run, settings));
    const frames = maps.map((run) => frameOf(run, settings.mapStep));
    const shown = names.flatMap((name, k) => {
      const x = spaces[k];
      return x ? [{name, x, y: maps[k]?.tensors.y}] : [];
    });
    const drawn = frames.flatMap((frame, k) =>
      frame
        ? [mapPanel(mapTitle(names[k], maps[k], frame.step), frame.y, maps[k].tensors.y.data)]
        : [],
    );
    const trained = models.map((run, k) => ({
      method: methodOf(k === 0 ? settings.method : 'none'),
      run,
    }));
    return {
      columns: 2,
      least: 260,
      panels: [
        ...drawn,
        ...(shown.length > 0 ? [apartTable(shown)] : []),
        ...(drawn.length > 0 ? [] : [grammarLoss(core, trained)]),
      ],
      meters: metersOf(settings, spaces),
      note: [
        claimNote(settings, spaces[1]),
        drawn.length > 0
          ? 'A map keeps neighbours; its distances say little, and a random start can pull equal points apart.'
          : '',
        factsOf(core, trained),
      ]
        .filter(Boolean)
        .join(' '),
    };
  }
}

/**
 * @param {string} name
 * @param {RunState} map
 * @param {number} step of the one that is shown
 */
function mapTitle(name, {steps, losses}, step) {
  const divergence = step > 0 ? /* t */ `, divergence ${formatNumber(losses[step - 1])}` : '';
  return `${name}: step ${step} of ${steps}${divergence}`;
}

/** @param {Settings} settings */
function requirePerplexity({perplexity, sentences}) {
  const n = sentences * SENTENCE_LENGTH;
  if (perplexity <= n - 1) return;
  throw new RangeError(
    `The perplexity must be smaller than the number of tokens, ${n}: it is about how many neighbours each has; got ${perplexity}.`,
  );
}
