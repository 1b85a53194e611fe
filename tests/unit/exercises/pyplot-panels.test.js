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
  test('formulas are written in letters that every font has', async () => {
    const texts = [
      [
        '$PE_{(pos,2i)} = \\sin(pos/10000^{2i/d_{model}})$',
        'PE_(pos,2i) = sin(pos/10000^(2i/d_model))',
      ],
      ['$\\alpha + \\beta \\leq \\gamma^2$', 'α + β ≤ γ²'],
      ['$\\frac{1}{\\sqrt{d_k}} QK^\\top$', '1/√(dₖ) QKᵀ'],
      ['$x_{t+1} = x_t - \\eta \\nabla L$', 'xₜ₊₁ = xₜ − η∇L'],
      ['$\\hat{y} \\in \\mathbb{R}^n$', 'y\u0302 ∈ ℝⁿ'],
      ['$\\sin\\theta$ and $2\\cos(m\\theta_i)$', 'sin θ and 2 cos(mθᵢ)'],
      ['$O(n^2 \\cdot d)$, 50\\$', 'O(n² · d), 50$'],
      ['$\\left(\\frac{a+b}{c}\\right)^{-3}$', '((a + b)/c)⁻³'],
      ['$\\mathrm{softmax}(\\mathbf{x})$', 'softmax(x)'],
      ['5$ and 6', '5$ and 6'],
      ['$\\unknown$', '\\unknown'],
    ];
    const {panels} = await panelsOf(
      `for text in ${JSON.stringify(texts.map(([text]) => text.replaceAll('\\\\', '\\')))}:
    plt.figure(); plt.plot([1, 2], label=text); plt.title(text); plt.xticks([0, 1], [text, 'b'])`,
    );
    for (const [k, [, expected]] of texts.entries()) {
      const {title, series, x} = /** @type {any} */ (panels[k]);
      assert.deepEqual([title, series[0].name, x.texts[0]], [expected, expected, expected]);
    }
  });

  test('a band without a name is in no legend', async () => {
    const {panels} = await panelsOf(`
plt.plot([1, 2], label='mean'); plt.fill_between([0, 1], [0, 1], [2, 3])
plt.fill_between([0, 1], [0, 1], [2, 3], label='range')`);
    const {series} = /** @type {any} */ (panels[0]);
    assert.deepEqual(
      series.map((/** @type {any} */ {unlisted}) => Boolean(unlisted)),
      [false, true, false],
    );
  });

  test('the colours of a heat map with a centre go as far to either side', async () => {
    const {panels, missing} = await panelsOf(`
import seaborn as sns
sns.heatmap([[1, -2], [0.5, 0]], center=0, cmap='coolwarm')
plt.figure(); sns.heatmap([[1, 2], [3, 4]], center=2, vmax=5)`);
    assert.deepEqual(missing, []);
    const domains = /** @type {any[]} */ (panels).map(({colour}) => colour);
    assert.deepEqual(domains, [
      {map: 'signed', domain: [-2, 2]},
      {map: 'signed', domain: [-1, 5]},
    ]);
  });

  test('a legend that is called for has what has a name, also where that is one', async () => {
    const {panels} = await panelsOf(`
plt.plot([1, 2], label='mean'); plt.plot([2, 3], 'g-.'); plt.legend()
plt.figure(); plt.plot([1, 2]); plt.plot([2, 3], '.-')
plt.figure(); plt.bar([1, 2], [3, 4], label='runs'); plt.legend()`);
    const looks = /** @type {any[]} */ (panels).map(({series}) =>
      series.map((/** @type {any} */ {listed, unlisted, style}) => [listed, unlisted, style]),
    );
    assert.deepEqual(looks, [
      [
        [true, undefined, 'line'],
        [undefined, true, 'line'],
      ],
      [
        [undefined, undefined, 'line'],
        [undefined, undefined, 'both'],
      ],
      [[true, undefined, undefined]],
    ]);
  });

  test('what a mask hides of a heat map is no number, and nothing is written there', async () => {
    const {panels, missing} = await panelsOf(`
import seaborn as sns
sns.heatmap([[1, 2], [3, 4]], mask=[[False, True], [False, False]], annot=True)
plt.figure(); sns.heatmap([[1, float('nan')]], annot=True)
plt.figure(); sns.scatterplot(x=[1, 2], y=[3, 4], label='points')
plt.figure(); sns.barplot(x=['a', 'b'], y=[1, 2])`);
    assert.deepEqual(missing, []);
    const [map, withNan, points, bars] = /** @type {any[]} */ (panels);
    assert.deepEqual([...map.tensor.data], [1, Number.NaN, 3, 4]);
    assert.deepEqual(map.text, ['1', '', '3', '4']);
    assert.deepEqual(withNan.text, ['1', '']);
    assert.deepEqual([...points.series[0].y], [3, 4]);
    assert.deepEqual(bars.series[0].values, [1, 2]);
  });

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

  test('bars that stand upon others begin where those end, in one slot', async () => {
    for (const [draw, base] of [
      ['bar', 'bottom'],
      ['barh', 'left'],
    ]) {
      const {panels, missing} = await panelsOf(`
plt.${draw}(['a', 'b'], [1, 2], label='below')
bars = plt.${draw}(['a', 'b'], [3, 4], ${base}=[1, 2], label='above')
assert bars[1].get_${draw === 'bar' ? 'y' : 'x'}() == 2`);
      assert.deepEqual(missing, []);
      const {series} = /** @type {any} */ (panels[0]);
      assert.deepEqual(
        series.map((/** @type {any} */ one) => [one.slot, one.base, one.values]),
        [
          [0, [0, 0], [1, 2]],
          [0, [1, 2], [3, 4]],
        ],
      );
    }
    const {panels} = await panelsOf(`
counts, edges, _ = plt.hist([[1, 2, 2], [1, 1, 2]], bins=2, stacked=True)
assert counts.tolist() == [[1, 2], [3, 3]]`);
    const {series} = /** @type {any} */ (panels[0]);
    assert.deepEqual(series[1].base, [1, 2]);
    assert.deepEqual(series[1].values, [2, 1]);
  });

  test('a spread along x is a stroke at each point, in the colour of the points', async () => {
    const {panels, missing} = await panelsOf(`
plt.plot([1, 2], [1, 1])
plt.errorbar([1, 2], [5, 6], xerr=[[0.5, 0.25], [1, 2]], fmt='o', label='runs')`);
    assert.deepEqual(missing, []);
    const [, points, strokes] = /** @type {any} */ (panels[0]).series;
    assert.equal(strokes.colour, points.colour);
    assert.equal(strokes.unlisted, true);
    assert.deepEqual([...strokes.x], [0.5, 2, Number.NaN, 1.75, 4]);
    assert.deepEqual([...strokes.y], [5, 5, Number.NaN, 6, 6]);
  });

  test('a picture that cannot be drawn is said, and hides no other', async () => {
    const {panels, missing} = await panelsOf(`
plt.stem([1, 2], [3, 4], basefmt=' ')
plt.figure(); plt.plot([1, 2])[0].set_color('no colour')`);
    assert.equal(panels.length, 1);
    assert.deepEqual(missing, ["a picture: 'no colour' is not a valid value for color"]);
  });

  test('a picture that is saved has a name to be saved by', async () => {
    const {panels} = await panelsOf(`
fig, axes = plt.subplots(1, 2)
for ax in axes: ax.plot([1, 2])
plt.savefig('figures/loss.pdf', dpi=150, bbox_inches='tight')`);
    const names = panels.map((panel) => /** @type {any} */ (panel).saved);
    assert.deepEqual(names, [['loss.png'], ['loss-2.png']]);
  });

  test('limits, ticks, colours and returned values are matplotlib’s', async () => {
    const {printed} = await runPython({
      code: `
import matplotlib.pyplot as plt, numpy as np
from matplotlib.colors import LogNorm, TwoSlopeNorm
fig, ax = plt.subplots()
line, = ax.plot([1, 2, 3], [10, 20, 25], 'g^--')
print(ax.get_xlim(), ax.get_ylim(), line.get_color(), line.get_marker(), line.get_linestyle())
print(ax.get_yticks(), [text.get_text() for text in ax.get_xticklabels()][:2])
bars = ax.bar(['a', 'b'], [3, 4]); print(bars[1].get_x(), bars[0].get_facecolor()[:1])
ax.cla(); ax.semilogy([1, 1000]); print(ax.get_ylim()[0].round(4), ax.get_yticks())
print([round(v, 5) for v in plt.cm.viridis(0.5)], plt.get_cmap('RdBu_r')(0)[:2], plt.cm.tab10(3)[0])
print(LogNorm(1, 100)(10.0), TwoSlopeNorm(0, -1, 4)(2.0), ax.contour(np.eye(4)).levels[:3])
n, edges, _ = plt.hist([1, 2, 2, 5], bins=[0, 2, 6], density=True); print(n, edges)
first = plt.figure('loss'); second = plt.figure()
print(first.number, plt.figure('loss') is first, plt.get_fignums(), plt.fignum_exists(9))
plt.close(second); print(plt.get_fignums())`,
    });
    assert.deepEqual(printed.trim().split('\n'), [
      '(0.9, 3.1) (9.25, 25.75) g ^ --',
      "[ 8. 10. 12. 14. 16. 18. 20. 22. 24. 26.] ['0.75', '1.00']",
      '0.6 (0.12156862745098039,)',
      '0.7079 [1.e-02 1.e-01 1.e+00 1.e+01 1.e+02 1.e+03 1.e+04 1.e+05]',
      '[0.12757, 0.56695, 0.55056, 1.0] (0.0196078431372549, 0.18823529411764706) 0.8392156862745098',
      '0.5 0.75 [0.   0.15 0.3 ]',
      '[0.125  0.1875] [0. 2. 6.]',
      '2 True [1, 2, 3] False',
      '[1, 2]',
    ]);
  });

  test('after close() another figure is drawn', async () => {
    const {panels} = await panelsOf('plt.plot([1, 2]); plt.close(); plt.plot([3, 4])');
    assert.equal(panels.length, 2);
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

  test('of very many lines all are drawn, and the first can be read', async () => {
    const {panels, missing} = await panelsOf('for k in range(500): plt.plot([0, 1], [k, k])');
    const {series, records} = /** @type {any} */ (panels[0]);
    assert.deepEqual([series.length, records[0].parts.length, missing], [60, 500, []]);
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

  test('a band and error bars are spreads, stems are stems, and a text is its words', async () => {
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
      ['band', 'band', [2, 4], [[1, 2], [3, 6]]], // biome-ignore format: one row
      ['bars', 'points', [5, 7], [[4, 5], [6, 9]]], // biome-ignore format: one row
      ['line 3', 'line', [5, 7], [[4, 5], [8, 11]]], // biome-ignore format: one row
      ['line 4', 'bars', [5, 7], null],
      ['text', 'words', [2], null],
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
    const [outline, heights, listed, curves, both] = /** @type {any[]} */ (panels);
    assert.deepEqual([...outline.series[0].x], [1, 4, 4, 1, 1]);
    assert.deepEqual([...outline.series[0].y], [2, 2, 6, 6, 2]);
    assert.deepEqual([...heights.tensor.data], [3, 4, 1, 2]);
    assert.deepEqual([...listed.tensor.data], [0, 1]);
    assert.deepEqual(
      curves.series.map((/** @type {any} */ {colour}) => colour),
      [0, 1, 2],
    );
    const kinds = both.records[0].parts.map((/** @type {any} */ {kind}) => kind);
    assert.deepEqual([kinds, missing], [['image', 'line'], []]); // biome-ignore format: one row
    const {entries} = outline.records[0].legend;
    assert.deepEqual(entries.map((/** @type {any} */ {label}) => label), ['seen']); // biome-ignore format: one row
  });

  test('the places of a contour name its rows and columns', async () => {
    const {panels} = await panelsOf(`
import numpy as np
X, Y = np.meshgrid(np.linspace(-1, 1, 3), [0.5, 1.5])
plt.contour(X, Y, X + Y)
plt.figure()
plt.contourf([0, 10], [5, 6], [[1, 2], [3, 4]])`);
    const [grid, lists] = /** @type {any[]} */ (panels);
    assert.deepEqual([grid.x.names, grid.y.names], [[-1, 0, 1], [1.5, 0.5]]); // biome-ignore format: one row
    assert.deepEqual([...grid.tensor.data], [0.5, 1.5, 2.5, -0.5, 0.5, 1.5]);
    assert.deepEqual([lists.x.names, lists.y.names], [[0, 10], [6, 5]]); // biome-ignore format: one row
  });

  test('bars with words on them are in the legend', async () => {
    const {panels} = await panelsOf(`
for k in range(2): plt.bar_label(plt.bar([k / 4, 1 + k / 4], [3, 4], 0.25, label=f'run {k}'))
plt.legend()`);
    const {series} = /** @type {any} */ (panels[0]);
    assert.deepEqual(
      series.map((/** @type {any} */ {name, listed}) => [name, listed]),
      [
        ['run 0', true],
        ['run 1', true],
      ],
    );
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
    assert.deepEqual([.../** @type {any} */ (panels[0]).series[0].y], [0, Number.NaN, 1]);
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
counts, edges, bars = plt.hist([1.0], bins=[0, 1, 3])
assert counts.tolist() == [0, 1] and [bar.get_width() for bar in bars] == [1, 2]
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

  test('lines and words over bars are drawn, and what is beside the axes is said', async () => {
    const {panels, missing} = await panelsOf(
      "plt.bar([0, 1], [1, 2]); plt.text(0.5, 1, 'hello'); plt.plot([1, 2]); plt.figtext(0, 0, 'far'); plt.show()",
    );
    const kinds = /** @type {any} */ (panels[0]).records[0].parts.map((/** @type {any} */ {kind}) => kind); // biome-ignore format: one row
    assert.deepEqual(kinds, ['bars', 'text', 'line']);
    assert.deepEqual(missing, ["the text 'far' beside the axes"]);
  });
});

suite('what notebooks often ask for', () => {
  test('an extent gives cells their places, for limits, ticks, rules and words too', async () => {
    const {panels, missing} = await panelsOf(`
plt.imshow([[1, 2], [3, 4]], extent=[0, 4, 10, 20], origin='lower')
plt.axvline(1); plt.axhline(20); plt.xticks([0, 3], ['start', 'three']); plt.text(3, 12.5, 'here')
plt.figure()
plt.imshow(torch.arange(12.).reshape(3, 4)); plt.xlim(0.5, 3.5); plt.ylim(1.5, -0.5)
plt.figure()
plt.pcolormesh([0, 1, 2], [5, 6, 7], [[1, 2], [3, 4]]); plt.ylim(7, 5)`);
    const [one, two, three] = /** @type {any[]} */ (panels);
    assert.deepEqual(missing, []);
    assert.deepEqual([[...one.tensor.data], one.y.names], [[3, 4, 1, 2], [17.5, 12.5]]); // biome-ignore format: one row
    assert.deepEqual([one.x.at, one.x.texts, one.text], [[-0.5, 1], ['start', 'three'], ['', '', '', 'here']]); // biome-ignore format: one row
    assert.deepEqual(one.rules.map((/** @type {any} */ {axis, at}) => [axis, at]), [['x', 0.5], ['y', 0]]); // biome-ignore format: one row
    assert.deepEqual([two.tensor.shape, [...two.tensor.data]], [[2, 3], [1, 2, 3, 5, 6, 7]]); // biome-ignore format: one row
    assert.deepEqual([[...three.tensor.data], three.y.names], [[1, 2, 3, 4], [5.5, 6.5]]); // biome-ignore format: one row
  });

  test('a locator of every place begins before the first cell, and so do the names', async () => {
    const {panels, missing} = await panelsOf(`
from matplotlib import ticker
ax = plt.figure().add_subplot(111)
ax.matshow([[1, 2], [3, 4]])
ax.set_xticklabels([''] + ['je', 'suis'], rotation=90)
ax.xaxis.set_major_locator(ticker.MultipleLocator(1))
plt.matshow([[1, 2, 3]])
plt.gca().set_xticklabels(['', 'a'])`);
    const [one] = /** @type {any[]} */ (panels);
    assert.deepEqual([one.x.at, one.x.texts], [[0, 1], ['je', 'suis']]); // biome-ignore format: one row
    const {texts} = /** @type {any} */ (panels[1]).records[0].view.x;
    assert.deepEqual([texts, missing], [['a', '', ''], []]); // biome-ignore format: one row
  });

  test('a curve has ticks with words, an axis that is turned round, gaps, steps and categories', async () => {
    const {panels} = await panelsOf(`
plt.plot([0, 1, 2, 3], [1, float('nan'), 3, 2]); plt.xticks([0, 3], ['start', 'end'])
plt.gca().invert_yaxis()
plt.figure(); plt.step([0, 1], [5, 7], where='post'); plt.ylim(10, 0)
plt.figure(); plt.plot(['b', 'a'], [1, 2]); plt.xlim(left=-1)
plt.figure(); plt.vlines([1, 2], 0, [3, 4])`);
    const [gap, steps, named, pieces] = /** @type {any[]} */ (panels);
    assert.deepEqual([[...gap.series[0].y], gap.x.texts, gap.y.domain], [[1, Number.NaN, 3, 2], ['start', 'end'], [3, 1]]); // biome-ignore format: one row
    assert.deepEqual([[...steps.series[0].x], [...steps.series[0].y], steps.y.domain], [[0, 1, 1, 1], [5, 5, 7, 7], [10, 0]]); // biome-ignore format: one row
    assert.deepEqual([[...named.series[0].x], named.x.at, named.x.texts, named.x.domain], [[0, 1], [0, 1], ['b', 'a'], [-1, 1]]); // biome-ignore format: one row
    assert.deepEqual([...pieces.series[0].y], [0, 3, Number.NaN, 0, 4]);
  });

  test('bars have errors, words, limits, a logarithm and rules', async () => {
    const {panels, missing} = await panelsOf(`
bars = plt.bar(['a', 'b'], [10, 20], yerr=[1, 2], log=True)
for bar in bars: plt.text(bar.get_x() + bar.get_width() / 2, bar.get_height(), f'{bar.get_height():.0f} %')
plt.axhline(15, label='chance'); plt.ylim(1, 100)
plt.figure(); plt.bar_label(plt.bar([5, 6], [1, 2]), fmt='%.1f'); plt.axvline(5.5)`);
    const [one, two] = /** @type {any[]} */ (panels);
    assert.deepEqual(missing, []);
    assert.deepEqual([one.series[0].text, one.series[0].spread], [['10 %', '20 %'], {low: [9, 18], high: [11, 22]}]); // biome-ignore format: one row
    assert.deepEqual([one.y.scale, one.y.domain, one.rules], ['log', [1, 100], [{axis: 'y', at: 15, label: 'chance'}]]); // biome-ignore format: one row
    assert.deepEqual([two.series[0].text, two.rules], [['1.0', '2.0'], [{axis: 'x', at: 0.5, label: ''}]]); // biome-ignore format: one row
  });

  test('a pie is its shares, a box its quartiles, and a histogram of two is a map', async () => {
    const {panels, missing} = await panelsOf(`
plt.pie([1, 3], labels=['a', 'b'], autopct='%.0f%%')
plt.figure(); plt.boxplot([[1, 2, 3, 4, 5, 20], [2, 2, 2]], labels=['x', 'y'])
plt.figure(); counts, x, y, image = plt.hist2d([0, 1, 1], [0, 0, 1], bins=2); plt.colorbar(image)
plt.figure(); plt.hist([[1, 2, 3], [3]], bins=2, label=['p', 'q'], weights=[[1, 1, 1], [5]], cumulative=True)`);
    const [pie, box, map, two] = /** @type {any[]} */ (panels);
    assert.deepEqual([pie.groups, pie.series[0].values, pie.series[0].text], [['a', 'b'], [0.25, 0.75], ['25%', '75%']]); // biome-ignore format: one row
    const [x, beyond, y] = box.series;
    assert.deepEqual([...new Set(x.y)].sort(), [1, 2.25, 3.5, 4.75, 5]);
    assert.deepEqual([[...beyond.y], y.name, [...new Set(y.y)], box.x.texts], [[20], 'y', [2], ['x', 'y']]); // biome-ignore format: one row
    assert.deepEqual([[...map.tensor.data], map.x.names], [[0, 1, 1, 1], [0.25, 0.75]]); // biome-ignore format: one row
    assert.deepEqual(two.series.map((/** @type {any} */ s) => [s.name, s.values]), [['p', [1, 3]], ['q', [0, 5]]]); // biome-ignore format: one row
    const wedges = pie.records[0].parts.filter((/** @type {any} */ {kind}) => kind === 'shape');
    assert.deepEqual([wedges.length, missing], [2, []]); // biome-ignore format: one row
  });

  test('after show() and with matshow() another figure begins, and subplot() finds its axes again', async () => {
    const {panels, missing} = await panelsOf(`
plt.plot([1, 2]); plt.show(); plt.plot([3, 4]); plt.show()
plt.matshow([[1]]); plt.matshow([[2]]); plt.show()
plt.subplot(2, 1, 1); plt.plot([5]); plt.subplot(2, 1, 2); plt.plot([6]); plt.subplot(2, 1, 1); plt.plot([7])
first, ax = plt.subplots(); ax.plot([1, 2]); ax.twinx().plot([3, 4])`);
    const found = panels.map((panel) => /** @type {any} */ (panel).series?.length ?? 'map');
    assert.deepEqual(found, [1, 1, 'map', 'map', 2, 1, 1]);
    const twins = /** @type {any} */ (panels[6]).records.map((/** @type {any} */ {view}) => view.y.lim); // biome-ignore format: one row
    assert.deepEqual([twins, missing], [[[0.95, 2.05], [2.95, 4.05]], []]); // biome-ignore format: one row
  });

  test('words are at shares of the axes, and arrows have the heads that they were given', async () => {
    const {panels} = await panelsOf(`
plt.plot([0, 10], [0, 100])
plt.text(0.5, 0.25, 'note', transform=plt.gca().transAxes, ha='center')
plt.annotate('', (1, 2), (3, 4), arrowprops={'arrowstyle': '<->'})
plt.arrow(0, 0, 2, 3); plt.quiver([0], [0], [1], [2], angles='xy', scale_units='xy', scale=2)`);
    const {series} = /** @type {any} */ (panels[0]);
    const arrows = series.filter((/** @type {any} */ {style}) => style === 'arrows');
    assert.deepEqual(arrows.map((/** @type {any} */ {x, y, heads}) => [[...x], [...y], heads]), [
      [[0, 2], [0, 3], 'end'], [[0, 0.5], [0, 1], 'end'], [[3, 1], [4, 2], 'both'],
    ]); // biome-ignore format: one row
    const words = series.filter((/** @type {any} */ {style}) => style === 'words');
    assert.deepEqual(words.map((/** @type {any} */ {x, y, words: said, align}) => [[...x], [...y], said, align]), [
      [[5], [25], ['note'], 'center'], [[3], [4], [''], 'left'],
    ]); // biome-ignore format: one row
  });

  test('a heatmap of seaborn is a map with its words and names', async () => {
    const {panels} = await panelsOf(`
import seaborn as sns
sns.set_context('talk')
sns.heatmap([[0.25, 0.5], [1, 0]], annot=True, fmt='.1f', xticklabels=['a', 'b'], yticklabels=False, cbar=False, vmax=2)`);
    const {x, y, text, colour, tensor} = /** @type {any} */ (panels[0]);
    assert.deepEqual([x.names, y.at, text, colour.domain[1]], [['a', 'b'], [], ['0.2', '0.5', '1.0', '0.0'], 2]); // biome-ignore format: one row
    assert.deepEqual([...tensor.data], [0.25, 0.5, 1, 0]);
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
