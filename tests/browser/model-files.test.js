// Files of models in Chromium, in the reader's hands: chosen and dropped, larger than 2 GB, sharded, broken.
import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {Lab} from '../support/browser.js';
import {float32, safetensorsOf, writeGguf, writeSafetensors} from '../support/model-files.js';

/** @import {ElementHandle, Page} from 'puppeteer-core' */

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const GB = 2 ** 30;
const folder = mkdtempSync(path.join(tmpdir(), 'poslab-files-'));

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(async () => {
  await lab.close();
  rmSync(folder, {recursive: true});
});

/** @param {string} name @param {Uint8Array | string} bytes @returns {string} its path */
function written(name, bytes) {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

/** Scrolls to an element, which draws only near the window. @param {Page} page @param {string} tag */
const bring = (page, tag) =>
  page.$eval(tag, (element) => element.scrollIntoView({behavior: 'instant', block: 'start'}));

/** @param {(page: Page, requests: string[]) => Promise<void>} use */
async function onPage(use) {
  const {page, problems} = await lab.open('inspect.html');
  await bring(page, 'model-files');
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('model-files'))?.drawing,
  );
  /** @type {string[]} */
  const requests = [];
  page.on('request', (request) => void requests.push(request.url()));
  try {
    await use(page, requests);
    assert.deepEqual(problems, []);
  } finally {
    await page.close();
  }
}

/** @param {Page} page @param {string[]} files */
async function choose(page, files) {
  const input = /** @type {ElementHandle<HTMLInputElement>} */ (
    await page.locator('model-files >>> input[type="file"]').waitHandle()
  );
  await input.uploadFile(...files);
}

/** As a reader drags it from another window. @param {Page} page @param {string} dropped */
async function dropFolder(page, dropped) {
  const session = await page.createCDPSession();
  const data = {items: [], files: [dropped], dragOperationsMask: 1};
  for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop'])) {
    await session.send('Input.dispatchDragEvent', {type, x: 300, y: 300, data});
  }
}

/** @param {Page} page @param {string} wanted part of what is said of the files, or of what is wrong */
const saysOf = (page, wanted) =>
  page.waitForFunction(
    (part) => {
      const root = document.querySelector('model-files')?.shadowRoot;
      const texts = [...(root?.querySelectorAll('.files-says, .problem:not([hidden])') ?? [])];
      return texts.find((one) => one.textContent?.includes(part))?.textContent;
    },
    {timeout: 60_000},
    wanted,
  );

/** @param {Page} page @param {string} part */
const noteSays = (page, part) =>
  page.waitForFunction(
    (wanted) =>
      document
        .querySelector('model-files')
        ?.shadowRoot?.querySelector('.note')
        ?.textContent?.includes(wanted),
    {timeout: 60_000},
    part,
  );

/** Memory that scripts hold, in bytes: objects and buffers. @param {Page} page */
async function memory(page) {
  const session = await page.createCDPSession();
  await session.send('HeapProfiler.collectGarbage');
  const usage = /** @type {any} */ (await session.send('Runtime.getHeapUsage'));
  await session.detach();
  return usage.usedSize + (usage.embedderHeapUsedSize ?? 0) + (usage.backingStorageSize ?? 0);
}

suite('files of models', () => {
  test('a table in a file of 6 GB costs a few MB, and nothing leaves the page', () =>
    onPage(async (page, requests) => {
      const side = 3 * GB;
      const nBytes = 1024 * 768 * 4;
      const head = safetensorsOf({
        'h.weight': {dtype: 'F16', shape: [side / 2048, 1024], data_offsets: [0, side]},
        'wpe.weight': {dtype: 'F32', shape: [1024, 768], data_offsets: [side, side + nBytes]},
        'lm_head.weight': {
          dtype: 'F16',
          shape: [side / 2048, 1024],
          data_offsets: [side + nBytes, 2 * side + nBytes],
        },
      });
      const file = written('big.safetensors', head);
      truncateSync(file, head.length + 2 * side + nBytes);
      const table = Array.from({length: 1024 * 768}, (_, k) => Math.sin(k % 769));
      const handle = openSync(file, 'r+');
      writeSync(handle, float32(table), 0, nBytes, head.length + side);
      const before = await memory(page);
      await choose(page, [file]);
      await noteSays(page, '1,024 rows of 768 numbers');
      const says = await (await saysOf(page, 'hold positions')).jsonValue();
      assert.match(String(says), /1 of 3 tensors hold positions.* Read: 3 MiB of 6 GiB\./);
      const grown = (await memory(page)) - before;
      assert.ok(grown < 50e6, `${grown} bytes`);
      const first = await page.evaluate(() =>
        Array.from(
          /** @type {any} */ (
            document.querySelector('model-files')
          ).drawing.panels[0].tensor.data.slice(0, 3),
        ),
      );
      assert.deepEqual(first, [...Float32Array.from(table.slice(0, 3))]);
      // the icon of the manifest, which Chromium reads when it is idle
      const isOwn = (/** @type {string} */ url) =>
        /^\/(lab\/|icon\.svg$)/.test(new URL(url).pathname);
      assert.deepEqual(requests.filter((url) => !isOwn(url)), []); // biome-ignore format: one thought
    }));

  test('a GGUF file goes to the inspector, and its tables into the figure', () =>
    onPage(async (page) => {
      const file = written(
        'small.gguf',
        writeGguf(
          {
            'general.architecture': ['text', 'llama'],
            'llama.embedding_length': ['u32', 128],
            'llama.block_count': ['u32', 2],
            'llama.attention.head_count': ['u32', 4],
            'llama.context_length': ['u32', 8192],
            'llama.rope.freq_base': ['f32', 500000],
          },
          [
            {
              name: 'rope_freqs.weight',
              shape: [16],
              bytes: float32(Array.from({length: 16}, (_, k) => (k < 8 ? 1 : 32))),
            },
          ],
        ),
      );
      await choose(page, [file]);
      await saysOf(page, 'No key says which numbers pair');
      await noteSays(page, '16 pairs, divided by 1 to 32; 8 are kept');
      await bring(page, 'config-inspector');
      await page.waitForFunction(
        () => {
          const root = document.querySelector('config-inspector')?.shadowRoot;
          return root?.querySelector('.note')?.textContent?.startsWith('16 pairs of a head of 32');
        },
        {timeout: 60_000},
      );
    }));

  test('shards with their index, dropped on the page', () =>
    onPage(async (page) => {
      const shard = (/** @type {string} */ name, /** @type {number[]} */ shape) =>
        writeSafetensors([
          {
            name,
            shape,
            bytes: float32(
              Array(shape[0] * shape[1])
                .fill(1)
                .map((_, k) => k),
            ),
          },
        ]);
      const files = [
        [
          'model.safetensors.index.json',
          JSON.stringify({weight_map: {a: 'm-1.safetensors', wpe: 'm-2.safetensors'}}),
        ],
        ['m-1.safetensors', [...shard('a', [2, 2])]],
        ['m-2.safetensors', [...shard('wpe', [4, 6])]],
      ];
      await page.evaluate(
        (list) => {
          const transfer = new DataTransfer();
          for (const [name, bytes] of list) {
            const part =
              typeof bytes === 'string' ? bytes : Uint8Array.from(/** @type {number[]} */ (bytes));
            transfer.items.add(new File([part], String(name)));
          }
          document.body.dispatchEvent(
            new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}),
          );
        },
        /** @type {any} */ (files),
      );
      await saysOf(page, '1 of 2 tensors hold positions');
      await noteSays(page, '4 rows of 6 numbers');
    }));

  test('a folder of a model: its configuration and tensors are read, what other programs need is not', () =>
    onPage(async (page) => {
      const model = path.join(folder, 'a-model');
      const nested = path.join(model, 'snapshots', '0a1b');
      mkdirSync(path.join(nested, 'onnx'), {recursive: true});
      const wpe = writeSafetensors([
        {name: 'wpe', shape: [7, 2], bytes: float32([...Array(14).keys()])},
      ]);
      for (const [name, bytes] of /** @type {[string, Uint8Array | string][]} */ ([
        ['README.md', '# a model'],
        ['config.json', JSON.stringify({model_type: 'gpt2', n_positions: 7, n_embd: 2, n_head: 1})],
        ['model.safetensors', wpe],
        ['onnx/other.npy', 'a file that is not read'],
      ])) {
        writeFileSync(path.join(nested, name), bytes);
      }
      const empty = path.join(folder, 'empty');
      mkdirSync(empty);
      await dropFolder(page, model);
      await noteSays(page, '7 rows of 2 numbers');
      const says = await saysOf(page, 'a configuration');
      assert.doesNotMatch(String(await says.jsonValue()), /README|other/);
      await dropFolder(page, empty);
      await saysOf(page, 'empty: a folder must hold a .safetensors');
    }));

  test('what is broken is said beside the button, and the picture stays', () =>
    onPage(async (page) => {
      await choose(page, [written('broken.gguf', 'another format')]);
      await saysOf(page, 'broken.gguf: a .gguf file must begin with the letters GGUF');
      await noteSays(page, '128 rows of 64 numbers');
      await choose(page, [written('pickle.bin', 'x')]);
      await saysOf(page, 'Save it as .safetensors');
    }));

  test('fits a telephone, and has no fault that a checker of accessibility finds', () =>
    onPage(async (page) => {
      await choose(page, [
        written(
          't.safetensors',
          writeSafetensors([{name: 'wpe', shape: [3, 2], bytes: float32([1, 2, 3, 4, 5, 6])}]),
        ),
      ]);
      await noteSays(page, '3 rows of 2 numbers');
      await page.setViewport({width: 390, height: 800});
      await page.waitForFunction(() => document.documentElement.scrollWidth <= 390);
      await (await page.createCDPSession()).send('Runtime.evaluate', {expression: AXE}); // past the policy
      const violations = await page.evaluate(async () => {
        const {violations: found} = await /** @type {any} */ (globalThis).axe.run('#files', {
          resultTypes: ['violations'],
        });
        return found.map((/** @type {any} */ {id, nodes}) => `${id}: ${nodes[0].html}`);
      });
      assert.deepEqual(violations, []);
    }));
});
