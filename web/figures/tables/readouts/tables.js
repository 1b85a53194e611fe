// @ts-check
import {memoryBytes, methods} from '../../../core/pe.js';
import {formatNumber} from '../../../draw/format.js';
import {bytesText, tableOf, yesNo} from './cells.js';

/** @import {Core, Method} from '../../../core/core.js' */
/** @import {Settings} from '../../frame/settings.js' */
/** @import {Demo} from './cells.js' */

const FLOAT_BYTES = 4;

/** Where a method acts, in words; which it does is the core's to say. @type {Record<Method['actsOn'], string>} */
const PLACES = {
  nowhere: 'nowhere',
  input: 'the input of the first layer',
  kv: 'keys and values, every layer',
  qk: 'queries and keys, every layer',
  values: 'values and outputs of attention, every layer',
  logits: 'logits, every layer',
  weights: 'attention weights',
  output: 'outputs of attention, every layer',
};

/**
 * What no program can compute: properties, uses, and the accuracies of one recorded training run
 * (order-2 language, trained at length 6, mean of 3 seeds; chance 0.0625) at 6, 12, 24, 48, 96.
 *
 * @type {Record<string, {name: string, kind: string, relative: string, past: string, cost: string,
 *   used: string, recorded: string[]}>}
 */
const FACTS = {
  none: /* t */ {
    name: 'none',
    kind: 'none',
    relative: 'no',
    past: 'nothing to run out of',
    cost: 'none',
    used: 'sets; some causal models (NoPE)',
    recorded: ['0.855', '0.740', '0.576', '0.442', '0.348'],
  },
  sinusoidal: /* t */ {
    name: 'sinusoidal',
    kind: 'absolute',
    relative: 'as a rotation of rows',
    past: 'computable at any position',
    cost: 'one addition',
    used: 'the first Transformer',
    recorded: ['0.896', '0.650', '0.424', '0.306', '0.247'],
  },
  learned: /* t */ {
    name: 'learned',
    kind: 'absolute',
    relative: 'only if training finds it',
    past: 'refused past the last row',
    cost: 'one addition',
    used: 'BERT, GPT-2',
    recorded: ['0.885', '0.668', '0.502', '0.389', '0.310'],
  },
  'rope-half': /* t */ {
    name: 'RoPE',
    kind: 'relative, by rotation',
    relative: 'yes, for fixed content',
    past: 'computable at any position',
    cost: 'n · d in every layer',
    used: 'LLaMA, PaLM, GPT-NeoX',
    recorded: ['0.898', '0.824', '0.643', '0.484', '0.364'],
  },
  alibi: /* t */ {
    name: 'ALiBi',
    kind: 'relative, by bias',
    relative: 'yes',
    past: 'computable at any distance',
    cost: 'one addition per logit',
    used: 'BLOOM',
    recorded: ['0.867', '0.809', '0.725', '0.661', '0.612'],
  },
};

const RECORDED =
  'Accuracies are the recorded means of the race in chapter 7 (order-2 language, trained at length 6, 3 seeds, chance 0.0625): one local task, no general ranking.';

/**
 * @param {Core} core
 * @param {string} name of the core's table of methods
 * @param {Settings} settings
 */
function measured(core, name, {maxLen, dModel, nHeads = 8}) {
  const method = methods(core).find((m) => m.name === name);
  if (!method) throw new RangeError(`The core has no method "${name}".`);
  const dHead = Math.max(2, 2 * Math.floor(dModel / nHeads / 2));
  const bytes = memoryBytes(core, {method: name, seqLen: maxLen, dModel, nHeads, dHead});
  const parameters = method.learns === 'nothing' ? 0 : bytes / FLOAT_BYTES;
  return {
    ...FACTS[name],
    acts: PLACES[method.actsOn],
    paper: method.paper,
    bytes,
    parameters,
  };
}

/**
 * One row per property, one column per method.
 *
 * @param {ReturnType<typeof measured>[]} columns
 * @param {[string, (column: ReturnType<typeof measured>) => string][]} properties
 * @param {string} says
 */
const across = (columns, properties, says) =>
  tableOf(
    ['property', ...columns.map((c) => c.name)],
    properties.map(([label, of]) => [label, ...columns.map(of)]),
    {says},
  );

/** @type {Demo} */
export const parameterCount = {
  title: 'Numbers that training must find for position',
  settings: {maxLen: 512, dModel: 768},
  controls: ['maxLen', 'dModel'],
  compute(core, settings) {
    const names = ['sinusoidal', 'learned', 'rope-half', 'alibi'];
    const rows = names.map((name) => {
      const {name: title, parameters} = measured(core, name, settings);
      return [`${title}, ${settings.maxLen} × ${settings.dModel}`, formatNumber(parameters)];
    });
    const small = measured(core, 'learned', {maxLen: 512, dModel: 128});
    rows.push(['learned, 512 × 128', formatNumber(small.parameters)]);
    return {
      panels: [
        tableOf(['method', 'learned parameters'], rows, {
          says: `A learned table of this size has ${rows[1][1]} parameters.`,
        }),
      ],
    };
  },
};

/** @type {Demo} */
export const compareMethods = {
  title: 'Four methods beside each other',
  settings: {maxLen: 512, dModel: 768},
  controls: ['maxLen', 'dModel'],
  compute(core, settings) {
    const columns = ['sinusoidal', 'learned', 'rope-half', 'alibi'].map((name) =>
      measured(core, name, settings),
    );
    return {
      panels: [
        across(
          columns,
          [
            ['parameters', (c) => formatNumber(c.parameters)],
            ['acts on', (c) => c.acts],
            ['kind', (c) => c.kind],
            ['past its longest text', (c) => c.past],
            [
              'accuracy at 6, 12, 96',
              (c) => [c.recorded[0], c.recorded[1], c.recorded[4]].join(', '),
            ],
            ['used in', (c) => c.used],
          ],
          `Parameters of a learned table of ${settings.maxLen} × ${settings.dModel}: ${formatNumber(columns[1].parameters)}.`,
        ),
      ],
      note: RECORDED,
    };
  },
};

/** @type {Demo} */
export const tradeOffs = {
  title: 'Sinusoidal or learned?',
  settings: {maxLen: 512, dModel: 768, position: 512},
  controls: ['maxLen', 'dModel', 'position'],
  compute(core, settings) {
    const {maxLen, position} = settings;
    const columns = ['sinusoidal', 'learned'].map((name) => measured(core, name, settings));
    const hasRow = (/** @type {string} */ name) => name === 'sinusoidal' || position < maxLen;
    return {
      panels: [
        across(
          columns,
          [
            ['parameters', (c) => formatNumber(c.parameters)],
            ['bytes, table stored', (c) => bytesText(c.bytes)],
            [`a row for position ${position}?`, (c) => yesNo(hasRow(c.name))],
            [
              'accuracy at 6, 12, 96',
              (c) => [c.recorded[0], c.recorded[1], c.recorded[4]].join(', '),
            ],
            ['quality within its length', () => 'nearly the same (Vaswani et al. 2017, table 3)'],
            [
              /* t */ 'training',
              (c) =>
                c.parameters > 0 ? 'rows that no text reaches stay random' : 'nothing to train',
            ],
          ],
          `Position ${position}: the learned table has ${hasRow('learned') ? 'a' : 'no'} row.`,
        ),
      ],
      note: RECORDED,
    };
  },
};

/** @type {Demo} */
export const threeMethods = {
  title: 'Three methods, property by property',
  settings: {maxLen: 512, dModel: 128},
  controls: ['maxLen', 'dModel'],
  compute(core, settings) {
    const columns = ['sinusoidal', 'learned', 'rope-half'].map((name) =>
      measured(core, name, settings),
    );
    return {
      panels: [
        across(
          columns,
          [
            ['parameters', (c) => formatNumber(c.parameters)],
            ['past its longest text', (c) => c.past],
            ['relative distance', (c) => c.relative],
            [`bytes kept for ${settings.maxLen}`, (c) => bytesText(c.bytes)],
            [/* t */ 'computation', (c) => c.cost],
            ['accuracy at 6, 12, 24, 48, 96', (c) => c.recorded.join(', ')],
            ['used in', (c) => c.used],
          ],
          `For ${settings.maxLen} positions: ${columns.map((c) => `${c.name} ${bytesText(c.bytes)}`).join(', ')}.`,
        ),
      ],
      note: `${RECORDED} A table that is not learned is stored all the same.`,
    };
  },
};

/** @type {Demo} */
export const summary = {
  title: 'Five ways to treat position',
  settings: {maxLen: 8192, dModel: 64, nHeads: 4},
  controls: ['maxLen', 'dModel', 'nHeads'],
  compute(core, settings) {
    const rows = Object.keys(FACTS)
      .map((name) => measured(core, name, settings))
      .map((c) => [
        c.name,
        formatNumber(c.parameters),
        c.relative,
        bytesText(c.bytes),
        c.cost,
        c.recorded.join(', '),
      ]);
    const columns = [
      'method',
      'parameters',
      /* t */ 'relative',
      `bytes for ${formatNumber(settings.maxLen)}, stored`,
      'computation',
      'accuracy at 6, 12, 24, 48, 96',
    ];
    return {
      panels: [
        tableOf(columns, rows, {
          says: `Stored for ${formatNumber(settings.maxLen)} positions, ALiBi’s bias takes ${rows[4][3]}; computed where it is used, nothing.`,
        }),
      ],
      note: RECORDED,
    };
  },
};
