// @ts-check
// The buttons at the top right of every figure: share it, present it. What a button does comes when it is pressed, so
// that it does not weigh on the first picture.
import {adoptStyle, html, svg, t} from '../../dom.js';
import css from '../../style/tools.css';

/** @import {Figure} from './figure.js' */

/** Lines of 16 by 16 units. */
const ICONS = {
  share: 'M8 10V1.5M5 4.5l3-3 3 3M4 7H2.5v7.5h11V7H12',
  present: 'M1.5 5.5v-4h4M10.5 1.5h4v4M14.5 10.5v4h-4M5.5 14.5h-4v-4',
};

/**
 * @param {keyof typeof ICONS} icon
 * @param {string} name for those who hear it, and under the pointer
 * @param {() => void} onPress
 */
function iconButton(icon, name, onPress) {
  const lines = {d: ICONS[icon], fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5};
  const picture = svg('svg', {viewBox: '0 0 16 16', 'aria-hidden': 'true'}, svg('path', lines));
  const attributes = {type: 'button', 'aria-label': name, title: name};
  const element = html('button', `tool ${icon}`, attributes, picture);
  element.addEventListener('click', onPress);
  return element;
}

/**
 * @param {Figure} figure
 * @param {HTMLElement} place
 * @param {(done: Promise<void>) => void} reportMissing says so where what a button loads does not come
 */
export function addTools(figure, place, reportMissing) {
  const toggle = async () => {
    const {toggleShareMenu} = await import('./share.js');
    toggleShareMenu(figure, share);
  };
  const share = iconButton('share', t('Share this figure'), () => reportMissing(toggle()));
  share.setAttribute('aria-expanded', 'false');
  adoptStyle(/** @type {ShadowRoot} */ (figure.shadowRoot), css);
  place.append(
    share,
    iconButton('present', t('Present this figure (P)'), () => figure.present()),
  );
}

/** Fills the screen with a figure, or gives the page back. @param {Figure} figure */
export async function present(figure) {
  const {togglePresentation} = await import('./present.js');
  togglePresentation(figure);
}

/** @param {Figure} figure @param {string} type @param {{panel?: number, scale?: number}} options */
export async function toBlob(figure, type, options) {
  const exports = await import('./exports.js');
  return exports.toBlob(figure, type, options);
}

/** @param {Figure} figure @returns {Promise<string>} */
export async function linkOf(figure) {
  const share = await import('./share.js');
  return share.linkOf(figure);
}
