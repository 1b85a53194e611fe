// @ts-check
import {transport} from '../../controls/transport.js';
import {fullCore} from '../../core/full-core.js';
import {adoptStyle, button, html, t} from '../../dom.js';
import css from '../../style/experiment.css';
import {sharedPool} from '../../workers/pool.js';
import {isActive, specKey} from '../../workers/protocol.js';
import {Figure} from './figure.js';
import {briefNames, mainOf, maskName, problemText, progressText, spokenText} from './progress.js';
import {filled, isBegun, loadRecording, recordedRuns, recordedText} from './recording.js';
import {underlaid} from './underlay.js';

/** @import {Core} from '../../core/core.js' */
/** @import {RunGroup} from '../../workers/run-group.js' */
/** @import {MethodSpec, RunState, Spec} from '../../workers/protocol.js' */
/** @import {Recording} from '../../workers/recorded.js' */
/** @import {Drawing} from './figure.js' */
/** @import {Settings} from './settings.js' */

/** @param {MethodSpec} method */
function methodName(method) {
  if (typeof method === 'string') return method;
  const {name, maxLen, layers, scaling} = method;
  const parts = [maxLen && `${maxLen} rows`, layers && /* t */ 'some layers', scaling?.kind].filter(
    Boolean,
  );
  return parts.length > 0 ? `${name} (${parts.join(', ')})` : name;
}

const RECORDED_NOTE =
  'These runs were recorded when the page was made. Run trains the same models here.';

/** The least and the longest pause before a figure whose runs go on is drawn again. */
const [REDRAW_MS, SLOW_REDRAW_MS] = [140, 1000];
/** Between the two, a pause is so long that redraws take this share of the time. */
const REDRAW_SHARE = 1 / 8;

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
 * for all figures of a page; what is done already shows at once. Where web/runs/ has all that the settings
 * ask for, the picture is of those runs until the reader begins, and faint beneath the reader's own while they go on.
 */
export class Experiment extends Figure {
  static core = fullCore;
  /** Whether web/runs/ has a file for each preset. */
  static isRecorded = true;

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
    const {task, seqLen, seed, model} = spec;
    const method = model.methods.map(methodName).join(' + ') || 'none';
    return `${method}, ${maskName(spec)}, ${task} at length ${seqLen}, seed ${seed}`;
  }

  /**
   * @param {Core} _core
   * @param {Settings} _settings
   * @param {string} _fault
   * @param {RunState[]} _runs those of runs(), then those of follow()
   * @param {...any} _more
   * @returns {Drawing}
   */
  static compute(_core, _settings, _fault, _runs, ..._more) {
    throw new Error(`${this.tag} has no compute().`);
  }

  /** @type {RunGroup | null} */
  #handle = null;
  #key = '';
  #refused = ''; // why a file was not loaded
  #shownAt = -Infinity;
  /** @type {RunGroup['condition']} */
  #shownCondition = 'idle';
  #drawMs = 0; // of the last redraw
  /** @type {Recording | null} the file of the preset */
  #recording = null;
  /** @type {{key: string, runs: RunState[] | null, drawing?: Drawing}} of the newest settings */
  #recorded = {key: '', runs: null};
  #tag = html('p', 'recorded');
  /** In the picture's place where there is nothing to draw yet. */
  #empty = html(
    'div',
    'empty',
    {},
    html(
      'p',
      '',
      {},
      t('No run with these settings has been recorded: press Run to train it here.'),
    ),
    button(t('▶ Run'), () => this.start(), 'run-here'),
  );
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #transport = transport({
    onPress: (what) => this.drive(what),
    onBackground: (text) => {
      if (this.#handle) this.#handle.background = text === 'pause' ? 'pause' : 'goOn';
    },
    onSave: (index) => this.#save(index),
    onLoad: (index, file) => this.#load(index, file),
  });

  constructor() {
    super();
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    adoptStyle(root, css);
    root.querySelector('.tools')?.before(this.#tag);
    root.querySelector('.picture')?.after(this.#transport.element);
    this.#transport.element.part.add('transport');
    root.querySelector('.figure')?.classList.add('with-transport');
    root.querySelector('.picture')?.prepend(this.#empty);
  }

  /** @returns {typeof Experiment} */
  get #statics() {
    return /** @type {typeof Experiment} */ (this.constructor);
  }

  /** The runs that the settings ask for, in their present condition. @returns {readonly RunState[]} */
  get runs() {
    return this.#handle?.states ?? [];
  }

  /** Whether the picture is about to change again. */
  get isLive() {
    return this.runs.some(isActive);
  }

  async prepare() {
    if (this.#statics.isRecorded) this.#recording = await loadRecording(this.presetName);
  }

  connectedCallback() {
    super.connectedCallback();
    this.refresh(); // it may have been elsewhere, where its runs were closed
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#handle?.close();
    this.#handle = null;
    this.#key = '';
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {...any} more that a subclass hands to its own compute()
   * @returns {Drawing}
   */
  computeDrawing(core, settings, ...more) {
    this.#watch(settings);
    this.#timeDrawing();
    const compute = (/** @type {RunState[]} */ runs) =>
      this.#statics.compute(core, settings, this.faultName, runs, ...more);
    const runs = [...this.runs];
    const recorded = runs.every(({state}) => state === 'done') ? null : this.#recordedOf(settings);
    this.#showTag(recorded);
    if (!recorded) {
      const drawing = compute(runs);
      return {...drawing, note: `${drawing.note ?? ''}${this.#loadedText()}`};
    }
    if (!isBegun(runs)) {
      const drawing = compute(filled(runs, recorded));
      return {...drawing, note: `${drawing.note ?? ''} ${RECORDED_NOTE}`.trim()};
    }
    this.#recorded.drawing ??= compute(recorded);
    const drawing = compute(runs);
    return {
      ...drawing,
      columns: this.#recorded.drawing.columns,
      panels: underlaid(drawing.panels, this.#recorded.drawing.panels),
      note: `${drawing.note ?? ''}${this.#loadedText()}`,
    };
  }

  /** How long this redraw takes: the script, which has ended when microtasks run, and the layout and paint of its frame. */
  #timeDrawing() {
    const begin = performance.now();
    let script = 0;
    this.#shownAt = begin;
    queueMicrotask(() => {
      script = performance.now() - begin;
    });
    requestAnimationFrame((frame) => {
      // news that comes before this counts with the redraw before, which is known whole
      setTimeout(() => {
        this.#drawMs = script + performance.now() - frame;
      });
    });
  }

  /**
   * All that these settings would run, as it was recorded; null where a part of it was not.
   *
   * @param {Settings} settings
   */
  #recordedOf(settings) {
    if (!this.#recording) return null;
    const key = JSON.stringify([this.#recording.figure, settings, this.faultName]);
    if (key !== this.#recorded.key)
      this.#recorded = {key, runs: recordedRuns(this.#recording, this.#statics, settings)};
    return this.#recorded.runs;
  }

  /**
   * Says beside the title what of the picture was recorded, or in its place that nothing was.
   *
   * @param {readonly RunState[] | null} recorded
   */
  #showTag(recorded) {
    const {runs} = this;
    const hasDone = runs.some(({state}) => state === 'done');
    this.#tag.textContent = recorded
      ? `${isBegun(runs) ? t('faint: ') : ''}${t(recordedText(recorded))}`
      : '';
    this.#empty.hidden = !this.#statics.isRecorded || recorded !== null || hasDone || isBegun(runs);
    this.#empty.closest('.figure')?.classList.toggle('without-run', !this.#empty.hidden);
  }

  /** A model out of a file may have been trained in another way than the note says. */
  #loadedText() {
    const names = this.runs
      .filter(({isLoaded}) => isLoaded)
      .map(({spec}) => this.#statics.nameOf(spec));
    if (names.length === 0) return '';
    return ` Not trained here but loaded, in place of: ${names.join('; ')}. How they were trained is not known here.`;
  }

  /**
   * Watches the runs of the settings, and no others.
   *
   * @param {Settings} settings
   */
  #watch(settings) {
    const specs = this.#statics.runs(settings);
    const key = specs.map(specKey).join();
    const old = this.#handle;
    if (old && key === this.#key) return;
    this.#key = key;
    this.#refused = '';
    const follow = (/** @type {readonly RunState[]} */ runs) =>
      this.#statics.follow(settings, runs);
    this.#handle = sharedPool().run(specs, () => this.#hear(), follow);
    // a race that a method joins goes on, with that method; runs that no group watches any more end
    if (old && this.isLive && old.states.some(isActive)) this.#handle.start();
    old?.close();
    this.#showTransport();
  }

  /** News of the runs: what changes the buttons is shown at once, the rest a few times a second. */
  #hear() {
    if (this.#handle?.condition !== this.#shownCondition) this.#showTransport();
    const pause = Math.min(SLOW_REDRAW_MS, Math.max(REDRAW_MS, this.#drawMs / REDRAW_SHARE));
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#shownAt = performance.now();
        this.#showTransport();
        this.refresh();
      },
      Math.max(0, this.#shownAt + pause - performance.now()),
    );
  }

  #showTransport() {
    const handle = this.#handle;
    if (!handle) return;
    const {states, condition, fraction, background} = handle;
    const names = briefNames(states.map(({spec}) => this.#statics.nameOf(spec)));
    const problem = [problemText(states, names), this.#refused].filter(Boolean).join(' ');
    if (this.isLive || condition !== this.#shownCondition)
      import('./report-runs.js').then(({reportRuns}) => reportRuns(this, handle, names, problem));
    this.#shownCondition = condition;
    this.#transport.show({
      main: mainOf(handle),
      canStep: !this.isLive && condition !== 'done',
      canStop: this.isLive || condition === 'paused',
      fraction,
      text: progressText(handle),
      problem,
      background,
      models: states.flatMap(({spec, model}, k) =>
        spec.kind === 'train' ? [{name: names[k], canSave: model !== undefined}] : [],
      ),
    });
    this.#transport.say(`${spokenText(handle)} ${problem}`.trim());
    // laws and findings are read aloud when they are settled, not at each redraw
    for (const region of this.shadowRoot?.querySelectorAll('.meters, .says') ?? [])
      region.setAttribute('aria-busy', String(this.isLive));
  }

  /** Does what the button does. @param {'run' | 'pause' | 'resume' | 'step' | 'stop'} what */
  drive(what) {
    if (!this.isConnected) return; // nothing would end its runs
    this.#watch(this.currentSettings().settings);
    this.#refused = '';
    const handle = this.#handle;
    if (!handle) return;
    if (what === 'run') handle.start();
    else handle[what]();
    this.#showTransport();
  }

  /** @param {number} index among the runs that train */
  #indexOf(index) {
    const trained = this.runs.filter(({spec}) => spec.kind === 'train');
    return this.runs.indexOf(trained[index]);
  }

  /** @param {number} index */
  async #save(index) {
    const run = this.runs[this.#indexOf(index)];
    if (!run?.model) return;
    const {saveFile} = await import('../../save-file.js');
    const name = this.#statics.nameOf(run.spec).replace(/[^\w+-]+/g, '-');
    saveFile(`poslab-${name}.model`, new Blob([run.model]));
  }

  /**
   * @param {number} index
   * @param {File} file
   */
  async #load(index, file) {
    const handle = this.#handle;
    try {
      await handle?.load(this.#indexOf(index), await file.arrayBuffer());
      this.#refused = '';
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#refused = `${file.name} was not loaded: ${why}`;
    }
    if (handle === this.#handle) this.#showTransport();
  }
}
