// @ts-check
// What figures of models trained on the toy grammar say of their runs, and the curves of their losses.
import {taskInfo, tasks} from '../../core/task.js';
import {LOSS_PX} from './race-panels.js';
import {lossCurve} from './results.js';
import {listText, parametersText, setting, share, toCome} from './sentences.js';

/** @import {Core} from '../../core/core.js' */
/** @import {LinesPanel, Series} from '../../draw/panel.js' */
/** @import {RunState, TrainSpec} from '../../workers/protocol.js' */
/** @import {Method} from './train-specs.js' */

/** @typedef {{method: Method, run: RunState}} Trained */

/** @param {RunState} run */
export const specOf = ({spec}) => /** @type {TrainSpec} */ (spec);

/**
 * @param {Core} core
 * @param {RunState} run
 */
export function infoOf(core, run) {
  const {task, seqLen} = specOf(run);
  return taskInfo(core, {task, seqLen});
}

/**
 * Task, seed, steps, parameters, chance and best; what Run will do, and what each model reaches.
 *
 * @param {Core} core
 * @param {readonly Trained[]} models
 */
export function factsOf(core, models) {
  const runs = models.map(({run}) => run);
  const spec = specOf(runs[0]);
  const title = tasks(core).find(({name}) => name === spec.task)?.title ?? spec.task;
  const info = infoOf(core, runs[0]);
  return [
    toCome(runs),
    setting(title, [spec], [spec.seed], info),
    spec.model.causal ? '' : NOT_CAUSAL,
    parametersText(models.map(({method, run}) => ({method, runs: [run]}))),
    accuracyText(models),
  ]
    .filter(Boolean)
    .join(' ');
}

const NOT_CAUSAL =
  'Without a mask a model sees the word that it has to predict, so its accuracy may be higher.';

/** @param {readonly Trained[]} models */
function accuracyText(models) {
  const parts = models.flatMap(({method, run}) => {
    const one = run.evaluations.find(({seqLen}) => seqLen === specOf(run).seqLen);
    return one && one.missing === undefined ? [`${method.name} ${share(one.accuracy)}`] : [];
  });
  return parts.length > 0 ? `Accuracy on sentences never trained on: ${listText(parts)}.` : '';
}

/**
 * The loss of each model against the step, between that of a blind guess and the least possible.
 *
 * @param {Core} core
 * @param {readonly Trained[]} models
 * @param {{isAlone?: boolean}} [options] alone it is the picture, else a strip beneath one
 * @returns {LinesPanel}
 */
export function grammarLoss(core, models, {isAlone = false} = {}) {
  const {steps, model} = specOf(models[0].run);
  const {chancePerplexity, bestPerplexity} = infoOf(core, models[0].run);
  const chance = Math.log(chancePerplexity);
  const curves = models.map(({run}) => lossCurve([run], steps));
  const top = Math.max(chance, ...curves.flatMap(({y}) => y));
  /** @type {(name: string, y: number, reference: Series['reference']) => Series} */
  const line = (name, y, reference) => ({name, x: [0, steps], y: [y, y], reference});
  return {
    kind: 'lines',
    title: 'Loss while it trains',
    series: [
      ...models.map(({method: {name, colour}}, k) => ({name, ...curves[k], colour})),
      line('chance', chance, 'dots'),
      line(
        model.causal ? 'best possible' : 'best without seeing the answer',
        Math.log(bestPerplexity),
        'dashes',
      ),
    ],
    x: {label: 'step', domain: [0, steps]},
    y: {label: 'loss in nats', domain: [0, Math.ceil(top * 10.5) / 10], ticks: 3},
    ...(isAlone ? {aspect: 0.45} : {height: LOSS_PX}),
    wide: true,
  };
}
