// @ts-check
// The length race, which several chapters quote.
import {accuraciesByLength} from './runs.js';

/** @import {Claim} from './claim.js' */

/** @type {Claim[]} */
export default [
  {
    id: 'race',
    source:
      'Recorded: an order-2 language, seven methods, 600 steps at length 6, the mean of seeds 1, 2 and 3',
    run: 'length-race-seeds',
    settings: {trained: 6, twice: 12, fourfold: 24, eightfold: 48, longest: 96, rows: 128},
    read(recording) {
      const {chance, best} = /** @type {any} */ (recording.runs[0].evaluations[0]);
      return {...accuraciesByLength(recording), chance, best};
    },
  },
  {
    id: 'more-runners',
    source: 'Recorded: an order-2 language, twelve more methods, 600 steps at length 6, seed 1',
    run: 'length-race-more',
    read: accuraciesByLength,
  },
  {
    id: 'newer',
    source:
      'Recorded: an order-2 language, seven methods, 600 steps at length 6, the mean of seeds 1, 2 and 3',
    run: 'length-race-newer',
    settings: {longest: 96},
    read: accuraciesByLength,
  },
  {
    id: 'recall',
    source:
      'Recorded: induction, seven methods, 600 steps at length 12, the mean of seeds 1, 2 and 3',
    run: 'length-race-recall',
    settings: {trained: 12, twice: 24, fourfold: 48, longest: 192},
    read(recording) {
      const {chance} = /** @type {any} */ (recording.runs[0].evaluations[0]);
      return {...accuraciesByLength(recording), chance};
    },
  },
];
