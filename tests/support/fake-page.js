// What the sandbox uses of a page, without one: frames, their messages, and files. A test says what a frame
// answers, and moves the clock itself.
import {mock} from 'node:test';

/**
 * A frame that has been added to the page.
 *
 * @typedef {object} FakeFrame
 * @property {any} contentWindow
 * @property {any[]} received what was posted to it
 * @property {Record<string, string>} attributes
 * @property {string} srcdoc
 * @property {boolean} isRemoved
 * @property {(data: any) => void} say posts to the page
 */

/**
 * Puts the page in place of the globals, until `restore`.
 *
 * @param {{onMessage?: (frame: FakeFrame, data: any) => void, onPost?: (frame: FakeFrame, data: any) => void}} [options]
 *   onMessage: how a frame answers; onPost: what happens while something is posted to it
 */
export function fakePage({onMessage = () => {}, onPost = () => {}} = {}) {
  /** @type {FakeFrame[]} */
  const frames = [];
  /** @type {Set<(event: any) => void>} */
  const listeners = new Set();
  /** @type {{url: string, signal?: AbortSignal, answer: (status?: number) => void, fail: () => void}[]} */
  const requests = [];
  /** Those who watch which elements the page has. @type {Set<() => void>} */
  const observers = new Set();
  /** @type {Set<any>} */
  const timers = new Set();
  const page = {
    frames,
    timers,
    listeners,
    observers,
    requests,
    isOnline: true,
    /** A message that comes to the page's window from anywhere. @param {any} source @param {any} data */
    post(source, data) {
      for (const listener of [...listeners]) listener({source, data});
    },
    /** A host removes a frame, as one does that renders its whole page anew. @param {FakeFrame} frame */
    remove(frame) {
      frame.isRemoved = true;
      for (const onChange of [...observers]) onChange();
    },
    restore,
  };

  const createElement = () => {
    const frame = {
      received: /** @type {any[]} */ ([]),
      isRemoved: false,
      contentWindow: {
        postMessage(/** @type {any} */ data) {
          if (frame.isRemoved) return;
          frame.received.push(data);
          onPost(frame, data);
          queueMicrotask(() => onMessage(frame, data));
        },
      },
      say: (/** @type {any} */ data) => page.post(frame.contentWindow, data),
      attributes: /** @type {Record<string, string>} */ ({}),
      setAttribute(/** @type {string} */ name, /** @type {string} */ value) {
        this.attributes[name] = value;
      },
      srcdoc: '',
      get outerHTML() {
        return Object.entries(this.attributes)
          .map(([name, value]) => `${name}="${value}"`)
          .join(' ');
      },
      append() {},
      addEventListener() {},
      get isConnected() {
        return frames.includes(frame) && !frame.isRemoved;
      },
      remove() {
        frame.isRemoved = true;
      },
    };
    return frame;
  };
  const globals = {
    document: {
      querySelector: () => null,
      createElement,
      documentElement: {
        append(/** @type {any} */ frame) {
          frames.push(frame);
          queueMicrotask(() => !frame.isRemoved && frame.say({type: 'frame'}));
        },
      },
    },
    MutationObserver: class {
      /** @param {() => void} onChange */
      constructor(onChange) {
        this.onChange = onChange;
      }
      observe() {
        observers.add(this.onChange);
      }
      disconnect() {
        observers.delete(this.onChange);
      }
    },
    addEventListener(
      /** @type {string} */ _,
      /** @type {any} */ listener,
      /** @type {any} */ options,
    ) {
      if (options?.signal?.aborted) return;
      listeners.add(listener);
      options?.signal?.addEventListener('abort', () => listeners.delete(listener));
    },
    removeEventListener(/** @type {string} */ _, /** @type {any} */ listener) {
      listeners.delete(listener);
    },
    fetch: (/** @type {URL} */ url, /** @type {any} */ options) =>
      new Promise((resolve, reject) => {
        const answer = (status = 200) =>
          resolve(new Response(status === 200 ? 'xy' : null, {status}));
        const fail = () => reject(new TypeError('Load failed'));
        requests.push({url: url.href, signal: options?.signal, answer, fail});
        options?.signal?.addEventListener('abort', () => reject(options.signal.reason));
        if (page.isOnline) answer();
      }),
  };
  const before = Object.keys(globals).map((name) => [
    name,
    Object.getOwnPropertyDescriptor(globalThis, name),
  ]);
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, {value, configurable: true, writable: true});
  }
  mock.timers.enable({apis: ['setTimeout']});
  const {setTimeout: set, clearTimeout: clear} = globalThis;
  Object.assign(globalThis, {
    setTimeout: (/** @type {() => void} */ ring, /** @type {number} */ ms) => {
      const timer = set(() => {
        timers.delete(timer);
        ring();
      }, ms);
      timers.add(timer);
      return timer;
    },
    clearTimeout: (/** @type {any} */ timer) => {
      timers.delete(timer);
      if (timer !== undefined) clear(timer);
    },
  });

  function restore() {
    Object.assign(globalThis, {setTimeout: set, clearTimeout: clear});
    mock.timers.reset();
    for (const [name, descriptor] of /** @type {[string, any][]} */ (before)) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
  return page;
}

/** Until all that needs no clock has happened: reading a file takes some rounds of the event loop. */
export async function settled() {
  for (let k = 0; k < 20; k++) await new Promise((resolve) => setImmediate(resolve));
}
