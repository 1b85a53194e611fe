// @ts-check
// All methods side by side: what each learns and keeps, and what its race came to.
import {formatNumber} from '../../draw/format.js';
import {shadeAt} from '../../draw/theme.js';
import {claims, pathOf} from './findings.js';
import {ceilingMeters, missingAt, resultAt} from './results.js';
import {caveat, setting, share, spreadText, toCome} from './sentences.js';

/** @import {BarsPanel, TablePanel} from '../../draw/panel.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Entry} from './results.js' */
/** @import {Race} from './race-panels.js' */

/**
 * What the core's table says of a method: where it acts, what it learns, what it keeps.
 *
 * @typedef {{actsOn: string, learns: string, bytes: number}} Facts
 */

const UNITS = /* t */ ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** @param {number} bytes */
export function bytesText(bytes) {
  let [unit, value] = [0, bytes];
  for (; value >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024;
  return `${formatNumber(Number(value.toPrecision(4)))} ${UNITS[unit]}`;
}

/**
 * @param {Race} race
 * @returns {BarsPanel}
 */
function accuracyBars({entries, lengths, info}) {
  const last = info(lengths[lengths.length - 1]);
  return {
    kind: 'bars',
    title: `Accuracy at each length; dashed: chance ${share(last.chance)} and best possible ${share(last.best)}`,
    groups: entries.map(({method}) => method.name),
    series: lengths.map((length, k) => ({
      name: `at ${length}`,
      shade: shadeAt(k, lengths.length),
      values: entries.map((entry) => resultAt(entry, length)?.accuracy.mean ?? null),
      text: entries.map((entry) => accuracyText(entry, length)),
    })),
    x: {label: 'method'},
    y: {label: 'accuracy', domain: [0, 1]},
    rules: [
      {axis: 'y', at: last.chance, label: ''},
      {axis: 'y', at: last.best, label: ''},
    ],
    aspect: 0.36,
  };
}

/**
 * @param {Entry} entry
 * @param {number} length
 */
function accuracyText(entry, length) {
  const result = resultAt(entry, length);
  if (result) return spreadText(result.accuracy);
  return missingAt(entry, length) ? 'no such position' : '—';
}

/**
 * How many parameters a method adds to the model that has none of it. Of methods that are formulas
 * that is 0, so the smallest model is the bare one.
 *
 * @param {readonly Entry[]} entries
 * @param {ReadonlyMap<string, Facts>} facts by method
 * @returns {(entry: Entry) => number | null} null while it is not known
 */
export function addedParameters(entries, facts) {
  const bare = entries.find(({method}) => facts.get(method.key)?.learns === 'nothing');
  const base = bare?.runs[0]?.nParams ?? 0;
  return ({method, runs}) => {
    if (facts.get(method.key)?.learns === 'nothing') return 0;
    const n = runs[0]?.nParams ?? 0;
    return base > 0 && n > 0 ? n - base : null;
  };
}

/**
 * @param {Race} race
 * @param {ReadonlyMap<string, Facts>} facts by method
 * @param {number} memoryLength
 * @returns {TablePanel}
 */
function summaryTable(race, facts, memoryLength) {
  const {entries, lengths, spec} = race;
  const added = addedParameters(entries, facts);
  const options = {...race, seqLen: spec.seqLen};
  return {
    kind: 'table',
    title: 'All methods side by side',
    columns: [
      'method',
      'acts on',
      'learns',
      'numbers learned',
      `kept for ${formatNumber(memoryLength)} positions`,
      ...lengths.map((length) => `at ${length}`),
      `left at ${lengths[lengths.length - 1]}`,
    ],
    rows: entries.map((entry) => {
      const own = /** @type {Facts} */ (facts.get(entry.method.key));
      const n = added(entry);
      const path = pathOf(entry, options);
      const end = path[path.length - 1];
      return [
        entry.method.name,
        own.actsOn,
        own.learns,
        n === null ? '—' : formatNumber(n),
        bytesText(own.bytes),
        ...lengths.map((length) => accuracyText(entry, length)),
        end ? `${Math.round(100 * Math.max(0, end.kept))} %` : '—',
      ];
    }),
    says: claims(entries, options).join('\n'),
  };
}

/**
 * @param {Race} race
 * @param {ReadonlyMap<string, Facts>} facts by method
 * @param {number} memoryLength
 * @returns {Drawing}
 */
export function summaryDrawing(race, facts, memoryLength) {
  const {entries, spec, seeds, title, info, lengths} = race;
  const runs = entries.flatMap((entry) => entry.runs);
  return {
    columns: 1,
    panels: [accuracyBars(race), summaryTable(race, facts, memoryLength)],
    meters: ceilingMeters(runs, info),
    note: [
      toCome(runs),
      setting(title, [spec], seeds, info(spec.seqLen)),
      `“Left” is the accuracy above chance at ${lengths[lengths.length - 1]}, of that at ${spec.seqLen}.`,
      'Memory: a table, cache or bias written out as float32; a bias need not be.',
      caveat(spec.task, seeds.length),
    ]
      .filter(Boolean)
      .join(' '),
  };
}
