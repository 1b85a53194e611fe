// What a figure gives as a file: numbers that numpy and our own parser read back, an SVG that looks like the PNG,
// and where each comes from.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {npyOf} from '../../web/figures/frame/npy-file.js';
import {Source} from '../../web/files/bytes.js';
import {readNpy} from '../../web/files/npy.js';
import {Lab} from '../support/browser.js';
import {openElements} from '../support/elements.js';

/** @import {Page} from 'puppeteer-core' */

// maps, curves, bars, arrows, space, a table
const FIGURES = [
  'pe-heatmap',
  'pe-curves',
  'rope-rotation',
  'pe-space',
  'alibi-bias',
  'bucket-strip',
];

/** @type {Lab} */
let lab;
/** @type {Page} */
let page;
before(async () => {
  lab = await Lab.start();
  ({page} = await openElements(lab));
});
after(() => lab.close());

/** @param {string} tag @param {string} type @returns {Promise<{bytes: Buffer, data: any[], provenance: string}>} */
async function exported(tag, type) {
  const {base64, data, provenance} = await page.evaluate(
    async (name, mime) => {
      const figure = /** @type {any} */ (document.createElement(name));
      figure.style.width = '700px';
      document.body.replaceChildren(figure);
      await figure.ready;
      const blob = await figure.toBlob(mime);
      const url = await new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.readAsDataURL(blob);
      });
      const data = figure.data.map((/** @type {any} */ {name, shape, data}) => {
        const kind = data instanceof Float32Array ? 'float32' : 'float64';
        return {name, shape, kind, values: [...data].map(String)};
      });
      return {
        base64: String(url).split(',')[1],
        data,
        provenance: `poslab ${figure.version}, ${name}`,
      };
    },
    tag,
    type,
  );
  return {bytes: Buffer.from(base64, 'base64'), data, provenance};
}

const READ = `
import json, sys, numpy
file = numpy.load(sys.argv[1])
out = {}
for name in file.files:
    a = file[name]
    text = str(a) if a.dtype.kind == 'U' else [repr(float(x)) for x in a.ravel()]
    out[name] = [str(a.dtype), list(a.shape), text]
print(json.dumps(out))
`;

for (const tag of FIGURES)
  test(`<${tag}>: numpy reads every tensor of the npz as it is on the screen`, async (context) => {
    const {bytes, data, provenance} = await exported(tag, 'application/x-npz');
    const folder = mkdtempSync(path.join(tmpdir(), 'poslab-npz-'));
    const file = path.join(folder, 'figure.npz');
    writeFileSync(file, bytes);
    const {status, stdout, stderr} = spawnSync('/usr/bin/python3', ['-c', READ, file], {encoding: 'utf8', maxBuffer: 1 << 28}); // biome-ignore format: one thought
    rmSync(folder, {recursive: true});
    if (status !== 0 && /No module named|ENOENT/.test(stderr || 'ENOENT')) return context.skip(`no numpy here: ${stderr}`); // biome-ignore format: one thought
    assert.equal(status, 0, stderr);
    const read = JSON.parse(stdout);
    assert.ok(read.provenance[2].startsWith(provenance), read.provenance[2]);
    delete read.provenance;
    const arrays = /** @type {any[]} */ (Object.values(read));
    assert.equal(arrays.length, data.length);
    assert.ok(data.length > 0);
    arrays.forEach(([dtype, shape, values], k) => {
      assert.deepEqual([dtype, shape], [data[k].kind, data[k].shape]);
      const numbers = values.map((/** @type {string} */ text) => Number(text.replace('inf', 'Infinity').replace('nan', 'NaN'))); // biome-ignore format: one thought
      assert.deepEqual(numbers.map(String), data[k].values.map((/** @type {string} */ one) => String(Number(one)))); // biome-ignore format: one thought
    });
  });

test('our own parser reads the npy of a figure', async () => {
  const {bytes, data} = await exported('pe-heatmap', 'application/x-npy');
  const tensor = await readNpy(new Source(new Blob([new Uint8Array(bytes)]), 't.npy'));
  assert.deepEqual(tensor.shape, data[0].shape);
  const values = (await tensor.read()).data;
  assert.deepEqual([...values].map(String), data[0].values);
});

test('a header of npy ends at a multiple of 64 bytes, whatever the shape', () => {
  for (const shape of [[3], [1, 3], [3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]]) {
    const bytes = npyOf({shape, data: new Float64Array(3)});
    assert.equal((bytes.length - 24) % 64, 0);
    assert.equal(bytes[bytes.length - 25], 10);
  }
});

for (const tag of FIGURES)
  test(`<${tag}>: the SVG looks as the PNG does, has its text, and says where it comes from`, async () => {
    const {bytes, provenance} = await exported(tag, 'image/svg+xml');
    const svg = bytes.toString();
    const {size, other, difference, texts, desc, error} = await page.evaluate(async (source) => {
      const figure = /** @type {any} */ (document.body.firstElementChild);
      const load = async (/** @type {Blob} */ blob) => {
        const image = new Image();
        image.src = URL.createObjectURL(blob);
        await image.decode();
        return image;
      };
      const png = await load(await figure.toBlob('image/png', {scale: 1}));
      const vector = await load(new Blob([source], {type: 'image/svg+xml'}));
      const pixels = (/** @type {HTMLImageElement} */ image) => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [png.width, png.height];
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        context.drawImage(image, 0, 0, png.width, png.height);
        return context.getImageData(0, 0, png.width, png.height).data;
      };
      const [a, b] = [pixels(png), pixels(vector)];
      let far = 0;
      for (let k = 0; k < a.length; k += 4)
        if (Math.max(Math.abs(a[k] - b[k]), Math.abs(a[k + 1] - b[k + 1]), Math.abs(a[k + 2] - b[k + 2])) > 96) far++; // biome-ignore format: one thought
      const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
      return {
        size: [png.width, png.height],
        other: [vector.width, vector.height],
        difference: far / (a.length / 4),
        texts: parsed.querySelectorAll('text').length,
        desc: parsed.querySelector('desc')?.textContent ?? '',
        error: parsed.querySelector('parsererror')?.textContent ?? '',
      };
    }, svg);
    assert.equal(error, '');
    assert.ok(desc.startsWith(provenance), desc);
    assert.ok(texts > 8, `${texts} texts`);
    assert.ok(Math.abs(size[0] - other[0]) <= 1 && Math.abs(size[1] - other[1]) <= 1, `${size}, ${other}`); // biome-ignore format: one thought
    assert.ok(difference < 0.02, `${difference} of the pixels are far from those of the PNG`);
  });

test('a file that a figure does not have is refused with what there is', async () => {
  const messages = await page.evaluate(async () => {
    const figure = /** @type {any} */ (document.createElement('pe-heatmap'));
    const said = (/** @type {Promise<any>} */ promise) => promise.then(() => 'done', (error) => error.message); // biome-ignore format: one thought
    const early = await said(figure.toBlob());
    document.body.replaceChildren(figure);
    await figure.ready;
    const type = await said(figure.toBlob('image/webp'));
    const still = await said(figure.toBlob('image/gif'));
    const panel = await said(figure.toBlob('application/x-npy', {panel: 7}));
    return {early, type, still, panel};
  });
  assert.match(messages.early, /has not drawn anything yet: await figure\.ready/);
  assert.match(
    messages.type,
    /^toBlob\(\): type must be one of image\/png, .*, got "image\/webp"\.$/,
  );
  assert.match(messages.still, /nothing moves in <pe-heatmap>/);
  assert.match(messages.panel, /panel must be the place of a tensor, 0 to 0, got 7\./);
});

// the documents' moving pictures
for (const [tag, preset, least] of /** @type {[string, string, number][]} */ ([
  ['pe-space', 'pe-pca-3d', 45],
  ['rope-rotation', 'rope-rotation-anim', 8],
]))
  test(`<${tag} preset="${preset}">: a GIF moves, begins as the PNG does, and leaves the figure as it was`, async () => {
    const found = await page.evaluate(
      async (name, one) => {
        const figure = /** @type {any} */ (document.createElement(name));
        figure.style.width = '500px';
        figure.setAttribute('preset', one);
        document.body.replaceChildren(figure);
        await figure.ready;
        const png = async () => createImageBitmap(await figure.toBlob('image/png', {scale: 1}));
        const pixels = (/** @type {any} */ image, width = image.width, height = image.height) => {
          const canvas = new OffscreenCanvas(width, height);
          const context = /** @type {any} */ (canvas.getContext('2d'));
          context.drawImage(image, 0, 0);
          return [...context.getImageData(0, 0, width, height).data];
        };
        const far = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
          a.filter((value, k) => Math.abs(value - b[k]) > 64).length / a.length;
        const state = JSON.stringify(figure.getState());
        const before = pixels(await png());
        const blob = await figure.toBlob('image/gif');
        const bytes = new Uint8Array(await blob.arrayBuffer());
        const after = pixels(await png());
        const decoder = new /** @type {any} */ (globalThis).ImageDecoder({
          data: bytes,
          type: blob.type,
        });
        await decoder.tracks.ready;
        const {frameCount, repetitionCount} = decoder.tracks.selectedTrack;
        /** @type {number[][]} */
        const frames = [];
        for (let k = 0; k < frameCount; k++) {
          const {image} = await decoder.decode({frameIndex: k});
          frames.push(pixels(image, image.displayWidth, image.displayHeight));
          image.close();
        }
        const still = frames.slice(1).filter((frame, k) => far(frame, frames[k]) === 0).length;
        return {
          frameCount,
          repeats: repetitionCount === Number.POSITIVE_INFINITY,
          still,
          size: bytes.length,
          changed: far(before, after),
          first: name === 'pe-space' ? far(before, frames[0]) : 0,
          isState: state === JSON.stringify(figure.getState()),
          text: new TextDecoder('latin1').decode(bytes.subarray(-600)),
          provenance: `poslab ${figure.version}, ${name}`,
        };
      },
      tag,
      preset,
    );
    assert.ok(found.frameCount >= least, `${found.frameCount} frames`);
    assert.ok(found.repeats, 'it does not begin again');
    assert.equal(found.still, 0, 'frames are as those before them');
    assert.ok(found.first < 0.02, `${found.first} of the first frame is far from the PNG`);
    assert.equal(found.changed, 0);
    assert.ok(found.isState, 'another state than before');
    assert.ok(found.text.includes(found.provenance), found.text.slice(-200));
    assert.ok(found.size < 4e6, `${found.size} bytes`);
  });
