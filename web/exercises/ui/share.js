// @ts-check
// Shares an exercise by its address alone, with or without code, and takes the code that an address brings.
import {button, html} from '../../dom.js';
import {codeOf, fragmentOf} from './shared-code.js';
import {scrollingText} from './verdict-view.js';

const TAKES = 'It takes the place of yours. “Bring my code back”, under More, undoes that.';

/** Letters that cannot be seen, or that change the order of others: code with them is not what it looks like. */
const UNSEEN = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** @param {string} code @returns {string} with a name in the place of each letter that cannot be seen */
export const withMarks = (code) =>
  code.replace(
    UNSEEN,
    (letter) => `⟨U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );

/** @param {string} label @param {string} address */
function addressRow(label, address) {
  const input = html('input', 'address', {readonly: '', value: address, 'aria-label': label});
  const copy = button('Copy', async () => {
    input.select();
    try {
      await navigator.clipboard.writeText(address);
      copy.textContent = 'Copied';
    } catch {
      copy.textContent = 'Selected: copy it by the keyboard'; // the browser does not allow more
    }
  });
  return html('div', 'address-row', {}, html('p', 'label', {}, label), input, copy);
}

/** @param {string} id @param {string} code @returns {Promise<HTMLElement>} */
export async function shareElement(id, code) {
  const box = html('section', 'share', {'aria-label': 'Share', tabindex: '-1'});
  const page = location.href.split('#')[0];
  const [alone, withCode] = await Promise.all([fragmentOf(id), fragmentOf(id, code)]);
  box.append(
    addressRow('The exercise', `${page}#${alone}`),
    addressRow('The exercise with your code', `${page}#${withCode}`),
    html(
      'p',
      'muted',
      {},
      'The code is part of the address, after #. Nothing is sent to a server.',
    ),
  );
  return box;
}

/**
 * @param {string} id of the exercise that is open
 * @param {(code: string) => void} onTake
 * @returns {Promise<HTMLElement | null>} an offer, where the address brings code
 */
export async function takeCode(id, onTake) {
  if (!location.hash.startsWith(`#${id}?`)) return null;
  const code = await codeOf(location.hash);
  if (code === null) return html('p', 'bad', {}, 'The code in this address cannot be read.');
  const box = html('section', 'share', {'aria-label': 'Code in the address', tabindex: '-1'});
  const row = html('div', 'buttons');
  const take = () => {
    history.replaceState(null, '', `#${id}`); // a reload does not bring it again
    onTake(code);
  };
  row.append(button('Put it into the editor', take));
  box.append(
    html('p', 'label', {}, 'This address brings code'),
    row,
    html('p', 'muted', {}, TAKES),
    scrollingText(withMarks(code), 'code', 'Code in the address'),
  );
  return box;
}
