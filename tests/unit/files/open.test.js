// Files that belong together: what is found in them, and what the inspector then says of a GGUF file.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {readModel} from '../../../web/figures/scaling/config/model.js';
import {FileError} from '../../../web/files/bytes.js';
import {openFiles} from '../../../web/files/open.js';
import {canShow, kindOf} from '../../../web/files/positions.js';
import {float32, writeGguf, writeSafetensors} from '../../support/model-files.js';

/** @import {Value} from '../../support/model-files.js' */

/** @param {string} name @param {Uint8Array<ArrayBuffer> | string} bytes */
const file = (name, bytes) => Object.assign(new Blob([bytes]), {name});
const row = {shape: [1, 2], bytes: float32([1, 2])};

suite('which tensors hold positions', () => {
  for (const [kind, name, shape] of /** @type {[string, string, number[]][]} */ ([
    ['table', 'wpe.weight', [1024, 768]],
    ['table', 'transformer.wpe.weight', [1024, 768]],
    ['table', 'bert.embeddings.position_embeddings.weight', [512, 768]],
    ['table', 'model.decoder.embed_positions.weight', [2050, 768]],
    ['table', 'position_embd.weight', [1024, 768]],
    ['table', 'vit.embeddings.position_embeddings', [1, 197, 768]],
    ['table', 'vision_model.embeddings.position_embedding.weight', [50, 768]],
    ['table', 'positional_embedding', [77, 512]],
    ['table', 'pos_embed', [1, 197, 384]],
    ['buckets', 'encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight', [32, 8]],
    ['buckets', 'enc.blk.0.attn_rel_b.weight', [32, 8]],
    ['relative', 'deberta.encoder.rel_embeddings.weight', [512, 768]],
    ['frequencies', 'model.layers.0.self_attn.rotary_emb.inv_freq', [64]],
    ['divisors', 'rope_freqs.weight', [64]],
    ['divisors', 'rope_factors_long.weight', [48]],
    ['slopes', 'alibi_slopes', [12]],
    ['sinks', 'model.layers.3.self_attn.sinks', [64]],
    ['sinks', 'blk.3.attn_sinks.weight', [64]],
    ['other', 'wpe.weight', [1024]],
    ['other', 'model.layers.0.self_attn.q_proj.weight', [64, 64]],
    ['other', 'h.0.attn.bias', [1, 1, 1024, 1024]],
    ['other', 'embeddings.position_ids', [1, 512]],
  ])) {
    test(`${name} [${shape.join(', ')}]: ${kind}`, () => assert.equal(kindOf({name, shape}), kind));
  }
});

test('what can be shown is a list or a matrix with numbers in it', () => {
  const shows = (/** @type {number[]} */ shape) => canShow(/** @type {any} */ ({shape}));
  for (const shape of [[3], [3, 4], [1, 3, 4]]) assert.ok(shows(shape), `[${shape}]`);
  for (const shape of [[], [0], [0, 4], [3, 0], [2, 3, 4], [1, 1, 3, 4]])
    assert.ok(!shows(shape), `[${shape}]`);
});

suite('files that belong together', () => {
  const shard = (/** @type {string} */ tensor) => writeSafetensors([{name: tensor, ...row}]);
  const joinedShard = (/** @type {string[]} */ ...tensors) =>
    writeSafetensors(tensors.map((name) => ({name, ...row})));
  const index = JSON.stringify({
    metadata: {},
    weight_map: {a: 'x-1.safetensors', b: 'x-2.safetensors'},
  });
  const config = '{"model_type": "gpt2"}';

  test('counts the bytes that were read, of a text all of them', async () => {
    const opened = await openFiles([file('config.json', config)]);
    assert.equal(opened.nRead(), config.length);
    assert.equal((await openFiles([])).nRead(), 0);
  });

  test('shards, their index and a configuration', async () => {
    const opened = await openFiles([
      file('model.safetensors.index.json', index),
      file('config.json', config),
      file('x-1.safetensors', shard('a')),
      file('x-2.safetensors', shard('b')),
    ]);
    assert.deepEqual(
      opened.tensors.map(({name}) => name),
      ['a', 'b'],
    );
    assert.deepEqual([opened.config, opened.remarks], [config, []]);
  });

  test('a shard that is not there is remarked on', async () => {
    const {remarks} = await openFiles([file('i.json', index), file('x-1.safetensors', shard('a'))]);
    assert.match(
      remarks[0].text,
      /^1 of the 2 files of the index were not opened \(x-2\.safetensors\)/,
    );
  });

  test('an index behind a byte order mark is one, and a tensor that it names twice is refused', async () => {
    const {files: found} = await openFiles([
      file('i.json', `\ufeff${index}`),
      file('x-1.safetensors', shard('a')),
      file('x-2.safetensors', shard('b')),
    ]);
    assert.equal(found[0].says, 'the index of 2 files');
    const twice = '{"weight_map": {"a": "x-1.safetensors", "a": "x-2.safetensors"}}';
    await assert.rejects(
      openFiles([file('i.json', twice), file('x-1.safetensors', shard('a'))]),
      /i\.json: weight_map must name each tensor once, got a twice/,
    );
  });

  test('a tensor that lies in two files of an index is remarked on', async () => {
    const {remarks} = await openFiles([
      file('i.json', index),
      file('x-1.safetensors', shard('a')),
      file('x-2.safetensors', joinedShard('a', 'b')),
    ]);
    assert.match(
      remarks[0].text,
      /^a is in x-2\.safetensors too, where the index does not have it/,
    );
  });

  test('a shard that does not hold what the index says is refused', () =>
    assert.rejects(
      openFiles([
        file('i.json', index),
        file('x-1.safetensors', shard('c')),
        file('x-2.safetensors', shard('b')),
      ]),
      /x-1\.safetensors: it must hold a, as the index says/,
    ));

  test('a whole folder: what is no tensor and no configuration is named, and the rest is read', async () => {
    const {files, config: found} = await openFiles([
      file('README.md', '# A model'),
      file('generation_config.json', '{"_from_model_config": true, "eos_token_id": 2}'),
      file(
        'tokenizer.json',
        `{"version": "1.0", "model": {}, "added_tokens": [], "x": "${'a'.repeat(2 ** 20)}"}`,
      ),
      file('tokenizer_config.json', '{"tokenizer_class": "GPT2Tokenizer"}'),
      file('config.json', config),
      file('adapter_config.json', '{"peft_type": "LORA"}'),
      file('pytorch_model.bin', 'abc'),
    ]);
    assert.equal(found, config);
    const says = files.map(({says: text}) => text);
    for (const [k, wanted] of [
      /^not read, since its name must end with/,
      /^the settings of generation/,
      /^not read, since a configuration has at most 1048576 bytes/,
      /^the settings of a tokenizer/,
      /^a configuration$/,
      /^the settings of an adapter/,
      /^not read, since it is a pickle/,
    ].entries()) {
      assert.match(says[k], wanted);
    }
  });

  test('50 MB of JSON are not read', async () => {
    const {
      nRead,
      files,
      config: found,
    } = await openFiles([file('big.json', `["${'a'.repeat(50e6)}"]`)]);
    assert.match(files[0].says, /^not read, since a configuration has at most/);
    assert.deepEqual([found, nRead()], ['', 4096]);
  });

  test('UTF-16 is refused, and a byte order mark kept for the inspector to tell', async () => {
    const wide = new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]);
    await assert.rejects(
      openFiles([file('config.json', wide)]),
      /config\.json: .* UTF-8, got UTF-16/,
    );
    const swapped = new Uint8Array([0xfe, 0xff, 0x7b, 0x7d]);
    await assert.rejects(openFiles([file('config.json', swapped)]), /got UTF-16/);
    for (const other of [
      [0x7b, 0xe9, 0x7d],
      [0xff, 0x7b],
      [0x7b, 0xfe],
      [0xfe, 0x7b],
      [0x7b, 0xff],
    ])
      await assert.rejects(
        openFiles([file('config.json', new Uint8Array(other))]),
        /got other bytes\. Save it as UTF-8/,
      );
    assert.equal(
      (await openFiles([file('config.json', `\ufeff${config}`)])).config,
      `\ufeff${config}`,
    );
  });

  test('of a GGUF model in three files the missing ones are named', async () => {
    const part = (/** @type {number} */ k) =>
      file(
        `m-0000${k + 1}-of-00003.gguf`,
        writeGguf({'split.no': ['u32', k], 'split.count': ['u32', 3]}, []),
      );
    const {remarks} = await openFiles([part(1)]);
    assert.match(
      remarks[0].text,
      /^The model is in 3 files, and 2 of them were not opened \(1, 3\).* metadata/,
    );
    assert.deepEqual((await openFiles([part(0), part(1), part(2)])).remarks, []);
  });

  test('of many missing parts five are named, and that there are more only where there are', async () => {
    const textOf = async (/** @type {number} */ count) => {
      const bytes = writeGguf({'split.no': ['u32', 0], 'split.count': ['u32', count]}, []);
      return (await openFiles([file('m-00001.gguf', bytes)])).remarks[0].text;
    };
    assert.match(await textOf(6), /and 5 of them were not opened \(2, 3, 4, 5, 6\)/);
    assert.match(await textOf(7), /and 6 of them were not opened \(2, 3, 4, 5, 6, \.\.\.\)/);
  });

  for (const [name, message] of /** @type {[string, RegExp][]} */ ([
    ['pytorch_model.bin', /pickle.*Save it as \.safetensors/],
    ['model.onnx', /its name must end with \.safetensors/],
    ['model', /its name must end with/],
  ])) {
    test(`${name} is refused`, () =>
      assert.rejects(openFiles([file(name, 'abc')]), (/** @type {Error} */ error) => {
        assert.ok(error instanceof FileError);
        assert.match(error.message, message);
        return true;
      }));
  }
});

/** @param {string} arch @param {Record<string, Value>} keys without the architecture */
const keysOf = (arch, keys) =>
  /** @type {Record<string, Value>} */ ({
    'general.architecture': ['text', arch],
    ...Object.fromEntries(
      Object.entries({
        embedding_length: ['u32', 64],
        block_count: ['u32', 4],
        'attention.head_count': ['u32', 4],
        context_length: ['u32', 4096],
        ...keys,
      }).map(([key, value]) => [`${arch}.${key}`, value]),
    ),
  });

/** @param {string} arch @param {Record<string, Value>} keys @param {Parameters<typeof writeGguf>[1]} [tensors] */
async function ggufModel(arch, keys, tensors = []) {
  const {config, remarks} = await openFiles([
    file('m.gguf', writeGguf(keysOf(arch, keys), tensors)),
  ]);
  return {
    model: readModel(config),
    said: remarks.map(({field, text}) => `${field}: ${text}`).join('\n'),
  };
}

suite('the metadata of GGUF, in the inspector', () => {
  test('base, heads, pairing by the name', async () => {
    const {model, said} = await ggufModel('llama', {
      'attention.head_count_kv': ['u32', 2],
      'rope.freq_base': ['f32', 500000],
      'rope.dimension_count': ['u32', 16],
    });
    assert.deepEqual(
      [model.type, model.base, model.headDim, model.rotaryDim, model.kvHeads, model.maxPosition],
      ['llama', 500000, 16, 16, 2, 4096],
    );
    assert.deepEqual(model.pairing.pairing, 'neighbours');
    assert.match(said, /No key says which numbers pair\. By the name llama/);
  });

  test('an architecture that is not known is remarked on', async () => {
    const {said} = await ggufModel('novelty', {});
    assert.match(said, /“novelty” is not known here/);
  });

  test('YaRN, with the range of its ramp', async () => {
    const {model, said} = await ggufModel('qwen2', {
      'rope.scaling.type': ['text', 'yarn'],
      'rope.scaling.factor': ['f32', 4],
      'rope.scaling.original_context_length': ['u32', 1024],
      'rope.scaling.yarn_log_multiplier': ['f32', 1],
    });
    assert.deepEqual(
      [
        model.rule.settings.kind,
        model.rule.settings.factor,
        model.rule.settings.originalMaxPosition,
      ],
      ['yarn', 4, 1024],
    );
    assert.match(said, /yarn_log_multiplier: It is 1/);
  });

  test('a factor without a type is linear, as in llama.cpp', async () => {
    const {model} = await ggufModel('qwen2', {'rope.scaling.factor': ['f32', 8]});
    assert.deepEqual([model.rule.settings.kind, model.rule.settings.factor], ['linear', 8]);
  });

  test('the bands of Llama 3, which only a tensor has', async () => {
    const divisors = [1, 1, 1, 2, 4, 8, 8, 8];
    const {model, said} = await ggufModel('llama', {}, [
      {name: 'rope_freqs.weight', shape: [8], bytes: float32(divisors)},
    ]);
    assert.deepEqual(
      [
        model.rule.settings.kind,
        model.rule.settings.shortFactor,
        model.rule.settings.attentionFactor,
      ],
      ['longrope', divisors, 1],
    );
    assert.match(said, /rope_freqs\.weight: No key has the rule/);
  });

  test('layers with a window, layer by layer, and a part of each head', async () => {
    const {model} = await ggufModel('gptneox', {
      'rope.dimension_count': ['u32', 4],
      'attention.sliding_window': ['u32', 128],
      'attention.sliding_window_pattern': ['list', 'bool', [true, true, false, true]],
    });
    assert.deepEqual(
      model.list.map(({sees}) => sees),
      ['sliding', 'sliding', 'full', 'sliding'],
    );
    assert.deepEqual([model.headDim, model.rotaryDim, model.list[0].window], [16, 4, 128]);
  });

  test('latent attention', async () => {
    const {model} = await ggufModel('deepseek2', {
      'attention.kv_lora_rank': ['u32', 512],
      'attention.key_length': ['u32', 576],
      'attention.key_length_mla': ['u32', 192],
      'attention.value_length_mla': ['u32', 128],
      'rope.dimension_count': ['u32', 64],
    });
    assert.deepEqual(model.latent, {rank: 512, rope: 64, nope: 128, value: 128});
  });

  test('sections of M-RoPE, interleaved or not by the name', async () => {
    const sections = /** @type {Value} */ (['list', 'u32', [3, 3, 2, 0]]);
    for (const [arch, interleaved] of /** @type {[string, boolean][]} */ ([
      ['qwen2vl', false],
      ['qwen3vl', true],
    ])) {
      const {model} = await ggufModel(arch, {'rope.dimension_sections': sections});
      assert.deepEqual([model.rule.sections, model.rule.interleaved], [[3, 3, 2], interleaved]);
    }
  });

  test('a learned table and slopes have no base', async () => {
    const {model} = await ggufModel('gpt2', {});
    assert.deepEqual([model.encoding, model.rotaryDim], ['learned', 0]);
    const {model: bloom} = await ggufModel('bloom', {'attention.max_alibi_bias': ['f32', 8]});
    assert.equal(bloom.encoding, 'alibi');
  });

  test('a missing key has the value of llama.cpp, not that of the family’s own code', async () => {
    const {model} = await ggufModel('qwen3', {});
    assert.deepEqual(
      [model.headDim, model.kvHeads, model.rotaryDim, model.window],
      [16, 4, 16, null],
    );
    const {model: falcon} = await ggufModel('falcon', {'attention.head_count_kv': ['u32', 2]});
    assert.equal(falcon.kvHeads, 2);
  });

  test('a number that is none, or of another type, is said, and not taken for a missing key alone', async () => {
    for (const [key, value, got] of /** @type {[string, Value, string][]} */ ([
      ['rope.freq_base', ['f32', NaN], 'NaN'],
      ['rope.freq_base', ['f32', Infinity], 'Infinity'],
      ['rope.freq_base', ['text', '500000'], '"500000"'],
      ['rope.freq_base', ['bool', true], 'true'],
      ['attention.sliding_window', ['text', 'none'], '"none"'],
      ['rope.scaling.factor', ['f32', NaN], 'NaN'],
      ['attention.head_count_kv', ['list', 'f32', [2, NaN]], 'NaN'],
      ['attention.key_length', ['list', 'text', ['16', '16']], '"16"'],
    ])) {
      const {said} = await ggufModel('llama', {[key]: value});
      assert.match(said, new RegExp(`llama\\.${key}: It must be a finite number, got ${got}`));
      assert.equal(said.split('It must be a finite number').length, 2, `${key} is said once`);
    }
    const {said} = await ggufModel('llama', {'rope.scaling.type': ['u32', 2]});
    assert.match(said, /llama\.rope\.scaling\.type: It must be a text, got 2/);
    const pattern = /** @type {Value} */ (['list', 'text', ['full', 'sliding', 'full', 'full']]);
    const {model, said: on} = await ggufModel('llama', {
      'attention.sliding_window': ['u32', 128],
      'attention.sliding_window_pattern': pattern,
    });
    assert.match(on, /sliding_window_pattern: It must be a list of truth values or numbers/);
    assert.equal(new Set(model.list.map(({sees}) => sees)).size, 1);
  });

  test('the length from which Grok’s logits grow', async () => {
    const {model} = await ggufModel('grok', {'attention.temperature_length': ['u32', 1024]});
    assert.deepEqual(
      [model.temperature?.length, model.temperature?.isSmooth, model.pairing.pairing],
      [1024, true, 'halves'],
    );
  });

  test('heads by layer', async () => {
    const {model, said} = await ggufModel('lfm2', {
      'attention.head_count_kv': ['list', 'u32', [0, 2, 0, 2]],
    });
    assert.equal(model.kvHeads, 2);
    assert.match(said, /layers with 0 have no attention/);
  });
});
