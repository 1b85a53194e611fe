// @ts-check
// What is loaded at its first use may be gone: the connection is, or the site has been deployed again.
import {html} from '../dom.js';

const words = html('span');
const close = html('button', '', {type: 'button'}, 'Close');
const notice = html('p', 'plain-notice not-loaded', {role: 'alert'}, words, ' ', close);
close.addEventListener('click', () => notice.remove());

/**
 * Waits for a script, and tells the reader where it does not come.
 *
 * @template T
 * @param {string} name of what the reader asked for
 * @param {Promise<T>} script
 * @returns {Promise<T | undefined>} undefined where it could not be loaded
 */
export async function loadLate(name, script) {
  notice.remove();
  try {
    return await script;
  } catch {
    words.textContent = `${name} could not be loaded: the connection failed, or the site was updated after you opened this page. Reload the page.`;
    document.body.append(notice);
    return undefined;
  }
}
