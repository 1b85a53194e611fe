// @ts-check
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

/**
 * @param {Meter} meter
 * @returns {HTMLLIElement}
 */
export function meterItem(meter) {
  const holds = meterHolds(meter);
  const item = document.createElement('li');
  item.className = 'meter';
  item.dataset.meter = meter.name;
  item.dataset.state = holds ? 'holds' : 'broken';
  const mark = document.createElement('span');
  mark.className = 'mark';
  mark.textContent = holds ? '✓' : '✗';
  mark.setAttribute('role', 'img');
  mark.ariaLabel = holds ? 'holds:' : 'broken:';
  const label = document.createElement('span');
  label.textContent = meter.label;
  const value = document.createElement('output');
  value.textContent = `${formatNumber(meter.value)} ${meter.relation ?? '≤'} ${formatNumber(meter.limit)}`;
  if (!holds)
    value.textContent = `${formatNumber(meter.value)}, not ${meter.relation ?? '≤'} ${formatNumber(meter.limit)}`;
  item.append(mark, label, value);
  return item;
}
