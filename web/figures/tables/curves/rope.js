// @ts-check
import {randomNormal} from '../../../core/base.js';
import {maxAbsDiff, minDistance, normError} from '../../../core/linalg.js';
import {ropeFrequencies, ropeRotate, ropeTables} from '../../../core/pe.js';
import {formatNumber} from '../../../draw/format.js';
import {shadeAt} from '../../../draw/theme.js';
import {lines, pairAxis, REVOLUTION, requireBelow, spectrumPanel} from '../../shared/curves.js';
import {frequenciesOf, phaseErrors, rotationOf, unitPairs} from '../../shared/rope-angles.js';
import {columnOf, positionsFrom, rowOf} from '../../shared/tensors.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {BarsPanel} from '../../../draw/panel.js' */
/** @import {Drawing} from '../../frame/figure.js' */
/** @import {Meter} from '../../frame/meters.js' */
/** @import {Settings} from '../../frame/settings.js' */

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @param {number} position
 * @returns {Meter}
 */
function phaseMeter(core, {dModel, base}, fault, position) {
  const [value] = phaseErrors(core, {dim: dModel, base}, fault, [position]);
  const label = `angle of the worst pair at position ${formatNumber(position)} is right, in rad`;
  return {name: 'phase', label, value, limit: 1e-3};
}

/**
 * How far each pair stands from where the exact table has it at one position, in radians of 0..π:
 * rotated forward by the frequencies in use, back by the exact ones.
 *
 * @param {Core} core
 * @param {Settings} settings dModel, base
 * @param {string} fault
 * @param {number} position
 */
function phaseOfPairs(core, {dModel: dim, base}, fault, position) {
  const used = ropeTables(core, {
    positions: [position],
    invFreq: frequenciesOf(core, {dim, base}, fault),
  });
  const exact = ropeTables(core, {positions: [position], dim, base});
  const x = {data: unitPairs(1, dim, 'interleaved'), shape: [1, 1, dim]};
  const ahead = ropeRotate(core, {x, ...used, layout: 'interleaved'});
  const {data} = ropeRotate(core, {x: ahead, ...exact, layout: 'interleaved', inverse: true});
  return positionsFrom(0, dim / 2).map((pair) =>
    Math.abs(Math.atan2(data[2 * pair + 1], data[2 * pair])),
  );
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
export function ropeSpectrumOf(core, settings, fault) {
  const {dModel, base, context} = settings;
  const frequencies = Array.from(frequenciesOf(core, {dim: dModel, base}, fault).data);
  const spectrum = spectrumPanel(
    '',
    'angular frequency in rad per position',
    frequencies,
    frequencies,
    false,
  );
  const panels = [spectrum];
  if (fault === 'bf16') {
    panels.push(
      lines({
        title: `error of each pair’s angle at position ${formatNumber(context)}`,
        series: [
          {
            name: 'error',
            x: positionsFrom(0, dModel / 2),
            y: phaseOfPairs(core, settings, fault, context),
            style: 'bars',
          },
        ],
        x: pairAxis(dModel / 2),
        y: {label: 'phase error in rad', domain: [0, Math.PI]},
        aspect: 0.75,
      }),
    );
    spectrum.aspect = 0.75;
  }
  const meters = [phaseMeter(core, settings, fault, context)];
  return {
    panels,
    columns: panels.length,
    meters,
    note:
      fault === 'bf16'
        ? 'The two spectra look the same: a frequency that is off by one part in 500 is off by a whole turn after 500 turns, so the fast pairs go wrong first.'
        : '',
  };
}

/**
 * How often each pair rotates fully within a context: 1 is the border between pairs that make a full turn and
 * pairs that never do.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @returns {Drawing}
 */
export function bandsOf(core, {dModel, base, context}) {
  const revolutions = Array.from(
    ropeFrequencies(core, {dim: dModel, base}).data,
    (w) => (w * context) / REVOLUTION,
  );
  const whole = revolutions.filter((value) => value >= 1).length;
  /** @type {BarsPanel} */
  const panel = {
    kind: 'bars',
    groups: positionsFrom(0, revolutions.length),
    series: [
      {
        name: 'turns',
        values: revolutions,
        text: revolutions.map((value) => formatNumber(Number(value.toPrecision(3)))),
      },
    ],
    x: {label: 'pair index: fast to slow'},
    y: {label: `turns within ${formatNumber(context)} positions`, scale: 'log'},
    from: 1,
    rules: [{axis: 'y', at: 1, label: ''}],
    aspect: 0.5,
  };
  const note =
    `Up from the line: ${whole} of ${revolutions.length} pairs turn at least once within ` +
    `${formatNumber(context)} positions. Down from it: ${revolutions.length - whole} pairs make no full turn, ` +
    'and each position in the context has an angle of its own.';
  return {panels: [panel], note};
}

/**
 * Columns of the cosine cache. Under a fault the right curve is dashed.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
export function ropeWavesOf(core, settings, fault) {
  const {dims, dModel, base, firstPos, nPos} = settings;
  requireBelow('dims', dims, dModel / 2);
  const x = positionsFrom(firstPos, nPos);
  const used = frequenciesOf(core, {dim: dModel, base}, fault).data;
  const exact = ropeFrequencies(core, {dim: dModel, base}).data;
  /** @param {ArrayLike<number>} all */
  const cosines = (all) =>
    ropeTables(core, {
      nPos,
      firstPos,
      invFreq: dims.map((/** @type {number} */ k) => all[k]),
    }).cos;
  const drawn = cosines(used);
  const series = dims.map((/** @type {number} */ pair, /** @type {number} */ k) => ({
    name: `pair ${pair}`,
    x,
    y: columnOf(drawn, k),
  }));
  if (fault === 'bf16') {
    const right = cosines(exact);
    series.push(
      ...dims.map((/** @type {number} */ pair, /** @type {number} */ k) => ({
        name: `pair ${pair}, exact`,
        x,
        y: columnOf(right, k),
        dashed: true,
        colour: k,
      })),
    );
  }
  const panel = lines({series, x: {label: 'position'}, y: {label: 'cosine', domain: [-1, 1]}});
  return {panels: [panel], meters: [phaseMeter(core, settings, fault, firstPos + nPos - 1)]};
}

/**
 * One vector, rotated to several positions.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
export function ropeProfilesOf(core, settings, fault) {
  const {at, dModel, base, layout, seed} = settings;
  const n = at.length;
  const one = randomNormal(core, {seed, name: 'vector', shape: [dModel]}).data;
  const x = {data: new Float32Array(n * dModel), shape: [1, n, dModel]};
  for (let k = 0; k < n; k++) x.data.set(one, k * dModel);
  const rotate = rotationOf(
    core,
    {dim: dModel, base, layout: layout === 'interleaved' ? 'interleaved' : 'half'},
    fault,
  );
  const rotated = rotate(x, at);
  const rows = {data: rotated.data, shape: [n, dModel]};
  const dimension = positionsFrom(0, dModel);
  const panel = lines({
    series: at.map((/** @type {number} */ p, /** @type {number} */ k) => ({
      name: `position ${p}`,
      shade: shadeAt(k, at.length),
      x: dimension,
      y: rowOf(rows, k),
      style: 'points',
    })),
    x: {label: 'dimension'},
    y: {label: 'value after the rotation'},
    rules:
      layout === 'interleaved'
        ? []
        : [{axis: 'x', at: dModel / 2 - 0.5, label: 'second of each pair'}],
  });
  return {panels: [panel], meters: rotationMeters(core, {settings, fault, x, rotated, rotate})};
}

/**
 * @param {Core} core
 * @param {{settings: Settings, fault: string, x: Tensor, rotated: Tensor,
 *   rotate: import('../../shared/rope-angles.js').Rotation}} figure
 * @returns {Meter[]}
 */
function rotationMeters(core, {settings, fault, x, rotated, rotate}) {
  const {at, dModel} = settings;
  const [, n] = x.shape;
  const still = rotate(x, new Array(n).fill(0));
  const meters = [
    {
      name: 'norm',
      label: 'every vector keeps its length',
      value: normError(core, {x, y: rotated}),
      limit: 1e-5,
    },
    {
      name: 'identity',
      label: 'position 0 rotates nothing',
      value: maxAbsDiff(core, {a: x, b: still}),
      limit: 1e-6,
    },
    phaseMeter(core, settings, fault === 'bf16' ? fault : '', Math.max(...at)),
  ];
  if (new Set(at).size < at.length || n < 2) return meters;
  const {distance} = minDistance(core, {x: {data: rotated.data, shape: [n, dModel]}});
  return [
    ...meters,
    {
      name: 'position',
      label: 'no two positions alike: closest two',
      value: distance,
      limit: 1e-2,
      relation: '≥',
    },
  ];
}
