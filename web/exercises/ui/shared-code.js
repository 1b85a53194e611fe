// @ts-check
// An exercise in an address, with or without code. The code is in the part after #, which browsers do not send.
import {hasManyAccents} from '../shown.js';

const MARK = '?code=';
const MOST_CODE = 200_000; // characters: more is no answer to an exercise

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  let length = 0;
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    length += value.length;
    if (length > 4 * MOST_CODE)
      throw new RangeError(`code must have at most ${MOST_CODE} characters`);
    chunks.push(value);
  }
}

/**
 * @param {string} id of an exercise
 * @param {string} [code] to be shared with it
 * @returns {Promise<string>} what comes after # in its address
 */
export async function fragmentOf(id, code) {
  if (code === undefined) return id;
  const bytes = await through(new TextEncoder().encode(code), new CompressionStream('deflate-raw'));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const text = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return id + MARK + text;
}

/** The exercise that an address names. @param {string} hash with or without # @returns {string} */
export const exerciseOf = (hash) => hash.replace(/^#/, '').split(MARK)[0];

/**
 * @param {string} hash with or without #
 * @returns {Promise<string | null>} the code in it; null where there is none, or none that can be read
 */
export async function codeOf(hash) {
  const at = hash.indexOf(MARK);
  if (at < 0) return null;
  try {
    const text = hash
      .slice(at + MARK.length)
      .replaceAll('-', '+')
      .replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const code = new TextDecoder('utf-8', {fatal: true}).decode(
      await through(bytes, new DecompressionStream('deflate-raw')),
    );
    return code.length > MOST_CODE || hasManyAccents(code) ? null : code;
  } catch {
    return null; // cut on its way, or no code of ours
  }
}
