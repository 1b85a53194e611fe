#!/usr/bin/env node
// npm run mutants [-- --quota=8] [--seed=1] [--minutes=10] [--browser] [--save] [FILE or FOLDER...]: makes one small change at
// a time, and runs the tests nearest to it. A mutant that lives is a change that no test catches: it is printed, and each is
// killed by a test or explained in tests/mutants/survivors.json.
//
// What was found is kept in .cache/mutants/seed-N.json after each mutant, and the next run goes on from there: first with
// what was not tried, then with what lived and has no explanation. A killed mutant stays killed while its line is the same;
// --fresh forgets all. --save writes web/tested/mutants.json, once nothing is left to try: the site's
// page Tests shows it.
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';

import {CACHE} from '../../web/build/paths.js';
import {choose} from './choose.js';
import {killerOfC, killerOfJs, makeCopy, removeCopy} from './killers.js';
import {EXPLAINED, RESULTS, summaryOf, tableOf} from './summary.js';

/** @import {Chosen} from './choose.js' */

const args = process.argv.slice(2);
const option = (/** @type {string} */ name, /** @type {number} */ otherwise) =>
  Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const has = (/** @type {string} */ name) => args.includes(`--${name}`);
const only = args.filter((arg) => !arg.startsWith('--'));
const [quota, seed, minutes] = [option('quota', 8), option('seed', 1), option('minutes', 600)];

const KEPT = path.join(CACHE, 'mutants', `seed-${seed}.json`);
mkdirSync(path.dirname(KEPT), {recursive: true});

/** @returns {Record<string, {killer: string, inBrowser?: boolean}>} */
function readKept() {
  return existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {};
}

/** @type {Record<string, {killer: string, inBrowser?: boolean}>} what is known of a mutant, by its id */
const known = has('fresh') ? {} : readKept();
if (has('fresh')) writeFileSync(KEPT, '{}\n');
const chosen = choose({quota, seed, only});

/** @param {Chosen} mutant */
const isOpen = ({id}) => !known[id]?.killer && !EXPLAINED.has(id);
const untried = chosen.filter((mutant) => isOpen(mutant) && !known[mutant.id]);
const lived = chosen.filter((mutant) => isOpen(mutant) && known[mutant.id]);

/** @param {Chosen[]} mutants as long as there is time */
async function tryAll(mutants) {
  const end = Date.now() + minutes * 60_000;
  for (const mutant of mutants) {
    if (Date.now() > end) return;
    const inBrowser = has('browser');
    const killer = await (mutant.file.endsWith('.c')
      ? killerOfC(mutant)
      : killerOfJs(mutant, {inBrowser}));
    known[mutant.id] = {killer, inBrowser};
    // another run may be at work on other folders
    writeFileSync(
      KEPT,
      `${JSON.stringify({...readKept(), [mutant.id]: known[mutant.id]}, null, 1)}\n`,
    );
    const place = `${mutant.file}:${mutant.line}: ${mutant.change}`;
    console.log(`${killer ? `killed by ${killer}` : 'LIVES'}: ${place}`);
  }
}

if (untried.length + lived.length > 0) {
  makeCopy();
  try {
    await tryAll([...untried, ...lived]);
  } finally {
    removeCopy();
  }
}

const summary = summaryOf(chosen, known, {seed, quota});
console.log(`\n${tableOf(summary)}`);
for (const {file, line, change, id} of chosen) {
  if (known[id] && !known[id].killer && !EXPLAINED.has(id))
    console.log(`  alive: ${file}:${line}: ${change}`);
}
const left = chosen.filter(({id}) => !known[id] && !EXPLAINED.has(id)).length;
if (left > 0) console.log(`${left} not tried yet: run it again`);
else if (has('save') && only.length === 0)
  writeFileSync(RESULTS, `${JSON.stringify(summary, null, 1)}\n`);
