// The site with one script more at the head of each page, which notes what goes wrong: a driver of browsers that does not
// report the console can ask for it.
import {mkdirSync} from 'node:fs';
import {createServer} from 'node:http';

import {serve} from '../../web/build/serve.js';
import {DIST, TEST_PAGES, TEST_SITE} from './browser.js';

/** @import {AddressInfo} from 'node:net' */

const SCRIPT = '/watch-problems.js';

/** Runs in the page, before its own scripts. */
function watch() {
  /** @type {string[]} */
  const problems = [];
  Object.assign(globalThis, {poslabProblems: problems});
  for (const level of /** @type {const} */ (['error', 'warn'])) {
    const say = console[level];
    console[level] = (...words) => {
      problems.push(`console ${level}: ${words.join(' ')}`);
      say(...words);
    };
  }
  addEventListener(
    'error',
    (event) => {
      const {target, message} = event;
      const isResource = target instanceof Element;
      problems.push(
        isResource ? `not loaded: ${target.outerHTML.slice(0, 200)}` : `thrown: ${message}`,
      );
    },
    true,
  );
  addEventListener('unhandledrejection', ({reason}) =>
    problems.push(`rejected: ${reason?.message ?? reason}`),
  );
  addEventListener('securitypolicyviolation', ({violatedDirective, blockedURI}) =>
    problems.push(`refused by ${violatedDirective}: ${blockedURI}`),
  );
}

/** Runs in a page: what was noted there and in its frames. @returns {string[]} */
export const problemsScript = () =>
  [window, ...Array.from(frames)].flatMap((one) => {
    try {
      return /** @type {any} */ (one).poslabProblems ?? [];
    } catch {
      return []; // a frame without an origin, as Python's
    }
  });

/** @returns {Promise<{url: string, close: () => void}>} dist/ and the tests' pages, with that script */
export async function serveWatched() {
  mkdirSync(TEST_PAGES, {recursive: true});
  const {server: site, url} = await serve([DIST, TEST_SITE]);
  const server = createServer(async (request, response) => {
    if (request.url === SCRIPT) {
      response.writeHead(200, {'content-type': 'text/javascript'}).end(`(${watch})();`);
      return;
    }
    const accept = request.headers.accept ?? '*/*';
    const answer = await fetch(new URL(String(request.url), url), {headers: {accept}});
    const type = answer.headers.get('content-type') ?? '';
    let body = Buffer.from(await answer.arrayBuffer());
    if (type.startsWith('text/html')) {
      const html = body
        .toString()
        .replace(/<head>|(?=<title>)/, `$&<script src="${SCRIPT}"></script>`);
      body = Buffer.from(html);
    }
    const headers = Object.fromEntries(answer.headers);
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection']) {
      delete headers[name]; // of the answer before
    }
    response.writeHead(answer.status, headers).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const {port} = /** @type {AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      for (const one of [server, site]) {
        one.closeAllConnections();
        one.close();
      }
    },
  };
}
