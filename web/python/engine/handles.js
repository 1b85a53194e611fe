// @ts-check
// The tensors that Python holds, by number. Together they have a limit of memory: typed
// arrays lie outside of Python's own memory, so its limit does not bind them.
import {runtimeError, TorchError} from './errors.js';

/** @import {Tensor} from './tensor.js' */

const MOST_BYTES = 256 * 2 ** 20;

export class Handles {
  /** @type {Map<number, Tensor>} */
  #tensors = new Map();
  /** How many handles share a storage. @type {Map<number, number>} */
  #holders = new Map();
  #bytes = 0;
  #last = 0;

  /** @param {Tensor} tensor @returns {number} its handle */
  keep(tensor) {
    const {id, data} = tensor.storage;
    const holders = this.#holders.get(id) ?? 0;
    if (holders === 0) {
      if (this.#bytes + data.byteLength > MOST_BYTES) outOfMemory(data.byteLength);
      this.#bytes += data.byteLength;
    }
    this.#holders.set(id, holders + 1);
    tensor.isHeld = true;
    this.#tensors.set(++this.#last, tensor);
    return this.#last;
  }

  /** @param {number} handle @returns {Tensor} */
  of(handle) {
    const tensor = this.#tensors.get(handle);
    return tensor ?? runtimeError('this tensor is gone: it belongs to an earlier run');
  }

  /** How many handles share its storage. @param {Tensor} tensor */
  holders(tensor) {
    return this.#holders.get(tensor.storage.id) ?? 0;
  }

  /** @param {(tensor: Tensor) => boolean} test @returns {number[]} */
  those(test) {
    return [...this.#tensors].filter(([, tensor]) => test(tensor)).map(([handle]) => handle);
  }

  /** @param {number} handle */
  free(handle) {
    const tensor = this.#tensors.get(handle);
    if (!tensor) return;
    const {id, data} = tensor.storage;
    const holders = (this.#holders.get(id) ?? 1) - 1;
    if (holders > 0) this.#holders.set(id, holders);
    else {
      this.#holders.delete(id);
      this.#bytes -= data.byteLength;
    }
    this.#tensors.delete(handle);
  }

  /** All are given up, and numbers begin anew: by them a run would tell how many were made before it. */
  clear() {
    this.#tensors.clear();
    this.#holders.clear();
    this.#bytes = 0;
    this.#last = 0;
  }
}

/** @param {number} bytes */
function outOfMemory(bytes) {
  const limit = `${MOST_BYTES / 2 ** 20} MB`;
  throw new TorchError(
    'RuntimeError',
    `DefaultCPUAllocator: can't allocate memory: you tried to allocate ${bytes} bytes (all tensors of an exercise may take ${limit})`,
  );
}
