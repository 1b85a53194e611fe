// @ts-check
import {randomNormal} from '../../core/base.js';
import {fullCore} from '../../core/full-core.js';
import {formatNumber} from '../../draw/format.js';
import {COMMON_SLIP, onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {logitsOf, rotated} from './rotated-logits.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const N_MACHINES = 4;
const N_ROWS = 8; // of each machine
const N_TOKENS = N_MACHINES * N_ROWS;
const D_HEAD = 32;
const BASE = 10000;

/**
 * The tokens that a machine holds, by their places in the text.
 *
 * @param {string} split contiguous or zigzag: of 2 N chunks the one from the front and its mirror image, so that a
 *   causal mask leaves all machines the same work
 * @param {number} machine
 * @returns {number[]}
 */
function tokensOf(split, machine) {
  const run = (/** @type {number} */ chunk, /** @type {number} */ n) =>
    Array.from({length: n}, (_, row) => chunk * n + row);
  if (split === 'contiguous') return run(machine, N_ROWS);
  const half = N_ROWS / 2;
  return [...run(machine, half), ...run(2 * N_MACHINES - 1 - machine, half)];
}

/**
 * The positions that a machine gives its rows.
 *
 * @param {string} split
 * @param {number} machine
 * @param {string} fault
 */
function positionsOf(split, machine, fault) {
  if (fault === 'from-zero') return tokensOf('contiguous', 0);
  return tokensOf(fault === 'own-slice' ? 'contiguous' : split, machine);
}

/**
 * A text divided among four machines: each rotates its own rows, by which positions?
 *
 * Attributes: split (contiguous, zigzag).
 */
export class SplitMachines extends Figure {
  static tag = 'split-machines';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    split: {
      type: 'choice',
      default: 'zigzag',
      options: {contiguous: 'one piece each', zigzag: 'zigzag: a piece and its mirror image'},
      label: 'Tokens of a machine',
    },
  });

  static presets = {
    'split-machines': {
      title: 'A text on four machines: each needs its own rows of the table',
      short: 'zigzag',
    },
    'split-machines-contiguous': {
      title: 'Four machines with one piece each',
      short: 'one piece each',
      settings: {split: 'contiguous'},
      faults: ['from-zero'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'from-zero': {
      label: 'every machine counts from 0',
      source: onGitHub('NVIDIA/Megatron-LM#560'),
      breaks: 'logits',
      says: ({value}) =>
        `Each machine takes the first rows of the table. Logits change by up to ${value('logits')}; on machine 0 with one ` +
        'piece, and with a single machine, everything is right.',
    },
    'own-slice': {
      label: 'rows of the table in one piece, tokens in two',
      source: COMMON_SLIP,
      breaks: 'logits',
      says: ({value}) =>
        'The tokens were reordered for equal work, the table of cosines was not: each machine takes the slice of its own ' +
        `number. Logits change by up to ${value('logits')}.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, {split}, fault) {
    const machines = Array.from({length: N_MACHINES}, (_, machine) => machine);
    const given = new Float64Array(N_TOKENS);
    for (const machine of machines) {
      const positions = positionsOf(split, machine, fault);
      tokensOf(split, machine).forEach((token, row) => {
        given[token] = positions[row];
      });
    }
    const order = given.map((_, token) => token);
    const [q, k] = ['q', 'k'].map((name) =>
      randomNormal(core, {seed: 11, name, shape: [N_TOKENS, D_HEAD]}),
    );
    const [right, used] = [order, given].map((positions) => {
      const both = [q, k].map((x) => rotated(core, x, positions, {base: BASE}));
      return logitsOf(core, both[0], both[1]).data;
    });
    const error = right.map((value, at) => {
      const [query, key] = [Math.floor(at / N_TOKENS), at % N_TOKENS];
      return key > query ? NaN : Math.abs(used[at] - value);
    });
    const worst = Math.max(...error.filter(Number.isFinite));
    const rows = machines.flatMap((machine) => positionsOf(split, machine, fault));
    return {
      columns: 2,
      least: 260,
      panels: [
        {
          kind: 'heatmap',
          title: 'Position that each machine gives its rows',
          tensor: {data: Float32Array.from(rows), shape: [N_MACHINES, N_ROWS]},
          x: {label: 'row of the machine'},
          y: {label: 'machine'},
          value: {label: 'position'},
          colour: {map: 'weight', domain: [0, 2 * N_TOKENS]},
          text: rows.map(String),
          aspect: 0.6,
        },
        {
          kind: 'heatmap',
          title: 'Error of each logit, against one machine',
          tensor: {
            data: Float32Array.from(error, (value) => (Number.isNaN(value) ? -Infinity : value)),
            shape: [N_TOKENS, N_TOKENS],
          },
          x: {label: 'key, in the order of the text'},
          y: {label: 'query, in the order of the text'},
          value: {label: 'error'},
          colour: {map: 'error', domain: [0, Math.max(worst, 1e-3)]},
          aspect: 1,
        },
      ],
      meters: [
        {
          name: 'logits',
          label: 'logits, apart from those of one machine',
          value: worst,
          limit: 1e-4,
        },
      ],
      note: noteOf(split, fault, machines),
    };
  }
}

/** @param {string} split @param {string} fault @param {number[]} machines */
function noteOf(split, fault, machines) {
  if (!fault) {
    const pairs = machines.map((machine) =>
      tokensOf(split, machine).reduce((sum, token) => sum + token + 1, 0),
    );
    return `Logits that each machine computes under a causal mask: ${pairs.map(formatNumber).join(', ')}. Whichever machine holds a token, its row of the table is that of its place in the text.`;
  }
  return fault === 'from-zero' && split === 'contiguous'
    ? 'Logits within one machine are right, since only distances count there: the blocks on the diagonal.'
    : 'Queries and keys meet from several machines, so one wrong offset is enough.';
}
