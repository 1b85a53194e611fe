// Texts of any code points, halves of pairs too.
import fc from 'fast-check';

/**
 * As fc.string({unit: 'binary'}), whose table of all code points takes a second to make.
 *
 * @param {{maxLength?: number}} [constraints]
 */
export const anyText = (constraints) =>
  fc
    .array(fc.integer({min: 0, max: 0x10ffff}), constraints)
    .map((points) => String.fromCodePoint(...points));
