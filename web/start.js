// What each page begins with, a script that is no module. It imports the page's own, which browsers do not load from a
// folder: there it says so, and lets the reader choose how deep the text goes. Where the address asks for a figure on
// the whole screen, it loads all figures in one script.
/** A page that was opened from a folder. */
function startFromFile() {
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
  if (!new URLSearchParams(location.search).has('present')) return;
  const script = document.createElement('script');
  script.src = new URL('from-folder.js', here).href;
  script.onload = () => {
    notice.hidden = true; // figures run
  };
  document.body.append(script);
}

if (location.protocol === 'file:') startFromFile();
else import(PAGE_SCRIPT);
