import type { Core } from '../../web/core/core.js';
/** @import {Core} from '../../web/core/core.js' */
export declare const CORE_FILES: {
    release: URL;
    test: URL;
};
/**
 * The bytes of a build of the core.
 *
 * @param {'release' | 'test'} build
 */
export declare function coreBytes(build: 'release' | 'test'): NonSharedBuffer;
/** dist/lab/core.wasm, as the page loads it: a core of one's own at each call. @returns {Promise<Core>} */
export declare function loadCore(): Promise<Core>;
/** .cache/core.test.wasm: -O1, asserts on, _ref functions exported. @returns {Promise<Core>} */
export declare function loadTestCore(): Promise<Core>;
/** Both, by name, for tests that hold for every build. @returns {Promise<[string, Core][]>} */
export declare function loadBothCores(): Promise<[string, Core][]>;
