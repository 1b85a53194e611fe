// @ts-check
// The table of positions that is added to the embeddings, where a model has one.

/** @import {Model} from './model.js' */

/**
 * @param {Model} model
 * @returns {{rows: number, first: number, isLearned: boolean} | null} first: the row of the first token; null where
 *   there is no table, or its length is not known
 */
export function tableIn({list, maxPosition, hasLength, family}) {
  const {encoding} = list[0];
  if (encoding !== 'learned' && encoding !== 'sinusoidal') return null;
  if (!hasLength && family?.sizes?.maxPosition === undefined) return null;
  const first = typeof family?.offset === 'number' ? family.offset : 0;
  return {rows: maxPosition + (family?.moreRows ?? 0), first, isLearned: encoding === 'learned'};
}
