// @ts-check
// Every claim of the site, by chapter.

import orders from './1-why-position.js';
import sinusoidal from './2-sinusoidal.js';
import learned from './3-learned.js';
import rope from './4-rope.js';
import ropeByHand from './4-rope-by-hand.js';
import alibi from './5-alibi.js';
import experiments from './8-experiments.js';
import relative from './9-relative.js';
import longer from './10-longer-contexts.js';
import labs from './11-labs.js';
import boxes from './boxes.js';
import boxesAttention from './boxes-attention.js';
import questions from './questions.js';
import race from './race.js';

/** @import {Claim} from './claim.js' */

/** @type {ReadonlyMap<string, Claim>} by their ids */
export const CLAIMS = new Map();

for (const claim of [
  orders,
  sinusoidal,
  learned,
  rope,
  ropeByHand,
  alibi,
  boxes,
  boxesAttention,
  race,
  experiments,
  relative,
  longer,
  labs,
  questions,
].flat()) {
  if (CLAIMS.has(claim.id)) throw new Error(`two claims have the id ${claim.id}`);
  /** @type {Map<string, Claim>} */ (CLAIMS).set(claim.id, claim);
}
