// What a page shows follows what is done to it after a moment, which is long on a machine with other work.

const MOST_MS = 20_000;
const REST_MS = 25;

/**
 * Makes assertions again and again until they hold. What is read in them must be read afresh each time, and must
 * change nothing.
 *
 * @param {() => unknown} check throws what is wrong
 * @param {number} [ms] how long at most
 * @returns {Promise<void>} rejects with the last error, which says what was seen last
 */
export async function eventually(check, ms = MOST_MS) {
  const end = performance.now() + ms;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (performance.now() > end) {
        if (error instanceof Error) error.message += `\n(so still after ${ms / 1000} s)`;
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
}
