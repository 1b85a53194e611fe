// @ts-check
import {taskInfo, tasks} from '../../core/task.js';
import {Experiment} from '../frame/experiment.js';
import {barsDrawing, EXPERIMENTS} from './bars.js';
import {METHODS} from './train-specs.js';

/** @import {Core} from '../../core/core.js' */
/** @import {RunState} from '../../workers/protocol.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const FIVE = ['none', 'sinusoidal', 'learned', 'rope', 'alibi'];

/** @param {Settings} settings */
const barsOf = ({experiment, methods, seqLen, seed}) =>
  EXPERIMENTS[experiment]({methods, seqLen, seed});

/**
 * What a method can do, as the accuracy of a model that was trained on a question; in models that see both
 * sides and in causal ones.
 *
 * Attributes: experiment, methods (keys of METHODS, separated by commas), seq-len (not of the cases), seed.
 */
export class AccuracyBars extends Experiment {
  static tag = 'accuracy-bars';

  static settings = /** @type {Schema} */ ({
    experiment: {
      type: 'choice',
      default: 'next-token',
      options: {
        'next-token': 'what comes next?',
        index: 'where is X?',
        before: 'is A before B?',
        cases: 'three common examples',
      },
      label: 'Question',
    },
    methods: {
      type: 'set',
      default: FIVE,
      options: Object.fromEntries(METHODS.map(({key, name}) => [key, name])),
      label: 'Methods',
    },
    seqLen: {type: 'int', default: 6, min: 2, max: 24, label: 'Tokens'},
    seed: {type: 'int', default: 1, min: 0, max: 99, label: 'Seed'},
  });

  static presets = {
    'nopos-accuracy-bars': {
      title: 'The next token, in two kinds of model: which of them need a positional encoding?',
      short: 'next token',
      settings: {experiment: 'next-token', seqLen: 2},
      controls: ['methods', 'seqLen', 'seed'],
    },
    'position-resolution': {
      title: 'At which place among eight does X stand?',
      short: 'index',
      settings: {experiment: 'index', seqLen: 8},
      controls: ['methods', 'seqLen', 'seed'],
    },
    'alibi-mirror-classifier': {
      title: 'Is A before B? Symmetric ALiBi cannot tell left from right',
      short: 'before',
      settings: {experiment: 'before', methods: ['none', 'sinusoidal', 'alibi']},
      controls: ['methods', 'seqLen', 'seed'],
    },
    'three-cases': {
      title: 'Three common examples: which of them need position?',
      short: 'three cases',
      settings: {experiment: 'cases'},
      controls: ['seed'],
    },
  };

  /** @param {Settings} settings */
  static runs(settings) {
    return barsOf(settings).map(({spec}) => spec);
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} _fault
   * @param {RunState[]} runs
   * @returns {Drawing}
   */
  static compute(core, settings, _fault, runs) {
    const known = tasks(core);
    return barsDrawing(settings.experiment, barsOf(settings), runs, {
      infoOf: ({task, seqLen, model}) => taskInfo(core, {task, seqLen, readout: model.readout}),
      titleOf: (task) => known.find(({name}) => name === task)?.title ?? task,
    });
  }
}
