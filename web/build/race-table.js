// @ts-check
// The recorded length race as a table, for a page that does not load the figure.
import {escapeHtml} from './html.js';

/** @type {Record<string, string>} */
const NAMES = {
  none: 'No encoding',
  sinusoidal: 'Sinusoidal',
  learned: 'Learned table',
  rope: 'RoPE',
  alibi: 'ALiBi',
  t5: 'T5 bias',
  shaw: 'Shaw',
};

/**
 * @param {{settings: {methods: string[], seqLen: number}, runs: {evaluations: {seqLen: number, accuracy: number,
 *   best: number}[]}[]}} race web/runs/length-race.json; best: the accuracy that no model can exceed
 * @returns {string} HTML
 */
export function raceTable({settings, runs}) {
  const lengths = runs[0].evaluations.map(({seqLen}) => seqLen);
  const best = lengths.map((_, k) => Math.max(...runs.map((run) => run.evaluations[k].accuracy)));
  const rows = runs.map(({evaluations}, row) => {
    const method = settings.methods[row];
    const cells = evaluations.map(({accuracy}, k) => {
      const mark = accuracy === best[k] ? ' class="best"' : '';
      return `<td${mark}>${Math.round(100 * accuracy)} %</td>`;
    });
    return `<tr><th scope="row">${escapeHtml(NAMES[method] ?? method)}</th>${cells.join('')}</tr>`;
  });
  const ceiling = Math.round(100 * runs[0].evaluations[0].best);
  const heads = lengths.map((length) => `<th scope="col">${length}</th>`);
  return `<table class="race"><caption>Next token right, by the number of tokens in the text: recorded with one seed. At most ${ceiling} % can be right; the best of each length is bold.</caption>
<thead><tr><th scope="col">Method</th>${heads.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}
