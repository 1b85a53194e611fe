// A teacher's lesson in real Python: what `npm run lesson` says, and how an exercise is judged by its solution.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {suite, test} from 'node:test';
import {promisify} from 'node:util';

import {lessonRunProblems} from '../../web/build/lesson.js';
import {exampleLesson} from '../../web/build/lesson-page.js';
import {ROOT} from '../../web/build/paths.js';
import {readLesson} from '../../web/exercises/lesson/lesson.js';
import {sharedPython} from '../support/python.js';

const run = promisify(execFile);
const TEXT = await exampleLesson();
const EXAMPLE = path.join(ROOT, 'web/exercises/lesson/example');

/** @param {Record<string, any>} files in the place of the example's @returns {Promise<string>} */
async function problemsWith(files) {
  const lesson = JSON.parse(TEXT);
  Object.assign(lesson.exercises[0], files);
  const problems = await lessonRunProblems(
    readLesson(JSON.stringify(lesson)),
    await sharedPython(),
  );
  return problems.join('\n');
}

test('npm run lesson checks the example, and writes the file of its folder', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'poslab-lesson-'));
  try {
    const out = path.join(folder, 'week-3.json');
    const script = path.join(ROOT, 'web/build/lesson.js');
    const {stdout} = await run(process.execPath, [script, EXAMPLE, '--out', out]);
    assert.match(stdout, /An example lesson: 1 exercise, all as they should be/);
    assert.equal(readFileSync(out, 'utf8'), `${TEXT}\n`);
    const {stderr} = await run(process.execPath, [script, folder]).catch((error) => error);
    assert.match(stderr, /must have a file lesson.json, and has none/);
  } finally {
    rmSync(folder, {recursive: true});
  }
});

suite('a lesson is refused', () => {
  const SOLUTION = JSON.parse(TEXT).exercises[0]['solution.py'];

  test('whose solution raises an error', async () => {
    const broken = SOLUTION.replace('scaled.exp()', 'scaled.expo()');
    assert.match(
      await problemsWith({'solution.py': broken, 'mistakes.py': undefined}),
      /solution.py must pass, got: The solution of this exercise fails, in “three logits”: .*expo/,
    );
  });

  test('whose solution breaks a law', async () => {
    const law = '# ==== positive\n# Weights are over 1.\ndef holds(outputs, inputs):\n    return bool((outputs[0] > 1).all())\n'; // biome-ignore format: a file
    assert.match(
      await problemsWith({'laws.py': law}),
      /solution.py must pass, got: Weights are over 1. Not here: three logits, in what came back/,
    );
  });

  test('whose law raises an error', async () => {
    const law = '# ==== odd\n# A law.\ndef holds(outputs, inputs):\n    return outputs[7]\n';
    assert.match(
      await problemsWith({'laws.py': law}),
      /the law could not be measured: .*IndexError/,
    );
  });

  test('whose other way is wrong, whose starter is right, and whose mistake is none', async () => {
    const wrong = SOLUTION.replace('logits / temperature', 'logits');
    assert.match(await problemsWith({'other.py': wrong}), /other.py must pass, got: .*(temperature|difference)/s); // biome-ignore format: one thought
    assert.match(await problemsWith({'starter.py': `${SOLUTION}\n# done\n`}), /starter.py must not pass/); // biome-ignore format: one thought
    const none = '# ==== none\n# It is the same.\n# change: scaled.exp() -> torch.exp(scaled)';
    assert.match(await problemsWith({'mistakes.py': none}), /"none" must be called by its name, got pass/); // biome-ignore format: one thought
  });

  test('whose solution gives a text', async () => {
    const text = 'def softmax(logits, temperature):\n    return "none"\n';
    assert.match(
      await problemsWith({'solution.py': text, 'mistakes.py': undefined}),
      /The solution of this exercise fails.*A string was returned; a tensor is expected/,
    );
  });
});

test('laws see what a case was given: tensors, numbers and lists', async () => {
  const law = `# ==== inputs
# The inputs are those of the call.
def holds(outputs, inputs):
    logits, temperature = inputs
    return logits.shape == outputs[0].shape and temperature > 0
`;
  assert.equal(await problemsWith({'laws.py': law}), '');
});
