// @ts-check
// Accuracies as bars: what is trained for each of the four experiments, and what its bars say.

import {placeOf} from '../../draw/method-colours.js';
import {accuracyLuck, ceilingMeters, spreadOf} from './results.js';
import {listText, parametersText, setting, share, toCome} from './sentences.js';
import {classSpec, listOf, methodOf} from './train-specs.js';

/** @import {BarsPanel, TablePanel} from '../../draw/panel.js' */
/** @import {Measured, RunState, TrainSpec} from '../../workers/protocol.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Info} from './results.js' */

/**
 * One bar: `group` stands under it, `kind` is its colour, `method` a key of METHODS.
 *
 * @typedef {{group: string, kind: string, method: string, spec: TrainSpec}} Bar
 */

const BOTH_SIDES = 'bidirectional';
const CAUSAL = 'causal';

/** @param {string} method */
const nameOf = (method) => methodOf(method).name;

/**
 * Every method in a model of either kind.
 *
 * @param {readonly string[]} methods
 * @param {(method: string, causal: boolean) => TrainSpec} specOf
 * @returns {Bar[]}
 */
const inBothKinds = (methods, specOf) =>
  methods.flatMap((method) => [
    {group: nameOf(method), kind: BOTH_SIDES, method, spec: specOf(method, false)},
    {group: nameOf(method), kind: CAUSAL, method, spec: specOf(method, true)},
  ]);

/** @typedef {{methods: readonly string[], seqLen: number, seed: number}} Options */

/**
 * One answer a sequence, in pairs of models that differ in the mask alone.
 *
 * @param {string} task
 * @returns {(options: Options) => Bar[]}
 */
const asked =
  (task) =>
  ({methods, seqLen, seed}) =>
    inBothKinds(methods, (method, causal) =>
      classSpec({task, methods: listOf(method), causal, seqLen, seed}),
    );

/**
 * What is trained for each experiment.
 *
 * @type {Record<string, (options: Options) => Bar[]>}
 */
export const EXPERIMENTS = {
  'next-token': asked('order-2'),
  index: asked('index'),
  before: asked('before'),
  cases: ({seed}) =>
    /** @type {const} */ ([
      ['next letter', 'successor', 5],
      ['whom “she” means', 'pronoun', 5],
      ['who bit whom', 'before', 3],
    ]).flatMap(([group, task, seqLen]) =>
      ['none', 'sinusoidal'].map((method) => ({
        group,
        kind: method === 'none' ? 'without position' : 'sinusoidal',
        method,
        spec: classSpec({task, methods: listOf(method), seqLen, seed}),
      })),
    ),
};

/**
 * The accuracy of a bar's run at the length of its training.
 *
 * @param {RunState | undefined} run
 * @param {TrainSpec} spec
 * @returns {Measured | null}
 */
export function measuredOf(run, {seqLen}) {
  const one = run?.evaluations.find((evaluation) => evaluation.seqLen === seqLen);
  return one && one.missing === undefined ? one : null;
}

/**
 * @param {readonly Bar[]} bars
 * @param {readonly RunState[]} runs as many
 * @param {(spec: TrainSpec) => Info} infoOf
 * @returns {BarsPanel}
 */
export function barsPanel(bars, runs, infoOf) {
  const groups = [...new Set(bars.map(({group}) => group))];
  const kinds = [...new Set(bars.map(({kind}) => kind))];
  const accuracyAt = (/** @type {string} */ group, /** @type {string} */ kind) => {
    const k = bars.findIndex((bar) => bar.group === group && bar.kind === kind);
    return k < 0 ? null : (measuredOf(runs[k], bars[k].spec)?.accuracy ?? null);
  };
  const series = kinds.map((kind) => {
    const values = groups.map((group) => accuracyAt(group, kind));
    return {
      name: kind,
      values,
      text: values.map((v) => (v === null ? 'not measured yet' : share(v))),
      ...placesOf(bars, groups, kind),
    };
  });
  const rules = rulesOf(bars, infoOf);
  const dashed = rules.map(({name, at}) => `${name} ${share(at)}`);
  return {
    kind: 'bars',
    title: `Test accuracy${dashed.length > 0 ? `; dashed: ${listText(dashed)}` : ''}`,
    groups,
    series,
    x: {label: askedOf(bars)},
    y: {label: 'accuracy', domain: [0, 1]},
    rules: rules.map(({at}) => ({axis: 'y', at, label: ''})), // a label would hide the first bars
    aspect: 0.42,
  };
}

/**
 * The colours of the methods, unless one method has two bars in a group.
 *
 * @param {readonly Bar[]} bars
 * @param {readonly string[]} groups
 * @param {string} kind
 * @returns {{colour?: number, colours?: number[]}}
 */
function placesOf(bars, groups, kind) {
  const pairs = bars.map(({group, method}) => `${group} ${method}`);
  if (new Set(pairs).size < bars.length) return {};
  const own = bars.filter((bar) => bar.kind === kind);
  const [first, ...others] = new Set(own.map(({method}) => placeOf(method)));
  if (others.length === 0) return {colour: first};
  return {
    colours: groups.map((group) => {
      const bar = own.find((one) => one.group === group);
      return bar ? placeOf(bar.method) : first;
    }),
  };
}

/** What the groups are. @param {readonly Bar[]} bars */
const askedOf = (bars) =>
  bars.every(({group, method}) => group === nameOf(method)) ? /* t */ 'method' : /* t */ 'question';

/**
 * Chance and the best possible, where they are the same for all bars.
 *
 * @param {readonly Bar[]} bars
 * @param {(spec: TrainSpec) => Info} infoOf
 */
function rulesOf(bars, infoOf) {
  const infos = bars.map(({spec}) => infoOf(spec));
  return /** @type {const} */ (['chance', 'best']).flatMap((name) => {
    const values = new Set(infos.map((info) => info[name].toFixed(6)));
    if (values.size > 1) return [];
    return [{name: name === 'best' ? 'best possible' : name, at: infos[0][name]}];
  });
}

/**
 * One row per bar: what was measured, and between which values it lies.
 *
 * @param {readonly Bar[]} bars
 * @param {readonly RunState[]} runs
 * @param {(spec: TrainSpec) => Info} infoOf
 * @param {string} says
 * @returns {TablePanel}
 */
export function barsTable(bars, runs, infoOf, says) {
  return {
    kind: 'table',
    title: 'The same numbers, with chance and the best possible',
    columns: [askedOf(bars), 'model', 'chance', 'accuracy', 'best possible', 'steps'],
    rows: bars.map(({group, kind, spec}, k) => {
      const {chance, best} = infoOf(spec);
      const measured = measuredOf(runs[k], spec);
      const accuracy = measured ? share(measured.accuracy) : '—';
      return [group, kind, share(chance), accuracy, share(best), spec.steps];
    }),
    says,
  };
}

/** What a sentence needs of one bar. @typedef {{bar: Bar, measured: Measured, info: Info}} MeasuredBar */

/**
 * @param {readonly Bar[]} bars
 * @param {readonly RunState[]} runs
 * @param {(spec: TrainSpec) => Info} infoOf
 * @returns {MeasuredBar[]} of the bars that are measured
 */
function measuredBars(bars, runs, infoOf) {
  return bars.flatMap((bar, k) => {
    const measured = measuredOf(runs[k], bar.spec);
    return measured ? [{bar, measured, info: infoOf(bar.spec)}] : [];
  });
}

/**
 * Where an accuracy is between chance and the best possible.
 *
 * @param {MeasuredBar} measuredOnes
 * @returns {number} 0 at chance, 1 at the best
 */
const gained = ({measured, info}) => (measured.accuracy - info.chance) / (info.best - info.chance);

/** @param {readonly MeasuredBar[]} measuredOnes @param {string} method @param {string} kind */
const pick = (measuredOnes, method, kind) =>
  measuredOnes.find(({bar}) => bar.method === method && bar.kind === kind);

/** @param {MeasuredBar} measuredOnes */
const value = ({measured}) => share(measured.accuracy);

/** Sentences on what was measured, by experiment; each needs its bars and says their numbers.
 *
 * @type {Record<string, (measuredOnes: readonly MeasuredBar[]) => string[]>} */
const FINDINGS = {
  'next-token': nextTokenFindings,
  index: indexFindings,
  before: beforeFindings,
  cases: casesFindings,
};

/** @param {readonly MeasuredBar[]} measuredOnes */
function nextTokenFindings(measuredOnes) {
  const [open, causal] = [
    pick(measuredOnes, 'none', BOTH_SIDES),
    pick(measuredOnes, 'none', CAUSAL),
  ];
  return [
    ...(open
      ? [`Bidirectional, without position: ${value(open)}; ${bagVerdict(open, measuredOnes)}.`]
      : []),
    ...mirrorSentence(measuredOnes, open),
    ...(causal ? [`Causal, without position: ${value(causal)}; ${maskVerdict(causal)}.`] : []),
  ];
}

/**
 * What a model without position was short of, beside those that have one.
 *
 * @param {MeasuredBar} open
 * @param {readonly MeasuredBar[]} measuredOnes
 */
function bagVerdict(open, measuredOnes) {
  const others = measuredOnes.filter(
    ({bar}) => bar.kind === BOTH_SIDES && !['none', 'alibi'].includes(bar.method),
  );
  if (others.length === 0) return `chance is ${share(open.info.chance)}`;
  const {mean} = spreadOf(others.map(measured));
  const beside = `the others reach ${share(mean)} on average`;
  if (measured(open) >= mean - accuracyLuck(open.info, open.measured.nTargets))
    return `${beside}, which is no better`;
  return open.bar.spec.seqLen === 2
    ? `${beside}. Of two tokens it cannot tell which came last, and the answer depends on that`
    : `${beside}. It knows the set of tokens, and of their order what the words alone show`;
}

/**
 * @param {readonly MeasuredBar[]} measuredOnes
 * @param {MeasuredBar | undefined} open the bidirectional model without position
 * @returns {string[]}
 */
function mirrorSentence(measuredOnes, open) {
  const mirror = pick(measuredOnes, 'alibi', BOTH_SIDES);
  if (!mirror || !open) return [];
  const luck = accuracyLuck(open.info, open.measured.nTargets);
  const isAlike = Math.abs(measured(mirror) - measured(open)) <= luck;
  const verdict = isAlike
    ? 'no better than none, as its distances have no sign'
    : 'more than without position';
  return measured(mirror) < measured(open) - luck
    ? [`Symmetric ALiBi: ${value(mirror)}.`]
    : [`Symmetric ALiBi: ${value(mirror)}, ${verdict}.`];
}

/** @param {MeasuredBar} causal the causal model without position */
const maskVerdict = (causal) =>
  gained(causal) > 0.8
    ? 'not at chance: each token sees a different number of keys'
    : 'short of the best in this run';

/** @param {MeasuredBar} measuredOnes */
const measured = (measuredOnes) => measuredOnes.measured.accuracy;

/** @param {readonly MeasuredBar[]} measuredOnes */
function indexFindings(measuredOnes) {
  const sharp = measuredOnes.filter(({bar}) => bar.kind === BOTH_SIDES && bar.method !== 'none');
  const solved = sharp.filter((one) => gained(one) > 0.98);
  const mirror = pick(measuredOnes, 'alibi', BOTH_SIDES);
  const none = pick(measuredOnes, 'none', BOTH_SIDES);
  return [
    ...(solved.length > 1
      ? [
          `Of the bidirectional models, ${listText(solved.map((one) => `${one.bar.group} (${value(one)})`))} name the place at least 98 times of 100: this task does not rank them.`,
        ]
      : []),
    ...(mirror
      ? [
          `Symmetric ALiBi reaches ${value(mirror)}. ${
            Math.abs(measured(mirror) - 0.5) < 0.1
              ? 'It knows a place up to its mirror image, so it is right about half of the time.'
              : 'It could reach one half.'
          }`,
        ]
      : []),
    ...(none
      ? [`Without position: ${value(none)}, where chance is ${share(none.info.chance)}.`]
      : []),
    ...causalSentence(measuredOnes),
  ];
}

/** @param {readonly MeasuredBar[]} measuredOnes */
function causalSentence(measuredOnes) {
  const causal = measuredOnes.filter(({bar}) => bar.kind === CAUSAL);
  if (causal.length === 0) return [];
  const {low, high} = spreadOf(causal.map(measured));
  const range = share(low) === share(high) ? share(low) : `${share(low)} to ${share(high)}`;
  return [
    `Causal models: ${range}; the mask tells before from after, so that every method can solve the task.`,
  ];
}

/** @param {readonly MeasuredBar[]} measuredOnes */
function beforeFindings(measuredOnes) {
  return [
    ...['alibi', 'none'].flatMap((method) => {
      const [open, causal] = [
        pick(measuredOnes, method, BOTH_SIDES),
        pick(measuredOnes, method, CAUSAL),
      ];
      if (!open) return [];
      const luck = accuracyLuck({...open.info, best: 0.5}, open.measured.nTargets);
      const verdict =
        Math.abs(measured(open) - open.info.chance) <= luck
          ? /* t */ 'a coin, within luck'
          : /* t */ 'which is not a coin';
      const what = method === 'alibi' ? 'Symmetric ALiBi without a mask' : 'No position, no mask';
      const masked = causal ? ` With the causal mask: ${value(causal)}.` : '';
      return [`${what}: ${value(open)}, ${verdict}.${masked}`];
    }),
  ];
}

/** @param {string} text */
const sentenceCase = (text) => text[0].toUpperCase() + text.slice(1);

/** Why a task needs positions, or does not. @type {Record<string, string>} */
const CASE_REASONS = {
  successor: 'the last letter alone decides, which is content, not order',
  pronoun: 'where “she” fits both names, order decides',
  before: 'dog bit man and man bit dog are one set of words',
};

/** @param {readonly MeasuredBar[]} measuredOnes */
function casesFindings(measuredOnes) {
  const without = measuredOnes.filter(({bar}) => bar.method === 'none');
  return without.map(
    (one) =>
      `${sentenceCase(one.bar.group)}, without position: ${value(one)}; ${CASE_REASONS[one.bar.spec.task]}.`,
  );
}

/**
 * The drawing of an experiment in any condition.
 *
 * @param {string} experiment a name of EXPERIMENTS
 * @param {readonly Bar[]} bars
 * @param {readonly RunState[]} runs as many
 * @param {{infoOf: (spec: TrainSpec) => Info, titleOf: (task: string) => string}} known
 * @returns {Drawing}
 */
export function barsDrawing(experiment, bars, runs, {infoOf, titleOf}) {
  const says = FINDINGS[experiment](measuredBars(bars, runs, infoOf)).join('\n');
  return {
    columns: 1,
    panels: [barsPanel(bars, runs, infoOf), barsTable(bars, runs, infoOf, says)],
    meters: metersOf(bars, runs, infoOf),
    note: [
      toCome(runs),
      ...settingsText(bars, infoOf, titleOf),
      parametersText(bars.map(({method}, k) => ({method: methodOf(method), runs: [runs[k]]}))),
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/**
 * The laws of all runs; a task has its own ceiling, and a readout too.
 *
 * @param {readonly Bar[]} bars
 * @param {readonly RunState[]} runs
 * @param {(spec: TrainSpec) => Info} infoOf
 */
function metersOf(bars, runs, infoOf) {
  const meters = bars.flatMap(({spec}, k) => ceilingMeters([runs[k]], () => infoOf(spec)));
  const names = [...new Set(meters.map(({name}) => name))];
  return names.map((name) => {
    const own = meters.filter((meter) => meter.name === name);
    return own.reduce((a, b) => (b.value - b.limit > a.value - a.limit ? b : a));
  });
}

/**
 * What was trained, task by task.
 *
 * @param {readonly Bar[]} bars
 * @param {(spec: TrainSpec) => Info} infoOf
 * @param {(task: string) => string} titleOf
 */
function settingsText(bars, infoOf, titleOf) {
  const specs = bars.map(({spec}) => spec);
  const tasks = [...new Set(specs.map(({task}) => task))]; // of a task, all bars are trained alike
  return tasks.map((task) => {
    const own = specs.filter((spec) => spec.task === task);
    return setting(titleOf(task), own, [own[0].seed], infoOf(own[0]));
  });
}
