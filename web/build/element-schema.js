// @ts-check
// What a page can use of a figure, as one record: of it are made custom-elements.json, elements.d.ts, the data for
// editors (html-custom-data.json), and the page elements.html. The settings are the figures' own declarations.
// tests/browser/element-api.test.js holds that the elements have exactly what is written here.
import {readFileSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

import {TYPES} from '../figures/frame/exports.js';
import {REGIONS} from '../figures/frame/regions.js';
import {attributeOf, expectation} from '../figures/frame/settings.js';
import {figureTags} from './bundle.js';
import {CARD, CARD_TAG, cardEditorData, cardModule, cardTypes} from './card-schema.js';
import {loadFigure} from './figure-classes.js';
import {escapeHtml} from './html.js';
import {OUTPUTS} from './outputs.js';
import {DIST, ROOT} from './paths.js';

/** @import {Setting} from '../figures/frame/settings.js' */

/**
 * @typedef {{name: string, property: string, type: string, default: string, description: string,
 *   brief?: string}} Attribute brief: for tools that know the values by the type
 * @typedef {{tag: string, className: string, title: string, trains: boolean, settings: Attribute[],
 *   presets: Record<string, string>, faults: Record<string, string>}} Element
 */

const VERSION = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).version;
const STATE =
  '{figure: string, version: string, preset: string, fault: string, settings: Settings}';

/** @param {string} name @param {string} type @param {string} fallback @param {string} description */
const host = (name, type, fallback, description) => {
  const property = name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  return {name, property, type, default: fallback, description};
};

/** The class of all figures, and the module that it is described under. */
const BASE = 'PoslabFigure';
export const BASE_FILE = 'elements.js';

/** What every figure has, beside its settings. */
export const COMMON = {
  attributes: [
    host('controls', 'string', 'all', 'the settings that the reader is offered: all, none, or attributes, preset and fault too'),
    host('locked', 'string', 'none', 'the settings that the reader sees and cannot change: all, none, or attributes'),
    host('hide', 'string', '', `regions that are not shown: ${REGIONS.join(', ')}`),
    host('caption', 'string', '', 'a title in place of the preset’s'),
    host('theme', "'auto' | 'light' | 'dark'", 'auto', 'its colours; auto: those of the page around, also when they change'),
    host('loading', "'lazy' | 'eager'", 'lazy', 'eager: it draws before it comes near the viewport'),
    host('base-url', 'string', '', 'the address of lab/, where its scripts were moved; all figures of the page load from there'),
  ], // biome-ignore format: a table
  properties: [
    {name: 'value', type: STATE, isReadonly: false, description: 'what getState() gives; setting it is setState()'},
    {name: 'data', type: 'NamedTensor[]', isReadonly: true, description: 'the tensors on the screen, copied: {name, shape, data, columns?}'},
    {name: 'meters', type: 'Meter[]', isReadonly: true, description: 'the laws: {name, label, value, relation, limit, holds}'},
    {name: 'version', type: 'string', isReadonly: true, description: 'of poslab'},
    {name: 'ready', type: 'Promise<void>', isReadonly: true, description: 'fulfilled when it has drawn for the first time'},
    {name: 'updateComplete', type: 'Promise<void>', isReadonly: true, description: 'fulfilled when what it shows is of its present settings'},
  ], // biome-ignore format: a table
  methods: [
    {name: 'toBlob', parameters: "type?: BlobType, options?: {panel?: number, scale?: number}", returns: 'Promise<Blob>', description: `a file: ${Object.keys(TYPES).join(', ')}`},
    {name: 'getState', parameters: '', returns: STATE, description: 'preset, fault and every setting, as JSON'},
    {name: 'setState', parameters: `state: Partial<${STATE}>`, returns: 'Promise<void>', description: 'shows what getState() gave; fulfilled when it is drawn'},
    {name: 'link', parameters: '', returns: 'Promise<string>', description: 'the address that shows it as it is now; empty for a figure of the npm package without base-url'},
    {name: 'start', parameters: '', returns: 'void', description: 'begins to train, or to play'},
    {name: 'pause', parameters: '', returns: 'void', description: 'what has begun can go on'},
    {name: 'stop', parameters: '', returns: 'void', description: 'ends it'},
  ], // biome-ignore format: a table
  events: [
    {name: 'poslab-ready', detail: '{tag: string, version: string}', description: 'it has drawn for the first time'},
    {name: 'poslab-draw', detail: '{meters: Meter[]}', description: 'it has drawn'},
    {name: 'poslab-change', detail: `{attributes: Record<string, string>, figure: string, version: string, preset: string, fault: string, settings: Settings}`, description: 'the reader has changed a setting; setting attributes tells nothing'},
    {name: 'poslab-progress', detail: '{condition: string, fraction: number}', description: 'how far its training has come'},
    {name: 'poslab-result', detail: '{runs: {name: string, steps: number, loss: number | null, evaluations: unknown[]}[]}', description: 'its training is done'},
    {name: 'poslab-error', detail: '{code: ErrorCode, message: string, directive: string}', description: 'what it says to the reader, with a code; directive: what a policy must have'},
    {name: 'change', detail: '{attributes: Record<string, string>}', description: 'as poslab-change; does not bubble'},
    {name: 'input', detail: 'undefined', description: 'the same for Observable, which then reads value; does not bubble'},
  ], // biome-ignore format: a table
  codes: {
    setting: 'an attribute has a value that it cannot have; the default is used',
    compute: 'these settings together have no picture; the last one stays',
    network: 'a file did not come',
    damaged: 'the core is damaged or incomplete',
    version: 'scripts and core are of two versions',
    cors: 'the server of lab/ does not send Access-Control-Allow-Origin',
    'csp-wasm': "the page’s policy has no 'wasm-unsafe-eval' in script-src",
    'csp-connect': 'the page’s policy has no address of lab/ in connect-src',
    'csp-script': 'the page’s policy has no address of lab/ in script-src',
    'csp-worker': 'the page’s policy has no blob: in worker-src',
    run: 'a run has failed',
    internal: 'anything else: please report it',
  },
  parts: ['figure', 'title', 'tools', 'controls', 'control', 'picture', 'panels', 'scale', 'legend', 'readout', 'meters', 'note', 'faults', 'notice', 'table', 'transport'], // biome-ignore format: a list
  css: ['ink', 'muted', 'grid', 'paper', 'accent', 'bad', 'good', 'misses', 'sans'].map((name) => `--poslab-${name}`), // biome-ignore format: a list
};

/** @param {Setting} setting @returns {string} the property's type in TypeScript */
function typeOf(setting) {
  const words = (/** @type {Record<string, string>} */ options) =>
    Object.keys(options)
      .map((one) => `'${one}'`)
      .join(' | ');
  switch (setting.type) {
    case 'int':
    case 'number':
      return 'number';
    case 'choice':
      return words(setting.options);
    case 'set':
      return `(${words(setting.options)})[]`;
    case 'flag':
      return 'boolean';
    case 'list':
      return 'number[]';
    case 'text':
      return 'string';
  }
}

/** What tools say of a setting beside its type, which names the values. @param {Setting} setting */
function briefOf(setting) {
  if (setting.type === 'choice') return setting.label;
  if (setting.type === 'set') return `${setting.label}, separated by commas`;
  return `${setting.label}: ${expectation(setting)}`;
}

/** @returns {Promise<Element[]>} every figure, sorted by tag */
export async function readElements() {
  const classes = await Promise.all(figureTags().map(loadFigure));
  return classes.map((Class) => {
    const settings = /** @type {Record<string, Setting>} */ (Class.settings ?? {});
    const labels = (/** @type {Record<string, any>} */ all, /** @type {string} */ key) =>
      Object.fromEntries(Object.entries(all ?? {}).map(([name, one]) => [name, one[key] ?? name]));
    const presets = labels(Class.presets, 'title');
    return {
      tag: Class.tag,
      className: Class.name,
      title: Object.values(presets)[0] ?? '',
      trains: 'runs' in Class,
      settings: Object.entries(settings).map(([name, setting]) => ({
        name: attributeOf(name),
        property: name,
        type: typeOf(setting),
        default: String(setting.default),
        description: `${setting.label}: ${expectation(setting)}`,
        brief: briefOf(setting),
      })),
      presets,
      faults: labels(Class.faults, 'label'),
    };
  });
}

/** @param {Record<string, string>} names */
const union = (names) =>
  Object.keys(names)
    .map((name) => `'${name}'`)
    .join(' | ') || "''";

/** The two attributes that pick a state by name. @param {Element} element @returns {Attribute[]} */
const stateAttributes = ({presets, faults}) => [
  host('preset', union(presets), Object.keys(presets)[0] ?? '', 'one of its pictures'),
  host('fault', `'' | ${union(faults)}`, '', 'a known bug, switched on'),
];

/** Whether it has settings, events and the rest: not the diagrams. @param {Element} element */
const isFigure = ({tag}) => tag !== 'pe-diagram';

/** @param {Element} element @returns {Attribute[]} */
const attributesOf = (element) =>
  isFigure(element)
    ? [...stateAttributes(element), ...element.settings, ...COMMON.attributes]
    : stateAttributes(element).slice(0, 1);

/** custom-elements.json, schema 2.1.0. @param {readonly Element[]} elements */
export function manifestOf(elements) {
  const modules = elements.map((element) => {
    const {tag, className, title} = element;
    const file = `${tag}.js`;
    const attributes = attributesOf(element).map(({name, property, type, ...rest}) => ({
      name,
      fieldName: property,
      type: {text: type},
      default: rest.default,
      description: rest.brief ?? rest.description,
    }));
    // described once, as the attribute: every byte is in the package
    const fields = attributesOf(element).map(({name, property, type}) => ({
      kind: 'field',
      name: property,
      attribute: name,
      type: {text: type},
    }));
    const own = isFigure(element);
    const declaration = {
      kind: 'class',
      customElement: true,
      tagName: tag,
      name: className,
      summary: title,
      superclass: own ? {name: BASE, module: BASE_FILE} : {name: 'HTMLElement'},
      attributes,
      members: fields,
      events: (own ? COMMON.events : []).map(({name, detail, description}) => ({
        name,
        type: {text: name === 'input' ? 'Event' : `CustomEvent<${detail}>`},
        description,
      })),
      cssParts: (own ? COMMON.parts : []).map((name) => ({name})),
      cssProperties: COMMON.css.map((name) => ({name})),
      slots: [{name: '', description: 'shown until it is drawn, and where it cannot be'}],
    };
    return {
      kind: 'javascript-module',
      path: file,
      declarations: [declaration],
      exports: [
        {
          kind: 'custom-element-definition',
          name: tag,
          declaration: {name: className, module: file},
        },
      ],
    };
  });
  return {schemaVersion: '2.1.0', readme: '', modules: [baseModule(), ...modules, cardModule()]};
}

/** The class of all figures, whose properties and methods a tool finds by `superclass`. */
function baseModule() {
  const members = [
    ...COMMON.properties.map(({name, type, isReadonly, description}) => ({kind: 'field', name, type: {text: type}, readonly: isReadonly, description})),
    ...COMMON.methods.map(({name, parameters, returns, description}) => ({kind: 'method', name, return: {type: {text: returns}}, description: `${name}(${parameters}): ${description}`})),
  ]; // biome-ignore format: a table
  const declaration = {kind: 'class', name: BASE, superclass: {name: 'HTMLElement'}, members};
  return {kind: 'javascript-module', path: BASE_FILE, declarations: [declaration], exports: []};
}

/** A type in which a state is named, with the settings of the figure that has it. @param {string} type */
const ofThis = (type) => type.replace(STATE, 'State<SettingsOf<this>>');

/** What an element that fires events of figures declares. @param {string} events the type that has them by name */
export const listenerTypes = (events) =>
  `  addEventListener<K extends keyof PoslabEvents>(type: K, listener: (event: ${events}[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;`;

/** elements.d.ts: the types of the elements and of their events. @param {readonly Element[]} elements */
export function typesOf(elements) {
  const field = (/** @type {Attribute} */ {property, type, description, brief = description}) =>
    `  /** ${brief} */\n  ${property}: ${type};`;
  const figures = elements.filter(isFigure);
  const one = (/** @type {Element} */ element) => {
    const own = [...stateAttributes(element), ...element.settings];
    return `/** ${element.title} */\nexport interface ${element.className} extends PoslabFigure {\n${own.map(field).join('\n')}\n}`;
  };
  return `// poslab ${VERSION}; made by the build from the figures' own declarations.
export type Settings = Record<string, number | string | boolean | readonly (number | string)[]>;
export interface NamedTensor { name: string; shape: number[]; data: Float32Array | Float64Array; columns?: string[] }
export interface Meter { name: string; label: string; value: number; relation: '≤' | '≥'; limit: number; holds: boolean }
export type BlobType = ${union(/** @type {any} */ (TYPES))};
export type ErrorCode = ${union(COMMON.codes)};
/** The class of an element; define() registers it. */
export interface ElementClass<E extends HTMLElement> { new (): E; readonly tag: string; define(registry?: CustomElementRegistry): void }
/** The settings of a figure, each with the type of its property. */
export type SettingsOf<F> = Omit<F, keyof PoslabFigure | 'preset' | 'fault'>;
export interface State<S = Settings> ${STATE.replace(': Settings', ': S')}
export interface PoslabEvents<S = Settings> {
${COMMON.events
  .filter(({name}) => name.startsWith('poslab-'))
  .map(
    ({name, detail, description}) =>
      `  /** ${description} */\n  '${name}': CustomEvent<${detail.replace(': Settings', ': S')}>;`,
  )
  .join('\n')}
}
export interface PoslabFigure extends HTMLElement {
${COMMON.attributes.map(field).join('\n')}
${COMMON.properties.map(({name, type, isReadonly, description}) => `  /** ${description} */\n  ${isReadonly ? 'readonly ' : ''}${name}: ${ofThis(type)};`).join('\n')}
${COMMON.methods.map(({name, parameters, returns, description}) => `  /** ${description} */\n  ${name}(${parameters.replace(STATE, 'State<Partial<SettingsOf<this>>>')}): ${ofThis(returns)};`).join('\n')}
${listenerTypes('PoslabEvents<SettingsOf<this>>')}
}
${figures.map(one).join('\n')}
${cardTypes()}declare global {
  interface HTMLElementTagNameMap {
${figures.map(({tag, className}) => `    '${tag}': ${className};`).join('\n')}
    '${CARD_TAG}': PoslabExerciseCard;
  }
}
`;
}

/** The data that VS Code reads (html.customData). @param {readonly Element[]} elements */
export function editorDataOf(elements) {
  const values = (/** @type {string} */ type) =>
    /^'.*'$/.test(type) ? type.split(' | ').map((name) => ({name: name.slice(1, -1)})) : undefined;
  return {
    version: 1.1,
    tags: elements
      .map((element) => ({
        name: element.tag,
        description: element.title,
        attributes: attributesOf(element).map(({name, type, description, brief = description}) => ({
          name,
          description: values(type) ? brief : description,
          ...(values(type) ? {values: values(type)} : {}),
        })),
      }))
      .concat(cardEditorData()),
  };
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
const table = (head, rows) =>
  `<table><thead><tr>${head.map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead><tbody>\n${rows
    .map(
      ([first, ...rest]) =>
        `<tr><th scope="row"><code>${escapeHtml(first)}</code></th>${rest.map((one) => `<td>${escapeHtml(one)}</td>`).join('')}</tr>`,
    )
    .join('\n')}\n</tbody></table>`;

/** @param {Element} element */
function elementHtml(element) {
  const id = `element-${element.tag}`;
  const settings = element.settings.map(({name, property, description, ...rest}) => [
    name,
    property,
    description,
    rest.default,
  ]);
  const faults = Object.entries(element.faults);
  return `<section class="module" aria-labelledby="${id}"><h3 id="${id}"><code>&lt;${element.tag}&gt;</code></h3>
<p>${escapeHtml(element.title)}.${element.trains ? ' It trains: <code>start()</code>, then <code>poslab-result</code>.' : ''}</p>
${table(['preset', 'shows'], Object.entries(element.presets))}
${settings.length > 0 ? table(['attribute', 'property', 'value', 'default'], settings) : ''}
${faults.length > 0 ? table(['fault', 'what is broken'], faults) : ''}</section>`;
}

/** @param {readonly Element[]} elements @returns {string} the page's content, in HTML */
export function elementsHtml(elements) {
  const links = elements.map(({tag}) => `<li><a href="#element-${tag}">${tag}</a></li>`);
  const rows = (/** @type {readonly any[]} */ list, /** @type {string[]} */ ...keys) =>
    list.map((one) => keys.map((key) => one[key]));
  return `<header class="chapter-head"><p class="kicker">poslab</p>
<h1>Elements</h1>
<p class="lede">Each figure is an element of HTML. This page is made from the figures’ own declarations, as are <a href="lab/custom-elements.json">custom-elements.json</a>, <a href="lab/elements.d.ts">elements.d.ts</a> and <a href="lab/html-custom-data.json">html-custom-data.json</a> for VS Code.</p></header>
<section class="idea reference" aria-labelledby="every-figure"><div class="prose"><h2 id="every-figure">Every figure</h2>
<p><a href="your-site.html">Put it in your site</a> has a recipe for each kind of site. Every setting is an attribute in kebab-case and a property in camelCase. A value that a setting cannot have is said in the figure, and by <code>poslab-error</code>; the default is used.</p>
${table(['attribute', 'property', 'what it does', 'default'], rows(COMMON.attributes, 'name', 'property', 'description', 'default'))}
${table(['property', 'what it is'], rows(COMMON.properties, 'name', 'description'))}
${table(
  ['method', 'what it does'],
  COMMON.methods.map(({name, description}) => [`${name}()`, description]),
)}
${table(['event', 'detail', 'when'], rows(COMMON.events, 'name', 'detail', 'description'))}
<h3 id="error-codes">Codes of <code>poslab-error</code></h3>
${table(['code', 'what it means'], Object.entries(COMMON.codes))}
<h3 id="parts">Style</h3>
<p>Each of these is a <code>::part()</code>: ${COMMON.parts.map((name) => `<code>${name}</code>`).join(', ')}. These properties are read where the page sets them: ${COMMON.css.map((name) => `<code>${name}</code>`).join(', ')}.</p></div></section>
<section class="idea reference" aria-labelledby="other-ways"><div class="prose"><h2 id="other-ways">A frame, a notebook, a file</h2>
<p><code>embed.html?figure=pe-heatmap&amp;d-model=64</code> is one figure and nothing else. <code>lab/embed.js</code> has <code>&lt;poslab-embed figure="pe-heatmap" d-model="64"&gt;</code>, a frame of that page which is as high as its figure and has its events, <code>value</code>, <code>getState()</code>, <code>setState()</code>, <code>getData()</code>, <code>toBlob()</code>, <code>start()</code>, <code>pause()</code> and <code>stop()</code>. The two talk by a port, and only where the frame’s address names the page’s exact origin. <code>lab/widget.js</code> is a module for anywidget, with the traits <code>figure</code>, <code>preset</code>, <code>fault</code> and <code>settings</code>, and <code>meters</code>, <code>data</code>, <code>result</code> and <code>version</code> to be read. In Observable, a figure is a view whose value is its state.</p>
<p>The Share menu of each figure saves it as ${Object.values(TYPES)
    .map(({ending}) => ending.toUpperCase())
    .join(
      ', ',
    )}. Each file but a single NPY, which has no room for it, says figure, settings and version.</p>
<h3 id="outputs">The files of the four documents</h3>
${table(
  ['file', 'figure', 'preset', 'saved here as'],
  OUTPUTS.map(({files, figure, preset, kinds}) => [files, figure, preset, kinds]),
)}</div></section>
<section class="idea reference" aria-labelledby="exercise-card"><div class="prose"><h2 id="exercise-card"><code>&lt;${CARD_TAG}&gt;</code></h2>
<p>${CARD.title}. Its script is <code>lab/${CARD_TAG}.js</code>, or <code>poslab-python</code> of npm.</p>
${table(['attribute', 'what it does'], rows(CARD.attributes, 'name', 'description'))}
${table(['property', 'what it is'], rows(CARD.properties, 'name', 'description'))}
${table(['method', 'what it does'], rows(CARD.methods, 'name', 'description'))}
${table(['event', 'detail', 'when'], rows(CARD.events, 'name', 'detail', 'description'))}</div></section>
<section class="idea reference" aria-labelledby="each-figure"><div class="prose"><h2 id="each-figure">Each figure</h2>
<ul class="modules">${links.join('\n')}</ul>
${elements.map(elementHtml).join('\n')}</div></section>`;
}

/** Writes the three files for tools. */
async function write() {
  const elements = await readElements();
  const lab = path.join(DIST, 'lab');
  await mkdir(lab, {recursive: true});
  const json = (/** @type {object} */ value) => `${JSON.stringify(value, null, 1)}\n`;
  await writeFile(
    path.join(lab, 'custom-elements.json'),
    json({...manifestOf(elements), readme: `poslab ${VERSION}`}),
  );
  await writeFile(path.join(lab, 'elements.d.ts'), typesOf(elements));
  await writeFile(path.join(lab, 'html-custom-data.json'), json(editorDataOf(elements)));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await write();
