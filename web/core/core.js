// @ts-check
import {listNames, MAX_INT32, show} from './check.js';
import {fetchFile, inflated, labFile} from './lab-files.js';

/**
 * Access to the C core: load the module, call a function, allocate its memory.
 *
 * Only this folder says WebAssembly. Every wrapper takes the Core first, then one object of named
 * values, and returns copies: no pointer, no view of wasm memory leaves it.
 */

/**
 * @typedef {{data: Float32Array, shape: readonly number[]}} Tensor
 *   row-major; data.length is the product of shape
 * @typedef {{data: Float64Array, shape: readonly number[]}} Tensor64
 * @typedef {{data: Int32Array, shape: readonly number[]}} TensorInt
 * @typedef {ArrayLike<number>} Numbers
 * @typedef {{data: Numbers, shape: readonly number[]}} TensorLike what a wrapper takes
 */

/**
 * @template A
 * @typedef {{ptr: number, length: number, view(): A, copy(): A}} Block
 *   allocated wasm memory; a view is made afresh at each use, since growing memory detaches older ones
 */

/**
 * @typedef {object} Memory
 *   Each takes a length (contents undefined) or the values to copy in.
 * @property {(source: number | Numbers) => Block<Float32Array>} f32
 * @property {(source: number | Numbers) => Block<Float64Array>} f64
 * @property {(source: number | Numbers) => Block<Int32Array>} i32
 * @property {(source: number | Numbers) => Block<Uint8Array>} u8
 * @property {(text: string) => Block<Uint8Array>} utf8
 * @property {(name: string, values: StructValues) => Struct} struct a C struct by its name, every field
 *   that is not named 0
 */

/** @typedef {Record<string, number | boolean | object | undefined>} StructValues by JavaScript's names of the fields; an
 *   object where a struct is inside; pointers are numbers */
/** @typedef {{ptr: number, set(values: StructValues): void}} Struct set: writes the named fields */

/**
 * @typedef {object} Field of a C struct
 * @property {string} name JavaScript's
 * @property {string} type C's
 * @property {number} offset bytes
 * @property {number} initial the default, where the field is a number that a caller may leave out
 * @property {number} lowest
 * @property {number} highest
 * @property {'ANY' | 'EVEN' | 'ABOVE'} rule ABOVE: more than lowest
 * @property {string[]} methods that read it; none: not a setting
 */

/**
 * @typedef {object} Method
 * @property {number} id
 * @property {string} name
 * @property {'nowhere' | 'input' | 'kv' | 'qk' | 'values' | 'logits' | 'weights' | 'output'} actsOn
 * @property {string[]} settings names of those that it reads
 */

/**
 * @typedef {object} Description what the core says of itself (wasm_describe in src/wasm.c)
 * @property {number} maxElements
 * @property {string[]} statuses
 * @property {Record<string, string[]>} enums names in the order of the C enum
 * @property {Method[]} methods
 * @property {Record<string, {nBytes: number, fields: Field[]}>} structs by C's names
 * @property {Record<string, number>} sizes of buffers that C writes
 */

/**
 * The version of the C interface that these scripts were built for (web/build/abi.js); undefined where they run
 * from source, whose tests compare it themselves.
 *
 * @type {string | undefined}
 */
const BUILT_FOR = /** @type {any} */ (globalThis).POSLAB_ABI;

/** The C core refused a call. `message` shows the call; `status` is C's own words for why. */
export class CoreError extends Error {
  /**
   * @param {string} call
   * @param {readonly number[]} args
   * @param {string} status
   */
  constructor(call, args, status) {
    super(`${call}(${args.join(', ')}): ${status}`);
    this.name = 'CoreError';
    this.status = status;
  }
}

const ENCODER = new TextEncoder();

export class Core {
  /** @type {any} */
  #exports;
  /** @type {Description | undefined} */
  #description;

  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    this.#exports = instance.exports;
    this.#exports._initialize?.();
  }

  /** Statuses, enums and the table of methods, as C describes them. @returns {Description} */
  get describe() {
    if (!this.#description) {
      const at = this.#export('wasm_layout')() >>> 0;
      const layout = new Uint8Array(this.#exports.memory.buffer, at);
      this.#description = readDescription(this.text('wasm_describe'), layout);
    }
    return this.#description;
  }

  /** Names of everything the module exports. @returns {string[]} */
  get exportNames() {
    return Object.keys(this.#exports);
  }

  /**
   * Calls a C function that returns a Status.
   *
   * @param {string} name
   * @param {...number} args
   * @throws {CoreError} on any status but STATUS_OK
   */
  call(name, ...args) {
    const code = this.#export(name)(...args);
    if (code === 0) return;
    throw new CoreError(name, args, this.describe.statuses[code] ?? `status ${code}`);
  }

  /**
   * Calls a C function that returns a number, such as the size of its scratch memory.
   *
   * @param {string} name
   * @param {...number} args
   * @returns {number}
   */
  number(name, ...args) {
    return this.#export(name)(...args);
  }

  /**
   * Calls a C function that returns a constant text.
   *
   * @param {string} name
   * @param {...number} args
   * @returns {string}
   * @throws {CoreError} where there is none, such as for an index past the last
   */
  text(name, ...args) {
    return this.scratch(() => {
      const ptr = this.#export(name)(...args) >>> 0;
      if (ptr === 0) throw new CoreError(name, args, 'no such entry');
      const bytes = new Uint8Array(this.#exports.memory.buffer);
      return new TextDecoder().decode(bytes.slice(ptr, bytes.indexOf(0, ptr)));
    });
  }

  /**
   * Wasm memory for one call: all that `use` allocates is gone when it returns or throws.
   *
   * @template T
   * @param {(mem: Memory) => T} use returns copies, never a view
   * @returns {T}
   */
  scratch(use) {
    const mark = this.#exports.wasm_arena_mark();
    try {
      return use(this.#memory);
    } finally {
      this.#exports.wasm_arena_reset(mark);
    }
  }

  /**
   * Memory for longer than a call. What was allocated or held later must be gone before it is released.
   *
   * @param {number} nBytes
   * @returns {{ptr: number, release(): void}} contents undefined
   * @throws {CoreError} when there is not as much
   */
  hold(nBytes) {
    const mark = this.#exports.wasm_arena_mark();
    const {ptr} = this.#memory.u8(nBytes);
    return {ptr, release: () => this.#exports.wasm_arena_reset(mark)};
  }

  /**
   * The number that stands for a name of one of the core's enums.
   *
   * @param {string} enumName key of `describe.enums`
   * @param {string} argument how the caller's message names it
   * @param {unknown} value
   * @returns {number}
   * @throws {RangeError} listing the names there are
   */
  enumValue(enumName, argument, value) {
    const names = this.describe.enums[enumName] ?? [];
    const index = names.indexOf(/** @type {string} */ (value));
    if (index >= 0) return index;
    throw new RangeError(`${argument} must be ${listNames(names)}, got ${show(value)}.`);
  }

  /** @param {string} name @returns {(...args: number[]) => number} */
  #export(name) {
    const f = this.#exports[name];
    if (typeof f !== 'function') throw new TypeError(`core.wasm has no function ${name}.`);
    return f;
  }

  /** @type {Memory} */
  #memory = {
    f32: (source) => this.#allocate(Float32Array, source),
    f64: (source) => this.#allocate(Float64Array, source),
    i32: (source) => this.#allocate(Int32Array, source),
    u8: (source) => this.#allocate(Uint8Array, source),
    utf8: (text) => this.#allocate(Uint8Array, ENCODER.encode(text)),
    struct: (name, values) => {
      const {ptr} = this.#allocate(Uint8Array, new Uint8Array(this.#struct(name).nBytes));
      const set = (/** @type {StructValues} */ named) => this.#write(ptr, name, named);
      set(values);
      return {ptr, set};
    },
  };

  /** @param {string} name */
  #struct(name) {
    const found = this.describe.structs[name];
    if (!found) throw new TypeError(`core.wasm describes no struct ${name}.`);
    return found;
  }

  /** @param {number} ptr @param {string} name of a struct @param {StructValues} values */
  #write(ptr, name, values) {
    const {fields} = this.#struct(name);
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined || value === null) continue;
      const field = fields.find((one) => one.name === key);
      if (!field) throw new TypeError(`the struct ${name} has no field ${key}.`);
      const at = ptr + field.offset;
      if (typeof value === 'object') {
        this.#write(at, field.type, /** @type {StructValues} */ (value));
      } else {
        const view = new DataView(this.#exports.memory.buffer);
        view[SETTERS[field.type] ?? 'setUint32'](at, Number(value), true);
      }
    }
  }

  /**
   * @template {Float32Array | Float64Array | Int32Array | Uint8Array} A
   * @param {{new (buffer: ArrayBuffer, offset: number, length: number): A,
   *   BYTES_PER_ELEMENT: number}} ArrayType
   * @param {number | Numbers} source
   * @returns {Block<A>}
   */
  #allocate(ArrayType, source) {
    const length = typeof source === 'number' ? source : source.length;
    const nBytes = length * ArrayType.BYTES_PER_ELEMENT;
    const ptr = nBytes <= MAX_INT32 ? this.#exports.wasm_arena_alloc(nBytes) >>> 0 : 0;
    if (ptr === 0) throw new CoreError('wasm_arena_alloc', [nBytes], 'no memory');
    const view = () => new ArrayType(this.#exports.memory.buffer, ptr, length);
    if (typeof source !== 'number') view().set(source);
    return {ptr, length, view, copy: () => /** @type {A} */ (view().slice())};
  }
}

/** Of a pointer: setUint32. @type {Record<string, 'setInt32' | 'setFloat32' | 'setFloat64' | 'setUint8'>} */
const SETTERS = {
  int32_t: 'setInt32',
  float: 'setFloat32',
  double: 'setFloat64',
  bool: 'setUint8',
};

/**
 * C's lists have a comma behind each entry, the last one too; a method's id is its index.
 *
 * @param {string} text of wasm_describe()
 * @param {Uint8Array} layout of wasm_layout()
 * @returns {Description}
 */
function readDescription(text, layout) {
  const read = JSON.parse(text.replaceAll(/,(?=[\]}])/g, ''));
  let at = 0;
  /** @type {Description['structs']} */
  const structs = {};
  for (const [name, lines] of Object.entries(read.structs)) {
    const fields = lines.map((/** @type {string} */ line) => {
      const [key, ...words] = line.split(' ');
      const field = {name: camel(key), offset: layout[at++], methods: []};
      if (words.length < 5) return {...field, type: words.join(' ')}; // no number
      const [type, initial, lowest, highest, rule, ...methods] = words;
      const [usual, low, high] = [initial, lowest, highest].map(Number);
      const own = methods.filter((method) => method !== '');
      return {...field, type, initial: usual, lowest: low, highest: high, rule, methods: own};
    });
    structs[name] = {fields, nBytes: layout[at++]};
  }
  const sizes = Object.fromEntries(
    read.sizes.map((/** @type {string} */ name) => [name, layout[at++]]),
  );
  const methods = read.methods.map((/** @type {string} */ line, /** @type {number} */ id) => {
    const [name, actsOn] = line.split(' ');
    const own = structs.PeConfig.fields.filter((field) => field.methods.includes(name));
    return {id, name, actsOn, settings: own.map((field) => field.name)};
  });
  return {...read, methods, structs, sizes};
}

/** @param {string} name snake_case */
const camel = (name) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * Compiles and starts the core.
 *
 * @param {URL | string | Response | BufferSource | WebAssembly.Module} [source]
 *   its bytes, or where they are: an address, in Node a path too; default: core.wasm beside this module
 * @param {string} [abi] the version that it must have; default: that of the build
 * @returns {Promise<Core>}
 * @throws {Error} where it has another version, naming both
 */
export async function loadCore(source, abi = BUILT_FOR) {
  const module = await compile(source ?? (await labFile('core.wasm')));
  const [section] = WebAssembly.Module.customSections(module, 'abi');
  const own = section ? new TextDecoder().decode(section) : 'none';
  if (abi !== undefined && own !== abi) {
    throw new Error(
      `core.wasm has interface version ${own}, these scripts were built for ${abi}: ` +
        'build both again, or reload the page without its cache.',
    );
  }
  return new Core(await WebAssembly.instantiate(module));
}

/** @param {URL | string | Response | BufferSource | WebAssembly.Module} source */
async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  const isBytes = source instanceof ArrayBuffer || ArrayBuffer.isView(source);
  return WebAssembly.compile(isBytes ? source : await fetchBytes(source));
}

let loadFigureCore = () => figuresWasm().then((source) => loadCore(source));

/** Says which core plain figures have, before the first one asks. @param {() => Promise<Core>} load */
export function setFigureCore(load) {
  loadFigureCore = load;
}

/** @type {Promise<Core> | undefined} */
let shared;

/**
 * The small core of a page, loaded at the first call: figures.wasm, which has what plain figures call.
 * What trains, or runs the table of methods, has the whole core (full-core.js).
 *
 * @returns {Promise<Core>}
 */
export function figureCore() {
  shared ??= loadFigureCore().catch((error) => {
    shared = undefined; // the next figure may have better luck than this one
    throw error;
  });
  return shared;
}

/**
 * Where figures.wasm is: beside the scripts, or inside a figure's one script (web/build/inline.js), which then works
 * wherever its text is moved to.
 *
 * @returns {Promise<Response>}
 */
async function figuresWasm() {
  const [, text] = /** @type {any} */ (globalThis).POSLAB_FIGURES_WASM?.split(':') ?? [];
  return text ? new Response(inflated(text)) : labFile('figures.wasm');
}

/** True when this engine runs WebAssembly with 128-bit SIMD, which the core is built for. */
export function simdSupported() {
  // (func (result v128) i32.const 0 i8x16.splat)
  const module = [
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 8, 1, 6, 0, 0x41, 0,
    0xfd, 0x0f, 0x0b,
  ];
  return typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(module));
}

/** @param {URL | string | Response} source @returns {Promise<ArrayBuffer>} */
async function fetchBytes(source) {
  const response = source instanceof Response ? source : await fetchFile(source);
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}
