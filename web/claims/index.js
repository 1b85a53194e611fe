// @ts-check
// Every claim of the site, by chapter.

import rope from './4-rope.js';
import race from './race.js';

/** @import {Claim} from './claim.js' */

/** @type {ReadonlyMap<string, Claim>} by their ids */
export const CLAIMS = new Map();

for (const claim of [race, rope].flat()) {
  if (CLAIMS.has(claim.id)) throw new Error(`two claims have the id ${claim.id}`);
  /** @type {Map<string, Claim>} */ (CLAIMS).set(claim.id, claim);
}
