// @ts-check
// Makes one self-contained Python file that tests a reader's own positional encoding: an adapter to fill in, laws,
// numbers that the core computes now, and the results of known bugs, by which a failing test names its bug.
import {
  alibiNumbers,
  BUGS,
  positionNumbers,
  ropeNumbers,
  sinusoidalNumbers,
  t5Numbers,
} from './cases.js';
import {decodeNumbers} from './decode-cases.js';
import {MORE_KIND_TEXTS} from './more-python.js';
import {mropeNumbers} from './mrope-cases.js';
import {HEAD, KIND_TEXTS, MAIN, SHARED} from './python-text.js';
import {debertaNumbers, shawNumbers} from './relative-cases.js';

/** @import {Core} from '../core/core.js' */
/** @import {Numbers} from './cases.js' */
/**
 * @typedef {{label: string, values: (number | string | boolean)[]}} Setting its first value is the default
 * @typedef {{label: string, settings: Record<string, Setting>,
 *   numbers: (core: Core, settings: any) => Numbers}} Kind
 */

/** What code can be tested, and how it can be set. @type {Record<string, Kind>} */
export const KINDS = {
  rope: {
    label: 'RoPE',
    settings: {
      layout: {label: 'Pairing', values: ['half', 'interleaved']},
      dHead: {label: 'Width of a head', values: [16, 32, 64, 128]},
      partial: {label: 'Part of the head that is rotated', values: [1, 0.5, 0.25]},
      base: {label: 'Base', values: [10000, 500000, 1000000]},
      scaling: {
        label: 'Scaling rule',
        values: ['default', 'linear', 'ntk', 'dynamic', 'yarn', 'llama3'],
      },
      factor: {label: 'Factor (alpha in NTK)', values: [4, 2, 8, 16, 32]},
      trainedLength: {label: 'Trained length', values: [1024, 2048, 4096, 8192]},
    },
    numbers: (core, settings) =>
      ropeNumbers(core, {...settings, rotaryDim: settings.dHead * settings.partial}),
  },
  sinusoidal: {
    label: 'Sinusoidal table',
    settings: {
      layout: {label: 'Order of columns', values: ['interleaved', 'concatenated', 'tensor2tensor']},
      dModel: {label: 'Width', values: [16, 32, 64]},
      base: {label: 'Base', values: [10000, 1000]},
    },
    numbers: sinusoidalNumbers,
  },
  alibi: {
    label: 'ALiBi slopes and bias',
    settings: {
      nHeads: {label: 'Heads', values: [12, 8, 16, 20]},
      mask: {label: 'Mask', values: ['causal', 'none']},
    },
    numbers: alibiNumbers,
  },
  t5: {
    label: 'T5 buckets',
    settings: {
      causal: {label: 'Only the past has buckets (decoder)', values: [false, true]},
      nBuckets: {label: 'Buckets', values: [32, 64]},
      maxDistance: {label: 'Maximal distance', values: [128, 256]},
    },
    numbers: t5Numbers,
  },
  positions: {
    label: 'Position ids with padding and a cache',
    settings: {},
    numbers: positionNumbers,
  },
  shaw: {
    label: 'Shaw’s relative vectors',
    settings: {
      clip: {label: 'Clip', values: [4, 8, 16]},
      dHead: {label: 'Width of a head', values: [16, 32]},
    },
    numbers: shawNumbers,
  },
  deberta: {
    label: 'DeBERTa’s buckets',
    settings: {
      nBuckets: {label: 'Buckets', values: [256, 64, 32]},
      maxPosition: {label: 'Maximal distance', values: [512, 1024]},
    },
    numbers: debertaNumbers,
  },
  mrope: {
    label: 'M-RoPE, and the ids of text with an image',
    settings: {
      arrangement: {label: 'Pairs follow the axes in', values: ['sections', 'interleaved']},
      dHead: {label: 'Width of a head', values: [32, 64, 128]},
      base: {label: 'Base', values: [10000, 1000000, 5000000]},
    },
    numbers: mropeNumbers,
  },
  decode: {
    label: 'Attention with RoPE and a KV cache',
    settings: {
      layout: {label: 'Pairing', values: ['half', 'interleaved']},
      dHead: {label: 'Width of a head', values: [16, 32]},
      base: {label: 'Base', values: [10000, 500000]},
    },
    numbers: decodeNumbers,
  },
};

/**
 * @param {string} kind
 * @param {Record<string, number | string | boolean>} given
 * @returns {Record<string, number | string | boolean>} with defaults
 * @throws {RangeError} naming the argument, its value and what was expected
 */
export function fullSettings(kind, given) {
  if (!Object.hasOwn(KINDS, kind)) {
    throw new RangeError(`kind must be one of ${Object.keys(KINDS).join(', ')}, got '${kind}'.`);
  }
  const {settings} = KINDS[kind];
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(settings, name)) {
      const known = Object.keys(settings).join(', ') || 'none';
      throw new RangeError(`${kind} has no setting ${name}; its settings are ${known}.`);
    }
    if (settings[name].values.includes(value)) continue;
    const allowed = settings[name].values.join(', ');
    throw new RangeError(`${name} must be one of ${allowed}, got ${String(value)}.`);
  }
  const defaults = Object.entries(settings).map(([name, {values}]) => [name, values[0]]);
  return {...Object.fromEntries(defaults), ...given};
}

/** @param {unknown} value @returns {string} a Python literal: its only strings are ASCII without quotes */
const literal = (value) => `json.loads(r"""${JSON.stringify(value)}""")`;

/**
 * The test file.
 *
 * @param {Core} core
 * @param {{kind: string, settings?: Record<string, number | string | boolean>, adapter?: string}} options
 *   settings: values that KINDS lists, else the default; adapter: Python that is put in place of the empty one
 * @returns {{name: string, text: string, bugs: string[]}} bugs: those that the file can name
 * @throws {RangeError} naming the argument, its value and what was expected
 */
export function pytestFile(core, {kind, settings = {}, adapter}) {
  const given = fullSettings(kind, settings);
  const {cases, facts} = KINDS[kind].numbers(core, given);
  const bugs = [...new Set(Object.values(cases).flatMap(({wrong}) => Object.keys(wrong)))];
  const name = `test_my_${kind}.py`;
  const said = Object.entries(given).map(([key, value]) => `${key} ${value}`);
  const {adapter: empty, tests} = {...KIND_TEXTS, ...MORE_KIND_TEXTS}[kind];
  const text = `"""Tests of your own code, made by poslab: ${[KINDS[kind].label, ...said].join(', ')}.

1. Fill in the adapter: let it call your code.
2. Run \`pytest ${name}\` or \`python ${name}\`. It needs numpy or torch, and nothing else.

A test that fails says KNOWN BUG and its name where your numbers are those of a bug that this file knows.
"""

${HEAD}
# --- adapter: yours to fill in ---


${adapter ?? empty}

# --- tests ---

${SHARED}
${tests}

# --- numbers: computed by the core of poslab ---

FACTS = ${literal(facts)}
BUGS = ${literal(Object.fromEntries(bugs.map((bug) => [bug, BUGS[bug]])))}
CASES = ${literal(cases)}

${MAIN}`;
  return {name, text: text.replace(/\n{4,}/g, '\n\n\n'), bugs};
}
