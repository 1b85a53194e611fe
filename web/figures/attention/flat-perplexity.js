// @ts-check
import {randomNormal} from '../../core/base.js';
import {fullCore} from '../../core/full-core.js';
import {attention} from '../../core/nn.js';
import {formatNumber} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {lines} from '../shared/curves.js';

/** @import {Core} from '../../core/core.js' */
/** @import {LinesPanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const D_HEAD = 32;
const N_SINKS = 4;
const STRENGTH = 24; // logit of the key that fits: enough for it among 8,192 others
const LONGEST = 8192;
const LENGTHS = [64, 128, 256, 512, 1024, 2048, 4096, LONGEST];

// The order-2 language of the race: two tokens tell the next one, but for one in ten, which is random. (Its task is not
// imported: figures that train nothing do not load it.)
const N_OUT = 16;
const KNOWN = 0.9 + 0.1 / N_OUT;
const OTHER = (1 - KNOWN) / (N_OUT - 1);
const ENTROPY = -KNOWN * Math.log(KNOWN) - (1 - KNOWN) * Math.log(OTHER);

/** What a reader makes of one text. @typedef {{perplexity: number, found: number}} Reading */

/** Keys of the longest text, each of length 1. @param {Core} core */
function keysOf(core) {
  const {data} = randomNormal(core, {seed: 11, name: 'k', shape: [LONGEST, D_HEAD]});
  for (let row = 0; row < LONGEST; row++) {
    const key = data.subarray(row * D_HEAD, (row + 1) * D_HEAD);
    const norm = Math.sqrt(key.reduce((sum, x) => sum + x * x, 0));
    for (let c = 0; c < D_HEAD; c++) key[c] /= norm;
  }
  return data;
}

/**
 * The weight that each token's query, which is its key again, gives to that key.
 *
 * @param {Core} core
 * @param {Float32Array} keys
 * @param {number} n tokens in the text
 * @param {number[]} places of the tokens of the passkey
 * @param {(place: number) => boolean} isKept whether the cache still has a token
 * @returns {number[]}
 */
function weightsOn(core, keys, n, places, isKept) {
  const k = keys.subarray(0, n * D_HEAD);
  const q = Float32Array.from(places.flatMap((at) => [...k.subarray(at * D_HEAD, (at + 1) * D_HEAD)])); // biome-ignore format: one thought
  const keyPad = Uint8Array.from({length: n}, (_, place) => (isKept(place) ? 0 : 1));
  const {weights} = attention(core, {
    q: {data: q, shape: [1, places.length, D_HEAD]},
    k: {data: k, shape: [1, n, D_HEAD]},
    v: {data: k, shape: [1, n, D_HEAD]},
    scale: STRENGTH,
    keyPad,
  });
  return places.map((place, row) => weights.data[row * n + place]);
}

/**
 * A text of `length` tokens with a passkey of random tokens in it, for which its end asks. What is not the
 * passkey is read as well as it can be, from two tokens back.
 *
 * @param {Core} core
 * @param {Float32Array} keys
 * @param {Settings} settings
 * @param {number} length
 * @param {boolean} isWhole the cache has every token
 * @returns {Reading}
 */
function readingOf(core, keys, {nSigns, window, place}, length, isWhole) {
  const first = Math.max(N_SINKS, Math.floor(Number(place) * (length - 2 * nSigns)));
  const places = Array.from({length: nSigns}, (_, k) => first + k);
  const isKept = (/** @type {number} */ at) => isWhole || at < N_SINKS || at >= length - window;
  // without its key a sign is guessed among all
  const right = weightsOn(core, keys, length, places, isKept).map((w) => w + (1 - w) / N_OUT);
  const askedLoss = right.reduce((sum, p) => sum - Math.log(p), 0);
  const givenLoss = nSigns * Math.log(N_OUT); // where the signs are read first, nothing tells them
  const textLoss = (length - 2 * nSigns) * ENTROPY;
  return {
    perplexity: Math.exp((textLoss + givenLoss + askedLoss) / length),
    found: right.reduce((product, p) => product * p, 1),
  };
}

/**
 * Perplexity is a mean over all tokens: a cache that has lost a passkey hardly changes it.
 *
 * Attributes: length (tokens of the text), window (newest tokens that the small cache keeps, beside four sinks), place
 * (of the passkey, as a share of the text), n-signs (of the passkey).
 */
export class FlatPerplexity extends Figure {
  static tag = 'flat-perplexity';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    length: {
      type: 'choice',
      default: '2048',
      options: Object.fromEntries(LENGTHS.map((n) => [n, formatNumber(n)])),
      label: 'Tokens of the text',
    },
    window: {type: 'int', default: 256, min: 16, max: 1024, step: 16, label: 'Newest tokens kept'},
    place: {
      type: 'choice',
      default: '0.1',
      options: {0.1: 'near the start', 0.5: 'in the middle', 0.9: 'near the end'},
      label: 'Passkey',
    },
    nSigns: {type: 'int', default: 5, min: 1, max: 16, label: 'Tokens of the passkey'},
  });

  static presets = {
    'flat-perplexity': {title: 'Perplexity stays flat, and the passkey is lost'},
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    evicted: {
      label: 'a cache of four sinks and the newest tokens, tested by perplexity',
      source: onGitHub('mit-han-lab/streaming-llm#13'),
      breaks: 'passkey',
      says: ({settings: {length, nSigns}, value}) =>
        `The passkey is missed with probability ${value('passkey')}. Only ${nSigns} of ${formatNumber(Number(length))} tokens need it, so perplexity is ` +
        `${value('perplexity')} times that of the whole cache.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, settings, fault) {
    const keys = keysOf(core);
    const readings = (/** @type {boolean} */ isWhole) =>
      LENGTHS.map((length) => readingOf(core, keys, settings, length, isWhole));
    const [whole, small] = [readings(true), readings(false)];
    const at = LENGTHS.indexOf(Number(settings.length));
    const used = (fault ? small : whole)[at];
    const panel = (
      /** @type {string} */ title,
      /** @type {keyof Reading} */ what,
      /** @type {number} */ guessed,
      /** @type {LinesPanel['y']} */ y,
    ) =>
      lines({
        title,
        series: [
          {name: 'whole cache', x: LENGTHS, y: whole.map((one) => one[what]), style: 'both'},
          {
            name: `sinks and ${formatNumber(settings.window)} newest`,
            x: LENGTHS,
            y: small.map((one) => one[what]),
            style: 'both',
            dashed: true,
          },
          {name: 'guessing', x: LENGTHS, y: LENGTHS.map(() => guessed), reference: 'dots'},
        ],
        x: {label: 'tokens of the text', scale: 'log', domain: [50, 10000]},
        y,
        rules: [{axis: 'x', at: LENGTHS[at], label: ''}],
        aspect: 0.75,
      });
    return {
      columns: 2,
      least: 260,
      panels: [
        panel('Perplexity of the whole text', 'perplexity', N_OUT, {
          label: 'perplexity',
          scale: 'log',
          domain: [1, 20],
        }),
        panel('Passkey right, all its signs', 'found', N_OUT ** -settings.nSigns, {
          label: 'probability',
          domain: [0, 1.02],
        }),
      ],
      meters: [
        {
          name: 'perplexity',
          label: 'perplexity, as a multiple of that with the whole cache',
          value: used.perplexity / whole[at].perplexity,
          limit: 1.05,
        },
        {
          name: 'passkey',
          label: 'probability that the passkey is missed',
          value: 1 - used.found,
          limit: 0.05,
        },
      ],
      note: fault
        ? `Lost tokens are guessed among ${N_OUT}. Spread over the text that multiplies perplexity by ${N_OUT} to the power of their share of the text, which goes to 1 as texts get longer.`
        : 'This reader is constructed, not trained: it predicts as well as the last two tokens allow, and finds the passkey by its key. Which of the two panels tells the caches apart?',
    };
  }
}
