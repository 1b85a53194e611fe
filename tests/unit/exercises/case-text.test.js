import assert from 'node:assert/strict';
import {test} from 'node:test';

import {callText, caseText} from '../../../web/exercises/grading/case-text.js';

const tensor = {
  tensor: {dtype: 'float32', shape: [2, 2], data: Float32Array.of(1, 0.5, -Infinity, 3)},
};

test('a case is Python to copy: a tensor is named once, other arguments are in the call', () => {
  const steps = [
    {op: 'call', target: 'Model', args: [4], kwargs: {base: 1e4}, as: 'model'},
    {op: 'call', target: 'model.f', args: [tensor, true, {list: [1, 'a']}], get: true},
    {op: 'call', target: 'g', args: [tensor, {ref: 'model'}, null], get: true},
  ];
  assert.equal(
    callText({title: 'one', steps}),
    [
      'import torch',
      '',
      'model = Model(4, base=10000)',
      'x1 = torch.tensor([[1, 0.5],\n [-float("inf"), 3]], dtype=torch.float32)',
      'print(model.f(x1, True, [1, "a"]))',
      'print(g(x1, model, None))',
    ].join('\n'),
  );
});

test('expected and got are lists; a hidden case and a hunt have no text', () => {
  const item = {title: 'one', steps: [{op: 'call', target: 'f', args: [], get: true}]};
  const [want, got] = [
    {data: Float64Array.of(1, 2), shape: [2]},
    {data: Float64Array.of(1, Number.NaN), shape: [2]},
  ];
  assert.deepEqual(caseText(item, [want], [got]), {
    call: 'import torch\n\nprint(f())',
    expected: '[1, 2]',
    got: '[1, float("nan")]',
  });
  assert.equal(caseText({...item, isHidden: true}, [want], [got]), null);
  assert.equal(caseText({...item, isHunt: true}, [want], [got]), null);
});

test('a case with thousands of numbers is no code to read', () => {
  const large = {tensor: {dtype: 'float32', shape: [5000], data: new Float32Array(5000)}};
  assert.equal(callText({title: 'x', steps: [{op: 'call', target: 'f', args: [large]}]}), null);
});
