// In a process of tests: its files one after another, each as a suite that has the file's name.
import {appendFileSync} from 'node:fs';
import path from 'node:path';
import {suite} from 'node:test';
import {pathToFileURL} from 'node:url';

import {ROOT} from '../../web/build/paths.js';

/**
 * @param {string[]} files relative to the repository
 * @param {string} log gets a line for each: the file and its seconds
 */
export async function runFiles(files, log) {
  for (const file of files) {
    const begun = performance.now();
    // It settles when the suite is over, hooks included, so that the next file is loaded only then.
    await suite(file, async () => {
      await import(pathToFileURL(path.resolve(ROOT, file)).href);
    });
    appendFileSync(log, `${file}\t${(performance.now() - begun) / 1000}\n`);
  }
}
