// @ts-check
// What a figure's Share button opens: links, code, pictures and numbers of the figure as it is now.
import {adoptStyle, button, html, t} from '../../dom.js';
import {saveFile} from '../../save-file.js';
import css from '../../style/share.css';
import {bibtexOf, citationOf} from './citation.js';
import {TYPES, toBlob} from './exports.js';
import {hasMotion} from './motion.js';
import {provenanceText} from './numbers-file.js';
import {hasPicture} from './picture.js';

/** @import {Figure} from './figure.js' */

/** The attributes that set a figure, as they are now. @param {Figure} figure @returns {Record<string, string>} */
export function attributesOf(figure) {
  const names = /** @type {typeof Figure} */ (figure.constructor).stateAttributes;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = figure.getAttribute(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/**
 * The address of the figure in its present state, which only the page knows; '' on one that keeps no states.
 *
 * @param {Figure} figure
 */
export function addressOf(figure) {
  const detail = {attributes: attributesOf(figure), url: ''};
  figure.dispatchEvent(new CustomEvent('address', {detail, bubbles: true, composed: true}));
  return detail.url;
}

/**
 * The build of the npm package says so (web/build/package.js): a bundler moves its scripts, and there is no site beside them.
 */
const IS_PACKAGE = /** @type {any} */ (globalThis).POSLAB_IS_PACKAGE === true;
/** By a name of its own: a bundler would look for a file that `new URL(name, import.meta.url)` names. */
const HERE = import.meta.url;

/**
 * Where the scripts of the lab are, with a slash at its end.
 *
 * @param {Figure} figure
 * @returns {URL | null} null: on no site that is known
 */
function labOf(figure) {
  const given = figure.getAttribute('base-url');
  if (given) return new URL(given.replace(/\/?$/, '/'), document.baseURI);
  if (IS_PACKAGE) return null;
  const scripts = new URL('.', HERE);
  // a site that was deployed has a folder for each version, beside lab/, which is the address that stays
  return /\/lab-[^/]+\/$/.test(scripts.pathname) ? new URL('../lab/', scripts) : scripts;
}

/** The address of the figure alone, as it is now, in a page of its own; '' where there is no site. @param {Figure} figure */
export function embedAddress(figure) {
  const lab = labOf(figure);
  if (!lab) return '';
  const url = new URL('../embed.html', lab);
  url.searchParams.set('figure', figure.localName);
  for (const [name, value] of Object.entries(attributesOf(figure)))
    url.searchParams.set(name, value);
  return url.href;
}

/** The address that shows it as it is now: in this page, or alone; '' where neither is there. @param {Figure} figure */
export const linkOf = (figure) => addressOf(figure) || embedAddress(figure);

/** @param {Figure} figure */
const titleOf = (figure) => figure.shadowRoot?.querySelector('.title')?.textContent ?? '';

/** The figure as a frame, for pages that run no other site's scripts. @param {Figure} figure */
export const iframeCode = (figure) =>
  `<iframe src="${escaped(embedAddress(figure))}" title="${escaped(titleOf(figure))}" width="100%" ` +
  `height="${figure.offsetHeight + 16}" loading="lazy" allow="fullscreen; clipboard-write"></iframe>\n`;

/** What names it in a text: its own address, or that of its page. @param {Figure} figure */
const placeOf = (figure) => linkOf(figure) || location.href;

/** Its title as a link, with its settings. @param {Figure} figure */
export const markdownCode = (figure) =>
  `[${titleOf(figure).replace(/[[\]\\]/g, '\\$&')}](${placeOf(figure).replaceAll('(', '%28').replaceAll(')', '%29')}) (${provenanceText(figure)})\n`;

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * What shows the figure on any page: its script, beside this one, and its element. Of the npm package: what a project imports.
 *
 * @param {Figure} figure
 */
export function embedCode(figure) {
  const tag = figure.localName;
  const given = Object.entries(attributesOf(figure));
  const attributes = given.map(([name, value]) => ` ${name}="${escaped(value)}"`);
  // the words inside are those of the preset; its title says that something is changed, or broken
  const isPreset = given.every(([name]) => name === 'preset');
  const words = isPreset ? figure.innerHTML.trim() : escaped(titleOf(figure));
  const lab = labOf(figure);
  const script = lab
    ? `<script type="module" src="${new URL(`${tag}.js`, lab)}"></script>`
    : `<script type="module">import ${JSON.stringify(`poslab/register/${tag}`)};</script>`;
  return `${script}\n` + `<${tag}${attributes.join('')}>${words}</${tag}>\n`;
}

/** @param {Figure} figure @param {(text: string) => void} say */
function entries(figure, say) {
  const name = `poslab-${[figure.presetName || figure.localName, figure.faultName].filter(Boolean).join('-')}`;
  const copy = (/** @type {string} */ what, /** @type {string} */ text) => async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(t('{what} copied.', {what}));
    } catch {
      say(t('This browser does not allow copying. {what}: {text}', {what, text}));
    }
  };
  const save = (/** @type {string} */ type, of = '', panel = 0, at = '') => {
    const file = `${name}.${at}${TYPES[type].ending}`;
    const make = async () => {
      try {
        if (type === 'image/gif') say(t('Drawing every frame …'));
        saveFile(file, await toBlob(figure, type, {panel}));
        say(t('{file} saved.', {file}));
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
      }
    };
    return button(t('Save {what}', {what: TYPES[type].name + of}), make, TYPES[type].ending);
  };
  const each = (/** @type {string} */ type, /** @type {readonly string[]} */ names) =>
    names.map((one, k) =>
      names.length > 1
        ? save(type, `: ${one || t('panel {n}', {n: k + 1})}`, k, `${k + 1}.`)
        : save(type),
    );
  const url = addressOf(figure);
  const list = [];
  if (url) list.push(button(t('Copy link'), copy(t('Link'), url), 'link'));
  const link = placeOf(figure);
  list.push(button(t('Copy code to embed it'), copy(t('Code'), embedCode(figure)), 'embed'));
  if (labOf(figure))
    list.push(
      button(t('Copy code of a frame (iframe)'), copy(t('Frame'), iframeCode(figure)), 'iframe'),
    );
  list.push(
    button(t('Copy Markdown'), copy('Markdown', markdownCode(figure)), 'markdown'),
    button(t('Cite this figure (BibTeX)'), copy('BibTeX', bibtexOf(figure, link)), 'bibtex'),
    button(t('Cite this figure (text)'), copy(t('Citation'), citationOf(figure, link)), 'cite'),
  );
  if (hasPicture(figure)) list.push(save('image/png'), save('image/svg+xml'));
  if (hasPicture(figure) && hasMotion(figure)) list.push(save('image/gif'));
  list.push(...each('text/csv', figure.tables.map(({title}) => title))); // biome-ignore format: one thought
  list.push(save('application/json'));
  list.push(...each('application/x-npy', figure.data.map(({name}) => name))); // biome-ignore format: one thought
  if (figure.data.length > 1) list.push(save('application/x-npz'));
  return list;
}

/** Opens the menu under its button, or closes it. @param {Figure} figure @param {HTMLElement} opener */
export function toggleShareMenu(figure, opener) {
  const place = /** @type {HTMLElement} */ (opener.parentElement);
  const before = place.querySelector('.share-menu');
  if (before) {
    close(before, opener);
    return opener.focus();
  }
  const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
  adoptStyle(root, css);
  const said = html('p', 'said', {role: 'status'});
  const list = entries(figure, (text) => {
    said.textContent = text;
  });
  const menu = html('div', 'share-menu', {role: 'group', 'aria-label': t('Share this figure')});
  menu.append(...list, said);
  opener.after(menu);
  opener.setAttribute('aria-expanded', 'true');
  list[0].focus();
  menu.addEventListener('keydown', (event) => {
    event.stopPropagation(); // a digit here is not a fault
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (event.key === 'Escape') {
      close(menu, opener);
      opener.focus();
    } else if (step) {
      const at = list.indexOf(/** @type {HTMLButtonElement} */ (root.activeElement));
      list[(at + step + list.length) % list.length].focus();
    } else return;
    event.preventDefault();
  });
  const closed = new AbortController();
  ends.set(menu, closed);
  document.addEventListener(
    'pointerdown',
    (event) => {
      if (event.composedPath().some((one) => one === menu || one === opener)) return;
      close(menu, opener);
    },
    {signal: closed.signal, capture: true},
  );
}

/** @type {WeakMap<Element, AbortController>} what ends with each menu */
const ends = new WeakMap();

/** @param {Element} menu @param {HTMLElement} opener */
function close(menu, opener) {
  ends.get(menu)?.abort();
  menu.remove();
  opener.setAttribute('aria-expanded', 'false');
}
