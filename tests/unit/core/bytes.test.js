import assert from 'node:assert/strict';
import test from 'node:test';

import {formatBytes} from '../../../web/core/bytes.js';

test('bytes are written in powers of 1024, with at most four digits', () => {
  const texts = [
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1,023 bytes'],
    [1024, '1 KiB'],
    [43_210, '42.2 KiB'],
    [1_023_500, '999.5 KiB'],
    [2 ** 20 - 1, '1 MiB'],
    [2 ** 20 - 1024, '1,023 KiB'],
    [2 ** 30, '1 GiB'],
    [12_345_678_901, '11.5 GiB'],
    [5e12, '4.547 TiB'],
    [2 ** 53, '8,192 TiB'],
  ];
  for (const [bytes, text] of texts) assert.equal(formatBytes(Number(bytes)), text);
});
