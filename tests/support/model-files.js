// Files of models, written for the tests from the formats' published layouts: .safetensors
// (huggingface/safetensors README) and .gguf (ggml, docs/gguf.md).

/** @typedef {{name: string, dtype?: string, shape: number[], bytes: Uint8Array}} Stored */

/** @param {readonly Uint8Array[]} parts @returns {Uint8Array<ArrayBuffer>} */
export function joined(parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** @param {ArrayLike<number>} values @returns {Uint8Array} as float32, least byte first */
export const float32 = (values) => new Uint8Array(Float32Array.from(values).buffer);

/** @param {unknown} header @param {Uint8Array} [numbers] @returns {Uint8Array<ArrayBuffer>} */
export function safetensorsOf(header, numbers = new Uint8Array(0)) {
  const text = new TextEncoder().encode(
    typeof header === 'string' ? header : JSON.stringify(header),
  );
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(text.length), true);
  return joined([new Uint8Array(length.buffer), text, numbers]);
}

/** @param {readonly Stored[]} tensors @param {Record<string, string>} [metadata] */
export function writeSafetensors(tensors, metadata) {
  /** @type {Record<string, unknown>} */
  const header = metadata ? {__metadata__: metadata} : {};
  let at = 0;
  for (const {name, dtype = 'F32', shape, bytes} of tensors) {
    header[name] = {dtype, shape, data_offsets: [at, at + bytes.length]};
    at += bytes.length;
  }
  return safetensorsOf(header, joined(tensors.map(({bytes}) => bytes)));
}

/** Types of values by their number in the format. */
const TYPES = {u32: 4, f32: 6, bool: 7, text: 8, list: 9, u64: 10};

/** @typedef {[keyof typeof TYPES, any] | ['list', keyof typeof TYPES, any[]]} Value */

/**
 * @param {Record<string, Value>} metadata
 * @param {readonly {name: string, type?: number, shape: number[], bytes: Uint8Array}[]} tensors shapes row-major
 * @param {{version?: number, little?: boolean, alignment?: number}} [options]
 */
export function writeGguf(metadata, tensors, {version = 3, little = true, alignment = 32} = {}) {
  /** @type {Uint8Array[]} */
  const parts = [];
  const number = (/** @type {number} */ n, /** @type {(view: DataView) => void} */ set) => {
    const view = new DataView(new ArrayBuffer(n));
    set(view);
    parts.push(new Uint8Array(view.buffer));
  };
  const u32 = (/** @type {number} */ value) => number(4, (v) => v.setUint32(0, value, little));
  const u64 = (/** @type {number} */ value) =>
    number(8, (v) => v.setBigUint64(0, BigInt(value), little));
  const count = version === 1 ? u32 : u64;
  const text = (/** @type {string} */ value) => {
    const bytes = new TextEncoder().encode(value);
    count(bytes.length);
    parts.push(bytes);
  };
  const write = {
    u32,
    u64,
    text,
    f32: (/** @type {number} */ value) => number(4, (v) => v.setFloat32(0, value, little)),
    bool: (/** @type {boolean} */ value) => number(1, (v) => v.setUint8(0, Number(value))),
    list: () => {},
  };
  parts.push(new TextEncoder().encode('GGUF'));
  u32(version);
  count(tensors.length);
  count(Object.keys(metadata).length);
  for (const [key, value] of Object.entries(metadata)) {
    text(key);
    u32(TYPES[value[0]]);
    if (value.length === 2) write[value[0]](/** @type {never} */ (value[1]));
    else {
      u32(TYPES[value[1]]);
      count(value[2].length);
      for (const one of value[2]) write[value[1]](/** @type {never} */ (one));
    }
  }
  let at = 0;
  for (const {name, type = 0, shape, bytes} of tensors) {
    text(name);
    u32(shape.length);
    for (const side of [...shape].reverse()) count(side);
    u32(type);
    u64(at);
    at += Math.ceil(bytes.length / alignment) * alignment;
  }
  const pad = () => {
    const n = parts.reduce((sum, part) => sum + part.length, 0) % alignment;
    if (n > 0) parts.push(new Uint8Array(alignment - n));
  };
  for (const {bytes} of tensors) {
    pad();
    parts.push(bytes);
  }
  pad();
  return joined(parts);
}

/**
 * A file of any size, of which only some bytes are there: the others are 0, and none of them is stored.
 *
 * @param {number} size
 * @param {readonly [at: number, bytes: Uint8Array][]} pieces
 */
export function sparse(size, pieces) {
  return {
    size,
    slice: (start = 0, end = size) => {
      const out = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      for (const [at, bytes] of pieces) {
        for (
          let k = Math.max(at, start);
          k < Math.min(at + bytes.length, start + out.length);
          k++
        ) {
          out[k - start] = bytes[k - at];
        }
      }
      return new Blob([out]);
    },
  };
}
