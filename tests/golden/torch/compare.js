// Lines of Python beside what PyTorch or numpy makes of them: what is printed, every number, and the first
// line of what is said of mistakes.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';

import {runPython, textOf} from '../../support/python.js';

/** @typedef {{line: string, repr?: string, values?: any[], error?: string, message?: string}} GoldenCase */

const CODE = `
import ast, json, math, re

class Statement:
    """One of the prelude: the names that it gives, and those that it reads."""

    def __init__(self, node):
        parts = list(ast.walk(node))
        names = [part for part in parts if isinstance(part, ast.Name)]
        self.gives = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        self.gives |= {part.name for part in parts if isinstance(part, ast.FunctionDef)}
        self.reads = {name.id for name in names}
        self.code = compile(ast.Module([node], []), "prelude", "exec")

STATEMENTS = [Statement(node) for node in ast.parse(PRELUDE).body]

def prepared(line):
    """Fresh values for a line. Only the statements that it needs are run, which takes a tenth of the time of all."""
    names = {LAST, *re.findall(r"\\w+", line)}  # of its texts too, which it may run
    needed = []
    for statement in reversed(STATEMENTS):
        if not statement.gives or statement.gives & names:  # imports and seeds give no name
            needed.append(statement)
            names |= statement.reads
    space = {}
    for statement in reversed(needed):
        exec(statement.code, space)
    return space

def number(value):
    if isinstance(value, complex):
        return [number(value.real), number(value.imag)]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value

def values(result):
    if hasattr(result, "flatten"):
        return [number(value) for value in result.flatten().tolist()]
    if isinstance(result, (tuple, list)):
        return [part for item in result for part in values(item)]
    return []

def outcome(line):
    space = prepared(line)
    try:
        try:
            result = eval(line, space)
        except SyntaxError:
            exec(line, space)
            result = space[LAST]
        return {"repr": repr(result), "values": values(result)}
    except Exception as error:
        return {"error": type(error).__name__, "message": str(error)}

def outcomes(lines):
    return json.dumps([outcome(line) for line in json.loads(lines)])
`;

/** @param {string} name @returns {any} */
const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

const MOST_LINES = 50; // a text that comes back is cut when it is very long

/** @param {string} prelude @param {GoldenCase[]} cases @param {string} last the name that a statement leaves @returns {Promise<GoldenCase[]>} */
async function ours(prelude, cases, last) {
  const lines = cases.map(({line}) => line);
  const pieces = Array.from({length: Math.ceil(lines.length / MOST_LINES)}, (_, k) =>
    lines.slice(k * MOST_LINES, (k + 1) * MOST_LINES),
  );
  const {error, results} = await runPython({
    code: `PRELUDE = ${JSON.stringify(prelude)}\nLAST = '${last}'\n${CODE}`,
    steps: pieces.map((piece) => ({
      op: 'call',
      target: 'outcomes',
      args: [JSON.stringify(piece)],
      get: true,
    })),
  });
  assert.equal(error, null, error?.traceback);
  return results.flatMap((result) => JSON.parse(textOf(result)));
}

/** @param {any} a @param {any} b @param {number} most the largest number of all @param {number} relative @returns {boolean} */
function isNear(a, b, most, relative) {
  if (Array.isArray(b)) return [0, 1].every((k) => isNear(a?.[k], b[k], most, relative));
  if (typeof b !== 'number') return a === b;
  return Math.abs(a - b) <= relative * Math.max(Math.abs(b), most * 0.5) + 1e-45;
}

/** @param {GoldenCase} want @param {GoldenCase} got @param {number} relative @returns {string} '' where they agree */
function difference(want, got, relative) {
  if (want.error) {
    if (got.error !== want.error)
      return `${got.error ?? got.repr}, the real one: ${want.error}: ${want.message}`;
    return firstLine(got.message) === firstLine(want.message)
      ? ''
      : `says "${got.message}", the real one: "${want.message}"`;
  }
  if (got.error) return `${got.error}: ${got.message}; the real one gives ${want.repr}`;
  if (want.repr && got.repr !== want.repr) return `is ${got.repr}, the real one: ${want.repr}`;
  const flat = (want.values ?? []).flat().filter((value) => typeof value === 'number');
  const most = Math.max(0, ...flat.map(Math.abs));
  const at = (want.values ?? []).findIndex(
    (value, k) => !isNear(got.values?.[k], value, most, relative),
  );
  return at < 0 ? '' : `number ${at} is ${got.values?.[at]}, the real one: ${want.values?.[at]}`;
}

/** @param {string | undefined} text */
const firstLine = (text) => String(text).split('\n')[0];

/**
 * Each case here, and how it differs from the real one ('' where it agrees).
 *
 * @param {string} prelude @param {GoldenCase[]} cases @param {{last: string, relative: number}} options
 */
export async function compare(prelude, cases, {last, relative}) {
  const got = await ours(prelude, cases, last);
  return {got, texts: cases.map((want, k) => difference(want, got[k], relative))};
}

/**
 * What differs and is not meant to, line by line; what agrees although it is meant to differ.
 *
 * @param {{golden: string, onPurpose: string, relative: number, last: string}} options names of files, relative to this folder
 */
export async function differences({golden, onPurpose, relative, last}) {
  /** @type {{prelude: string, cases: GoldenCase[]}} */
  const {prelude, cases} = read(golden);
  /** @type {Record<string, string>} line: why it differs */
  const meant = read(onPurpose);
  const {texts} = await compare(prelude, cases, {last, relative});
  const wrong = cases.flatMap((want, k) => {
    const text = texts[k];
    const isMeant = Object.hasOwn(meant, want.line);
    if (isMeant && !text) return [`${want.line}: agrees now; ${onPurpose} need not name it`];
    return text && !isMeant ? [`${want.line}\n    ${text}`] : [];
  });
  return {count: cases.length, wrong};
}
