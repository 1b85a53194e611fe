// @ts-check
// The bug atlas, filtered by words and ordered by what its laws miss. Without scripts it is whole.

/** What each choice keeps. @type {Record<string, (row: HTMLElement) => boolean>} */
const KEEPS = {
  '': () => true,
  missed: (row) => missedShare(row) > 0.5,
  reported: (row) => row.querySelector('.report') !== null,
  exercise: (row) => row.querySelector('.exercise') !== null,
};

/** @param {HTMLElement} row */
const missedShare = ({dataset}) => Number(dataset.missed) / Number(dataset.measured);

/** @param {HTMLFormElement} form */
export function startAtlasFilter(form) {
  const tables = /** @type {HTMLTableElement[]} */ ([...document.querySelectorAll('.atlas')]);
  const rows = tables.flatMap((table) => [...table.tBodies[0].rows]);
  const said = /** @type {HTMLOutputElement} */ (form.querySelector('output'));
  const chosen = (/** @type {string} */ name) => String(new FormData(form).get(name));
  const show = () => {
    const words = chosen('words').toLowerCase().split(/\s+/);
    const keeps = KEEPS[chosen('which')];
    for (const row of rows) {
      const text = (row.cells[0].textContent ?? '').toLowerCase();
      row.hidden = !(keeps(row) && words.every((word) => text.includes(word)));
    }
    const isOrdered = chosen('order') !== '';
    for (const table of tables) {
      const body = table.tBodies[0];
      const own = rows.filter((row) => row.parentNode === body); // in the order of the chapters
      if (isOrdered) own.sort((a, b) => missedShare(b) - missedShare(a));
      body.append(...own);
      const box = table.closest('.table-scroll') ?? table;
      box.toggleAttribute(
        'hidden',
        own.every((row) => row.hidden),
      );
    }
    for (const section of document.querySelectorAll('section[id^="bugs-of"]')) {
      const isEmpty = section.querySelector('.atlas tbody tr:not([hidden])') === null;
      section.toggleAttribute('hidden', isEmpty);
    }
    const nShown = rows.filter((row) => !row.hidden).length;
    said.textContent = nShown === rows.length ? '' : `${nShown} of ${rows.length} rows`;
  };
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  show(); // a browser that comes back to the page has kept what was typed
}
