import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {suite, test} from 'node:test';
import {hasEffect} from '../../../web/figures/frame/faults.js';
import {
  cachedNumbers,
  cachedTokens,
  uncompressedNumbers,
} from '../../../web/figures/scaling/config/cache.js';
import {figureData} from '../../../web/figures/scaling/config/figure-data.js';
import {readModel} from '../../../web/figures/scaling/config/model.js';
import {bandsText} from '../../../web/figures/scaling/config/panels.js';
import {remarksOn} from '../../../web/figures/scaling/config/remarks.js';
import {SAMPLES} from '../../../web/figures/scaling/config/samples.js';
import {TITLES} from '../../../web/figures/scaling/config/titles.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

/** @import {Model} from '../../../web/figures/scaling/config/model.js' */

const core = await loadCore();
const FILES = new URL('../../fixtures/configs/', import.meta.url);

/** @param {string} name @param {(config: any) => void} [change] */
function fileOf(name, change = () => {}) {
  const config = JSON.parse(readFileSync(new URL(`${name}.json`, FILES), 'utf8'));
  change(config);
  return JSON.stringify(config);
}

/** @param {string} name @param {(config: any) => void} [change] */
const modelOf = (name, change) => readModel(fileOf(name, change));

/** A small file with nothing but what must be there. @param {Record<string, unknown>} [fields] */
const small = (fields = {}) =>
  JSON.stringify({
    model_type: 'llama',
    hidden_size: 64,
    num_attention_heads: 4,
    num_hidden_layers: 2,
    max_position_embeddings: 1024,
    ...fields,
  });
const YARN = {rope_type: 'yarn', factor: 4, original_max_position_embeddings: 256};
const LLAMA3 = {
  rope_type: 'llama3',
  factor: 4,
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 256,
};

/** @param {Model} model */
const spoken = (model) =>
  remarksOn(core, model).map(
    ({level, field, text, source}) =>
      `${level} ${field}: ${text}${source === undefined ? '' : ` (${source})`}`,
  );

// Of each published model: width of a head, elements that are rotated, base, rule, training, reach, bands,
// numbers of the cache a token.
/** @type {Record<string, [number, number, number, string, number, number, string, number]>} */
const PUBLISHED = {
  'llama-2-7b': [128, 128, 1e4, 'default', 4096, 4096, 'kept 0 to 63', 32 * 2 * 32 * 128],
  'llama-3.1-8b': [
    128,
    128,
    5e5,
    'llama3',
    8192,
    65536,
    'kept 0 to 28, blended 29 to 34, divided 35 to 63',
    32 * 2 * 8 * 128,
  ],
  'llama-3.2-1b': [
    64,
    64,
    5e5,
    'llama3',
    8192,
    262144,
    'kept 0 to 14, blended 15 to 17, divided 18 to 31',
    16 * 2 * 8 * 64,
  ],
  'mistral-7b': [128, 128, 1e4, 'default', 32768, 32768, 'kept 0 to 63', 32 * 2 * 8 * 128],
  'qwen2.5-7b-yarn': [
    128,
    128,
    1e6,
    'yarn',
    32768,
    131072,
    'kept 0 to 23, blended 24 to 39, divided 40 to 63',
    28 * 2 * 4 * 128,
  ],
  'qwen2-vl-7b': [128, 128, 1e6, 'default', 32768, 32768, 'kept 0 to 63', 28 * 2 * 4 * 128],
  'phi-3-mini-128k': [96, 96, 1e4, 'longrope', 4096, 0, '', 32 * 2 * 32 * 96],
  'gemma-7b': [256, 256, 1e4, 'default', 8192, 8192, 'kept 0 to 127', 28 * 2 * 16 * 256],
  'gpt-neox-20b': [96, 24, 1e4, 'default', 2048, 2048, 'kept 0 to 11', 44 * 2 * 64 * 96],
  'deepseek-v2-lite': [
    192,
    64,
    1e4,
    'yarn',
    4096,
    163840,
    'kept 0 to 10, blended 11 to 22, divided 23 to 31',
    27 * (512 + 64),
  ],
  'deepseek-v3': [
    192,
    64,
    1e4,
    'yarn',
    4096,
    163840,
    'kept 0 to 10, blended 11 to 22, divided 23 to 31',
    61 * (512 + 64),
  ],
};

suite('the files of published models', () => {
  test('are those of the menu', () => {
    const names = readdirSync(FILES)
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.replace('.json', ''));
    assert.deepEqual(names.sort(), Object.keys(SAMPLES).sort());
    assert.deepEqual(Object.keys(TITLES), Object.keys(SAMPLES));
    assert.ok(Object.keys(PUBLISHED).every((name) => names.includes(name)));
    for (const name of names) {
      assert.deepEqual(JSON.parse(fileOf(name)), SAMPLES[name].config, name);
    }
  });

  for (const [name, want] of Object.entries(PUBLISHED)) {
    test(`${name} is read as it is known`, () => {
      const model = modelOf(name);
      const data = figureData(core, model, 'full', '');
      const [headDim, rotaryDim, base, kind, training, reach, bands, numbers] = want;
      assert.deepEqual(
        [model.headDim, model.rotaryDim, model.base, model.rule.settings.kind, data.training],
        [headDim, rotaryDim, base, kind, training],
      );
      assert.equal(data.seqLen, model.maxPosition);
      assert.equal(cachedNumbers(model), numbers);
      assert.deepEqual(data.used, data.right);
      if (kind === 'longrope') return;
      assert.ok(Math.abs(data.reach / reach - 1) < 1e-9, `${data.reach}`);
      assert.equal(bandsText(data.used.band), bands);
    });
  }

  test('keep what only some of them have', () => {
    assert.deepEqual(modelOf('qwen2-vl-7b').rule.sections, [16, 24, 24]);
    assert.equal(modelOf('mistral-7b').window, 4096);
    assert.equal(modelOf('qwen2.5-7b-yarn').window, null); // it is switched off
    assert.deepEqual(modelOf('deepseek-v3').latent, {rank: 512, rope: 64, nope: 128, value: 128});
    assert.equal(modelOf('llama-2-7b').latent, null);
    assert.equal(modelOf('gpt-neox-20b').kvHeads, 64);
  });

  test('Phi-3 changes its list at the length of training and one', () => {
    const model = modelOf('phi-3-mini-128k');
    const [at, past] = ['training', 'past'].map((tokens) => figureData(core, model, tokens, ''));
    assert.deepEqual([at.seqLen, past.seqLen], [4096, 4097]);
    assert.ok(Math.abs(1 / at.used.ratio.data[0] - 1.1) < 1e-12);
    assert.ok(Math.abs(1 / past.used.ratio.data[47] - 64.76000213623047) < 1e-12);
    const amplitude = Math.sqrt(1 + Math.log(32) / Math.log(4096));
    for (const {used} of [at, past]) assert.ok(Math.abs(used.attentionFactor - amplitude) < 1e-12);
  });

  test('DeepSeek has its amplitude on the softmax', () => {
    for (const [name, softmax] of /** @type {const} */ ([
      ['deepseek-v2-lite', 1.5896],
      ['deepseek-v3', 1.8739],
    ])) {
      const {used} = figureData(core, modelOf(name), 'full', '');
      assert.equal(used.attentionFactor, 1);
      assert.ok(Math.abs(used.softmax - softmax) < 5e-5);
    }
    assert.equal(figureData(core, modelOf('qwen2.5-7b-yarn'), 'full', '').used.softmax, 1);
  });

  test('the cache: groups, windows, latent vectors', () => {
    const mistral = modelOf('mistral-7b');
    assert.equal(cachedTokens(mistral, 32768), 4096);
    assert.equal(cachedTokens(mistral, 100), 100);
    assert.equal(uncompressedNumbers(mistral) / cachedNumbers(mistral), 4);
    const deepseek = modelOf('deepseek-v3');
    assert.equal(uncompressedNumbers(deepseek), 61 * 128 * (192 + 128));
    assert.equal(cachedTokens(deepseek, 163840), 163840);
  });
});

suite('a file is read in its old words and its new ones', () => {
  test('names of other families', () => {
    const model = readModel(
      '{"n_embd": 64, "n_head": 4, "n_layer": 2, "n_positions": 128, "rotary_dim": 8}',
    );
    assert.deepEqual([model.headDim, model.rotaryDim, model.maxPosition], [16, 8, 128]);
  });

  test('rope_parameters holds the base, the share and the rule', () => {
    const parameters = {...YARN, rope_theta: 5000, partial_rotary_factor: 0.5};
    const model = readModel(small({rope_parameters: parameters}));
    assert.deepEqual([model.base, model.rotaryDim, model.rule.settings.kind], [5000, 8, 'yarn']);
    assert.equal(model.rule.settings.originalMaxPosition, 256);
  });

  test('a rule for each kind of layer: that of layers that see all', () => {
    const rope_parameters = {
      full_attention: {rope_type: 'linear', factor: 8, rope_theta: 1e6},
      sliding_attention: {rope_type: 'default', rope_theta: 1e4},
    };
    const model = readModel(
      small({
        rope_parameters,
        layer_types: ['full_attention', 'sliding_attention'],
        sliding_window: 9,
      }),
    );
    assert.deepEqual([model.base, model.rule.settings.factor, model.window], [1e6, 8, null]);
    assert.match(
      spoken(model).join('\n'),
      /layers: Not all layers rotate alike\. 0: base 1,000,000, linear, factor 8; 1: base 10,000, no rule/,
    );
    assert.deepEqual([model.groups[1].layer.base, model.groups[1].layer.window], [1e4, 9]);
  });

  test('the part of a model of texts and images that reads', () => {
    const text_config = JSON.parse(
      small({
        rope_parameters: {mrope_section: [3, 3, 2], mrope_interleaved: true, rope_theta: 100},
      }),
    );
    const model = readModel(JSON.stringify({model_type: 'some_vl', text_config}));
    assert.deepEqual([model.type, model.base], ['llama', 100]);
    assert.deepEqual([model.rule.sections, model.rule.interleaved], [[3, 3, 2], true]);
  });

  test('proportional turning counts over the whole head', () => {
    const model = readModel(
      small({rope_parameters: {rope_type: 'proportional', partial_rotary_factor: 0.25}}),
    );
    assert.deepEqual(model.rule.settings, {kind: 'proportional', factor: 1, headDim: 16});
    const {plain, used} = figureData(core, model, 'full', '');
    assert.deepEqual(Array.from(plain), [...used.invFreq.data]);
    assert.ok(Math.abs(plain[1] - 10000 ** (-2 / 16)) < 1e-12);
  });

  test('heads that are not latent pair halves, whatever the family does', () => {
    const plain = {model_type: 'deepseek_v2', qk_nope_head_dim: 0, qk_rope_head_dim: 0};
    const model = readModel(small({...plain, kv_lora_rank: null, v_head_dim: 0}));
    assert.deepEqual([model.latent, model.headDim, model.pairing.pairing], [null, 16, 'halves']);
    const latent = {kv_lora_rank: 8, qk_nope_head_dim: 8, qk_rope_head_dim: 4, v_head_dim: 8};
    const off = readModel(small({model_type: 'deepseek_v2', ...latent, use_mla: false}));
    assert.deepEqual([off.latent, off.rotaryDim], [null, 16]);
    assert.equal(readModel(small({model_type: 'deepseek_v2', ...latent})).rotaryDim, 4);
  });

  test('heads of keys: one for all in Falcon unless its newer form is on, all where the number is null', () => {
    const falcon = {model_type: 'falcon', num_kv_heads: 2};
    assert.equal(readModel(small({...falcon, multi_query: true})).kvHeads, 1);
    assert.equal(readModel(small({...falcon, new_decoder_architecture: true})).kvHeads, 2);
    assert.equal(readModel(small({...falcon, multi_query: false})).kvHeads, 2);
    const mistral = {model_type: 'mistral', num_attention_heads: 16};
    assert.equal(readModel(small(mistral)).kvHeads, 8);
    assert.equal(readModel(small({...mistral, num_key_value_heads: null})).kvHeads, 16);
  });

  test('the older rule is read where both are there, and an empty one is none', () => {
    const rope_parameters = {rope_type: 'linear', factor: 2, rope_theta: 5e5};
    const both = readModel(small({rope_scaling: YARN, rope_parameters}));
    assert.deepEqual([both.rule.settings.kind, both.base], ['yarn', 10000]);
    const empty = readModel(small({rope_scaling: {}, rope_parameters}));
    assert.deepEqual([empty.rule.settings.kind, empty.base], ['linear', 5e5]);
  });

  test('null stands for nothing', () => {
    const model = readModel(small({head_dim: null, rope_scaling: null, sliding_window: null}));
    assert.deepEqual(
      [model.headDim, model.rule.settings.kind, model.window],
      [16, 'default', null],
    );
  });
});

/** @type {[string, string, RegExp][]} what is said, of which file, how */
const REMARKS = [
  [
    'a factor that does not reach the length',
    fileOf('llama-3.1-8b'),
    /warning factor: Factor 8 times 8,192 is 65,536, but max_position_embeddings says 131,072/,
  ],
  [
    'a length that was left as it was',
    fileOf('qwen2.5-7b-yarn'),
    /warning factor: .* is 131,072, and max_position_embeddings still says 32,768, the length before/,
  ],
  [
    'a missing length of training',
    small({rope_scaling: {rope_type: 'yarn', factor: 4}}),
    /warning rope_scaling\.original_max_position_embeddings: It is missing.* = 1024 is taken/,
  ],
  [
    'an unknown rule',
    small({rope_scaling: {rope_type: 'ntk-by-parts', factor: 4}}),
    /warning rope_scaling\.rope_type: “ntk-by-parts” is no rule that is known here/,
  ],
  [
    'an unknown rule under the older name',
    small({rope_scaling: {type: 'yarrn'}}),
    /warning rope_scaling\.type: “yarrn”/,
  ],
  [
    'names that speak of frequency',
    fileOf('llama-3.2-1b'),
    /note low_freq_factor: .*longer than 8,192 \/ 1 = 8,192 .* shorter than 8,192 \/ 4 = 2,048 kept/,
  ],
  [
    'a ratio of mscales that is 1',
    fileOf('deepseek-v2-lite'),
    /warning mscale: It equals mscale_all_dim.*multiplies the logits by 1\.5896/,
  ],
  [
    'an amplitude that is given twice',
    small({rope_scaling: {...YARN, attention_factor: 1.2, mscale: 1}}),
    /warning attention_factor: It is given beside mscale.* = 1\.2 is used/,
  ],
  [
    'one mscale alone',
    small({rope_scaling: {...YARN, mscale: 0.7}}),
    /note mscale: Alone it counts for nothing .* 1\.1386/,
  ],
  [
    'the other mscale alone',
    small({rope_scaling: {...YARN, mscale_all_dim: 0.7}}),
    /note mscale_all_dim: Alone/,
  ],
  [
    'a part of a head',
    fileOf('gpt-neox-20b'),
    /warning rotary_pct: 24 of 96 elements are rotated\. The exponents count over 24: .* A reader that counts over 96 gets 0\.121/,
  ],
  [
    'a part of a head, by the other rule',
    small({rope_parameters: {rope_type: 'proportional', partial_rotary_factor: 0.5}}),
    /warning rope_parameters\.partial_rotary_factor: 8 of 16 .* count over 16: .*8 elements apart/,
  ],
  [
    'the older name of the rule',
    fileOf('qwen2-vl-7b'),
    /note rope_scaling\.type: This is the older name of rope_type/,
  ],
  [
    'two names that differ',
    small({rope_scaling: {...YARN, type: 'linear'}}),
    /warning rope_scaling\.rope_type: It says “yarn”, and type, its older name, says “linear”/,
  ],
  [
    'two objects',
    small({rope_scaling: YARN, rope_parameters: YARN}),
    /warning rope_parameters: It is beside rope_scaling/,
  ],
  [
    'two bases',
    small({rope_theta: 10000, rope_parameters: {rope_type: 'default', rope_theta: 5000}}),
    /warning rope_parameters\.rope_theta: It says 5000, and rope_theta at the top says 10000/,
  ],
  [
    'a length of which nothing says whether it is before or after',
    small({rope_scaling: {rope_type: 'linear', factor: 2}}),
    /note max_position_embeddings: Nothing says whether 1,024 is the length before/,
  ],
  [
    'a head width of its own',
    fileOf('gemma-7b'),
    /note head_dim: The file gives it: 256.* gets 192/,
  ],
  [
    'a base that is not in the file',
    fileOf('llama-2-7b'),
    /note rope_theta: It is missing: base 10,000/,
  ],
  ['latent attention', fileOf('deepseek-v3'), /note qk_rope_head_dim: Only 64 of the 192 elements/],
  [
    'a missing length',
    small({model_type: 'novelty', rope_theta: 100, max_position_embeddings: undefined}),
    /warning max_position_embeddings: It is missing, .* 2048 tokens are taken here/,
  ],
  [
    'a missing length of a family whose code has one',
    small({rope_theta: 100, max_position_embeddings: undefined}),
    /note max_position_embeddings: It is missing: 2,048, as the family’s code has it/,
  ],
  [
    'a family that is not known',
    small({model_type: 'novelty', rope_theta: 10000}),
    /warning model_type: “novelty” is no family that is known here/,
  ],
  [
    'a misspelt base',
    small({rope_thta: 10000}),
    /warning rope_thta: .* Perhaps rope_theta is meant\./,
  ],
  [
    'a misspelt rule',
    small({rope_scalling: YARN}),
    /warning rope_scalling: .* Perhaps rope_scaling is meant\./,
  ],
  [
    'a misspelt window',
    small({slidng_window: 8}),
    /warning slidng_window: .* Perhaps sliding_window is meant\./,
  ],
  [
    'a misspelt length',
    small({max_postion_embeddings: 8}),
    /warning max_postion_embeddings: .* Perhaps max_position_embeddings is meant\./,
  ],
  [
    'a misspelt field of a rule',
    small({rope_scaling: {...YARN, beta_fsat: 32}}),
    /warning rope_scaling\.beta_fsat: .* Perhaps beta_fast is meant\./,
  ],
  [
    'the older and the newer rule together: libraries take the older',
    small({rope_scaling: YARN, rope_parameters: {rope_type: 'linear', factor: 2, rope_theta: 5e5}}),
    /warning rope_parameters: It is beside rope_scaling.* that one is read here.* Its base of 500000 is lost/,
  ],
  [
    'two shares of a head',
    small({
      partial_rotary_factor: 0.5,
      rope_parameters: {rope_type: 'default', rope_theta: 1e4, partial_rotary_factor: 1},
    }),
    /warning rope_parameters\.partial_rotary_factor: It says 1, and partial_rotary_factor says 0\.5/,
  ],
  [
    'two names of one size',
    small({n_embd: 128}),
    /warning hidden_size: It says 64, and n_embd says 128/,
  ],
  [
    'a name that is there twice',
    small({rope_theta: 1e4}).replace('{', '{"rope_theta": 5e5,'),
    /warning rope_theta: The name is there more than once/,
  ],
  [
    'a name that is there twice within an object',
    '{"model_type": "llama", "rope_scaling": {"type": "linear", "factor": 2, "factor": 4}}',
    /warning rope_scaling\.factor: The name is there more than once/,
  ],
  [
    'a number of Python that no position needs',
    small({rope_theta: 1e4}).replace('{', '{"time_step_limit": [0.0, Infinity],'),
    /warning time_step_limit: It is not JSON, though Python/,
  ],
  ['a byte order mark', `\ufeff${small()}`, /warning byte order mark: /],
  [
    'a params.json of Llama',
    '{"dim": 4096, "n_layers": 32, "n_heads": 32, "n_kv_heads": 8, "rope_theta": 500000, "use_scaled_rope": true}',
    /warning dim: This is a params\.json.* rotates neighbours.* those of Llama 3\.1 are taken/,
  ],
  [
    'an odd head',
    small({head_dim: 15}),
    /warning head_dim: Here 15 of 15 elements would be rotated, .*no frequencies are shown\. \(huggingface\/transformers#48648\)/,
  ],
  [
    'a share that rotates no pair',
    small({partial_rotary_factor: 0.05}),
    /warning partial_rotary_factor: Here 0 of 16 elements/,
  ],
  [
    'a factor below 1',
    small({rope_scaling: {...YARN, factor: 0.5}}),
    /warning rope_scaling\.factor: It is 0\.5, and a factor below 1 shortens/,
  ],
  [
    'a ramp the wrong way round',
    small({rope_scaling: {...YARN, beta_fast: 1, beta_slow: 32}}),
    /warning rope_scaling\.beta_fast: It is 1, below beta_slow = 32\./,
  ],
  [
    'low and high exchanged',
    small({rope_scaling: {...LLAMA3, low_freq_factor: 4, high_freq_factor: 1}}),
    /warning rope_scaling\.high_freq_factor: It is 1, below low_freq_factor = 4, so no pair is blended/,
  ],
  [
    'low and high equal',
    small({rope_scaling: {...LLAMA3, high_freq_factor: 1}}),
    /note rope_scaling\.high_freq_factor: It equals low_freq_factor = 1, so no pair is blended/,
  ],
  [
    'sections that do not fill the head',
    small({rope_scaling: {type: 'mrope', mrope_section: [1, 2, 3]}}),
    /warning rope_scaling\.mrope_section: .* sum to 8, .* sums to 6\. It is left out here/,
  ],
  [
    'a name that is no setting',
    small({rope_teta: 5}),
    /warning rope_teta: .* Perhaps rope_theta is meant\./,
  ],
  [
    'a name within the rule that is no setting',
    small({rope_scaling: {...YARN, beta_fats: 3}}),
    /warning rope_scaling\.beta_fats: .* Perhaps beta_fast is meant\./,
  ],
  [
    'a base that got lost in the newer object',
    small({rope_parameters: {rope_type: 'linear', factor: 2}}),
    /warning rope_parameters\.rope_theta: A rule is there and no base: 10000 is taken.*unslothai\/unsloth#7028/,
  ],
  [
    'a ramp that ends past the last pair',
    small({
      head_dim: 64,
      rope_theta: 10000,
      rope_scaling: {...YARN, original_max_position_embeddings: 131072},
    }),
    /note beta_slow: The ramp ends at pair 34\.55, past the last, 31\./,
  ],
  [
    'two lengths of training',
    small({original_max_position_embeddings: 128, rope_scaling: YARN}),
    /warning original_max_position_embeddings: At the top it says 128, and inside the rule 256/,
  ],
  [
    'a file that says nothing of positions',
    small({model_type: 'someone'}),
    /warning model_type: No field speaks of positions/,
  ],
];

suite('what is said of a file', () => {
  for (const [what, file, wanted] of REMARKS) {
    test(what, () => assert.match(spoken(readModel(file)).join('\n'), wanted));
  }

  test('and nothing where all is well', () => {
    assert.deepEqual(spoken(readModel(small({rope_theta: 10000}))), []);
    assert.match(
      spoken(modelOf('mistral-7b')).join('\n'),
      /^note sliding_window: A window of 4,096[^\n]*$/,
    );
    const agreeing = small({rope_theta: 10000, rope_scaling: YARN});
    const price = /^note factor: The rule holds at every length, .* the 256 tokens[^\n]*$/;
    assert.match(spoken(readModel(agreeing)).join('\n'), price);
    const same = small({rope_theta: 1e4, rope_scaling: {...YARN, type: 'yarn'}});
    assert.match(spoken(readModel(same)).join('\n'), price);
  });

  test('warnings come first', () => {
    const levels = remarksOn(core, modelOf('llama-3.1-8b')).map(({level}) => level);
    assert.deepEqual(levels, ['warning', 'note']);
  });
});

/** @type {[string, string, RegExp][]} */
const REFUSALS = [
  ['nothing', '  ', /^config must be JSON, got nothing\.$/],
  [
    'no JSON',
    '{"a": 1,\n  oops}',
    /^config must be JSON, got "o" in line 2, column 3\. Expected there: a name in "\.\.\."\.$/,
  ],
  [
    'a comma too many',
    '{"a": 1,\n}',
    /^config must be JSON, got \} after a comma in line 2, column 1\. Delete/,
  ],
  [
    'a comment',
    '{"a": 1} // b',
    /^config must be JSON, got a comment in line 1, column 10\. JSON has none: delete it\.$/,
  ],
  [
    'a dict of Python',
    "{'a': None}",
    /^config must be JSON, got a single quotation mark .* Python printed\.$/,
  ],
  ['a word of Python', '{"a": None}', /got a word of Python in line 1, column 7/],
  ['a line break in a text', '{"a": "b\nc"}', /got a line break .* in line 1, column 9/],
  [
    'a base that is no number',
    small({rope_theta: 1}).replace('"rope_theta":1', '"rope_theta":NaN'),
    /^rope_theta must be a number > 1, got "NaN"\.$/,
  ],
  ['deep nesting', '['.repeat(1e5), /^config must be JSON, got more than 200 levels of nesting/],
  [
    'a misspelt width',
    '{"hidden_sze": 64, "num_attention_heads": 4}',
    /^hidden_size must be .* got nothing\. Perhaps hidden_sze is misspelt\.$/,
  ],
  [
    'an adapter',
    '{"peft_type": "LORA", "r": 8, "base_model_name_or_path": "meta-llama/Llama-2-7b-hf"}',
    /^config must be that of a model, got the settings of an adapter.* base model \(meta-llama\/Llama-2-7b-hf\)\.$/,
  ],
  [
    'the settings of a tokenizer',
    '{"tokenizer_class": "LlamaTokenizer", "model_max_length": 4096}',
    /got the settings of a tokenizer: .* Open the config\.json beside it\.$/,
  ],
  [
    'a tokenizer',
    '{"version": "1.0", "added_tokens": [], "normalizer": null, "model": {}}',
    /got a tokenizer: open the config\.json/,
  ],
  [
    'the settings of generation',
    '{"_from_model_config": true, "eos_token_id": 2}',
    /got the settings of generation: open the config\.json/,
  ],
  [
    'the settings of a processor',
    '{"image_processor_type": "CLIPImageProcessor", "image_mean": [0.5]}',
    /got the settings of a processor/,
  ],
  [
    'a pipeline of diffusers',
    '{"_class_name": "FluxPipeline", "_diffusers_version": "0.30.0"}',
    /got a part of diffusers \(FluxPipeline\)/,
  ],
  [
    'metadata of GGUF',
    '{"general.architecture": "llama", "llama.context_length": 4096}',
    /got the metadata of a GGUF file: choose the \.gguf file/,
  ],
  [
    'an index',
    '{"metadata": {}, "weight_map": {"a": "b"}}',
    /got the index of a model in several files/,
  ],
  [
    'a header of safetensors',
    '{"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}',
    /got the header of a \.safetensors file/,
  ],
  ['half a file', '{"a": 1', /^config must be JSON, got .*\.$/],
  ['a list', '[1, 2]', /^config must be a JSON object \{ \.\.\. \}, got \[1,2\]\.$/],
  ['a number', '3', /^config must be a JSON object .* got 3\.$/],
  ['a missing width', '{}', /^hidden_size must be an integer >= 1, got nothing\.$/],
  [
    'missing heads',
    '{"hidden_size": 64}',
    /^num_attention_heads must be an integer >= 1, got nothing\.$/,
  ],
  [
    'missing layers',
    small({model_type: 'novelty', num_hidden_layers: undefined}),
    /^num_hidden_layers must be an integer >= 1, got nothing\.$/,
  ],
  [
    'a length of one',
    small({max_position_embeddings: 1}),
    /^max_position_embeddings must be an integer >= 2, got 1\.$/,
  ],
  [
    'a length beyond counting',
    small({max_position_embeddings: 1e12}),
    /^max_position_embeddings must be an integer below 2\^31, got 1000000000000\.$/,
  ],
  [
    'a base beyond any',
    small({rope_theta: 1e60}),
    /^rope_theta must be a number up to 1e50, got 1e\+60\.$/,
  ],
  [
    'a number in quotes',
    small({num_attention_heads: '32'}),
    /^num_attention_heads must be an integer >= 1, got "32"\.$/,
  ],
  [
    'heads by halves',
    small({num_attention_heads: 1.5}),
    /^num_attention_heads must .* got 1\.5\.$/,
  ],
  [
    'a width that the heads do not divide',
    small({num_attention_heads: 5}),
    /^hidden_size must be a multiple of the 5 heads, since there is no head_dim, got 64\.$/,
  ],
  [
    'groups that do not divide the heads',
    small({num_key_value_heads: 3}),
    /^num_key_value_heads must divide the 4 heads, got 3\.$/,
  ],
  ['more than the whole', small({rotary_pct: 1.5}), /^rotary_pct must be at most 1, got 1\.5\.$/],
  ['more than the head', small({rotary_dim: 18}), /^rotary_dim must be at most the head's 16/],
  ['a base of 1', small({rope_theta: 1}), /^rope_theta must be a number > 1, got 1\.$/],
  ['a base in words', small({rope_theta: 'big'}), /^rope_theta must be a number > 1, got "big"\.$/],
  [
    'a rule that is no object',
    small({rope_scaling: 'yarn'}),
    /^rope_scaling must be an object \{ \.\.\. \} or null, got "yarn"\.$/,
  ],
  [
    'a rule of another type',
    small({rope_scaling: {rope_type: 3}}),
    /^rope_scaling\.rope_type must be a text, got 3\.$/,
  ],
  [
    'a missing factor',
    small({rope_scaling: {...YARN, factor: undefined}}),
    /^rope_scaling\.factor must be a number >= 1, got nothing\.$/,
  ],
  [
    'a negative factor',
    small({rope_scaling: {...YARN, factor: -1}}),
    /^rope_scaling\.factor must be a number > 0, got -1\.$/,
  ],
  [
    'an amplitude in words',
    small({rope_scaling: {...YARN, attention_factor: 'auto'}}),
    /^rope_scaling\.attention_factor must be a number > 0, got "auto"\.$/,
  ],
  [
    'truncate by number',
    small({rope_scaling: {...YARN, truncate: 1}}),
    /^rope_scaling\.truncate must be true or false, got 1\.$/,
  ],
  [
    'a band that is not in the file',
    small({rope_scaling: {...LLAMA3, low_freq_factor: undefined}}),
    /^rope_scaling\.low_freq_factor must be a number > 0, got nothing\.$/,
  ],
  [
    'a missing list',
    small({rope_scaling: {type: 'longrope', short_factor: Array(8).fill(1)}}),
    /^rope_scaling\.long_factor must be a list of 8 numbers, one per pair, got nothing\.$/,
  ],
  [
    'a list that is too short',
    small({rope_scaling: {type: 'su', short_factor: [1, 2], long_factor: [1, 2]}}),
    /^rope_scaling\.short_factor must be a list of 8 numbers, one per pair, got 2\.$/,
  ],
  [
    'a list with a zero',
    small({rope_scaling: {type: 'longrope', short_factor: [0, 1], long_factor: [1]}}),
    /^rope_scaling\.short_factor must be a list of numbers > 0, got \[0,1\]\.$/,
  ],
  [
    'latent attention without its widths',
    small({kv_lora_rank: 8}),
    /^qk_rope_head_dim must be an integer >= 1, got nothing\.$/,
  ],
  [
    'a field inside another',
    JSON.stringify({text_config: {hidden_size: 'wide'}}),
    /^text_config\.hidden_size must be an integer >= 1, got "wide"\.$/,
  ],
];

suite('a file that cannot be read is refused by field, value and what was expected', () => {
  for (const [what, file, wanted] of REFUSALS) {
    test(what, () => assert.throws(() => readModel(file), {name: 'RangeError', message: wanted}));
  }
});

suite('the figure', async () => {
  const ConfigInspector = await loadFigure('config-inspector');
  const {presets, settings: schema, faults} = ConfigInspector;
  const defaults = Object.fromEntries(
    Object.entries(schema).map(([name, setting]) => [name, /** @type {any} */ (setting).default]),
  );
  const holds = (/** @type {any} */ {value, limit}) => value <= limit;

  /** @param {Record<string, unknown>} settings @param {string} [fault] @param {string} [text] */
  const draw = (settings, fault = '', text = undefined) =>
    ConfigInspector.compute(core, {...defaults, ...settings}, fault, {text});

  test('draws every published model at every length, and all its laws hold', () => {
    for (const model of Object.keys(SAMPLES)) {
      for (const tokens of Object.keys(schema.tokens.options)) {
        const {meters, panels, note} = draw({model, tokens});
        assert.ok(meters.every(holds), `${model} at ${tokens}`);
        assert.equal(panels.length, 5);
        assert.match(note, /pairs of a head of/);
      }
    }
  });

  test('each mistake breaks its meter where it is offered, and says so where nothing can break', () => {
    for (const [preset, {settings = {}, faults: offered}] of Object.entries(
      /** @type {Record<string, any>} */ (presets),
    )) {
      for (const fault of offered ?? []) {
        const {meters, note} = draw(settings, fault);
        const broken = meters.find((/** @type {any} */ {name}) => name === faults[fault].breaks);
        assert.equal(holds(broken), false, `${fault} in ${preset}`);
        assert.match(note, /(At position 0 all of it|With one token it) is still right/);
      }
    }
    for (const fault of Object.keys(faults)) {
      const mistral = draw({model: 'mistral-7b'}, fault);
      assert.ok(mistral.meters.every(holds), fault);
      assert.ok(!hasEffect(draw({model: 'mistral-7b'}), mistral), fault);
      assert.match(faults[fault].unseen, /^No number here changes: /);
    }
  });

  test('says how far a mistake takes a reader', () => {
    const apart = (/** @type {string} */ model, /** @type {string} */ fault) =>
      draw({model}, fault).meters.map((/** @type {any} */ {value}) => value);
    assert.ok(Math.abs(apart('llama-3.2-1b', 'no-scaling')[0] - 32) < 1e-9);
    assert.ok(Math.abs(apart('deepseek-v2-lite', 'no-softmax')[1] - 1.58963) < 1e-5);
    assert.ok(apart('deepseek-v2-lite', 'extended-length')[0] > 2);
    const neox = 10000 ** (22 / 24 - 22 / 96);
    assert.ok(Math.abs(apart('gpt-neox-20b', 'whole-head')[0] / neox - 1) < 1e-9);
  });

  test('tells the cache in the numbers of the file', () => {
    const rows = (/** @type {Record<string, unknown>} */ settings) =>
      draw(settings).panels[4].rows.filter((/** @type {string[]} */ [what]) =>
        /cache|own/.test(what),
      );
    assert.deepEqual(rows({model: 'llama-3.1-8b'}), [
      ['cache a token', '128 KiB', '32 layers × 2 × 8 heads × 128 × 2 bytes'],
      ['cache at 131,072 tokens', '16 GiB', 'a key and a value each'],
      ['with 32 heads of their own', '64 GiB', '4 times as much'],
    ]);
    assert.deepEqual(rows({model: 'mistral-7b', bytes: '8-bit'})[1], [
      'cache at 32,768 tokens',
      '256 MiB',
      'the last 4,096 tokens',
    ]);
    assert.deepEqual(rows({model: 'deepseek-v3'})[0], [
      'cache a token',
      '68.63 KiB',
      '61 layers × (512 + 64) × 2 bytes',
    ]);
  });

  test('names bands by one colour each, and those that are there', () => {
    const bands = (/** @type {string} */ model) =>
      draw({model}).panels[2].series.map((/** @type {any} */ {name, colour}) => [name, colour]);
    assert.deepEqual(bands('gemma-7b'), [
      ['kept', 0],
      ['without a rule', undefined],
    ]);
    assert.deepEqual(bands('phi-3-mini-128k').slice(0, 2), [
      ['blended', 1],
      ['divided', 2],
    ]);
  });

  test('reads the text that it is given, and refuses it by its field', () => {
    const {panels} = draw({}, '', small({rope_theta: 500}));
    assert.equal(panels[2].series[0].x.length, 8);
    assert.throws(() => draw({}, '', '{"hidden_size": 0}'), /^RangeError: hidden_size must/);
  });
});
