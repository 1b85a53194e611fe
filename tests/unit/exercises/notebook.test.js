// A notebook as a file and in the browser's storage.
import assert from 'node:assert/strict';
import test from 'node:test';

import {
  MOST,
  readNotebook,
  writeNotebook,
} from '../../../web/exercises/ui/notebook/notebook-file.js';
import {NotebookStore} from '../../../web/exercises/ui/notebook/notebook-store.js';

/** @import {CellData} from '../../../web/exercises/ui/notebook/notebook-file.js' */

/** @type {CellData[]} */
const CELLS = [
  {kind: 'text', source: '# A title\n\ntext'},
  {kind: 'code', source: 'x = 1\nprint(x)\n', count: 3, printed: '1\n'},
  {kind: 'code', source: ''},
];
/** JSON that is read, and is too deep to be written again. */
const DEEP = '['.repeat(100_000) + ']'.repeat(100_000);
const sources = CELLS.map(({kind, source}) => ({kind, source}));

/** @param {object} change */
const file = (change) =>
  JSON.stringify({nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [], ...change});

function fakeStorage(most = Number.POSITIVE_INFINITY) {
  const kept = new Map();
  return /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => {
      if (text.length > most) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, text);
    },
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  });
}

test('what is written is read again, and is what Jupyter expects', () => {
  const text = writeNotebook(CELLS);
  assert.deepEqual(readNotebook(text), sources);
  const {nbformat, nbformat_minor, metadata, cells} = JSON.parse(text);
  assert.deepEqual([nbformat, nbformat_minor, metadata.kernelspec.name], [4, 5, 'python3']);
  assert.deepEqual(cells[0], {
    ...{cell_type: 'markdown', id: 'cell-1', metadata: {}},
    source: ['# A title\n', '\n', 'text'],
  });
  assert.deepEqual(cells[1].outputs, [{output_type: 'stream', name: 'stdout', text: ['1\n']}]);
  assert.deepEqual([cells[1].execution_count, cells[2].execution_count], [3, null]);
});

test('a source may be a text or a list of lines; cells of other kinds are text', () => {
  const cells = [
    {cell_type: 'code', source: 'a\nb'},
    {cell_type: 'markdown', source: ['a\n', 'b']},
    {cell_type: 'raw', source: 'c'},
  ];
  assert.deepEqual(
    readNotebook(file({cells})).map(({kind, source}) => [kind, source]),
    [
      ['code', 'a\nb'],
      ['text', 'a\nb'],
      ['text', 'c'],
    ],
  );
});

test('a file that is no notebook, or a larger one than is kept, is refused by name', () => {
  const long = 'x'.repeat(MOST.characters);
  const code = (/** @type {unknown} */ source) => ({cell_type: 'code', source});
  /** @type {[string, RegExp][]} */
  const refused = [
    ['{', /^The file is not JSON: it was cut or changed on its way\./],
    [`{"nbformat": "${'4'.repeat(5000)}"}`, /^nbformat must be 4, got "4{59}\. Save/],
    [
      '{"nbformat": 4, "cells": [{"cell_type": "code", "source": ["x", {}]}]}',
      /^cells\[0\]\.source must/,
    ],
    [
      '{"nbformat": 4, "cells": [{"cell_type": "code", "source": [["x"]]}]}',
      /^cells\[0\]\.source must/,
    ],
    [
      '{"nbformat": 4, "cells": [{"source": [{"toString": 1, "valueOf": 1}]}]}',
      /^cells\[0\]\.source must/,
    ],
    [`{"nbformat": 4, "cells": [{"source": ${DEEP}}]}`, /^cells\[0\]\.source must/],
    [`{"nbformat": ${DEEP}}`, /^nbformat must be 4, got lists in lists that are too many/],
    [
      file({cells: [code(`a${'\u0301'.repeat(33)}`)]}),
      /^cells\[0\] has more than 32 accents on one letter, which a browser cannot show\.$/,
    ],
    ['null', /^nbformat must be 4, got nothing\./],
    [file({nbformat: 3}), /^nbformat must be 4, got 3\./],
    [file({cells: {}}), /^cells must be a list\.$/],
    [file({cells: [code(5)]}), /^cells\[0\]\.source must be a text or a list of lines\.$/],
    [file({cells: [null]}), /^cells\[0\]\.source must/],
    [
      file({cells: [code('a'), code(`${long}x`)]}),
      /^cells\[1\] must have at most 100000 characters, got 100001\./,
    ],
    [file({cells: Array(201).fill(code(''))}), /^cells must be at most 200, got 201\.$/],
    [
      file({cells: Array(11).fill(code(long))}),
      /^All cells together must have at most 1000000 characters, got 1100000\./,
    ],
  ];
  for (const [text, message] of refused) assert.throws(() => readNotebook(text), {message});
});

test('the store gives back what it kept, and says why where it cannot keep', () => {
  const storage = fakeStorage();
  assert.deepEqual(new NotebookStore(storage).read(), {cells: null, problem: '', damaged: ''});
  assert.equal(new NotebookStore(storage).write(CELLS), '');
  assert.deepEqual(new NotebookStore(storage).read().cells, sources);
  assert.match(new NotebookStore(fakeStorage(10)).write(CELLS), /no room/);
  assert.match(new NotebookStore(null).write(CELLS), /may not keep anything/);
  assert.match(new NotebookStore(null).read().problem, /may not keep anything/);
  const most = Array(11).fill({kind: 'code', source: 'x'.repeat(MOST.characters)});
  assert.match(
    new NotebookStore(storage).write(most),
    /at most 1000000 characters.*is not kept\.$/,
  );
  assert.deepEqual(new NotebookStore(storage).read().cells, sources);
});

test('a damaged text is given back, with what is wrong', () => {
  const storage = fakeStorage();
  storage.setItem('poslab.notebook', '{"nbformat": 4, "cells": [{');
  const {cells, problem, damaged} = new NotebookStore(storage).read();
  assert.deepEqual([cells, damaged], [null, '{"nbformat": 4, "cells": [{']);
  assert.match(problem, /^The notebook that was kept here is damaged\. The file is not JSON: /);
});

/** Two tabs of one browser, each with what it has read. @param {Storage} storage */
function twoTabs(storage) {
  const tabs = [new NotebookStore(storage), new NotebookStore(storage)];
  for (const tab of tabs) tab.read();
  return tabs;
}

/** @param {string} text */
const sourceOf = (text) => readNotebook(text)[0].source;
/** @param {string} source @returns {CellData[]} */
const oneCell = (source) => [{kind: 'code', source}];

test('what another tab has written is put aside before this one writes, the newest first', () => {
  const [here, there] = twoTabs(fakeStorage());
  here.write(oneCell('a'));
  assert.deepEqual([there.isOther, here.isOther, here.aside], [true, false, []]);
  there.write(oneCell('b'));
  assert.deepEqual(there.aside.map(sourceOf), ['a']);
  here.write(oneCell('c'));
  assert.deepEqual(here.aside.map(sourceOf), ['b', 'a']);
  here.write(oneCell('d'));
  assert.deepEqual(here.aside.map(sourceOf), ['b', 'a']);
  there.read();
  there.write(oneCell('e'));
  assert.deepEqual(there.aside.map(sourceOf), ['b', 'a']);
  there.setAside(there.aside.slice(1));
  assert.deepEqual(there.aside.map(sourceOf), ['a']);
  there.setAside([]);
  assert.deepEqual(there.aside, []);
});

test('a damaged notebook is put aside before the first change', () => {
  const storage = fakeStorage();
  storage.setItem('poslab.notebook', 'half a note');
  const store = new NotebookStore(storage);
  store.read();
  store.write(oneCell('a'));
  store.write(oneCell('b'));
  assert.deepEqual(store.aside, ['half a note']);
  storage.setItem('poslab.notebook.aside', '{"a": [');
  assert.deepEqual(store.aside, []);
});

test('where there is no room for both versions, the other tab’s stays', () => {
  const storage = fakeStorage(writeNotebook(oneCell('a')).length);
  const [here, there] = twoTabs(storage);
  here.write(oneCell('a'));
  const kept = storage.getItem('poslab.notebook');
  assert.match(there.write(oneCell('b')), /no room/);
  assert.equal(storage.getItem('poslab.notebook'), kept);
});
