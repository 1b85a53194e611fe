// @ts-check
import {fullCore} from '../../core/full-core.js';
import {adoptStyle} from '../../dom.js';
import {formatNumber} from '../../draw/format.js';
import css from '../../style/inspector.css';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {TITLES} from './config/titles.js';

/** @import {Core} from '../../core/core.js' */
/** @import {LayerStrip} from './config/layer-strip.js' */
/** @import {Model} from './config/model.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

/** @type {typeof import('./config/drawing.js') | undefined} */
let reader;

const PAUSE_MS = 250; // after the last key, before a text that is being written is read
const MAX_CHARACTERS = 100_000;

/** @param {string} factor */
const apartText = (factor) =>
  `its frequencies and those of the model are apart by a factor of up to ${factor}`;

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
  static core = async () => {
    await ConfigInspector.load();
    return fullCore();
  };

  /** The reader of files, which compute() needs. */
  static async load() {
    reader ??= await import('./config/drawing.js');
  }

  static settings = /** @type {Schema} */ ({
    model: {
      type: 'choice',
      default: 'llama-3.2-1b',
      options: TITLES,
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
      options: {'16-bit': '16-bit', '32-bit': '32-bit', '8-bit': '8-bit'},
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
  /** @type {number | null} the group of layers that is looked at; null: the one that tells most */
  #group = null;
  /** @type {LayerStrip | undefined} */
  #strip;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    super();
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    adoptStyle(root, css);
    this.#notice.id = 'notice';
    root.querySelector('.panels')?.before(this.#box); // what is read comes before what is read from it
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
    if (!reader) throw new Error('config-inspector must be loaded first.');
    if (settings.model !== this.#model) {
      this.#model = settings.model;
      this.#area.value = reader.sampleText(settings.model);
      this.#group = null;
    }
    this.#area.setAttribute('aria-invalid', 'true');
    const drawing = ConfigInspector.compute(
      core,
      settings,
      this.faultName,
      this.#area.value,
      this.#group,
    );
    this.#showStrip(reader, drawing.file);
    this.#area.setAttribute('aria-invalid', 'false');
    this.#area.after(this.#notice); // from now on beside the text that it speaks of
    return drawing;
  }

  /** @param {typeof import('./config/drawing.js')} made @param {Model} file */
  #showStrip(made, file) {
    if (!this.#strip) {
      this.#strip = new made.LayerStrip((group) => {
        this.#group = group;
        this.refresh();
      });
      this.#box.after(this.#strip.element);
    }
    this.#strip.show(file);
  }

  /** The field for the file, with its name and a button that restores the sample. */
  #paste() {
    const box = document.createElement('div');
    box.className = 'paste';
    const label = document.createElement('label');
    label.textContent = 'Its config.json: paste another here, or change a value';
    label.htmlFor = 'config';
    this.#area.id = 'config';
    this.#area.rows = 7;
    this.#area.spellcheck = false;
    this.#area.maxLength = MAX_CHARACTERS;
    this.#area.setAttribute('aria-describedby', 'notice');
    this.#area.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#group = null;
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
   * @param {number | null} [group] of layers that is looked at; null: the one that tells most
   * @returns {Drawing & {file: Model}}
   * @throws {RangeError} naming the field that cannot be read, its value and what was expected
   */
  static compute(core, settings, fault, text = undefined, group = null) {
    if (!reader) throw new Error('config-inspector must be loaded first.');
    return reader.drawingOf(core, settings, fault, {text, group});
  }
}
