// @ts-check
// A drawing of runs that go on, over the drawing of recorded ones.

/** @import {BarsPanel, LinesPanel, Panel} from '../../draw/panel.js' */

const RECORDED = ' (recorded)';

/**
 * The panels of both: recorded curves and bars faint beneath those of the same axes, and recorded panels as they
 * are where there is nothing to put over them yet, so that the picture keeps its place.
 *
 * @param {readonly Panel[]} live
 * @param {readonly Panel[]} recorded
 * @returns {Panel[]}
 */
export function underlaid(live, recorded) {
  const left = [...live];
  const panels = recorded.map((panel) => {
    const k = left.findIndex((other) => axesOf(other) === axesOf(panel));
    if (k < 0) return {...panel, title: `${panel.title ?? ''}${RECORDED}`};
    const [own] = left.splice(k, 1);
    if (own.kind === 'lines' && panel.kind === 'lines') return withFaintLines(own, panel);
    if (own.kind === 'bars' && panel.kind === 'bars') return withFaintBars(own, panel);
    return own;
  });
  return [...panels, ...left];
}

/** What two panels share that show the same of different runs. @param {Panel} panel */
function axesOf(panel) {
  if (panel.kind === 'table') return 'table';
  if (panel.kind === 'lines' || panel.kind === 'bars')
    return [panel.kind, panel.x.label, panel.y.label].join();
  return `${panel.kind},${panel.title}`;
}

/**
 * @param {LinesPanel} live
 * @param {LinesPanel} recorded
 * @returns {LinesPanel}
 */
function withFaintLines(live, recorded) {
  const faint = recorded.series.flatMap((series, k) =>
    series.reference || series.x.length === 0
      ? []
      : [
          {
            ...series,
            name: `${series.name}${RECORDED}`,
            colour: series.colour ?? k,
            missing: [],
            faint: true,
          },
        ],
  );
  const own = live.series.map((series, k) => ({...series, colour: series.colour ?? k}));
  return {...live, series: [...faint, ...own]};
}

/**
 * @param {BarsPanel} live
 * @param {BarsPanel} recorded
 * @returns {BarsPanel}
 */
function withFaintBars(live, recorded) {
  return {
    ...live,
    series: live.series.map((own) => {
      const other = recorded.series.find(({name}) => name === own.name);
      if (!other) return own;
      const values = Array.from(own.values);
      const isFaint = values.map((value) => value === null);
      const text = values.map((_, k) =>
        isFaint[k]
          ? `(${other.text?.[k] ?? other.values[k]})`
          : (own.text?.[k] ?? String(values[k])),
      );
      return {...own, values: values.map((v, k) => v ?? other.values[k]), text, isFaint};
    }),
  };
}
