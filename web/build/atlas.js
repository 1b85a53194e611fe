// @ts-check
// Which law notices which bug: every fault of every figure of the pages, switched on in Node with the core that
// ships. Writes .cache/atlas.json, of which pages.js makes the bug atlas.
import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

import {loadCore} from '../core/core.js';
import {meterHolds} from '../figures/frame/meters.js';
import {readSettings} from '../figures/frame/settings.js';
import {figureTags} from './bundle.js';
import {loadFigure} from './figure-classes.js';
import {attribute, elementsOf, isElement, nodesBelow, parseHtml} from './html.js';
import {CACHE, DIST, WEB} from './paths.js';

/** @import {Core} from '../core/core.js' */
/** @import {Fault, Source} from '../figures/frame/faults.js' */
/** @import {Drawing} from '../figures/frame/figure.js' */
/** @import {Element} from './html.js' */
/** @typedef {{label: string, isNoticed: boolean}} Cell a law that holds without the bug */
/**
 * A bug in one figure. `section` and `figure` are ids of the chapter's page.
 *
 * @typedef {{chapter: string, section: string, figure: string, fault: string, label: string, source: Source,
 *   isHarmless: boolean, cells: Cell[]}} Finding
 */

/**
 * What the laws of a figure say of a bug.
 *
 * @param {Core} core
 * @param {any} Class
 * @param {string} preset
 * @param {Element} element whose attributes are settings
 * @param {string} fault
 * @returns {Cell[]} of the laws that hold without the bug
 */
function cellsOf(core, Class, preset, element, fault) {
  const {settings} = readSettings(
    Class.settings,
    Class.presets[preset]?.settings ?? {},
    (name) => attribute(element, name) ?? null,
  );
  const meters = (/** @type {string} */ name) =>
    /** @type {Drawing} */ (Class.compute(core, settings, name)).meters ?? [];
  const asItShouldBe = new Map(meters('').map((meter) => [meter.name, meter]));
  return meters(fault).flatMap((meter) => {
    const before = asItShouldBe.get(meter.name);
    if (!before || !meterHolds(before)) return [];
    return [{label: before.label, isNoticed: !meterHolds(meter)}];
  });
}

/**
 * @param {Core} core
 * @param {any} Class
 * @param {Element} element a figure of a page
 * @param {string} preset that the page gives it
 * @returns {Omit<Finding, 'chapter' | 'section' | 'figure'>[]}
 */
function findingsOf(core, Class, element, preset) {
  /** @type {string[]} */
  const faults = Class.presets[preset]?.faults ?? Object.keys(Class.faults);
  return faults.map((fault) => {
    const {label, source, breaks} = /** @type {Fault} */ (Class.faults[fault]);
    const cells = cellsOf(core, Class, preset, element, fault);
    return {fault, label, source, isHarmless: breaks === null, cells};
  });
}

/** @returns {Promise<Finding[]>} in the order of the pages; without figures that would have to train */
export async function findings() {
  const core = await loadCore(await readFile(path.join(DIST, 'lab/core.wasm')));
  const tags = new Set(figureTags());
  const names = (await readdir(path.join(WEB, 'chapters'))).sort(
    (a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10),
  );
  /** @type {Finding[]} */
  const found = [];
  for (const name of names) {
    const page = parseHtml(await readFile(path.join(WEB, 'chapters', name), 'utf8'));
    for (const section of elementsOf(page, 'section')) {
      for (const element of [...nodesBelow(section)].filter(isElement)) {
        const preset = attribute(element, 'preset');
        if (!preset || !tags.has(element.tagName)) continue;
        const Class = await loadFigure(element.tagName);
        if (Class.runs || !Class.compute || Object.keys(Class.faults ?? {}).length === 0) continue;
        const place = {
          chapter: path.basename(name, '.html'),
          section: attribute(section, 'data-explained') ?? attribute(section, 'id') ?? '',
          figure: attribute(element, 'id') ?? preset,
        };
        for (const one of findingsOf(core, Class, element, preset)) found.push({...place, ...one});
      }
    }
  }
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = await findings();
  await mkdir(CACHE, {recursive: true});
  await writeFile(path.join(CACHE, 'atlas.json'), JSON.stringify(found));
}
