// @ts-check

/**
 * The value of a formula out of whole numbers, names, + - * / ^ and brackets, as the core's table writes
 * what a method keeps.
 *
 * @param {string} formula
 * @param {Record<string, number>} values of the names
 * @returns {number}
 */
export function formulaValue(formula, values) {
  const tokens = formula.match(/\w+|[-+*/^()]/g) ?? [];
  let at = 0;
  const next = (/** @type {string} */ wanted) => wanted.includes(tokens[at] ?? 'none');
  /** @returns {number} */
  const atom = () => {
    const token = tokens[at++] ?? '';
    if (token !== '(') return /^\d/.test(token) ? Number(token) : values[token];
    const inside = sum();
    at++; // its end
    return inside;
  };
  const power = () => {
    const base = atom();
    if (!next('^')) return base;
    at++;
    return base ** atom();
  };
  const product = () => {
    let value = power();
    while (next('*/')) value = tokens[at++] === '*' ? value * power() : value / power();
    return value;
  };
  const sum = () => {
    let value = product();
    while (next('+-')) value = tokens[at++] === '+' ? value + product() : value - product();
    return value;
  };
  return sum();
}
