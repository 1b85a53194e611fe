// @ts-check
import {fullCore} from '../../core/full-core.js';
import {adoptStyle} from '../../dom.js';
import {formatNumber} from '../../draw/format.js';
import css from '../../style/inspector.css';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {NUMBER_BYTES} from './config/cache.js';
import {figureData} from './config/figure-data.js';
import {readModel} from './config/model.js';
import {bandsText, factsPanel, ratioPanel, remarksPanel, wavePanel} from './config/panels.js';
import {remarksOn} from './config/remarks.js';
import {SAMPLES} from './config/samples.js';

/** @import {Core} from '../../core/core.js' */
/** @import {FigureData} from './config/figure-data.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const PAUSE_MS = 250; // after the last key, before a text that is being written is read
const MAX_CHARACTERS = 100_000;

/** @param {string} model a key of SAMPLES */
export const sampleText = (model) => JSON.stringify(SAMPLES[model].config, null, 2);

/** @param {number} a @param {number} b how many times the one is the other */
const apart = (a, b) => Math.max(a / b, b / a);

/**
 * @param {FigureData} figure
 * @returns {Meter[]}
 */
function metersOf({right, used, isRotated}) {
  if (!isRotated) return [];
  const logits = (/** @type {FigureData['used']} */ {attentionFactor, softmax}) =>
    attentionFactor ** 2 * softmax;
  const apartness = Array.from(used.invFreq.data, (w, pair) => apart(w, right.invFreq.data[pair]));
  return [
    {
      name: 'frequencies',
      label: 'a reader’s frequencies, over those of the model: farthest apart by a factor of',
      value: Math.max(...apartness),
      limit: 1 + 1e-9,
    },
    {
      name: 'logits',
      label: 'its factor on the logits, over that of the model: apart by a factor of',
      value: apart(logits(used), logits(right)),
      limit: 1 + 1e-9,
    },
  ];
}

/** @param {string} factor */
const apartText = (factor) =>
  `its frequencies and those of the model are apart by a factor of up to ${factor}`;

/**
 * @param {FigureData} figure
 * @param {string} fault
 */
function noteOf(figure, fault) {
  const {model, seqLen, used, right, reach, isRotated} = figure;
  if (!isRotated) return 'These layers rotate nothing: they have no frequencies.';
  const head = `${figure.plain.length} pairs of a head of ${model.headDim}: ${bandsText(used.band)}.`;
  const length = `At ${formatNumber(seqLen)} tokens, with angles known up to ${formatNumber(Math.round(reach))}.`;
  if (!fault) return `${head} ${length}`;
  const isHarmless =
    used.softmax === right.softmax &&
    used.attentionFactor === right.attentionFactor &&
    used.invFreq.data.every((w, pair) => w === right.invFreq.data[pair]);
  if (isHarmless) {
    return `No number here changes: this file has nothing that the bug could break. ${head} ${length}`;
  }
  const end =
    fault === 'no-softmax'
      ? 'With one token it is still right: a single key takes all the weight, whatever the factor.'
      : 'At position 0 all of it is still right: every angle is 0.';
  return `${head} ${length} ${end}`;
}

/**
 * The config.json of a published model, read for its positions: frequencies, bands, lengths, amplitude,
 * cache, and what readers of such files get wrong.
 *
 * Attributes: model (a key of SAMPLES, whose file stands in the field first); tokens (the length at hand:
 * full, training, past, or a number of the menu); bytes (16-bit, 32-bit, 8-bit: a number of the cache).
 * A file is pasted into the field; it stays in the page.
 */
export class ConfigInspector extends Figure {
  static tag = 'config-inspector';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    model: {
      type: 'choice',
      default: 'llama-3.2-1b',
      options: Object.fromEntries(Object.entries(SAMPLES).map(([key, {title}]) => [key, title])),
      label: 'A published model',
    },
    tokens: {
      type: 'choice',
      default: 'full',
      options: {
        full: 'as many as the file says',
        training: 'as many as in training',
        past: 'one more than in training',
        ...Object.fromEntries(
          [1024, 4096, 16384, 65536, 131072, 1048576].map((n) => [n, formatNumber(n)]),
        ),
      },
      label: 'Tokens of the text',
    },
    bytes: {
      type: 'choice',
      default: '16-bit',
      options: Object.fromEntries(Object.keys(NUMBER_BYTES).map((name) => [name, name])),
      label: 'Numbers of the cache',
    },
  });

  static presets = {
    'config-inspector': {
      title: 'A model’s config.json, read for its positions',
      short: 'any model',
    },
    'config-inspector-deepseek': {
      title: 'DeepSeek: an amplitude in two places, and a cache for all heads together',
      short: 'DeepSeek',
      settings: {model: 'deepseek-v2-lite'},
      faults: ['extended-length', 'no-softmax'],
    },
    'config-inspector-longrope': {
      title:
        'LongRoPE: one list of divisors up to the length of training, another from the next token',
      short: 'LongRoPE',
      settings: {model: 'phi-3-mini-128k', tokens: 'past'},
      faults: ['no-scaling'],
    },
    'config-inspector-partial': {
      title: 'GPT-NeoX: a quarter of each head turns',
      short: 'GPT-NeoX',
      settings: {model: 'gpt-neox-20b'},
      faults: ['whole-head'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'no-scaling': {
      label: 'a reader that drops the rule',
      source: onGitHub('unslothai/unsloth#6197'),
      breaks: 'frequencies',
      says: ({value}) =>
        'The reader ignores the file’s rule for longer texts and uses the plain frequencies: ' +
        `${apartText(value('frequencies'))}.`,
    },
    'extended-length': {
      label: 'the extended length taken for that of training',
      source: onGitHub('huggingface/transformers#33783'),
      breaks: 'frequencies',
      says: ({value}) =>
        'The reader takes the extended length for the length of training, so pairs land in other bands: ' +
        `${apartText(value('frequencies'))}.`,
    },
    'no-softmax': {
      label: 'DeepSeek’s factor on the softmax left out',
      source: onGitHub('huggingface/transformers#47435'),
      breaks: 'logits',
      says: ({value}) =>
        'The reader leaves out DeepSeek’s factor on the softmax: its factor on the logits and that of the model are apart by a ' +
        `factor of ${value('logits')}.`,
    },
    'whole-head': {
      label: 'exponents counted over the other width',
      source: onGitHub('pegainfer-project/pegainfer#820'),
      breaks: 'frequencies',
      says: ({value}) =>
        'The reader counts the exponents over the other width, the whole head or the part that turns: ' +
        `${apartText(value('frequencies'))}.`,
    },
  });

  #area = document.createElement('textarea');
  #box = this.#paste();
  #model = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    super();
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    adoptStyle(root, css);
    this.#notice.id = 'notice';
    root.querySelector('.controls')?.after(this.#box);
  }

  /** Where the figure says what it cannot read. */
  get #notice() {
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    return /** @type {HTMLElement} */ (root.querySelector('.notice'));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @returns {Drawing}
   */
  computeDrawing(core, settings) {
    if (settings.model !== this.#model) {
      this.#model = settings.model;
      this.#area.value = sampleText(settings.model);
    }
    this.#area.setAttribute('aria-invalid', 'true');
    const drawing = ConfigInspector.compute(core, settings, this.faultName, this.#area.value);
    this.#area.setAttribute('aria-invalid', 'false');
    this.#area.after(this.#notice); // from now on beside the text that it speaks of
    return drawing;
  }

  /** The field for the file, with its name and a button that restores the sample. */
  #paste() {
    const box = document.createElement('div');
    box.className = 'paste';
    const label = document.createElement('label');
    label.textContent = 'Its config.json: paste another here, or change a value';
    label.htmlFor = 'config';
    this.#area.id = 'config';
    this.#area.rows = 9;
    this.#area.spellcheck = false;
    this.#area.maxLength = MAX_CHARACTERS;
    this.#area.setAttribute('aria-describedby', 'notice');
    this.#area.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.refresh(), PAUSE_MS);
    });
    const back = document.createElement('button');
    back.type = 'button';
    back.textContent = 'Back to the published file';
    back.addEventListener('click', () => {
      this.#model = '';
      this.refresh();
    });
    box.append(label, this.#area, back);
    return box;
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @param {string} [text] of the file
   * @returns {Drawing}
   * @throws {RangeError} naming the field that cannot be read, its value and what was expected
   */
  static compute(core, settings, fault, text = sampleText(settings.model)) {
    const model = readModel(text);
    const figure = figureData(core, model, settings.tokens, fault);
    return {
      columns: 2,
      least: 300,
      panels: [
        ...(figure.isRotated ? [wavePanel(figure), ratioPanel(figure, fault !== '')] : []),
        {...remarksPanel(remarksOn(core, model)), wide: true},
        {...factsPanel(figure, settings.bytes, fault !== ''), wide: true},
      ],
      meters: metersOf(figure),
      note: noteOf(figure, fault),
    };
  }
}
