// @ts-check
/**
 * Follows the colours of a host's page, which may change them and say nothing of `color-scheme`. The site's own pages say
 * theirs: their bundle does without (web/build/bundle.js).
 *
 * @param {ShadowRoot} root of a figure
 */
export function followHost(root) {
  if (/** @type {any} */ (globalThis).POSLAB_OWN_PAGE) return;
  // a file of its own: what waits for the figure does not wait for it
  import('../../page-scheme.js').then(({followScheme}) => followScheme(root), () => {}); // biome-ignore format: one thought
}
