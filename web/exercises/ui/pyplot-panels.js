// @ts-check
// What pyplot recorded, as the panels that the page draws: one for each pair of axes and those that share its place.
import {plotPanel} from './pyplot-axes.js';

/** @import {Panel} from '../../draw/panel.js' */

const [MOST_NUMBERS, MOST_PARTS, MOST_PANELS] = [4e6, 1e4, 24];

/** How many numbers a part is drawn from. @param {any} part */
const sizeOf = ({rows, x = [], xs}) => (rows ? rows.length * rows[0].length : x.length) + (xs ?? []).length; // biome-ignore format: one thought

/**
 * A record without what the page cannot draw, which is said.
 *
 * @param {any} record @param {Set<string>} missing
 */
function drawable(record, missing) {
  for (const what of record.unsaid ?? []) missing.add(String(what));
  const parts = record.parts.filter((/** @type {any} */ part) => {
    const isEmpty = part.rows && !part.rows[0]?.length;
    if (isEmpty) missing.add('an image without numbers');
    else if (sizeOf(part) > MOST_NUMBERS) missing.add(`${part.kind} (too large)`);
    else return true;
    return false;
  });
  if (parts.length > MOST_PARTS) missing.add(`${parts.length - MOST_PARTS} of ${parts.length} parts of a picture`); // biome-ignore format: one sentence
  return {...record, parts: parts.slice(0, MOST_PARTS)};
}

/** Of the k-th picture of a figure that savefig() named; the page makes PNG. @param {string} name @param {number} k */
function fileName(name, k) {
  const stem = name.replace(/\.\w{1,5}$/, '').slice(0, 80);
  return `${stem}${k ? `-${k + 1}` : ''}.png`;
}

/** Axes with those that share their place. @param {any[]} all @returns {any[][]} */
function withTwins(all) {
  const groups = /** @type {any[][]} */ ([]);
  for (const axes of all)
    if (axes?.isTwin && groups.length) groups[groups.length - 1].push(axes);
    else groups.push([axes]);
  return groups;
}

/**
 * The panels of all figures of a run. What cannot be drawn is said in `missing`. The figures come from the
 * learner's Python, so that nothing holds of them.
 *
 * @param {any} figures as web/python/matplotlib/pyplot.py records them
 * @returns {{panels: Panel[], titles: string[], missing: string[]}}
 */
export function pyplotPanels(figures) {
  /** @type {Panel[]} */
  const panels = [];
  const missing = new Set();
  const all = Array.isArray(figures) ? figures : [];
  for (const figure of all) {
    for (const [k, group] of withTwins([figure?.axes ?? []].flat()).entries()) {
      try {
        const records = group.map((record) => drawable(record, missing));
        if (!records[0].view || !records.some(({parts, legend}) => parts.length || legend))
          continue;
        const saved = [figure.saved ?? []].flat().map((name) => fileName(String(name), k));
        if (panels.length < MOST_PANELS) panels.push(plotPanel(records, saved));
        else missing.add(`more than ${MOST_PANELS} pictures`);
      } catch {
        missing.add('a picture that is none');
      }
    }
  }
  const titles = all.map((figure) => String(figure?.suptitle ?? '')).filter(Boolean);
  return {panels, titles: titles.slice(0, MOST_PANELS), missing: [...missing]};
}
