// @ts-check
// The switch at the foot of each page: "Keep the lab for use without a network". Nothing is stored before it is on, and
// switching it off removes all of it. What is stored, and how, is in service-worker.js.
import {labUrl} from '../core/lab-files.js';
import {html} from '../dom.js';

/** Where the pages are: the folder around lab/. */
const SITE = labUrl('../').href;
const STORED = 'The whole lab is stored, Python too: it opens without a network.';
const PREFIX = `poslab ${SITE} `;

/** @param {number} bytes */
const megabytes = (bytes) => `${Math.max(1, Math.round(bytes / 1e6))} MB`;

/** @returns {Promise<number>} how many bytes are stored */
async function sizeOfSite() {
  const response = await fetch(new URL('offline.json', SITE));
  if (!response.ok) throw new Error(`offline.json: ${response.status}`);
  return (await response.json()).bytes;
}

/** @returns {Promise<ServiceWorkerRegistration | undefined>} */
const registered = () => navigator.serviceWorker.getRegistration(SITE);

/** Removes all that is stored. */
async function remove() {
  await (await registered())?.unregister();
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)),
  );
}

/**
 * Why nothing can be stored, in words.
 *
 * @param {{name?: string, message?: string}} error
 * @param {number} bytes that are needed
 */
async function reason({name = '', message = ''}, bytes) {
  if (name !== 'QuotaExceededError') return `It could not be stored: ${message}. Try again later.`;
  const {quota = 0, usage = 0} = await navigator.storage.estimate();
  const free = Math.max(0, quota - usage);
  const limit = free < bytes ? `has room for ${megabytes(free)}` : 'has no room for it'; // it need not say the truth
  return `It could not be stored: it needs ${megabytes(bytes)}, and this browser ${limit}. Make room and try again.`;
}

/** @param {ServiceWorkerRegistration | undefined} registration @returns {string} */
function stateOf(registration) {
  if (registration?.waiting)
    return 'A newer version is stored. It is shown once all pages of the lab have been closed.';
  return registration?.active ? STORED : '';
}

/** Whether there is anything to store in: a frame without an origin may not even ask. */
function canStore() {
  try {
    return Boolean(navigator.serviceWorker && globalThis.caches);
  } catch {
    return false;
  }
}

/**
 * Stores the site.
 *
 * @param {number} bytes that it needs
 * @param {(text: string) => void} say
 * @throws {Error} why it cannot: QuotaExceededError, what the browser says, or what the service worker says
 */
async function keep(bytes, say) {
  const {quota = Number.POSITIVE_INFINITY, usage = 0} = (await navigator.storage?.estimate()) ?? {};
  if (quota - usage < bytes) throw new DOMException('no room', 'QuotaExceededError');
  const end = new AbortController();
  const {signal} = end;
  try {
    await new Promise((resolve, reject) => {
      const listen = (/** @type {MessageEvent} */ {data}) => {
        if (data?.type === 'progress')
          say(`Storing: ${megabytes(data.bytes)} of ${megabytes(data.total)}.`);
        if (data?.type === 'failed') reject(data);
      };
      navigator.serviceWorker.addEventListener('message', listen, {signal});
      navigator.serviceWorker.startMessages();
      const script = new URL('sw.js', SITE);
      navigator.serviceWorker
        .register(script, {scope: SITE, updateViaCache: 'none'})
        .then(({installing, waiting, active}) => {
          const worker = installing ?? waiting ?? active;
          const look = () => {
            if (worker?.state === 'activated') resolve(null);
            // a moment later than what it says of itself
            if (worker?.state === 'redundant')
              setTimeout(() => reject(new Error('the browser has ended it')), 500);
          };
          worker?.addEventListener('statechange', look, {signal});
          look();
        }, reject);
    });
  } finally {
    end.abort();
  }
  await navigator.storage?.persist?.(); // it may say no: then the browser may remove it when it needs room
}

/** @param {HTMLElement} place */
export async function startOffline(place) {
  const label = 'Keep the lab for use without a network';
  const box = html('input', '', {type: 'checkbox'});
  const words = html('span', '', {}, label);
  const status = html('span', '', {role: 'status'});
  const say = (/** @type {string} */ text) => {
    status.textContent = text;
  };
  place.append(html('label', '', {}, box, ' ', words), ' ', status);
  // for installers, and only here: it is two requests
  const manifest = new URL('manifest.webmanifest', SITE).href;
  document.head.append(html('link', '', {rel: 'manifest', href: manifest}));
  if (!canStore()) {
    place.hidden = false;
    box.disabled = true;
    say('This browser stores no pages here: it does so over https, and not in private windows.');
    return;
  }
  const bytes = await sizeOfSite();
  words.textContent = `${label} (${megabytes(bytes)})`;
  box.addEventListener('change', async () => {
    box.disabled = true; // until it is done
    try {
      if (box.checked) await keep(bytes, say);
      else await remove();
      say(box.checked ? STORED : 'Nothing is stored any more.');
    } catch (error) {
      box.checked = false;
      say(await reason(/** @type {Error} */ (error), bytes));
      await remove().catch(() => {});
    }
    box.disabled = false;
  });
  const registration = await registered();
  box.checked = Boolean(registration?.active);
  say(stateOf(registration));
  registration?.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => say(stateOf(registration)));
  });
  place.hidden = false;
}
