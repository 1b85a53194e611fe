export type Stored = {
    name: string;
    dtype?: string;
    shape: number[];
    bytes: Uint8Array;
};
/** @typedef {{name: string, dtype?: string, shape: number[], bytes: Uint8Array}} Stored */
/** @param {readonly Uint8Array[]} parts @returns {Uint8Array<ArrayBuffer>} */
export declare function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer>;
/** @param {ArrayLike<number>} values @returns {Uint8Array} as float32, least byte first */
export declare const float32: (values: ArrayLike<number>) => Uint8Array;
/** @param {unknown} header @param {Uint8Array} [numbers] @returns {Uint8Array<ArrayBuffer>} */
export declare function safetensorsOf(header: unknown, numbers?: Uint8Array): Uint8Array<ArrayBuffer>;
/** @param {readonly Stored[]} tensors @param {Record<string, string>} [metadata] */
export declare function writeSafetensors(tensors: readonly Stored[], metadata?: Record<string, string>): Uint8Array<ArrayBuffer>;
/** Types of values by their number in the format. */
declare const TYPES: {
    u32: number;
    f32: number;
    bool: number;
    text: number;
    list: number;
    u64: number;
};
export type Value = [keyof typeof TYPES, any] | ['list', keyof typeof TYPES, any[]];
/** @typedef {[keyof typeof TYPES, any] | ['list', keyof typeof TYPES, any[]]} Value */
/**
 * @param {Record<string, Value>} metadata
 * @param {readonly {name: string, type?: number, shape: number[], bytes: Uint8Array}[]} tensors shapes row-major
 * @param {{version?: number, little?: boolean, alignment?: number}} [options]
 */
export declare function writeGguf(metadata: Record<string, Value>, tensors: readonly {
    name: string;
    type?: number;
    shape: number[];
    bytes: Uint8Array;
}[], { version, little, alignment }?: {
    version?: number;
    little?: boolean;
    alignment?: number;
}): Uint8Array<ArrayBuffer>;
/**
 * A file of any size, of which only some bytes are there: the others are 0, and none of them is stored.
 *
 * @param {number} size
 * @param {readonly [at: number, bytes: Uint8Array][]} pieces
 */
export declare function sparse(size: number, pieces: readonly [at: number, bytes: Uint8Array][]): {
    size: number;
    slice: (start?: number, end?: number) => Blob;
};
export {};
