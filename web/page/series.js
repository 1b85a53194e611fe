// @ts-check
// Words and symbols that have the colour of a curve: pointed at, they show it alone in the figures of their section.

export function startSeries() {
  for (const type of ['pointerover', 'pointerout']) {
    document.addEventListener(type, ({target}) => {
      const word = target instanceof Element && target.closest('[class^="series-"]');
      if (!word) return;
      const place = type === 'pointerover' ? Number(word.classList[0].slice(-1)) - 1 : -1;
      const figures = word.closest('section')?.querySelectorAll('.figure > *') ?? [];
      for (const figure of /** @type {Iterable<any>} */ (figures)) figure.highlight?.(place);
    });
  }
}
