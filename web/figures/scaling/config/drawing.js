// @ts-check
// All that the inspector makes of a file. It is a module of its own so that a page loads it with the first
// inspector that comes near, and not at once.
import {formatNumber} from '../../../draw/format.js';
import {figureData} from './figure-data.js';
import {letterOf} from './group-words.js';
import {readModel, withGroup} from './model.js';
import {bandsText, factsPanel, layersPanel, ratioPanel, remarksPanel, wavePanel} from './panels.js';
import {remarksOn} from './remarks.js';
import {DIFFERENCES, differences, markdownOf, reportOf} from './report.js';
import {SAMPLES} from './samples.js';

/** @import {Core} from '../../../core/core.js' */
/** @import {TablePanel} from '../../../draw/panel.js' */
/** @import {Drawing} from '../../frame/figure.js' */
/** @import {Meter} from '../../frame/meters.js' */
/** @import {Settings} from '../../frame/settings.js' */
/** @import {FigureData} from './figure-data.js' */
/** @import {Model} from './model.js' */

export {LayerStrip} from './layer-strip.js';
export {markdownOf, reportOf};

/** How a message on the second file begins. */
export const SECOND = 'In the second file, ';

/** @param {string} model a key of SAMPLES */
export const sampleText = (model) => JSON.stringify(SAMPLES[model].config, null, 2);

/** @param {number} a @param {number} b how many times the one is the other */
const apart = (a, b) => Math.max(a / b, b / a);

/**
 * @param {FigureData} figure
 * @returns {Meter[]}
 */
function metersOf({right, used, isRotated}) {
  if (!isRotated) return [];
  const logits = (/** @type {FigureData['used']} */ {attentionFactor, softmax}) =>
    attentionFactor ** 2 * softmax;
  const apartness = Array.from(used.invFreq.data, (w, pair) => apart(w, right.invFreq.data[pair]));
  return [
    {
      name: 'frequencies',
      label: 'a reader’s frequencies, over those of the model: farthest apart by a factor of',
      value: Math.max(...apartness),
      limit: 1 + 1e-9,
    },
    {
      name: 'logits',
      label: 'its factor on the logits, over that of the model: apart by a factor of',
      value: apart(logits(used), logits(right)),
      limit: 1 + 1e-9,
    },
  ];
}

/**
 * @param {FigureData} figure
 * @param {string} fault
 */
function noteOf(figure, fault) {
  const {model, seqLen, used, reach, isRotated} = figure;
  const name = model.groups.length > 1 ? `Group ${letterOf(model.group)}: ` : '';
  if (!isRotated) return `${name}these layers rotate nothing, so they have no frequencies.`;
  const head = `${name}${figure.plain.length} pairs of a head of ${model.headDim}: ${bandsText(used.band)}.`;
  const length = `At ${formatNumber(seqLen)} tokens, with angles known up to ${formatNumber(Math.round(reach))}.`;
  if (!fault) return `${head} ${length}`;
  const end =
    fault === 'no-softmax'
      ? 'With one token it is still right: a single key takes all the weight, whatever the factor.'
      : 'At position 0 all of it is still right: every angle is 0.';
  return `${head} ${length} ${end}`;
}

/**
 * @param {Core} core
 * @param {Settings} settings of the inspector
 * @param {string} fault
 * @param {{text?: string, group?: number | null, other?: string}} what the file, else that of the settings; the
 *   group of layers that is looked at, null: the one that tells most; and the file that it is compared with
 * @returns {Drawing & {file: Model, second: Model | null}}
 * @throws {RangeError} naming the field that cannot be read, its value and what was expected
 */
export function drawingOf(
  core,
  settings,
  fault,
  {text = sampleText(settings.model), group = null, other = otherText(settings)},
) {
  const read = readModel(text);
  const model = group === null ? read : withGroup(read, group);
  const figure = figureData(core, model, settings.tokens, fault);
  const second = other === '' ? null : readSecond(other);
  return {
    file: model,
    second,
    columns: 2,
    least: 300,
    panels: [
      {...remarksPanel(remarksOn(core, model)), wide: true},
      {...layersPanel(model), wide: true},
      ...(figure.isRotated ? [wavePanel(figure), ratioPanel(figure, fault !== '')] : []),
      ...comparisonOf(core, model, second),
      {...factsPanel(figure, settings.bytes, fault !== ''), wide: true},
    ],
    meters: metersOf(figure),
    note: noteOf(figure, fault),
  };
}

/** The file that the settings name for the comparison. @param {Settings} settings */
const otherText = ({against}) => (against && against !== 'none' ? sampleText(against) : '');

/**
 * What differs from another file.
 *
 * @param {Core} core
 * @param {Model} model
 * @param {Model | null} second
 * @returns {TablePanel[]}
 */
function comparisonOf(core, model, second) {
  if (!second) return [];
  const rows = differences(core, model, second);
  const n = rows.length;
  return [
    {
      kind: 'table',
      title: 'What differs from the second file',
      columns: DIFFERENCES,
      rows: n > 0 ? rows : [['positions', 'no difference', 'no difference']],
      wide: true,
      says: n > 0 ? '' : 'The two files say the same of positions.',
    },
  ];
}

/** @param {string} text @returns {Model} */
function readSecond(text) {
  try {
    return readModel(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`${SECOND}${error.message}`);
  }
}
