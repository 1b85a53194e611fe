// The engine as Python sees it: handles, lists as text, errors as text; nothing else crosses.
import assert from 'node:assert/strict';
import test from 'node:test';

import {makeEngine} from '../../../../web/python/engine/index.js';

const engine = makeEngine({core: null});
const _ = engine.functions;

/** @param {number} handle */
const taken = (handle) => Array.from(engine.take(handle).data);

test('every answer is a number, a boolean, a text or nothing', () => {
  const h = _.arange('float32', 0, 6, 1);
  assert.equal(typeof h, 'number');
  assert.ok(h > 0);
  assert.equal(_.shape(_.view(h, '2,3')), '2,3');
  assert.equal(_.strides(_.transpose(_.view(h, '2,3'), 0, 1)), '1,3');
  assert.equal(_.dtype(h), 'float32');
  assert.equal(_.is_contiguous(h), true);
  assert.equal(_.shape(_.full('float32', '', 1)), '');
  assert.equal(_.split(h, 4, 0).split(',').length, 2);
});

test('numbers go to text and back without loss; infinities, NaN and -0 by name', () => {
  const h = _.from_list('float64', '6', 'inf,-inf,nan,-0.0,0.1,1e-320');
  assert.equal(_.values(h), 'inf,-inf,nan,-0.0,0.1,1e-320');
  assert.equal(_.values(_.from_list('float32', '0', '')), '');
});

test('errors come as "!Kind:message" and leave the engine usable', () => {
  const h = _.arange('float32', 0, 6, 1);
  assert.match(_.view(h, '4'), /^!RuntimeError:shape '\[4\]' is invalid for input of size 6$/);
  assert.match(
    _.index(h, 'i:6'),
    /^!IndexError:index 6 is out of bounds for dimension 0 with size 6$/,
  );
  assert.match(_.index(h, 's:::-1'), /^!ValueError:step must be greater than zero$/);
  assert.match(_.arange('float32', 0, 6, 0), /^!RuntimeError:step must be nonzero$/);
  assert.deepEqual(taken(h), [0, 1, 2, 3, 4, 5]);
});

test('a tensor that was given up is gone, its views are not', () => {
  const h = _.arange('float32', 0, 3, 1);
  const view = _.alias(h);
  _.free(h);
  assert.match(_.shape(h), /^!RuntimeError:this tensor is gone/);
  assert.deepEqual(taken(view), [0, 1, 2]);
});

test('more than 5e7 elements are refused before they are made', () => {
  assert.match(
    _.full('float32', '50000001', 0),
    /^!RuntimeError:a tensor of shape \[50000001\] has more than 50000000/,
  );
  assert.match(_.full('float32', '100000,100000', 0), /^!RuntimeError:.*\[100000, 100000\]/);
  const wide = _.expand(_.full('float32', '1', 1), '100000000');
  assert.match(_.clone(wide), /^!RuntimeError:.*too much here/);
  assert.match(
    _.full('float32', '-1', 0),
    /^!RuntimeError:Trying to create tensor with negative dimension -1/,
  );
});

test('allocate() and take() copy typed arrays into and out of the engine', () => {
  const data = Float32Array.of(1, 2, 3, 4);
  const h = engine.allocate({dtype: 'float32', shape: [2, 2], data}).handle;
  data[0] = 9;
  const out = engine.take(_.transpose(h, 0, 1));
  assert.deepEqual([out.dtype, out.shape, [...out.data]], ['float32', [2, 2], [1, 3, 2, 4]]);
  out.data[0] = 9;
  assert.deepEqual(taken(h), [1, 2, 3, 4]);
  assert.throws(() => engine.allocate({dtype: 'float32', shape: [3], data}).handle, RangeError);
  assert.throws(
    () => engine.allocate({dtype: 'int65', shape: [4], data}).handle,
    /int65 is not part/,
  );
  assert.deepEqual(
    taken(engine.allocate({dtype: 'complex64', shape: [2], data: [1, 2, 3, 4]}).handle),
    [1, 2, 3, 4],
  );
});

test('isChanged() says whether an allocated tensor has been written into', () => {
  const {handle, isChanged} = engine.allocate({
    dtype: 'float32',
    shape: [2],
    data: [1, Number.NaN],
  });
  assert.equal(isChanged(), false);
  engine.functions.fill_(handle, 1);
  assert.equal(isChanged(), true);
});

test('in place: through a view, in the type of what is there, or not at all', () => {
  const h = _.arange('int64', 0, 6, 1);
  _.binary_in_place('add', _.index(h, 's:0::2'), 10, 'int');
  assert.deepEqual(taken(h), [10, 1, 12, 3, 14, 5]);
  assert.match(
    _.binary_in_place('add', h, 0.5, 'float'),
    /^!RuntimeError:result type Float can't be cast to the desired output type Long$/,
  );
  const wide = _.full('int64', '2,6', 1);
  assert.match(
    _.binary_in_place('add', h, wide, ''),
    /^!RuntimeError:output with shape \[6\] doesn't match the broadcast shape \[2, 6\]$/,
  );
  assert.deepEqual(taken(h), [10, 1, 12, 3, 14, 5]);
  const x = _.arange('float32', 0, 4, 1);
  _.binary_in_place('add', x, x, '');
  assert.deepEqual(taken(x), [0, 2, 4, 6]);
});

test('in place: not where an element has no place of its own, or is being read', () => {
  const x = _.arange('float32', 0, 4, 1);
  const [tail, head] = [_.index(x, 's:1::'), _.index(x, 's::3:')];
  const shared = /some elements of the input tensor and the written-to tensor refer to a single/;
  assert.match(_.binary_in_place('add', tail, head, ''), shared);
  assert.match(_.copy_(tail, head), shared);
  assert.match(_.set_index(x, 's:1::', head, ''), shared);
  assert.match(
    _.binary_in_place('add', _.expand(head, '2,3'), 1, 'int'),
    /more than one element of the written-to tensor refers to a single memory location/,
  );
  const windows = _.unfold(x, 0, 2, 1);
  const overlap = /^!RuntimeError:writing to windows that overlap is not part of this lab's torch$/;
  assert.match(_.binary_in_place('add', windows, 1, 'int'), overlap);
  assert.match(_.copy_(windows, _.full('float32', '3,2', 1)), overlap);
  assert.match(_.uniform_(windows, 0, 1), overlap);
  assert.deepEqual(taken(x), [0, 1, 2, 3]);
  _.binary_in_place('add', _.unfold(x, 0, 2, 2), 0, 'int');
  _.set_index(x, 's::2:', _.index(x, 's:2::'), '');
  assert.deepEqual(taken(x), [2, 3, 2, 3]);
});

test('complex numbers: both parts are views, and a pair of floats is one number', () => {
  const z = _.polar(_.full('float32', '2', 2), _.from_list('float32', '2', '0,0'));
  assert.deepEqual(taken(z), [2, 0, 2, 0]);
  _.fill_(_.part(z, true), 5);
  assert.deepEqual(taken(z), [2, 5, 2, 5]);
  _.fill_(_.index(_.view_as_real(z), 'i:0;i:0'), 7);
  assert.deepEqual(taken(z), [7, 5, 2, 5]);
  assert.equal(_.storage(_.view_as_complex(_.view_as_real(z))), _.storage(z));
  assert.match(_.view_as_complex(_.full('float32', '3', 0)), /last dimension of size 2/);
  assert.match(
    _.polar(_.full('float32', '1', 1), _.full('float64', '1', 1)),
    /expected object of scalar type Float but got scalar type Double/i,
  );
});

test('random numbers: the same by the same seed and after a reset, others by another', () => {
  const draw = () => _.values(_.randn('float32', '50'));
  _.manual_seed(7);
  const first = draw();
  const second = draw();
  _.manual_seed(7);
  assert.equal(draw(), first);
  assert.notEqual(first, second);
  _.manual_seed(8);
  assert.notEqual(draw(), first);
  engine.reset();
  const fresh = draw();
  engine.reset();
  assert.equal(draw(), fresh);
});

test('random numbers: their means, spreads and ranges', () => {
  _.manual_seed(1);
  const normal = taken(_.randn('float64', '20000'));
  const mean = normal.reduce((a, b) => a + b) / 20000;
  const square = normal.reduce((a, b) => a + b * b, 0) / 20000;
  assert.ok(Math.abs(mean) < 0.03 && Math.abs(square - 1) < 0.05);
  const even = taken(_.rand('float32', '20000'));
  assert.ok(even.every((v) => v >= 0 && v < 1));
  assert.ok(Math.abs(even.reduce((a, b) => a + b) / 20000 - 0.5) < 0.01);
  const whole = taken(_.randint('int64', '2000', -2, 3));
  assert.deepEqual(
    [...new Set(whole)].sort((a, b) => a - b),
    [-2, -1, 0, 1, 2],
  );
  const order = taken(_.randperm(50));
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    Array.from({length: 50}, (__, k) => k),
  );
  assert.match(_.randint('int64', '1', 3, 3), /expects 'from' to be less than 'to'/);
});

test('arange and linspace end where PyTorch ends', () => {
  assert.deepEqual(taken(_.arange('float32', 0, 1, 0.25)), [0, 0.25, 0.5, 0.75]);
  assert.deepEqual(taken(_.arange('int64', 5, 0, -2)), [5, 3, 1]);
  assert.deepEqual(taken(_.arange('int64', 3, 3, 1)), []);
  assert.match(_.arange('int64', 3, 0, 1), /inconsistent with step sign/);
  assert.deepEqual(taken(_.linspace('float64', 0, 1, 5)), [0, 0.25, 0.5, 0.75, 1]);
  assert.deepEqual(taken(_.linspace('float32', 2, 9, 1)), [2]);
  assert.equal(taken(_.linspace('float32', 0, 0.3, 7))[6], Math.fround(0.3));
});

test('repeats, rolls, flips, triangles and pads copy', () => {
  const h = _.view(_.arange('float32', 0, 4, 1), '2,2');
  assert.deepEqual(taken(_.repeat(h, '2,1,2')), [0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3]);
  assert.deepEqual(taken(_.repeat_interleave(h, '2', 1)), [0, 0, 1, 1, 2, 2, 3, 3]);
  assert.deepEqual(taken(_.repeat_interleave(h, '0,2', 0)), [2, 3, 2, 3]);
  assert.deepEqual(taken(_.flip(h, '0,-1')), [3, 2, 1, 0]);
  assert.deepEqual(taken(_.roll(h, '1', '1')), [1, 0, 3, 2]);
  assert.deepEqual(taken(_.roll(h, '-1', '')), [1, 2, 3, 0]);
  assert.deepEqual(taken(_.triangle(h, 0, true)), [0, 1, 0, 3]);
  assert.deepEqual(taken(_.triangle(h, -1, false)), [0, 0, 2, 0]);
  assert.deepEqual(taken(_.pad(h, '1,0', 9)), [9, 0, 1, 9, 2, 3]);
  assert.deepEqual(taken(_.pad(h, '0,-1,1,0', 9)), [9, 0, 2]);
  assert.deepEqual(taken(h), [0, 1, 2, 3]);
});

test('cat and stack: the common type, an empty list of numbers counts for nothing', () => {
  const [a, b] = [_.arange('int64', 0, 2, 1), _.full('float32', '2', 0.5)];
  assert.equal(_.dtype(_.cat(`${a},${b}`, 0)), 'float32');
  assert.deepEqual(taken(_.stack(`${a},${b}`, 1)), [0, 0.5, 1, 0.5]);
  const empty = _.from_list('float32', '0', '');
  assert.equal(_.shape(_.cat(`${empty},${_.full('float32', '2,2', 1)}`, 0)), '2,2');
  assert.match(
    _.cat(`${_.full('float32', '2,2', 1)},${_.full('float32', '2,3', 1)}`, 0),
    /Expected size 2 but got size 3 for tensor number 1/,
  );
  assert.match(
    _.stack(`${a},${empty}`, 0),
    /equal size, but got \[2\] at entry 0 and \[0\] at entry 1/,
  );
});

test('an embedding’s rows, and an index beyond them', () => {
  const table = _.view(_.arange('float32', 0, 6, 1), '3,2');
  assert.deepEqual(taken(_.embedding(table, _.from_list('int64', '2', '2,0'))), [4, 5, 0, 1]);
  assert.match(
    _.embedding(table, _.from_list('int64', '1', '3')),
    /^!IndexError:index out of range in self/,
  );
  assert.match(
    _.embedding(table, _.full('float32', '1', 0)),
    /one of the following scalar types: Long, Int/,
  );
});

test('cross entropy: the mean of what counts', () => {
  const logits = _.view(_.from_list('float32', '6', '0,0,0,1,2,3'), '2,3');
  const near = (/** @type {number} */ h, /** @type {number} */ want) =>
    assert.ok(Math.abs(taken(h)[0] - want) < 1e-6, `${taken(h)} ${want}`);
  near(_.cross_entropy(logits, _.from_list('int64', '2', '0,-100'), -100), Math.log(3));
  const last = Math.log(1 + Math.exp(-1) + Math.exp(-2));
  near(_.cross_entropy(logits, _.from_list('int64', '2', '1,2'), -100), (Math.log(3) + last) / 2);
  assert.match(
    _.cross_entropy(logits, _.from_list('int64', '2', '0,3'), -100),
    /^!IndexError:Target 3 is out of bounds/,
  );
});

test('corners: triangles of ones, pads behind both axes, pieces of nothing, sums of complex numbers', () => {
  const ones = _.full('float32', '2,2', 1);
  assert.deepEqual(taken(_.triangle(ones, 1, true)), [0, 1, 0, 0]);
  assert.deepEqual(taken(_.pad(ones, '0,-1,1,2', 9)), [9, 1, 1, 9, 9]);
  assert.equal(_.shape(Number(_.split(_.from_list('float32', '0', ''), 2, 0))), '0');
  const z = engine.allocate({dtype: 'complex64', shape: [2], data: [1, 2, 3, 6]}).handle;
  assert.deepEqual(taken(_.reduce('sum', z, '', false, 0)), [4, 8]);
  assert.deepEqual(taken(_.reduce('mean', z, '', false, 0)), [2, 4]);
  for (const name of ['std', 'var']) {
    assert.match(
      _.reduce(name, _.arange('int64', 0, 3, 1), '', false, 1),
      /only support floating point/,
    );
  }
});

test('the least number of 64 bits keeps its size as a number with a point, and its last bits as a short one', () => {
  const h = _.from_list('int64', '2', '-9223372036854775808,-3');
  for (const type of ['float32', 'float64'])
    assert.deepEqual(_.values(_.to(h, type)).split(',').map(Number), [-(2 ** 63), -3]);
  assert.equal(_.values(_.to(h, 'int32')), '0,-3');
  assert.equal(_.values(_.to(h, 'float16')), '-inf,-3');
});

test('a range has each number rounded once, as processors compute it', () => {
  // 3 * 0.1 is 0.30000000000000004 by itself
  assert.equal(_.values(_.arange('float64', 0.3, 0.65, 0.1)), '0.3,0.4,0.5,0.6');
});

test('a scatter of another number of dimensions is refused by that', () => {
  const x = _.full('float32', '2,2', 0);
  const index = _.from_list('int64', '1,2', '0,1');
  assert.match(
    _.scatter_(x, 0, index, _.full('float32', '2', 1), false),
    /Index tensor must have the same number of dimensions as src tensor/,
  );
});

test('numbers that lie an odd number of places apart are no complex ones', () => {
  const pairs = _.window(_.arange('float32', 0, 12, 1), '2,2,2', '4,2,1', 0);
  assert.equal(_.shape(_.view_as_complex(pairs)), '2,2');
  const odd = _.window(_.arange('float32', 0, 12, 1), '2,2,2', '5,2,1', 0);
  assert.match(_.view_as_complex(odd), /stride divisible by 2 for all but last dimension/);
});
