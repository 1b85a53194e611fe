// A site between the browser and another: it loses files, cuts them off, and runs a script in each page before its own, so
// that a fault is the same in every engine, whatever its driver can do.
import {createServer} from 'node:http';

/** @import {AddressInfo} from 'node:net' */
/**
 * `gone`: 404, as after a deployment; `cut`: the connection ends in the middle; `half`: so does the file; `changed`: with
 * a line more, as in a deployment that is under way.
 *
 * @typedef {'gone' | 'cut' | 'half' | 'changed'} Fault
 */
/**
 * @typedef {object} Faults
 * @property {Map<string, Fault>} files by the end of their address
 * @property {string} script which runs in each page before its own
 */

const SCRIPT = '/before.js';

/** In a worker: it dies, or its clocks jump by an hour, when a page asks for it. */
const WORKER = `{
const {now} = performance;
const today = Date.now;
new BroadcastChannel('faults').onmessage = ({data}) => {
  if (data === 'die') return self.close();
  performance.now = () => now.call(performance) + 3_600_000;
  Date.now = () => today() + 3_600_000;
};
}
`;

/**
 * @param {string} target the site's address, with a slash at its end
 * @returns {Promise<{url: string, faults: Faults, close: () => void}>}
 */
export async function serveFaulty(target) {
  /** @type {Faults} */
  const faults = {files: new Map(), script: ''};
  const server = createServer(async (request, response) => {
    const url = String(request.url);
    const {pathname} = new URL(url, target);
    if (pathname === SCRIPT) {
      response.writeHead(200, {'content-type': 'text/javascript'}).end(faults.script);
      return;
    }
    const accept = request.headers.accept ?? '*/*';
    const answer = await fetch(new URL(url, target), {
      headers: {accept, 'accept-encoding': 'identity'},
    });
    const type = answer.headers.get('content-type') ?? '';
    let body = Buffer.from(await answer.arrayBuffer());
    const add = (/** @type {string} */ text) => {
      body = Buffer.from(text);
    };
    const fault = [...faults.files].find(([end]) => pathname.endsWith(end))?.[1];
    if (type.startsWith('text/html') && faults.script)
      add(body.toString().replace(/<head>|(?=<title>)/, `$&<script src="${SCRIPT}"></script>`));
    if (pathname.endsWith('/lab/worker.js')) add(WORKER + body);
    if (fault === 'changed') add(`${body}\n`);
    if (fault === 'half') body = body.subarray(0, body.length / 2);
    const headers = Object.fromEntries(answer.headers);
    for (const name of ['content-encoding', 'transfer-encoding', 'connection', 'etag'])
      delete headers[name]; // of the answer before
    headers['content-length'] = String(body.length);
    headers['cache-control'] = 'no-store'; // or a fault that is over would last
    if (fault === 'gone') response.writeHead(404).end();
    else if (fault === 'cut') {
      response.writeHead(answer.status, headers);
      response.write(body.subarray(0, body.length / 2), () => response.destroy());
    } else response.writeHead(answer.status, headers).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const {port} = /** @type {AddressInfo} */ (server.address());
  return {
    url: `http://localhost:${port}/`,
    faults,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
