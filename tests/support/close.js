import assert from 'node:assert/strict';

/**
 * Fails unless every element is within `atol + rtol * |expected|` of the expected one (equal
 * infinities and two NaNs count as equal), and shows the worst that is not.
 *
 * @param {ArrayLike<number>} actual
 * @param {ArrayLike<number>} expected
 * @param {{rtol?: number, atol?: number}} [tolerance]
 * @param {string} [label] in front of the message
 */
export function assertClose(actual, expected, {rtol = 0, atol = 0} = {}, label = '') {
  const where = label && `${label}: `;
  assert.equal(actual.length, expected.length, `${where}length`);
  let worst = -1;
  let worstExcess = 1;
  for (let k = 0; k < expected.length; k++) {
    if (Object.is(actual[k], expected[k]) || actual[k] === expected[k]) continue;
    const allowed = atol + rtol * Math.abs(expected[k]);
    const excess = Math.abs(actual[k] - expected[k]) / allowed;
    if (excess <= worstExcess && Number.isFinite(expected[k])) continue; // false for NaN too
    worst = k;
    worstExcess = Number.isNaN(excess) ? Number.POSITIVE_INFINITY : excess;
  }
  if (worst === -1) return;
  const error = Math.abs(actual[worst] - expected[worst]);
  assert.fail(
    `${where}[${worst}]: got ${actual[worst]}, expected ${expected[worst]}; error ` +
      `${error.toExponential(2)} where rtol ${rtol}, atol ${atol} allow ` +
      `${(atol + rtol * Math.abs(expected[worst])).toExponential(2)}`,
  );
}
