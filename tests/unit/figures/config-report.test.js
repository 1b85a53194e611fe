// The report on a configuration, as data and as Markdown, and what differs between two of them.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import fc from 'fast-check';
import {readModel} from '../../../web/figures/scaling/config/model.js';
import {differences, markdownOf, reportOf} from '../../../web/figures/scaling/config/report.js';
import {SAMPLES} from '../../../web/figures/scaling/config/samples.js';
import {CONFIGS} from '../../fixtures/configs/layers.js';
import {loadCore} from '../../support/core.js';

const core = await loadCore();

/** @param {unknown} config */
const read = (config) => readModel(JSON.stringify(config));
/** @param {string} name */
const sample = (name) => read(SAMPLES[name].config);

suite('the report', () => {
  test('as data has each layer once, its frequencies, and survives JSON', () => {
    for (const {name, config} of CONFIGS) {
      const model = read(config);
      const report = reportOf(core, model);
      assert.deepEqual(JSON.parse(JSON.stringify(report)), report, name);
      const numbers = report.groups.flatMap(({layers}) => layers).sort((a, b) => a - b);
      assert.deepEqual(
        numbers,
        Array.from({length: model.layers}, (_, k) => k),
      );
      for (const {rotaryDim, frequencies} of report.groups) {
        assert.equal(frequencies.length, Math.floor(rotaryDim / 2), name);
      }
    }
  });

  test('tells the frequencies of Gemma 3: divided by 8 in layers that see all, and only there', () => {
    const [sliding, full] = reportOf(core, sample('gemma-3-4b')).groups;
    assert.deepEqual([sliding.frequencies[0], full.frequencies[0]], [1, 1 / 8]);
    assert.ok(Math.abs(sliding.frequencies[127] / 10000 ** (-254 / 256) - 1) < 1e-12);
    assert.deepEqual(full.layers, [5, 11, 17, 23, 29]);
  });

  test('as Markdown has a row for each group and a line for each remark, with its thread', () => {
    const text = markdownOf(core, sample('gemma-3-4b'));
    assert.match(text, /^# Positions of `gemma3_text`\n/);
    assert.match(
      text,
      /\n\| B \| 5, 11, \.\.\., 29 \| all tokens \| RoPE \| 1,000,000 \| linear, factor 8 \|/,
    );
    assert.match(
      text,
      /\(\[Blaizzy\/mlx-vlm#1709\]\(https:\/\/github\.com\/Blaizzy\/mlx-vlm\/issues\/1709\)\)/,
    );
  });

  test('as Markdown is not broken by what a file says', () => {
    fc.assert(
      fc.property(fc.string(), (type) => {
        const config = {.../** @type {any} */ (SAMPLES['llama-2-7b'].config), model_type: type};
        const lines = markdownOf(core, read(config)).split('\n');
        const table = lines.filter((line) => line.startsWith('|'));
        assert.equal(table.length, 3);
        assert.equal(lines.filter((line) => line.startsWith('# ')).length, 1);
      }),
      {numRuns: 100},
    );
  });
});

suite('two files', () => {
  test('that are equal differ in nothing', () => {
    for (const {name, config} of CONFIGS) {
      assert.deepEqual(differences(core, read(config), read(config)), [], name);
    }
  });

  test('that differ in a name only, or in a note of where a value stands, differ in nothing', () => {
    const {rope_theta, ...rest} = /** @type {any} */ (SAMPLES['mistral-7b'].config);
    const newer = {...rest, rope_parameters: {rope_type: 'default', rope_theta}};
    assert.deepEqual(differences(core, sample('mistral-7b'), read(newer)), []);
  });

  test('that differ in one layer type: those layers, and how far their frequencies are apart', () => {
    const config = /** @type {any} */ (structuredClone(SAMPLES['gemma-3-4b'].config));
    config.text_config.rope_scaling = null;
    assert.deepEqual(differences(core, sample('gemma-3-4b'), read(config)), [
      [
        'layers 5, 11, ..., 29',
        'RoPE, base 1,000,000, rule: linear, factor 8, 256 of 256; sees all tokens; 4 key heads of 256',
        'RoPE, base 1,000,000, rule: none, 256 of 256; sees all tokens; 4 key heads of 256',
      ],
      [
        'layers 5, 11, ..., 29: frequencies',
        'pair 0: 0.125 rad per position',
        '1 rad per position, 8 times apart',
      ],
    ]);
  });

  test('of another number of layers: those that one has not', () => {
    const longer = {.../** @type {any} */ (SAMPLES['mistral-7b'].config), num_hidden_layers: 33};
    const rows = differences(core, sample('mistral-7b'), read(longer));
    assert.deepEqual(rows[0], ['layers', '32', '33']);
    assert.deepEqual(
      rows.slice(1).map((row) => row.slice(0, 2)),
      [
        ['numbers cached per token', '65,536'],
        ['layer 32', 'not there'],
      ],
    );
  });

  test('tables: how many rows, and which the first token reads', () => {
    const found = (/** @type {string} */ name) =>
      read(CONFIGS.find((one) => one.name.startsWith(name))?.config);
    const rows = differences(core, found('GPT-2'), found('RoBERTa, base'));
    assert.deepEqual(rows.slice(1), [
      ['length', '1,024', '514'],
      [
        'table of positions',
        '1,024 rows, learned; the first token has row 0',
        '514 rows, learned; the first token has row 2',
      ],
    ]);
    const sines = differences(core, found('Blenderbot'), found('Pegasus'));
    assert.deepEqual(
      sines.filter(([what]) => what === 'table of positions').map((row) => row[2]),
      ['1,024 rows, of sines; the first token has row 0'],
    );
    assert.deepEqual(reportOf(core, found('BART')).table, {rows: 1026, first: 2, isLearned: true});
  });

  test('heads of other widths: how many pairs, and the slowest', () => {
    const found = (/** @type {string} */ name) =>
      read(CONFIGS.find((one) => one.name === name)?.config);
    const rows = differences(core, found('Gemma 3 in the newer form'), found('Gemma 4'));
    assert.deepEqual(rows.at(-1), [
      'layers 5, 11: frequencies',
      '128 pairs, the slowest by 1.39·10⁻⁷ rad per position',
      '64 pairs, the slowest by 0.033 rad per position',
    ]);
  });

  test('latent attention keeps a vector, and no heads', () => {
    const config = /** @type {any} */ (structuredClone(SAMPLES['deepseek-v3'].config));
    const rows = differences(core, read(config), read({...config, rope_theta: 20000}));
    assert.match(rows[0][1], /; a latent vector of 512 and a key of 64$/);
  });

  test('are in the saved reports too', () => {
    const [a, b] = ['llama-2-7b', 'mistral-7b'].map(sample);
    assert.match(
      markdownOf(core, a, b),
      /\n## What differs from `mistral`\n\n\| what \| this file \| the second \|\n\| --- \| --- \| --- \|\n\| model_type \| llama \| mistral \|/,
    );
    assert.match(markdownOf(core, a, a), /The two files say the same of positions\./);
    assert.deepEqual(reportOf(core, a, b).differences, differences(core, a, b));
    assert.doesNotMatch(markdownOf(core, a), /What differs/);
  });
});
