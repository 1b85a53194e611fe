// A page that was opened from a folder: browsers load no module there, so nothing of the site runs but this script,
// which is no module. It says so, and lets the reader choose how deep the text goes.
if (location.protocol === 'file:') {
  const root = document.documentElement;
  const inputs = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('.depth input')]);
  const show = (/** @type {string} */ level) => {
    root.dataset.level = level;
    for (const input of inputs) input.checked = input.value === level;
  };
  root.classList.add('from-file');
  for (const input of inputs) input.addEventListener('change', () => show(input.value));
  show('basic');
  /** @type {HTMLElement} */ (document.getElementById('from-file')).hidden = false;
}
