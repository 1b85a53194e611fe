// Files of models: what the formats' writers write is read, and what is broken is refused by its place.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {suite, test} from 'node:test';
import {FileError, Source} from '../../../web/files/bytes.js';
import {fromBfloat, fromHalf} from '../../../web/files/dtypes.js';
import {readGguf} from '../../../web/files/gguf.js';
import {readIndex} from '../../../web/files/index-file.js';
import {readNpy} from '../../../web/files/npy.js';
import {crc32, readNpz} from '../../../web/files/npz.js';
import {readSafetensors} from '../../../web/files/safetensors.js';
import {
  float32,
  joined,
  safetensorsOf,
  sparse,
  writeGguf,
  writeSafetensors,
} from '../../support/model-files.js';

const GB = 2 ** 30;
const TABLE = Array.from({length: 12}, (_, k) => k);

/** @param {Uint8Array} bytes @param {string} [name] */
const sourceOf = (bytes, name = 'a file') =>
  new Source(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)]), name);
/** @param {string} name */
const fixture = (name) => readFileSync(new URL(`../../fixtures/files/${name}`, import.meta.url));
/** @param {string} name */
const fixtureSource = (name) => sourceOf(fixture(name), name);
/** @param {() => Promise<unknown>} read @param {RegExp} message */
const refuses = (read, message) =>
  assert.rejects(read, (/** @type {Error} */ error) => {
    assert.ok(error instanceof FileError, String(error));
    assert.match(error.message, message);
    return true;
  });

suite('numbers of 16 bits', () => {
  test('float16: one, least, greatest, infinite, not a number', () => {
    for (const [bits, value] of [
      [0x3c00, 1],
      [0xc000, -2],
      [0x0001, 2 ** -24],
      [0x0400, 2 ** -14],
      [0x7bff, 65504],
      [0x7c00, Infinity],
      [0x3555, 0.333251953125],
    ]) {
      assert.equal(fromHalf(bits), value);
    }
    assert.ok(Number.isNaN(fromHalf(0x7e00)));
  });

  test('bfloat16 is the upper half of a float32', () => {
    for (const value of [1, -2.5, 0.15625, 2 ** -130]) {
      assert.equal(fromBfloat(new Uint32Array(Float32Array.of(value).buffer)[0] >>> 16), value);
    }
  });
});

suite('.npy as numpy writes it', () => {
  for (const name of ['f2', 'f4', 'f8-big', 'i8', 'u1', 'i2-big', 'version-2', 'version-3']) {
    test(name, async () => {
      const {data, shape} = await (await readNpy(fixtureSource(`${name}.npy`))).read();
      assert.deepEqual([[...data], shape], [TABLE, [3, 4]]);
    });
  }

  test('Fortran order becomes rows', async () => {
    const {data, shape} = await (await readNpy(fixtureSource('fortran.npy'))).read();
    assert.deepEqual([[...data], shape], [Array.from({length: 24}, (_, k) => k), [2, 3, 4]]);
  });

  test('a scalar', async () => {
    const {data, shape} = await (await readNpy(fixtureSource('scalar.npy'))).read();
    assert.deepEqual([[...data], shape], [[2.5], []]);
  });

  test('pickled objects are refused and never run', () =>
    refuses(() => readNpy(fixtureSource('objects.npy')), /pickle can run code/));

  test('arrays of several fields are refused', () =>
    refuses(() => readNpy(fixtureSource('fields.npy')), /descr must be < or >/));

  /** @param {string} header */
  const npy = (header) =>
    joined([
      Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0),
      new TextEncoder().encode(header),
      float32([1, 2]),
    ]);
  for (const [header, message] of /** @type {[string, RegExp][]} */ ([
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", /must have 12 bytes .* got 8/],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", /must have 4 bytes .* got 8/],
    ["{'descr': '<f4', 'fortran_order': False}", /must be a dict like/],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'x': 1}", /must be a dict like/],
    ["{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}", /True or False, got 0/],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': 2}", /shape must be a tuple/],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}", /shape must be/],
    ["{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}", /got "<c8"/],
    ["{'descr': '=f4', 'fortran_order': False, 'shape': (2,)}", /got "=f4"/],
    ["{'descr': __import__('os').name, 'fortran_order': False, 'shape': (2,)}", /must be a dict/],
    ['', /must be a dict/],
  ])) {
    test(`refuses the header ${header || 'of no bytes'}`, () =>
      refuses(() => readNpy(sourceOf(npy(header))), message));
  }

  test('only the first rows of a file of 4 GB are read', async () => {
    const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1048576, 1024)}";
    const head = npy(header).subarray(0, 10 + header.length);
    const first = float32([7, 8]);
    const source = new Source(
      sparse(head.length + 4 * GB, [
        [0, head],
        [head.length, first],
      ]),
      'big.npy',
    );
    const {data, shape, nRows} = await (await readNpy(source)).read();
    assert.deepEqual([shape, nRows, data[0], data[1]], [[4096, 1024], 1048576, 7, 8]);
    assert.ok(source.nRead < 17 * 2 ** 20, `${source.nRead} bytes were read`);
  });
});

suite('.npz as numpy writes it', () => {
  test('stored', async () => {
    const [wpe, slopes] = await readNpz(fixtureSource('stored.npz'));
    assert.deepEqual([wpe.name, wpe.shape, [...(await wpe.read()).data]], ['wpe', [3, 4], TABLE]);
    const powers = [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625];
    assert.deepEqual([...(await slopes.read()).data], powers);
  });

  test('deflated', async () => {
    const [wpe, zeros] = await readNpz(fixtureSource('deflated.npz'));
    assert.deepEqual([...(await wpe.read()).data], TABLE);
    const {data, shape} = await zeros.read();
    assert.deepEqual([shape, data.every((value) => value === 0)], [[64, 64], true]);
  });

  test('sizes of 64 bits, with another field after them', async () => {
    const bytes = Uint8Array.from(fixture('stored.npz'));
    const view = new DataView(bytes.buffer);
    const end = bytes.length - 22;
    const [size, at] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
    const nName = view.getUint16(at + 28, true);
    const extra = new DataView(new ArrayBuffer(28 + 9));
    extra.setUint16(0, 1, true);
    extra.setUint16(2, 24, true);
    for (const [k, place] of [24, 20, 42].entries()) {
      extra.setBigUint64(4 + 8 * k, BigInt(view.getUint32(at + place, true)), true);
      view.setUint32(at + place, 0xffffffff, true);
    }
    extra.setUint16(28, 0x5455, true); // a time
    extra.setUint16(30, 5, true);
    view.setUint16(at + 30, 37, true);
    view.setUint32(end + 12, size + 37, true);
    const cut = at + 46 + nName;
    const whole = joined([
      bytes.subarray(0, cut),
      new Uint8Array(extra.buffer),
      bytes.subarray(cut),
    ]);
    const [wpe] = await readNpz(sourceOf(whole));
    assert.deepEqual([wpe.name, [...(await wpe.read()).data]], ['wpe', TABLE]);
  });

  test('a damaged number is found by the sum', async () => {
    const bytes = Uint8Array.from(fixture('stored.npz'));
    const at = bytes.findIndex((_, k) => float32([5]).every((byte, j) => bytes[k + j] === byte));
    bytes[at + 1] ^= 1;
    const [wpe] = await readNpz(sourceOf(bytes));
    await refuses(() => wpe.read(), /wpe\.npy must have the sum .* it is damaged/);
  });

  test('an entry that unpacks to more than it says is stopped', async () => {
    const bytes = Uint8Array.from(fixture('deflated.npz'));
    const view = new DataView(bytes.buffer);
    const central = bytes.findIndex(
      (_, k) => k + 4 < bytes.length && view.getUint32(k, true) === 0x02014b50,
    );
    view.setUint32(central + 24, 128 + 4, true); // of 128 + 48 bytes
    await refuses(() => readNpz(sourceOf(bytes)), /wpe\.npy must unpack to 132 bytes, got more/);
  });

  test('what is cut off is refused', () =>
    refuses(() => readNpz(sourceOf(fixture('stored.npz').subarray(0, 500))), /directory of a zip/));

  test('the sum is that of zip', () =>
    assert.equal(crc32(new TextEncoder().encode('123456789')), 0xcbf43926));
});

suite('.safetensors', () => {
  test('reads each type', async () => {
    const bits = (/** @type {number[]} */ list) => new Uint8Array(Uint16Array.from(list).buffer);
    const {metadata, tensors} = await readSafetensors(
      sourceOf(
        writeSafetensors(
          [
            {name: 'a', shape: [1, 2], bytes: float32([1.5, -2])},
            {name: 'b', dtype: 'BF16', shape: [2], bytes: bits([0x3fc0, 0xc000])},
            {name: 'c', dtype: 'F16', shape: [2], bytes: bits([0x3e00, 0xc000])},
            {
              name: 'd',
              dtype: 'F64',
              shape: [2],
              bytes: new Uint8Array(Float64Array.of(1.5, -2).buffer),
            },
            {
              name: 'e',
              dtype: 'I64',
              shape: [],
              bytes: new Uint8Array(BigInt64Array.of(-9n).buffer),
            },
            {name: 'f', dtype: 'F8_E8M0', shape: [3], bytes: new Uint8Array(3)},
            {name: 'g', dtype: 'F8_E4M3FNUZ', shape: [1], bytes: new Uint8Array(1)},
            {name: 'h', dtype: 'F4', shape: [4], bytes: new Uint8Array(2)},
            {name: 'i', dtype: 'BOOL', shape: [2], bytes: Uint8Array.of(0, 1)},
            {name: 'j', shape: [0, 7], bytes: new Uint8Array(0)},
            {
              name: 'k',
              dtype: 'U64',
              shape: [1],
              bytes: new Uint8Array(BigUint64Array.of(7n).buffer),
            },
          ],
          {format: 'pt'},
        ),
      ),
    );
    assert.deepEqual(metadata, {format: 'pt'});
    for (const tensor of tensors.slice(0, 4))
      assert.deepEqual([...(await tensor.read()).data], [1.5, -2]);
    assert.deepEqual([...(await tensors[4].read()).data], [-9]);
    const valuesOf = async (/** @type {string} */ name) => {
      const [tensor] = tensors.filter((each) => each.name === name);
      return [...(await tensor.read()).data];
    };
    assert.deepEqual(await valuesOf('i'), [0, 1]);
    assert.deepEqual(await valuesOf('j'), []);
    assert.deepEqual(await valuesOf('k'), [7]);
    await refuses(() => valuesOf('f'), /tensor f must be of a type .* got F8_E8M0/);
  });

  test('floats of 8 bits: one, least, greatest, infinite, not a number', async () => {
    const {tensors} = await readSafetensors(
      sourceOf(
        writeSafetensors([
          {
            name: 'e4m3',
            dtype: 'F8_E4M3',
            shape: [5],
            bytes: Uint8Array.of(0x38, 0x01, 0x7e, 0xff, 0xb8),
          },
          {
            name: 'e5m2',
            dtype: 'F8_E5M2',
            shape: [5],
            bytes: Uint8Array.of(0x3c, 0x01, 0x7b, 0xfc, 0xbc),
          },
        ]),
      ),
    );
    const [first, second] = await Promise.all(tensors.map((tensor) => tensor.read()));
    assert.deepEqual([...first.data], [1, 2 ** -9, 448, NaN, -1]);
    assert.deepEqual([...second.data], [1, 2 ** -16, 57344, -Infinity, -1]);
  });

  test('no metadata may be null', async () => {
    const {metadata} = await readSafetensors(sourceOf(safetensorsOf({__metadata__: null})));
    assert.deepEqual(metadata, {});
  });

  const one = {dtype: 'F32', shape: [2], data_offsets: [0, 8]};
  for (const [name, header, message] of /** @type {[string, unknown, RegExp][]} */ ([
    [
      'a hole',
      {a: one, b: {...one, data_offsets: [12, 20]}},
      /tensor b must begin at byte 8.* got 12/,
    ],
    [
      'an overlap',
      {a: one, b: {...one, data_offsets: [4, 12]}},
      /tensor b must begin at byte 8.* got 4/,
    ],
    [
      'bytes behind the last',
      {a: {...one, shape: [1], data_offsets: [0, 4]}},
      /fill the 8 bytes .* end at 4/,
    ],
    ['a shape that does not fit', {a: {...one, shape: [3]}}, /must have 12 bytes, but .* 8/],
    ['a shape beyond counting', {a: {...one, shape: [2 ** 40, 2 ** 40]}}, /fewer than 2\^53/],
    ['a negative side', {a: {...one, shape: [-2]}}, /list of integers >= 0, got \[-2\]/],
    [
      'an unknown type',
      {a: {...one, dtype: 'F12'}},
      /dtype of tensor a must be one of .* got "F12"/,
    ],
    ['no entry', {a: null}, /dtype of tensor a/],
    [
      'half a byte',
      {a: {dtype: 'F4', shape: [3], data_offsets: [0, 2]}},
      /must have 1\.5 bytes, but/,
    ],
    [
      'metadata that is no text',
      {__metadata__: {a: 1}, a: one},
      /__metadata__ must be an object of texts/,
    ],
    [
      'a tensor that is there twice, with two shapes',
      '{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"a":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}',
      /tensors must be there once, got a twice/,
    ],
    [
      'a field of a tensor that is there twice',
      '{"a":{"dtype":"F32","dtype":"I32","shape":[2],"data_offsets":[0,8]}}',
      /must be there once, got a\.dtype twice/,
    ],
    ['no JSON', '{"a": }', /header must be JSON/],
    ['a list', '[1]', /must begin with \{/],
  ])) {
    test(`refuses ${name}`, () =>
      refuses(() => readSafetensors(sourceOf(safetensorsOf(header, float32([1, 2])))), message));
  }

  test('refuses a header above 100 MB before it reads it', async () => {
    const head = new Uint8Array(BigUint64Array.of(100_000_001n).buffer);
    const source = new Source(sparse(4 * GB, [[0, head]]), 'huge.safetensors');
    await refuses(() => readSafetensors(source), /2 to 100000000 bytes, got 100000001/);
    assert.equal(source.nRead, 8);
  });

  test('a table in the middle of 100 GB costs its own bytes and the header', async () => {
    const big = 50 * GB;
    const header = {
      'lm_head.weight': {dtype: 'F16', shape: [big / 2048, 1024], data_offsets: [0, big]},
      'wpe.weight': {dtype: 'F32', shape: [4, 2], data_offsets: [big, big + 32]},
      'other.weight': {
        dtype: 'F16',
        shape: [big / 2048, 1024],
        data_offsets: [big + 32, 2 * big + 32],
      },
    };
    const head = safetensorsOf(header);
    const source = new Source(
      sparse(head.length + 2 * big + 32, [
        [0, head],
        [head.length + big, float32([1, 2, 3, 4, 5, 6, 7, 8])],
      ]),
      'big.safetensors',
    );
    const {tensors} = await readSafetensors(source);
    assert.deepEqual([...(await tensors[1].read()).data], [1, 2, 3, 4, 5, 6, 7, 8]);
    assert.ok(source.nRead < 1000, `${source.nRead} bytes were read`);
  });

  test('an index: shards and their tensors; another JSON is none', () => {
    const text = JSON.stringify({
      weight_map: {a: 'one.safetensors', b: 'two.safetensors', c: 'one.safetensors'},
    });
    assert.deepEqual(
      readIndex(text, 'i'),
      new Map([
        ['one.safetensors', ['a', 'c']],
        ['two.safetensors', ['b']],
      ]),
    );
    assert.equal(readIndex('{"model_type": "llama"}', 'i'), null);
    assert.throws(() => readIndex('{"weight_map": {"a": 1}}', 'i'), FileError);
  });
});

suite('.gguf', () => {
  for (const name of ['metadata.gguf', 'metadata-big.gguf']) {
    test(`${name}, as @huggingface/gguf writes it`, async () => {
      const {metadata, little, alignment} = await readGguf(fixtureSource(name));
      assert.deepEqual(Object.fromEntries(metadata), {
        'general.architecture': 'llama',
        'llama.rope.freq_base': 500000,
        'llama.context_length': 131072,
        'general.alignment': 64,
        'some.flags': [true, false, true],
        'tokenizer.ggml.tokens': ['a', 'bc', 'déf'],
        'some.big': 9007199254740993n,
      });
      assert.deepEqual([little, alignment], [name === 'metadata.gguf', 64]);
    });
  }

  test('a text of a megabyte is skipped, and what follows it is read', async () => {
    const long = 'template '.repeat(120_000);
    const bytes = writeGguf({'tokenizer.chat_template': ['text', long], after: ['u32', 7]}, []);
    const {metadata} = await readGguf(sourceOf(bytes));
    assert.deepEqual(metadata.get('tokenizer.chat_template'), {length: long.length});
    assert.equal(metadata.get('after'), 7);
  });

  const tensors = [
    {name: 'position_embd.weight', shape: [3, 4], bytes: float32(TABLE)},
    {name: 'rope_freqs.weight', shape: [2], bytes: float32([1, 8])},
  ];
  for (const version of [1, 2, 3]) {
    test(`version ${version}: tensors behind a long vocabulary, which is skipped`, async () => {
      const words = Array.from({length: 80_000}, (_, k) => `token ${k}`); // more than one megabyte
      const bytes = writeGguf(
        {
          'general.architecture': ['text', 'gpt2'],
          'tokenizer.ggml.tokens': ['list', 'text', words],
        },
        tensors,
        {version},
      );
      const source = sourceOf(bytes);
      const got = await readGguf(source);
      assert.deepEqual(got.metadata.get('tokenizer.ggml.tokens'), {length: 80_000});
      assert.deepEqual(
        got.tensors.map(({shape}) => shape),
        [[3, 4], [2]],
      );
      assert.deepEqual([...(await got.tensors[0].read()).data], TABLE);
      assert.deepEqual([...(await got.tensors[1].read()).data], [1, 8]);
    });
  }

  test('the greatest byte first', async () => {
    const big = (/** @type {number[]} */ values) => {
      const view = new DataView(new ArrayBuffer(4 * values.length));
      values.forEach((value, k) => void view.setFloat32(4 * k, value));
      return new Uint8Array(view.buffer);
    };
    const got = await readGguf(
      sourceOf(writeGguf({}, [{name: 'a', shape: [2], bytes: big([1.5, -2])}], {little: false})),
    );
    assert.deepEqual([...(await got.tensors[0].read()).data], [1.5, -2]);
  });

  test('Q8_0 and Q4_0 become numbers; other blocks are named and not read', async () => {
    const q8 = joined([Uint8Array.of(0, 0x38), Uint8Array.from({length: 32}, (_, k) => k - 16)]);
    const q4 = joined([
      Uint8Array.of(0, 0x40),
      Uint8Array.from({length: 16}, (_, k) => k | ((15 - k) << 4)),
    ]);
    const {tensors: got} = await readGguf(
      sourceOf(
        writeGguf({}, [
          {name: 'q8', type: 8, shape: [32], bytes: q8},
          {name: 'q4', type: 2, shape: [1, 32], bytes: q4},
          {name: 'q6', type: 14, shape: [256], bytes: new Uint8Array(210)},
        ]),
      ),
    );
    assert.deepEqual(
      [...(await got[0].read()).data],
      Array.from({length: 32}, (_, k) => (k - 16) / 2),
    );
    assert.deepEqual(
      [...(await got[1].read()).data],
      Array.from({length: 32}, (_, k) => 2 * ((k < 16 ? k : 31 - k) - 8)),
    );
    await refuses(() => got[2].read(), /tensor q6 .* got Q6_K/);
  });

  test('every type of tensor has the block that ggml gives it', async () => {
    // Numbers and bytes of a block: ggml-common.h, by the number of the type in ggml.h.
    const blocks = /** @type {[type: number, name: string, n: number, nBytes: number][]} */ ([
      [0, 'F32', 1, 4],
      [1, 'F16', 1, 2],
      [2, 'Q4_0', 32, 18],
      [3, 'Q4_1', 32, 20],
      [6, 'Q5_0', 32, 22],
      [7, 'Q5_1', 32, 24],
      [8, 'Q8_0', 32, 34],
      [9, 'Q8_1', 32, 36],
      [10, 'Q2_K', 256, 84],
      [11, 'Q3_K', 256, 110],
      [12, 'Q4_K', 256, 144],
      [13, 'Q5_K', 256, 176],
      [14, 'Q6_K', 256, 210],
      [15, 'Q8_K', 256, 292],
      [16, 'IQ2_XXS', 256, 66],
      [17, 'IQ2_XS', 256, 74],
      [18, 'IQ3_XXS', 256, 98],
      [19, 'IQ1_S', 256, 50],
      [20, 'IQ4_NL', 32, 18],
      [21, 'IQ3_S', 256, 110],
      [22, 'IQ2_S', 256, 82],
      [23, 'IQ4_XS', 256, 136],
      [24, 'I8', 1, 1],
      [25, 'I16', 1, 2],
      [26, 'I32', 1, 4],
      [27, 'I64', 1, 8],
      [28, 'F64', 1, 8],
      [29, 'IQ1_M', 256, 56],
      [30, 'BF16', 1, 2],
      [34, 'TQ1_0', 256, 54],
      [35, 'TQ2_0', 256, 66],
      [39, 'MXFP4', 32, 17],
      [40, 'NVFP4', 64, 36],
      [41, 'Q1_0', 128, 18],
      [42, 'Q2_0', 64, 18],
    ]);
    // 32 blocks each, aligned to 8: the next tensor begins where the last number ends
    const stored = blocks.map(([type, name, n, nBytes]) => ({
      name,
      type,
      shape: [32 * n],
      bytes: new Uint8Array(32 * nBytes),
    }));
    const alignment = 8;
    const bytes = writeGguf({'general.alignment': ['u32', alignment]}, stored, {alignment});
    const {tensors: got} = await readGguf(sourceOf(bytes));
    assert.deepEqual(
      got.map(({name, dtype}) => [name, dtype]),
      blocks.map(([, name]) => [name, name]),
    );
    for (const one of stored) {
      const file = writeGguf({}, [{...one, name: 'a'}]);
      const short = sourceOf(file.subarray(0, file.length - 1));
      await refuses(() => readGguf(short), /must end within the file/);
      if (one.shape[0] === 32) continue;
      const broken = {...one, name: 'a', shape: [one.shape[0] + 1]};
      await refuses(() => readGguf(sourceOf(writeGguf({}, [broken]))), /must be whole blocks/);
    }
  });

  test('a truth value of 2 is refused, with its key', () =>
    refuses(
      () => readGguf(sourceOf(writeGguf({'some.flag': ['bool', 2]}, []))),
      /^[^:]*: some\.flag must be true \(1\) or false \(0\), got 2\.$/,
    ));

  const good = writeGguf({'a.b': ['u32', 7]}, tensors);
  /** @param {(view: DataView) => void} change */
  const changed = (change) => {
    const bytes = good.slice();
    change(new DataView(bytes.buffer));
    return sourceOf(bytes);
  };
  for (const [name, source, message] of /** @type {[string, Source, RegExp][]} */ ([
    ['another magic', changed((v) => v.setUint8(0, 72)), /letters GGUF, got bytes 72/],
    ['version 4', changed((v) => v.setUint32(4, 4, true)), /must be 1, 2 or 3, got 4/],
    ['too many tensors', changed((v) => v.setUint32(12, 1, true)), /at most 1000000 tensors/],
    ['a text past the end', changed((v) => v.setUint32(24, 60000, true)), /must end before byte/],
    ['an unknown type of value', changed((v) => v.setUint32(35, 99, true)), /from 0 to 12, got 99/],
    ['a file that is cut off', sourceOf(good.subarray(0, good.length - 40)), /may be cut off/],
    [
      'a key twice',
      sourceOf(
        joined([
          good.subarray(0, 16),
          new Uint8Array(BigUint64Array.of(2n).buffer),
          good.subarray(24, 43),
          good.subarray(24),
        ]),
      ),
      /a key must be there once, got a\.b/,
    ],
    [
      'an alignment that is no power',
      sourceOf(writeGguf({'general.alignment': ['u32', 48]}, [])),
      /power of 2 .* got 48/,
    ],
    [
      'a tensor twice',
      sourceOf(writeGguf({}, [tensors[1], tensors[1]])),
      /tensor must be there once/,
    ],
    [
      'five axes',
      sourceOf(writeGguf({}, [{...tensors[1], shape: [1, 1, 1, 1, 2]}])),
      /at most 4 axes, got 5/,
    ],
    [
      'a broken block',
      sourceOf(writeGguf({}, [{name: 'a', type: 8, shape: [33], bytes: new Uint8Array(68)}])),
      /whole blocks of 32/,
    ],
  ])) {
    test(`refuses ${name}`, () => refuses(() => readGguf(source), message));
  }
});
