// @ts-check
// A trained model under other settings of its methods, for the time of a test.

/** @import {MethodSettings} from '../core/transformer-config.js' */
/** @import {Transformer} from '../core/transformer.js' */
/** @import {ScalingSpec, TestSettings, TrainSpec} from './protocol.js' */

/**
 * @param {Transformer} model
 * @param {TestSettings} settings
 * @param {number} trained the length of training
 * @param {number} length that will be tested
 * @returns {() => void} what undoes it
 * @throws {RangeError | TypeError} naming what the model cannot do; then it is as it was
 */
export function changeMethods(model, {methods}, trained, length) {
  const before = model.config.methods.map((method) => {
    const {name: _name, ...changed} = methods.find(({name}) => name === method.name) ?? method;
    const unset = Object.keys(changed).map((setting) => [setting, undefined]);
    return {...Object.fromEntries(unset), ...method};
  });
  const restore = () => {
    for (const method of before) model.setMethod(method);
  };
  try {
    for (const method of methods) model.setMethod(settingsAt(method, trained, length));
  } catch (error) {
    restore();
    throw error;
  }
  return restore;
}

/**
 * The tokens of a task on a grid fill a square row by row: its methods' rows are as long as those of the tested one.
 *
 * @param {Transformer} model
 * @param {number} length that will be tested
 * @returns {() => void} what undoes it
 */
export function fitGrid(model, length) {
  const columns = Math.floor(Math.sqrt(length));
  const onGrid = model.config.methods.filter((method) => method.columns > 0);
  return changeMethods(
    model,
    {name: 'grid', methods: onGrid.map(({name}) => ({name, columns}))},
    length,
    length,
  );
}

/**
 * @param {Transformer} model
 * @param {TrainSpec} spec
 * @throws {RangeError | TypeError} before anything is trained for settings that the model cannot have
 */
export function requireTestSettings(model, {seqLen, evaluate}) {
  for (const settings of evaluate?.scalings ?? []) {
    for (const length of evaluate?.lengths ?? []) changeMethods(model, settings, seqLen, length)();
  }
}

/**
 * @param {ScalingSpec} method
 * @param {number} trained
 * @param {number} length
 * @returns {MethodSettings}
 */
function settingsAt({scaling, ...method}, trained, length) {
  if (scaling === undefined) return method;
  const fit = (/** @type {number | 'fit' | undefined} */ value) =>
    value === 'fit' ? Math.max(1, length / trained) : value;
  const {factor, alpha, seqLen = length, ...rest} = scaling;
  return {...method, scaling: {...rest, factor: fit(factor), alpha: fit(alpha), seqLen}};
}
