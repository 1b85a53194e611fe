// @ts-check
// How much memory a run may take, and how that is said.

/** Of wasm memory, for one run. A tab that asks for more risks being closed by its browser. */
export const MAX_BYTES = 2 ** 30;

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/**
 * @param {number} nBytes
 * @returns {string} with two or three digits: 1.07 GB, 43 kB
 */
export function formatBytes(nBytes) {
  let value = nBytes;
  let unit = 0;
  for (; value >= 999.5 && unit < UNITS.length - 1; unit++) value /= 1000;
  const digits = unit === 0 || value >= 9.95 ? 0 : value >= 0.995 ? 2 : 3;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

/**
 * @param {number} nBytes
 * @throws {RangeError} when a run of so many bytes must not begin
 */
export function requireMemory(nBytes) {
  if (nBytes <= MAX_BYTES) return;
  throw new RangeError(
    `This run needs ${formatBytes(nBytes)} of memory, more than the ${formatBytes(MAX_BYTES)} that ` +
      'one may take: choose a smaller batch, length or model.',
  );
}
