// @ts-check

/** @import {Claim} from './claim.js' */

/** Every order of a list. @param {string[]} words @returns {string[][]} */
const ordersOf = (words) =>
  words.length < 2
    ? [words]
    : words.flatMap((word, k) => ordersOf(words.toSpliced(k, 1)).map((rest) => [word, ...rest]));

/** @type {Claim[]} */
export default [
  {
    id: 'orders',
    source: 'Every order of “The cat sat on the mat”, counted',
    settings: {words: 6},
    compute() {
      const orders = ordersOf('the cat sat on the mat'.split(' ')).map((words) => words.join(' '));
      return {all: orders.length, different: new Set(orders).size};
    },
  },
];
