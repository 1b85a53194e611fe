// Files and folders that are dropped on a page: which of them are read.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {droppedFiles} from '../../../web/figures/files/dropped.js';

/** A folder as a browser gives it: its entries come in parts of two. @param {string} name @param {any[]} entries */
const folder = (name, entries) => ({
  name,
  isDirectory: true,
  isFile: false,
  createReader() {
    let at = 0;
    return {
      readEntries: (/** @type {(part: any[]) => void} */ resolve) => {
        resolve(entries.slice(at, at + 2));
        at += 2;
      },
    };
  },
});
/** @param {string} name */
const file = (name) => ({
  name,
  isDirectory: false,
  isFile: true,
  file: (/** @type {(file: {name: string}) => void} */ resolve) => resolve({name}),
});

/** @param {any[]} entries @returns {Promise<string[]>} the names of what is read */
async function dropped(entries) {
  const transfer = {
    files: entries.map(({name}) => ({name})),
    items: [
      {kind: 'string'},
      ...entries.map((entry) => ({kind: 'file', webkitGetAsEntry: () => entry})),
    ],
  };
  return (await droppedFiles(/** @type {any} */ (transfer))).map(({name}) => name);
}

test('files are all read, whatever their names, and without a browser that knows folders', async () => {
  assert.deepEqual(await dropped([file('a.bin'), file('b.json')]), ['a.bin', 'b.json']);
  const items = [{kind: 'file'}];
  const plain = /** @type {any} */ ({files: [{name: 'a.bin'}], items});
  assert.deepEqual(await droppedFiles(plain), plain.files);
});

test('of a folder, the first level that has a file in a known format is read, and no deeper one', async () => {
  const model = folder('model', [
    file('README.md'),
    folder('onnx', [file('config.json')]),
    file('a.safetensors'),
    file('B.JSON'),
    file('c.gguf'),
  ]);
  assert.deepEqual(await dropped([model]), ['a.safetensors', 'B.JSON', 'c.gguf']);
  const nested = folder('snapshots', [
    folder('one', [file('w.npy')]),
    folder('two', [file('x.npz'), folder('three', [file('y.npz')])]),
    folder('.git', [file('z.json')]),
  ]);
  assert.deepEqual(await dropped([file('note.txt'), nested]), ['note.txt', 'w.npy', 'x.npz']);
});

test('a folder with nothing to read is refused by its name', async () => {
  await assert.rejects(
    dropped([folder('photos', [file('a.jpg'), folder('.json', [file('b.json')])])]),
    /photos: a folder must hold a \.safetensors.* none was found/,
  );
});

test('a folder as large as a disk is not searched to its end', async () => {
  const pictures = Array.from({length: 20_000}, (_, k) => file(`${k}.jpg`));
  const deep = folder('deep', [file('model.gguf')]);
  assert.deepEqual(await dropped([folder('model', [...pictures.slice(1), deep])]), ['model.gguf']);
  await assert.rejects(dropped([folder('disk', [...pictures, deep])]), /disk: a folder must hold/);
});
