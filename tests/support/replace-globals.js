// Globals of a browser, in Node.

/**
 * Puts values in the place of globals until the test is over, then what was there before.
 *
 * @param {import('node:test').TestContext} t
 * @param {Record<string, unknown>} globals
 */
export function replaceGlobals(t, globals) {
  const before = Object.keys(globals).map(
    (name) => /** @type {const} */ ([name, Object.getOwnPropertyDescriptor(globalThis, name)]),
  );
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, {value, configurable: true, writable: true});
  t.after(() => {
    for (const [name, own] of before)
      if (own) Object.defineProperty(globalThis, name, own);
      else Reflect.deleteProperty(globalThis, name);
  });
}
