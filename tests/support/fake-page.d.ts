export type FakeFrame = {
    contentWindow: any;
    /**
     * what was posted to it
     */
    received: any[];
    attributes: Record<string, string>;
    srcdoc: string;
    isRemoved: boolean;
    /**
     * posts to the page
     */
    say: (data: any) => void;
};
/**
 * A frame that has been added to the page.
 *
 * @typedef {object} FakeFrame
 * @property {any} contentWindow
 * @property {any[]} received what was posted to it
 * @property {Record<string, string>} attributes
 * @property {string} srcdoc
 * @property {boolean} isRemoved
 * @property {(data: any) => void} say posts to the page
 */
/**
 * Puts the page in place of the globals, until `restore`.
 *
 * @param {{onMessage?: (frame: FakeFrame, data: any) => void, onPost?: (frame: FakeFrame, data: any) => void}} [options]
 *   onMessage: how a frame answers; onPost: what happens while something is posted to it
 */
export declare function fakePage({ onMessage, onPost }?: {
    onMessage?: (frame: FakeFrame, data: any) => void;
    onPost?: (frame: FakeFrame, data: any) => void;
}): {
    frames: FakeFrame[];
    timers: Set<any>;
    listeners: Set<(event: any) => void>;
    requests: {
        url: string;
        signal?: AbortSignal;
        answer: (status?: number) => void;
    }[];
    isOnline: boolean;
    /** A message that comes to the page's window from anywhere. @param {any} source @param {any} data */
    post(source: any, data: any): void;
    restore: () => void;
};
/** Until all that needs no clock has happened: reading a file takes some rounds of the event loop. */
export declare function settled(): Promise<void>;
