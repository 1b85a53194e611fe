// @ts-check

import {wrongNames} from '../../attribute-names.js';
import {figureCore} from '../../core/core.js';
import {labUrl, setBaseUrl} from '../../core/lab-files.js';
import {
  adoptStyle,
  button,
  HostElement,
  inLanguage,
  keepKeys,
  placeIn,
  setChildren,
  setText,
  t,
} from '../../dom.js';
import {N_SERIES, readTheme, watchTheme} from '../../draw/theme.js';
import elementCss from '../../style/element.css';
import css from '../../style/figure.css';
import {loadViews, makeView} from '../../views/index.js';
import {legendItems} from '../../views/legend.js';
import {FigureControls} from './controls.js';
import {hasEffect, noteUnder, titleUnder} from './faults.js';
import {followHost} from './follow-host.js';
import {allows, HOST_ATTRIBUTES} from './host-attributes.js';
import {Meters, meterHolds, meterRecord} from './meters.js';
import {loaded, NotLoaded} from './not-loaded.js';
import {makeParts} from './parts.js';
import {defineProperties, keepProperties} from './properties.js';
import {scaleBar} from './scale-bar.js';
import {attributeOf, readSettings} from './settings.js';
import {faultOfKey} from './switches.js';
import {tensorsOf} from './tensors.js';
import {addTools, linkOf, present, toBlob} from './tools.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Colour, Cursor, Panel, Series, Table} from '../../draw/panel.js' */
/** @import {Theme} from '../../draw/theme.js' */
/** @import {View} from '../../views/index.js' */
/** @import {Fault} from './faults.js' */
/** @import {State} from './state.js' */
/** @import {Meter} from './meters.js' */
/** @import {Schema, Settings} from './settings.js' */

/**
 * What compute() hands over: panels to draw, meters to read, a sentence beneath. There are as many
 * columns as leave each panel the `least` pixels, and no more than `columns`. `scale` is one colour
 * bar for panels that share it and have none of their own.
 *
 * @typedef {{panels: Panel[], columns?: number, least?: number, scale?: {colour: Colour, label: string},
 *   meters?: Meter[], note?: string}} Drawing
 */

/**
 * A preset, by the name that pages use: its caption, a few words that tell it from the figure's others, its
 * settings, which controls and faults it shows (all, where missing), and which settings are in view at once, at
 * most three (the first, where missing).
 *
 * @typedef {{title: string, short?: string, settings?: Settings, controls?: string[], primary?: string[],
 *   faults?: string[]}} Preset
 */

/** The build's; it is not there where modules run from source. */
const VERSION = /** @type {any} */ (globalThis).POSLAB_VERSION ?? 'from source';
const NEAR = '240px';
/** What a map's margins take of its width more than of its height, about, and the heights of figure.css, in px. */
const MAP_MARGINS = 40;
const STAGE_HEIGHT = 288;
const LEAST_HEIGHT = 136;
/** A picture that is no map needs so many px. */
const LEAST_WIDTH = 280;
const LEAST_SCENE = 200;
/** A row of pictures with their titles is no lower than so many px. */
const LEAST_ROW = 180;
/** The text goes elsewhere only where that saves so many px. */
const SLACK = 16;
/** What panels that are no pictures take of the height of those that are, in rows. */
const SHARED_ROW = 0.3;
/** Kinds of panels that are as high as what they hold. */
const UNCAPPED = new Set(['table', 'grid', 'cells', 'strip']);

/**
 * The life and the frame of every figure: attributes in, events out, nothing computed
 * before it comes near the viewport. A subclass is its statics and compute(), a pure function.
 *
 * Attributes: `preset`, `fault`, and each setting's name in kebab-case, each of them a property in camelCase
 * too; and those of host-attributes.js. All that a page may use of it is listed in web/build/element-schema.js.
 * What stands inside the tag is shown until the figure is drawn, and stays where it cannot be.
 */
export class Figure extends HostElement {
  static tag = '';
  /** @type {Schema} */
  static settings = {};
  /** @type {Record<string, Preset>} the first is the default */
  static presets = {};
  /** @type {Record<string, Fault>} */
  static faults = {};
  /** Whether the reader may change to another preset. */
  static hasMenu = true;
  /** @type {{setting: string, label?: string} | null} the setting that a player advances */
  static player = null;
  /** Loads the core that compute() is given. */
  static core = figureCore;

  /** The attributes that are its state: an address may set these, and no others. */
  static get stateAttributes() {
    return ['preset', 'fault', ...Object.keys(this.settings).map(attributeOf)];
  }

  /** All that it reads. */
  static get attributes() {
    return [...this.stateAttributes, ...HOST_ATTRIBUTES];
  }

  /** What a page says of it beside its settings, right or wrong. */
  static get hostNames() {
    return [...HOST_ATTRIBUTES, ...wrongNames(this.attributes).map(([wrong]) => wrong)];
  }

  static get observedAttributes() {
    return [...this.stateAttributes, ...this.hostNames];
  }

  /** @param {CustomElementRegistry} [registry] */
  static define(registry = customElements) {
    if (registry.get(this.tag)) return;
    this.settings = inLanguage(this.settings);
    this.presets = inLanguage(this.presets);
    this.faults = inLanguage(this.faults);
    defineProperties(this);
    registry.define(this.tag, /** @type {any} */ (this));
  }

  /**
   * @param {Core} _core
   * @param {Settings} _settings
   * @param {string} _fault a name of `faults`, or ''
   * @param {any} [_runs] what an experiment has run
   * @returns {Drawing}
   */
  static compute(_core, _settings, _fault, _runs) {
    throw new Error(`${this.tag} has no compute().`);
  }

  /** @type {Drawing | null} the numbers on the screen */
  drawing = null;
  /** @type {Core | null} */
  #core = null;
  /** Ends, when the figure leaves the page, all that the page holds of it. */
  #connection = new AbortController();
  #internals = this.attachInternals();
  /** @type {string[]} attributes that are no settings, and names that are no attributes: looked for at every drawing */
  #hostNames = this.#statics.hostNames;
  #isNear = false;
  #hasTools = false;
  #isMissing = false; // something that a reader pressed for, as the notice says
  #describedPreset = ''; // whose picture the words inside the tag are about
  #isPrinted = false; // and not drawn yet: on paper nothing is far away
  #isQueued = false;
  #isSound = false; // while the drawing without the bug that is on is computed
  #isStale = true; // scrolling back to a figure that has not changed computes nothing
  /** @type {View[]} */
  #views = [];
  /** @type {Panel['kind'][]} of the views */
  #kinds = [];
  #parts = makeParts();
  #meters = new Meters(this.#parts.meters);
  #controls = new FigureControls(this.#statics, this.#parts, {
    settings: () => this.currentSettings().settings,
    offers: (attribute) => allows(this.getAttribute('controls') ?? 'all', attribute),
    isLocked: (attribute) => this.#isLocked(attribute),
    set: (attribute, text) => this.#set(attribute, text),
    setPreset: (name) => this.#setPreset(name),
  });
  #reset = button('⟲ Reset', () => this.#setPreset(this.presetName), 'reset');
  #drawnTheme = ''; // the colours on the screen, as text
  #redraw = () => this.redrawAt();

  /** @type {string[]} */
  #hostProblems = [];
  /** @type {(() => void)[]} those who wait for the next drawing */
  #waiting = [];
  /** @type {() => void} */
  #setReady = () => {};
  /** Fulfilled when it has drawn for the first time. @type {Promise<void>} */
  ready = new Promise((resolve) => {
    this.#setReady = resolve;
  });

  constructor() {
    super();
    const root = this.attachShadow({mode: 'open'});
    adoptStyle(root, elementCss);
    adoptStyle(root, css);
    root.append(this.#parts.figure, this.#parts.notice, this.#parts.fallback);
    keepKeys(this);
    followHost(root);
    watchTheme(this.#parts.probe, this.#redraw, () => {
      if (JSON.stringify(readTheme(this.#parts.probe)) !== this.#drawnTheme) this.#redraw();
    });
    root.addEventListener('input', (event) => event.stopPropagation()); // of a slider: no news for a host
    this.#reset.hidden = true;
    this.#parts.tools.append(this.#reset);
    const {figure, table} = this.#parts;
    table.addEventListener('toggle', () => {
      figure.classList.toggle('with-open-table', table.open);
      this.#fillTable();
    });
    this.#parts.figure.addEventListener('keydown', (event) => this.#key(event));
    this.#parts.picture.addEventListener('pointermove', (event) => this.#placeReadout(event));
    this.#parts.legend.addEventListener('pointerover', ({target}) => this.#isolate(target));
    this.#parts.legend.addEventListener('pointerleave', () => this.#isolate(null));
    for (const end of ['pointerleave', 'focusout'])
      this.#parts.picture.addEventListener(end, (event) => this.#leave(event));
  }

  /** @returns {any} */
  get #statics() {
    return this.constructor;
  }

  get presetName() {
    const {presets} = this.#statics;
    const name = this.getAttribute('preset') ?? '';
    return Object.hasOwn(presets, name) ? name : (Object.keys(presets)[0] ?? '');
  }

  get faultName() {
    const name = this.#isSound ? '' : (this.getAttribute('fault') ?? '');
    return Object.hasOwn(this.#statics.faults, name) ? name : '';
  }

  connectedCallback() {
    keepProperties(this);
    this.#connection = new AbortController();
    const {signal} = this.#connection;
    const nearness = new IntersectionObserver(
      (entries) => this.#setNear(entries[entries.length - 1].isIntersecting),
      {rootMargin: NEAR},
    );
    nearness.observe(this);
    const width = new ResizeObserver(() => this.#layOut());
    width.observe(this.#parts.panels);
    signal.addEventListener('abort', () => {
      nearness.disconnect();
      width.disconnect();
    });
    addEventListener('themechange', this.#redraw, {signal});
    addEventListener('beforeprint', () => this.#print(), {signal});
    this.#queue(); // it may be eager
  }

  disconnectedCallback() {
    this.#connection.abort();
    this.#setNear(false);
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (name === 'base-url') this.#setBase();
    if (name === 'controls' || name === 'locked') this.#controls.makeAgain();
    this.refresh();
  }

  /** Of all figures of the page: they share a core. What is no address is said with what else is wrong. */
  #setBase() {
    const url = this.getAttribute('base-url') ?? '';
    if (URL.canParse(url, document.baseURI)) setBaseUrl(url);
  }

  /** Whether its page keeps the reader from changing this. @param {string} attribute */
  #isLocked(attribute) {
    return allows(this.getAttribute('locked') ?? 'none', attribute);
  }

  get version() {
    return VERSION;
  }

  /** What getState() gives, so that a form, a notebook or Observable can read and set it. @returns {State} */
  get value() {
    return this.getState();
  }

  set value(state) {
    this.setState(state);
  }

  /** The preset, the fault and every setting, as they are now: plain JSON. @returns {State} */
  getState() {
    const {settings} = this.currentSettings();
    const {presetName: preset, faultName: fault} = this;
    return {figure: this.localName, version: VERSION, preset, fault, settings};
  }

  /**
   * Shows what getState() gave; what the state leaves out is as the preset has it.
   *
   * @param {Partial<State>} state
   * @returns {Promise<void>} updateComplete
   */
  setState({figure = this.localName, preset = '', fault = '', settings = {}}) {
    const known = this.#statics.settings;
    const unknown = Object.keys(settings).filter((name) => !Object.hasOwn(known, name));
    if (figure !== this.localName || unknown.length > 0)
      throw new TypeError(
        `setState(): must be a state of <${this.localName}>, got one of <${figure}> with ${unknown}.`,
      );
    Object.assign(this, {preset: preset || null, fault: fault || null});
    for (const name of Object.keys(known)) Object.assign(this, {[name]: settings[name] ?? null});
    return this.updateComplete;
  }

  /** The tensors on the screen: those of its maps, and the numbers of other panels as columns; none before it is drawn. */
  get data() {
    return this.drawing ? tensorsOf(this.drawing.panels, this.tables) : [];
  }

  /** The laws and what was measured of each. */
  get meters() {
    return (this.drawing?.meters ?? []).map(meterRecord);
  }

  /** Fulfilled when what it shows, or says of an error, is of its present settings; of a figure that is far away, then. @returns {Promise<void>} */
  get updateComplete() {
    if (!this.#isStale && !this.#isQueued) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Plays what a player plays, or trains. */
  start() {
    this.drive('run');
  }

  pause() {
    this.drive('pause');
  }

  stop() {
    this.drive('stop');
  }

  /** @param {'run' | 'pause' | 'stop'} what */
  drive(what) {
    if (what === 'run') this.#controls.play();
    else this.#controls.stop();
  }

  /**
   * The figure as a file.
   *
   * @param {string} [type] one of TYPES in exports.js
   * @param {{panel?: number, scale?: number}} [options] panel: the place of a tensor in `data`; scale: pixels of
   *   a PNG to one of the page
   * @returns {Promise<Blob>}
   */
  async toBlob(type = 'image/png', options = {}) {
    return toBlob(this, type, options);
  }

  /** The address that shows it as it is now. @returns {Promise<string>} */
  async link() {
    return linkOf(this);
  }

  /** Tells the page. @param {string} name of the event after poslab- @param {object} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(`poslab-${name}`, {detail, bubbles: true, composed: true}));
  }

  /** Draws again, now or when it comes near: what it draws has changed. */
  refresh() {
    this.#isStale = true;
    this.#queue();
  }

  /** Whether the picture is about to change again, so that its table can wait. */
  get isLive() {
    return false;
  }

  /**
   * What the reader has changed in the picture itself, as a control would have.
   *
   * @param {string} setting
   * @param {string} text
   */
  change(setting, text) {
    if (!this.#isLocked(attributeOf(setting))) this.#set(attributeOf(setting), text);
  }

  /** Its attributes over its preset over the defaults. */
  currentSettings() {
    const {settings, presets} = this.#statics;
    const preset = presets[this.presetName]?.settings ?? {};
    return readSettings(settings, preset, (attribute) => this.getAttribute(attribute));
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @returns {Drawing}
   */
  computeDrawing(core, settings) {
    return this.#statics.compute(core, settings, this.faultName);
  }

  /**
   * Whether the bug that is on changes nothing. Only where no law is broken is the figure computed without it.
   *
   * @param {Settings} settings
   * @param {Drawing} drawing with the bug
   */
  #isUnseen(settings, drawing) {
    if (!this.faultName || !(drawing.meters ?? []).every(meterHolds)) return false;
    this.#isSound = true;
    try {
      return !hasEffect(this.computeDrawing(/** @type {Core} */ (this.#core), settings), drawing);
    } finally {
      this.#isSound = false;
    }
  }

  /** Loads what a subclass needs beside its core. It must not be rejected. @returns {Promise<void> | void} */
  prepare() {}

  /** @param {boolean} isNear */
  #setNear(isNear) {
    this.#isNear = isNear;
    if (!isNear && !this.#isPresented) {
      for (const view of this.#views) view.pause?.();
      this.#controls.stop();
    }
    this.#queue();
  }

  /** On the whole screen, wherever its place in the page is. */
  get #isPresented() {
    return this.#parts.figure.parentNode !== this.shadowRoot;
  }

  get #isWanted() {
    const isEager = this.isConnected && this.getAttribute('loading') === 'eager';
    return this.#isNear || this.#isPrinted || this.#isPresented || isEager;
  }

  #print() {
    this.#isPrinted = this.#isStale || this.#isQueued;
    this.#queue();
  }

  /** Many changes, one drawing. */
  #queue() {
    if (this.#isQueued || !this.#isWanted || !this.#isStale) return;
    this.#isQueued = true;
    queueMicrotask(async () => {
      const base = labUrl('').href;
      try {
        this.#core ??= await loaded(/** @type {Promise<Core>} */ (this.#statics.core()));
        await this.prepare();
        await this.#checkHost();
        await this.#update();
        this.#isQueued = false;
        this.#queue(); // it may have changed while something was loading
      } catch (error) {
        this.#isQueued = false;
        if (labUrl('').href !== base) {
          this.#queue(); // its files are elsewhere, as has been said since
        } else {
          const {code = 'internal', directive = ''} = error instanceof NotLoaded ? error : {};
          this.#say([error instanceof Error ? error.message : String(error)], code, directive);
          if (error instanceof NotLoaded) this.#offerRetry();
        }
      }
      if (!this.#isQueued) for (const resolve of this.#waiting.splice(0)) resolve();
    });
  }

  /** What its page says of it may be wrong. */
  async #checkHost() {
    this.#hostProblems = [];
    if (!this.#hostNames.some((name) => this.hasAttribute(name))) return;
    const {heedHost} = await import('./host-problems.js');
    this.#hostProblems = heedHost(this, this.#statics.stateAttributes);
  }

  async #update() {
    if (!this.#isWanted) return; // it has left, or was scrolled away, while its core was loading
    this.#isStale = false;
    let theme = readTheme(this.#parts.probe); // before anything changes
    const {settings: schema, presets} = this.#statics;
    const preset = presets[this.presetName] ?? {};
    const {settings, problems} = this.currentSettings();
    this.#checkNames(problems);
    /** @type {Drawing} */
    let drawing;
    try {
      drawing = this.computeDrawing(/** @type {Core} */ (this.#core), settings);
    } catch (error) {
      this.#controls.show(settings, this.presetName, this.faultName);
      this.#say([...problems, error instanceof Error ? error.message : String(error)], 'compute');
      return; // the last good picture stays
    }
    const loading = loadViews(drawing.panels);
    if (loading) {
      await loaded(loading); // until then the last good picture stays, or what is inside the tag
      this.#isStale ||= !this.#isWanted;
      if (this.#isStale) return;
      theme = readTheme(this.#parts.probe);
    }
    const isUnseen = this.#isUnseen(settings, drawing);
    const {panels, meters, scale, note} = drawing;
    drawing = {...drawing, ...inLanguage({panels, meters, scale, note})};
    this.drawing = drawing;
    this.#isPrinted = false;
    const asGiven = readSettings(schema, preset.settings ?? {}, () => null).settings;
    const isChanged = (preset.controls ?? Object.keys(schema)).some(
      (/** @type {string} */ name) => String(settings[name]) !== String(asGiven[name]),
    );
    this.#show(drawing, {preset, settings, isChanged, isUnseen, theme});
    this.#say(problems);
  }

  /** @param {string[]} problems */
  #checkNames(problems) {
    for (const [attribute, known] of [
      ['preset', this.#statics.presets],
      ['fault', this.#statics.faults],
    ]) {
      const name = this.getAttribute(attribute);
      if (!name || Object.hasOwn(known, name)) continue;
      problems.push(
        `${attribute} must be one of ${Object.keys(known).join(', ') || 'none'}, got "${name}".`,
      );
    }
    problems.push(...this.#hostProblems);
  }

  /**
   * @param {string[]} problems
   * @param {string} [code] for a page's script
   * @param {string} [directive] that a policy must have
   */
  #say(problems, code = 'setting', directive = '') {
    const {notice} = this.#parts;
    const message = problems.map((problem) => t(problem)).join(' ');
    const isOther = message !== '' && message !== notice.textContent;
    notice.textContent = message;
    notice.hidden = problems.length === 0;
    if (isOther) this.emit('error', {code, message, directive});
  }

  /** What a press loads may not come. @param {Promise<void>} done */
  async #reportMissing(done) {
    try {
      await done;
      if (this.#isMissing) this.#say([]);
      this.#isMissing = false;
    } catch (error) {
      this.#isMissing = true;
      const reason = error instanceof Error ? error.message : String(error);
      const words = t('What this needs could not be loaded ({reason}). Check the connection and try again, or reload the page.', {reason}); // biome-ignore format: one thought
      this.#say([words], 'network');
    }
  }

  /** The reader can try again; a change of the figure, or coming back to it, does so too. */
  #offerRetry() {
    this.#isStale = true;
    this.#parts.notice.append(
      ' ',
      button(t('Try again'), () => this.#queue(), 'retry'),
    );
  }

  /**
   * @param {Drawing} drawing
   * @param {{preset: Preset, settings: Settings, isChanged: boolean, isUnseen: boolean, theme: Theme}} state changed, so
   *   that the caption's numbers may no longer be the picture's; unseen: the bug that is on changes nothing
   */
  #show(drawing, {preset, settings, isChanged, isUnseen, theme}) {
    const {figure, fallback, title, note, legend, panels, scale, table} = this.#parts;
    const isFirst = figure.dataset.state === 'waiting';
    if (isFirst) {
      table.firstElementChild?.after(fallback); // the page's words for it: one press away
      this.#describedPreset = this.presetName;
    }
    figure.dataset.state = 'ready';
    this.#internals.states.add('drawn');
    this.#controls.make(this.presetName); // the room that they leave is what is drawn in
    // Then the panels: where something has changed, a canvas that is drawn on has the styles computed anew.
    panels.style.setProperty('--columns', String(drawing.columns ?? 1));
    if (drawing.least) panels.style.setProperty('--least', `${drawing.least}px`);
    else panels.style.removeProperty('--least');
    this.#matchViews(drawing.panels);
    this.#drawnTheme = JSON.stringify(theme);
    drawing.panels.forEach((panel, k) => {
      this.#views[k].element.style.gridColumn = 'wide' in panel && panel.wide ? '1 / -1' : '';
      this.#views[k].show(panel, theme);
    });
    this.#controls.show(settings, this.presetName, this.faultName);
    const isWithTools = !this.getAttribute('hide')?.split(/\s+/).includes('tools');
    if (isWithTools && !this.#hasTools) {
      this.#hasTools = true;
      addTools(this, this.#parts.tools, (done) => this.#reportMissing(done));
    }
    const fault = this.#statics.faults[this.faultName];
    this.#reset.hidden = !isChanged && !fault;
    fallback.hidden = isChanged || fault !== undefined || this.presetName !== this.#describedPreset;
    setText(
      title,
      this.getAttribute('caption') ??
        `${titleUnder(preset.title ?? '', fault, isUnseen)}${isChanged ? ` (${t('changed')})` : ''}`,
    );
    note.show(noteUnder(drawing, settings, fault, isUnseen));
    const isHarmless = isUnseen || fault?.breaks === null;
    this.#meters.show(drawing.meters ?? [], !fault ? 'sound' : isHarmless ? 'harmless' : 'bug');
    scale.replaceChildren(...(drawing.scale ? [scaleBar(drawing.scale)] : []));
    setChildren(legend, legendItems(drawing.panels));
    this.#placeLegend(drawing.panels);
    if (isFirst) this.#layOut(); // not a frame later: what has been shown would move
    if (!this.isLive) this.#fillTable();
    this.#setReady();
    if (isFirst) this.emit('ready', {tag: this.localName, version: VERSION});
    this.emit('draw', {meters: this.meters});
  }

  /** The curve under the pointer in the legend. @param {EventTarget | null} entry */
  #isolate(entry) {
    const name = entry instanceof Element && entry.closest('li:not(.head)')?.textContent;
    this.#showAlone((series) => series.name === name);
  }

  /** Shows the curves of one place in the palette alone: those that a word of the page names. @param {number} place -1: all */
  highlight(place) {
    this.#showAlone(({colour}, at) => (colour ?? at) % N_SERIES === place);
  }

  /** Shows some of the curves alone, and the others faint. @param {(series: Series, at: number) => boolean} isChosen */
  #showAlone(isChosen) {
    this.drawing?.panels.forEach((panel, k) => {
      if (panel.kind !== 'lines') return;
      const series = panel.series.map((one, at) =>
        isChosen(one, at) ? one : {...one, colour: one.colour ?? at, faint: true},
      );
      this.#views[k]?.show(panel.series.some(isChosen) ? {...panel, series} : panel);
    });
  }

  /** Beneath the curves and bars that it explains: before a table that follows them. @param {Panel[]} drawn */
  #placeLegend(drawn) {
    const {legend, scale} = this.#parts;
    const table = drawn.findIndex(({kind}) => kind === 'table');
    if (table > 0) this.#views[table].element.before(legend);
    else if (scale.nextSibling !== legend) scale.after(legend);
  }

  /** A view stays for as long as the panels up to its own are of the same kinds. @param {Panel[]} drawn */
  #matchViews(drawn) {
    const kinds = drawn.map(({kind}) => kind);
    const other = kinds.findIndex((kind, k) => kind !== this.#kinds[k]);
    const nKept = other < 0 ? kinds.length : other;
    if (nKept === kinds.length && nKept === this.#kinds.length) return;
    this.#kinds = kinds;
    for (const view of this.#views.splice(nKept)) view.remove();
    const onRead = (/** @type {string} */ text, /** @type {Cursor | undefined} */ cursor) => {
      setText(this.#parts.readout, t(text));
      if (cursor) for (const view of this.#views) view.mark?.(cursor);
    };
    const {panels} = this.#parts;
    const first = kinds.findIndex((kind) => kind !== 'table');
    for (let k = nKept; k < kinds.length; k++) {
      const view = makeView(kinds[k], this.#parts.probe, onRead);
      if (first >= 0 && k >= first) view.fold?.();
      view.element.dataset.kind = kinds[k];
      this.#views.push(view);
      panels.append(view.element);
    }
    panels.classList.toggle('with-pictures', panels.querySelector('canvas') !== null);
    this.#countRows();
  }

  #layOut() {
    this.#countRows();
    placeText(this.#parts);
  }

  /**
   * The rows of pictures share the height of one. How many columns there can be, the style knows; there are more
   * where that makes the pictures larger, and fewer where a row would have a single picture left.
   */
  #countRows() {
    const {style} = this.#parts.panels;
    style.removeProperty('grid-template-columns');
    const {gridTemplateColumns, containerType} = getComputedStyle(this.#parts.panels);
    const widths = gridTemplateColumns.split(' ').map(Number.parseFloat);
    const drawn = this.drawing?.panels ?? [];
    const wide = drawn.filter((panel) => 'wide' in panel && panel.wide);
    const others = drawn.filter((panel) => !wide.includes(panel));
    const pictures = others.filter(isCapped);
    const nWide = wide.filter(isCapped).length;
    const {scale} = readTheme(this.#parts.probe);
    const available = containerType === 'size' ? this.#parts.panels.clientHeight / scale : Infinity;
    const columns =
      pictures.length < others.length
        ? widths.length
        : Math.max(
            bestColumns(pictures, nWide, widths, scale),
            Math.ceil(pictures.length / Math.max(1, Math.floor(available / LEAST_ROW) - nWide)),
          );
    if (columns !== widths.length) style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    const isShared = drawn.some(({kind}, k) => UNCAPPED.has(kind) && !(kind === 'table' && k > 0));
    const rows = nWide + Math.ceil(pictures.length / columns) + (isShared ? SHARED_ROW : 0);
    style.setProperty('--rows', String(Math.max(1, rows)));
  }

  /** The value is beside the pointer; beneath the picture where the keyboard moves the cursor. @param {PointerEvent} event */
  #placeReadout(event) {
    const {picture, readout} = this.#parts;
    const {x, y} = placeIn(picture, event);
    const isRight = x > picture.offsetWidth / 2;
    readout.style.translate = isRight ? '-100%' : '';
    readout.style.left = `${isRight ? x - 14 : x + 14}px`;
    readout.style.top = `${y + 14}px`;
  }

  /** @param {Event} event */
  #leave(event) {
    const {readout} = this.#parts;
    if (event instanceof PointerEvent && event.pointerType !== 'mouse') return; // a finger that is lifted
    readout.textContent = '';
    for (const name of ['translate', 'left', 'top']) readout.style.removeProperty(name);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const fault = faultOfKey(event, this.#controls.faults);
    if (fault === undefined || this.#isLocked('fault')) return;
    event.preventDefault();
    this.#set('fault', fault);
  }

  /** The numbers on the screen, panel by panel. @returns {(Table & {title: string})[]} */
  get tables() {
    const panels = this.drawing?.panels ?? [];
    return panels.map((panel, k) => ({title: panel.title ?? '', ...this.#views[k].table(panel)}));
  }

  /** Names of the faults that it offers, in order. */
  get faults() {
    return this.#controls.faults;
  }

  /** Draws the panels again. @param {number} [ratio] pixels of a canvas to one of the page; default: the screen's */
  redrawAt(ratio) {
    const theme = readTheme(this.#parts.probe);
    this.#drawnTheme = JSON.stringify(theme);
    for (const view of this.#views) view.redraw(ratio, theme);
  }

  /** Fills the screen with it, or gives the page back. */
  async present() {
    await this.#reportMissing(present(this));
    this.#queue();
  }

  #fillTable() {
    if (!this.#parts.table.open) return;
    const filled = import('./numbers-table.js').then(({fillTable}) =>
      fillTable(this, this.#parts.table),
    );
    this.#reportMissing(filled);
  }

  /** @param {string} name */
  #setPreset(name) {
    for (const attribute of this.#statics.stateAttributes)
      if (!this.#isLocked(attribute)) this.removeAttribute(attribute);
    this.setAttribute('preset', name);
    if (this.#reset.matches(':focus')) this.#focusFirst(); // it is about to be hidden
    this.#emitChange();
  }

  #focusFirst() {
    const {figure} = this.#parts;
    /** @type {HTMLElement | null} */ (
      figure.querySelector(':is(input, select, summary)')
    )?.focus();
  }

  /**
   * @param {string} attribute
   * @param {string} text '' removes a fault
   */
  #set(attribute, text) {
    if (attribute === 'fault' && text === '') this.removeAttribute('fault');
    else this.setAttribute(attribute, text);
    this.#emitChange();
  }

  /** Tells the page what the reader has changed: every attribute that is a setting. */
  #emitChange() {
    /** @type {Record<string, string>} */
    const attributes = {};
    for (const name of this.#statics.stateAttributes) {
      const text = this.getAttribute(name);
      if (text !== null) attributes[name] = text;
    }
    this.emit('change', {attributes, ...this.getState()});
    this.dispatchEvent(new CustomEvent('change', {detail: {attributes}}));
    this.dispatchEvent(new Event('input')); // the name that Observable listens to
  }
}

/**
 * Where the note and the laws stand, so that the figure is as low as it can be: the note under the picture or beside
 * it, the laws under the picture or under both columns.
 *
 * @param {ReturnType<typeof makeParts>} parts of a figure that has been laid out
 */
function placeText({figure, picture, meters, note, switches, controls, table}) {
  /** @type {HTMLElement[]} */
  const others = [switches, controls, table];
  const transport = figure.querySelector('.transport');
  if (transport instanceof HTMLElement) others.push(transport);
  const [left, right] = [picture, ...others].map(({offsetWidth}) => offsetWidth);
  const beside = Math.max(right, controls.offsetWidth, table.offsetWidth);
  const areaOf = (/** @type {HTMLElement} */ {offsetHeight, offsetWidth}) =>
    offsetHeight * offsetWidth;
  const column = others.reduce((height, {offsetHeight}) => height + offsetHeight, 0);
  const [text, laws] = [areaOf(note.first), areaOf(meters)];
  const folded = note.element.offsetHeight - note.first.offsetHeight; // one line, however wide
  const hasTwo = beside > 0 && beside < left;
  const ways = [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ].map(([isBeside, isUnder]) => {
    const first =
      picture.offsetHeight + (isBeside ? 0 : text / left + folded) + (isUnder ? 0 : laws / left);
    const second = column + (isBeside ? text / beside + folded : 0);
    const height = Math.max(first, second) + (isUnder ? laws / (left + beside) : 0);
    return {isBeside, isUnder, height};
  });
  const best = ways.reduce((a, b) => (hasTwo && b.height < a.height - SLACK ? b : a));
  figure.classList.toggle('note-beside', best.isBeside);
  figure.classList.toggle('laws-under', best.isUnder);
}

/** Whether a panel is as high as there is room, not as what it holds. @param {Panel} panel */
const isCapped = (panel) => !(UNCAPPED.has(panel.kind) || ('height' in panel && panel.height));

/**
 * How many columns show some pictures largest: maps, which become narrower where they may not be as high, as many
 * as leave them their size; others as many as are wide enough.
 *
 * @param {readonly Panel[]} pictures
 * @param {number} nWide rows that other pictures take
 * @param {readonly number[]} widths of the columns that the style has made: as many rows of pictures remain, or fewer
 * @param {number} scale how much larger than on a page the pictures are
 */
function bestColumns(pictures, nWide, widths, scale) {
  const count = pictures.length;
  const even = (/** @type {number} */ columns) => Math.ceil(count / Math.ceil(count / columns));
  const least = count > 0 ? even(widths.length) : widths.length;
  const all = widths.reduce((sum, width) => sum + width, 0) / scale;
  if (pictures.some(({kind}) => kind !== 'heatmap')) {
    const width = pictures.every(({kind}) => kind === 'scene') ? LEAST_SCENE : LEAST_WIDTH;
    return even(Math.max(least, Math.min(count, Math.floor(all / width))));
  }
  const sizes = Array.from({length: Math.max(1, count - least + 1)}, (_, k) => {
    const rows = nWide + Math.ceil(count / (least + k));
    return Math.min(all / (least + k) - MAP_MARGINS, Math.max(LEAST_HEIGHT, STAGE_HEIGHT / rows));
  });
  return least + sizes.indexOf(Math.max(...sizes));
}
