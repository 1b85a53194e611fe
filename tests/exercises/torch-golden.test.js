// The page's torch beside PyTorch 1.13, expression by expression: what it prints, every number, and what
// it says of mistakes. torch.json was made by golden/make.py.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';

import {runPython} from '../support/python.js';

/** @typedef {{line: string, repr?: string, values?: any[], error?: string, message?: string}} GoldenCase */

/** @type {{prelude: string, cases: GoldenCase[]}} */
const {prelude, cases} = JSON.parse(
  readFileSync(new URL('golden/torch.json', import.meta.url), 'utf8'),
);
const RELATIVE = 1.2e-7;

/**
 * Where this torch says something else on purpose, and why.
 *
 * @type {Record<string, string>}
 */
const ON_PURPOSE = JSON.parse(
  readFileSync(new URL('golden/on-purpose.json', import.meta.url), 'utf8'),
);

const CODE = `
import json, math, torch

def number(value):
    if isinstance(value, complex):
        return [number(value.real), number(value.imag)]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value

def values(result):
    if isinstance(result, torch.Tensor):
        return [number(value) for value in result.flatten().tolist()]
    if isinstance(result, (tuple, list)):
        return [part for item in result for part in values(item)]
    return []

def outcome(line):
    space = {"torch": torch}
    exec(PRELUDE, space)
    try:
        try:
            result = eval(line, space)
        except SyntaxError:
            exec(line, space)
            result = space["x"]
        return {"repr": repr(result), "values": values(result)}
    except Exception as error:
        return {"error": type(error).__name__, "message": str(error)}

def outcomes(lines):
    return json.dumps([outcome(line) for line in json.loads(lines)])
`;

const MOST_LINES = 100; // a text that comes back is cut when it is very long

/** @returns {Promise<GoldenCase[]>} */
async function ours() {
  const lines = cases.map(({line}) => line);
  const pieces = Array.from({length: Math.ceil(lines.length / MOST_LINES)}, (_, k) =>
    lines.slice(k * MOST_LINES, (k + 1) * MOST_LINES),
  );
  const {error, results} = await runPython({
    code: `PRELUDE = ${JSON.stringify(prelude)}\n${CODE}`,
    steps: pieces.map((piece) => ({
      op: 'call',
      target: 'outcomes',
      args: [JSON.stringify(piece)],
      get: true,
    })),
  });
  assert.equal(error, null, error?.traceback);
  return results.flatMap((result) => {
    assert.equal(result.kind, 'text', result.traceback);
    return JSON.parse(result.value);
  });
}

/** @param {any} a @param {any} b @param {number} most the largest number of all @returns {boolean} */
function isNear(a, b, most) {
  if (Array.isArray(b)) return isNear(a?.[0], b[0], most) && isNear(a?.[1], b[1], most);
  if (typeof b !== 'number') return a === b;
  return Math.abs(a - b) <= RELATIVE * Math.max(Math.abs(b), most * 0.5) + 1e-45;
}

/** @param {GoldenCase} want @param {GoldenCase} got @returns {string} '' where they agree */
function difference(want, got) {
  if (want.error) {
    if (got.error !== want.error)
      return `${got.error ?? got.repr}, PyTorch: ${want.error}: ${want.message}`;
    return firstLine(got.message) === firstLine(want.message)
      ? ''
      : `says "${got.message}", PyTorch: "${want.message}"`;
  }
  if (got.error) return `${got.error}: ${got.message}; PyTorch gives ${want.repr}`;
  if (want.repr && got.repr !== want.repr) return `is ${got.repr}, PyTorch: ${want.repr}`;
  const flat = (want.values ?? []).flat().filter((value) => typeof value === 'number');
  const most = Math.max(0, ...flat.map(Math.abs));
  const at = (want.values ?? []).findIndex((value, k) => !isNear(got.values?.[k], value, most));
  return at < 0 ? '' : `number ${at} is ${got.values?.[at]}, PyTorch: ${want.values?.[at]}`;
}

/** @param {string | undefined} text */
const firstLine = (text) => String(text).split('\n')[0];

test('at least 300 cases', () => {
  assert.ok(cases.length >= 300, String(cases.length));
});

test('the page’s torch does what PyTorch does', async (t) => {
  const got = await ours();
  const wrong = cases.flatMap((want, k) => {
    const text = difference(want, got[k]);
    const isMeant = Object.hasOwn(ON_PURPOSE, want.line);
    if (isMeant && !text) return [`${want.line}: agrees now; on-purpose.json need not name it`];
    return text && !isMeant ? [`${want.line}\n    ${text}`] : [];
  });
  t.diagnostic(
    `${cases.length - wrong.length} of ${cases.length} agree; ${Object.keys(ON_PURPOSE).length} differ on purpose`,
  );
  for (const line of wrong) t.diagnostic(line);
  assert.equal(wrong.length, 0, `${wrong.length} differ, see above`);
});
