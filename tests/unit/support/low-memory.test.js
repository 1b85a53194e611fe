// A program in the namespace sees low memory for a time, and no other program sees it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import test from 'node:test';

import {startInNamespace, whyNoLowMemory} from '../../support/low-memory.js';

const READ = 'while read -r line; do grep MemAvailable /proc/meminfo; done';
const kilobytes = (/** @type {string} */ text) => Number(/MemAvailable:\s+(\d+)/.exec(text)?.[1]);

test('memory is low in the namespace alone, and for a time', {
  skip: whyNoLowMemory() || false,
}, async () => {
  const {child, haveLowMemory, end} = startInNamespace('sh', ['-c', READ], {stdio: 'pipe'});
  if (!child.stdin || !child.stdout) throw new Error('the program has no pipes');
  const {stdin, stdout} = child;
  const answers = createInterface(stdout)[Symbol.asyncIterator]();
  const ask = async () => {
    stdin.write('\n');
    return kilobytes((await answers.next()).value);
  };
  try {
    assert.ok((await ask()) > 100_000);
    const isOver = haveLowMemory(100);
    assert.equal(await ask(), 50_000);
    assert.ok(kilobytes(readFileSync('/proc/meminfo', 'utf8')) > 100_000);
    await isOver;
    assert.ok((await ask()) > 100_000);
  } finally {
    stdin.end();
    end();
  }
});
