// @ts-check
// The controls of a figure: its presets, a control for each setting, of which a few are in view, a player, and
// a switch for each fault.
import {choice} from '../../controls/choice.js';
import {controlFor, isSeed} from '../../controls/control.js';
import {player} from '../../controls/player.js';
import {forgetRadios, radios} from '../../controls/radios.js';
import {html, t} from '../../dom.js';
import {attributeOf, maxOf} from './settings.js';
import {faultSwitches} from './switches.js';

/** @import {Control} from '../../controls/control.js' */
/** @import {Fault} from './faults.js' */
/** @import {Preset} from './figure.js' */
/** @import {NumberSetting, Schema, Settings} from './settings.js' */

/**
 * What a figure's class says of its controls.
 *
 * @typedef {{settings: Schema, presets: Record<string, Preset>, faults: Record<string, Fault>,
 *   hasMenu: boolean, player: {setting: string, label?: string} | null}} Statics
 */

/**
 * @typedef {object} Wiring
 * @property {() => Settings} settings as they are now
 * @property {(attribute: string) => boolean} offers whether its page offers a control to the reader
 * @property {(attribute: string) => boolean} isLocked whether the reader may only read it
 * @property {(attribute: string, text: string) => void} set
 * @property {(name: string) => void} setPreset
 */

/** So many settings are in view, and the others can be unfolded. */
const MAX_PRIMARY = 3;
/** So many presets are in view; more are a menu. */
const MAX_KEYS = 5;

export class FigureControls {
  #statics;
  #parts;
  #wiring;
  /** @type {Map<string, Control>} */
  #controls = new Map();
  /** @type {string | null} the preset that they were made for */
  #preset = null;
  /** @type {ReturnType<typeof player> | null} */
  #player = null;
  /** @type {string[]} the names of those that the preset offers, in order */
  faults = [];

  /**
   * @param {Statics} statics
   * @param {{figure: HTMLElement, controls: HTMLElement, switches: HTMLElement}} parts where they stand
   * @param {Wiring} wiring
   */
  constructor(statics, parts, wiring) {
    this.#statics = statics;
    this.#parts = parts;
    this.#wiring = wiring;
  }

  play() {
    this.#player?.play();
  }

  stop() {
    this.#player?.stop();
  }

  /** The page offers other controls than before. */
  makeAgain() {
    this.#preset = null;
  }

  /** @param {Settings} settings @param {string} preset @param {string} fault */
  show(settings, preset, fault) {
    this.make(preset);
    for (const [name, control] of this.#controls) {
      const setting = this.#statics.settings[name];
      const isNumber = setting?.type === 'int' || setting?.type === 'number';
      const limits = isNumber ? {max: maxOf(setting, settings)} : undefined;
      if (name === 'preset') control.show(preset);
      else if (name === 'fault') control.show(fault);
      else control.show(settings[name], limits);
    }
  }

  /** Those of a preset, which decide how wide a picture is; show() gives them values. @param {string} presetName */
  make(presetName) {
    if (this.#preset === presetName) return;
    const {settings, presets, faults} = this.#statics;
    const preset = presets[presetName] ?? {};
    const shown = (preset.controls ?? Object.keys(settings)).filter((name) =>
      this.#wiring.offers(attributeOf(name)),
    );
    const isOpen = this.#parts.controls.querySelector('details')?.open ?? false;
    this.#preset = presetName;
    this.#controls.clear();
    for (const part of [this.#parts.controls, this.#parts.switches]) {
      forgetRadios(part);
      part.replaceChildren();
    }
    this.#makeMenu();
    const {primary, more} = split(shown, preset.primary, this.#statics.player?.setting);
    for (const name of primary) this.#parts.controls.append(this.#controlOf(name));
    this.#makePlayer(shown);
    const foot = html('div', 'foot');
    if (more.length > 0) {
      const summary = html('summary', '', {}, t('More ({n})', {n: more.length}));
      const rest = html('div', 'rest', {}, ...more.map((name) => this.#controlOf(name)));
      const details = html('details', 'more', {}, summary, rest);
      details.open = isOpen;
      foot.append(details);
    }
    for (const name of shown.filter(isSeed)) foot.append(this.#controlOf(name));
    if (foot.childElementCount > 0) this.#parts.controls.append(foot);
    this.faults = this.#wiring.offers('fault') ? (preset.faults ?? Object.keys(faults)) : [];
    this.#makeSwitches();
    const {figure, controls, switches} = this.#parts;
    controls.hidden = controls.childElementCount === 0;
    // classes, for a style with :has() is computed anew after every change in the figure
    figure.classList.toggle('with-switches', !switches.hidden);
    figure.classList.toggle('with-side', !switches.hidden || !controls.hidden);
    for (const [name, {element}] of this.#controls)
      if (this.#wiring.isLocked(attributeOf(name))) lock(element);
  }

  /** @param {string} name of a setting */
  #controlOf(name) {
    const set = (/** @type {string} */ text) => this.#wiring.set(attributeOf(name), text);
    const control = controlFor(name, this.#statics.settings[name], set);
    control.element.part.add('control');
    this.#controls.set(name, control);
    return control.element;
  }

  #makeMenu() {
    const {presets, hasMenu} = this.#statics;
    const names = Object.keys(presets);
    if (!hasMenu || names.length < 2 || !this.#wiring.offers('preset')) return;
    const options = Object.fromEntries(
      names.map((name) => [name, presets[name].short ?? presets[name].title]),
    );
    const make = names.length > MAX_KEYS ? choice : radios;
    const menu = make('preset', {label: t('Figure'), options}, this.#wiring.setPreset);
    menu.element.classList.add('presets');
    this.#controls.set('preset', menu);
    this.#parts.controls.append(menu.element);
  }

  #makeSwitches() {
    const {switches} = this.#parts;
    const set = (/** @type {string} */ name) => this.#wiring.set('fault', name);
    switches.hidden = this.faults.length === 0;
    if (switches.hidden) return;
    const control = faultSwitches(this.faults, this.#statics.faults, set);
    this.#controls.set('fault', control);
    switches.append(control.element);
  }

  /** @param {string[]} shown names of settings */
  #makePlayer(shown) {
    this.stop();
    const setting = this.#statics.player?.setting;
    if (!setting || !shown.includes(setting)) return;
    this.#player = player(() => this.#advance(setting));
    this.#parts.controls.append(this.#player.element);
  }

  /** @param {string} name */
  #advance(name) {
    const settings = this.#wiring.settings();
    const setting = /** @type {NumberSetting} */ (this.#statics.settings[name]);
    const {min, step = 1} = setting;
    const next = settings[name] + step;
    const isPast = next > maxOf(setting, settings);
    this.#wiring.set(attributeOf(name), String(isPast ? min : next));
  }
}

/**
 * The settings in view, and those that are not; a seed is neither.
 *
 * @param {readonly string[]} shown
 * @param {readonly string[]} [primary] the first, where it is not said
 * @param {string} [played] the setting that the player moves: it is in view, beside its button
 */
function split(shown, primary, played) {
  const names = shown.filter((name) => !isSeed(name));
  const others = names.filter((name) => name !== played);
  const nOthers = names.length > others.length ? MAX_PRIMARY - 1 : MAX_PRIMARY;
  const first = [...(primary ?? others.slice(0, nOthers)), played];
  return {
    primary: names.filter((name) => first.includes(name)),
    more: names.filter((name) => !first.includes(name)),
  };
}

/** Leaves a control to be read only. @param {HTMLElement} element */
function lock(element) {
  for (const one of element.querySelectorAll('input, select, button'))
    one.toggleAttribute('disabled', true);
}
