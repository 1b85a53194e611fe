// @ts-check

/** A file that a figure needs did not come, or is not what it should be. */
export class NotLoaded extends Error {
  /** @param {unknown} cause what the core or the import of a view was rejected with */
  constructor(cause) {
    const {name = '', message = String(cause)} = cause instanceof Error ? cause : {};
    const what = /^(Compile|Link|Runtime)Error$/.test(name)
      ? 'the file with its calculations (WebAssembly) is damaged or incomplete'
      : 'a file that it needs could not be loaded';
    super(
      `This figure cannot be drawn: ${what}. Check the connection and try again, or reload the page; ` +
        `if that does not help, the file on the server is missing or broken. (${message})`,
      {cause},
    );
  }
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @returns {Promise<T>} rejected with NotLoaded
 */
export const loaded = (promise) =>
  promise.catch((cause) => {
    throw new NotLoaded(cause);
  });
