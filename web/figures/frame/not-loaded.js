// @ts-check
// A file that a figure needs and could not have.

/** What policies have forbidden on this page, newest last. @type {SecurityPolicyViolationEvent[]} */
const violations = [];
globalThis.document?.addEventListener('securitypolicyviolation', (event) => {
  violations.push(event);
});

/** A file that a figure needs did not come, or is not what it should be. */
export class NotLoaded extends Error {
  /**
   * @param {string} words what prevents it
   * @param {{cause: unknown, code?: string, directive?: string}} why code: for a page's script; directive: the one
   *   that a policy must have
   */
  constructor(words, {cause, code = 'network', directive = ''}) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(`This figure cannot be drawn: ${words} (${message})`, {cause});
    this.code = code;
    this.directive = directive;
  }
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @returns {Promise<T>} rejected with NotLoaded
 */
export const loaded = (promise) =>
  promise.catch(async (cause) => {
    const {reasonOf} = await import('./diagnose.js').catch(() => ({reasonOf: null}));
    const {words, ...why} = (await reasonOf?.(cause, violations)) ?? {
      words: 'its files could not be loaded. Check the connection and reload the page.',
    };
    throw new NotLoaded(words, {cause, ...why});
  });
