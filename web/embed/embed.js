// @ts-check
// <poslab-embed>: a figure in a frame of its own, for pages that run no scripts of the lab beside their own. Its
// frame is embed.html of the lab, and both talk by a MessagePort that is sent to that address alone:
//
//   host to frame, once   {poslab: 1, type: 'connect'} with the port, to the lab's exact origin
//   frame to host         {type: 'ready', tag, version, state}, {type: 'height', px}, and change, draw, progress,
//                         result, error with the details of those events; statement, of an assignment
//   host to frame         {type: 'scheme', scheme: 'light' | 'dark'} of the page at the element, first in the frame's
//                         address, then at each change; {id, call, args}: the frame answers {type: 'reply', id, value} or {…, message}

import {followScheme} from '../page-scheme.js';
import {reportOf} from './messages.js';

/** Attributes of the element that are no settings of the figure. */
const OWN = new Set(['src', 'title', 'id', 'class', 'style', 'slot', 'hidden']);
/** By a name of its own: a bundler would look for a file that `new URL(name, import.meta.url)` names. */
const HERE = import.meta.url;
/** A frame that has not answered by then is not the lab's. */
const PATIENCE_MS = 20_000;

// where there is no page, the class is never made
const Base = globalThis.HTMLElement ?? class {};

/**
 * Attributes: `figure`, its settings and what else it observes; `src`, the address of embed.html, by default beside
 * the folder of this script; `title`, what a screen reader calls the frame. Events are those of the figure.
 */
export class PoslabEmbed extends Base {
  /** @type {MessagePort | null} */
  #port = null;
  #frame = document.createElement('iframe');
  #nCalls = 0;
  /** @type {Map<number, {call: string, resolve: (value: any) => void, reject: (error: Error) => void}>} */
  #calls = new Map();
  /** @type {any} */
  #state = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {() => void} */
  #setReady = () => {};
  /** @type {() => 'light' | 'dark'} */
  #schemeNow = () => 'light';
  /** Fulfilled when the figure has drawn. @type {Promise<void>} */
  ready = new Promise((resolve) => {
    this.#setReady = resolve;
  });

  constructor() {
    super();
    const root = this.attachShadow({mode: 'open'});
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      ':host {display: block} :host([hidden]) {display: none} iframe {display: block; inline-size: 100%; block-size: 30rem; border: 0}',
    );
    root.adoptedStyleSheets = [sheet];
    this.#schemeNow = followScheme(root, () => this.#sendScheme());
    this.#frame.part.add('frame');
    this.#frame.allow = 'fullscreen; clipboard-write';
    this.#frame.addEventListener('load', () => this.#connect());
  }

  /** The address of the frame. @returns {URL} */
  get address() {
    const given = this.getAttribute('src');
    const url = given ? new URL(given, document.baseURI) : new URL('../embed.html', HERE);
    for (const {name, value} of this.attributes)
      if (!OWN.has(name)) url.searchParams.set(name, value);
    url.searchParams.set('origin', location.origin);
    return url;
  }

  connectedCallback() {
    this.#frame.title =
      this.getAttribute('title') ?? `poslab figure: ${this.getAttribute('figure')}`;
    // with its address, and only now: a frame without one loads about:blank first, which has another origin
    const {address} = this;
    address.searchParams.set('scheme', this.#schemeNow());
    this.#frame.src = address.href;
    this.shadowRoot?.append(this.#frame);
    this.#timer = setTimeout(() => {
      const message = `${this.address.href} has not answered: the frame must be embed.html of a lab that this page may show (frame-src).`;
      this.#emit('error', {code: 'embed', message, directive: `frame-src ${this.address.origin}`});
    }, PATIENCE_MS);
  }

  /** An attribute theme keeps its figure as it is. */
  #sendScheme() {
    if (this.isConnected) this.#port?.postMessage({type: 'scheme', scheme: this.#schemeNow()});
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#hangUp();
    this.#frame.remove();
  }

  /** Ends the connection, and refuses what still waits for an answer. */
  #hangUp() {
    this.#port?.close();
    this.#port = null;
    for (const {call, reject} of this.#calls.values())
      reject(new Error(`${call}(): the frame was closed before it answered.`));
    this.#calls.clear();
  }

  #connect() {
    if (!this.isConnected) return;
    this.#hangUp();
    const {port1, port2} = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({data}) => this.#receive(data);
    this.#frame.contentWindow?.postMessage(
      {poslab: 1, type: 'connect'},
      {targetOrigin: this.address.origin, transfer: [port2]},
    );
    this.#sendScheme(); // it may have changed while the frame was loading
  }

  /** @param {unknown} data */
  #receive(data) {
    const report = reportOf(data);
    if (!report) return;
    clearTimeout(this.#timer);
    if (report.type === 'height') this.#frame.style.blockSize = `${report.px}px`;
    else if (report.type === 'reply') this.#answer(report);
    else this.#pass(report);
  }

  /** @param {{name: string, detail: Record<string, any>}} report an event of the figure */
  #pass({name, detail}) {
    const {figure, version, preset, fault, settings} = detail;
    if (name === 'ready') {
      this.#state = detail.state;
      this.#setReady();
      this.#emit('ready', {tag: detail.tag, version});
      return;
    }
    if (name === 'change') this.#state = {figure, version, preset, fault, settings};
    this.#emit(name, detail);
    if (name === 'change') this.dispatchEvent(new Event('input'));
  }

  /** @param {any} reply */
  #answer({id, value, message}) {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (message) call?.reject(new Error(message));
    else call?.resolve(value);
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(`poslab-${name}`, {detail, bubbles: true, composed: true}));
  }

  /** @param {string} call @param {...any} args @returns {Promise<any>} */
  #call(call, ...args) {
    if (!this.#port || !this.#state)
      return Promise.reject(new Error(`${call}(): not connected yet: await ready first.`));
    const id = ++this.#nCalls;
    this.#port.postMessage({id, call, args});
    return new Promise((resolve, reject) => {
      this.#calls.set(id, {call, resolve, reject});
    });
  }

  /** The newest state that the figure has reported; null before it is ready. */
  get value() {
    return this.#state;
  }

  set value(state) {
    this.setState(state);
  }

  getState() {
    return this.#call('getState');
  }

  /** @param {object} state as getState() gives it */
  async setState(state) {
    this.#state = await this.#call('setState', state);
  }

  /** The tensors on the screen. */
  getData() {
    return this.#call('getData');
  }

  /** @param {string} [type] @param {object} [options] @returns {Promise<Blob>} */
  toBlob(type, options) {
    return this.#call('toBlob', type, options);
  }

  start() {
    return this.#call('start');
  }

  pause() {
    return this.#call('pause');
  }

  stop() {
    return this.#call('stop');
  }
}

if (globalThis.customElements && !customElements.get('poslab-embed'))
  customElements.define('poslab-embed', /** @type {any} */ (PoslabEmbed));
