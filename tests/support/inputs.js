// Loaded first in each process of tests (run.js): writes down what it reads of this repository, the processes that it starts
// included, so that `check` knows what the result depends on. A line each, relative to the repository; `*` where a program
// that does not say it reads something: then it is every file.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import {register, syncBuiltinESMExports} from 'node:module';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EVERYTHING = '*';

// The first process of a group is started with a script of run.js, beside which its list is; others inherit its name.
process.env.POSLAB_INPUTS ??= `${process.argv[1]}.inputs`;
const log = process.env.POSLAB_INPUTS;
const {appendFileSync} = fs;

/** @type {Set<string>} */
const written = new Set();

/** @param {string} line */
function write(line) {
  if (written.has(line)) return;
  written.add(line);
  appendFileSync(log, `${line}\n`);
}

/** @param {unknown} file a path or a URL; anything else, such as an open file, was a path before */
function note(file) {
  if (!(typeof file === 'string' || file instanceof URL) || `${file}`.startsWith('data:')) return;
  const isUrl = file instanceof URL || file.startsWith('file:');
  const relative = path.relative(ROOT, path.resolve(isUrl ? fileURLToPath(file) : `${file}`));
  // package-lock.json stands for node_modules; what is elsewhere was made by the test, or is the machine's; what is known
  // to have passed changes no result
  if (/^(\.\.|node_modules|\.git|\.cache\/(passed|lint))(\/|$)/.test(relative)) return;
  write(relative || '.');
}

/**
 * @param {any} module
 * @param {string[]} names of functions
 * @param {(args: any[]) => void} before
 */
function watch(module, names, before) {
  for (const name of names) {
    const original = module[name];
    if (typeof original !== 'function') throw new Error(`${name} is no function of this Node`);
    /** @this {any} @param {any[]} args */
    const watched = function (...args) {
      before(args);
      return Reflect.apply(original, this, args);
    };
    module[name] = Object.defineProperties(watched, Object.getOwnPropertyDescriptors(original));
  }
}

const READERS = ['readFile', 'readdir', 'stat', 'lstat', 'open', 'opendir', 'access', 'copyFile', 'cp']; // biome-ignore format: a list
watch(fs.promises, READERS, ([file]) => note(file));
watch(
  fs,
  [...READERS.flatMap((name) => [name, `${name}Sync`]), 'existsSync', 'createReadStream'],
  ([file]) => note(file),
);

/** @param {any[]} args of spawn() and its like */
function noteProgram([command, given, options = given]) {
  const list = Array.isArray(given) ? given : [];
  const folder = options?.cwd ?? process.cwd();
  const isNode = command === process.execPath || command === 'node';
  const isWatched = isNode && (options?.env ?? process.env).POSLAB_INPUTS === log;
  const file = path.resolve(`${folder}`, `${command}`);
  const isOurs = file.startsWith(ROOT) && !file.includes('node_modules') && fs.existsSync(file);
  if (isOurs) note(file);
  else if (!isWatched) write(EVERYTHING);
  for (const arg of list) {
    const at = path.resolve(`${folder}`, `${arg}`);
    if (!isNode && at.startsWith(ROOT) && fs.existsSync(at)) note(at);
  }
}
const PROGRAMS = ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync', 'fork'];
watch(childProcess, PROGRAMS, noteProgram);
syncBuiltinESMExports();

const hooks = `
  import {appendFileSync} from 'node:fs';
  const seen = new Set();
  export async function load(url, context, nextLoad) {
    const line = url.startsWith(${JSON.stringify(pathToFileURL(ROOT).href)}) ? decodeURIComponent(
      new URL(url).pathname.slice(${JSON.stringify(pathToFileURL(ROOT).pathname.length)})) : 'node_modules';
    if (!line.startsWith('node_modules') && !seen.has(line)) {
      seen.add(line);
      appendFileSync(${JSON.stringify(log)}, line + '\\n');
    }
    return nextLoad(url, context);
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
