// @ts-check
// The JavaScript of a test file for Node: what all kinds share, and for each kind its adapter and its laws. The tests are
// those of the Python file, by the same names.

/** @typedef {{adapter: string, tests: string}} KindText */

/** Of the file that is made, and not of this one. @param {string} what @param {string} module */
const importLine = (what, module) => `import ${what} from ${JSON.stringify(module)};\n`;

export const NODE_HEAD =
  importLine('assert', 'node:assert/strict') + importLine('{test}', 'node:test');

export const NODE_SHARED = `
/** The numbers of a result in one list, and its shape: {data, shape}, a typed array, or nested arrays. */
function flat(result) {
  if (result?.data && result.shape) return {values: Array.from(result.data, Number), shape: [...result.shape]};
  if (ArrayBuffer.isView(result)) return {values: Array.from(result, Number), shape: [result.length]};
  const shape = [];
  let values = result;
  while (Array.isArray(values)) {
    shape.push(values.length);
    if (!Array.isArray(values[0]) && !ArrayBuffer.isView(values[0])) break;
    values = values.flatMap((one) => [...one]);
    shape[shape.length - 1] = values.length;
  }
  return {values: Array.from(Array.isArray(values) ? values : [values], Number), shape: [values.length ?? 1]};
}

const numbersOf = (result) => flat(result).values;
const near = (a, b, tolerance) => a === b || Math.abs(a - b) <= tolerance;
const tensor = (values, shape) => ({data: Float32Array.from(values), shape});
const range = (n, first = 0) => Array.from({length: n}, (_, k) => first + k);

/** The arguments of the adapter: {data, shape} for floats, lists for whole numbers. */
const argumentsOf = (name) =>
  Object.fromEntries(
    Object.entries(CASES[name].args).map(([key, value]) => [
      key,
      value?.data ? (value.type === 'int' ? {data: [...value.data], shape: value.shape} : tensor(value.data, value.shape)) : value,
    ]),
  );

/** The known bugs that return exactly this. */
const bugsOf = ({wrong, compared, tolerance}, got) =>
  Object.entries(wrong)
    .filter(([, values]) => got.every((value, k) => compared?.[k] === 0 || near(values[k], value, tolerance)))
    .map(([bug]) => bug);

/** Compares with the numbers of the core, and names the bug that returns what was returned. */
function check(name, result) {
  const one = CASES[name];
  const {values: got, shape} = flat(result);
  const isRight = shape.length > 1 ? String(shape) === String(one.shape) : got.length === one.expected.length;
  assert.ok(isRight, \`the shape must be [\${one.shape}], got [\${shape}]\`);
  const wrong = got.flatMap((value, k) =>
    one.compared?.[k] === 0 || near(value, one.expected[k], one.tolerance) ? [] : [k],
  );
  if (wrong.length === 0) return;
  const bugs = bugsOf(one, got);
  assert.ok(bugs.length === 0, bugs.map((bug) => \`KNOWN BUG \${bug}: \${BUGS[bug]}\`).join('; or '));
  const [k] = wrong;
  assert.fail(
    \`\${wrong.length} of \${got.length} numbers differ, first at flat index \${k}: expected \${one.expected[k]}, got \${got[k]} \` +
      \`(tolerance \${one.tolerance}). No bug that this file knows returns these numbers.\`,
  );
}
`;

/** Vectors and tests that RoPE and M-RoPE share. */
const VECTOR = `
const vector = (seed) => range(FACTS.dHead).map((k) => (((k * 29 + seed * 17) % 31) - 15) / 16);
const dot = (a, b) => a.reduce((sum, value, k) => sum + value * b[k], 0);
`;

/** @type {Record<string, KindText>} */
export const NODE_KIND_TEXTS = {
  rope: {
    adapter: `/**
 * Your rotation of queries or keys. x: {data: Float32Array, shape: [nHeads, n, dHead]}; positions: n whole numbers; seqLen:
 * length of the whole sequence, which only the dynamic rule reads. Returns the same shape, as a typed array, nested arrays or
 * {data, shape}, with the attention factor if the rule has one.
 */
function rotate(x, positions, seqLen) {
  throw new Error('fill in rotate(): call your own code here');
}
`,
    tests: `${VECTOR}
const rotated = (values, positions) =>
  numbersOf(rotate(tensor(values, [1, positions.length, FACTS.dHead]), positions, Math.max(...positions) + 1));
const call = (name) => {
  const {x, positions, seq_len} = argumentsOf(name);
  return rotate(x, positions, seq_len);
};

test('position zero leaves the vector', () => {
  const [x, got] = [vector(1), rotated(vector(1), [0])];
  for (const k of range(FACTS.dHead)) {
    const factor = k < FACTS.rotaryDim ? FACTS.attentionFactor : 1;
    assert.ok(near(got[k], x[k] * factor, 1e-4), \`coordinate \${k} at position 0: \${x[k]} became \${got[k]}\`);
  }
});

test('pairs keep their length', () => {
  const [x, got, dim] = [vector(2), rotated(vector(2), [7]), FACTS.rotaryDim];
  for (const i of range(dim / 2)) {
    const [a, b] = FACTS.layout === 'half' ? [i, i + dim / 2] : [2 * i, 2 * i + 1];
    const [before, after] = [Math.hypot(x[a], x[b]) * FACTS.attentionFactor, Math.hypot(got[a], got[b])];
    assert.ok(near(before, after, 1e-4), \`pair \${i} = (\${a}, \${b}): length \${before} became \${after}\`);
  }
});

test('logits depend on the distance only', () => {
  const [d, n] = [FACTS.dHead, 6];
  const logits = [0, 3].map((first) => {
    const positions = [...range(n, first), 9]; // the length of the sequence stays the same
    const all = (seed) => rotated(positions.flatMap(() => vector(seed)), positions);
    const [q, k] = [all(3), all(4)];
    const row = (values, i) => values.slice(i * d, (i + 1) * d);
    return range(n).flatMap((i) => range(n).map((j) => dot(row(q, i), row(k, j))));
  });
  const worst = Math.max(...logits[0].map((value, k) => Math.abs(value - logits[1][k])));
  assert.ok(worst <= 1e-3, \`all positions moved by 3, and a logit changed by \${worst}\`);
  assert.ok(Math.max(...logits[0]) - Math.min(...logits[0]) > 1e-3, 'the logits do not depend on position at all');
});

test('rest of the head passes through', () => {
  const [x, got] = [vector(5), rotated(vector(5), [5])];
  for (const k of range(FACTS.dHead - FACTS.rotaryDim, FACTS.rotaryDim))
    assert.ok(near(got[k], x[k], 1e-6), \`coordinate \${k} is not rotated: \${x[k]} became \${got[k]}\`);
});

test('one row is as in the whole sequence', () => {
  const [d, n] = [FACTS.dHead, 8];
  const whole = rotated(range(n).flatMap(() => vector(6)), range(n));
  const one = numbersOf(rotate(tensor(vector(6), [1, 1, d]), [5], n));
  assert.ok(
    one.every((value, k) => near(value, whole[5 * d + k], 1e-5)),
    'position 5 alone is not rotated as position 5 of the whole sequence (decoding with a cache)',
  );
});

test('near positions', () => check('near', call('near')));
test('far positions', () => check('far', call('far')));

test('short sequence after a long one', () => {
  call('far');
  check('after_longer', call('after_longer'));
});
`,
  },
  sinusoidal: {
    adapter: `/** Your table of sines and cosines for positions 0 .. nPos - 1. Returns (nPos, dModel). */
function table(nPos, dModel) {
  throw new Error('fill in table(): call your own code here');
}
`,
    tests: `
const d = FACTS.dModel;
const rows = (n) => numbersOf(table(n, d));

test('numbers', () => {
  const {n_pos, d_model} = argumentsOf('table');
  check('table', table(n_pos, d_model));
});

test('row zero has zeros and ones', () => {
  const row = rows(3).slice(0, d).map((value) => Number(value.toFixed(5)) + 0).sort();
  const right = [...range(d / 2).map(() => 0), ...range(d / 2).map(() => 1)];
  assert.deepEqual(row, right, 'row 0 must hold sin 0 and cos 0 only');
});

test('rows have one length', () => {
  const values = rows(9);
  for (const p of range(9)) {
    const square = values.slice(p * d, (p + 1) * d).reduce((sum, value) => sum + value * value, 0);
    assert.ok(near(square, d / 2, 1e-3), \`row \${p}: the sum of squares must be \${d / 2}, got \${square}\`);
  }
});

test('products depend on the distance only', () => {
  const values = rows(12);
  const product = (i, j) => range(d).reduce((sum, k) => sum + values[i * d + k] * values[j * d + k], 0);
  for (const shift of [1, 4])
    assert.ok(near(product(0, 3), product(shift, 3 + shift), 1e-3), 'rows 3 apart differ in product');
});

test('longer table begins alike', () => {
  const [short, long] = [rows(5), rows(50)];
  assert.ok(short.every((value, k) => near(value, long[k], 1e-6)), 'the first rows depend on the length');
});
`,
  },
  alibi: {
    adapter: `/** Your slopes. Returns nHeads numbers, all positive. */
function slopes(nHeads) {
  throw new Error('fill in slopes(): call your own code here');
}

/**
 * What your code adds to the logits. Returns (nHeads, nQuery, nKey). The last query is at the last key. What all keys of a
 * row share is ignored, because the softmax cancels it; so is what is masked.
 */
function bias(nHeads, nQuery, nKey) {
  throw new Error('fill in bias(): call your own code here');
}
`,
    tests: `
/** Each row relative to its first key; what is masked is -1e30. */
function byRow(name) {
  const {n_heads, n_query, n_key} = argumentsOf(name);
  const values = numbersOf(bias(n_heads, n_query, n_key));
  return values.map((value, at) => {
    const relative = value - values[at - (at % n_key)];
    return relative > -1e4 ? relative : -1e30;
  });
}

test('slopes', () => check('slopes', slopes(argumentsOf('slopes').n_heads)));
test('bias', () => check('bias', byRow('bias')));
test('bias with earlier keys in the cache', () => check('bias_with_cache', byRow('bias_with_cache')));

test('near keys are preferred', () => {
  const [values, [nHeads, nQuery, nKey]] = [byRow('bias'), CASES.bias.shape];
  for (const h of range(nHeads)) {
    const end = (h + 1) * nQuery * nKey;
    const row = values.slice(end - nKey, end);
    assert.ok(row.every((value, k) => k === 0 || row[k - 1] < value), \`head \${h}, last query: \${row} does not increase\`);
  }
});
`,
  },
  t5: {
    adapter: `/**
 * Your bucket of each relative position, key position minus query position.
 *
 * relative: n whole numbers, negative where the key is before the query. Returns n whole numbers.
 */
function buckets(relative) {
  throw new Error('fill in buckets(): call your own code here');
}
`,
    tests: `
const bucketList = (relative) => numbersOf(buckets(relative));

// Distances at which a floating-point logarithm may fall on either side of a whole number are left out.
test('buckets', () => check('buckets', buckets(argumentsOf('buckets').relative.data)));

test('buckets are in range', () => {
  const far = 4 * FACTS.maxDistance;
  for (const bucket of bucketList([-far, -1, 0, 1, far]))
    assert.ok(Number.isInteger(bucket) && bucket >= 0 && bucket < FACTS.nBuckets, \`there is no bucket \${bucket}\`);
});

test('farther is never a lower bucket', () => {
  const got = bucketList(range(2 * FACTS.maxDistance).map((d) => -d));
  assert.ok(got.every((bucket, k) => k === 0 || got[k - 1] <= bucket), 'the bucket decreases as a key moves further into the past');
});

test('past and future differ', () => {
  const [past, future] = bucketList([-3, 3]);
  assert.notEqual(past, future, \`3 before and 3 after the query are both in bucket \${past}\`);
});
`,
  },
  positions: {
    adapter: `/**
 * Your positions of the new tokens.
 *
 * attentionMask: rows of nPast + nNew numbers, 1 for tokens, 0 for padding, which is on the left; nPast: columns that are in the
 * cache. Returns (batch, nNew), from 0 at the first token. At padding any value will do.
 */
function positionIds(attentionMask, nPast) {
  throw new Error('fill in positionIds(): call your own code here');
}
`,
    tests: `
const call = (name) => {
  const {attention_mask: {data, shape}, n_past} = argumentsOf(name);
  const rows = range(shape[0]).map((row) => data.slice(row * shape[1], (row + 1) * shape[1]));
  return positionIds(rows, n_past);
};

test('whole batch', () => check('whole', call('whole')));
test('new tokens with a cache', () => check('with_cache', call('with_cache')));

test('padding does not shift a token', () => {
  const padded = numbersOf(positionIds([[0, 0, 1, 1, 1]], 0)).slice(2);
  const alone = numbersOf(positionIds([[1, 1, 1]], 0));
  assert.deepEqual(padded, alone, \`positions \${alone} become \${padded} with two columns of padding\`);
});
`,
  },
  shaw: {
    adapter: `/**
 * What your relative vectors of the keys add to the logits.
 *
 * q: {data, shape: [nHeads, nQuery, dHead]}; table: {data, shape: [2 clip + 1, dHead]}, the row of distance 0 in the middle and
 * those of keys after the query below it. The last query is at the last key. Returns (nHeads, nQuery, nKey), divided by the
 * root of dHead, for keys before and after the query.
 */
function keyTerm(q, table, nKey) {
  throw new Error('fill in keyTerm(): call your own code here');
}
`,
    tests: `
const call = (name) => {
  const {q, table, n_key} = argumentsOf(name);
  return keyTerm(q, table, n_key);
};

/** With a table that has 1 in one row and 0 elsewhere, and queries of ones. */
function term(nQuery, nKey, row) {
  const [d, nRows] = [FACTS.dHead, 2 * FACTS.clip + 1];
  const q = tensor(range(nQuery * d).map(() => 1), [1, nQuery, d]);
  const table = tensor(range(nRows * d).map((at) => (Math.floor(at / d) === row ? 1 : 0)), [nRows, d]);
  return numbersOf(keyTerm(q, table, nKey));
}

test('square', () => check('square', call('square')));
test('with a cache', () => check('with_cache', call('with_cache')));

test('the middle row is distance zero', () => {
  const got = term(4, 4, FACTS.clip);
  for (const at of range(16)) {
    const [i, j] = [Math.floor(at / 4), at % 4];
    assert.equal(Math.abs(got[at]) > 1e-6, i === j, \`query \${i}, key \${j}: the row in the middle of the table belongs to i = j\`);
  }
});

test('the last row is for keys after the query', () => {
  const n = FACTS.clip + 2;
  const got = term(n, n, 2 * FACTS.clip);
  assert.ok(Math.abs(got[n - 1]) > 1e-6, 'the last key is far after the first query, and does not use the last row');
  assert.ok(Math.abs(got[(n - 1) * n]) <= 1e-6, 'the first key is far before the last query, and uses the last row');
});

test('one query is as in the whole', () => {
  const n = FACTS.clip + 2;
  const [whole, one] = [term(n, n, 0).slice(-n), term(1, n, 0)];
  assert.ok(
    one.every((value, k) => near(value, whole[k], 1e-5)),
    'the last query alone, with all keys in the cache, has another term than in the whole',
  );
});
`,
  },
  deberta: {
    adapter: `/**
 * Your signed bucket of each relative position, query position minus key position.
 *
 * relative: n whole numbers, positive where the key is before the query. Returns n whole numbers: positive for keys before the
 * query, negative after it. What is added to find a row of a table is not part of it.
 */
function buckets(relative) {
  throw new Error('fill in buckets(): call your own code here');
}
`,
    tests: `
const bucketList = (relative) => numbersOf(buckets(relative)).map((bucket) => bucket + 0);

// Distances at which a floating-point logarithm may fall on either side of a whole number are left out.
test('buckets', () => check('buckets', buckets(argumentsOf('buckets').relative.data)));

test('near distances are their own bucket', () => {
  const nearOnes = range(FACTS.nBuckets / 2 + 1);
  assert.deepEqual(bucketList(nearOnes), nearOnes, 'a distance up to half the buckets must be its own bucket');
});

test('the other direction has the other sign', () => {
  const distances = range(FACTS.maxPosition).filter((d) => d % 7 === 1);
  const [past, future] = [bucketList(distances), bucketList(distances.map((d) => -d))];
  assert.deepEqual(past, future.map((bucket) => -bucket), 'keys after the query must have the buckets of the past, negative');
});

test('farther is never a lower bucket', () => {
  const got = bucketList(range(FACTS.maxPosition));
  assert.ok(got.every((bucket, k) => k === 0 || got[k - 1] <= bucket), 'the bucket decreases as a key moves further into the past');
  assert.ok(got.at(-1) <= FACTS.nBuckets - 1, \`there is no bucket \${got.at(-1)}\`);
});
`,
  },
  mrope: {
    adapter: `/**
 * Your rotation of queries or keys. x: {data: Float32Array, shape: [nHeads, n, dHead]}; positions: three rows of n whole numbers,
 * time, height and width. Returns the same shape.
 */
function rotate(x, positions) {
  throw new Error('fill in rotate(): call your own code here');
}

/**
 * Your positions of nBefore tokens of text, one image of height x width patches, row by row, and nAfter tokens.
 * Returns (3, n): time, height and width of each token.
 */
function gridIds(nBefore, height, width, nAfter) {
  throw new Error('fill in gridIds(): call your own code here');
}
`,
    tests: `${VECTOR}
const rowsOf = (flatIds) => range(3).map((axis) => flatIds.slice((axis * flatIds.length) / 3, ((axis + 1) * flatIds.length) / 3));
const rotated = (values, ids) => numbersOf(rotate(tensor(values, [1, 1, FACTS.dHead]), ids.map((id) => [id])));
const ids = (name) => {
  const {n_before, height, width, n_after} = argumentsOf(name);
  return gridIds(n_before, height, width, n_after);
};
const call = (name) => {
  const {x, positions} = argumentsOf(name);
  return rotate(x, rowsOf(positions.data));
};

test('ids', () => check('ids', ids('ids')));
test('ids of a tall image', () => check('ids_of_a_tall_image', ids('ids_of_a_tall_image')));
test('image', () => check('image', call('image')));
test('text', () => check('text', call('text')));

test('position zero leaves the vector', () => {
  const [x, got] = [vector(1), rotated(vector(1), [0, 0, 0])];
  assert.ok(x.every((value, k) => near(value, got[k], 1e-5)), 'a vector at (0, 0, 0) was changed');
});

test('each axis turns its own pairs', () => {
  const [x, half] = [vector(2), FACTS.dHead / 2];
  for (const axis of range(3)) {
    const got = rotated(x, range(3).map((other) => (axis === other ? 3 : 0)));
    for (const i of range(half)) {
      const moved = Math.abs(got[i] - x[i]) + Math.abs(got[i + half] - x[i + half]) > 1e-7;
      const follows = FACTS.axisOf[i] === axis;
      assert.equal(moved, follows, \`axis \${axis} \${follows ? 'must' : 'must not'} turn pair \${i}\`);
    }
  }
});

test('logits depend on the distance only', () => {
  const [q, k] = [vector(3), vector(4)];
  const one = dot(rotated(q, [5, 2, 3]), rotated(k, [1, 1, 0]));
  const other = dot(rotated(q, [9, 3, 5]), rotated(k, [5, 2, 2]));
  assert.ok(near(one, other, 1e-3), \`both moved by (4, 1, 2), and the logit \${one} became \${other}\`);
});
`,
  },
  decode: {
    adapter: `/** An empty cache of your code. */
function newCache() {
  throw new Error('fill in newCache(): what your code begins with');
}

/**
 * One call: causal attention of the new tokens to themselves and to those in the cache.
 *
 * q, k, v: {data: Float32Array, shape: [nHeads, nNew, dHead]}, not rotated yet: your code rotates queries and keys by their
 * positions, which go on from call to call, and keeps what it needs. Returns {output, cache}, output (nHeads, nNew, dHead).
 */
function step(cache, q, k, v) {
  throw new Error('fill in step(): call your own code here');
}
`,
    tests: `
const {nHeads, dHead: d, n} = FACTS;

/** Some tokens of a tensor. */
const part = ({data}, at, size) =>
  tensor(range(nHeads).flatMap((h) => [...data.subarray((h * n + at) * d, (h * n + at + size) * d)]), [nHeads, size, d]);

/** The outputs of all calls, (nHeads, n, dHead), flat. */
function run(sizes, {q, k, v} = argumentsOf('whole')) {
  let [cache, at] = [newCache(), 0];
  const parts = sizes.map((size) => {
    const made = step(cache, ...[q, k, v].map((one) => part(one, at, size)));
    cache = made.cache;
    at += size;
    const values = numbersOf(made.output);
    assert.equal(values.length, nHeads * size * d, \`the output must have \${nHeads * size * d} numbers, got \${values.length}\`);
    return {size, values};
  });
  return range(nHeads).flatMap((h) => parts.flatMap(({size, values}) => values.slice(h * size * d, (h + 1) * size * d)));
}

const checkRun = (name) => check(name, run(CASES[name].args.sizes));

test('all tokens in one call', () => checkRun('whole'));
test('one by one after a prompt', () => checkRun('one_by_one'));
test('in parts', () => checkRun('in_parts'));

test('calls do not matter', () => {
  const whole = run([n]);
  for (const sizes of [range(n).map(() => 1), [3, 4], [5, 1, 1]]) {
    const got = run(sizes);
    const worst = Math.max(...whole.map((value, k) => Math.abs(value - got[k])));
    assert.ok(worst <= 1e-4, \`calls of \${sizes} tokens: an output differs by \${worst} from one call for all\`);
  }
});

test('later tokens change nothing', () => {
  const given = argumentsOf('whole');
  const before = run([n], given);
  for (const {data} of [given.k, given.v])
    for (const h of range(nHeads)) data.fill(3, (h * n + n - 1) * d, (h * n + n) * d);
  const after = run([n], given);
  for (const [at, value] of before.entries()) {
    const token = Math.floor(at / d) % n;
    assert.ok(token === n - 1 || near(value, after[at], 1e-5), \`token \${token} sees the last token\`);
  }
});

test('equal values come out as they are', () => {
  const given = argumentsOf('whole');
  given.v.data.fill(0.5);
  assert.ok(run([3, 4], given).every((value) => near(value, 0.5, 1e-5)), 'a mean of equal values is another value');
});
`,
  },
};
