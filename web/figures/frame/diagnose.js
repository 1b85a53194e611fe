// @ts-check
// What prevents a figure, in words that a site's owner can paste. It comes when a file did not.
import {labUrl} from '../../core/lab-files.js';

const AGAIN =
  'Check the connection and try again, or reload the page; ' +
  'if that does not help, the file on the server is missing or broken.';

/** A violation is reported after the request has failed. */
const SOON_MS = 60;

/**
 * @param {unknown} cause what the core or the import of a view was rejected with
 * @param {readonly SecurityPolicyViolationEvent[]} violations of the page, newest last
 * @returns {Promise<{words: string, code?: string, directive?: string}>}
 */
export async function reasonOf(cause, violations) {
  const {name = '', message = String(cause)} = cause instanceof Error ? cause : {};
  if (/unsafe-eval|blocked by CSP|Content Security Policy/i.test(message)) {
    const words =
      "this page's Content-Security-Policy forbids its calculations (WebAssembly): its owner must add 'wasm-unsafe-eval' to script-src.";
    return {words, code: 'csp-wasm', directive: "script-src 'wasm-unsafe-eval'"};
  }
  if (/interface version/.test(message)) {
    const words = `its scripts and its core are of two versions. ${AGAIN}`;
    return {words, code: 'version'};
  }
  if (/^(Compile|Link|Runtime)Error$/.test(name)) {
    const words = `the file with its calculations (WebAssembly) is damaged or incomplete. ${AGAIN}`;
    return {words, code: 'damaged'};
  }
  await new Promise((resolve) => setTimeout(resolve, SOON_MS));
  const origin = labUrl('').origin;
  const violation = violations.findLast(({blockedURI}) => blockedURI.startsWith(origin));
  if (violation) {
    const {effectiveDirective} = violation;
    const kind = effectiveDirective.split('-')[0]; // connect, script
    const words = `this page's Content-Security-Policy forbids a file of ${origin}: its owner must add ${origin} to ${kind}-src.`;
    return {words, code: `csp-${kind}`, directive: `${kind}-src ${origin}`};
  }
  if (origin !== globalThis.location?.origin && (await answers())) {
    const words = `the server of ${origin} does not let other sites read its files. It must send the header Access-Control-Allow-Origin: *`;
    return {words: `${words}.`, code: 'cors'};
  }
  return {words: `a file that it needs could not be loaded. ${AGAIN}`};
}

/** Whether the core is there for a request that may not read it. */
const answers = async () =>
  fetch(labUrl('figures.wasm'), {mode: 'no-cors', method: 'HEAD'}).then(
    () => true,
    () => false,
  );
