// @ts-check
// Shuts what all of JavaScript shares, before a learner's code runs: who reaches an object from Python finds
// nothing there that a later run would use, and that could be written over.

/** Of these, scripts set properties that their prototypes have too: by assignment, on objects of their own. */
const INHERITED = [Object, Function, Error, TypeError, RangeError, ReferenceError, SyntaxError];

const OTHERS = [
  ...[Array, String, Number, Boolean, BigInt, Symbol, Map, Set, WeakMap, WeakSet, Promise, RegExp],
  ...[
    Date,
    ArrayBuffer,
    DataView,
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
  ],
  ...[Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array],
  ...[Object.getPrototypeOf(Int8Array), EvalError, URIError],
];

/**
 * A property that cannot be written over where it is, and can on what inherits it: a frozen one could
 * not be set there either.
 *
 * @param {any} prototype @param {string | symbol} key
 */
function guard(prototype, key) {
  const property = Object.getOwnPropertyDescriptor(prototype, key);
  if (!property?.configurable || !('value' in property)) return;
  const {value, enumerable} = property;
  /** @this {any} what the property is set on @param {any} own */
  function set(own) {
    if (this === prototype) throw new TypeError(`${String(key)} is shared: it stays as it is`);
    Object.defineProperty(this, key, {
      value: own,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  Object.defineProperty(prototype, key, {get: () => value, set, enumerable, configurable: false});
}

/** @param {any} prototype */
function guardAll(prototype) {
  for (const key of Reflect.ownKeys(prototype)) guard(prototype, key);
  Object.preventExtensions(prototype);
}

/** For good: to be called once, when all that defines something has been loaded. */
export function closePrototypes() {
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  const generator = Object.getPrototypeOf(function* () {});
  const asyncFunction = Object.getPrototypeOf(async () => {});
  for (const one of OTHERS) {
    Object.freeze(one.prototype);
    Object.freeze(one);
  }
  for (const one of [iterator, generator, generator.prototype, asyncFunction]) Object.freeze(one);
  for (const one of [JSON, Math, Reflect, Atomics]) Object.freeze(one);
  for (const one of INHERITED) {
    guardAll(one.prototype);
    Object.freeze(one);
  }
}
