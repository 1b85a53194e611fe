// @ts-check
// A figure as a widget of notebooks: a module in the form that anywidget loads (AFM, https://anywidget.dev/en/afm/).
//
// Traits that are read: `figure` (a tag), `lab` (the address of this folder, where the module was moved), `preset`, `fault`,
// `settings` (a dict, names as in Python: d_model). The reader's changes are written back to the last three, numbers as
// numbers. Written only, where the widget has them: `meters`, `data` (name, shape, dtype and bytes of each tensor),
// `result` (of a training), `version`.

/** @typedef {{get: (name: string) => any, set: (name: string, value: any) => void, save_changes: () => void,
 *   on: (event: string, listener: () => void) => void, off: (event: string, listener: () => void) => void}} Model */

/** By a name of its own: a bundler would look for a file that `new URL(name, import.meta.url)` names. */
const HERE = import.meta.url;
const TAG = /^[a-z]+(-[a-z0-9]+)+$/;
const STATE = ['preset', 'fault', 'settings'];

/** @param {string} name d_model or d-model @returns {string} dModel */
const camel = (name) => name.replace(/[_-](\w)/g, (_, letter) => letter.toUpperCase());
/** @param {string} name dModel @returns {string} d_model */
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param {Record<string, any>} record @param {(name: string) => string} rename */
const renamed = (record, rename) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [rename(name), value]));

/** Tensors as a message of Jupyter can carry them: their bytes, without a detour by text. @param {any} figure */
const tensorsOf = (figure) =>
  figure.data.map((/** @type {any} */ {name, shape, data, columns}) => ({
    name,
    shape,
    columns: columns ?? null,
    dtype: data instanceof Float32Array ? 'float32' : 'float64',
    data: new DataView(data.buffer, data.byteOffset, data.byteLength),
  }));

/** @param {{model: Model, el: HTMLElement}} cell */
async function render({model, el}) {
  const tag = model.get('figure');
  if (typeof tag !== 'string' || !TAG.test(tag))
    throw new TypeError(
      `figure must be the tag of a figure, as "pe-heatmap", got ${JSON.stringify(tag)}.`,
    );
  const lab = model.get('lab') || new URL('.', HERE).href;
  await import(new URL(`${tag}.js`, lab).href);
  const figure = /** @type {any} */ (document.createElement(tag));
  let written = '';
  const given = () => JSON.stringify(STATE.map((name) => model.get(name) ?? null));
  const read = () => {
    if (given() === written) return; // what it has written itself
    const preset = model.get('preset') ?? '';
    const fault = model.get('fault') ?? '';
    figure.setState({preset, fault, settings: renamed(model.get('settings') ?? {}, camel)});
  };
  /** @param {Record<string, any>} values those of traits that the widget has */
  const write = (values) => {
    for (const [name, value] of Object.entries(values))
      if (model.get(name) !== undefined) model.set(name, value);
    written = given();
    model.save_changes();
  };
  figure.addEventListener('poslab-change', () => {
    const {preset, fault, settings} = figure.getState();
    write({preset, fault, settings: renamed(settings, snake)});
  });
  figure.addEventListener('poslab-draw', () => {
    if (!figure.isLive) write({meters: figure.meters, data: tensorsOf(figure)});
  });
  figure.addEventListener('poslab-result', (/** @type {CustomEvent} */ {detail}) => {
    write({result: detail, data: tensorsOf(figure)});
  });
  figure.addEventListener('poslab-ready', () => write({version: figure.version}));
  read();
  for (const name of STATE) model.on(`change:${name}`, read);
  el.append(figure);
  return () => {
    for (const name of STATE) model.off(`change:${name}`, read);
    figure.remove();
  };
}

export default {render};
