// What each function of our matplotlib makes of the arguments that matplotlib 3.6 has.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {colourTable} from '../../../web/exercises/ui/pyplot-maps.js';
import {pyplotPanels} from '../../../web/exercises/ui/pyplot-panels.js';
import {runPython} from '../../support/python.js';

/** @param {string} code */
async function run(code) {
  const answer = await runPython({code: `import matplotlib.pyplot as plt\n${code}\n`});
  assert.equal(answer.error, null, answer.error?.traceback);
  return answer;
}

/** What is recorded on the first axes. @param {string} code @returns {Promise<any[]>} */
const partsOf = async (code) => (await run(code)).figures[0].axes[0].parts;

/** What each line raises, as "kind: message", or "" @param {string[]} lines */
async function raisedBy(lines) {
  const {printed} = await run(`
import json
raised = []
for line in ${JSON.stringify(lines)}:
    try:
        exec(line)
        raised.append("")
    except Exception as error:
        raised.append(f"{type(error).__name__}: {error}")
print(json.dumps(raised))`);
  return JSON.parse(printed);
}

// Typed by hand from the signatures of matplotlib 3.6, with the names that an artist of each function has.
const LINE =
  'alpha antialiased color c linestyle ls linewidth lw marker markersize ms zorder label';
const TEXT = 'fontdict fontsize fontweight rotation ha va color zorder';
const LIMITS = 'emit auto';
const AXES = {
  plot: `scalex scaley data drawstyle markevery transform visible ${LINE}`,
  bar: `x height width bottom align data color edgecolor linewidth tick_label xerr yerr ecolor capsize
    error_kw log label alpha hatch zorder facecolor`,
  scatter: `x y s c marker cmap norm vmin vmax alpha linewidths edgecolors plotnonfinite data label
    color zorder lw facecolors`,
  hist: `x bins range density weights cumulative bottom histtype align orientation rwidth log color
    label stacked data alpha edgecolor`,
  imshow: `X cmap norm aspect interpolation alpha vmin vmax origin extent interpolation_stage
    filternorm filterrad resample url`,
  pcolormesh: 'alpha norm cmap vmin vmax shading antialiased data edgecolors rasterized',
  fill_between: 'x y1 y2 where interpolate step data color alpha label edgecolor linewidth',
  barh: `y width height left align data color edgecolor linewidth tick_label xerr yerr ecolor capsize
    error_kw log label alpha hatch zorder facecolor`,
  errorbar: `x y yerr xerr fmt ecolor elinewidth capsize barsabove lolims uplims xlolims xuplims errorevery
    capthick data ${LINE}`,
  vlines: 'x ymin ymax colors linestyles label data linewidth lw',
  hlines: 'y xmin xmax colors linestyles label data linewidth lw',
  hist2d: 'x y bins range density weights cmin cmax data cmap norm vmin vmax alpha',
  pie: `x explode labels colors autopct pctdistance shadow labeldistance startangle radius counterclock
    wedgeprops textprops center frame rotatelabels normalize data`,
  boxplot: `x notch sym vert whis positions widths patch_artist bootstrap usermedians conf_intervals meanline
    showmeans showcaps showbox showfliers boxprops labels flierprops medianprops meanprops capprops
    whiskerprops manage_ticks autorange zorder capwidths data`,
  bar_label: 'container labels fmt label_type padding fontsize color',
  margins: 'x y tight',
  ticklabel_format: 'axis style scilimits useOffset useLocale useMathText',
  stem: 'linefmt markerfmt basefmt bottom label use_line_collection orientation data',
  contour: `corner_mask colors alpha cmap norm vmin vmax levels origin extent locator extend antialiased nchunk
    linewidths linestyles hatches data zorder`,
  axvspan: 'xmin xmax ymin ymax alpha color facecolor edgecolor linewidth label zorder hatch',
  axhspan: 'ymin ymax xmin xmax alpha color facecolor edgecolor linewidth label zorder hatch',
  arrow: 'x y dx dy width head_width head_length length_includes_head shape overhang color',
  quiver:
    'units angles scale scale_units width headwidth headlength minshaft minlength pivot color',
  text: `x y s transform ${TEXT}`,
  annotate: `text xy xytext xycoords textcoords arrowprops annotation_clip ${TEXT}`,
  axvline: `x ymin ymax ${LINE}`,
  axhline: `y xmin xmax ${LINE}`,
  legend: `handles labels loc bbox_to_anchor ncol ncols fontsize title frameon shadow handler_map`,
  grid: 'visible which axis color linestyle linewidth alpha',
  tick_params:
    'axis which reset direction length width color pad labelsize labelrotation rotation bottom',
  set_title: `loc pad y ${TEXT}`,
  set_xlabel: `labelpad loc ${TEXT}`,
  set_ylabel: `labelpad loc ${TEXT}`,
  set_xscale: 'base subs nonpositive',
  set_yscale: 'base subs nonpositive',
  set_xlim: `left right xmin xmax ${LIMITS}`,
  set_ylim: `bottom top ymin ymax ${LIMITS}`,
  set_xticks: 'ticks labels minor fontsize rotation',
  set_yticks: 'ticks labels minor fontsize rotation',
  set_xticklabels: 'labels fontdict minor fontsize rotation ha',
  set_yticklabels: 'labels fontdict minor fontsize rotation va',
  set_aspect: 'aspect adjustable anchor share',
  axis: 'emit',
};
const FIGURE = {
  __init__:
    'figsize dpi facecolor edgecolor linewidth frameon subplotpars tight_layout constrained_layout layout',
  add_subplot: 'projection polar sharex sharey label facecolor',
  subplots: 'nrows ncols sharex sharey squeeze width_ratios height_ratios subplot_kw gridspec_kw',
  suptitle: 'x y ha va size weight fontsize fontweight fontproperties',
  colorbar: `cax ax location orientation fraction shrink aspect pad extend ticks format label spacing
    boundaries values drawedges use_gridspec`,
  tight_layout: 'pad h_pad w_pad rect',
  subplots_adjust: 'left bottom right top wspace hspace',
};

suite('every argument', () => {
  test('that matplotlib has is used, decorates or is refused', async () => {
    const {printed} = await run(`
for owner, functions in ((plt.Axes, ${JSON.stringify(AXES)}), (plt.Figure, ${JSON.stringify(FIGURE)})):
    for name, arguments in functions.items():
        known = getattr(owner, name).known
        for one in arguments.split():
            if one not in known:
                print(name, one)`);
    assert.deepEqual(printed.split('\n').filter(Boolean), []);
  });

  test('is taken by every function that has names of its own to give', async () => {
    const {printed} = await run(`
for owner in (plt.Axes, plt.Figure):
    for name, function in vars(owner).items():
        code = getattr(function, "__code__", None)
        if name[0] != '_' and code and code.co_flags & 8 and not hasattr(function, "known"):
            print(name)`);
    const passOn = [
      'matshow',
      'semilogy',
      'semilogx',
      'loglog',
      'set',
      'savefig',
      'step',
      'add_gridspec',
      'subplot_mosaic',
    ];
    assert.deepEqual(
      printed.split('\n').filter((name) => name && !passOn.includes(name)),
      [],
    );
  });

  test('that means something is refused by name, and its default is taken', async () => {
    const cases = {
      'plt.hist2d([1, 2], [1, 2], cmin=1)': 'hist2d(cmin=...)',
      'plt.pie([1, 2], center=(1, 1))': 'pie(center=...)',
      'plt.boxplot([1, 2], notch=True)': 'boxplot(notch=...)',
      'plt.boxplot([1, 2], vert=False)': 'boxplot(vert=False)',
      "plt.quiver([0], [0], [1], [1], pivot='mid')": 'quiver(pivot=...)',
      'plt.quiver([0], [0], [1], [1], scale=3)': "quiver(scale=...) without scale_units='xy'",
      "plt.rcParams['lines.linestyle'] = '--'": "rcParams['lines.linestyle']",
      "plt.figure().add_subplot(projection='3d')": "projection='3d'",
      'plt.bar([1], [2], xerr=[3])': 'bar(xerr=...)',
      'plt.violinplot([1, 2], quantiles=[0.5])': 'violinplot(quantiles=..., bw_method=...)',
      "plt.stackplot([1], [2], baseline='wiggle')": 'stackplot(baseline=...)',
      "plt.fill_between([1], [2], step='pre')": 'fill_between(step=...)',
      'plt.pcolormesh([0, 1, 3], [0, 1], [[1, 2]])': 'pcolormesh() over unequal steps',
      'plt.contour([0, 1, 5], [0, 1], [[1, 2, 3], [4, 5, 6]])': 'contour() over unequal steps',
      'plt.contour([[0, 1], [1, 2]], [[0, 0], [1, 1]], [[1, 2], [3, 4]])':
        'contour() over a grid that is not of rows and columns',
      "plt.subplots(2, subplot_kw={'polar': True})": 'add_subplot(polar=...)',
      'plt.imshow([[1]]); plt.colorbar(boundaries=[1])': 'colorbar(boundaries=...)',
      'plt.legend(handles=[1])': 'legend(handles=...) of what is not drawn',
      "plt.text(0, 0, 'a', transform=plt.gca())": 'text(transform=...)',
      "plt.annotate('a', (0, 0), (0, 1), textcoords='figure fraction')": 'annotate(textcoords=...)',
      "plt.yscale('logit')": "set_yscale('logit')",
      "plt.yscale('log', base=2)":
        'set_yscale(base=..., linscale=...) of other numbers than 10 and 1',
    };
    const raised = await raisedBy(Object.keys(cases));
    const without = raised.map((/** @type {string} */ text) =>
      text.replace(/(matplotlib): .*/, '$1'),
    );
    assert.deepEqual(
      without,
      Object.values(cases).map(
        (what) => `NotImplementedError: ${what} is not part of this lab's matplotlib`,
      ),
    );
    const taken = [
      'plt.hist([1, 2], stacked=True, density=True)',
      "plt.hist([1, 2], align='left', bottom=[3] * 10)",
      'import matplotlib.colors as c; plt.imshow([[1]], norm=c.LogNorm())',
      'plt.imshow([[[1, 0, 0]]])',
      'plt.bar([1], [2], width=[3])',
      'plt.scatter([1], [2], [30])',
      "plt.axvline(1, ymax=0.5); plt.yscale('symlog')",
      "plt.hist([1, 2], cumulative=False, weights=None, histtype='bar', alpha=0.5)",
      "plt.bar([1], [2], 0.4, align='center', edgecolor='k', yerr=None)",
      "plt.title('a', fontsize=20, fontweight='bold', pad=3)",
      'plt.subplots(2, sharex=False, figsize=(3, 4), dpi=100, constrained_layout=True)',
      "plt.subplots(2, sharex=True, sharey='row', gridspec_kw={'hspace': 1})",
      "line, = plt.plot([1, 2]); plt.legend(handles=[line], labels=['a']); plt.legend([line], ['b'])",
      "plt.annotate('a', (0, 0), (1, 2), arrowprops={'arrowstyle': '->'}); plt.grid(axis='y')",
      "plt.annotate('a', (0, 0), textcoords='offset points', xytext=(0, 5), ha='center')",
      "plt.quiver([0], [0], [1], [1], angles='xy', scale_units='xy', scale=1); plt.imshow([[1]], alpha=0.5)",
      'plt.plot([1, 2], lw=2, ms=3, alpha=0.4, zorder=3, antialiased=True)',
    ];
    assert.deepEqual(
      await raisedBy(taken),
      taken.map(() => ''),
    );
  });

  test('the arrow of a note goes to its point, under the words of the note', async () => {
    const note = "plt.plot([0, 6], [0, 36]); plt.annotate('peak', (5, 25), (2, 30), arrowprops={})";
    const [, {text, x, y, to, heads}] = await partsOf(note);
    assert.deepEqual([text, x, y, to, heads], ['peak', 2, 30, [5, 25, false], 'end']);
  });

  test('that is unknown raises what matplotlib raises', async () => {
    const cases = {
      'plt.plot([1], foo=1)':
        "AttributeError: Line2D.set() got an unexpected keyword argument 'foo'",
      'plt.bar([1], [1], foo=1)':
        "AttributeError: Rectangle.set() got an unexpected keyword argument 'foo'",
      'plt.scatter([1], [1], foo=1)':
        "AttributeError: PathCollection.set() got an unexpected keyword argument 'foo'",
      "plt.title('a', foo=1)":
        "AttributeError: Text.set() got an unexpected keyword argument 'foo'",
      'plt.legend(foo=1)': "TypeError: Legend.__init__() got an unexpected keyword argument 'foo'",
      'plt.xlim(foo=1)': "TypeError: set_xlim() got an unexpected keyword argument 'foo'",
      'plt.gca().set(foo=1)': "AttributeError: Axes.set() got an unexpected keyword argument 'foo'",
      'plt.figure(foo=1)': "AttributeError: Figure.set() got an unexpected keyword argument 'foo'",
      'plt.eventplot([1])':
        "AttributeError: matplotlib.pyplot.eventplot is not part of this lab's matplotlib",
      'plt.gca().eventplot([[1]])':
        "AttributeError: matplotlib.axes.Axes.eventplot is not part of this lab's matplotlib",
      'plt.gcf().supx()':
        "AttributeError: matplotlib.figure.Figure.supx is not part of this lab's matplotlib",
      "plt.imshow([[1]], cmap='viridid')":
        "ValueError: 'viridid' is not a valid value for name; see matplotlib.colormaps",
      "plt.plot([1], 'z')":
        "ValueError: 'z' is not a valid format string (unrecognized character 'z')",
      "plt.plot([1], 'oo')": "ValueError: 'oo' is not a valid format string (two marker symbols)",
      "plt.plot([1], 'rb')": "ValueError: 'rb' is not a valid format string (two color symbols)",
      "plt.plot([1], '-:')":
        "ValueError: '-:' is not a valid format string (two linestyle symbols)",
      'plt.margins(foo=1)': "TypeError: Axes.margins() got an unexpected keyword argument 'foo'",
    };
    assert.deepEqual(await raisedBy(Object.keys(cases)), Object.values(cases));
  });
});

suite('a colour', () => {
  test('that two curves share is one, and others differ from it and from the next of the palette', async () => {
    const parts = await partsOf(`
for colour in ('r', '#ff0000', (1, 0, 0), 'k', None, 'C0', 'tab:blue'):
    plt.plot([1, 2], color=colour)
plt.plot([1, 2], 'k--')`);
    const [red, black, blue] = ['#ff0000', '#000000', '#1f77b4'];
    assert.deepEqual(
      parts.map(({look}) => look.color),
      [red, red, red, black, blue, blue, blue, black],
    );
  });

  test('of a bar is its own', async () => {
    const [one, other] = await partsOf(`
plt.bar([0, 1, 2], [1, 2, 3], color=['r', 'g', 'r'])
plt.bar([0, 1, 2], [1, 2, 3], color='g')`);
    assert.deepEqual(one.look.facecolor, ['#ff0000', '#008000', '#ff0000']);
    assert.equal(other.look.facecolor, '#008000');
  });

  test('of points by value goes from one end of the map to the other, and is heard', async () => {
    const {figures} = await run(
      'plt.scatter(range(13), range(13), c=range(13), vmin=0, vmax=12); plt.colorbar(label="loss")',
    );
    const [panel] = /** @type {any[]} */ (pyplotPanels(figures).panels);
    const [{scale, values}] = panel.records[0].parts;
    const {css, list} = colourTable(scale);
    assert.deepEqual([css(values[0]), css(values[12])], ['rgb(68 1 84)', 'rgb(253 231 37)']);
    assert.deepEqual([list[0], list[255]], ['#440154', '#fde725']);
    assert.equal(panel.rows[0].say(3), 'points 1, x 3: y 3, loss 3');
  });

  test('for each point that is not one for each is an error', async () => {
    const [message] = await raisedBy(['plt.scatter([1, 2, 3], [1, 2, 3], c=[1, 2])']);
    assert.match(message, /^ValueError: 'c' argument has 2 elements/);
  });
});

test('limits by their names', async () => {
  const {figures} = await run('plt.plot([1, 2]); plt.xlim(xmin=0, xmax=3); plt.ylim((1, 4))');
  const {x, y} = figures[0].axes[0].view;
  assert.deepEqual([x.lim, y.lim], [[0, 3], [1, 4]]); // biome-ignore format: one row
});

test('a figure says the size that it was given, in inches and in dots', async () => {
  const {printed} = await run(`
figure = plt.figure(figsize=(3, 4))
print(figure.get_size_inches(), plt.figure().get_size_inches(), figure.dpi)
figure.set_size_inches(5, 6)
figure.set_figwidth(7.5)
print(figure.get_size_inches(), figure.get_figheight(), figure.get_dpi())`);
  assert.equal(printed, '[3. 4.] [6.4 4.8] 100.0\n[7.5 6. ] 6.0 100.0\n');
  assert.match((await raisedBy(['plt.figure().set_size_inches(-1, 2)']))[0], /positive finite/);
});

test('figures have numbers and labels, and pyplot forgets those that were closed', async () => {
  const {printed} = await run(`
first = plt.figure(figsize=(3, 4)); other, ax = plt.subplots(); named = plt.figure('map'); late = plt.figure(9)
print([f.number for f in (first, other, named, late)], plt.get_fignums())
print(plt.figure(1) is first, plt.figure('map') is named, plt.figure(2) is other, plt.gca() is ax)
plt.close(other); print(plt.gcf() is named, plt.get_fignums())
plt.close(1); plt.close('map'); print(plt.gcf() is late, plt.figure(1) is first, plt.get_fignums())
plt.close('all'); print(plt.get_fignums(), plt.figure().number)`);
  assert.equal(
    printed,
    `[1, 2, 3, 9] [1, 2, 3, 9]
True True True True
True [1, 3, 9]
True False [1, 9]
[] 1
`,
  );
});
