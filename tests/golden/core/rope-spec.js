// How a golden file writes a rule of rotary frequencies, in the words of the core.

/** @import {ScalingSettings} from '../../../web/core/pe.js' */

/** @type {Record<string, keyof ScalingSettings>} */
const NAMES = {
  factor: 'factor',
  alpha: 'alpha',
  max_position: 'maxPosition',
  original_max_position: 'originalMaxPosition',
  seq_len: 'seqLen',
  beta_fast: 'betaFast',
  beta_slow: 'betaSlow',
  truncate: 'truncate',
  mscale: 'mscale',
  mscale_all_dim: 'mscaleAllDim',
  attention_factor: 'attentionFactor',
  short_factor: 'shortFactor',
  long_factor: 'longFactor',
  low_freq_factor: 'lowFreqFactor',
  high_freq_factor: 'highFreqFactor',
  head_dim: 'headDim',
  partial: 'partial',
  k: 'pair',
  length: 'length',
  margin: 'margin',
};

/**
 * @param {Record<string, any>} spec of a golden case; a name that is no setting of a rule is left out,
 *   and so is null
 * @returns {ScalingSettings}
 */
export function scalingOf(spec) {
  const {kind = 'default'} = spec;
  const given = Object.entries(NAMES).filter(([name]) => (spec[name] ?? null) !== null);
  const named = given.map(([name, ours]) => [ours, spec[name]]);
  return {...Object.fromEntries(named), kind: kind.replaceAll('_', '-')};
}
