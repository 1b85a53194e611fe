#!/usr/bin/env node
// npm run bench [-- --json] [-- --save=NAME] [-- --only=NAME]: verifies each kernel, times it, and says whether its budget
// is met.
//
// Budgets are ratios within one run, so that they hold on any machine. --json prints one object a
// line: name, unit, min, median, ratio, against, and budget and met where there is one. --save writes
// web/speed/NAME.json too, with the machine, the versions and the day: the site's page Speed shows these files.
// --only times one of core, train, page, experiments, loading, python, notebook and peers. Exit code 1
// when a kernel is wrong; a budget that is missed is said, not failed.
import {execFileSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import {WEB} from '../../web/build/paths.js';
import {browserPath} from '../support/browser.js';
import {report} from './table.js';

/** @import {Row} from './measure.js' */
/** @import {SpeedFile} from '../../web/build/speed-page.js' */

const FILES = {
  core: './core.bench.js',
  train: './train.bench.js',
  page: './page.bench.js',
  experiments: './experiments.bench.js',
  loading: './loading.bench.js',
  python: './python.bench.js',
  notebook: './notebook.bench.js',
  peers: './peers/run.js',
};

/** @param {string} name @returns {string | undefined} */
const option = (name) =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);

/** @param {string} command @param {string[]} args @returns {string} the first line that it prints */
function firstLine(command, args) {
  try {
    return execFileSync(command, args, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']})
      .trim()
      .split('\n')[0];
  } catch {
    return 'unknown';
  }
}

/** @returns {Omit<SpeedFile, 'groups'>} what the numbers depend on */
function conditions() {
  const [{model}] = os.cpus();
  return {
    machine: `${os.availableParallelism()} cores of ${model.trim()}, ${Math.round(os.totalmem() / 2 ** 30)} GB`,
    day: new Date().toISOString().slice(0, 10),
    load: Number(os.loadavg()[0].toFixed(2)),
    versions: [
      `Node ${process.versions.node}`,
      firstLine(process.env.EMCC ?? 'emcc', ['--version']).replace(/ \(.*?\)/g, ''),
      firstLine(browserPath('chromium') ?? '', ['--version']).replace(/ built on.*/, ''),
    ],
  };
}

const before = conditions();
const only = option('only');
/** @type {SpeedFile['groups']} */
const groups = [];
for (const [name, file] of Object.entries(FILES)) {
  if (only && only !== name) continue;
  const rows = /** @type {Row[]} */ (await (await import(file)).run());
  if (rows.length > 0) groups.push({name, rows});
}
report(groups.flatMap(({rows}) => rows));

const name = option('save');
if (name) {
  if (!/^[a-z0-9-]+$/.test(name) || only) {
    throw new Error(
      `--save=${name}: expected a name of lower-case letters, digits and -, without --only`,
    );
  }
  mkdirSync(path.join(WEB, 'speed'), {recursive: true});
  const file = path.join(WEB, `speed/${name}.json`);
  writeFileSync(file, `${JSON.stringify({...before, groups}, null, 1)}\n`);
  console.log(`written: web/speed/${name}.json`);
}
