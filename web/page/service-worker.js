// @ts-check
// Keeps the site for use without a network, once a reader has asked for it (offline.js). The build makes dist/sw.js of
// this, with `POSLAB_OFFLINE` in it: the version of the site and the hash of offline.json, the list of its files.
//
// Each version has a cache of its own, which is complete before it is used: the browser keeps the old worker with the
// old cache until every page of the site is closed, and then switches to the new one as a whole.

/** @type {{id: string, hash: string}} */
const {id, hash} = /** @type {any} */ (globalThis).POSLAB_OFFLINE;
const scope = /** @type {any} */ (globalThis);
/** @type {string} the address of the site, with a slash at its end */
const SITE = scope.registration.scope;
/** Other sites of the same origin have caches too. */
const PREFIX = `poslab ${SITE} `;
const CACHE = PREFIX + id;
const LIST = 'offline.json';
const AT_ONCE = 6;

/** @param {object} message to every page of the site */
async function tell(message) {
  const pages = await scope.clients.matchAll({includeUncontrolled: true});
  for (const page of pages) page.postMessage({...message, id});
}

/** @param {BufferSource} bytes @returns {Promise<string>} as the build writes it */
async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * A file as the list has it. While the site is being replaced, a server may give files of two versions.
 *
 * @param {string} name
 * @param {string} expected its hash
 * @param {Response | undefined} stored of an older version
 * @returns {Promise<Response>}
 */
async function fileOf(name, expected, stored) {
  const url = new URL(name, SITE);
  const response = stored ?? (await fetch(url, {cache: 'no-cache'}));
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const bytes = await response.arrayBuffer();
  if ((await hashOf(bytes)) !== expected) {
    if (stored) return fileOf(name, expected, undefined);
    throw new Error(`${url} is of another version of the site: it may be changing now`);
  }
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  return new Response(bytes, {headers: {'content-type': type}});
}

/** Fills the cache of this version, with what has not changed from an older one. */
async function store() {
  const cache = await caches.open(CACHE);
  const list = await fileOf(LIST, hash, undefined);
  const {files, bytes: total} = await list.clone().json();
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  let bytes = 0;
  const waiting = [...files];
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const [name, size, expected] = one;
      const url = new URL(name, SITE).href;
      const [stored] = (
        await Promise.all(older.map((old) => caches.open(old).then((kept) => kept.match(url))))
      ).filter(Boolean);
      await cache.put(url, await fileOf(name, expected, stored));
      bytes += size;
      tell({type: 'progress', bytes, total});
    }
  };
  await Promise.all(Array.from({length: AT_ONCE}, work));
  await cache.put(new URL(LIST, SITE).href, list); // last: the cache is whole
}

scope.addEventListener('install', (/** @type {any} */ event) => {
  const stored = store().catch(async (error) => {
    await caches.delete(CACHE);
    await tell({type: 'failed', name: error.name, message: error.message});
    throw error;
  });
  event.waitUntil(stored);
});

/** @returns {Promise<void>} when the caches of other versions are gone */
async function switchOver() {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

scope.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(switchOver()));

/** @param {Request} request @returns {Promise<Response>} */
async function answer(request) {
  const {origin, pathname} = new URL(request.url);
  const url = origin + pathname.replace(/\/$/, '/index.html');
  const cache = await caches.open(CACHE);
  const stored = await cache.match(url);
  if (stored || request.mode !== 'navigate') return stored ?? fetch(request);
  try {
    return await fetch(request);
  } catch (error) {
    const page = new URL('404.html', SITE).href; // it says where to go on, which no page of the browser does
    if (!(await cache.match(page))) throw error;
    return Response.redirect(page);
  }
}

scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const {request} = event;
  if (request.method === 'GET' && request.url.startsWith(SITE)) event.respondWith(answer(request));
});
