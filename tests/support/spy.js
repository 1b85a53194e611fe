// A server that no page may reach: it remembers every request.
import {createServer} from 'node:http';

/**
 * @returns {Promise<{url: string, hits: string[], close: () => void}>} hits: 'GET /path', and 'connected'
 *   for every connection
 */
export async function startSpy() {
  /** @type {string[]} */
  const hits = [];
  const server = createServer(({method, url}, response) => {
    hits.push(`${method} ${url}`);
    response.writeHead(200, {
      'access-control-allow-origin': '*',
      'content-type': /script|worker/.test(String(url)) ? 'text/javascript' : 'text/plain',
    });
    response.end('1');
  });
  server.on('connection', () => hits.push('connected'));
  server.on('upgrade', ({url}, socket) => {
    hits.push(`upgrade ${url}`);
    socket.destroy();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    hits,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
