// @ts-check
// The buttons that check numbers of the text, and the page that checks them all. What runs the claims is loaded at the
// first press.

export function startClaims() {
  const buttons = /** @type {HTMLButtonElement[]} */ ([
    ...document.querySelectorAll('button.check'),
  ]);
  for (const button of buttons) {
    button.disabled = false;
    button.addEventListener('click', async () => {
      const {toggleCheck} = await import('./claim-check.js');
      await toggleCheck(button);
    });
  }
  const panel = /** @type {HTMLElement | null} */ (document.querySelector('#check-all'));
  if (panel) import('./check-page.js').then(({startCheckPage}) => startCheckPage(panel));
}
