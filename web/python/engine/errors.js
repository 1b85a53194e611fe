// @ts-check
// Errors that become Python's: `kind` is the exception's name.

export class TorchError extends Error {
  /** @param {string} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** @param {string} message @returns {never} */
export function runtimeError(message) {
  throw new TorchError('RuntimeError', message);
}

/** @param {string} message @returns {never} */
export function notHere(message) {
  throw new TorchError('NotImplementedError', message);
}

/** @param {string} message @returns {never} */
export function indexError(message) {
  throw new TorchError('IndexError', message);
}

/** @param {string} message @returns {never} */
export function valueError(message) {
  throw new TorchError('ValueError', message);
}

/** @param {string} message @returns {never} */
export function typeError(message) {
  throw new TorchError('TypeError', message);
}
