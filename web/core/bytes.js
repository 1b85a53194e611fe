// @ts-check

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/**
 * A number of bytes in powers of 1024, with at most four digits: 1,023 bytes, 42.2 KiB, 1 GiB.
 *
 * @param {number} bytes
 */
export function formatBytes(bytes) {
  let value = bytes;
  let unit = 0;
  // 1023.95 would be rounded to 1,024 of this unit
  for (; Number(value.toPrecision(4)) >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024;
  const digits = Number(value.toPrecision(4));
  const text = digits.toLocaleString('en-US', {maximumFractionDigits: 3});
  return `${text} ${bytes === 1 ? 'byte' : UNITS[unit]}`;
}
