// The runs of tests/native/training_run.c on a core of WebAssembly: in Node, and bundled for browsers.
import {loadModel, saveModel} from '../../web/core/model-file.js';
import {taskBatch, taskInfo} from '../../web/core/task.js';
import {Transformer} from '../../web/core/transformer.js';

/** @import {Core} from '../../web/core/core.js' */

const [BATCH, SEQ_LEN, STEPS, SNAPSHOT] = [4, 12, 100, 50];
const TASK = /** @type {const} */ ('order-2');
const SETTINGS = {
  ...{base: 50, clip: 3, nBuckets: 8, maxDistance: 10, maxLen: SEQ_LEN},
  ...{width: 5, trainLen: 6, scaleBase: 16, interval: 4},
};
const LISTS = ['rope-half+alibi', 'sinusoidal+shaw-keys+shaw-values', 'learned+log-n+t5+sink'];

/** The names of all runs: those of their methods. @param {Core} core */
export const runNames = (core) => [
  'no-method',
  ...core.describe.methods.map(({name}) => name),
  ...LISTS,
];

/** @param {Core} core @param {string} name @param {number} [seed] */
function modelOf(core, name, seed = 1) {
  const {vocabSize, nOut} = taskInfo(core, {task: TASK, seqLen: SEQ_LEN, readout: 'each'});
  const methods = name === 'no-method' ? [] : name.split('+');
  return new Transformer(core, {
    ...{vocabSize, nOut, nLayers: 2, nHeads: 2, dModel: 16, dFf: 32, seed},
    ...{batch: BATCH, seqLen: SEQ_LEN},
    methods: methods.map((method) => ({name: method, ...SETTINGS})),
  });
}

/** @param {Core} core @param {Transformer} model @param {number} first @param {number} last */
function learn(core, model, first, last) {
  const shape = {batch: BATCH, seqLen: SEQ_LEN};
  for (let index = first; index < last; index++) {
    const which = {task: TASK, seed: 1, split: /** @type {const} */ ('train'), index};
    const batch = taskBatch(core, {...which, ...shape, readout: 'each'});
    model.step({...batch, lr: 0.01});
  }
}

/** FNV-1a of the bytes of the weights, one tensor after the other. @param {Transformer} model */
export function hashOf(model) {
  let hash = 2166136261;
  for (const {name, kind} of model.tensors) {
    if (kind === 'act') continue;
    for (const byte of new Uint8Array(model.tensor(name).data.buffer)) {
      hash = Math.imul(hash ^ byte, 16777619);
    }
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Of the weights after 100 steps. @param {Core} core @param {string} name */
export function trainingHash(core, name) {
  const model = modelOf(core, name);
  learn(core, model, 0, STEPS);
  const hash = hashOf(model);
  model.close();
  return hash;
}

/** The same by way of a model file: 50 steps, and the others by a model that was read. @param {Core} core @param {string} name */
export function resumedHash(core, name) {
  const first = modelOf(core, name);
  learn(core, first, 0, SNAPSHOT);
  const file = saveModel(first);
  first.close();
  const second = loadModel(core, file);
  learn(core, second, SNAPSHOT, STEPS);
  const hash = hashOf(second);
  second.close();
  return hash;
}
