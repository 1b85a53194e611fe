// Transformer-XL's shift as the figure shows it: which pair each score ends at, and what an edit does.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {txlShift} from '../../../web/core/pe.js';
import {readSettings} from '../../../web/figures/frame/settings.js';
import {
  numbersOf,
  readEdits,
  STEPS,
  stagesOf,
  withEdit,
} from '../../../web/figures/relative/txl-stages.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

/** @import {GridPanel} from '../../../web/draw/panel.js' */

const core = await loadCore();
const TxlShift = await loadFigure('txl-shift');
const LAST = STEPS.past.length - 1;

/** @param {Record<string, unknown>} given */
const settingsOf = (given) => ({
  ...readSettings(TxlShift.settings, {}, () => null).settings,
  ...given,
});

/**
 * @param {Record<string, unknown>} given
 * @param {string} [fault]
 */
function drawn(given, fault = '') {
  const {panels, meters, note} = TxlShift.compute(core, settingsOf(given), fault);
  const [stage, result] = /** @type {GridPanel[]} */ (panels);
  const cells = result.lines.flatMap((row) => row.cells);
  const count = (/** @type {string | undefined} */ state) =>
    cells.filter((cell) => cell.state === state).length;
  return {stage, result, cells, count, value: meters[0].value, note};
}

const SIZES = [
  [2, 2],
  [3, 3],
  [3, 5],
  [4, 8],
  [6, 10],
];

suite('the shift of a decoder', () => {
  test('gives every visible pair its own score; above the diagonal stands junk that the mask hides', () => {
    for (const [queries, keys] of SIZES) {
      const {result, count, value} = drawn({queries, keys});
      assert.equal(value, 0);
      assert.equal(count('hidden'), (queries * (queries - 1)) / 2, `${queries} x ${keys}`);
      result.lines.forEach(({cells}, i) => {
        cells.forEach(({text, note, state}, j) => {
          const distance = i + keys - queries - j;
          assert.equal(state === 'hidden', distance < 0);
          if (distance >= 0) assert.deepEqual([text, note], [String(distance), `q${i}`]);
        });
      });
    }
  });

  test('in an encoder leaves exactly those pairs wrong: zeros, and scores of the next query', () => {
    const {result, count, value} = drawn({queries: 4, keys: 8}, 'encoder');
    assert.equal(value, 6);
    assert.equal(count('hidden'), 0);
    const wrong = result.lines.map(({cells}) =>
      cells.filter(({state}) => state === 'wrong').map(({text, note}) => `${text} ${note}`),
    );
    assert.deepEqual(wrong, [['0 pad', '7 q1', '6 q1'], ['0 pad', '7 q2'], ['0 pad'], []]);
  });

  test('with the last row dropped has no query right but where numbers happen to lie well', () => {
    const {value, cells} = drawn({queries: 4, keys: 8}, 'last-row');
    const visible = cells.filter(({state}) => state !== 'hidden').length;
    assert.equal(visible, 26);
    assert.equal(value, 26);
  });
});

suite('the shift with a score for every offset', () => {
  test('is right on both sides, and is what picking by distance gives', () => {
    for (const [queries, keys] of SIZES) {
      const {value, count, result, note} = drawn({side: 'both', queries, keys, step: LAST});
      const price = `Price: ${queries * (keys + queries - 1)} scores are made and ${queries * keys} are kept.`;
      assert.ok(note.endsWith(price), note);
      assert.equal(value, 0, `${queries} x ${keys}`);
      assert.equal(count(undefined), queries * keys);
      const settings = settingsOf({side: 'both', queries, keys});
      const {picked} = txlShift(core, {x: numbersOf(settings)});
      assert.deepEqual(
        result.lines.flatMap(({cells}) => cells.map(({text}) => Number(text.replace('−', '-')))),
        Array.from(picked.data),
      );
    }
  });
});

suite('the steps', () => {
  test('hold the same numbers, but for the padding that comes and the row that goes', () => {
    for (const side of ['past', 'both']) {
      const settings = settingsOf({side, queries: 3, keys: 5});
      const x = numbersOf(settings);
      const columns = x.shape[1];
      const shapes = stagesOf(core, x, settings, '').map(({shape}) => [...shape]);
      assert.deepEqual(shapes, [
        [3, columns],
        [3, columns + 1],
        [columns + 1, 3],
        [columns, 3],
        [3, 5],
      ]);
      const sorted = (/** @type {Float32Array} */ data) => Array.from(data).sort();
      const [, padded, tall] = stagesOf(core, x, settings, '');
      assert.deepEqual(sorted(padded.data), sorted(Float32Array.from([...x.data, 0, 0, 0])));
      assert.deepEqual(padded.data, tall.data);
    }
  });

  test('each has a title and a note, and the first alone can be edited', () => {
    for (let step = 0; step <= LAST; step++) {
      const {stage, note} = drawn({step});
      assert.match(stage.title, new RegExp(`^Step ${step}: `));
      assert.ok(note.length > 20);
      const editable = stage.lines.every(({cells}) => cells.every(({isEditable}) => isEditable));
      assert.equal(editable, step === 0);
    }
  });
});

suite('edits', () => {
  test('travel with their cell', () => {
    const {result} = drawn({queries: 4, keys: 8, edits: '1,3=99 2,0=-0.5'});
    // query 1, distance 4: key 1; query 2, distance 7 is dropped
    assert.equal(result.lines[1].cells[1].text, '99');
    assert.ok(result.lines.every(({cells}) => cells.every(({text}) => text !== '−0.5')) === false);
    assert.equal(result.lines[1].cells[7].text, '−0.5');
    assert.equal(result.lines[1].cells[7].state, 'hidden');
  });

  test('replace one another, go when they are emptied, and are refused when they are none', () => {
    assert.equal(withEdit('none', '1,2', ' 7 '), '1,2=7');
    assert.equal(withEdit('1,2=7', '1,2', '−8'), '1,2=-8');
    assert.equal(withEdit('1,2=7 0,0=1', '1,2', ''), '0,0=1');
    assert.equal(withEdit('1,2=7', '1,2', ''), 'none');
    const numbers = numbersOf(settingsOf({}));
    assert.deepEqual(readEdits('9,9=4', numbers).data, numbers.data); // outside: of a larger grid
    for (const bad of ['1,2=x', '1=2', '1,2=', '1,2=1e3 y']) {
      assert.throws(() => readEdits(bad, numbers), /edits must be "none" or "row,column=number"/);
    }
  });
});
