// What tests/native/training_run.c prints, of the build with sanitizers or of any other.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import path from 'node:path';

import {CACHE} from '../../web/build/paths.js';

/** The program as ./build.sh sanitize makes it. */
export const SANITIZED = path.join(CACHE, 'native/training_run');

/**
 * @param {string} program
 * @param {string[]} [emulator] the command that runs it where this machine cannot
 * @returns {Record<string, string>} the hash of each run
 */
export function nativeHashes(program, emulator = []) {
  const [command, ...args] = [...emulator, program];
  const {status, stdout, stderr, error} = spawnSync(command, args, {encoding: 'utf8'});
  assert.ifError(error);
  assert.equal(status, 0, `${program}: ${stderr}${stdout.match(/^not ok.*$/gm)?.join('\n') ?? ''}`);
  const lines = stdout.matchAll(/^# run (\S+) ([0-9a-f]{8})$/gm);
  return Object.fromEntries([...lines].map(([, name, hash]) => [name, hash]));
}
