// The curve of memory as a picture, in SVG.
import {WARM_SECONDS} from './growth.js';

/** @import {Sample} from './growth.js' */

const [WIDTH, HEIGHT] = [960, 360];

/** @param {readonly Sample[]} samples @param {string} title @returns {string} SVG */
export function curveOf(samples, title) {
  const last = samples.at(-1)?.seconds || 1;
  const x = (/** @type {number} */ seconds) => 60 + ((WIDTH - 80) * seconds) / last;
  /** @param {'memoryMb' | 'heapMb'} name @param {string} colour @param {string} words */
  const line = (name, colour, words) => {
    const points = samples.flatMap((one) => {
      const value = one[name];
      return value === undefined ? [] : [{seconds: one.seconds, value}];
    });
    if (points.length === 0) return '';
    const most = Math.max(...points.map(({value}) => value));
    const y = (/** @type {number} */ value) => HEIGHT - 40 - ((HEIGHT - 90) * value) / most;
    const places = points.map(
      ({seconds, value}) => `${x(seconds).toFixed(1)},${y(value).toFixed(1)}`,
    );
    const row = name === 'memoryMb' ? 20 : 36;
    return `<polyline points="${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>
<text x="60" y="${row}" fill="${colour}">${words}: full height is ${most} MB</text>`;
  };
  const warm =
    last > WARM_SECONDS
      ? `<line x1="${x(WARM_SECONDS)}" y1="44" x2="${x(WARM_SECONDS)}" y2="${HEIGHT - 40}" stroke="#999" stroke-dasharray="4"/>`
      : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<path d="M60 44V${HEIGHT - 40}H${WIDTH - 20}" fill="none" stroke="#333"/>${warm}
${line('memoryMb', '#0b6e75', 'memory of all processes')}
${line('heapMb', '#a3420f', 'JavaScript heaps after collection')}
<text x="60" y="${HEIGHT - 12}">${title}, ${last} s; the dashed line is at ${WARM_SECONDS} s</text></svg>
`;
}
