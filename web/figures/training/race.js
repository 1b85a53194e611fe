// @ts-check
// The length race: its panels, its table, and what it says of itself.
import {formatNumber} from '../../draw/format.js';
import {claims} from './findings.js';
import {accuracyPanel, lossPanel, perplexityPanel} from './race-panels.js';
import {ceilingMeters, endLoss, missingAt, resultAt} from './results.js';
import {caveat, parametersText, setting, share, spreadText, toCome} from './sentences.js';

/** @import {TablePanel} from '../../draw/panel.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Race} from './race-panels.js' */
/** @import {Entry} from './results.js' */

/**
 * @param {Race} race
 * @returns {TablePanel}
 */
export function racePanel(race) {
  const {entries, lengths} = race;
  const cell = (/** @type {Entry} */ entry, /** @type {number} */ length) => {
    const result = resultAt(entry, length);
    if (result) return spreadText(result.accuracy);
    return missingAt(entry, length) ? 'no such position' : '—';
  };
  return {
    kind: 'table',
    title: 'Accuracy, method by method',
    columns: ['method', 'parameters', 'loss at the end', ...lengths.map((n) => `at ${n}`)],
    rows: entries.map((entry) => {
      const loss = endLoss(entry.runs);
      const nParams = entry.runs[0]?.nParams ?? 0;
      return [
        entry.method.name,
        nParams > 0 ? formatNumber(nParams) : '—',
        loss === null ? '—' : share(loss),
        ...lengths.map((length) => cell(entry, length)),
      ];
    }),
    says: claims(entries, {...race, seqLen: race.spec.seqLen}).join('\n'),
  };
}

/**
 * The drawing of a race in any condition.
 *
 * @param {Race} race
 * @param {{loss?: boolean, perplexity?: boolean}} [show] panels beside accuracy
 * @returns {Drawing}
 */
export function raceDrawing(race, {loss = true, perplexity = true} = {}) {
  const {entries, spec, seeds, title, info} = race;
  const runs = entries.flatMap((entry) => entry.runs);
  return {
    columns: perplexity ? 2 : 1,
    least: 300,
    panels: [
      accuracyPanel(race),
      ...(perplexity ? [perplexityPanel(race)] : []),
      ...(loss ? [lossPanel(race)] : []),
      {...racePanel(race), wide: true},
    ],
    meters: ceilingMeters(runs, info),
    note: [
      toCome(runs),
      setting(title, [spec], seeds, info(spec.seqLen)),
      parametersText(entries),
      seeds.length > 1 ? 'Bars reach from the least to the greatest of the seeds.' : '',
      caveat(spec.task, seeds.length),
    ]
      .filter(Boolean)
      .join(' '),
  };
}
