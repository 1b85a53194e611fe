// @ts-check
import {fullCore} from '../../core/full-core.js';
import {adoptStyle, button, t} from '../../dom.js';
import {formatNumber} from '../../draw/format.js';
import {saveFile} from '../../save-file.js';
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
const MAX_CHARACTERS = 2 ** 20; // names of 22,000 classes are a megabyte

const UNSEEN = /* t */ 'No number here changes: this file has nothing that the bug could break.';

/** @param {string} factor */
const apartText = (factor) =>
  `its frequencies and those of the model are apart by a factor of up to ${factor}`;

/**
 * A field under its name.
 *
 * @param {string} name
 * @param {HTMLTextAreaElement} area
 */
function pasteBox(name, area) {
  const box = document.createElement('div');
  box.className = 'paste';
  const label = document.createElement('label');
  label.textContent = t(name);
  label.htmlFor = area.id;
  box.append(label, area);
  return box;
}

/**
 * The config.json of a published model, read for its positions: frequencies, bands, lengths, amplitude,
 * cache, and what readers of such files get wrong.
 *
 * Attributes: model (a key of SAMPLES, whose file is in the field at first); tokens (the length at hand:
 * full, training, past, or a number of the menu); bytes (16-bit, 32-bit, 8-bit: a number of the cache);
 * against (a key of SAMPLES, whose file is the second one; none). Files are pasted into the fields; they stay
 * in the page.
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
    against: {
      type: 'choice',
      default: 'none',
      options: {none: 'nothing', ...TITLES},
      label: 'Compare with a second file',
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
      title: 'GPT-NeoX: a quarter of each head is rotated',
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
      unseen: UNSEEN,
      says: ({value}) =>
        'The reader ignores the file’s rule for longer texts and uses the plain frequencies: ' +
        `${apartText(value('frequencies'))}.`,
    },
    'extended-length': {
      label: 'the extended length used as that of training',
      source: onGitHub('huggingface/transformers#33783'),
      breaks: 'frequencies',
      unseen: UNSEEN,
      says: ({value}) =>
        'The reader takes the extended length for the length of training, so pairs land in other bands: ' +
        `${apartText(value('frequencies'))}.`,
    },
    'no-softmax': {
      label: 'DeepSeek’s factor on the softmax left out',
      source: onGitHub('huggingface/transformers#47435'),
      breaks: 'logits',
      unseen: UNSEEN,
      says: ({value}) =>
        'The reader leaves out DeepSeek’s factor on the softmax: its factor on the logits and that of the model are apart by a ' +
        `factor of ${value('logits')}.`,
    },
    'whole-head': {
      label: 'exponents counted over the other width',
      source: onGitHub('pegainfer-project/pegainfer#820'),
      breaks: 'frequencies',
      unseen: UNSEEN,
      says: ({value}) =>
        'The reader counts the exponents over the other width, the whole head or the part that turns: ' +
        `${apartText(value('frequencies'))}.`,
    },
  });

  #area = this.#field('config');
  #box = this.#paste();
  #model = '';
  #second = this.#field('second');
  #secondBox = pasteBox('The second config.json', this.#second);
  #against = 'none';
  /** @type {number | null} the group of layers that is looked at; null: the one that tells most */
  #group = null;
  /** @type {string | null} a text that was given from outside, and is not in the field yet */
  #given = null;
  /** @type {LayerStrip | undefined} */
  #strip;
  /** @type {Model | null} the file that is shown */
  #file = null;
  /** @type {Model | null} the one that it is compared with */
  #compared = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    super();
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    adoptStyle(root, css);
    this.#notice.id = 'notice';
    this.#secondBox.hidden = true;
    // what is read comes before what is read from it
    root.querySelector('.panels')?.before(this.#box, this.#secondBox);
  }

  /** Shows the text of a config.json in place of the file that is shown. @param {string} text */
  open(text) {
    this.#given = text;
    this.refresh();
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
    if (settings.against !== this.#against) {
      this.#against = settings.against;
      this.#second.value = settings.against === 'none' ? '' : reader.sampleText(settings.against);
      this.#secondBox.hidden = settings.against === 'none';
    }
    if (this.#given !== null) {
      this.#area.value = this.#given;
      this.#group = null;
      this.#given = null;
    }
    const drawing = this.#read(reader, core, settings);
    this.#showStrip(reader, drawing.file);
    this.#file = drawing.file;
    this.#compared = drawing.second;
    return drawing;
  }

  /**
   * Reads what is in the fields, and marks the one that cannot be read.
   *
   * @param {typeof import('./config/drawing.js')} made
   * @param {Core} core
   * @param {Settings} settings
   */
  #read(made, core, settings) {
    const [text, other] = [this.#area.value, this.#second.value];
    let wrong = this.#area;
    try {
      const drawing = ConfigInspector.compute(core, settings, this.faultName, {
        text,
        group: this.#group,
        other,
      });
      wrong = /** @type {any} */ (null);
      return drawing;
    } catch (error) {
      const isSecond = error instanceof Error && error.message.startsWith(made.SECOND);
      if (isSecond) wrong = this.#second;
      throw error;
    } finally {
      for (const area of [this.#area, this.#second]) {
        area.setAttribute('aria-invalid', String(area === wrong));
      }
      (wrong ?? this.#area).after(this.#notice); // beside the text that it speaks of
    }
  }

  /** Saves the report on the file that is shown. @param {'md' | 'json'} ending */
  async #save(ending) {
    if (!reader || !this.#file) return;
    const core = await fullCore();
    const text =
      ending === 'md'
        ? reader.markdownOf(core, this.#file, this.#compared)
        : `${JSON.stringify(reader.reportOf(core, this.#file, this.#compared), null, 2)}\n`;
    const name = `positions-${this.#file.type.replace(/\W+/g, '-') || 'config'}.${ending}`;
    saveFile(name, text, 'text/plain');
  }

  /** @param {typeof import('./config/drawing.js')} made @param {Model} file */
  #showStrip(made, file) {
    if (!this.#strip) {
      this.#strip = new made.LayerStrip((group) => {
        this.#group = group;
        this.refresh();
      });
      this.#secondBox.after(this.#strip.element);
    }
    this.#strip.show(file);
  }

  /** A field for a file. @param {string} id @returns {HTMLTextAreaElement} */
  #field(id) {
    const area = document.createElement('textarea');
    area.id = id;
    area.rows = 7;
    area.spellcheck = false;
    area.maxLength = MAX_CHARACTERS;
    area.setAttribute('aria-describedby', 'notice');
    area.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#group = null;
      this.#timer = setTimeout(() => this.refresh(), PAUSE_MS);
    });
    return area;
  }

  /** The field for the file, with its name, a button that restores the sample, and two that save a report. */
  #paste() {
    const box = pasteBox('Its config.json: paste another here, or change a value', this.#area);
    const row = document.createElement('div');
    row.className = 'paste-buttons';
    row.append(
      button('Back to the published file', () => {
        this.#model = '';
        this.#against = '';
        this.refresh();
      }),
      button('Save the report as Markdown', () => this.#save('md')),
      button('as JSON', () => this.#save('json')),
    );
    box.append(row);
    return box;
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @param {{text?: string, group?: number | null, other?: string}} [what] the file, the group of layers that
   *   is looked at and the file that it is compared with, as of drawingOf() in config/drawing.js
   * @returns {Drawing & {file: Model, second: Model | null}}
   * @throws {RangeError} naming the field that cannot be read, its value and what was expected
   */
  static compute(core, settings, fault, what = {}) {
    if (!reader) throw new Error('config-inspector must be loaded first.');
    return reader.drawingOf(core, settings, fault, what);
  }
}
