// @ts-check
// The script of notebook.html beside those of every page.
import {html} from '../../../dom.js';
import {CodeNotebook} from './code-notebook.js';

/** @param {HTMLElement} panel where the notebook goes */
export function start(panel) {
  CodeNotebook.define();
  panel.replaceChildren(html(/** @type {any} */ ('code-notebook')));
}
