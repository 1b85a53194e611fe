// @ts-check
// A model's frequencies at a length, as it was trained and as a reader with a mistake has them.

import {ropeScaling} from '../../../core/pe.js';
import {hasFrequencies} from './model.js';
import {amplitudeOf} from './remarks.js';

/** @import {Core, Tensor64} from '../../../core/core.js' */
/** @import {Band, ScalingSettings} from '../../../core/pe.js' */
/** @import {Model} from './model.js' */

/**
 * @typedef {{invFreq: Tensor64, ratio: Tensor64, band: Band[], attentionFactor: number,
 *   softmax: number}} Reading
 */

/**
 * @typedef {object} FigureData
 * @property {Model} model
 * @property {number} seqLen the length at hand
 * @property {number} training the length before any factor
 * @property {ArrayLike<number>} plain frequencies that no rule has touched
 * @property {Reading} right
 * @property {Reading} used
 * @property {number} reach longest text in which no slow pair leaves the angles of training
 * @property {boolean} isRotated whether there are frequencies; without them the lists are empty
 */

/** How a length is chosen. @type {Record<string, (model: Model) => number>} */
const LENGTHS = {
  full: (model) => model.maxPosition,
  training: trainingLength,
  past: (model) => trainingLength(model) + 1,
};

/**
 * The length before a factor; that of the file, where nothing is scaled.
 *
 * @param {Model} model
 */
export function trainingLength({rule: {settings, original}, maxPosition}) {
  return settings.originalMaxPosition ?? original ?? maxPosition;
}

/**
 * @param {Model} model
 * @param {string} tokens 'full', 'training', 'past', or a number
 */
export function lengthOf(model, tokens) {
  return LENGTHS[tokens]?.(model) ?? Number(tokens);
}

/**
 * @param {Core} core
 * @param {Model} model
 * @param {string} tokens
 * @param {string} fault
 * @returns {FigureData}
 */
export function figureData(core, model, tokens, fault) {
  const seqLen = lengthOf(model, tokens);
  if (!hasFrequencies(model)) return withoutFrequencies(model, seqLen);
  const right = readingOf(core, model, model.rule.settings, seqLen);
  const used = fault ? readingOf(core, model, mistaken(model, fault), seqLen) : right;
  if (fault === 'no-softmax') used.softmax = 1;
  const training = trainingLength(model);
  const {rotaryDim: dim, base} = model;
  const {kind, headDim} = model.rule.settings;
  const start = kind === 'proportional' ? {kind, headDim} : {};
  const plain = ropeScaling(core, {dim, base, ...start}).invFreq.data;
  return {
    model,
    seqLen,
    training,
    plain,
    right,
    used,
    reach: reachOf(used, training),
    isRotated: true,
  };
}

/**
 * Layers that do not rotate.
 *
 * @param {Model} model
 * @param {number} seqLen
 * @returns {FigureData}
 */
function withoutFrequencies(model, seqLen) {
  const empty = {data: new Float64Array(0), shape: [0]};
  /** @type {Reading} */
  const none = {invFreq: empty, ratio: empty, band: [], attentionFactor: 1, softmax: 1};
  const {maxPosition} = model;
  return {
    model,
    seqLen,
    training: maxPosition,
    plain: [],
    right: none,
    used: none,
    reach: maxPosition,
    isRotated: false,
  };
}

/**
 * @param {Core} core
 * @param {Model} model
 * @param {ScalingSettings} settings
 * @param {number} seqLen
 * @returns {Reading}
 */
function readingOf(core, model, settings, seqLen) {
  const {rotaryDim: dim, base} = model;
  const made = ropeScaling(core, {...settings, dim, base, seqLen});
  return {...made, softmax: amplitudeOf(core, model, seqLen).softmax};
}

/**
 * The rule as a reader with the mistake has it; the right one, where the mistake has no hold.
 *
 * @param {Model} model
 * @param {string} fault
 * @returns {ScalingSettings}
 */
function mistaken({rule: {settings}, maxPosition, rotaryDim, headDim, latent}, fault) {
  const {kind, factor} = settings;
  if (fault === 'no-scaling') return kind === 'proportional' ? settings : {kind: 'default'};
  if (fault === 'extended-length' && settings.originalMaxPosition !== undefined) {
    return {...settings, originalMaxPosition: maxPosition};
  }
  const isPart = rotaryDim < headDim && latent === null;
  if (fault === 'whole-head' && isPart) {
    if (kind === 'proportional') return {kind: 'linear', factor};
    if (kind === 'default') return {kind: 'proportional', headDim};
  }
  return settings;
}

/**
 * Slow pairs, those without a whole rotation in training, know only the angles up to there.
 *
 * @param {Reading} used
 * @param {number} training
 */
function reachOf({invFreq, ratio}, training) {
  let fastest = 0;
  ratio.data.forEach((r, pair) => {
    const isSlow = ((invFreq.data[pair] / r) * training) / (2 * Math.PI) < 1;
    if (isSlow) fastest = Math.max(fastest, r);
  });
  return fastest === 0 ? training : training / fastest;
}
