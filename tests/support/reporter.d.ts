/** @param {AsyncIterable<any>} events */
export default function report(events: AsyncIterable<any>): AsyncGenerator<string, void, unknown>;
