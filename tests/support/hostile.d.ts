/**
 * The lab's folder with a worker, or with a frame, that is not ours.
 *
 * @param {string} spy its address
 * @param {Record<string, string>} runs what the worker can do, by name
 */
export declare function makeHostileLabs(spy: string, runs: Record<string, string>): Promise<void>;
/** The address's part that names the lab's folder. @param {'worker' | 'frame'} name */
export declare const hostileQuery: (name: 'worker' | 'frame') => string;
/** Every way to the network that a worker has or may have. @param {string} spy */
export declare function network(spy: string): Promise<void>;
/** Storage, the page, and the window, which a worker has not. */
export declare function environment(): Promise<void>;
