// @ts-check
// What a page says about a figure beside its settings: what of it is offered, and how it looks. `hide` is a matter
// of style alone (host.css).

export const HOST_ATTRIBUTES = [
  'controls',
  'locked',
  'caption',
  'theme',
  'loading',
  'hide',
  'base-url',
];

/**
 * Whether an attribute is among those that a list names.
 *
 * @param {string} text `all`, `none`, or names with blanks between
 * @param {string} attribute
 */
export function allows(text, attribute) {
  const words = text.split(/[\s,]+/);
  return words.includes('all') || words.includes(attribute);
}
