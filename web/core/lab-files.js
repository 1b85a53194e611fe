// @ts-check
// The files that scripts load: beside the scripts, or in the folder that base-url names. Node reads what is on disk.

/** By a name of its own: a bundler would look for a file that `new URL(name, import.meta.url)` names. */
const SCRIPTS = import.meta.url;

/**
 * The npm package's build fills this in (web/build/package.js): bundlers move scripts, and not what they load. A file
 * is at an address that bundlers know, or inside a module, deflated and in base64; where it is both, the module is for
 * servers, whose bundlers leave the file behind. The address is made when the file is read: in CommonJS there is none.
 *
 * isKept: base-url does not say where it is, for the folder that it names need not have it.
 *
 * @type {Record<string, {url?: () => URL, load?: () => Promise<{default: string}>, isKept?: boolean}>}
 */
const PACKED = /** @type {any} */ (globalThis).POSLAB_FILES ?? {};

let base = '';

/**
 * Says where the files are, for all of the page. What has been loaded stays.
 *
 * @param {string} url of the folder lab/, absolute or relative to the page; '' for that of the scripts
 * @throws {TypeError} where it is no address
 */
export function setBaseUrl(url) {
  base = url && new URL(url.replace(/\/?$/, '/'), globalThis.document?.baseURI).href;
}

/** @param {string} name */
const packedFile = (name) => {
  const packed = PACKED[name] ?? {};
  return base && !packed.isKept ? {} : packed;
};

/** Whether it is inside a module, and has no address. @param {string} name */
export const isInside = (name) => {
  const {url, load} = packedFile(name);
  return load !== undefined && !url;
};

/** @param {string} name relative to lab/ @returns {URL} */
export function labUrl(name) {
  const {url} = packedFile(name);
  if (url) return new URL(String(url()), globalThis.document?.baseURI); // a bundler's may have no origin
  const folder = base || SCRIPTS;
  return name ? new URL(name, folder) : new URL(folder); // a data: address has nothing beside it
}

/**
 * A file that is not there is looked for once more where base-url has been set meanwhile: an element may get it later
 * than its place in the page.
 *
 * @param {string} name relative to lab/
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function labFile(name, options) {
  const {url, load} = packedFile(name);
  if (!load) {
    const from = base;
    const found = await fetchFile(labUrl(name), options).catch((error) => {
      if (base === from) throw error;
    });
    return found && (found.ok || base === from) ? found : labFile(name, options);
  }
  if (url) {
    const found = await fetchAt(name, options);
    if (found?.ok) return found;
  }
  const type = name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';
  return new Response(inflated((await load()).default), {headers: {'content-type': type}});
}

/** What is at its address; null where there is no address, or nothing there. @param {string} name @param {RequestInit} [options] */
async function fetchAt(name, options) {
  try {
    return await fetchFile(labUrl(name), options);
  } catch {
    return null;
  }
}

/** @param {string} text deflated bytes in base64 @returns {ReadableStream<Uint8Array>} the bytes */
export function inflated(text) {
  const deflated = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate'));
}

/**
 * fetch(), and Node's files, which its fetch() refuses.
 *
 * @param {URL | string} source an address; in Node a path too
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function fetchFile(source, options) {
  const {document, process} = /** @type {any} */ (globalThis);
  const fs = document ? undefined : process?.getBuiltinModule?.('node:fs/promises');
  const isPath = typeof source === 'string' && !/^[a-z][a-z+.-]+:/i.test(source);
  if (!fs || !(isPath || /^file:/i.test(String(source)))) return fetch(source, options);
  return new Response(await fs.readFile(isPath ? source : new URL(source)));
}
