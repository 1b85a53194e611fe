// @ts-check
import {requireIntegers} from '../core/check.js';
import {Tsne} from '../core/proj.js';

/** @import {Core, Tensor} from '../core/core.js' */
/** @import {Evaluation, TsneSpec} from './protocol.js' */

/** A t-SNE map: advance() is one step. Its losses are the divergence after each. */
export class TsneRun {
  step = 0;
  isOver = false;
  nParams = 0;
  /** @type {readonly Evaluation[]} */
  evaluations = [];
  /** @type {Record<string, Tensor>} */
  before = {};
  /** @type {Record<string, Tensor>} */
  tensors = {};
  /** @type {Record<string, Tensor>} */
  probe = {};
  /** @type {ArrayBuffer | undefined} */
  model;

  #tsne;
  #losses;
  #keep;
  /** @type {Float32Array[]} */
  #path = [];
  #isNew = false; // whether the map has moved since it was last asked for

  /**
   * @param {Core} core
   * @param {TsneSpec} spec
   * @throws {RangeError | TypeError} naming what is wrong
   */
  constructor(core, {x, perplexity, steps, seed, init, keep}) {
    requireIntegers({steps}, 1);
    if (keep !== undefined) requireIntegers({keep}, 1);
    this.steps = steps;
    this.#tsne = new Tsne(core, {x, perplexity, seed, init});
    this.#losses = new Float32Array(steps);
    this.#keep = keep;
    if (keep) this.#path.push(this.#tsne.step(0).y.data);
    this.nBytes = Float64Array.BYTES_PER_ELEMENT * x.shape[0] ** 2; // of P, the largest thing it keeps
  }

  /** Of the steps done. */
  get losses() {
    return this.#losses.subarray(0, this.step);
  }

  get fraction() {
    return this.step / this.steps;
  }

  /** @returns {boolean} whether there is more */
  advance() {
    const {kl, y} = this.#tsne.step();
    this.#losses[this.step++] = kl;
    this.tensors = {y};
    this.#isNew = true;
    this.isOver = this.step === this.steps;
    if (this.#keep && this.step % this.#keep === 0) this.#path.push(y.data.slice());
    if (this.#keep && this.isOver) this.tensors = {y, path: joined(this.#path, y.shape)};
    return !this.isOver;
  }

  /** The map, to be shown on the way; undefined where it has not moved. */
  picture() {
    if (!this.#isNew) return undefined;
    this.#isNew = false;
    const {data, shape} = this.tensors.y;
    return {y: {data: data.slice(), shape}};
  }
}

/**
 * @param {readonly Float32Array[]} maps
 * @param {readonly number[]} shape of each
 * @returns {Tensor} (maps, ...shape)
 */
function joined(maps, shape) {
  const data = new Float32Array(maps.length * maps[0].length);
  for (const [k, map] of maps.entries()) data.set(map, k * map.length);
  return {data, shape: [maps.length, ...shape]};
}
