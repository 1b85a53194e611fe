// @ts-check
import {randomNormal} from '../../core/base.js';
import {fullCore} from '../../core/full-core.js';
import {matmul} from '../../core/linalg.js';
import {attention} from '../../core/nn.js';
import {formatNumber} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {lines} from '../shared/curves.js';
import {rotated} from './rotated-logits.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const D_HEAD = 32;
const N_KEYS = 24;
const N_WORDS = 12;
const N_TEXTS = 24;
const BASE = 10000;
const OFFSETS = [0, 1, 2, 3, 4, 6, 8];

/** @param {ArrayLike<number>} logits @returns {number[]} */
function softmax(logits) {
  const list = Array.from(logits);
  const most = Math.max(...list);
  const powers = list.map((logit) => Math.exp(logit - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

/**
 * What one layer of attention says of the next word, its query so many positions ahead of where it is.
 *
 * @param {Core} core
 * @param {number} text which of them
 * @param {number} offset
 * @returns {number[]} a probability for each word
 */
function nextWord(core, text, offset) {
  const draw = (/** @type {string} */ name, /** @type {number[]} */ shape) =>
    randomNormal(core, {seed: 13, name: `${name} ${text}`, shape});
  const words = randomNormal(core, {seed: 13, name: 'words', shape: [D_HEAD, N_WORDS]});
  const positions = Array.from({length: N_KEYS}, (_, k) => k);
  const q = rotated(core, draw('q', [1, D_HEAD]), [N_KEYS - 1 + offset], {base: BASE});
  const k = rotated(core, draw('k', [N_KEYS, D_HEAD]), positions, {base: BASE});
  const v = draw('v', [N_KEYS, D_HEAD]);
  const {output} = attention(core, {
    q: {data: q.data.map((value) => 2 * value), shape: [1, 1, D_HEAD]},
    k: {data: k.data, shape: [1, N_KEYS, D_HEAD]},
    v: {data: v.data, shape: [1, N_KEYS, D_HEAD]},
  });
  return softmax(matmul(core, {a: {data: output.data, shape: [1, D_HEAD]}, b: words}).data);
}

/**
 * The word that comes out of speculative decoding: a draft that is accepted with min(1, p / q), else one of what
 * p has more than q.
 *
 * @param {readonly number[]} p of the model
 * @param {readonly number[]} q of the draft
 */
function outcome(p, q) {
  const kept = p.map((value, word) => Math.min(value, q[word]));
  const acceptance = kept.reduce((a, b) => a + b, 0);
  const rest = p.map((value, word) => value - kept[word]);
  const nRest = rest.reduce((a, b) => a + b, 0);
  const scale = nRest > 0 ? (1 - acceptance) / nRest : 0;
  return {acceptance, result: kept.map((value, word) => value + scale * rest[word])};
}

/**
 * Speculative decoding with a draft whose positions are ahead: nothing is wrong, and it is slower.
 *
 * Attributes: n-drafts (words that the draft proposes at once).
 */
export class DraftAhead extends Figure {
  static tag = 'draft-ahead';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    nDrafts: {type: 'int', default: 4, min: 1, max: 8, label: 'Words that a draft proposes'},
  });

  static presets = {
    'draft-ahead': {title: 'A draft model one position ahead: right, and slow'},
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    ahead: {
      label: 'the draft’s query one position ahead',
      source: onGitHub('sgl-project/sglang#25015'),
      breaks: 'acceptance',
      says: ({value}) =>
        'The draft rotates its query by one position more than its keys were cached for. The model corrects each word, so the text is ' +
        `the same; only ${value('acceptance')} of the drafts are accepted.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, {nDrafts}, fault) {
    const texts = Array.from({length: N_TEXTS}, (_, text) => text);
    const wanted = texts.map((text) => nextWord(core, text, 0));
    const at = (/** @type {number} */ offset) => {
      const all = texts.map((text) => outcome(wanted[text], nextWord(core, text, offset)));
      const wrong = all.map(({result}, text) =>
        Math.max(...result.map((value, word) => Math.abs(value - wanted[text][word]))),
      );
      const acceptance = all.reduce((sum, one) => sum + one.acceptance, 0) / N_TEXTS;
      return {acceptance, wrong: Math.max(...wrong)};
    };
    const rates = OFFSETS.map((offset) => at(offset).acceptance);
    const used = at(fault ? 1 : 0);
    // words for one pass of the model: those accepted in a row, and the one that it gives itself
    const words = (/** @type {number} */ rate) =>
      Array.from({length: nDrafts + 1}, (_, k) => rate ** k).reduce((a, b) => a + b, 0);
    return {
      columns: 2,
      least: 260,
      panels: [
        lines({
          title: 'Share of the drafts that is accepted',
          series: [{name: 'accepted', x: OFFSETS, y: rates, style: 'both'}],
          x: {label: 'positions that the draft’s query is ahead'},
          y: {label: 'share', domain: [0, 1.05]},
          aspect: 0.75,
        }),
        lines({
          title: 'Words for one pass of the model',
          series: [{name: 'words', x: OFFSETS, y: rates.map(words), style: 'both'}],
          x: {label: 'positions that the draft’s query is ahead'},
          y: {label: 'words', domain: [0, nDrafts + 1.5]},
          aspect: 0.75,
        }),
      ],
      meters: [
        {
          name: 'text',
          label: 'probabilities of the next word, apart from those of the model',
          value: used.wrong,
          limit: 1e-9,
        },
        {
          name: 'acceptance',
          label: 'share of the drafts that is accepted, with a draft as good as the model',
          value: used.acceptance,
          limit: 0.999,
          relation: '≥',
        },
      ],
      note: fault
        ? `With ${formatNumber(nDrafts)} drafts a pass of the model gives ${formatNumber(words(used.acceptance))} words in place of ${formatNumber(nDrafts + 1)}. No test of the text finds it.`
        : 'Draft and model are the same layer here, so every draft is accepted. The text has the model’s probabilities, whatever the draft proposes.',
    };
  }
}
