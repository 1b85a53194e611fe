// @ts-check
import {wholeCore} from '../core/whole.js';
import {sharedPool} from '../workers/pool.js';
import {specKey} from '../workers/protocol.js';
import {Figure} from './figure.js';

/** @import {Core} from '../core/core.js' */
/** @import {Handle} from '../workers/handle.js' */
/** @import {RunState, Spec} from '../workers/protocol.js' */
/** @import {Drawing} from './figure.js' */
/** @import {Settings} from './settings.js' */

/**
 * A figure that trains before it draws. A subclass is the statics of a figure and
 *
 * - `runs(settings)`: what has to be run, in the order in which it is drawn;
 * - `follow(settings, runs)`, where some runs need the results of others: the rest of them, asked for
 *   when all of `runs` are done;
 * - `compute(core, settings, fault, runs)`: the drawing, of runs in any condition. It is called with
 *   idle ones first (then it draws axes, chance and ceiling, and its note says what Run will do), some
 *   eight times a second while they run, and once more at the end;
 * - `nameOf(spec)`, where the methods and the seed do not tell its runs apart.
 *
 * Nothing is trained before the reader presses Run or somebody calls start(). Equal specs are one run
 * for all figures of a page; what is done already shows at once.
 */
export class Experiment extends Figure {
  static core = wholeCore;

  /**
   * @param {Settings} _settings
   * @returns {Spec[]}
   */
  static runs(_settings) {
    throw new Error(`${this.tag} has no runs().`);
  }

  /**
   * @param {Settings} _settings
   * @param {readonly RunState[]} _runs all done
   * @returns {Spec[]}
   */
  static follow(_settings, _runs) {
    return [];
  }

  /**
   * How the menus and the messages call a run.
   *
   * @param {Spec} spec
   */
  static nameOf(spec) {
    if (spec.kind === 'tsne') return `t-SNE, seed ${spec.seed}`;
    const names = spec.model.methods.map((m) => (typeof m === 'string' ? m : m.name));
    return `${names.join(' + ') || 'none'}, ${spec.task}, seed ${spec.seed}`;
  }

  /**
   * @param {Core} _core
   * @param {Settings} _settings
   * @param {string} _fault
   * @param {RunState[]} _runs those of runs(), then those of follow()
   * @returns {Drawing}
   */
  static compute(_core, _settings, _fault, _runs) {
    throw new Error(`${this.tag} has no compute().`);
  }

  /** @type {Handle | null} */
  #handle = null;
  #key = '';

  /** The runs that the settings ask for, in their present condition. @returns {readonly RunState[]} */
  get runs() {
    return this.#handle?.states ?? [];
  }

  /** Does what its Run button does. */
  start() {
    this.#watch(this.currentSettings().settings);
    this.#handle?.start();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#handle?.close();
    this.#handle = null;
    this.#key = '';
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @returns {Drawing}
   */
  computeDrawing(core, settings) {
    this.#watch(settings);
    const statics = /** @type {typeof Experiment} */ (this.constructor);
    return statics.compute(core, settings, this.faultName, [...this.runs]);
  }

  /** @param {Settings} settings */
  #watch(settings) {
    const statics = /** @type {typeof Experiment} */ (this.constructor);
    const specs = statics.runs(settings);
    const key = specKey(specs);
    if (this.#handle && key === this.#key) return;
    this.#handle?.close();
    this.#key = key;
    this.#handle = sharedPool().run(specs, () => this.refresh());
  }
}
