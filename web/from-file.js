// A page that was opened from a folder: browsers load no module there, so nothing of the site runs but this script,
// which is no module. It says so, and lets the reader choose how deep the text goes. Where the address asks for a
// figure on the whole screen, it loads all figures in one script.
const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
const root = document.documentElement;
const inputs = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('.depth input')]);
const show = (/** @type {string} */ level) => {
  root.dataset.level = level;
  for (const input of inputs) input.checked = input.value === level;
};
root.classList.add('from-file');
for (const input of inputs) input.addEventListener('change', () => show(input.value));
show('basic');
const notice = /** @type {HTMLElement} */ (document.getElementById('from-file'));
notice.hidden = false;
if (new URLSearchParams(location.search).has('present')) {
  const script = document.createElement('script');
  script.src = new URL('from-folder.js', here).href;
  script.onload = () => {
    notice.hidden = true; // figures run
  };
  document.body.append(script);
}
