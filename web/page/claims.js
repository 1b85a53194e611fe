// @ts-check
// The buttons that check numbers of the text, and the page that checks them all. What runs the claims is loaded at the
// first press.
import {loadLate} from './load-late.js';

export function startClaims() {
  const buttons = /** @type {HTMLButtonElement[]} */ ([
    ...document.querySelectorAll('button.check'),
  ]);
  for (const button of buttons) {
    button.disabled = false;
    button.addEventListener('click', async () => {
      const check = await loadLate('The check', import('./claim-check.js'));
      await check?.toggleCheck(button);
    });
  }
  const panel = /** @type {HTMLElement | null} */ (document.querySelector('#check-all'));
  if (panel)
    loadLate('The check', import('./check-page.js')).then((page) => page?.startCheckPage(panel));
}
