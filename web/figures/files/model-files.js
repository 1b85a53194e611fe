// @ts-check
import {fullCore} from '../../core/full-core.js';
import {adoptStyle} from '../../dom.js';
import {FileError} from '../../files/bytes.js';
import {kindOf} from '../../files/positions.js';
import css from '../../style/model-files.css';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {droppedFiles} from './dropped.js';
import {FileChooser} from './file-chooser.js';
import {SAMPLES, sampleOf} from './samples.js';
import {drawTensor} from './tensor-panels.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Opened} from '../../files/open.js' */
/** @import {FileTensor} from '../../files/tensor.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */
/** @import {Shown} from './tensor-panels.js' */

/**
 * Tensors of positions out of files on the reader's machine: .safetensors (with the index of a model in several),
 * .gguf, .npy, .npz. A configuration that is among them, or that the metadata of a GGUF file gives, goes to the
 * inspector whose id is in the attribute `for`.
 *
 * Attributes: sample (a tensor made here, where no file is open), view (of a table), sides and max-distance (of a
 * table of buckets), for.
 */
export class ModelFiles extends Figure {
  static tag = 'model-files';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    sample: {type: 'choice', default: 'table', options: SAMPLES, label: 'Without a file'},
    view: {
      type: 'choice',
      default: 'maps',
      options: {
        maps: 'its numbers, and how alike rows are',
        space: 'rows in space, and the spectrum',
        lengths: 'lengths of rows',
      },
      label: 'Show of a table',
    },
    sides: {
      type: 'choice',
      default: 'both',
      options: {both: 'keys on both sides', before: 'keys before the query'},
      label: 'Buckets of',
    },
    maxDistance: {type: 'int', default: 128, min: 8, max: 1024, label: 'Buckets end at distance'},
  });

  static presets = {
    'model-files': {
      title: 'A tensor of positions, of a file on your machine',
      short: 'a file of yours',
      faults: [],
    },
    'model-files-frequencies': {
      title: 'Frequencies that no file holds: three checks of the buffer',
      short: 'inv_freq',
      settings: {sample: 'frequencies'},
      faults: ['as-bytes'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'as-bytes': {
      label: 'bytes of bfloat16 in a buffer of float32',
      source: onGitHub('huggingface/transformers#45902'),
      breaks: 'first',
      says: ({value}) =>
        'No checkpoint holds inv_freq, and a loader that fills the buffer byte by byte leaves finite numbers in it: two ' +
        'of bfloat16 make one of float32, and the rest is what was in memory before. No error is raised. The first, ' +
        `which must be 1, is ${value('first')} away from it.`,
    },
  });

  #chooser = new FileChooser({
    open: (files) => this.open(files),
    choose: (tensor) => this.#read(tensor),
    close: () => this.#closeFiles(),
  });
  /** @type {Opened | null} */
  #opened = null;
  /** @type {Shown | null} of a file */
  #shown = null;
  #sample = '';
  #order = 0; // of what is read: what was chosen later wins
  #drops = new AbortController();

  constructor() {
    super();
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    adoptStyle(root, css);
    root.querySelector('.panels')?.before(this.#chooser.element);
  }

  connectedCallback() {
    super.connectedCallback();
    this.#drops = new AbortController();
    const {signal} = this.#drops;
    addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        this.#chooser.element.dataset.over = 'true';
      },
      {signal},
    );
    addEventListener(
      'dragleave',
      (event) => {
        if (!event.relatedTarget) delete this.#chooser.element.dataset.over;
      },
      {signal},
    );
    addEventListener(
      'drop',
      (event) => {
        delete this.#chooser.element.dataset.over;
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        droppedFiles(event.dataTransfer).then(
          (files) => this.open(files),
          (error) => this.#fail(error),
        );
      },
      {signal},
    );
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#drops.abort();
  }

  /**
   * Opens files that belong together, in place of those that are open.
   *
   * @param {readonly File[]} files
   */
  async open(files) {
    const order = ++this.#order;
    this.#chooser.reading(`Reading ${files.map(({name}) => name).join(', ')} ...`);
    try {
      const {openFiles} = await import('../../files/open.js');
      const opened = await openFiles(files);
      if (order !== this.#order) return;
      this.#opened = opened;
      const first = this.#chooser.list(opened);
      this.#passOn(opened.config);
      if (first) await this.#read(first);
    } catch (error) {
      if (order === this.#order) this.#fail(error);
    }
  }

  /** @param {FileTensor} tensor */
  async #read(tensor) {
    const order = ++this.#order;
    try {
      const values = await tensor.read();
      if (order !== this.#order) return;
      const maxPosition = maxPositionOf(this.#opened?.config ?? '');
      this.#shown = {name: tensor.name, kind: kindOf(tensor), ...values, maxPosition};
      if (this.#opened) this.#chooser.tell(this.#opened);
      this.refresh();
    } catch (error) {
      if (order === this.#order) this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!(error instanceof FileError)) console.error(error);
    this.#chooser.fail(error instanceof Error ? error.message : String(error));
  }

  #closeFiles() {
    this.#order++;
    this.#opened = null;
    this.#shown = null;
    this.#chooser.clear();
    this.refresh();
  }

  /** Gives a configuration to the inspector. @param {string} text */
  #passOn(text) {
    if (!text) return;
    const root = /** @type {Document | ShadowRoot} */ (this.getRootNode());
    const inspector = /** @type {any} */ (root.getElementById(this.getAttribute('for') ?? ''));
    inspector?.open?.(text);
  }

  /** @param {Core} core @param {Settings} settings @returns {Drawing} */
  computeDrawing(core, settings) {
    if (settings.sample !== this.#sample) {
      if (this.#sample !== '' && this.#shown) this.#closeFiles();
      this.#sample = settings.sample;
    }
    return ModelFiles.compute(core, settings, this.faultName, this.#shown);
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault of the sample
   * @param {Shown | null} [shown] a tensor of a file, in place of the sample
   * @returns {Drawing}
   */
  static compute(core, settings, fault, shown = null) {
    return drawTensor(core, shown ?? sampleOf(core, settings.sample, fault), settings);
  }
}

/** The positions that a configuration says, where it is one. @param {string} text @returns {number | undefined} */
function maxPositionOf(text) {
  try {
    const {max_position_embeddings: length, n_positions: older} = JSON.parse(text);
    const value = length ?? older;
    return Number.isSafeInteger(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
