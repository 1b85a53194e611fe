// Whole programs of training beside real PyTorch: what they print, word by word. programs.json was made by
// make_programs.py.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import test from 'node:test';

import {readText, runPython} from '../../support/python.js';

/** @type {{programs: Record<string, string[]>, files: Record<string, {base64: string, shown: string}>}} */
const {programs, files} = JSON.parse(readText(new URL('programs.json', import.meta.url)));
/** @type {Record<string, string>} a line of a program: why it is another here */
const MEANT = JSON.parse(readText(new URL('programs-on-purpose.json', import.meta.url)));

const MOST = 2e-5; // of a number, or of 1; one step of the last digit that is printed besides
const NUMBER = /-?(?:\d+\.\d*(?:e[-+]\d+)?|\d+e[-+]\d+|\d+)/g;

/** @param {string} text as it is printed */
function lastDigit(text) {
  const [mantissa, power = '0'] = text.split('e');
  const places = mantissa.includes('.') ? mantissa.length - mantissa.indexOf('.') - 1 : 0;
  return mantissa.includes('.') ? 1.01 * 10 ** (Number(power) - places) : 0;
}

/** Words alike, blanks aside that follow from a number's width; numbers near. @param {string} got @param {string} want */
function isAlike(got, want) {
  const words = (/** @type {string} */ text) => text.replace(NUMBER, '#').replace(/ +/g, '');
  if (words(got) !== words(want)) return false;
  const [a, b] = [got, want].map((text) => text.match(NUMBER) ?? []);
  return b.every((text, k) => {
    const [x, y] = [Number(a[k]), Number(text)];
    return Math.abs(x - y) <= Math.max(MOST * Math.max(1, Math.abs(y)), lastDigit(text));
  });
}

for (const [name, want] of Object.entries(programs)) {
  test(`${name} prints what it prints with PyTorch`, async () => {
    const code = readText(new URL(`programs/${name}`, import.meta.url));
    const {error, printed} = await runPython({code});
    assert.equal(error, null, error?.traceback);
    const got = printed.split('\n');
    const wrong = want.flatMap((line, k) =>
      isAlike(got[k] ?? '', line) || line in MEANT ? [] : [`${k + 1}: ${got[k]}\n   not: ${line}`],
    );
    assert.equal(wrong.length, 0, wrong.slice(0, 12).join('\n'));
    assert.equal(got.length, want.length);
  });
}

test('every program is recorded', () => {
  const there = readdirSync(new URL('programs', import.meta.url)).sort();
  assert.deepEqual(Object.keys(programs), there);
});

test('files of torch.save are loaded; what is more than tensors is refused by name', async () => {
  const {error, printed} = await runPython({
    code: `
import base64, io, torch
def loaded(text):
    return torch.load(io.BytesIO(base64.b64decode(text)))
print(repr(loaded("${files.state.base64}")))
print(repr(loaded("${files.kinds.base64}")))
try:
    loaded("${files.module.base64}")
except Exception as error:
    print(type(error).__name__, error)
`,
  });
  assert.equal(error, null, error?.traceback);
  const end =
    "UnpicklingError this file names torch.nn.modules.linear.Linear: load() of this lab makes tensors and Python's own containers, no other objects. Save the state_dict() of a model instead";
  assert.equal(printed.trim(), `${files.state.shown}\n${files.kinds.shown}\n${end}`);
});
