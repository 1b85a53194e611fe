// @ts-check
// Light or dark as the page around. Our colours are light-dark(), so a page that says so by color-scheme needs nothing.
// Many pages only change their colours, by a class or an attribute of any element above: then the ink of their words,
// which an element inherits, says it. No ancestor is observed: a change of what is inherited starts a transition.

import css from './style/page-scheme.css';
import {sheetOf} from './style-sheet.js';

/**
 * Of the sum of red, green and blue, weighted about as by the eye. Words that can be read on white (a contrast of 4.5) have at most
 * 0.47; on a dark ground they have more.
 */
const LIGHT_INK = 0.48;

/** A colour that fades is followed until it has been the same for so many frames: Firefox reports its first steps only. */
const STILL_FRAMES = 3;

/**
 * The scheme of the page at an element, and whether the element inherits it.
 *
 * @param {Element} host
 * @param {string} ink color(srgb r g b) of the words around it
 * @returns {['light' | 'dark', boolean]}
 */
function pageScheme(host, ink) {
  const parent = host.parentElement ?? /** @type {ShadowRoot} */ (host.parentNode)?.host;
  const said = parent ? getComputedStyle(parent).colorScheme : '';
  const hasDark = said.includes('dark');
  if (hasDark !== said.includes('light')) return [hasDark ? 'dark' : 'light', true];
  const [r, g, b] = (ink.match(/[\d.e-]+(?=[ )])/g) ?? []).map(Number);
  const isDark = 0.2 * r + 0.7 * g + 0.1 * b > LIGHT_INK;
  const isGiven = isDark === (hasDark && matchMedia('(prefers-color-scheme: dark)').matches);
  return [isDark ? 'dark' : 'light', isGiven];
}

/**
 * Keeps an element in the scheme of the page, unless the page or its attribute theme gives it another.
 *
 * @param {ShadowRoot} root the element's
 * @param {(scheme: 'light' | 'dark') => void} [onScheme] called at each change, and when it is first shown
 * @returns {() => 'light' | 'dark'} the scheme now, of an element in the page
 */
export function followScheme(root, onScheme) {
  const ink = document.createElement('i');
  ink.className = 'page-ink';
  root.append(ink);
  root.adoptedStyleSheets.push(sheetOf(css));
  let own = ''; // the style of the page's scheme, where that is not inherited
  let last = '';
  let lastInk = '';
  let nStill = STILL_FRAMES;
  const follow = () => {
    const {outlineColor} = getComputedStyle(ink);
    nStill = outlineColor === lastInk ? nStill + 1 : 0;
    lastInk = outlineColor;
    const [scheme, isGiven] = pageScheme(root.host, outlineColor);
    const wanted = isGiven ? '' : `@media screen{:host{color-scheme:${scheme}}}`;
    if (wanted !== own) {
      const others = root.adoptedStyleSheets.filter((sheet) => sheet !== sheetOf(own));
      root.adoptedStyleSheets = wanted ? [...others, sheetOf(wanted)] : others;
      own = wanted;
    }
    const isOther = scheme !== last;
    last = scheme;
    if (isOther) onScheme?.(scheme);
    return scheme;
  };
  let isFollowing = false;
  const followFade = () => {
    follow();
    isFollowing = nStill < STILL_FRAMES;
    if (isFollowing) requestAnimationFrame(followFade);
  };
  ink.addEventListener('animationstart', follow);
  ink.addEventListener('transitionrun', () => {
    if (!isFollowing) followFade();
  });
  return follow;
}
