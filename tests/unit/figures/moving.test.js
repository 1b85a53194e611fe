// A figure that moves, as a GIF: every step of its player, each as it was drawn, and the figure afterwards as before.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {decodeFrames} from 'modern-gif';

import {gifOf} from '../../../web/figures/frame/moving.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

/** @typedef {{width: number, height: number, colour: number[]}} Picture */

/** A canvas that is painted with whole pictures of one colour. */
class Canvas extends FakeElement {
  width = 0;
  height = 0;
  getContext = () => {
    const data = new Uint8ClampedArray(4 * this.width * this.height);
    return {
      /** @param {Picture} picture @param {number[]} place */
      drawImage: ({width, height, colour}, ...place) => {
        const [left, top, right, bottom] =
          place.length === 8
            ? [place[4], place[5], place[6], place[7]]
            : [place[0], place[1], place[0] + width, place[1] + height];
        const shown = place.length === 8 ? [255, 255, 255, 255] : colour;
        for (let y = top; y < Math.min(bottom, this.height); y++)
          for (let x = left; x < Math.min(right, this.width); x++)
            data.set(shown, 4 * (y * this.width + x));
      },
      getImageData: () => ({data: data.slice()}),
    };
  };
}

/** A figure whose pictures grow with its setting, as soon as it has been drawn with it. */
class Figure extends FakeElement {
  static settings = {nPos: {type: 'int', min: 2, max: 5, default: 2}};
  static presets = {own: {controls: ['nPos']}};
  static player = {setting: 'nPos'};
  shadowRoot = new FakeElement('root');
  presetName = 'own';
  faultName = '';
  version = '1';
  drawn = 0;
  currentSettings = () => ({settings: {nPos: Number(this.getAttribute('n-pos'))}});
  updateComplete = Promise.resolve();

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    super.setAttribute(name, value);
    this.#draw();
  }

  /** @param {string} name */
  removeAttribute(name) {
    super.removeAttribute(name);
    this.#draw();
  }

  #draw() {
    this.updateComplete = new Promise((resolve) =>
      setImmediate(() => {
        this.drawn = Number(this.getAttribute('n-pos') ?? 2);
        resolve();
      }),
    );
  }
}

/** @param {Figure} figure @returns {Picture} wide at first, then high */
const paint = ({drawn}) => ({
  width: 12 - 2 * drawn,
  height: 2 * drawn,
  colour: [50 * drawn, 0, 0, 255],
});

/** @param {import('node:test').TestContext} t @param {string | null} before */
async function made(t, before) {
  fakeDom(t);
  const create = t.mock.method(document, 'createElement', () => new Canvas('canvas'));
  const figure = new Figure('pe-shift');
  if (before !== null) figure.setAttribute('n-pos', before);
  await figure.updateComplete;
  const blob = await gifOf(/** @type {any} */ (figure), 1, /** @type {any} */ (paint));
  create.mock.restore();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return {figure, blob, bytes, frames: decodeFrames(bytes)};
}

test('each step is a frame of the largest size, with its picture at the top left on paper', async (t) => {
  const {blob, frames} = await made(t, '4');
  assert.equal(blob.type, 'image/gif');
  assert.deepEqual(
    frames.map(({width, height, delay}) => [width, height, delay]),
    Array(4).fill([8, 10, 250]),
  );
  for (const [k, {data}] of frames.entries()) {
    const {width, height, colour} = paint(/** @type {any} */ ({drawn: k + 2}));
    const colourAt = (/** @type {number} */ x, /** @type {number} */ y) => [...data.subarray(4 * (8 * y + x), 4 * (8 * y + x) + 4)]; // biome-ignore format: one thought
    for (let y = 0; y < 10; y++)
      for (let x = 0; x < 8; x++) {
        const wanted = x < width && y < height ? colour : [255, 255, 255, 255];
        const far = Math.max(...colourAt(x, y).map((value, c) => Math.abs(value - wanted[c])));
        assert.ok(far <= 8, `frame ${k} at ${x}, ${y}: ${colourAt(x, y)}, not ${wanted}`);
      }
  }
});

for (const before of ['4', null])
  test(`the figure is drawn as before, with the setting ${before}`, async (t) => {
    const {figure} = await made(t, before);
    assert.equal(figure.getAttribute('n-pos'), before);
    assert.equal(figure.drawn, Number(before ?? 2));
  });

test('the file says where it comes from, before its end', async (t) => {
  const {bytes} = await made(t, '4');
  const text = new TextDecoder('latin1').decode(bytes);
  assert.match(text, /!\xfe.poslab 1, pe-shift own: nPos 4\0;$/s);
});
