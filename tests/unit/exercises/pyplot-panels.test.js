import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {frameOf, kindOf} from '../../../web/draw/kinds.js';
import {pyplotPanels} from '../../../web/exercises/ui/pyplot-panels.js';
import {RecordingContext, THEME} from '../../support/canvas.js';
import {runPython} from '../../support/python.js';

/** What the page would draw of a file. @param {string} code */
async function panelsOf(code) {
  const answer = await runPython({
    code: `import matplotlib.pyplot as plt\nimport torch\n${code}\n`,
  });
  assert.equal(answer.error, null, answer.error?.traceback);
  const {panels, ...others} = pyplotPanels(answer.figures);
  return {panels: /** @type {any[]} */ (panels), ...others};
}

/** What is heard of a picture: its rows, each with the words of its values. @param {any} panel @returns {string[][]} */
const heard = ({rows}) =>
  rows.map((/** @type {any} */ {n, say}) => Array.from({length: n}, (_, k) => say(k)));

/** What one pair of axes records of a kind, each part with these entries. @param {any} panel @param {string} kind @param {string[]} names @returns {any[][]} */
const partsOf = ({records: [{parts}]}, kind, ...names) =>
  parts
    .filter((/** @type {any} */ part) => part.kind === kind)
    .map((/** @type {any} */ part) => names.map((name) => part[name]));

/** The labels of a legend. @param {any} panel @returns {string[]} */
const named = ({records: [{legend}]}) =>
  (legend?.entries ?? []).map((/** @type {any} */ {label}) => label);

/** A pen whose pixels are the numbers, with y downwards. */
const PEN = /** @type {any} */ ({
  x: (/** @type {number} */ v) => v,
  y: (/** @type {number} */ v) => -v,
  frame: {},
});

/** @param {any} panel @param {any} [cursor] */
function drawn(panel, cursor = null) {
  const frame = frameOf(panel, 400);
  const context = new RecordingContext();
  kindOf(panel).draw(/** @type {any} */ (context), panel, frame, THEME, cursor);
  return {context, frame};
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
      const {title, records} = panels[k];
      const [{parts, view}] = records;
      assert.deepEqual([title, parts[0].label, view.x.texts[0]], [expected, expected, expected]);
    }
  });

  test('a band without a name is in no legend', async () => {
    const {panels} = await panelsOf(`
plt.plot([1, 2], label='mean'); plt.fill_between([0, 1], [0, 1], [2, 3])
plt.fill_between([0, 1], [0, 1], [2, 3], label='range')`);
    assert.deepEqual(named(panels[0]), ['mean', 'range']);
  });

  test('the colours of a heat map with a centre go as far to either side', async () => {
    const {panels, missing} = await panelsOf(`
import seaborn as sns
sns.heatmap([[1, -2], [0.5, 0]], center=0, cmap='coolwarm')
plt.figure(); sns.heatmap([[1, 2], [3, 4]], center=2, vmax=5, cmap='coolwarm')`);
    assert.deepEqual(missing, []);
    const scales = panels.map((panel) => partsOf(panel, 'image', 'scale')[0][0]);
    assert.deepEqual(scales.map(({low, high}) => [low, high]), [[-2, 1], [1, 5]]); // biome-ignore format: one row
    const palest = 'dd'.concat('dc', 'dc'); // of coolwarm, its middle
    const at = scales.map(({colours}) => colours.indexOf(palest) / colours.length);
    assert.ok(Math.abs(at[0] - 2 / 3) < 0.01 && Math.abs(at[1] - 1 / 4) < 0.01, String(at));
  });

  test('a legend that is called for has what has a name, also where that is one', async () => {
    const {panels} = await panelsOf(`
plt.plot([1, 2], label='mean'); plt.plot([2, 3], 'g-.'); plt.legend()
plt.figure(); plt.plot([1, 2]); plt.plot([2, 3], '.-')
plt.figure(); plt.bar([1, 2], [3, 4], label='runs'); plt.legend()`);
    assert.deepEqual(panels.map(named), [['mean'], [], ['runs']]);
    const looks = partsOf(panels[0], 'line', 'look').map(([look]) => look);
    assert.deepEqual(looks.map(({linestyle, color}) => [linestyle, color]), [[undefined, '#1f77b4'], ['-.', '#008000']]); // biome-ignore format: one row
    assert.equal(drawn(panels[1]).context.fills[0].circles.length, 1);
  });

  test('what a mask hides of a heat map is no number, and nothing is written there', async () => {
    const {panels, missing} = await panelsOf(`
import seaborn as sns
sns.heatmap([[1, 2], [3, 4]], mask=[[False, True], [False, False]], annot=True)
plt.figure(); sns.heatmap([[1, float('nan')]], annot=True)
plt.figure(); sns.scatterplot(x=[1, 2], y=[3, 4], label='points')
plt.figure(); sns.barplot(x=['a', 'b'], y=[1, 2])`);
    assert.deepEqual(missing, []);
    const [map, withNan, points, bars] = panels;
    assert.deepEqual(partsOf(map, 'image', 'rows'), [[[[1, null], [3, 4]]]]); // biome-ignore format: one row
    assert.deepEqual(partsOf(map, 'text', 'text'), [['1'], ['3'], ['4']]);
    assert.deepEqual(partsOf(withNan, 'text', 'text'), [['1']]);
    assert.equal(drawn(map).context.images[0].cells?.[1][3], 0);
    assert.deepEqual(heard(points), [['points, x 1: y 3', 'points, x 2: y 4']]);
    assert.deepEqual(heard(bars), [['a: value 1', 'b: value 2']]);
  });

  test('an image with its limits, names and colours', async () => {
    const {panels, missing} = await panelsOf(`
plt.imshow(torch.tensor([[1., 2.], [3., 4.]]), cmap='RdBu', vmin=-8, vmax=8)
plt.colorbar(label='value')
plt.xlabel('dimension'); plt.ylabel('position'); plt.title('a table')
plt.show()`);
    assert.deepEqual(missing, []);
    assert.equal(panels.length, 1);
    assert.deepEqual([panels[0].kind, panels[0].title], ['plot to scale', 'a table']);
    const {rows, scale, bar} = panels[0].records[0].parts[0];
    assert.deepEqual(rows, [[1, 2], [3, 4]]); // biome-ignore format: one row
    assert.deepEqual([scale.low, scale.high, scale.colours.slice(0, 6)], [-8, 8, '67001f']);
    assert.equal(bar.label, 'value');
    assert.deepEqual(heard(panels[0])[1], [
      'position 1, dimension 0: value 3',
      'position 1, dimension 1: value 4',
    ]);
    const {context} = drawn(panels[0]);
    for (const text of ['dimension', 'position', 'value']) context.textOf(text);
  });

  test('bars that stand upon others begin where those end', async () => {
    for (const [draw, base] of [
      ['bar', 'bottom'],
      ['barh', 'left'],
    ]) {
      const {panels, missing} = await panelsOf(`
plt.${draw}(['a', 'b'], [1, 2], label='below')
bars = plt.${draw}(['a', 'b'], [3, 4], ${base}=[1, 2], label='above')
assert bars[1].get_${draw === 'bar' ? 'y' : 'x'}() == 2`);
      assert.deepEqual(missing, []);
      assert.deepEqual(partsOf(panels[0], 'bars', 'x', 'base', 'y'), [
        [['a', 'b'], undefined, [1, 2]],
        [
          ['a', 'b'],
          [1, 2],
          [3, 4],
        ],
      ]);
      const [first, second] = [0, 1].map((row) => panels[0].rows[row].box(0, PEN));
      assert.deepEqual(
        draw === 'bar'
          ? [first.y, second.y + second.height, first.x]
          : [first.x + first.width, second.x, first.y + 0.8],
        draw === 'bar' ? [-1, -1, second.x] : [1, 1, second.y + 0.8],
      );
    }
    const {panels} = await panelsOf(`
counts, edges, _ = plt.hist([[1, 2, 2], [1, 1, 2]], bins=2, stacked=True)
assert counts.tolist() == [[1, 2], [3, 3]]`);
    assert.deepEqual(partsOf(panels[0], 'bars', 'base', 'y')[1], [[1, 2], [2, 1]]); // biome-ignore format: one row
  });

  test('a spread along x is a stroke at each point, in the colour of the points', async () => {
    const {panels, missing} = await panelsOf(`
plt.plot([1, 2], [1, 1])
plt.errorbar([1, 2], [5, 6], xerr=[[0.5, 0.25], [1, 2]], fmt='o', label='runs')`);
    assert.deepEqual(missing, []);
    const [, points, strokes] = panels[0].records[0].parts;
    assert.equal(strokes.look.color, points.look.color);
    assert.deepEqual(named(panels[0]), []); // of one name no legend, and none of the strokes
    assert.deepEqual(strokes.x, [0.5, 2, null, 1.75, 4, null]);
    assert.deepEqual(strokes.y, [5, 5, 5, 6, 6, 6]);
    assert.deepEqual(heard(panels[0])[1], ['runs, x 1: y 5', 'runs, x 2: y 6']);
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
    const names = panels.map(({saved}) => saved);
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
plt.close(second); print(plt.get_fignums())
(red,), (dots,) = plt.plot([1], [2], 'red'), plt.plot([1], [2], 'oC1')
print(red.get_color(), dots.get_linestyle(), dots.get_color()[3])
plt.figure(); plt.plot([]); print(plt.xlim(), plt.scatter([], []) and plt.ylim()[1])`,
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
      '(1.0, 0.0, 0.0, 1.0) None 1.0',
      '(-0.05500000000000001, 0.05500000000000001) 0.05500000000000001',
    ]);
  });

  test('subplots() gives an array of axes, cut as arrays are', async () => {
    const {printed} = await runPython({
      code: `
import matplotlib.pyplot as plt, numpy as np
fig, axs = plt.subplots(2, 3)
print(isinstance(axs, np.ndarray), axs.shape, axs.ndim, axs.size, axs[0, 1] is axs[0][1], axs[:, 0].shape)
print(axs.flat[5] is axs[-1, -1], axs.T.shape, axs.ravel()[3] is axs[1, 0], axs.reshape(3, 2)[2, 1] is axs[1, 2])
print(np.array(axs).flatten().shape, np.ravel(axs).shape, [len(row) for row in axs], axs[[0, 1], [1, 2]].shape)
shape = lambda *given, **more: getattr(plt.subplots(*given, **more)[1], 'shape', None)
print(shape(), shape(1, 3), shape(3, 1), shape(1, 1, squeeze=False), shape(3, 1, squeeze=False))
print(len([1 for _, ax in np.ndenumerate(axs)]), hasattr(axs, 'plot'))
for wrong in ('axs.plot([1])', 'axs + 1', 'axs.sum()', 'axs[3, 0]'):
    try: eval(wrong)
    except Exception as error: print(type(error).__name__, str(error)[:45])`,
    });
    assert.deepEqual(printed.trim().split('\n'), [
      'True (2, 3) 2 6 True (2,)',
      'True (3, 2) True True',
      '(6,) (6,) [3, 3] (2,)',
      'None (3,) (3,) (1, 1) (3, 1)',
      '6 False',
      "AttributeError 'numpy.ndarray' object has no attribute 'plot'".slice(0, 60),
      'NotImplementedError a calculation with an array of axes is not pa',
      'NotImplementedError sum of an array of axes is not part of this l',
      'IndexError index 3 is out of bounds for axis 0 with size',
    ]);
  });

  test('minor ticks are matplotlib’s, and names of them where an axis has no other', async () => {
    const {panels} = await panelsOf(`
fig, ax = plt.subplots(); ax.plot([0, 10], [2, 6]); ax.minorticks_on(); ax.grid(which='minor')
assert ax.get_xticks(minor=True)[:4].tolist() == [0.5, 1.0, 1.5, 2.5], ax.get_xticks(minor=True)
ax.set_yscale('log')
ax.xaxis.set_minor_locator(plt.MultipleLocator(0.5)); assert len(ax.get_xticks(minor=True)) == 19
ax.set_xticks([1, 2, 3], minor=True); assert ax.get_xticks(minor=True).tolist() == [1, 3]
plt.figure(); plt.semilogy([1, 1000]); assert len(plt.gca().get_yticks(minor=True)) == 64
plt.minorticks_off(); assert len(plt.gca().get_yticks(minor=True)) == 0`);
    const {minor, minorTexts} = panels[0].records[0].view.y;
    assert.deepEqual(minor, [2, 3, 4, 5, 6]);
    assert.deepEqual(minorTexts, ['2 × 10⁰', '3 × 10⁰', '4 × 10⁰', '', '6 × 10⁰']);
    const {context, frame} = drawn(panels[0]);
    context.textOf('4 × 10⁰');
    const marks = context.strokes.flatMap(({paths}) => paths).filter(({points: [a, b]}) => b && a.x === frame.left && b.x < a.x); // biome-ignore format: one thought
    assert.equal(marks.length, 5 + 4); // those with names also among the names
  });

  test('a grid is over maps and bars and under curves, in the colour that it was given', async () => {
    const {panels} = await panelsOf(`
for below in (False, True):
    fig, ax = plt.subplots(); ax.set_axisbelow(below)
    ax.imshow([[1, 2], [3, 4]]); ax.plot([0, 1], [0, 1], color='#0000ff')
    ax.set_xticks([0.5], minor=True); ax.grid(which='minor', axis='x', color='#ff0000', lw=2)
    ax.tick_params(axis='y', labelcolor='#00ff00')`);
    const orders = panels.map((panel) => {
      const {context} = drawn(panel);
      const of = (/** @type {string} */ colour) => context.strokes.find((one) => one.colour === colour)?.order ?? -1; // biome-ignore format: one thought
      assert.ok(context.texts.some(({fill}) => fill === '#00ff00'));
      return [context.images[0].order, of('#ff0000'), of('#0000ff')];
    });
    const [[map, grid, curve], [second, beneath]] = orders;
    assert.ok(map < grid && grid < curve && beneath >= 0 && beneath < second, String(orders));
  });

  test('of very many ticks none is drawn, which is said', async () => {
    const {panels, missing} = await panelsOf(`
plt.plot([0, 1e5]); plt.gca().yaxis.set_major_locator(plt.MultipleLocator(1))
assert len(plt.gca().get_yticks()) > 100000`);
    assert.match(missing[0], /^1\d{5} ticks along y, of at most 1000$/);
    assert.deepEqual(panels[0].records[0].view.y.ticks, []);
    drawn(panels[0]);
  });

  test('limits of colours keep their type, bars their names, and images their ends', async () => {
    const {printed} = await runPython({
      code: `
import matplotlib.pyplot as plt, numpy as np
image = plt.imshow([[1, 2], [3, 4]]); print(image.get_clim()); image.set_clim(1, 3); print(image.get_clim())
plt.imshow(np.zeros((3, 4)), extent=(0, 4, 3, 0)); print(plt.ylim(), plt.xlim()); plt.plot([0, 5]); print(plt.xlim())
fig, ax = plt.subplots(); bars = ax.bar([1, 2], [1, 2], 0.4, label=['x', 'y']); print(ax.get_legend_handles_labels()[1])
print(bars[0].get_width(), len(ax.errorbar([1], [2], 1, 1, capsize=2).lines[1]))
for name, at in (('turbo', 0.3), ('twilight', 200), ('flare', 0.3), ('crest', 200), ('cubehelix', 0.3), ('prism', 200)):
    print(plt.get_cmap(name).N, [round(v, 5) for v in plt.get_cmap(name)(at)[:3]])
for wrong in ("plt.imshow([[1]], interpolation='foo')", "plt.legend(loc='left')", "plt.grid(which='all')"):
    try: eval(wrong)
    except ValueError as error: print(str(error).split(';')[0])
fig, ax = plt.subplots(); ax.plot([-100, 500]); ax.set_yscale('symlog', linthresh=0.1); print(ax.get_yticks().round(3).tolist())
ax.set_xticklabels(['a', 'b', 'c']); ax.set_xticks([0, 1, 2]); print([text.get_text() for text in ax.get_xticklabels()])
ax.set_xticks([5, 6], ['u', 'v']); ax.set_xticks([4, 6]); print([text.get_text() for text in ax.get_xticklabels()])
ax.hlines(1, 0, 1); print(len(ax.lines), len(ax.collections))
fig, ax = plt.subplots(2, sharex=True); ax[0].imshow(np.ones((2, 4))); print([round(v, 5) for v in ax[0].get_position().bounds], ax[0].get_xticklabels())
right = plt.twinx(); print(right.yaxis.get_label_position(), right.yaxis.get_ticks_position())`,
    });
    assert.deepEqual(printed.trim().split('\n'), [
      '(1, 4)',
      '(1.0, 3.0)',
      '(3.0, 0.0) (0.0, 4.0)',
      '(-0.5, 4.0)',
      "['x', 'y']",
      '0.3999999999999999 4',
      '256 [0.0975, 0.83714, 0.80342]',
      '510 [0.33567, 0.12954, 0.51143]',
      '256 [0.88473, 0.39682, 0.36066]',
      '256 [0.12378, 0.34476, 0.52044]',
      '256 [0.11789, 0.39694, 0.25887]',
      '256 [1.0, 0.65393, 0.0]',
      "'foo' is not a valid value for interpolation",
      "'left' is not a valid value for loc",
      "'all' is not a valid value for which",
      '[-100.0, -10.0, -1.0, -0.1, 0.0, 0.1, 1.0, 10.0, 100.0, 1000.0]',
      "['a', 'b', 'c']",
      "['', 'v']",
      '1 1',
      '[0.25, 0.53, 0.525, 0.35] []',
      'right right',
    ]);
  });

  test('after close() another figure is drawn', async () => {
    const {panels} = await panelsOf('plt.plot([1, 2]); plt.close(); plt.plot([3, 4])');
    assert.equal(panels.length, 2);
  });

  test('an image from below stands with its first row at the bottom', async () => {
    const {panels} = await panelsOf("plt.imshow([[1, 2], [3, 4]], origin='lower'); plt.show()");
    assert.deepEqual(heard(panels[0]), [
      ['row 1, column 0: value 3', 'row 1, column 1: value 4'],
      ['row 0, column 0: value 1', 'row 0, column 1: value 2'],
    ]);
    const {context, frame} = drawn(panels[0]);
    const [{y, height}] = context.images; // drawn from its first row on
    assert.deepEqual([y, height], [frame.bottom, frame.top - frame.bottom]);
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
    const left = panels.map((panel) => heard(panel).map(([first]) => first));
    const fromAbove = ['row one, column 0: value 1', 'row three, column 0: value 3'];
    assert.deepEqual(left, [fromAbove, fromAbove, ['row 1, column 0: value 3', 'row 0, column 0: value 1']]); // biome-ignore format: one row
  });

  test('an image keeps what is no number apart, and the limits that it was given', async () => {
    const {panels} = await panelsOf(
      "plt.imshow([[1, float('-inf')], [3, 9]], vmin=2, vmax=4, cmap='Blues'); plt.show()",
    );
    const [[rows, {low, high, colours}]] = partsOf(panels[0], 'image', 'rows', 'scale');
    assert.deepEqual([rows, low, high], [[[1, null], [3, 9]], 2, 4]); // biome-ignore format: one row
    const cells = drawn(panels[0]).context.images[0].cells ?? [];
    const hex = cells.map((cell) => cell.slice(0, 3).map((v) => v.toString(16).padStart(2, '0')).join('')); // biome-ignore format: one thought
    assert.deepEqual(cells.map((cell) => cell[3]), [255, 0, 255, 255]); // biome-ignore format: one row
    assert.deepEqual([hex[0], hex[3]], [colours.slice(0, 6), colours.slice(-6)]);
  });

  test('of very many lines all are drawn, and all can be read', async () => {
    const {panels, missing} = await panelsOf('for k in range(500): plt.plot([0, 1], [k, k])');
    assert.deepEqual([panels[0].rows.length, panels[0].records[0].parts.length, missing], [500, 500, []]); // biome-ignore format: one row
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
    for (const [k, isUpper] of [true, false].entries()) {
      const {context, frame} = drawn(panels[k]);
      const [first, last] = ['00', '12'].map((text) => context.textOf(text));
      const [left, middle] = [(5 * frame.left + frame.right) / 6, (frame.top + frame.bottom) / 2];
      assert.ok(Math.abs(first.x - left) < 1, `${first.x} for ${left}`);
      assert.equal(first.y < middle && last.y > middle, isUpper);
      assert.equal(first.y > middle && last.y < middle, !isUpper);
    }
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
    assert.deepEqual(heard(panels[0]), [
      ['band, x 0: y 2 (1 to 3)', 'band, x 1: y 4 (2 to 6)'],
      ['bars, x 0: y 5 (4 to 6)', 'bars, x 1: y 7 (5 to 9)'],
      ['line 3, x 0: y 5 (4 to 8)', 'line 3, x 1: y 7 (5 to 11)'],
      ['stems 4, x 0: y 5', 'stems 4, x 1: y 7'],
      ['span: x 0.2 to 0.4'],
      ['text: here'],
    ]);
    const [points, line] = partsOf(panels[0], 'line', 'look').map(([look]) => look);
    assert.deepEqual([points.marker, points.linestyle, line.linestyle], ['o', 'None', undefined]);
    assert.deepEqual(partsOf(panels[0], 'vline', 'span')[0], [[0.2, 0.4]]);
    const {context, frame} = drawn(panels[0]);
    assert.ok(context.textOf('here').x > frame.left);
  });

  test('sideways bars lie beside the names of their axis', async () => {
    const {panels} = await panelsOf(
      "plt.barh(['a', 'b'], [3, 4]); plt.xlabel('accuracy'); plt.ylabel('method')",
    );
    assert.deepEqual(heard(panels[0]), [['a: accuracy 3', 'b: accuracy 4']]);
    const boxes = [0, 1].map((k) => panels[0].rows[0].box(k, PEN));
    assert.deepEqual(boxes.map(({x, width, height}) => [x, width, height.toFixed(6)]), [[0, 3, '0.800000'], [0, 4, '0.800000']]); // biome-ignore format: one row
    const {context} = drawn(panels[0]);
    const [a, b] = ['a', 'b'].map((text) => context.textOf(text));
    assert.ok(a.x === b.x && a.y > b.y);
  });

  test('a rectangle is its outline, heights are a map, and a map of own colours is taken', async () => {
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
    const [outline, heights, listed, curves, both] = panels;
    assert.deepEqual(partsOf(outline, 'line', 'x', 'y'), [[[1, 4, 4, 1, 1], [2, 2, 6, 6, 2]]]); // biome-ignore format: one row
    assert.deepEqual(heard(heights), [
      ['row 1, column 0: value 3', 'row 1, column 1: value 4'],
      ['row 0, column 0: value 1', 'row 0, column 1: value 2'],
    ]);
    assert.deepEqual(drawn(listed).context.images[0].cells, [[255, 255, 255, 255], [255, 0, 0, 255]]); // biome-ignore format: one row
    const colours = partsOf(curves, 'line', 'look').map(([{color}]) => color);
    assert.deepEqual(colours, ['#440154', '#21918c', '#fde725']);
    const kinds = both.records[0].parts.map((/** @type {any} */ {kind}) => kind);
    assert.deepEqual([kinds, missing], [['image', 'line'], []]); // biome-ignore format: one row
    assert.deepEqual(named(outline), ['seen']);
  });

  test('the places of a contour name its rows and columns', async () => {
    const {panels} = await panelsOf(`
import numpy as np
X, Y = np.meshgrid(np.linspace(-1, 1, 3), [0.5, 1.5])
plt.contour(X, Y, X + Y)
plt.figure()
plt.contourf([0, 10], [5, 6], [[1, 2], [3, 4]])`);
    const [grid, lists] = panels.map(heard);
    assert.deepEqual(grid, [
      ['row 1.5, column -1: value 0.5', 'row 1.5, column 0: value 1.5', 'row 1.5, column 1: value 2.5'],
      ['row 0.5, column -1: value -0.5', 'row 0.5, column 0: value 0.5', 'row 0.5, column 1: value 1.5'],
    ].map((row) => row.map((text) => text.replaceAll('-', '\u2212')))); // biome-ignore format: one row each
    assert.deepEqual(lists, [
      ['row 6, column 0: value 3', 'row 6, column 10: value 4'],
      ['row 5, column 0: value 1', 'row 5, column 10: value 2'],
    ]);
  });

  test('bars with words on them are in the legend', async () => {
    const {panels} = await panelsOf(`
for k in range(2): plt.bar_label(plt.bar([k / 4, 1 + k / 4], [3, 4], 0.25, label=f'run {k}'))
plt.legend()`);
    assert.deepEqual(named(panels[0]), ['run 0', 'run 1']);
  });

  test('a legend gives its words to stems and bands too', async () => {
    const {panels} = await panelsOf(`
plt.stem([1, 2], [3, 4])
plt.fill_between([1, 2], [0, 0], [1, 1])
plt.legend(['stems', 'band'])`);
    assert.deepEqual(named(panels[0]), ['stems', 'band']);
    assert.deepEqual(heard(panels[0]).map(([first]) => first.split(',')[0]), ['stems', 'band']); // biome-ignore format: one row
  });

  test('each column of a table is a line, and a scatter takes every number of it', async () => {
    const {panels} = await panelsOf(`
x = torch.tensor([[0.], [1.], [2.]])
plt.plot(x, torch.cat([x, x * x], 1), 'ro')
plt.figure(); plt.plot(x * 3)
plt.figure(); plt.scatter(x, x + 1)`);
    const [columns, one, points] = panels;
    assert.deepEqual(partsOf(columns, 'line', 'x', 'y'), [[[0, 1, 2], [0, 1, 2]], [[0, 1, 2], [0, 1, 4]]]); // biome-ignore format: one row
    assert.deepEqual(partsOf(one, 'line', 'x', 'y'), [[[0, 1, 2], [0, 3, 6]]]); // biome-ignore format: one row
    assert.deepEqual(partsOf(points, 'points', 'x', 'y'), [[[0, 1, 2], [1, 2, 3]]]); // biome-ignore format: one row
  });

  test('an image without numbers, and numbers beyond float32, throw nothing', async () => {
    const empty = await panelsOf('plt.imshow([[]]); plt.show()');
    assert.deepEqual([empty.panels, empty.missing], [[], ['an image without numbers']]);
    const {panels} = await panelsOf('plt.plot([0, 1, 2], [5e-324, 1e308, 1]); plt.show()');
    assert.deepEqual(partsOf(panels[0], 'line', 'y'), [[[5e-324, 1e308, 1]]]);
    const image = await panelsOf('plt.imshow([[5e-324, 1e308]]); plt.show()');
    assert.deepEqual(partsOf(image.panels[0], 'image', 'rows'), [[[[5e-324, 1e308]]]]);
    for (const panel of [panels[0], image.panels[0]]) {
      drawn(panel, {row: 0, col: 1});
      assert.match(heard(panel)[0][1], /10³⁰⁸$/);
    }
  });

  test('bars side by side stay apart', async () => {
    const {panels} = await panelsOf(
      'plt.bar([-0.2, 0.8], [1, 2], 0.4); plt.bar([0.2, 1.2, 2.2], [3, 4, 5], 0.4); plt.show()',
    );
    const ends = (/** @type {number} */ row) => [0, 1].map((k) => panels[0].rows[row].box(k, PEN)).map(({x, width}) => [x, x + width].map((v) => Number(v.toFixed(9)) + 0)); // biome-ignore format: one thought
    assert.deepEqual([ends(0), ends(1)], [[[-0.4, 0], [0.6, 1]], [[0, 0.4], [1, 1.4]]]); // biome-ignore format: one row
    assert.deepEqual(heard(panels[0])[1], ['bars 2, 0.2: value 3', 'bars 2, 1.2: value 4', 'bars 2, 2.2: value 5']); // biome-ignore format: one row
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
    assert.deepEqual(named(panels[0]), ['one', 'two']);
    assert.deepEqual(heard(panels[0]), [
      ['one, x 1: y 10', 'one, x 2: y 100'],
      ['two, x 0: y 3', 'two, x 1: y 2', 'two, x 2: y 1'],
    ]);
    const [{view}] = panels[0].records;
    assert.deepEqual([view.y.scale, view.x.lim], ['log', [0, 5]]);
    assert.deepEqual(partsOf(panels[0], 'vline', 'at'), [[2]]);
    const {context, frame} = drawn(panels[0]);
    const at = frame.left + 0.4 * (frame.right - frame.left);
    assert.ok(context.strokes.some(({paths: [{points}]}) => points.length === 2 && points.every(({x}) => Math.abs(x - at) < 1e-6))); // biome-ignore format: one thought
  });

  test('bars, points, and a grid of axes', async () => {
    const {panels, titles} = await panelsOf(`
fig, axes = plt.subplots(1, 2)
axes[0].bar(['a', 'b'], [1, 2])
axes[1].scatter([1, 2], [3, 4])
fig.suptitle('both')
plt.show()`);
    assert.deepEqual(panels.map(heard), [
      [['a: value 1', 'b: value 2']],
      [['points 1, x 1: y 3', 'points 1, x 2: y 4']],
    ]);
    assert.equal(drawn(panels[1]).context.fills.length, 2);
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
    assert.deepEqual(partsOf(panels[0], 'line', 'y'), [[[3, 4, 5]]]);
  });

  test('lines and words over bars are drawn, and what is beside the axes is said', async () => {
    const {panels, missing} = await panelsOf(
      "plt.bar([0, 1], [1, 2]); plt.text(0.5, 1, 'hello'); plt.plot([1, 2]); plt.figtext(0, 0, 'far'); plt.show()",
    );
    const kinds = panels[0].records[0].parts.map((/** @type {any} */ {kind}) => kind);
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
    const [one, two, three] = panels.map(heard);
    assert.deepEqual(missing, []);
    assert.deepEqual(one.slice(0, 2), [
      ['row 17.5, column 1: value 3', 'row 17.5, column three: value 4'],
      ['row 12.5, column 1: value 1', 'row 12.5, column three: value 2'],
    ]);
    assert.deepEqual(two.map((row) => row.map((text) => text.split('value ')[1])), [['1', '2', '3'], ['5', '6', '7']]); // biome-ignore format: one row
    assert.deepEqual(three.map(([first]) => first), ['row 5.5, column 0.5: value 1', 'row 6.5, column 0.5: value 3']); // biome-ignore format: one row
    const {context, frame} = drawn(panels[0]);
    const [start, end, here] = ['start', 'three', 'here'].map((text) => context.textOf(text));
    const share = (/** @type {number} */ x) => (x - frame.left) / (frame.right - frame.left);
    assert.deepEqual([share(end.x), share(here.x)].map((v) => v.toFixed(6)), ['0.750000', '0.750000']); // biome-ignore format: one row
    assert.ok(start.x < end.x);
    const [left, top] = [panels[0].rows[0].box(0, PEN), panels[0].rows[0].box(1, PEN)];
    assert.deepEqual([left, top.x], [{x: 0, y: -20, width: 2, height: 5}, 2]);
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
    const views = panels.map(({records: [{view}]}) => view.x);
    assert.deepEqual([views[0].ticks, views[0].texts], [[0, 1], ['je', 'suis']]); // biome-ignore format: one row
    assert.deepEqual(heard(panels[0])[0], ['row 0, column je: value 1', 'row 0, column suis: value 2']); // biome-ignore format: one row
    assert.deepEqual([views[1].texts, missing], [['a', '', ''], []]); // biome-ignore format: one row
  });

  test('a curve has ticks with words, an axis that is turned round, gaps, steps and categories', async () => {
    const {panels} = await panelsOf(`
plt.plot([0, 1, 2, 3], [1, float('nan'), 3, 2]); plt.xticks([0, 3], ['start', 'end'])
plt.gca().invert_yaxis()
plt.figure(); plt.step([0, 1], [5, 7], where='post'); plt.ylim(10, 0)
plt.figure(); plt.plot(['b', 'a'], [1, 2]); plt.xlim(left=-1)
plt.figure(); plt.vlines([1, 2], 0, [3, 4])`);
    const [gap, steps, named, pieces] = panels;
    assert.deepEqual(heard(gap), [['line 1, x start: y 1', 'line 1, x 2: y 3', 'line 1, x end: y 2']]); // biome-ignore format: one row
    assert.deepEqual([gap.records[0].view.x.texts, gap.records[0].view.y.lim], [['start', 'end'], [3.1, 0.9]]); // biome-ignore format: one row
    assert.equal(drawn(gap).context.strokes.find(({paths}) => paths.length === 2 && paths[0].points.length === 1)?.paths[1].points.length, 2); // biome-ignore format: one row
    assert.deepEqual([...partsOf(steps, 'line', 'x', 'y')[0], steps.records[0].view.y.lim], [[0, 1, 1, 1], [5, 5, 7, 7], [10, 0]]); // biome-ignore format: one row
    assert.deepEqual(heard(steps), [['line 1, x 0: y 5', 'line 1, x 1: y 7']]);
    const {ticks, texts, lim, names} = named.records[0].view.x;
    assert.deepEqual([ticks, texts, lim[0], names], [[0, 1], ['b', 'a'], -1, ['b', 'a']]); // biome-ignore format: one row
    assert.deepEqual(heard(named), [['line 1, x b: y 1', 'line 1, x a: y 2']]);
    assert.deepEqual(partsOf(pieces, 'line', 'x', 'y'), [[[1, 1, null, 2, 2, null], [0, 3, null, 0, 4, null]]]); // biome-ignore format: one row
  });

  test('bars have errors, words, limits, a logarithm and rules', async () => {
    const {panels, missing} = await panelsOf(`
bars = plt.bar(['a', 'b'], [10, 20], yerr=[1, 2], log=True)
for bar in bars: plt.text(bar.get_x() + bar.get_width() / 2, bar.get_height(), f'{bar.get_height():.0f} %')
plt.axhline(15, label='chance'); plt.ylim(1, 100)
plt.figure(); plt.bar_label(plt.bar([5, 6], [1, 2]), fmt='%.1f'); plt.axvline(5.5)`);
    const [one, two] = panels;
    assert.deepEqual(missing, []);
    assert.deepEqual(heard(one), [
      ['a: value 10 (9 to 11)', 'b: value 20 (18 to 22)'],
      ['chance: y 15'],
      ['text: 10 %', 'text: 20 %'],
    ]);
    assert.deepEqual([one.records[0].view.y.scale, one.records[0].view.y.lim], ['log', [1, 100]]);
    const {context, frame} = drawn(one);
    const top = frame.bottom - 0.5 * (frame.bottom - frame.top); // 10, of 1 to 100
    assert.ok(Math.abs(context.textOf('10 %').y - top) < 1e-6);
    assert.deepEqual(heard(two), [['5: value 1.0', '6: value 2.0']]);
    assert.deepEqual(partsOf(two, 'vline', 'at'), [[5.5]]);
    drawn(two).context.textOf('1.0');
  });

  test('a pie is its shares, a box its quartiles, and a histogram of two is a map', async () => {
    const {panels, missing} = await panelsOf(`
plt.pie([1, 3], labels=['a', 'b'], autopct='%.0f%%')
plt.figure(); plt.boxplot([[1, 2, 3, 4, 5, 20], [2, 2, 2]], labels=['x', 'y'])
plt.figure(); counts, x, y, image = plt.hist2d([0, 1, 1], [0, 0, 1], bins=2); plt.colorbar(image)
plt.figure(); plt.hist([[1, 2, 3], [3]], bins=2, label=['p', 'q'], weights=[[1, 1, 1], [5]], cumulative=True)
plt.figure(); plt.hist([1, 2, 2], bins=2, histtype='step')`);
    const [pie, box, map, two, outline] = panels.map(heard);
    assert.deepEqual(partsOf(panels[0], 'reading', 'x', 'y'), [[['a', 'b'], [0.25, 0.75]]]); // biome-ignore format: one row
    assert.deepEqual(pie[0], ['share, a: 25%', 'share, b: 75%']);
    assert.deepEqual(box, [
      ['x, whisker: 1', 'x, lower quartile: 2.25', 'x, median: 3.5', 'x, upper quartile: 4.75', 'x, upper whisker: 5', 'x, beyond the whiskers: 20'],
      ['whisker', 'lower quartile', 'median', 'upper quartile', 'upper whisker'].map((what) => `y, ${what}: 2`),
    ]); // biome-ignore format: one row each
    assert.deepEqual(panels[1].records[0].view.x.texts, ['x', 'y']);
    const whiskers = partsOf(panels[1], 'line', 'y').map(([ys]) => ys);
    assert.deepEqual(whiskers.slice(0, 3), [[2.25, 2.25, 4.75, 4.75, 2.25], [2.25, 1], [4.75, 5]]); // biome-ignore format: one row
    assert.deepEqual(map, [
      ['row 0.75, column 0.25: value 0', 'row 0.75, column 0.75: value 1'],
      ['row 0.25, column 0.25: value 1', 'row 0.25, column 0.75: value 1'],
    ]);
    assert.deepEqual(two.map((row) => row.map((text) => text.split('value ')[1])), [['1', '3'], ['0', '5']]); // biome-ignore format: one row
    assert.deepEqual(
      two.map(([first]) => first.split(',')[0]),
      ['p', 'q'],
    );
    assert.deepEqual(outline, [['1.25: 1', '1.75: 2']]);
    assert.equal(partsOf(panels[4], 'bars').length, 0);
    const wedges = partsOf(panels[0], 'shape');
    assert.deepEqual([wedges.length, missing], [2, []]); // biome-ignore format: one row
  });

  test('after show() and with matshow() another figure begins, and subplot() finds its axes again', async () => {
    const {panels, missing} = await panelsOf(`
plt.plot([1, 2]); plt.show(); plt.plot([3, 4]); plt.show()
plt.matshow([[1]]); plt.matshow([[2]]); plt.show()
plt.subplot(2, 1, 1); plt.plot([5]); plt.subplot(2, 1, 2); plt.plot([6]); plt.subplot(2, 1, 1); plt.plot([7])
first, ax = plt.subplots(); ax.plot([1, 2]); ax.twinx().plot([3, 4])`);
    const found = panels.map(({records: [{parts}]}) => parts.map((/** @type {any} */ {kind}) => kind).join(' ')); // biome-ignore format: one row
    assert.deepEqual(found, ['line', 'line', 'image', 'image', 'line line', 'line', 'line']);
    const twins = panels[6].records.map((/** @type {any} */ {view}) => view.y.lim);
    assert.deepEqual([twins, missing], [[[0.95, 2.05], [2.95, 4.05]], []]); // biome-ignore format: one row
    assert.deepEqual(heard(panels[6]).length, 2);
    const [one, two] = [0, 1].map((row) => drawn(panels[6], {row, col: 0}).context.strokes.at(-1)?.circles[0]); // biome-ignore format: one row
    assert.ok(Math.abs((one?.y ?? 0) - (two?.y ?? 1)) < 1e-6); // each on its own axis
  });

  test('words are at shares of the axes, and arrows have the heads that they were given', async () => {
    const {panels} = await panelsOf(`
plt.plot([0, 10], [0, 100])
plt.text(0.5, 0.25, 'note', transform=plt.gca().transAxes, ha='center')
plt.annotate('', (1, 2), (3, 4), arrowprops={'arrowstyle': '<->'})
plt.arrow(0, 0, 2, 3); plt.quiver([0], [0], [1], [2], angles='xy', scale_units='xy', scale=2)`);
    assert.deepEqual(partsOf(panels[0], 'arrows', 'x', 'y', 'heads'), [
      [[0, 2], [0, 3], 'end'], [[0, 0.5], [0, 1], 'end'],
    ]); // biome-ignore format: one row
    const [note, arrow] = partsOf(panels[0], 'text', 'x', 'y', 'text', 'isShare', 'to', 'heads');
    assert.deepEqual([note, arrow], [
      [0.5, 0.25, 'note', true, undefined, undefined], [3, 4, '', false, [1, 2, false], 'both'],
    ]); // biome-ignore format: one row
    const {context, frame} = drawn(panels[0]);
    const {x, y, align} = context.textOf('note');
    const share = [(x - frame.left) / (frame.right - frame.left), (frame.bottom - y) / (frame.bottom - frame.top)]; // biome-ignore format: one thought
    assert.deepEqual([share.map((v) => v.toFixed(6)), align], [['0.500000', '0.250000'], 'center']);
    assert.equal(context.fills.length, 4); // heads: of the note two, of each arrow one
  });

  test('a heatmap of seaborn is a map with its words and names', async () => {
    const {panels} = await panelsOf(`
import seaborn as sns
sns.set_context('talk')
sns.heatmap([[0.25, 0.5], [1, 0]], annot=True, fmt='.1f', xticklabels=['a', 'b'], yticklabels=False, cbar=False, vmax=2)`);
    const [{view}] = panels[0].records;
    assert.deepEqual([view.x.texts, view.y.ticks], [['a', 'b'], []]);
    assert.deepEqual(partsOf(panels[0], 'text', 'text').flat(), ['0.2', '0.5', '1.0', '0.0']);
    assert.equal(partsOf(panels[0], 'image', 'scale')[0][0].high, 2);
    assert.deepEqual(heard(panels[0])[0], ['row 0, column a: value 0.25', 'row 0, column b: value 0.5']); // biome-ignore format: one row
  });

  test('the pointer reads what is nearest, and a curve over a map before the map', async () => {
    const {panels} = await panelsOf(`
plt.imshow([[1, 2], [3, 4]]); plt.plot([0], [0], 'o')
plt.figure(); plt.plot([0, 10], [0, 10], label='far')`);
    const [map, line] = panels;
    const at = (/** @type {any} */ panel, /** @type {number} */ x, /** @type {number} */ y) => {
      const frame = frameOf(panel, 400);
      const [left, top] = [frame.left + x * (frame.right - frame.left), frame.top + y * (frame.bottom - frame.top)]; // biome-ignore format: one thought
      return kindOf(panel).locate(panel, frame, left, top);
    };
    assert.deepEqual([at(map, 0.9, 0.1), at(map, 0.9, 0.9), at(map, 0.25, 0.25)], [
      {row: 0, col: 1}, {row: 1, col: 1}, {row: 2, col: 0},
    ]); // biome-ignore format: one row
    assert.deepEqual([at(line, 0.05, 0.95), at(line, 0.5, 0.5)], [{row: 0, col: 0}, null]);
    const {rows, cols} = kindOf(map).extent(map);
    assert.deepEqual([rows, cols, kindOf(map).read(map, {row: 2, col: 9})], [3, 2, 'line 1, x 0: y 0']); // biome-ignore format: one row
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
    const x = new Array(5e6).fill(0);
    const {panels, missing} = pyplotPanels([
      {axes: [{parts: [{kind: 'image', rows}]}, {parts: [{kind: 'line', x, y: x}]}]},
    ]);
    assert.deepEqual(panels, []);
    assert.deepEqual(missing, ['image (too large)', 'line (too large)']);
  });

  test('in a flood are cut', async () => {
    const {figures} = await runPython({code: 'import matplotlib.pyplot as plt\nplt.plot([1, 2])'});
    const {panels, missing} = pyplotPanels(new Array(100).fill(figures[0]));
    assert.equal(panels.length, 24);
    assert.deepEqual(missing, ['more than 24 pictures']);
  });
});
