// What a learner's function returned, as tensors, or a sentence that says why it is none.
import assert from 'node:assert/strict';
import test from 'node:test';

import {outputsOf, wantedOf} from '../../../web/exercises/grading/outputs.js';

const outputs = (/** @type {any} */ result) => outputsOf(result);
const tensor = (/** @type {any} */ change) => ({
  kind: 'tensor',
  shape: [2, 2],
  dtype: 'float32',
  data: Float32Array.of(1, 2, 3, 4),
  type: 'Tensor',
  ...change,
});

test('a tensor keeps its shape and becomes doubles', () => {
  const [{shape, data, dtype}] = /** @type {any} */ (outputs(tensor({})));
  assert.deepEqual(shape, [2, 2]);
  assert.equal(dtype, 'float32');
  assert.deepEqual([...data], [1, 2, 3, 4]);
});

test('complex numbers count two for one', () => {
  const [{data}] = /** @type {any} */ (outputs(tensor({shape: [2], dtype: 'complex64'})));
  assert.equal(data.length, 4);
});

test('numbers, truth values and infinities are outputs without axes', () => {
  const value = (/** @type {any} */ result) => /** @type {any} */ (outputs(result))[0].data[0];
  for (const number of [2.5, -0, 1e16, 5e-324, Infinity, -Infinity, Number.NaN]) {
    assert.equal(value({kind: 'number', value: number}), number);
  }
  assert.equal(value({kind: 'number', value: true}), 1);
});

test('an integer beyond the range of a float says so', () => {
  const huge = {kind: 'other', type: 'int', text: 'an integer of 1329 bits'};
  assert.match(String(outputs(huge)), /^An integer that is too large for a float/);
  assert.match(String(outputs({kind: 'list', items: [huge, huge]})), /^An integer that is too/);
});

test('a tuple gives its items, a list of numbers is one output', () => {
  const number = {kind: 'number', value: 3};
  const both = outputs({kind: 'tuple', items: [tensor({}), number]});
  assert.equal(both.length, 2);
  const [list] = /** @type {any} */ (outputs({kind: 'list', items: [number, number]}));
  assert.deepEqual(list.shape, [2]);
  assert.deepEqual(outputs({kind: 'list', items: []}), []);
});

test('None, texts and other things say what they are', () => {
  assert.match(String(outputs({kind: 'none'})), /None was returned.*return statement/);
  assert.match(String(outputs({kind: 'text'})), /A string was returned/);
  assert.match(String(outputs({kind: 'other', type: 'Linear', text: ''})), /^Linear was returned/);
  assert.match(String(outputs({kind: 'tuple', items: [{kind: 'none'}]})), /None/);
});

test('tensors without axes are the numbers of a list, where a list is welcome', () => {
  const loss = tensor({shape: [], data: Float32Array.of(0.5)});
  const items = [tensor({}), {kind: 'list', items: [loss, loss, {kind: 'number', value: 2}]}];
  const shapes = (/** @type {any} */ wants) =>
    /** @type {any} */ (wantedOf(/** @type {any} */ ({kind: 'tuple', items}), wants)).map(
      (/** @type {any} */ one) => one.shape,
    );
  assert.deepEqual(shapes('lists'), [[2, 2], [3]]);
  assert.deepEqual(shapes('tensors'), [[2, 2], [], [], []]);
  const complex = tensor({shape: [], dtype: 'complex64', data: Float32Array.of(1, 2)});
  const [one] = /** @type {any} */ (
    wantedOf(/** @type {any} */ ({kind: 'list', items: [complex]}), 'lists')
  );
  assert.equal(one.dtype, 'complex64');
});

test('a call expects tensors: lists and arrays say how they become some', () => {
  const number = {kind: 'number', value: 3};
  const tensors = (/** @type {any} */ result) => wantedOf(result, 'tensors');
  const row = {kind: 'list', items: [number, number]};
  assert.match(String(tensors(row)), /A list of numbers was returned.*torch\.tensor/);
  assert.match(String(tensors({kind: 'list', items: [row, row]})), /A list of numbers/);
  assert.match(String(tensors(tensor({type: 'ndarray'}))), /A NumPy array.*torch\.from_numpy/);
  assert.equal(tensors(tensor({type: 'Parameter'})).length, 1);
  assert.equal(wantedOf(/** @type {any} */ (row), 'lists').length, 1);
});

test('numbers may come in any container', () => {
  const number = {kind: 'number', value: 3};
  const scalar = tensor({shape: [], data: Float32Array.of(4)});
  for (const result of [
    {kind: 'tuple', items: [number, scalar]},
    {kind: 'list', items: [number, {kind: 'number', value: 4}]},
    tensor({shape: [2], data: Float32Array.of(3, 4)}),
  ]) {
    const [{data, shape}] = /** @type {any} */ (wantedOf(/** @type {any} */ (result), 'numbers'));
    assert.deepEqual([[...data], shape], [[3, 4], [2]]);
  }
});

test('what no number can be made of is said to be in the way of what the call expects', () => {
  const model = {kind: 'other', type: 'Model', text: ''};
  const said = (/** @type {any} */ result, /** @type {any} */ wants) =>
    String(wantedOf(result, wants));
  assert.equal(said(model, 'tensors'), 'Model was returned; a tensor is expected.');
  assert.equal(said(model, 'numbers'), 'Model was returned; numbers are expected.');
  assert.equal(
    said({kind: 'tuple', items: [model]}, 'lists'),
    'Model was returned; a number, a list of numbers or a tensor is expected.',
  );
  assert.equal(said({kind: 'text'}, 'numbers'), 'A string was returned; numbers are expected.');
  assert.equal(
    said({kind: 'dict', items: []}, 'numbers'),
    'A dict was returned; numbers are expected.',
  );
});

test('numbers of a table stay a table, and an array of one number is a number', () => {
  const result = /** @type {any} */ (tensor({}));
  assert.deepEqual(/** @type {any} */ (wantedOf(result, 'numbers'))[0].shape, [2, 2]);
  const scalar = tensor({shape: [], data: Float64Array.of(3), type: 'ndarray'});
  assert.equal(wantedOf(/** @type {any} */ (scalar), 'tensors').length, 1);
});

test('a dict is read by its keys', () => {
  const number = {kind: 'number', value: 3};
  const keys = ['a', 'b'];
  const dict = (/** @type {any[]} */ ...items) =>
    wantedOf(/** @type {any} */ ({kind: 'dict', items}), keys);
  const [{data}] = /** @type {any} */ (dict(['b', {kind: 'number', value: 4}], ['a', number]));
  assert.deepEqual([...data], [3, 4]);
  assert.equal(dict(['a', number]), "The dict has no 'b'.");
  assert.match(String(dict(['a', number], ['b', tensor({})])), /'b' is no number/);
  assert.match(String(dict(['a', tensor({})], ['b', tensor({})])), /'a' is no number/);
  assert.match(String(wantedOf({kind: 'list', items: []}, keys)), /a dict is expected/);
  assert.match(String(wantedOf({kind: 'none'}, keys)), /None was returned/);
});
