import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {pyplotPanels} from '../../../web/exercises/ui/pyplot-panels.js';
import {runPython} from '../../support/python.js';

/** What the page would draw of a file. @param {string} code */
async function panelsOf(code) {
  const answer = await runPython({
    code: `import matplotlib.pyplot as plt\nimport torch\n${code}\n`,
  });
  assert.equal(answer.error, null, answer.error?.traceback);
  return pyplotPanels(answer.figures);
}

suite('what learners plot becomes panels', () => {
  test('an image with its limits, names and colours', async () => {
    const {panels, missing} = await panelsOf(`
plt.imshow(torch.tensor([[1., 2.], [3., 4.]]), cmap='RdBu', vmin=-8, vmax=8)
plt.colorbar(label='value')
plt.xlabel('dimension'); plt.ylabel('position'); plt.title('a table')
plt.show()`);
    assert.deepEqual(missing, []);
    assert.equal(panels.length, 1);
    const {kind, title, tensor, x, y, value, colour} = /** @type {any} */ (panels[0]);
    assert.deepEqual(
      [kind, title, x.label, y.label],
      ['heatmap', 'a table', 'dimension', 'position'],
    );
    assert.deepEqual([...tensor.data], [1, 2, 3, 4]);
    assert.equal(value.label, 'value');
    assert.ok(colour.domain ? Math.max(...colour.domain) >= 8 : true);
  });

  test('an image from below stands with its first row at the bottom', async () => {
    const {panels} = await panelsOf("plt.imshow([[1, 2], [3, 4]], origin='lower'); plt.show()");
    assert.deepEqual([.../** @type {any} */ (panels[0]).tensor.data], [3, 4, 1, 2]);
  });

  test('the names of rows stay at their rows, from whichever end an image stands', async () => {
    const {panels} = await panelsOf(`
for origin in ('upper', 'lower'):
    plt.figure()
    plt.imshow([[1, 2], [3, 4]], origin=origin)
    plt.yticks([0, 1], ['one', 'three'])
plt.gca().invert_yaxis()
plt.figure()
plt.imshow([[1, 2], [3, 4]], origin='lower')`);
    const found = /** @type {any[]} */ (panels).map(({tensor, y}) => [...y.names, tensor.data[0]]);
    const fromAbove = ['one', 'three', 1];
    assert.deepEqual(found, [fromAbove, fromAbove, ['1', '0', 3]]);
  });

  test('an image keeps what is no number apart, and the limits that it was given', async () => {
    const {panels} = await panelsOf(
      "plt.imshow([[1, float('-inf')], [3, 9]], vmin=2, vmax=4, cmap='Blues'); plt.show()",
    );
    const {tensor, colour} = /** @type {any} */ (panels[0]);
    assert.deepEqual([...tensor.data], [1, Number.NaN, 3, 9]);
    assert.deepEqual(colour, {map: 'weight', domain: [2, 4]});
  });

  test('of very many lines the first are drawn, and that there are more is said', async () => {
    const {panels, missing} = await panelsOf('for k in range(500): plt.plot([0, 1], [k, k])');
    assert.equal(/** @type {any} */ (panels[0]).series.length, 60);
    assert.deepEqual(missing, ['440 of 500 series']);
  });

  test('a text in a cell of an image is written there, also from below', async () => {
    const {panels, missing} = await panelsOf(`
for origin in ('upper', 'lower'):
    plt.figure()
    plt.imshow([[1, 2, 3], [4, 5, 6]], origin=origin)
    for i in range(2):
        for j in range(3):
            plt.text(j, i, f'{i}{j}', ha='center', color='w')`);
    assert.deepEqual(missing, []);
    const words = panels.map((panel) => /** @type {any} */ (panel).text);
    assert.deepEqual(words[0], ['00', '01', '02', '10', '11', '12']);
    assert.deepEqual(words[1], ['10', '11', '12', '00', '01', '02']);
  });

  test('a band and error bars are spreads, stems are stems, and a text is a point with its words', async () => {
    const {panels, missing} = await panelsOf(`
plt.fill_between([0, 1], [1, 2], [3, 6], alpha=0.2, label='band')
plt.errorbar([0, 1], [5, 7], yerr=[1, 2], fmt='o', capsize=3, label='bars')
plt.errorbar([0, 1], [5, 7], yerr=[[1, 2], [3, 4]])
plt.stem([0, 1], [5, 7])
plt.text(0.5, 2, 'here')
plt.axvspan(0.2, 0.4, alpha=0.3, label='span')`);
    assert.deepEqual(missing, []);
    const {series, rules} = /** @type {any} */ (panels[0]);
    const drawn = series.map((/** @type {any} */ {name, y, style, spread}) => [
      ...[name, style, [...y]],
      spread ? [[...spread.low], [...spread.high]] : null,
    ]);
    assert.deepEqual(drawn, [
      ['band', 'line', [2, 4], [[1, 2], [3, 6]]], // biome-ignore format: one row
      ['bars', 'points', [5, 7], [[4, 5], [6, 9]]], // biome-ignore format: one row
      ['line 3', 'line', [5, 7], [[4, 5], [8, 11]]], // biome-ignore format: one row
      ['line 4', 'bars', [5, 7], null],
      ['here', 'points', [2], null],
    ]);
    assert.deepEqual(rules, [
      {axis: 'x', at: 0.2, label: 'span'},
      {axis: 'x', at: 0.4, label: ''},
    ]);
  });

  test('sideways bars stand upright under the names of their axis', async () => {
    const {panels} = await panelsOf(
      "plt.barh(['a', 'b'], [3, 4]); plt.xlabel('accuracy'); plt.ylabel('method')",
    );
    const {groups, series, x, y} = /** @type {any} */ (panels[0]);
    assert.deepEqual([groups, series[0].values], [['a', 'b'], [3, 4]]); // biome-ignore format: one row
    assert.deepEqual([x.label, y.label], ['method', 'accuracy']);
  });

  test('a rectangle is its outline, heights are an image, and a map of own colours is taken', async () => {
    const {panels, missing} = await panelsOf(`
from matplotlib.colors import ListedColormap
from matplotlib.patches import Patch, Rectangle
plt.gca().add_patch(Rectangle((1, 2), 3, 4, fill=False, edgecolor='r', lw=2))
plt.legend(handles=[Patch(color='r', label='seen')])
plt.figure()
plt.contourf([0, 1], [0, 1], [[1, 2], [3, 4]], levels=20, cmap='RdBu')
plt.figure()
plt.imshow([[0, 1]], cmap=ListedColormap(['white', 'red']))
plt.figure()
for k, colour in enumerate(plt.cm.viridis(torch.linspace(0, 1, 3))):
    plt.plot([0, 1], [k, k], color=colour)
plt.figure()
plt.imshow([[0, 1]]); plt.plot([0, 1], [0, 0])`);
    const [outline, heights, listed, curves] = /** @type {any[]} */ (panels);
    assert.deepEqual([...outline.series[0].x], [1, 4, 4, 1, 1]);
    assert.deepEqual([...outline.series[0].y], [2, 2, 6, 6, 2]);
    assert.deepEqual([...heights.tensor.data], [3, 4, 1, 2]);
    assert.deepEqual([...listed.tensor.data], [0, 1]);
    assert.deepEqual(
      curves.series.map((/** @type {any} */ {colour}) => colour),
      [0, 1, 2],
    );
    assert.deepEqual(missing, [
      'an entry of the legend that is drawn nowhere',
      'line over an image',
    ]);
  });

  test('the places of a contour name its rows and columns', async () => {
    const {panels} = await panelsOf(`
import numpy as np
X, Y = np.meshgrid(np.linspace(-1, 1, 3), [0.5, 1.5])
plt.contour(X, Y, X + Y)
plt.figure()
plt.contourf([0, 10], [5, 6], [[1, 2], [3, 4]])`);
    const [grid, lists] = /** @type {any[]} */ (panels);
    assert.deepEqual([grid.x.names, grid.y.names], [['-1', '0', '1'], ['1.5', '0.5']]); // biome-ignore format: one row
    assert.deepEqual([...grid.tensor.data], [0.5, 1.5, 2.5, -0.5, 0.5, 1.5]);
    assert.deepEqual([lists.x.names, lists.y.names], [['0', '10'], ['6', '5']]); // biome-ignore format: one row
  });

  test('a legend gives its words to stems and bands too', async () => {
    const {panels} = await panelsOf(`
plt.stem([1, 2], [3, 4])
plt.fill_between([1, 2], [0, 0], [1, 1])
plt.legend(['stems', 'band'])`);
    const {series} = /** @type {any} */ (panels[0]);
    assert.deepEqual(
      series.map((/** @type {any} */ {name}) => name),
      ['stems', 'band'],
    );
  });

  test('each column of a table is a line, and a scatter takes every number of it', async () => {
    const {panels} = await panelsOf(`
x = torch.tensor([[0.], [1.], [2.]])
plt.plot(x, torch.cat([x, x * x], 1), 'ro')
plt.figure(); plt.plot(x * 3)
plt.figure(); plt.scatter(x, x + 1)`);
    const drawn = panels.map((panel) => /** @type {any} */ (panel).series ?? panel);
    const rows = (/** @type {any[]} */ series) => series.map(({x, y}) => [[...x], [...y]]);
    assert.deepEqual(rows(drawn[0]), [
      [
        [0, 1, 2],
        [0, 1, 2],
      ],
      [
        [0, 1, 2],
        [0, 1, 4],
      ],
    ]);
    assert.deepEqual(rows(drawn[1]), [
      [
        [0, 1, 2],
        [0, 3, 6],
      ],
    ]);
    assert.deepEqual(rows(drawn[2]), [
      [
        [0, 1, 2],
        [1, 2, 3],
      ],
    ]);
  });

  test('an image without numbers, and numbers beyond float32, throw nothing', async () => {
    const empty = await panelsOf('plt.imshow([[]]); plt.show()');
    assert.deepEqual([empty.panels, empty.missing], [[], ['an image without numbers']]);
    const {panels} = await panelsOf('plt.plot([0, 1, 2], [5e-324, 1e308, 1]); plt.show()');
    assert.deepEqual([.../** @type {any} */ (panels[0]).series[0].y], [0, 1]);
    const image = await panelsOf('plt.imshow([[5e-324, 1e308]]); plt.show()');
    assert.deepEqual([.../** @type {any} */ (image.panels[0]).tensor.data], [0, Number.NaN]);
  });

  test('bars side by side are one group, named by its middle', async () => {
    const {panels} = await panelsOf(
      'plt.bar([-0.2, 0.8], [1, 2]); plt.bar([0.2, 1.2, 2.2], [3, 4, 5]); plt.show()',
    );
    const {groups, series} = /** @type {any} */ (panels[0]);
    assert.deepEqual(groups, ['0', '1', '2.2']);
    assert.deepEqual(series[0].values, [1, 2, null]);
  });

  test('lines with labels, a log axis and a rule', async () => {
    const {panels} = await panelsOf(`
plt.plot([1, 2, 3], [10, 100, float('nan')], label='one')
plt.plot([3, 2, 1], label='two')
plt.axvline(2)
plt.yscale('log')
plt.xlim(0, 5)
plt.legend()
plt.show()`);
    const {kind, series, x, y, rules} = /** @type {any} */ (panels[0]);
    assert.equal(kind, 'lines');
    assert.deepEqual(
      series.map((/** @type {any} */ {name}) => name),
      ['one', 'two'],
    );
    assert.deepEqual([...series[0].y], [10, 100]);
    assert.deepEqual([...series[1].x], [0, 1, 2]);
    assert.equal(y.scale, 'log');
    assert.deepEqual(x.domain, [0, 5]);
    assert.deepEqual([rules[0].axis, rules[0].at], ['x', 2]);
  });

  test('bars, points, and a grid of axes', async () => {
    const {panels, titles} = await panelsOf(`
fig, axes = plt.subplots(1, 2)
axes[0].bar(['a', 'b'], [1, 2])
axes[1].scatter([1, 2], [3, 4])
fig.suptitle('both')
plt.show()`);
    assert.deepEqual(
      panels.map(({kind}) => kind),
      ['bars', 'lines'],
    );
    assert.deepEqual(/** @type {any} */ (panels[0]).groups, ['a', 'b']);
    assert.equal(/** @type {any} */ (panels[1]).series[0].style, 'points');
    assert.deepEqual(titles, ['both']);
  });

  test('a histogram takes the edges of its bins, and returns counts and edges', async () => {
    const {panels} = await panelsOf(`
counts, edges, _ = plt.hist([0.5, 1.5, 1.6, 3.0, 9.0], bins=range(4))
assert counts.tolist() == [1.0, 2.0, 1.0] and edges.tolist() == [0, 1, 2, 3]
counts, edges, _ = plt.hist([1.0, 2.0, 2.0, 5.0], bins=4, range=(1, 5), density=True)
assert counts.tolist() == [0.25, 0.5, 0.0, 0.25] and edges.tolist() == [1, 2, 3, 4, 5]
try:
    plt.hist([1.0], bins=[0, 1, 3])
except NotImplementedError as error:
    assert "different widths" in str(error)
else:
    assert False
plt.ion()
plt.ioff()`);
    assert.equal(panels.length, 1);
  });

  test('axes that are cleared draw only what follows', async () => {
    const {panels} = await panelsOf(
      "plt.plot([1, 2]); plt.title('first'); plt.cla(); plt.plot([3, 4, 5]); plt.show()",
    );
    assert.equal(panels.length, 1);
    const text = JSON.stringify(panels);
    assert.ok(!text.includes('first'), text);
  });

  test('what is not drawn is said', async () => {
    const {missing} = await panelsOf(
      "plt.bar([0, 1], [1, 2]); plt.text(0, 1, 'hello'); plt.plot([1, 2]); plt.show()",
    );
    assert.deepEqual(missing, ['line over bars', 'text over bars']);
  });
});

suite('figures without a plot', () => {
  test('draw nothing and throw nothing', () => {
    const odd = [
      null,
      5,
      'figures',
      [null],
      [{}],
      [{axes: 5}],
      [{axes: [{}]}],
      [{axes: [{parts: [{kind: 'image', rows: 'x'}]}]}],
      [{axes: [{parts: [{kind: 'line'}]}]}],
      [{axes: [{parts: [{kind: 'bars', x: null}]}]}],
    ];
    for (const figures of odd) assert.deepEqual(pyplotPanels(figures).panels, []);
  });

  test('that are too large are said, and not drawn', () => {
    const rows = new Array(3000).fill(new Array(2000).fill(0));
    const line = {kind: 'line', x: new Array(3e5).fill(0), y: new Array(3e5).fill(0)};
    const {panels, missing} = pyplotPanels([
      {axes: [{parts: [{kind: 'image', rows}]}, {parts: [line]}]},
    ]);
    assert.deepEqual(panels, []);
    assert.deepEqual(missing, ['image (too large)', 'line (too large)']);
  });

  test('in a flood are cut', () => {
    const one = {axes: [{parts: [{kind: 'line', x: [0, 1], y: [0, 1]}]}]};
    const {panels, missing} = pyplotPanels(new Array(100).fill(one));
    assert.equal(panels.length, 24);
    assert.deepEqual(missing, ['more than 24 pictures']);
  });
});
