// node's spec reporter, with the closing lines written as `# tests 12`, `# pass 12`, `# fail 0`.
import * as stream from 'node:stream';
import {spec as Spec} from 'node:test/reporters';

const CLOSING = /^ℹ (?=(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) )/gm;

/** @param {AsyncIterable<any>} events */
export default async function* report(events) {
  const spec = /** @type {any} */ (new Spec());
  const {compose} = /** @type {any} */ (stream); // not yet in the types of Node 20
  for await (const text of compose(events, spec)) {
    yield String(text).replace(CLOSING, '# ');
  }
}
