// @ts-check
// The script of embed.html: one figure and nothing else, as its address says, `?figure=pe-heatmap&d-model=64`. It
// talks to the page around it only where `origin=` names that page's origin, and by a port (embed.js).
import elements from 'elements:all';
import {forgetScreen, onConnect, reportHeight, takeScheme} from './connect.js';
import {callOf} from './messages.js';

/** What a page may call, and how it is answered. @type {Record<string, (figure: any, ...args: any[]) => unknown>} */
const CALLS = {
  getState: (figure) => figure.getState(),
  setState: (figure, state) => figure.setState(state).then(() => figure.getState()),
  getData: (figure) => figure.data,
  toBlob: (figure, type, options) => figure.toBlob(type, options),
  start: (figure) => figure.start(),
  pause: (figure) => figure.pause(),
  stop: (figure) => figure.stop(),
};
const EVENTS = ['draw', 'change', 'progress', 'result', 'error'];

const sheet = new CSSStyleSheet();
sheet.replaceSync(
  ':root {color-scheme: light dark} body {margin: 0; padding: 8px; font: 1rem/1.5 system-ui, sans-serif}',
);
document.adoptedStyleSheets = [sheet];
takeScheme(null);
if (parent !== window) forgetScreen();
const parameters = new URLSearchParams(location.search);
const tag = parameters.get('figure') ?? '';

/** @returns {Promise<any>} the figure, in the page */
async function show() {
  const all = /** @type {Record<string, () => Promise<unknown>>} */ (elements);
  if (!Object.hasOwn(all, tag)) {
    document.body.textContent = `figure must be the tag of a figure, as "pe-heatmap", got "${tag}".`;
    return null;
  }
  await all[tag]();
  const Class = /** @type {any} */ (customElements.get(tag));
  if (!Class.presets) {
    document.body.textContent = `figure must be the tag of a figure, got "${tag}".`;
    return null;
  }
  const figure = document.createElement(tag);
  // names as HTML reads them: nPos is npos, of which the figure says what is wrong
  for (const [name, value] of parameters)
    if (Class.observedAttributes.includes(name.toLowerCase()) && !figure.hasAttribute(name))
      figure.setAttribute(name, value);
  document.body.replaceChildren(figure);
  return figure;
}

const shown = show();

/** @param {MessagePort} port @param {AbortSignal} signal of the end of this connection */
async function serve(port, signal) {
  const figure = await shown;
  if (signal.aborted) return;
  reportHeight(port, signal);
  takeScheme(port);
  if (!figure?.ready) {
    const message = document.body.textContent;
    if (!figure) port.postMessage({type: 'error', code: 'setting', message, directive: ''});
    port.start();
    return; // a diagram has no events
  }
  for (const type of EVENTS)
    figure.addEventListener(
      `poslab-${type}`,
      (/** @type {CustomEvent} */ {detail}) => port.postMessage({type, ...detail}),
      {signal},
    );
  port.onmessage = async ({data}) => {
    const called = callOf(data, Object.keys(CALLS));
    if (!called) return;
    const {id, call, args, problem} = called;
    try {
      if (problem) throw new TypeError(problem);
      const value = await CALLS[call](figure, ...args);
      port.postMessage({type: 'reply', id, value});
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      port.postMessage({type: 'reply', id, message});
    }
  };
  await figure.ready;
  const {version} = figure;
  port.postMessage({type: 'ready', tag, version, state: figure.getState()});
}

onConnect(serve);
