// @ts-check
// Exercises that fill the window, one at a time: the address of an open one is its id, and Back returns to the
// list.
import {exerciseOf} from './shared-code.js';
import {work} from './store.js';

/** @import {ExerciseCard} from './exercise-card.js' */

const ROOT = document.documentElement;
const TITLE = document.title;

const cards = () =>
  /** @type {ExerciseCard[]} */ ([...document.querySelectorAll('exercise-card[full-page]')]);

/** What the address names, if it is an exercise. */
const named = () => cards().find(({id}) => id === exerciseOf(location.hash));

/** Opens the exercise that the address names, and closes any other. */
export function followAddress() {
  const card = named();
  for (const other of cards()) if (other !== card) other.close();
  card?.show?.();
}

let isFollowing = false;

/** Follows the address from now on, once. */
export function followAddresses() {
  if (isFollowing) return;
  isFollowing = true;
  addEventListener('hashchange', followAddress);
  queueMicrotask(followAddress); // all cards of the page have been made by then
}

/** @param {ExerciseCard} card that has been opened */
export function enterFullPage(card) {
  if (named() !== card) location.hash = card.id; // the address closes any other
  ROOT.classList.add('exercise-open');
  document.title = `${card.getAttribute('heading')} · poslab`;
}

/** @param {ExerciseCard} card that has been closed */
export function leaveFullPage(card) {
  const current = named();
  if (current && current !== card) return; // another has taken its place
  ROOT.classList.remove('exercise-open');
  document.title = TITLE;
  if (current) history.pushState(null, '', location.pathname + location.search);
  card.scrollIntoView({block: 'center', behavior: 'instant'});
  card.focus();
}

/**
 * @param {ExerciseCard} card
 * @returns {{title: string, href: string} | null} the first after it that is not solved, from the top again at the end
 */
export function nextExercise(card) {
  const all = cards();
  const at = all.indexOf(card);
  const next = [...all.slice(at + 1), ...all.slice(0, at)].find(
    ({exercise}) => work.read(exercise)?.progress !== 'solved',
  );
  return next ? {title: next.getAttribute('heading') ?? next.id, href: `#${next.id}`} : null;
}
