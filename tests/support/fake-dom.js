// As much of a document as controls and small parts of a page use: a tree of elements with attributes and events, without layout.
import {replaceGlobals} from './replace-globals.js';

/** @typedef {{type: string, target: FakeElement, preventDefault: () => void, isPrevented: boolean, [name: string]: any}} FakeEvent */

/** One part of a selector: a tag, classes, and attributes that are there, or have a value. */
const PART = /^([a-z-]*)((?:\.[\w-]+)*)((?:\[[\w-]+(?:="?[^"\]]*"?)?\])*)$/;

export class FakeElement {
  /** @type {(FakeElement | string)[]} */
  nodes = [];
  /** @type {FakeElement | null} */
  parentElement = null;
  /** @type {Map<string, string>} */
  #attributes = new Map();
  /** @type {Map<string, Set<(event: any) => void>>} */
  #listeners = new Map();
  /** @type {Map<string, Set<(event: any) => void>>} of those that hear an event on its way to its target */
  #capturing = new Map();
  tabIndex = -1;
  clientWidth = 0;
  clientHeight = 0;
  style = /** @type {any} */ ({
    setProperty(/** @type {string} */ name, /** @type {string} */ value) {
      this[name] = value;
    },
    removeProperty(/** @type {string} */ name) {
      delete this[name];
    },
  });
  value = '';
  min = '';
  max = '';
  step = '';
  checked = false;
  hidden = false;
  open = false;
  selectedIndex = 0;
  namespaceURI = 'http://www.w3.org/1999/xhtml';
  className = '';
  part = {add() {}};
  dataset = /** @type {Record<string, string>} */ ({});

  /** @param {string} localName @param {{active: FakeElement | null}} [page] */
  constructor(localName, page = {active: null}) {
    this.localName = localName;
    this.page = page;
  }

  get children() {
    return this.nodes.filter((node) => node instanceof FakeElement);
  }

  /** @returns {string} */
  get textContent() {
    return this.nodes.map((node) => (typeof node === 'string' ? node : node.textContent)).join('');
  }

  set textContent(text) {
    this.replaceChildren(...(text === '' ? [] : [text]));
  }

  get childElementCount() {
    return this.children.length;
  }

  get attributes() {
    return [...this.#attributes].map(([name, value]) => ({name, value}));
  }

  get id() {
    return this.getAttribute('id') ?? '';
  }

  set id(id) {
    this.setAttribute('id', id);
  }

  /** @param {string} name */
  getAttribute = (name) => this.#attributes.get(name) ?? null;

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.#attributes.set(name, String(value));
    if (name === 'class') this.className = String(value);
    if (name === 'name') this.name = String(value);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.#attributes.delete(name);
  }

  get parentNode() {
    return this.parentElement;
  }

  get firstElementChild() {
    return this.children[0] ?? null;
  }

  /** @param {string} name */
  hasAttribute = (name) => this.#attributes.has(name);

  /** @param {string} name @param {boolean} isOn */
  toggleAttribute(name, isOn) {
    if (isOn) this.setAttribute(name, '');
    else this.removeAttribute(name);
  }

  /** @param {(FakeElement | string)[]} nodes */
  append(...nodes) {
    for (const node of nodes) {
      if (node instanceof FakeElement) {
        node.remove();
        node.parentElement = this;
      }
      this.nodes.push(node);
    }
  }

  /** Of a list of options. @param {FakeElement} option */
  add(option) {
    this.append(option);
  }

  /** @param {(FakeElement | string)[]} nodes */
  replaceChildren(...nodes) {
    for (const child of this.children) child.parentElement = null;
    this.nodes = [];
    this.append(...nodes);
  }

  /** @param {FakeElement | undefined} other @returns {boolean} */
  isEqualNode(other) {
    const shallow = (/** @type {FakeElement} */ {localName, className, attributes, dataset}) =>
      JSON.stringify([localName, className, attributes, dataset]);
    return (
      other instanceof FakeElement &&
      shallow(this) === shallow(other) &&
      this.nodes.length === other.nodes.length &&
      this.nodes.every((node, k) => {
        const its = other.nodes[k];
        return node instanceof FakeElement
          ? node.isEqualNode(its instanceof FakeElement ? its : undefined)
          : node === its;
      })
    );
  }

  /** @param {(FakeElement | string)[]} nodes */
  prepend(...nodes) {
    this.append(...nodes, ...this.nodes);
  }

  /** Classes, which are words of `className`. */
  get classList() {
    const words = () => this.className.split(' ').filter(Boolean);
    const toggle = (/** @type {string} */ name, isOn = !words().includes(name)) => {
      const others = words().filter((word) => word !== name);
      this.className = (isOn ? [...others, name] : others).join(' ');
    };
    return {
      toggle,
      add: (/** @type {string[]} */ ...names) => {
        for (const name of names) toggle(name, true);
      },
      remove: (/** @type {string[]} */ ...names) => {
        for (const name of names) toggle(name, false);
      },
      contains: (/** @type {string} */ name) => words().includes(name),
    };
  }

  /** @param {string} tag */
  #made(tag) {
    const made = new FakeElement(tag, this.page);
    this.append(made);
    return made;
  }

  // of tables
  createCaption = () => this.#made('caption');
  createTHead = () => this.#made('thead');
  createTBody = () => this.#made('tbody');
  insertRow = () => this.#made('tr');

  setPointerCapture() {}
  dispatchEvent = (/** @type {Event} */ {type, ...more}) => !this.fire(type, more).isPrevented;
  getBoundingClientRect = () => ({left: 0, top: 0, width: this.clientWidth, height: this.clientHeight}); // biome-ignore format: a record

  /** @param {FakeElement} node @param {number} places behind this one */
  #insert(node, places) {
    node.remove();
    const siblings = this.parentElement?.nodes ?? [];
    siblings.splice(siblings.indexOf(this) + places, 0, node);
    node.parentElement = this.parentElement;
  }

  /** @param {FakeElement} node */
  before(node) {
    this.#insert(node, 0);
  }

  /** @param {FakeElement} node */
  after(node) {
    this.#insert(node, 1);
  }

  remove() {
    const siblings = this.parentElement?.nodes ?? [];
    if (siblings.includes(this)) siblings.splice(siblings.indexOf(this), 1);
    this.parentElement = null;
  }

  /** @param {FakeElement} node */
  replaceWith(node) {
    this.#insert(node, 1);
    this.remove();
  }

  /** @param {string} selector parts between commas */
  matches(selector) {
    if (selector === ':focus-within') return this.contains(this.page.active);
    return selector.split(',').some((part) => {
      const [, tag, classes, attributes] = PART.exec(part.trim()) ?? [];
      if (tag === undefined) throw new Error(`the selector ${part} is not known here`);
      const own = this.className.split(' ');
      return (
        (tag === '' || tag === this.localName) &&
        (classes.match(/[\w-]+/g) ?? []).every((name) => own.includes(name)) &&
        [...attributes.matchAll(/\[([\w-]+)(?:="?([^"\]]*)"?)?\]/g)].every(
          ([, name, value]) =>
            this.#attributes.has(name) &&
            (value === undefined || this.#attributes.get(name) === value),
        )
      );
    });
  }

  /** @param {string} selector @returns {FakeElement[]} */
  querySelectorAll(selector) {
    return this.children.flatMap((child) => [
      ...(child.matches(selector) ? [child] : []),
      ...child.querySelectorAll(selector),
    ]);
  }

  /** @param {string} selector @returns {FakeElement | null} */
  querySelector = (selector) => this.querySelectorAll(selector)[0] ?? null;

  /** @param {string} selector @returns {FakeElement | null} */
  closest(selector) {
    return this.matches(selector) ? this : (this.parentElement?.closest(selector) ?? null);
  }

  /** @param {FakeElement | null} node */
  contains(node) {
    for (let at = node; at; at = at.parentElement) if (at === this) return true;
    return false;
  }

  /** @param {string} type @param {(event: any) => void} listener @param {{signal?: AbortSignal, capture?: boolean}} [options] */
  addEventListener(type, listener, {signal, capture = false} = {}) {
    const kept = capture ? this.#capturing : this.#listeners;
    const all = kept.get(type) ?? new Set();
    kept.set(type, all.add(listener));
    signal?.addEventListener('abort', () => all.delete(listener));
  }

  /**
   * Sends an event to this element and those around it.
   *
   * @param {string} type
   * @param {Record<string, any>} [more]
   * @returns {FakeEvent}
   */
  fire(type, more = {}) {
    const event = {
      type,
      target: this,
      isPrevented: false,
      isStopped: false,
      preventDefault: () => (event.isPrevented = true),
      stopPropagation: () => (event.isStopped = true),
      ...more,
    };
    /** @type {FakeElement[]} */
    const path = [];
    for (let at = /** @type {FakeElement | null} */ (this); at; at = at.parentElement)
      path.push(at);
    const ways = [
      ...path.toReversed().map((at) => at.#capturing),
      ...path.map((at) => at.#listeners),
    ];
    for (const listeners of ways) {
      if (event.isStopped) break;
      for (const listener of [...(listeners.get(type) ?? [])]) listener(event);
    }
    return event;
  }

  /** To this element alone: an event that was made elsewhere. @param {Event} event */
  send(event) {
    for (const listener of this.#listeners.get(event.type) ?? []) listener(event);
  }

  click() {
    this.fire('click');
  }

  focus() {
    this.page.active = this;
  }
}

/** Puts a document of such elements in place of the globals until the test is over. @param {import('node:test').TestContext} t */
export function fakeDom(t) {
  const page = {active: /** @type {FakeElement | null} */ (null)};
  const body = new FakeElement('body', page);
  const create = (/** @type {string} */ tag) => new FakeElement(tag, page);
  const document = {
    body,
    documentElement: Object.assign(create('html'), {lang: 'en'}),
    createElement: create,
    createElementNS: (/** @type {string} */ namespaceURI, /** @type {string} */ tag) =>
      Object.assign(create(tag), {namespaceURI}),
    querySelector: (/** @type {string} */ selector) => body.querySelector(selector),
    querySelectorAll: (/** @type {string} */ selector) => body.querySelectorAll(selector),
    getElementById: (/** @type {string} */ id) =>
      body.querySelectorAll('[id]').find((one) => one.id === id) ?? null,
    addEventListener: body.addEventListener.bind(body),
  };
  /** @type {{observed: Set<FakeElement>, call: () => void}[]} */
  const observers = [];
  class Option extends FakeElement {
    constructor(/** @type {string} */ text, value = text) {
      super('option', page);
      this.append(text);
      this.value = value;
    }
  }
  class ResizeObserver {
    observed = new Set();
    constructor(/** @type {() => void} */ call) {
      this.call = call;
      observers.push(this);
    }
    observe(/** @type {FakeElement} */ element) {
      this.observed.add(element);
    }
    disconnect() {
      this.observed.clear();
    }
  }
  class CSSStyleSheet {
    replaceSync() {}
  }
  const getComputedStyle = () => ({fontSize: '16px'});
  const globals = {document, Node: FakeElement, HTMLElement: FakeElement, HTMLInputElement: FakeElement, Option, CSSStyleSheet, ResizeObserver, getComputedStyle}; // biome-ignore format: a list
  replaceGlobals(t, globals);
  return {body, page, observers};
}
