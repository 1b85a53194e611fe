// @ts-check

/** The build's; it is not there where modules run from source. */
export const VERSION = /** @type {any} */ (globalThis).POSLAB_VERSION ?? 'from source';
