// @ts-check
// The length race, which several chapters quote.
import {
  accuraciesByIds,
  accuraciesByLength,
  accuraciesByRemoval,
  accuraciesOnGrid,
  perplexityAt,
  seedsAt,
  spreadOf,
} from './runs.js';

/** @import {Claim} from './claim.js' */

/** @type {Claim[]} */
export default [
  {
    id: 'race',
    source:
      'Recorded: an order-2 language, seven methods, 400 steps at length 6, the mean of seeds 1, 2 and 3',
    run: 'length-race-seeds',
    settings: {trained: 6, twice: 12, fourfold: 24, eightfold: 48, longest: 96, rows: 128},
    read(recording) {
      const [{every, losses, evaluations}] = recording.runs;
      const {chance, best, bestPerplexity} = /** @type {any} */ (evaluations[0]);
      const steps = every * losses.length;
      return {...accuraciesByLength(recording), chance, best, bestPerplexity, steps};
    },
    law: {
      says: 'at 96 tokens Shaw is first, then ALiBi, T5, RoPE, none, the learned table and sinusoids',
      holds: ({shaw, alibi, t5, rope, none, learned, sinusoidal}) =>
        [shaw, alibi, t5, rope, none, learned, sinusoidal].every(
          (one, k, list) => k === 0 || one[96] < list[k - 1][96],
        ),
    },
  },
  {
    id: 'first',
    source:
      'Recorded: what came first, seven methods, 400 steps at length 12, the mean of seeds 1, 2 and 3',
    run: 'length-race-first',
    settings: {trained: 12, longest: 192},
    read(recording) {
      const {chance} = /** @type {any} */ (recording.runs[0].evaluations[0]);
      const ends = recording.runs.map(({name, evaluations}) => {
        const {accuracy} = /** @type {any} */ (evaluations[evaluations.length - 1]);
        return {isRope: name.startsWith('rope-half'), accuracy};
      });
      const of = (/** @type {boolean} */ rope) =>
        ends.filter(({isRope}) => isRope === rope).map(({accuracy}) => accuracy);
      const [ropeMost, othersLeast] = [Math.max(...of(true)), Math.min(...of(false))];
      return {...accuraciesByLength(recording), chance, ropeMost, othersLeast};
    },
    law: {
      says: 'at 192 tokens a model without positions and one with a learned table lose nothing, and each seed of RoPE is below each of all others',
      holds: ({none, learned, ropeMost, othersLeast}) =>
        Math.min(none[192], learned[192]) > 0.999 && ropeMost < othersLeast,
    },
  },
  {
    id: 'drop',
    source:
      'Recorded: an order-2 language, RoPE kept, removed, or never there, 400 steps at length 6, the mean of seeds 1, 2 and 3',
    run: 'drop-race',
    settings: {trained: 6, longest: 96, steps: 400, few: 25, many: 200},
    read: accuraciesByRemoval,
    law: {
      says: 'at 6 tokens the removal costs much, and training on wins back most of it, but not what a model without positions has; at 24 tokens a model that has trained on is behind both, and at 96 close to both',
      holds: ({rope, none, removed0, removed25, removed200}) =>
        removed0[6] < rope[6] - 0.1 &&
        removed25[6] > removed0[6] + 0.05 &&
        removed200[6] > removed25[6] &&
        removed200[6] < none[6] &&
        removed0[96] < rope[96] &&
        removed200[24] < Math.min(none[24], rope[24]) &&
        Math.max(...[none, rope].map((one) => Math.abs(removed200[96] - one[96]))) < 0.05,
    },
  },
  {
    id: 'drop-first',
    source:
      'Recorded: what came first, RoPE kept, removed, or never there, 400 steps at length 12, the mean of seeds 1, 2 and 3',
    run: 'drop-race-first',
    settings: {trained: 12, longest: 192},
    read: accuraciesByRemoval,
    law: {
      says: 'at 192 tokens RoPE that was removed, at the end of training or 25 steps before, is right more than 95 times of 100, and RoPE that was kept less than 30 times',
      holds: ({rope, none, removed0, removed25}) =>
        Math.min(removed0[192], removed25[192]) > 0.95 && rope[192] < 0.3 && none[192] > 0.99,
    },
  },
  {
    id: 'race-spread',
    source: 'Recorded: RoPE in the race of seven methods, seeds 1, 2 and 3',
    run: 'length-race-seeds',
    read: (recording) => spreadOf(recording, 'rope', [6, 96]),
    law: {
      says: 'the three seeds differ by less than twice the error of sampling at 6 tokens, and by more than five times at 96',
      holds: ({sampling, seeds}) => seeds[6] < 2 * sampling[6] && seeds[96] > 5 * sampling[96],
    },
  },
  {
    id: 'race-confident',
    source:
      'Recorded: e to the mean loss at 96 tokens in the race of seven methods, seeds 1, 2 and 3',
    run: 'length-race-seeds',
    settings: {symbols: 16},
    read: (recording, {symbols}) => ({
      sinusoidal: perplexityAt(recording, 'sinusoidal', 96),
      symbols,
    }),
    law: {
      says: 'the perplexity of sinusoids exceeds that of guessing',
      holds: ({sinusoidal, symbols}) => sinusoidal > symbols,
    },
  },
  {
    id: 'copy',
    source: 'Recorded: copy, seven methods, 400 steps at length 6, seed 1',
    run: 'length-race-copy',
    read(recording) {
      const {chance} = /** @type {any} */ (recording.runs[0].evaluations[0]);
      const accuracies = accuraciesByLength(recording);
      const most = Math.max(...Object.values(accuracies).map((lengths) => lengths[96]));
      return {...accuracies, chance, most};
    },
    law: {
      says: 'at 12 tokens ALiBi, T5 and no encoding are ahead of Shaw, which is near chance, and at 96 all methods are low',
      holds: ({alibi, t5, none, shaw, chance, most}) =>
        alibi[12] > t5[12] &&
        t5[12] > none[12] &&
        none[12] > 5 * shaw[12] &&
        shaw[12] < chance + 0.03 &&
        most < 0.2,
    },
  },
  {
    id: 'more-runners',
    source: 'Recorded: an order-2 language, twelve more methods, 400 steps at length 6, seed 1',
    run: 'length-race-more',
    read: accuraciesByLength,
  },
  {
    id: 'newer',
    source:
      'Recorded: an order-2 language, eleven methods, 400 steps at length 6, the mean of seeds 1, 2 and 3',
    run: 'length-race-newer',
    settings: {longest: 96},
    read: (recording) => ({
      ...accuraciesByLength(recording),
      ropeSpread: spreadOf(recording, 'rope', [96]).seeds[96],
    }),
    law: {
      says: 'at 96 tokens stick-breaking, FoX and RoPE with FoX lose nothing, then come ALiBi, PoPE and RoPE, a sink does not help RoPE, rotations in every second layer only lower it a little, and half of the pairs or a temperature change it by less than its seeds differ',
      holds: ({fox, ropeFox, stickBreaking, alibi, pope, rope, ropeSink, ...others}) =>
        [fox, ropeFox, stickBreaking].every((one) => one[96] > one[6] - 0.01) &&
        [others.pRope, others.ropeTemperature].every(
          (one) => Math.abs(one[96] - rope[96]) < others.ropeSpread,
        ) &&
        Math.abs(others.ropeAlternate[96] + 0.03 - rope[96]) < 0.01 &&
        stickBreaking[96] > alibi[96] &&
        alibi[96] > pope[96] &&
        pope[96] > rope[96] &&
        rope[96] > ropeSink[96],
    },
  },
  {
    id: 'values',
    source:
      'Recorded: an order-2 language, RoPE, rotated values, latent attention and no encoding, 400 steps at length 6, the mean of seeds 1, 2 and 3',
    run: 'length-race-values',
    settings: {trained: 6, longest: 96, kept: 24, plainly: 128},
    read(recording) {
      const accuracies = accuraciesByLength(recording);
      const {none, mlaNope} = accuracies;
      const leastRotated = Math.min(...seedsAt(recording, 'ropeValues', 96));
      const mostPlain = Math.max(...seedsAt(recording, 'rope', 96));
      const apart = [6, 12, 24, 48, 96].map((length) => Math.abs(none[length] - mlaNope[length]));
      const parametersOf = (/** @type {string} */ start) =>
        recording.runs.find(({name}) => name.startsWith(start))?.nParams ?? 0;
      return {
        ...accuracies,
        overlap: mostPlain - leastRotated,
        mostApart: Math.max(...apart),
        parameters: parametersOf('rope-half, '),
        latentParameters: parametersOf('mla-rope'),
      };
    },
    law: {
      says: 'past 6 tokens rotated values raise the mean accuracy of RoPE, and the seeds of the two overlap; latent attention with RoPE is behind RoPE, and without positions it is near plain attention without positions',
      holds: ({rope, ropeValues, mlaRope, overlap, mostApart}) =>
        [12, 24, 48, 96].every(
          (length) => ropeValues[length] > rope[length] && rope[length] > mlaRope[length],
        ) &&
        overlap > 0 &&
        mostApart < 0.02,
    },
  },
  {
    id: 'path',
    source:
      'Recorded: an order-2 language, RoPE, FoX, PaTH, PaTH with FoX and no encoding, 400 steps at length 6, the mean of seeds 1, 2 and 3',
    run: 'length-race-path',
    settings: {trained: 6, longest: 96},
    read: accuraciesByLength,
    law: {
      says: 'at 96 tokens PaTH has lost 0.05 of what it had at 6, with a forget gate to within 0.01, and RoPE does not',
      holds: ({path, pathFox, rope}) =>
        Math.abs(path[6] - path[96] - 0.05) < 0.005 &&
        pathFox[96] > pathFox[6] - 0.01 &&
        rope[96] < path[96] - 0.4,
    },
  },
  {
    id: 'path-recall',
    source:
      'Recorded: induction, RoPE, FoX, PaTH, rotated values, latent attention and no encoding, 400 steps at length 12, the mean of seeds 1, 2 and 3',
    run: 'length-race-path-recall',
    settings: {longest: 192},
    read: accuraciesByLength,
    law: {
      says: 'at 192 tokens PaTH finds the far answer more often than FoX, and rotated values and latent attention do not help RoPE much',
      holds: ({path, fox, rope, ropeValues, mlaRope}) =>
        path[192] > fox[192] &&
        fox[192] > rope[192] + 0.3 &&
        Math.abs(ropeValues[192] - rope[192]) < 0.05 &&
        Math.abs(mlaRope[192] - rope[192]) < 0.1,
    },
  },
  {
    id: 'grid',
    source:
      'Recorded: which letter is on my diagonal, four methods without a causal mask, 600 steps on grids of 6 by 6 cells, the mean of seeds 1, 2 and 3',
    run: 'grid-race',
    settings: {side: 6, larger: 8, double: 12},
    read(recording) {
      const {chance} = /** @type {any} */ (recording.runs[0].evaluations[0]);
      const {axial, mixed, ...others} = accuraciesOnGrid(recording);
      const seeds = seedsAt(recording, 'ropeMixed', 144);
      return {
        ...{...others, axial, mixed, chance},
        mixedLeast: Math.min(...seeds),
        mixedMost: Math.max(...seeds),
      };
    },
    law: {
      says: 'in training RoPE-Mixed is first, then axial RoPE, then RoPE along the rows, which is at chance on 8 by 8 cells where the other two are not; on 12 by 12 axial RoPE is first, and the seeds of RoPE-Mixed are far apart',
      holds: ({none, rope, axial, mixed, chance, mixedLeast, mixedMost}) =>
        mixed[36] > axial[36] &&
        axial[36] > rope[36] &&
        rope[36] > none[36] &&
        rope[64] < chance + 0.05 &&
        Math.min(axial[64], mixed[64]) > 0.8 &&
        axial[144] > mixed[144] &&
        mixedMost - mixedLeast > 0.3,
    },
  },
  {
    id: 'ids',
    source:
      'Recorded: an order-2 language, four methods and three kinds of position ids, 600 steps at length 6, the mean of seeds 1, 2 and 3',
    run: 'ids-race',
    settings: {trained: 6, nIds: 128},
    read: accuraciesByIds,
    law: {
      says: 'both kinds of ids raise the accuracy of sinusoids, a learned table and RoPE at 12 to 96 tokens, lower it at the training length, and lower that of ALiBi from 24 tokens on',
      holds: ({plain, randomized, pose}) =>
        [randomized, pose].every(
          (ids) =>
            ['sinusoidal', 'learned', 'rope'].every(
              (one) =>
                ids[one][6] < plain[one][6] &&
                [12, 24, 48, 96].every((length) => ids[one][length] > plain[one][length]),
            ) && [24, 48, 96].every((length) => ids.alibi[length] < plain.alibi[length]),
        ),
    },
  },
  {
    id: 'ids-recall',
    source:
      'Recorded: induction, three methods and three kinds of position ids, 600 steps at length 12, the mean of seeds 1, 2 and 3',
    run: 'ids-race-recall',
    settings: {trained: 12},
    read: accuraciesByIds,
    law: {
      says: 'at 96 tokens RoPE gains far more by PoSE than by randomized ids, sinusoids gain more by randomized ids, and ALiBi loses by both',
      holds: ({plain, randomized, pose}) =>
        pose.rope[96] > randomized.rope[96] + 0.3 &&
        randomized.rope[96] > plain.rope[96] &&
        randomized.sinusoidal[96] > pose.sinusoidal[96] &&
        pose.sinusoidal[96] > plain.sinusoidal[96] &&
        Math.max(randomized.alibi[96], pose.alibi[96]) < plain.alibi[96],
    },
  },
  {
    id: 'additions',
    source:
      'Recorded: sums of numbers of one to six digits, RoPE and three kinds of position ids, 600 steps, the mean of seeds 1, 2 and 3',
    run: 'ids-race-addition',
    settings: {trained: 6, longest: 12, steps: 600},
    read(recording) {
      const {chance} = /** @type {any} */ (recording.runs[0].evaluations[0]);
      const abacus = recording.runs.filter(({name}) => name.endsWith(', abacus ids'));
      const seeds = seedsAt({...recording, runs: abacus}, 'rope', 20);
      const [abacusLeast, abacusMost] = [Math.min(...seeds), Math.max(...seeds)];
      const spread = {abacusLeast, abacusMost, abacusSpread: abacusMost - abacusLeast};
      return {...accuraciesByIds(recording), ...spread, chance};
    },
    law: {
      says: 'coupled ids are ahead of abacus ids, and those of plain ones, at each tested number of digits; only coupled ids are nearly always right at six digits, and both lose accuracy with every digit that is new',
      holds: ({plain, abacus, coupled}) =>
        [20, 23, 26, 29, 38].every(
          (length, k, all) =>
            coupled.rope[length] > abacus.rope[length] &&
            abacus.rope[length] > plain.rope[length] &&
            [coupled, abacus].every((one) => k === 0 || one.rope[length] < one.rope[all[k - 1]]),
        ) &&
        coupled.rope[20] > 0.99 &&
        plain.rope[20] < 0.3,
    },
  },
  {
    id: 'recall',
    source:
      'Recorded: induction, ten methods, 400 steps at length 12, the mean of seeds 1, 2 and 3',
    run: 'length-race-recall',
    settings: {trained: 12, twice: 24, fourfold: 48, longest: 192},
    read(recording) {
      const {chance} = /** @type {any} */ (recording.runs[0].evaluations[0]);
      const alternateLeast = Math.min(...seedsAt(recording, 'ropeAlternate', 48));
      const ropeMost = Math.max(...seedsAt(recording, 'rope', 48));
      return {...accuraciesByLength(recording), chance, alternateLeast, ropeMost};
    },
    law: {
      says: 'at 192 tokens stick-breaking finds the far answer most often, then FoX, then PoPE, then RoPE; at 48 each seed with RoPE in every second layer is above each with RoPE in all',
      holds: ({stickBreaking, fox, pope, rope, alternateLeast, ropeMost}) =>
        stickBreaking[192] > fox[192] &&
        fox[192] > pope[192] &&
        pope[192] > rope[192] &&
        alternateLeast > ropeMost,
    },
  },
];
