// @ts-check
// The bar at the top: its menus close when the reader goes elsewhere, and on a phone one button opens all of them.

export function startMenu() {
  const bar = document.querySelector('.bar');
  const button = bar?.querySelector('.menu-button');
  if (!(bar instanceof HTMLElement) || !(button instanceof HTMLElement)) return;
  const menus = [...bar.querySelectorAll('details')];
  const close = (/** @type {HTMLDetailsElement | undefined} */ except = undefined) => {
    for (const menu of menus) if (menu !== except) menu.open = false;
  };
  const showAll = (/** @type {boolean} */ isOpen) => {
    button.setAttribute('aria-expanded', String(isOpen));
    bar.classList.toggle('open', isOpen);
  };
  for (const menu of menus) {
    menu.addEventListener('toggle', () => {
      if (menu.open) close(menu);
    });
  }
  button.addEventListener('click', () => showAll(button.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('pointerdown', ({target}) => {
    if (target instanceof Node && bar.contains(target)) return;
    close();
    showAll(false);
  });
  bar.addEventListener('keydown', ({key}) => {
    if (key !== 'Escape') return;
    const open = menus.find((menu) => menu.open);
    const opener =
      open?.querySelector('summary') ?? (bar.classList.contains('open') ? button : null);
    if (open) close();
    else showAll(false);
    opener?.focus();
  });
  bar.addEventListener('focusout', ({relatedTarget}) => {
    if (relatedTarget instanceof Node && !bar.contains(relatedTarget)) close();
  });
}
