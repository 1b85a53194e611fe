// The places of the chapters that a link can jump to.
import {readdirSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const CHAPTERS = fileURLToPath(new URL('../../web/chapters', import.meta.url));

/** @type {Map<string, Set<string>>} */
const known = new Map();

/**
 * All addresses of the chapter that an address is in: its sections, and its figures by their presets, as
 * the page names them.
 *
 * @param {string} href 4-rope.html#real-tokens
 * @returns {Set<string>} empty where there is no such chapter
 */
export function anchorsOf(href) {
  const [file] = href.split('#');
  if (!readdirSync(CHAPTERS).includes(file)) return new Set();
  const found = known.get(file);
  if (found) return found;
  const html = readFileSync(`${CHAPTERS}/${file}`, 'utf8');
  const names = [...html.matchAll(/\s(?:id|preset|demo)="([\w.-]+)"/g)].map(([, name]) => name);
  const anchors = new Set([file, ...names.map((name) => `${file}#${name}`)]);
  known.set(file, anchors);
  return anchors;
}
