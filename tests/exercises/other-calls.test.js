// What is said where no known mistake gives a learner's numbers: which other call of the solution does, for which arguments
// they are right, what they have in common with what was given.
import assert from 'node:assert/strict';
import path from 'node:path';
import {test} from 'node:test';

import {casesOf} from '../../web/exercises/grading/cases.js';
import {grade} from '../../web/exercises/grading/grader.js';
import {nameMistake} from '../../web/exercises/grading/name-mistake.js';
import {CaseRandom} from '../../web/exercises/grading/random.js';
import {BANK, readBank} from '../support/bank.js';
import {loadCore} from '../support/core.js';
import {runPython} from '../support/python.js';

const core = await loadCore();

/** @param {string} id @param {string} code @param {boolean} [isNamed] whether known mistakes and other calls are tried */
async function saidOf(id, code, isNamed = true) {
  const check = await import(path.join(BANK, id, 'check.js'));
  const cases = casesOf(check, new CaseRandom(3n));
  const all = cases.flatMap((/** @type {any} */ item) => item.steps);
  const runCode = async (/** @type {string} */ text, steps = all) => ({
    type: /** @type {const} */ ('done'),
    ...(await runPython({code: text, steps})),
  });
  const run = await runCode(code);
  const [solution, mistakes] = [readBank(id, 'solution.py'), readBank(id, 'mistakes.py')];
  const verdict = grade({core, check, cases, run});
  if (!isNamed) return verdict;
  const mostMs = 120_000;
  return nameMistake({check, cases, run, verdict, solution, mistakes, core, runCode, mostMs});
}

test('an argument of the other sign is named', async () => {
  const multiplied = readBank('beam-search', 'solution.py').replace(
    '/ (len(tokens) - 1) ** alpha',
    '* (len(tokens) - 1) ** alpha',
  );
  const {sentence} = await saidOf('beam-search', multiplied);
  assert.ok(
    sentence.startsWith(
      'Your numbers are those of `beam_search` with `-alpha` for `alpha`. The first difference',
    ),
    sentence,
  );
});

test('an argument that is not used is named', async () => {
  const greedy = `
def beam_search(step, start, end, width, n_steps, alpha=0.0):
    tokens, score = [start], 0.0
    for _ in range(n_steps):
        logs = step(tokens).log_softmax(-1)
        token = int(logs.argmax())
        score += float(logs[token])
        tokens = tokens + [token]
        if token == end:
            break
    return tokens, score / (len(tokens) - 1) ** alpha
`;
  const {sentence} = await saidOf('beam-search', greedy);
  assert.ok(
    sentence.startsWith('Your numbers are those of `beam_search` with `width` 1: is it used?'),
  );
});

test('what is right for one number of heads alone is said to be', async () => {
  const lastHead = `
import torch

def multi_head(x, w_qkv, w_out, n_heads, causal=False):
    b, n, d = x.shape
    width = d // n_heads
    q, k, v = (x @ w_qkv.T).chunk(3, -1)
    out = torch.zeros(b, n, d)
    for h in range(n_heads):
        own = slice(h * width, (h + 1) * width)
        scores = q[..., own] @ k[..., own].mT / width**0.5
        if causal:
            scores = scores.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf)
        head = scores.softmax(-1) @ v[..., own]
    out[..., own] = head
    return out @ w_out.T
`;
  const {sentence} = await saidOf('multi-head-attention', lastHead);
  assert.ok(sentence.startsWith('It is right only where `n_heads` is 1: '), sentence);
});

test('a tensor of the call that was added is named', async () => {
  const residual = readBank('multi-head-attention', 'solution.py').replace(
    'return out @',
    'return x + out @',
  );
  const {sentence} = await saidOf('multi-head-attention', residual);
  assert.ok(
    sentence.startsWith(
      'What is right, plus tensor 1 of those that the call is given: that is what you give.',
    ),
    sentence,
  );
});

test('what is random at the start of LoRA is spoken of in words', async () => {
  for (const [std, words] of [
    ['d_in', 'the variance of what is random is 1 / d_in².'],
    ['r**0.5', 'the variance of what is random is 1 / r.'],
  ]) {
    const code = readBank('lora-layer', 'solution.py').replace('math.sqrt(d_in)', std);
    const {sentence} = await saidOf('lora-layer', code, false);
    assert.ok(sentence.startsWith(`start: ${words}`), sentence);
  }
});

test('a mistake in one of two functions is named, with where it is', async () => {
  const alone = readBank('lora-layer', 'solution.py').replace(
    'scale = alpha / a.shape[0]',
    'scale = alpha',
  );
  const {mistake} = await saidOf('lora-layer', alone);
  assert.equal(mistake?.id, 'alpha-alone');
  assert.match(mistake.sentence, /That is so in lora_forward only\.$/);
});

test('an entry of a dict that is read wrongly is named', async () => {
  const first = readBank('layer-rules', 'solution.py').replace(
    'rules[layer_type]',
    'next(iter(rules.values()))',
  );
  const {sentence} = await saidOf('layer-rules', first);
  assert.ok(
    sentence.startsWith(
      "Your numbers are those of a dict with the first of 'rope_parameters' for all.",
    ),
    sentence,
  );
});

test('x in float64 that went through float32, and types that are too narrow, do not pass', async () => {
  const narrow = readBank('numeric-gradient', 'solution.py').replace(
    '.copy_(x)',
    '.copy_(x.float())',
  );
  assert.equal((await saidOf('numeric-gradient', narrow, false)).status, 'fail');
  const half = readBank('bf16-frequencies', 'solution.py').replace('.abs()', '.abs().half()');
  assert.equal((await saidOf('bf16-frequencies', half, false)).law?.id, 'error-is-wide');
});

test('two arguments that are both not used are named together', async () => {
  const fixed = readBank('yarn-range', 'solution.py').replace(
    'low, high = index(beta_fast), index(beta_slow)',
    'low, high = index(32), index(1)',
  );
  const {sentence} = await saidOf('yarn-range', fixed);
  assert.ok(
    sentence.startsWith(
      'Your numbers are those of `yarn_ramp` called without `beta_fast` and `beta_slow`, which are 32 and 1 then: are they used?',
    ),
    sentence,
  );
});

test('of right numbers of another type no other call is said', async () => {
  const wide = readBank('left-padding', 'solution.py').replace(
    'def next_position',
    '_whole = position_ids\n\n\ndef position_ids(mask):\n    return _whole(mask).float()\n\n\ndef next_position',
  );
  assert.notEqual(wide, readBank('left-padding', 'solution.py'));
  const {sentence} = await saidOf('left-padding', wide);
  assert.equal(
    sentence,
    'The numbers of position_ids are right, but they are float32; int64 is expected.',
  );
});

test('a mixture that breaks a law has no name of a mistake that keeps it', async () => {
  const solution = readBank('rope-complex', 'solution.py');
  const known = readBank('rope-complex', 'mistakes.py');
  assert.ok(known.includes('# ==== conjugate\n'));
  const halfBack = solution.replace(
    'torch.view_as_real(pairs * rotations)',
    'torch.stack([(pairs * rotations.conj()).real, (pairs * rotations).imag], -1)',
  );
  assert.notEqual(halfBack, solution);
  const {mistake, law} = await saidOf('rope-complex', halfBack);
  assert.equal(law?.id, 'lengths');
  assert.notEqual(mistake?.id, 'conjugate');
});

test('no default of these can be another one', async () => {
  for (const [id, from, to] of [
    ['xpos-direction', 'scale_base: float = 512.0', 'scale_base: float = 500.0'],
    ['yarn-range', 'beta_fast: float = 32', 'beta_fast: float = 31'],
    ['t5-bias', 'self.max_distance / exact', 'self.max_distance // exact'],
    ['numeric-gradient', '1e-8)', '1e-12)'],
  ]) {
    const code = readBank(id, 'solution.py');
    assert.ok(code.includes(from), id);
    assert.notEqual((await saidOf(id, code.replace(from, to), false)).status, 'pass', id);
  }
});
