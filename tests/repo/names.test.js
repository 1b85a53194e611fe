// Holds identifiers and file names of src, web and tests to the standard terms: no retired word in any.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {parse} from 'acorn';

import {ROOT} from '../../web/build/paths.js';

/** Words, or words in a row, in the order in which they are written: wayBack and way_back are `way back`. */
const RETIRED = `
  way back, told, tell, tells, telling, lend, lends, lent, lending, turn, turns, turned, turning, seat, seats,
  realm, realms, wall, walls, room, rooms, workbench, station, stations, news, surroundings, seen, parted,
  planted, famous, sweep, sweeps, whole core, load whole, whoever, of both, on logits,
  ghost, ghosts, or say, said by`
  .split(',')
  .map((term) => term.trim().split(' '));
const RETIRED_FILES = new Set(
  `run.c sweep.c real.c pass.c whole.js station.js seen.js words.js room.js handle.js launch.js`.split(
    ' ',
  ),
);
/** Names that stay: of somebody else's API, a term of the field, or a field of a saved file. */
const NOT_OURS = new Set([
  'tell', // a Python file's position
  'hasSeenSolution', // in the work that learners have saved
]);

/** @param {string} name @returns {string[]} its words in lower case */
const wordsOf = (name) =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());

/** @param {string} name @returns {string | undefined} the retired term that it holds */
function retiredIn(name) {
  if (NOT_OURS.has(name)) return undefined;
  const words = wordsOf(name);
  const found = RETIRED.find((term) =>
    words.some((_, at) => term.every((word, k) => words[at + k] === word)),
  );
  return found?.join(' ');
}

/**
 * Identifiers of JavaScript, and the types that JSDoc declares.
 *
 * @param {string} text
 */
function namesInScript(text) {
  /** @type {string[]} */
  const names = [];
  parse(text, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    onToken: (token) => {
      const {type, value} = /** @type {any} */ (token);
      if (type.label === 'name' || type.label === 'privateId') names.push(value);
    },
    onComment: (_, comment) => {
      const declared = /@(?:typedef|callback)\s+(?:\{(?:[^{}]|\{[^{}]*\})*\}\s*)?(\w+)/g;
      for (const [, name] of comment.matchAll(declared)) names.push(name);
    },
  });
  return names;
}

const BY_ENDING = /** @type {Record<string, (text: string) => string[]>} */ ({
  '.js': namesInScript,
  '.cjs': namesInScript,
  '.c': (text) => words(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\])*"|'\\?.'/g, ' ')),
  '.h': (text) => BY_ENDING['.c'](text),
  '.py': (text) =>
    words(text.replace(/"""[\s\S]*?"""|#.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, ' ')),
  '.css': (text) =>
    [...text.replace(/\/\*[\s\S]*?\*\//g, ' ').matchAll(/[.#]-?([a-z][\w-]*)|--([\w-]+)/gi)].map(
      ([, one, other]) => one ?? other,
    ),
});

/** @param {string} code without comments and strings */
const words = (code) => code.match(/[A-Za-z_]\w*/g) ?? [];

/**
 * @param {string} file relative to the root
 * @param {string} text
 * @returns {string[]} a line for each name, once
 */
function hitsIn(file, text) {
  const base = path.basename(file);
  const isRetired = RETIRED_FILES.has(base) || retiredIn(base);
  const names = new Set(BY_ENDING[path.extname(file)]?.(text) ?? []);
  const lines = [...names].flatMap((name) => {
    const term = retiredIn(name);
    return term ? [`${file}: ${name} (${term})`] : [];
  });
  return isRetired ? [`${file}: the file's name`, ...lines] : lines;
}

test('no identifier and no file name holds a retired word', () => {
  const {stdout} = spawnSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'src', 'web', 'tests'],
    {cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26},
  );
  const files = stdout.split('\n').filter((file) => file !== '');
  assert.ok(files.length > 500, 'the files were found');
  assert.deepEqual(
    files.flatMap((file) => hitsIn(file, readText(file))),
    [],
  );
});

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(path.join(ROOT, file), 'utf8');
  } catch {
    return ''; // removed, and not yet committed
  }
}

test('the search finds a retired word in every language, and only as a word', () => {
  const mutants = /** @type {const} */ ([
    ['web/x.js', 'const wayBack = 1;', 'wayBack (way back)'],
    ['web/x.js', '/** @typedef {{a: number}} Seen what it draws */', 'Seen (seen)'],
    ['web/x.js', 'class A { #turnedBy = 1 }', 'turnedBy (turned)'],
    ['src/x.c', 'bool is_way_back;', 'is_way_back (way back)'],
    ['web/x.py', 'def lend_rows(n): ...', 'lend_rows (lend)'],
    ['web/x.css', '.exercise-workbench { color: red }', 'exercise-workbench (workbench)'],
    ['src/pe/run.c', '', "the file's name"],
    ['web/the-room.js', '', "the file's name"],
  ]);
  for (const [file, text, name] of mutants)
    assert.deepEqual(hitsIn(file, text), [`${file}: ${name}`]);
  const fine = [
    ['web/x.js', "const returned = 'told'; // the way back"],
    ['src/x.c', 'int32_t n_returned; /* lent */'],
    ['web/x.py', 'saturn = "told"  # turned'],
    ['web/x.css', '/* .room */ .classroom { top: 0 }'],
  ];
  for (const [file, text] of fine) assert.deepEqual(hitsIn(file, text), []);
});
