// @ts-check
import {fullCore} from '../../core/full-core.js';
import {formatNumber} from '../../draw/format.js';
import {COMMON_SLIP, onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {lines} from '../shared/curves.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const BETA = 0.1;

/**
 * Logits of the query at a position are multiplied by 1 + beta ln(1 + floor((position + shift) / length)).
 *
 * @type {Record<string, {name: string, length: number, shift: number}>}
 */
const RULES = {
  llama4: {name: 'Llama 4', length: 8192, shift: 1},
  ministral3: {name: 'Ministral 3', length: 16384, shift: 0},
};

/** @param {{length: number, shift: number}} rule @param {number} position */
const multiplier = ({length, shift}, position) =>
  1 + BETA * Math.log(1 + Math.floor((position + shift) / length));

/** Positions up to 2^18, close around each step of a rule, and within the padding before it. @param {number} length @param {number} padding */
const positionsAround = (length, padding) =>
  [
    ...Array.from({length: 73}, (_, k) => Math.round(2 ** (k / 4))),
    ...Array.from({length: 16}, (_, k) => (k + 1) * length).flatMap((at) => [
      at - Math.ceil(padding / 2) - 1,
      at - 2,
      at - 1,
      at,
      at + 1,
    ]),
  ]
    .filter(
      (position, at, all) => position > 0 && position <= 2 ** 18 && all.indexOf(position) === at,
    )
    .sort((a, b) => a - b);

/**
 * Logits that are louder the further on a query is, and a sink that takes weight: what is left for one key among
 * many.
 *
 * Attributes: rule (llama4, ministral3), logit (of the key that fits; all others have 0), sink (a learned logit
 * without a value), padding (slots on the left of the text).
 */
export class LouderLogits extends Figure {
  static tag = 'louder-logits';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    rule: {
      type: 'choice',
      default: 'llama4',
      options: Object.fromEntries(Object.entries(RULES).map(([key, {name}]) => [key, name])),
      label: 'The rule of',
    },
    logit: {
      type: 'number',
      default: 10,
      min: 1,
      max: 20,
      step: 0.5,
      label: 'Logit of the key that fits',
    },
    sink: {type: 'number', default: 6, min: -10, max: 20, step: 0.5, label: 'Logit of the sink'},
    padding: {type: 'int', default: 100, min: 1, max: 8000, label: 'Padding on the left'},
  });

  static presets = {
    'louder-logits': {title: 'Logits that grow with the position, and a sink beside them'},
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    slot: {
      label: 'the slot in the cache taken for the position',
      source: onGitHub('huggingface/transformers#44860'),
      breaks: 'multiplier',
      says: ({settings: {padding}, value}) =>
        `Padding moves a text by ${formatNumber(padding)} slots, and its positions start at 0 all the same. A factor read off the slot is wrong ` +
        `before each step, by up to ${value('multiplier')}: one text gives two answers, alone and in a padded batch.`,
    },
    'other-floor': {
      label: 'the step one position later or earlier',
      source: COMMON_SLIP,
      breaks: 'multiplier',
      says: ({value}) =>
        'Llama 4 takes position + 1 before it divides, Ministral 3 the position. With the wrong one every step is off by one ' +
        `position, where the factor is wrong by ${value('multiplier')}; everywhere else nothing can be noticed.`,
    },
    skipped: {
      label: 'the factor left out',
      source: onGitHub('vllm-project/vllm#48623'),
      breaks: 'multiplier',
      says: ({value}) =>
        'The field is inside the object of the rule, and a reader that looks at the top does not find it. Up to the first step all is ' +
        `right, and then logits are too small by up to ${value('multiplier')} of their size.`,
    },
  });

  /**
   * @param {Core} _core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(_core, settings, fault) {
    const {logit, sink, padding} = settings;
    const rule = RULES[settings.rule];
    const usedAt = (/** @type {number} */ position) => {
      if (fault === 'skipped') return 1;
      if (fault === 'slot') return multiplier(rule, position + padding);
      return multiplier(fault ? {...rule, shift: 1 - rule.shift} : rule, position);
    };
    const x = positionsAround(rule.length, padding);
    const [right, used] = [x.map((p) => multiplier(rule, p)), x.map(usedAt)];
    const share = (/** @type {number} */ factor, /** @type {number} */ position) => {
      const [key, rest, none] = [Math.exp(logit * factor), position, Math.exp(sink)];
      return {key: key / (key + rest + none), sink: none / (key + rest + none)};
    };
    const first = rule.length - rule.shift;
    return {
      columns: 2,
      least: 260,
      panels: [
        lines({
          title: 'What logits are multiplied by',
          series: [
            {name: fault ? 'in use' : rule.name, x, y: used},
            ...(fault ? [{name: 'right', x, y: right, dashed: true}] : []),
          ],
          x: {label: 'position of the query', scale: 'log'},
          y: {label: 'factor', domain: [0.98, 1.4]},
          aspect: 0.75,
        }),
        lines({
          title: 'Weight of one key that fits, and of the sink',
          series: [
            {name: 'the key, with the factor', x, y: x.map((p, at) => share(used[at], p).key)},
            {name: 'the key, without', x, y: x.map((p) => share(1, p).key), dashed: true},
            {name: 'the sink', x, y: x.map((p, at) => share(used[at], p).sink)},
          ],
          x: {label: 'position of the query', scale: 'log'},
          y: {label: 'weight', domain: [0, 1]},
          aspect: 0.75,
        }),
      ],
      meters: [
        {
          name: 'multiplier',
          label: 'factor on a logit, apart from that of the model',
          value: Math.max(...used.map((value, at) => Math.abs(value - right[at]))),
          limit: 1e-9,
        },
      ],
      note: fault
        ? 'At the first tokens of a text the factor is 1, right or wrong.'
        : `${rule.name}: the factor is 1 up to position ${formatNumber(first - 1)}, and ${formatNumber(multiplier(rule, first))} from ${formatNumber(first)} on. All keys but one have the logit 0, and the sink takes weight without giving a value.`,
    };
  }
}
