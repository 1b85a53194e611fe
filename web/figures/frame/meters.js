// @ts-check
import {html, setText, svg, t} from '../../dom.js';
import {formatNumber} from '../../draw/format.js';

/**
 * A law and how far the numbers on the screen are from it. It holds while `value <= limit`, or as
 * `holds` says where the law is not an upper bound.
 *
 * @typedef {{name: string, label: string, value: number, limit: number, holds?: boolean,
 *   relation?: '≤' | '≥'}} Meter
 */

/** @param {Meter} meter @returns {boolean} false for NaN, whatever `holds` says: nothing has been measured */
export function meterHolds({value, limit, holds, relation}) {
  if (Number.isNaN(value) || Number.isNaN(limit)) return false;
  return holds ?? (relation === '≥' ? value >= limit : value <= limit);
}

/** A law as plain data. @param {Meter} meter */
export const meterRecord = (meter) => ({
  name: meter.name,
  label: meter.label,
  value: meter.value,
  relation: meter.relation ?? '≤',
  limit: meter.limit,
  holds: meterHolds(meter),
});

/** The track ends at this power of ten times the limit, and at its inverse. */
const DECADES = 6;

/**
 * Where on its track the dot of a law stands: 0 to 1, with the limit at 0.5 and what is broken beyond it.
 *
 * @param {Meter} meter
 */
export function meterPlace(meter) {
  const {value, limit, relation} = meter;
  const [part, whole] = relation === '≥' ? [limit, value] : [value, limit];
  const decades = part === 0 ? -DECADES : Math.log10(Math.abs(part / whole)) || 0;
  const place = 0.5 + Math.max(-0.5, Math.min(0.5, decades / (2 * DECADES)));
  // a law that is more than a bound may hold beyond it, or be broken before
  return meterHolds(meter) ? Math.min(0.5, place) : Math.max(0.5, place);
}

/**
 * Value and limit as they stand to each other.
 *
 * @param {Meter} meter
 */
export function meterText({value, limit, relation = '≤', ...rest}) {
  const not = meterHolds({value, limit, relation, ...rest}) ? '' : t(', not');
  return `${formatNumber(value)}${not} ${relation} ${formatNumber(limit)}`;
}

/** What is said of a law, and the mark beside it: by whether a fault is on, and whether the law holds. */
const VERDICTS = {
  broken: {mark: '✗', words: /* t */ 'broken'},
  holds: {mark: '✓', words: /* t */ 'holds'},
  catches: {mark: '✗', words: /* t */ 'catches it'},
  misses: {mark: '○', words: /* t */ 'does not notice'},
  unseen: {mark: '✓', words: /* t */ 'nothing to notice'},
};

/** What is on: nothing, a bug that changes numbers, or one that does no harm. @typedef {'sound' | 'bug' | 'harmless'} Condition */

/** @param {boolean} holds @param {Condition} condition */
function verdictOf(holds, condition) {
  if (condition === 'sound') return holds ? 'holds' : 'broken';
  if (!holds) return 'catches';
  return condition === 'bug' ? 'misses' : 'unseen';
}

/** The gauges of a figure. Those of one law stay one element, so that their dots move. */
export class Meters {
  #list;
  /** @type {Map<string, ReturnType<typeof makeGauge>>} */
  #gauges = new Map();

  /** @param {HTMLElement} list */
  constructor(list) {
    this.#list = list;
  }

  /** @param {readonly Meter[]} meters @param {Condition} condition */
  show(meters, condition) {
    const names = meters.map(({name}) => name);
    if (names.join() !== [...this.#gauges.keys()].join()) {
      this.#gauges = new Map(
        names.map((name) => [name, this.#gauges.get(name) ?? makeGauge(name)]),
      );
      this.#list.replaceChildren(...[...this.#gauges.values()].map(({element}) => element));
      this.#list.dataset.count = String(names.length);
    }
    for (const meter of meters) this.#gauges.get(meter.name)?.show(meter, condition);
  }
}

/** @param {string} name of the law */
function makeGauge(name) {
  const mark = html('span', 'mark', {'aria-hidden': 'true'});
  const label = html('span', 'law');
  const verdict = html('strong', 'verdict');
  const dot = svg('circle', {cy: '50%'});
  const track = html('i', 'track', {'aria-hidden': 'true'}, svg('svg', {}, dot));
  const numbers = html('span', 'numbers');
  const element = html('li', 'meter', {}, mark, label, ' ', verdict, ' ', track, numbers);
  element.dataset.meter = name;
  return {
    element,
    /** @param {Meter} meter @param {Condition} condition */
    show(meter, condition) {
      const holds = meterHolds(meter);
      const verdictName = verdictOf(holds, condition);
      element.dataset.state = holds ? 'holds' : 'broken';
      element.dataset.verdict = verdictName;
      element.title = `${meter.label}: ${t(VERDICTS[verdictName].words)}, ${meterText(meter)}`;
      // no style of its own: WebKit kept some 60 kB for each that was set
      dot.setAttribute('cx', `${(100 * meterPlace(meter)).toFixed(2)}%`);
      setText(mark, VERDICTS[verdictName].mark);
      setText(label, meter.label);
      setText(verdict, t(VERDICTS[verdictName].words));
      setText(numbers, meterText(meter));
    },
  };
}
