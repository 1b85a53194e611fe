// @ts-check
// Serves a folder over HTTP on this machine: node web/build/serve.js [FOLDER]; PORT=8080.
import {createReadStream} from 'node:fs';
import {readFile, realpath, stat} from 'node:fs/promises';
import {createServer} from 'node:http';
import path from 'node:path';
import {pipeline} from 'node:stream/promises';
import {pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {gzip} from 'node:zlib';

/** @import {IncomingMessage, RequestListener, Server, ServerResponse} from 'node:http' */

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.map': 'application/json', // only npm run dev has these
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
};
/** Sent as gzip, as servers of sites do; the others are small by themselves. */
const COMPRESSED = /^text\/|json|wasm|svg|xml/;
/** Compressed files by their paths: compressing Python anew for each request delays its start. @type {Map<string, {etag: string, bytes: Promise<Buffer>}>} */
const compressed = new Map();

/** @param {string} file @param {string} etag of its present state @returns {Promise<Buffer>} */
function compressedBytes(file, etag) {
  const kept = compressed.get(file);
  if (kept?.etag === etag) return kept.bytes;
  const bytes = readFile(file).then((plain) => promisify(gzip)(plain));
  compressed.set(file, {etag, bytes});
  bytes.catch(() => compressed.delete(file)); // so that the next request tries again
  return bytes;
}

/**
 * The file that an address means, or null where there is none below the folder.
 *
 * @param {string} folder absolute, without symbolic links
 * @param {string} url
 * @returns {Promise<string | null>}
 */
async function fileBelow(folder, url) {
  try {
    const {pathname} = new URL(url, 'http://localhost');
    const asked = path.join(folder, decodeURIComponent(pathname));
    const isFolder = (await stat(asked)).isDirectory();
    if (isFolder && !pathname.endsWith('/')) return null;
    const file = await realpath(isFolder ? path.join(asked, 'index.html') : asked);
    return file.startsWith(folder + path.sep) ? file : null;
  } catch {
    return null; // no such file, or no such address
  }
}

/**
 * The file that an address means in the first folder that has it, or null.
 *
 * @param {string[]} folders
 * @param {string} url
 */
async function fileOf(folders, url) {
  for (const folder of folders) {
    const file = await fileBelow(folder, url);
    if (file !== null) return file;
  }
  return null;
}

/**
 * A reader is shown the site's page for this, where it has one.
 *
 * @param {string[]} folders
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function sayNotFound(folders, request, response) {
  const page = request.headers.accept?.includes('text/html')
    ? await fileOf(folders, '/404.html')
    : null;
  const text = page ? await readFile(page, 'utf8') : 'Not found\n';
  response.writeHead(404, {'content-type': page ? TYPES['.html'] : TYPES['.txt']}).end(text);
}

/**
 * @param {string[]} folders
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function answer(folders, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405).end();
    return;
  }
  const file = await fileOf(folders, request.url ?? '/');
  if (file === null) {
    await sayNotFound(folders, request, response);
    return;
  }
  const {size, mtimeMs} = await stat(file);
  const etag = `"${size}-${mtimeMs}"`;
  const isKnown = request.headers['if-none-match'] === etag;
  const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
  const isGzip =
    COMPRESSED.test(type) && /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const length = isGzip ? {'content-encoding': 'gzip'} : {'content-length': size};
  response.writeHead(isKnown ? 304 : 200, {
    'access-control-allow-origin': '*', // modules of a foreign page, or of a sandboxed frame
    'content-type': type,
    vary: 'accept-encoding',
    ...(isKnown ? {} : length),
    'cache-control': 'no-cache', // asked for each time, and sent when it is another
    etag,
    'x-content-type-options': 'nosniff',
  });
  if (isKnown || request.method === 'HEAD') response.end();
  else if (isGzip) response.end(await compressedBytes(file, etag));
  else await pipeline(createReadStream(file), response);
}

/**
 * Starts a server on a port, or on the next free one.
 *
 * @param {string | string[]} folders one folder, or several that are served as if they were one
 * @param {number} [port] 0 for any
 * @param {Record<string, RequestListener>} [routes] what answers an address instead of a file: /events
 * @returns {Promise<{server: Server, url: string}>} `url` ends with a slash
 */
export async function serve(folders, port = 0, routes = {}) {
  const roots = await Promise.all([folders].flat().map((folder) => realpath(folder)));
  const server = createServer((request, response) => {
    const route = routes[request.url ?? ''];
    if (route) return route(request, response);
    answer(roots, request, response).catch(() => response.destroy());
  });
  for (let tried = port; ; tried++) {
    const failure = await listen(server, tried);
    if (!failure) break;
    if (failure.code !== 'EADDRINUSE' || tried >= port + 100) throw failure;
  }
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {server, url: `http://localhost:${address.port}/`};
}

/**
 * @param {Server} server
 * @param {number} port
 * @returns {Promise<NodeJS.ErrnoException | null>} why it could not
 */
function listen(server, port) {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, 'localhost', () => {
      server.off('error', resolve);
      resolve(null);
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const {url} = await serve(process.argv[2] ?? 'dist', Number(process.env.PORT ?? 8080));
  console.log(`poslab is at ${url}`);
}
