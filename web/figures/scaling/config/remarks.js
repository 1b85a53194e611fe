// @ts-check
// What goes wrong with such a file, and has gone wrong: said with its numbers.

import {ropeScaling, yarnMagnitude} from '../../../core/pe.js';
import {formatNumber} from '../../../draw/format.js';
import {onLayers} from './layer-remarks.js';
import {hasFrequencies} from './model.js';

/** @import {Core} from '../../../core/core.js' */
/** @import {Model} from './model.js' */
/** @import {Remark} from './rules.js' */

/**
 * Warnings first, then notes.
 *
 * @param {Core} core
 * @param {Model} model
 * @returns {Remark[]}
 */
export function remarksOn(core, model) {
  const found = [
    ...model.remarks,
    ...onLayers(model),
    ...(hasFrequencies(model) ? onFrequencies(core, model) : []),
  ];
  const of = (/** @type {Remark['level']} */ level) => found.filter((one) => one.level === level);
  return [...of('warning'), ...of('note')];
}

/** Those on the frequencies of the layers that are looked at. @param {Core} core @param {Model} model */
const onFrequencies = (core, model) => [
  ...onLengths(model),
  ...onAmplitude(core, model),
  ...onRamp(model),
  ...onBands(model),
  ...onSpan(core, model),
  ...onShape(model),
  ...onOlderReaders(core, model),
  ...onAxes(model),
];

/** @param {Model} model @returns {Remark[]} */
function onLengths({rule, maxPosition, hasLength}) {
  if (!hasLength) return [];
  const {factor, original, settings} = rule;
  if (settings.kind === 'linear' || settings.kind === 'dynamic') {
    if (original !== null) return [];
    const text = `Nothing says whether ${formatNumber(maxPosition)} is the length before the factor or after it. Libraries take it for the length before.`;
    return [{level: 'note', field: 'max_position_embeddings', text}];
  }
  if (factor === null || original === null) return [];
  const product = factor * original;
  if (product === maxPosition) return [];
  const sum = /* t */ `factor ${formatNumber(factor)} times ${formatNumber(original)} is ${formatNumber(product)}`;
  const says =
    maxPosition === original
      ? `${sum}, and max_position_embeddings still says ${formatNumber(maxPosition)}, the length before: some servers stop there, others go on.`
      : `${sum}, but max_position_embeddings says ${formatNumber(maxPosition)}.`;
  return [{level: 'warning', field: 'factor', text: capital(says)}];
}

/** @param {Core} core @param {Model} model @returns {Remark[]} */
function onAmplitude(core, {latent, rule: {settings}}) {
  if (settings.kind !== 'yarn') return [];
  const {factor = 1, mscale = 0, mscaleAllDim = 0, attentionFactor} = settings;
  /** @type {Remark[]} */
  const remarks = [];
  if (attentionFactor !== undefined && (mscale > 0 || mscaleAllDim > 0)) {
    remarks.push({
      level: 'warning',
      field: 'attention_factor',
      text: `It is given beside mscale: twice the same thing. attention_factor = ${attentionFactor} is used, and the mscales count for nothing on cosine and sine.`,
    });
  } else if (mscale > 0 && mscale === mscaleAllDim) {
    const magnitude = yarnMagnitude(core, {factor, mscale});
    const what = latent
      ? `The code of this family multiplies the logits by ${(magnitude ** 2).toFixed(4)} instead; a reader that leaves that out has none at all.`
      : `A reader that does not know these fields takes ${yarnMagnitude(core, {factor}).toFixed(4)}.`;
    remarks.push({
      level: 'warning',
      field: 'mscale',
      text: `It equals mscale_all_dim, so their ratio is 1 and cosine and sine get no amplitude. ${what}`,
      source: latent ? 'huggingface/transformers#47435' : 'vllm-project/vllm#48621',
    });
  } else if (mscale > 0 !== mscaleAllDim > 0) {
    remarks.push({
      level: 'note',
      field: mscale > 0 ? 'mscale' : 'mscale_all_dim',
      text: `Alone it counts for nothing on cosine and sine: the amplitude is ${yarnMagnitude(core, {factor}).toFixed(4)}, by the factor.`,
    });
  }
  return remarks;
}

/**
 * Where YaRN's ramp begins and ends, and what it costs on short texts.
 *
 * @param {Model} model
 * @returns {Remark[]}
 */
function onRamp({rule: {settings}, rotaryDim, base}) {
  if (settings.kind !== 'yarn') return [];
  const {factor, originalMaxPosition = 1, betaFast = 32, betaSlow = 1, truncate = true} = settings;
  const [from, to] = [betaFast, betaSlow].map(
    (rotations) =>
      (rotaryDim * Math.log(originalMaxPosition / (2 * Math.PI * rotations))) /
      (2 * Math.log(base)),
  );
  /** @type {Remark[]} */
  const remarks = [];
  if (Number(factor) > 1) {
    remarks.push({
      level: 'note',
      field: 'factor',
      text: `The rule holds at every length, also within the ${formatNumber(originalMaxPosition)} tokens of training, where nothing needs it. One user measured 15 to 20 % less on their tasks with it switched on.`,
      source: 'vllm-project/vllm#18728',
    });
  }
  if (betaFast === betaSlow) {
    remarks.push({
      level: 'note',
      field: 'beta_fast',
      text: `It equals beta_slow = ${betaSlow}, so the ramp is one step, at pair ${from.toFixed(2)}.`,
    });
  }
  const last = rotaryDim / 2 - 1;
  if (Math.ceil(to) > last) {
    remarks.push({
      level: 'note',
      field: 'beta_slow',
      text: `The ramp ends at pair ${to.toFixed(2)}, past the last, ${last}. The reference lets it; a reader that ends it at ${last} has other frequencies.`,
      source: 'keras-team/keras-hub#2981',
    });
  }
  if (!truncate) {
    remarks.push({
      level: 'warning',
      field: 'truncate',
      text: `It is false: the ramp goes over the pairs ${from.toFixed(4)} to ${to.toFixed(4)}. A reader that does not know the field rounds them to ${Math.floor(from)} and ${Math.ceil(to)}.`,
      source: 'vllm-project/vllm#27722',
    });
  }
  return remarks;
}

/**
 * A base that only readers of the newer form find.
 *
 * @param {Core} core
 * @param {Model} model
 * @returns {Remark[]}
 */
function onOlderReaders(core, {root, base, baseField, rotaryDim: dim}) {
  const isInside =
    baseField === 'rope_theta' && root.has('rope_parameters') && !root.has('rope_theta');
  if (!isInside || base === 10000) return [];
  const [own, other] = [base, 10000].map((one) => ropeScaling(core, {dim, base: one}).invFreq.data);
  const apart = formatNumber(Number((other[dim / 2 - 1] / own[dim / 2 - 1]).toPrecision(3)));
  return [
    {
      level: 'note',
      field: root.path('rope_parameters'),
      text: `The base is inside. A reader of the older form asks for rope_theta at the top, finds nothing and takes 10,000: its slowest pair is ${apart} times as fast.`,
      source: 'deepspeedai/DeepSpeed#8345',
    },
  ];
}

/**
 * The axes of M-RoPE: in sections, or by turns.
 *
 * @param {Model} model
 * @returns {Remark[]}
 */
function onAxes({rule: {sections, interleaved}}) {
  if (!sections) return [];
  if (sections.length > 3) {
    const text = `Pairs go to ${sections.length} axes in sections, ${sections.join(', ')} of them. Text shows nothing of it: its positions are equal. A reader with one axis is wrong for every picture.`;
    return [{level: 'warning', field: 'xdrope_section', text}];
  }
  const inSections = sections.flatMap((n, axis) => Array(n).fill(axis));
  // by turns: height and width take every third pair until their sections are full, time has the rest
  const interleavedAxes = inSections.map((_, pair) => {
    const axis = pair % 3;
    return axis > 0 && pair < 3 * (sections[axis] ?? 0) ? axis : 0;
  });
  const n = inSections.filter((axis, pair) => axis !== interleavedAxes[pair]).length;
  return [
    {
      level: 'warning',
      field: 'mrope_section',
      text: `Pairs go to time, height and width ${interleaved ? 'by turns' : 'in sections'}, ${sections.join(', ')} of them. A reader that takes them the other way gives ${n} of ${inSections.length} pairs another axis. Text shows nothing of it: its three positions are equal.`,
      source: 'kekzl/imp#1172',
    },
  ];
}

/** @param {Model} model @returns {Remark[]} */
function onBands({rule: {settings}}) {
  if (settings.kind !== 'llama3') return [];
  const {
    originalMaxPosition: length = 1,
    lowFreqFactor: low = 1,
    highFreqFactor: high = 1,
  } = settings;
  const [long, short] = [length / low, length / high].map((wave) => formatNumber(wave));
  return [
    {
      level: 'note',
      field: 'low_freq_factor',
      text: `The names speak of frequency, the code compares wavelengths: waves longer than ${formatNumber(length)} / ${low} = ${long} positions are divided, waves shorter than ${formatNumber(length)} / ${high} = ${short} kept.`,
    },
  ];
}

/** @param {Core} core @param {Model} model @returns {Remark[]} */
function onSpan(core, {latent, rotaryDim, headDim, spanField, base, rule}) {
  if (latent) {
    const text = `Only ${latent.rope} of the ${headDim} elements of a query are rotated; they are ${latent.rope} of their own, with exponents over ${latent.rope}.`;
    return [{level: 'note', field: 'qk_rope_head_dim', text}];
  }
  if (rotaryDim === headDim) return [];
  const last = (/** @type {boolean} */ isWhole) => {
    const settings = /** @type {const} */ ({kind: 'proportional', headDim});
    const made = ropeScaling(core, {dim: rotaryDim, base, ...(isWhole ? settings : {})});
    const {data} = made.invFreq;
    return formatNumber(data[data.length - 1]);
  };
  const isWhole = rule.settings.kind === 'proportional';
  const [own, other] = isWhole ? [headDim, rotaryDim] : [rotaryDim, headDim];
  return [
    {
      level: 'warning',
      field: spanField || 'partial_rotary_factor',
      text: `${rotaryDim} of ${headDim} elements are rotated${spanField ? '' : '; no field says so, the family’s code does'}. The exponents count over ${own}: the slowest pair turns by ${last(isWhole)} rad per position. A reader that counts over ${other} gets ${last(!isWhole)}. The two halves of a pair are ${isWhole ? headDim / 2 : rotaryDim / 2} elements apart.`,
    },
  ];
}

/** @param {Model} model @returns {Remark[]} */
function onShape({headDim, hidden, heads, hasHeadField, baseField, base, latent}) {
  /** @type {Remark[]} */
  const remarks = [];
  if (hasHeadField && !latent && headDim * heads !== hidden) {
    const divided = formatNumber(hidden / heads);
    remarks.push({
      level: 'note',
      field: 'head_dim',
      text: `The file gives it: ${headDim}. A reader that divides ${hidden} by ${heads} heads gets ${divided}, and other frequencies.`,
    });
  }
  if (!baseField) {
    remarks.push({
      level: 'note',
      field: 'rope_theta',
      text: `It is missing: base ${formatNumber(base)}, ${base === 10000 ? "the paper's" : 'as the family’s code has it'}.`,
    });
  }
  return remarks;
}

/**
 * What a model's logits are multiplied by, beside 1 / sqrt(head width): the amplitude on both sides, and
 * the factor that DeepSeek's code has for the softmax.
 *
 * @param {Core} core
 * @param {Model} model
 * @param {number} seqLen
 * @returns {{amplitude: number, softmax: number}}
 */
export function amplitudeOf(core, {rule: {settings}, rotaryDim, base, latent}, seqLen) {
  const {attentionFactor} = ropeScaling(core, {...settings, dim: rotaryDim, base, seqLen});
  const {kind, factor = 1, mscaleAllDim = 0} = settings;
  const hasSoftmax = latent !== null && kind === 'yarn' && mscaleAllDim > 0;
  const softmax = hasSoftmax ? yarnMagnitude(core, {factor, mscale: mscaleAllDim}) ** 2 : 1;
  return {amplitude: attentionFactor, softmax};
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);
