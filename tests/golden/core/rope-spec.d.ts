import type { ScalingSettings } from '../../../web/core/pe.js';
/**
 * @param {Record<string, any>} spec of a golden case; a name that is no setting of a rule is left out,
 *   and so is null
 * @returns {ScalingSettings}
 */
export declare function scalingOf(spec: Record<string, any>): ScalingSettings;
