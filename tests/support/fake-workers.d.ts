import { Pool } from '../../web/workers/pool.js';
import type { TestContext } from 'node:test';
import type { RunState, Spec, TrainSpec } from '../../web/workers/protocol.js';
import type { RunGroup } from '../../web/workers/run-group.js';
/** @import {TestContext} from 'node:test' */
/** @import {RunState, Spec, TrainSpec} from '../../web/workers/protocol.js' */
/** @import {RunGroup} from '../../web/workers/run-group.js' */
/** @param {number} seed @param {Partial<TrainSpec>} [more] @returns {TrainSpec} */
export declare const specOf: (seed: number, more?: Partial<TrainSpec>) => TrainSpec;
/** Until all promises that can settle have. */
export declare const settled: () => Promise<any>;
/** @param {RunGroup} group */
export declare const conditions: (group: RunGroup) => import("../../web/workers/protocol.js").Condition[];
/** A worker that the test plays. */
export declare class FakeWorker {
    /** @type {any[]} */
    commands: any[];
    isEnded: boolean;
    refusesModules: boolean;
    onmessage: any;
    onmessageerror: any;
    onerror: any;
    /** @param {any} command */
    postMessage(command: any): void;
    terminate(): void;
    get types(): any[];
    /** The newest run that it was to start. */
    get run(): any;
    /** @param {any} report */
    report(report: any): void;
    started(): void;
    /** @param {number} step @param {number[]} losses the newest, up to that step */
    progress(step: number, losses: number[]): void;
    /** Answers a command, the newest unless another is given. @param {any} [command] */
    paused({ id, commandId }?: any): void;
    /** @param {any} error */
    failed(error: any): void;
    /** Does the whole run. */
    finish(): Promise<void>;
}
/**
 * A pool, its workers as they are made, and a page that can be hidden. The groups are closed after the test.
 *
 * @param {TestContext} t
 * @param {{nWorkers?: number, make?: (worker: FakeWorker) => FakeWorker,
 *   ended?: (lock: string) => Promise<void>}} [options]
 */
export declare function fakePool(t: TestContext, { nWorkers, make, ended }?: {
    nWorkers?: number;
    make?: (worker: FakeWorker) => FakeWorker;
    ended?: (lock: string) => Promise<void>;
}): {
    pool: Pool;
    workers: FakeWorker[];
    hide: (hidden: boolean) => void;
    watch: (specs: readonly (number | TrainSpec)[], { onChange, follow }?: {
        onChange?: () => void;
        follow?: (states: readonly RunState[]) => readonly Spec[];
    }) => RunGroup;
    start: (specs: readonly (number | TrainSpec)[], args_1?: {
        onChange?: () => void;
        follow?: (states: readonly RunState[]) => readonly Spec[];
    } | undefined) => Promise<RunGroup>;
};
