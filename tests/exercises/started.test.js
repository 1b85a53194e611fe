// The Python that the build keeps and pages go on from (web/build/started.js).
import assert from 'node:assert/strict';
import {statSync} from 'node:fs';
import test from 'node:test';

import {newPython, runPython} from '../support/python.js';

/** @param {{code: string}} request */
async function printed(request) {
  const {printed, error} = await runPython(request);
  assert.equal(error, null);
  return printed;
}

const DRAW = `
import random, tempfile, secrets, numpy
print(random.random(), random.Random().random(), next(tempfile._get_candidate_names()), secrets.token_hex(4), numpy.random.default_rng().random())`;

test('each that goes on from it draws random numbers of its own, and so does each run', async () => {
  /** @type {string[][]} */
  const drawn = [];
  const first = await newPython();
  for (const python of [first, first, await newPython()]) {
    let text = '';
    const {error} = python.run({code: DRAW, onPrint: (part) => (text += part)});
    assert.equal(error, null);
    drawn.push(text.trim().split(' '));
  }
  assert.equal(drawn[0].length, 5);
  drawn[0].forEach((one, k) => {
    assert.equal(new Set([one, drawn[1][k], drawn[2][k]]).size, 3);
  });
});

test('its clocks are those of now', async () => {
  const code = 'import time; print(time.time(), time.localtime().tm_year)';
  const [seconds, year] = (await printed({code})).split(' ').map(Number);
  assert.ok(Math.abs(seconds - Date.now() / 1000) < 60, String(seconds));
  assert.equal(year, new Date().getFullYear());
});

test('what is not in it comes from the library, whole', async () => {
  const names = 'calendar datetime decimal doctest pickle statistics unittest.mock logging';
  const code = `import importlib
for name in ${JSON.stringify(names)}.split(): importlib.import_module(name)
import calendar, logging
print(logging.getLogger('a').name, calendar.month_name[2])`;
  assert.equal(await printed({code}), 'a February\n');
});

test('a library that a learner has written into is put back', async () => {
  const python = await newPython();
  const path = '/lib/python314.zip';
  for (const code of [
    `open('${path}', 'ab').write(b'x')`,
    `import os; size = os.path.getsize('${path}'); open('${path}', 'wb').write(b'x' * size); os.utime('${path}', (0, 0))`,
    `import os; os.remove('${path}')`,
  ]) {
    assert.equal(python.run({code}).error, null);
    const {error} = python.run({code: 'import doctest, calendar'}); // it reads them there
    assert.equal(error, null, `${code}: ${error?.traceback}`);
  }
});

test('a call of Python goes the same way to the engine: names, errors, numbers', async () => {
  const code = `import torch
try: torch.zeros(2, 3) @ torch.zeros(2, 3)
except RuntimeError as error: print(error)
print((torch.arange(3.) * 2).tolist(), torch._engine.full is torch._engine.full)`;
  assert.match(
    await printed({code}),
    /shapes cannot be multiplied.*\n\[0\.0, 2\.0, 4\.0\] True\n$/,
  );
});

test('nothing of the machine that built it is in it', async () => {
  const code = `import sys, os
print(sys.executable, sys.argv, os.getcwd(), os.environ['HOME'])`;
  assert.equal(await printed({code}), "/usr/bin/python3 [''] /home/learner /home/learner\n");
  assert.ok(statSync('dist/lab/python/library.bin').size > 1e6);
});
