// @ts-check
// The bytes of a file on the reader's machine, a slice at a time: a file of 100 GB is never read whole.

/** What a file breaks: the message names the file, the place, what was expected and what was found. */
export class FileError extends RangeError {
  name = 'FileError';
}

/** What readers need of a File or a Blob. @typedef {Pick<Blob, 'size' | 'slice'>} Slices */

/** The most bytes that one slice may have: nothing that a figure shows is larger. */
const MAX_SLICE = 128 * 2 ** 20;

export class Source {
  #blob;
  /** Bytes that were read so far. */
  nRead = 0;

  /** @param {Slices} blob @param {string} name as messages call it */
  constructor(blob, name) {
    this.#blob = blob;
    this.name = name;
  }

  get size() {
    return this.#blob.size;
  }

  /**
   * @param {string} message
   * @returns {FileError} for the caller to throw
   */
  error(message) {
    return new FileError(`${this.name}: ${message}`);
  }

  /**
   * @param {number} offset
   * @param {number} length
   * @param {string} what is read, for the message
   * @returns {Promise<Uint8Array>} exactly `length` bytes, a copy
   * @throws {FileError} where the file ends before
   */
  async read(offset, length, what) {
    if (offset + length > this.size) {
      throw this.error(
        `${what} must end within the file’s ${this.size} bytes, but it ends at ${offset + length}. The file may be cut off: load it again.`,
      );
    }
    if (length > MAX_SLICE) {
      throw this.error(`${what} must have at most ${MAX_SLICE} bytes to be read, got ${length}.`);
    }
    const buffer = await this.#slice(offset, length);
    if (buffer.byteLength !== length) {
      throw this.error(
        `${what} must have ${length} bytes, got ${buffer.byteLength}: did the file change?`,
      );
    }
    this.nRead += length;
    return new Uint8Array(buffer);
  }

  /** @param {number} offset @param {number} length */
  async #slice(offset, length) {
    try {
      return await this.#blob.slice(offset, offset + length).arrayBuffer();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw this.error(`the browser could not read it (${why}). Choose the file again.`);
    }
  }
}

/** @param {Uint8Array} bytes @returns {DataView} of the same bytes */
export const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * A count of 64 bits as a number.
 *
 * @param {bigint} value
 * @param {Source} source
 * @param {string} what
 * @returns {number}
 * @throws {FileError} where a number cannot hold it
 */
export function sizeOf(value, source, what) {
  if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
  throw source.error(`${what} must be below 2^53, got ${value}.`);
}

/**
 * How many numbers a shape has.
 *
 * @param {readonly number[]} shape
 * @param {Source} source
 * @param {string} what
 * @returns {number}
 * @throws {FileError} where they are too many to count
 */
export function countOf(shape, source, what) {
  const count = shape.reduce((product, side) => product * side, 1);
  if (Number.isSafeInteger(count)) return count;
  throw source.error(
    `${what} must have fewer than 2^53 numbers, got the shape [${shape.join(', ')}].`,
  );
}
