// WebKit gives memory back when the machine runs low on it, and has no command for that. It learns of it from
// /proc/meminfo: in a mount namespace of its own, a program reads a file of ours there.
import {spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

/** @import {ChildProcess, SpawnOptions} from 'node:child_process' */
/** @typedef {{child: ChildProcess, haveLowMemory: (ms?: number) => Promise<void>, end: () => void}} Started */

const MEMINFO = '/proc/meminfo';
const MOUNT = `mount --bind "$0" ${MEMINFO} && exec "$@"`;
// WebKit looks every few seconds, and does nothing for twenty times as long as it took the time before.
const LOW_MS = 24_000;
const REST_MS = 3000;

const isRoot = process.getuid?.() === 0;
/** @param {string} file @param {string[]} command */
const inNamespace = (file, command) => [
  ...['--mount', ...(isRoot ? [] : ['--map-root-user'])],
  ...['sh', '-c', MOUNT, file, ...command],
];

const lowMeminfo = () =>
  readFileSync(MEMINFO, 'utf8').replace(/^(MemFree|MemAvailable):.*$/gm, '$1: 50000 kB');

/** @returns {string} why no program can read a file of ours here; '' where one can */
export function whyNoLowMemory() {
  const {status, error, stderr} = spawnSync('unshare', inNamespace(MEMINFO, ['true']), {
    encoding: 'utf8',
  });
  if (status === 0) return '';
  return `no mount namespace can be had (${error?.message ?? stderr.trim()})`;
}

/**
 * Starts a program that can be made to believe that memory is low.
 *
 * @param {string} command @param {string[]} args @param {SpawnOptions} options
 * @returns {Started}
 */
export function startInNamespace(command, args, options) {
  const folder = mkdtempSync(path.join(tmpdir(), 'poslab-meminfo-'));
  const file = path.join(folder, 'meminfo');
  writeFileSync(file, readFileSync(MEMINFO));
  const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  return {
    child: spawn('unshare', inNamespace(file, [command, ...args]), options),
    async haveLowMemory(ms = LOW_MS) {
      writeFileSync(file, lowMeminfo());
      await wait(ms);
      writeFileSync(file, readFileSync(MEMINFO));
      await wait(REST_MS);
    },
    end: () => rmSync(folder, {recursive: true, force: true}),
  };
}
