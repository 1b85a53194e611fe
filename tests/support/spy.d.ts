/**
 * @returns {Promise<{url: string, hits: string[], close: () => void}>} hits: 'GET /path', and 'connected'
 *   for every connection
 */
export declare function startSpy(): Promise<{
    url: string;
    hits: string[];
    close: () => void;
}>;
