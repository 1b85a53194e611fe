// @ts-check
// Trains what the figures train, and keeps it in web/runs/, so that a page has something to draw before its reader
// has pressed Run. The runs are those of a page's workers, by the same code and the core that ships, so their
// numbers are the same to the bit.
//
//   npm run record                    writes every file anew
//   npm run record -- --only ID       that of one figure
//   npm run record -- --check         writes nothing, and fails where a file is not what the core gives now
import {fork} from 'node:child_process';
import {readdir, readFile, rm, writeFile} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

import {RECORDINGS} from '../claims/recordings.js';
import {loadCore} from '../core/core.js';
import {readSettings} from '../figures/frame/settings.js';
import {curveWindow} from '../figures/training/results.js';
import {idleState, specKey} from '../workers/protocol.js';
import {digestOf} from '../workers/recorded.js';
import {TrainRun} from '../workers/train-run.js';
import {TsneRun} from '../workers/tsne-run.js';
import {abiVersion} from './abi.js';
import {figureTags} from './bundle.js';
import {loadFigure} from './figure-classes.js';
import {DIST, WEB} from './paths.js';

/** @import {Core, Tensor} from '../core/core.js' */
/** @import {Recording, RecordedRun} from '../workers/recorded.js' */
/** @import {RunState, Spec} from '../workers/protocol.js' */

/** What a preset of a figure trains. @typedef {{figure: string, Class: any, settings: Record<string, any>}} Item */

export const RUNS = path.join(WEB, 'runs');

/** Of a loss in a file; a curve does not show further digits. */
const DIGITS = 5;
/** What a process that only trains is started with. */
const TRAIN = '--train';

/**
 * One run from its beginning to its end.
 *
 * @param {Core} core one of its own
 * @param {Spec} spec
 * @returns {RunState}
 */
export function trained(core, spec) {
  const run = spec.kind === 'tsne' ? new TsneRun(core, spec) : new TrainRun(core, spec);
  while (run.advance());
  const {step, steps, losses, nParams, nBytes, evaluations, before, tensors, probe} = run;
  const results = {step, steps, losses, nParams, nBytes, evaluations, before, tensors, probe};
  return {...idleState(spec), state: 'done', fraction: 1, ...results};
}

/** The core that ships: a new one at each call. @returns {Promise<Core>} */
async function shippedCore() {
  return loadCore(await readFile(path.join(DIST, 'lab/core.wasm')), abiVersion());
}

/** Every preset of every figure whose runs are recorded, and what claims need beside. @returns {Promise<Item[]>} */
export async function recordedItems() {
  const items = [];
  for (const tag of figureTags()) {
    const Class = await loadFigure(tag);
    if (!Class.isRecorded) continue;
    for (const [figure, preset] of Object.entries(Class.presets)) {
      const {settings} = readSettings(Class.settings, preset.settings ?? {}, () => null);
      items.push({figure, Class, settings});
    }
  }
  for (const {figure, element, settings: given} of RECORDINGS) {
    const Class = await loadFigure(element);
    items.push({figure, Class, settings: readSettings(Class.settings, given, () => null).settings});
  }
  return items;
}

/**
 * The text of a figure's file.
 *
 * @param {Core} core
 * @param {Item} item
 * @param {readonly RunState[]} first those of runs(), done
 * @param {readonly RunState[]} others those of follow(), done
 * @returns {string}
 */
export function recordingText(core, {figure, Class, settings}, first, others) {
  const used = new Set();
  const watched = [...first, ...others].map((run) => watchedRun(run, used));
  // what the figure reads is what it needs
  Class.follow(settings, watched.slice(0, first.length));
  Class.compute(core, settings, '', watched);
  const runs = [...first, ...others].map((run) => packedRun(run, Class.nameOf(run.spec), used));
  const head = {figure, element: Class.tag, core: abiVersion(), settings};
  const lines = runs.map((run) => JSON.stringify(run)).join(',\n');
  return `${JSON.stringify(head).slice(0, -1)},\n"runs":[\n${lines}\n]}\n`;
}

const KINDS = /** @type {const} */ (['before', 'tensors', 'probe']);

/**
 * A run that notes which of its tensors are read.
 *
 * @param {RunState} run
 * @param {Set<Tensor>} used grows
 * @returns {RunState}
 */
function watchedRun(run, used) {
  const watch = (/** @type {Readonly<Record<string, Tensor>>} */ tensors) =>
    new Proxy(tensors, {
      get(target, name) {
        const tensor = target[String(name)];
        if (tensor) used.add(tensor);
        return tensor;
      },
    });
  return {...run, ...Object.fromEntries(KINDS.map((kind) => [kind, watch(run[kind])]))};
}

/**
 * @param {RunState} run
 * @param {string} name
 * @param {ReadonlySet<Tensor>} used
 * @returns {RecordedRun}
 */
function packedRun({spec, nParams, losses, evaluations, ...run}, name, used) {
  const every = spec.kind === 'train' ? curveWindow(spec.steps) : 1;
  const means = [];
  for (let first = 0; first < losses.length; first += every) {
    const part = losses.subarray(first, first + every);
    means.push(Number((part.reduce((a, b) => a + b, 0) / part.length).toPrecision(DIGITS)));
  }
  const kept = KINDS.flatMap((kind) => {
    const own = Object.entries(run[kind]).filter(([, tensor]) => used.has(tensor));
    const packed = own.map(([key, {shape, data}]) => [key, {shape, data: base64(data)}]);
    return own.length > 0 ? [[kind, Object.fromEntries(packed)]] : [];
  });
  return {
    of: digestOf(spec),
    name,
    nParams,
    every,
    losses: means,
    evaluations: [...evaluations],
    ...Object.fromEntries(kept),
  };
}

/** @param {Float32Array} data */
const base64 = ({buffer, byteOffset, byteLength}) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** Whether two files say the same of their runs; a core with another interface may give the same numbers.
 *  @param {string} a @param {string} b */
export const isSameRecording = (a, b) => withoutVersion(a) === withoutVersion(b);

/** @param {string} text */
const withoutVersion = (text) => text.replace(/"core":"\w+"/, '');

/**
 * Runs specs in processes, each once.
 *
 * @param {readonly Spec[]} specs
 * @param {Map<string, RunState>} done by the key of the spec; grows
 * @param {(spec: Spec) => void} [onDone]
 */
async function trainAll(specs, done, onDone) {
  const open = new Map(specs.map((spec) => [specKey(spec), spec]));
  for (const key of done.keys()) open.delete(key);
  const queue = [...open].reverse();
  const work = async () => {
    const child = fork(fileURLToPath(import.meta.url), [TRAIN], {serialization: 'advanced'});
    const answer = () =>
      new Promise((resolve, reject) => {
        child.once('message', resolve);
        child.once('error', reject);
        child.once('exit', () => reject(new Error('A process that trained has ended.')));
      });
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [key, spec] = next;
      const answered = answer();
      child.send(spec);
      done.set(key, {...(await answered), spec});
      child.removeAllListeners();
      onDone?.(spec);
    }
    child.disconnect();
  };
  const n = Math.min(os.availableParallelism(), queue.length);
  await Promise.all(Array.from({length: n}, work));
}

/**
 * The texts of some figures' files.
 *
 * @param {readonly Item[]} items
 * @param {(text: string) => void} [say]
 * @returns {Promise<Map<string, string>>} by the name of the figure
 */
export async function record(items, say) {
  /** @type {Map<string, RunState>} */
  const done = new Map();
  const runsOf = (/** @type {readonly Spec[]} */ specs) =>
    specs.map((spec) => /** @type {RunState} */ (done.get(specKey(spec))));
  const onDone = (/** @type {Spec} */ spec) =>
    say?.(`${done.size} runs, ${spec.kind} ${spec.seed}`);
  const first = items.map(({Class, settings}) => /** @type {Spec[]} */ (Class.runs(settings)));
  await trainAll(first.flat(), done, onDone);
  const others = items.map(
    ({Class, settings}, k) => /** @type {Spec[]} */ (Class.follow(settings, runsOf(first[k]))),
  );
  await trainAll(others.flat(), done, onDone);
  const core = await shippedCore();
  return new Map(
    items.map((item, k) => [
      item.figure,
      recordingText(core, item, runsOf(first[k]), runsOf(others[k])),
    ]),
  );
}

/**
 * @param {string} figure
 * @returns {Promise<string>} the text of its file; '' where there is none
 */
export const recordedText = (figure) =>
  readFile(path.join(RUNS, `${figure}.json`), 'utf8').catch(() => '');

/** @param {readonly string[]} options */
async function main(options) {
  const isCheck = options.includes('--check');
  const only = options.includes('--only') ? options[options.indexOf('--only') + 1] : '';
  const all = await recordedItems();
  const items = all.filter(({figure}) => !only || figure === only);
  if (items.length === 0) {
    const known = all.map(({figure}) => figure).join(', ');
    throw new RangeError(`--only must name a figure that trains (${known}), got "${only}".`);
  }
  const texts = await record(items, (text) => process.stdout.isTTY && console.log(text));
  for (const [figure, text] of texts) {
    if (isSameRecording(text, await recordedText(figure))) continue;
    console.log(`${isCheck ? 'differs' : 'written'}: web/runs/${figure}.json`);
    if (isCheck) process.exitCode = 1;
    else await writeFile(path.join(RUNS, `${figure}.json`), text);
  }
  if (only) return;
  const names = new Set(all.map(({figure}) => `${figure}.json`));
  for (const name of await readdir(RUNS)) {
    if (names.has(name)) continue;
    console.log(`${isCheck ? 'no figure has' : 'removed'}: web/runs/${name}`);
    if (isCheck) process.exitCode = 1;
    else await rm(path.join(RUNS, name));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv[2] === TRAIN) {
    process.on('message', async (/** @type {Spec} */ spec) => {
      process.send?.(trained(await shippedCore(), spec));
    });
  } else {
    await main(process.argv.slice(2));
  }
}
