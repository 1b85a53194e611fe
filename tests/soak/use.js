// What a reader does, as functions that run in a page: they see nothing from outside but their arguments.

/** How many figures the page has, and how many presets each. @returns {number[]} */
export const presetCounts = () =>
  /** @type {any[]} */ ([...document.querySelectorAll('main [preset]')])
    .filter((one) => 'drawing' in one)
    .map((one) => Object.keys(one.constructor.presets).length);

/**
 * Brings a figure into view, changes it, and looks at what it shows.
 *
 * @param {number} which
 * @param {'preset' | 'setting' | 'fault' | 'start' | 'stop'} action
 * @param {number} dice decides the rest
 * @returns {Promise<string>} what is wrong, or ''
 */
export async function useFigure(which, action, dice) {
  const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const figures = /** @type {any[]} */ ([...document.querySelectorAll('main [preset]')]);
  const drawn = figures.filter((one) => 'drawing' in one);
  const figure = drawn[which % drawn.length];
  figure.scrollIntoView({block: 'center', behavior: 'instant'});
  const small = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  if (!small) throw new Error('this browser has no canvas');
  [small.canvas.width, small.canvas.height] = [64, 64];
  const isPainted = (/** @type {HTMLCanvasElement} */ canvas) => {
    if (canvas.width === 0 || canvas.height === 0 || !canvas.checkVisibility()) return true;
    small.clearRect(0, 0, 64, 64);
    small.drawImage(canvas, 0, 0, 64, 64);
    return small.getImageData(0, 0, 64, 64).data.some((one) => one !== 0);
  };
  const isBlank = () => {
    if (!figure.checkVisibility()) return false;
    if (!figure.drawing) return true;
    const {panels} = figure.drawing;
    const picture = figure.shadowRoot.querySelector('.picture');
    const canvases = [...figure.shadowRoot.querySelectorAll('.picture canvas')];
    return (
      panels.length > 0 &&
      (picture.getBoundingClientRect().height < 20 || !canvases.every(isPainted))
    );
  };
  for (let k = 0; k < 2400 && isBlank(); k++) await wait(25);
  if (isBlank()) return `blank: ${figure.outerHTML.slice(0, 120)}`;
  const {settings, presets, faults} = figure.constructor;
  const oneOf = (/** @type {string[]} */ list) => list[dice % list.length];
  if (action === 'preset') figure.setAttribute('preset', oneOf(Object.keys(presets)));
  if (action === 'fault') figure.setAttribute('fault', oneOf(['', ...Object.keys(faults)]));
  if (action === 'start') figure.start?.();
  if (action === 'stop') figure.stop?.();
  if (action === 'setting') {
    const name = oneOf(Object.keys(settings));
    const {type, min, options} = settings[name] ?? {};
    const attribute = name?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (type === 'int') figure.setAttribute(attribute, String(min + (dice % 9)));
    if (type === 'choice') figure.setAttribute(attribute, oneOf(Object.keys(options)));
  }
  await wait(30);
  return '';
}

/** Goes somewhere in the page. @param {number} part of its height */
export const scrollToPart = (part) => scrollTo(0, part * document.documentElement.scrollHeight);

/** Nothing trains any more, so that what is held can be compared. */
export async function rest() {
  for (const one of document.querySelectorAll('main [preset]')) /** @type {any} */ (one).stop?.();
  await new Promise((resolve) => setTimeout(resolve, 300));
}

/**
 * Opens an exercise and writes code again and again, until its editor has as many steps to take back as it ever keeps: more
 * of them is not more memory.
 *
 * @param {string} id
 * @param {string} code
 * @returns {Promise<void>}
 */
export async function fillHistory(id, code) {
  const N_KEPT = 150;
  const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const card = /** @type {any} */ (document.getElementById(id));
  for (let k = 0; k < 2400 && !card?.shadowRoot; k++) await wait(50);
  card.show();
  const find = () => card.shadowRoot.querySelector('.cm-content');
  for (let k = 0; k < 2400 && !find(); k++) await wait(50);
  find().focus();
  for (let [n, tries] = [0, 0]; n < N_KEPT; tries++) {
    if (tries > 20 * N_KEPT) throw new Error(`${id}: the editor keeps nothing of what is pasted`);
    document.execCommand('selectAll');
    await wait(50); // the editor hears of its selection a moment later
    const text = `# return ${n}\n${code}`;
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    // Firefox reads dataType and data, the others clipboardData
    const pasted = /** @type {any} */ ({clipboardData, dataType: 'text/plain', data: text});
    find().dispatchEvent(new ClipboardEvent('paste', {...pasted, bubbles: true, cancelable: true}));
    await wait(10);
    // where it has not yet heard, the code is there twice
    if (find().textContent.split(/# return \d/).length === 2) n++;
  }
  await wait(500); // what was written is kept
  card.close();
}

/**
 * Opens an exercise, writes code, checks it, and goes back to the list.
 *
 * @param {string} id
 * @param {string} code whose first line is a comment with a number of its own
 * @param {boolean} isPatient false: leaves while it runs
 * @returns {Promise<string>} what is wrong, or ''
 */
export async function useExercise(id, code, isPatient) {
  const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  /** @template T @param {() => T} find */
  const found = async (find) => {
    for (let k = 0; k < 2400; k++) {
      const one = find();
      if (one) return one;
      await wait(50);
    }
    throw new Error(`${id}: nothing is there after 120 s: ${find}`);
  };
  try {
    const card = /** @type {any} */ (await found(() => document.getElementById(id)));
    const root = await found(() => card.shadowRoot);
    card.show();
    const editor = /** @type {HTMLElement} */ (
      await found(() => root.querySelector('.cm-content'))
    );
    const [first] = code.split('\n');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', code);
    const data = /** @type {any} */ ({clipboardData, dataType: 'text/plain', data: code});
    // under load the editor may not have heard of its selection yet, and has the code twice: it must not grow
    do {
      editor.focus();
      document.execCommand('selectAll');
      await wait(100);
      editor.dispatchEvent(new ClipboardEvent('paste', {...data, bubbles: true, cancelable: true}));
      await found(() => editor.textContent?.includes(first));
    } while ((editor.textContent?.split(/# return \d/).length ?? 0) > 2);
    const old = root.querySelector('.verdict-head');
    // off for as long as the run that was left has not ended
    const check = /** @type {HTMLElement} */ (root.querySelector('.buttons > button'));
    await found(() => check.getAttribute('aria-disabled') !== 'true');
    check.click();
    if (isPatient)
      await found(() => {
        const head = root.querySelector('.verdict-head');
        return head && head !== old;
      });
    else await wait(200);
    card.close();
    await wait(50);
    return '';
  } catch (error) {
    return String(error);
  }
}
