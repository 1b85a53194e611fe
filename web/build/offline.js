// @ts-check
// Makes dist/offline.json, the list of all that a browser keeps for use without a network, and dist/sw.js, the service
// worker that does it: node web/build/offline.js
import {createHash} from 'node:crypto';
import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {transformSync} from 'esbuild';

import {BANNER, figureTags, PACKAGE} from './bundle.js';
import {DIST, WEB} from './paths.js';

/** What only crawlers and other sites read; and what is made here. */
const LEFT_OUT = new Set([
  'offline.json',
  'robots.txt',
  'sitemap.xml',
  'social.png',
  'sw.js',
  'lab/from-folder.js',
  ...figureTags().map((tag) => `lab/${tag}.js`),
]);

/** @param {string | Uint8Array} bytes @returns {string} as the service worker computes it */
const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/**
 * @param {string} folder of the site
 * @param {(name: string) => boolean} [isWanted]
 */
export function makeOffline(folder, isWanted = () => true) {
  const files = readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => !LEFT_OUT.has(name.replace(/^lab-[^/]+\//, 'lab/')) && isWanted(name))
    .sort()
    .map((name) => {
      const bytes = readFileSync(path.join(folder, name));
      return /** @type {const} */ ([name, bytes.length, hashOf(bytes)]);
    });
  const bytes = files.reduce((sum, [, size]) => sum + size, 0);
  const list = JSON.stringify({bytes, files});
  const offline = {id: `${PACKAGE.version}-${hashOf(list).slice(0, 8)}`, hash: hashOf(list)};
  const source = readFileSync(path.join(WEB, 'page/service-worker.js'), 'utf8');
  const {code} = transformSync(source, {minify: true, target: 'es2022', format: 'iife'});
  const given = `self.POSLAB_OFFLINE=${JSON.stringify(offline)};`;
  writeFileSync(path.join(folder, 'offline.json'), list);
  writeFileSync(path.join(folder, 'sw.js'), `${BANNER}\n${given}${code}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) makeOffline(DIST);
