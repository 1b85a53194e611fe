// @ts-check
// Every claim of the site, by chapter.

import sinusoidal from './2-sinusoidal.js';
import learned from './3-learned.js';
import rope from './4-rope.js';
import alibi from './5-alibi.js';
import race from './race.js';

/** @import {Claim} from './claim.js' */

/** @type {ReadonlyMap<string, Claim>} by their ids */
export const CLAIMS = new Map();

for (const claim of [sinusoidal, learned, rope, alibi, race].flat()) {
  if (CLAIMS.has(claim.id)) throw new Error(`two claims have the id ${claim.id}`);
  /** @type {Map<string, Claim>} */ (CLAIMS).set(claim.id, claim);
}
