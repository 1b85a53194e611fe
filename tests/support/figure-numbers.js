// The numbers of figures as one hash per picture: in Node, and bundled for browsers.
import {readSettings} from '../../web/figures/frame/settings.js';
import {idleState} from '../../web/workers/protocol.js';

/** @import {Core} from '../../web/core/core.js' */

/** Two FNV-like hashes of 32 bits side by side: enough to notice a bit, and quick in every engine. */
class Hash {
  #high = 0xdeadbeef;
  #low = 0x41c6ce57;

  /** @param {Uint8Array} bytes */
  add(bytes) {
    for (const byte of bytes) {
      this.#high = Math.imul(this.#high ^ byte, 2654435761);
      this.#low = Math.imul(this.#low ^ byte, 1597334677);
    }
  }

  toString() {
    return [this.#high, this.#low]
      .map((part) => (part >>> 0).toString(16).padStart(8, '0'))
      .join('');
  }
}

/**
 * Every number and every word below a value, in the order of the names, with the names. What comes from the core is
 * float32, and counts bit by bit. A number of JavaScript is rounded to float32: engines differ in the last bit of
 * Math.exp, log, cos and `**`, whose error the language leaves open.
 *
 * @param {unknown} value
 * @param {(bytes: Uint8Array) => void} add
 */
function walk(value, add) {
  const say = (/** @type {string} */ text) => add(new TextEncoder().encode(`${text};`));
  if (typeof value === 'function') return; // how numbers are drawn
  if (ArrayBuffer.isView(value)) {
    const numbers = /** @type {Float32Array} */ (value);
    say(`${numbers.constructor.name} ${numbers.length}`);
    const bits = numbers instanceof Float64Array ? Float32Array.from(numbers) : numbers;
    add(new Uint8Array(bits.buffer, bits.byteOffset, bits.byteLength));
  } else if (typeof value === 'number') {
    add(new Uint8Array(Float32Array.of(value).buffer));
  } else if (Array.isArray(value)) {
    say(`array ${value.length}`);
    for (const one of value) walk(one, add);
  } else if (value instanceof Map || value instanceof Set) {
    walk([...value], add);
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value).sort()) {
      say(name);
      walk(/** @type {any} */ (value)[name], add);
    }
  } else {
    say(String(value));
  }
}

/** @param {unknown} value @returns {string} */
export function hashOfNumbers(value) {
  const hash = new Hash();
  walk(value, (bytes) => hash.add(bytes));
  return String(hash);
}

/** The settings of a preset. @param {any} Class @param {string} preset */
export function settingsOf(Class, preset) {
  const own = {...Class.presets[preset].settings};
  if (Class.settings.demo) own.demo = preset; // this figure chooses a preset by that setting
  return readSettings(Class.settings, own, () => null).settings;
}

/** @param {Core} core @param {any} Class @param {string} preset @param {string} fault */
export function drawingOf(core, Class, preset, fault) {
  const settings = settingsOf(Class, preset);
  const runs = Class.runs ? [Class.runs(settings).map(idleState)] : [];
  return Class.compute(core, settings, fault, ...runs);
}

/**
 * What a figure draws: its panels and the values of its meters.
 *
 * @param {any} Class
 * @param {(Class: any, preset: string, fault: string) => any} draw gives a drawing
 * @returns {Record<string, string>} by preset, and by preset and fault
 */
export function figureHashes(Class, draw) {
  /** @type {Record<string, string>} */
  const hashes = {};
  for (const [preset, {faults}] of /** @type {[string, any][]} */ (Object.entries(Class.presets))) {
    for (const fault of ['', ...(faults ?? Object.keys(Class.faults))]) {
      const {panels, meters} = draw(Class, preset, fault);
      const name = fault ? `${preset}, ${fault}` : preset;
      hashes[name] = hashOfNumbers({panels, meters});
    }
  }
  return hashes;
}
