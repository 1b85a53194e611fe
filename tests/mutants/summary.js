// What a run of mutants found, by folder and by kind of mistake, and the mutants whose life has a reason.
import {readFileSync} from 'node:fs';
import path from 'node:path';

import {ROOT, WEB} from '../../web/build/paths.js';

/** @import {Chosen} from './choose.js' */
/** @typedef {{n: number, killed: number, alive: number}} Count n: tried, of which some are alive, explained or not */
/**
 * @typedef {object} Summary
 * @property {string} day
 * @property {number} seed
 * @property {number} quota
 * @property {Count} total
 * @property {Record<string, Count>} folders
 * @property {Record<string, Count>} operators
 * @property {Record<string, string>} alive of those that live by their ids, why they may
 */

/** In the place of a killer, where the change did not compile. */
export const NO_MUTANT = 'the compiler';

/** What the last whole run found: the site's page Tests shows it. */
export const RESULTS = path.join(WEB, 'tested/mutants.json');

/** @type {Map<string, string>} id: why it lives */
export const EXPLAINED = new Map(
  Object.entries(JSON.parse(readFileSync(path.join(ROOT, 'tests/mutants/survivors.json'), 'utf8'))),
);

/**
 * @param {Chosen[]} chosen
 * @param {Record<string, {killer: string}>} known
 * @param {{seed: number, quota: number}} settings
 * @returns {Summary} of those that were tried or are explained; what does not compile is no mutant
 */
export function summaryOf(chosen, known, {seed, quota}) {
  const tried = chosen.filter(({id}) =>
    known[id] ? known[id].killer !== NO_MUTANT : EXPLAINED.has(id),
  );
  const isAlive = (/** @type {Chosen} */ {id}) => !known[id]?.killer;
  const count = (/** @type {Chosen[]} */ mutants) => {
    const alive = mutants.filter(isAlive).length;
    return {n: mutants.length, killed: mutants.length - alive, alive};
  };
  const by = (/** @type {'folder' | 'operator'} */ key) =>
    Object.fromEntries(
      [...new Set(tried.map((mutant) => mutant[key]))]
        .sort()
        .map((name) => [name, count(tried.filter((mutant) => mutant[key] === name))]),
    );
  return {
    day: new Date().toISOString().slice(0, 10),
    seed,
    quota,
    total: count(tried),
    folders: by('folder'),
    operators: by('operator'),
    alive: Object.fromEntries(tried.filter(isAlive).map(({id}) => [id, EXPLAINED.get(id) ?? ''])),
  };
}

/** @param {Summary} summary @returns {string} a line for each folder and kind, and one for all */
export function tableOf({seed, total, folders, operators, alive}) {
  const line = (/** @type {string} */ name, /** @type {Count} */ count) =>
    [
      name.padEnd(22),
      ...[count.n, count.killed, count.alive].map((n) => String(n).padStart(8)),
    ].join('');
  const rows = Object.entries({...folders, ...operators}).map(([name, count]) => line(name, count));
  const explained = Object.values(alive).filter(Boolean).length;
  return [
    `${''.padEnd(22)} planted  killed   alive`,
    ...rows,
    line(`all (seed ${seed})`, total),
    `${explained} of those alive are explained in tests/mutants/survivors.json`,
  ].join('\n');
}
