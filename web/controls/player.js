// @ts-check
import {button as makeButton, t} from '../dom.js';

const STEP_MS = 500;

/**
 * Play and pause. The timer runs only between play() and stop(), so a figure that leaves the
 * viewport stops it; nothing starts by itself.
 *
 * @param {() => void} onStep called about twice a second while playing
 */
export function player(onStep) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const show = () => {
    button.textContent = timer === undefined ? t('▶ Play') : t('❚❚ Pause');
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    show();
  };
  const play = () => {
    timer ??= setInterval(onStep, STEP_MS);
    show();
  };
  const button = makeButton('', () => (timer === undefined ? play() : stop()), 'control player');
  show();
  return {element: button, play, stop, isPlaying: () => timer !== undefined};
}
