// @ts-check
// What moves in a figure: a scene, or the setting that a player advances.

/** @import {Figure} from './figure.js' */

/** @param {Figure} figure */
export const scenesOf = (figure) => [
  .../** @type {ShadowRoot} */ (figure.shadowRoot).querySelectorAll('.stage.scene'),
];

/** The setting that its player advances, where its preset has a player. @param {Figure} figure @returns {string | null} */
export function playedSetting(figure) {
  const {player, presets} = /** @type {typeof Figure} */ (figure.constructor);
  const controls = presets[figure.presetName]?.controls;
  return player && (!controls || controls.includes(player.setting)) ? player.setting : null;
}

/** Whether something moves. @param {Figure} figure */
export const hasMotion = (figure) => scenesOf(figure).length > 0 || playedSetting(figure) !== null;
