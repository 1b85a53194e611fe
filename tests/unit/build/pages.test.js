// The parts of the page builder, and the server that shows what it built.
import assert from 'node:assert/strict';
import {mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import test from 'node:test';
import {PNG} from 'pngjs';

import {parseHtml, toHtml} from '../../../web/build/html.js';
import {renderMath} from '../../../web/build/math.js';
import {figuresOf, staticImports} from '../../../web/build/pages.js';
import {CACHE, DIST} from '../../../web/build/paths.js';
import {serve} from '../../../web/build/serve.js';
import {siteFiles, socialTags} from '../../../web/build/site-files.js';
import {scrollTables} from '../../../web/build/tables.js';

/** @import {Parent} from '../../../web/build/html.js' */

/** @param {string} html @param {(tree: Parent) => void} change @returns {string} */
function changed(html, change) {
  const tree = parseHtml(html);
  change(tree);
  return toHtml(tree);
}

/** @param {string} html @param {string} [file] */
const withMath = (html, file = 'a.html') => changed(html, (tree) => renderMath(tree, file));

/** @param {string} html */
const withRegions = (html) => changed(html, scrollTables);

test('formulas become MathML, inline and display, entities included', () => {
  const html = withMath('<p>\\(a &lt; b\\) and</p>\\[ x^2 \\]');
  assert.match(
    html,
    /<p><math>.*<mo[^>]*>&lt;<\/mo>.*<\/math> and<\/p><span class="formula" tabindex="0"><math display="block"/,
  );
});

test('a formula keeps the brackets and commas that touch it', () => {
  const html = withMath('so (\\(a\\)), but \\(b\\) and \\(c\\)!');
  const spans = html.match(/<span class="unbroken">.*?<\/span>/g) ?? [];
  assert.deepEqual(
    spans.map((span) => span.replace(/<math>.*<\/math>/, 'x').replace(/<[^>]*>/g, '')),
    ['(x),', 'x!'],
  );
});

test('a backslash in code stays what it is', () => {
  const html = '<code>re.sub("\\(x\\)")</code>';
  assert.equal(withMath(html), html);
});

test('a LaTeX error names file, line and formula', () => {
  const render = () => withMath('<p>one</p>\n<p>two \\(\\frac{1\\)</p>', 'web/chapters/x.html');
  assert.throws(render, /^Error: web\/chapters\/x\.html:2: [\s\S]*\\\(\\frac\{1\\\)$/);
});

test('a formula that an element cuts in two names file and line', () => {
  assert.throws(() => withMath('<p>\n\\(a <b\\) c', 'x.html'), /^Error: x\.html:1: .*&lt;/);
  assert.throws(() => withMath('<p>a <em>b\\]</em>', 'x.html'), /^Error: x\.html:1: .*alone/);
});

test('a table gets one scrolling region with its caption for a name, also where it had one', () => {
  const table = '<table><caption>What <em>each</em> costs</caption></table>';
  const region =
    /^<div class="table-scroll" role="region" tabindex="0" aria-label="What each costs">\n<table>.*<\/table>\n<\/div>$/;
  assert.match(withRegions(table), region);
  assert.match(withRegions(`<div class="table-scroll">\n${table}\n</div>`), region);
  assert.match(
    withRegions(`<div class="prose">${table}</div>`),
    /^<div class="prose"><div [\s\S]*<\/div><\/div>$/,
  );
});

test('a page says its address to other sites only where the site has one', () => {
  const page = {title: 'a "b"', summary: 'c', address: 'chapters/4-rope.html'};
  const plain = socialTags(page, '');
  assert.match(plain, /og:title" content="a &quot;b&quot;"/);
  assert.doesNotMatch(plain, /canonical|og:url|og:image/);
  const url = 'https://example.org/lab/chapters/4-rope.html';
  const full = socialTags(page, 'https://example.org/lab/');
  assert.ok(full.includes(`<link rel="canonical" href="${url}">`));
  assert.ok(full.includes(`<meta property="og:url" content="${url}">`));
  assert.match(full, /og:image" content="https:\/\/example\.org\/lab\/social\.png"/);
});

test('crawlers are given the addresses of the pages where the site has one', () => {
  const addresses = ['index.html', 'chapters/4-rope.html'];
  const files = Object.fromEntries(siteFiles(addresses, 'https://example.org/lab/'));
  for (const address of addresses)
    assert.ok(files['sitemap.xml'].includes(`<loc>https://example.org/lab/${address}</loc>`));
  assert.match(files['robots.txt'], /\nSitemap: https:\/\/example\.org\/lab\/sitemap\.xml\n/);
  const without = Object.fromEntries(siteFiles(addresses, ''));
  assert.equal(without['sitemap.xml'], undefined);
  assert.doesNotMatch(without['robots.txt'], /Sitemap/);
  const {icons} = JSON.parse(without['manifest.webmanifest']);
  for (const {src} of icons) assert.match(without[src], /^<svg /);
});

test('the picture of a link is a PNG of 1200 x 630 whose first row of cells is position 0', async () => {
  const file = await readFile(path.join(DIST, 'social.png'));
  assert.ok(file.length < 60_000, `${file.length} bytes`);
  const {width, height, data} = PNG.sync.read(file);
  assert.deepEqual([width, height], [1200, 630]);
  // sin 0 and cos 0, side by side: paper and the blue end of the scale
  const colour = (/** @type {number} */ x) => [...data.subarray(4 * x, 4 * x + 3)];
  assert.deepEqual(
    [colour(0), colour(12)],
    [
      [247, 247, 247],
      [33, 102, 172],
    ],
  );
});

test('static imports leave out what is imported lazily', () => {
  const at = (/** @type {string} */ path, kind = 'import-statement') => ({path, kind});
  const outputs = /** @type {any} */ ({
    a: {imports: [at('b'), at('c', 'dynamic-import')]},
    b: {imports: [at('a')]},
    c: {imports: []},
  });
  assert.deepEqual(staticImports(outputs, ['a']), ['a', 'b']);
});

test('the figures of a page are its elements, in their order, and not what a comment or code says', async () => {
  const {outputs} = JSON.parse(await readFile(path.join(CACHE, 'bundle.json'), 'utf8'));
  const html = `<!-- <alibi-bias> --><p title="<pe-heatmap>">as in <code>&lt;rope-logits></code></p>
    <rope-bands></rope-bands><script>'<position-lab>'</script><PE-HEATMAP></PE-HEATMAP><no-figure></no-figure>`;
  assert.deepEqual(
    figuresOf(outputs, html).map(({file}) => path.basename(file)),
    ['rope-bands.js', 'pe-heatmap.js'],
  );
});

test('a page asks at once for the scripts of its figures and their core, also of the view that is drawn first', async () => {
  const {outputs} = JSON.parse(await readFile(path.join(CACHE, 'bundle.json'), 'utf8'));
  const hintsOf = async (/** @type {string} */ page) => {
    const html = await readFile(path.join(DIST, page), 'utf8');
    const links = html.matchAll(
      /<(?:link rel="(?:modulepreload|preload)" href|script type="module" src)="(?:\.\.\/)?(lab\/[^"]+)"/g,
    );
    return [...links].map(([, file]) => `dist/${file}`);
  };
  const chunkOf = (/** @type {string} */ file, /** @type {string[]} */ among) =>
    among.find((name) => outputs[name]?.entryPoint === file);
  const hints = await hintsOf('chapters/9-relative.html');
  for (const folder of ['relative']) {
    const chunk = chunkOf(`figures:${folder}`, hints);
    assert.ok(chunk, `the figures of ${folder}`);
    assert.deepEqual(
      staticImports(outputs, [chunk]).filter((name) => !hints.includes(name)),
      [],
    );
  }
  assert.ok(chunkOf('web/views/curve-view.js', hints), 'the view of distance-gallery');
  const coresOf = async (/** @type {string} */ page) =>
    (await hintsOf(page)).filter((file) => file.endsWith('.wasm'));
  assert.deepEqual(await coresOf('chapters/9-relative.html'), ['dist/lab/core.wasm']);
  assert.deepEqual(await coresOf('chapters/4-rope.html'), ['dist/lab/figures.wasm']);
  assert.deepEqual(await coresOf('glossary.html'), [], 'without figures');
});

test('scripts come in the order of their sizes, the largest first', async () => {
  const {outputs} = JSON.parse(await readFile(path.join(CACHE, 'bundle.json'), 'utf8'));
  let nOrdered = 0;
  for (const name of await readdir(path.join(DIST, 'chapters'))) {
    const html = await readFile(path.join(DIST, 'chapters', name), 'utf8');
    const hints = [...html.matchAll(/<link rel="modulepreload" href="\.\.\/([^"]+)"/g)];
    const sizes = hints.map(([, file]) => outputs[`dist/${file}`].bytes);
    if (sizes.length > 1) nOrdered++;
    assert.deepEqual(
      sizes,
      [...sizes].sort((a, b) => b - a),
      name,
    );
  }
  assert.ok(nOrdered >= 10, `${nOrdered} chapters have more than one`);
});

test('a chapter asks for at most twelve files before it is read', async () => {
  const others = 2; // the page itself, and the italic letters that its style sheet asks for
  for (const name of await readdir(path.join(DIST, 'chapters'))) {
    const html = await readFile(path.join(DIST, 'chapters', name), 'utf8');
    const tags = html.match(/<link rel="(?!icon|canonical)[a-z]+"|<script [^>]*src=/g) ?? [];
    assert.ok(tags.length > 4, `${name}: a style sheet, scripts and fonts`);
    assert.ok(tags.length + others <= 12, `${name}: ${tags.length + others} files`);
  }
});

/** @param {number} port @param {string} target as it goes over the wire, not tidied by a client */
function rawStatus(port, target) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, 'localhost', () => {
      socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    });
    socket.once('data', (data) => resolve(Number(String(data).split(' ')[1])));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed without an answer')));
  });
}

test('the server gives types, sends what is new, finds the next free port, and nothing outside its folder', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'poslab-serve-'));
  const root = path.join(folder, 'dist');
  await mkdir(root);
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  await writeFile(path.join(root, 'index.html'), '<p>hello');
  await writeFile(path.join(root, 'core.wasm'), 'x');
  await symlink(path.join(folder, 'secret.txt'), path.join(root, 'link.txt'));
  const first = await serve(root);
  const port = Number(new URL(first.url).port);
  const second = await serve(root, port);
  t.after(async () => {
    for (const {server} of [first, second]) server.close();
    await rm(folder, {recursive: true});
  });

  assert.ok(Number(new URL(second.url).port) > port);
  const page = await fetch(first.url);
  assert.equal(await page.text(), '<p>hello');
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(page.headers.get('content-encoding'), 'gzip');
  const plain = await fetch(first.url, {headers: {'accept-encoding': 'identity'}});
  assert.deepEqual([plain.headers.get('content-encoding'), await plain.text()], [null, '<p>hello']);
  const wasm = await fetch(new URL('core.wasm', second.url));
  assert.equal(wasm.headers.get('content-type'), 'application/wasm');
  await wasm.arrayBuffer();
  const again = {headers: {'if-none-match': wasm.headers.get('etag') ?? ''}};
  assert.equal((await fetch(new URL('core.wasm', second.url), again)).status, 304);
  await writeFile(path.join(root, 'core.wasm'), 'y2');
  const changed = await fetch(new URL('core.wasm', second.url), again);
  assert.deepEqual([changed.status, await changed.text()], [200, 'y2']);
  const outside = ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/link.txt'];
  for (const target of [...outside, '/none', '/%zz', '/%00', '//']) {
    assert.equal(await rawStatus(port, target), 404, target);
  }
  assert.equal((await fetch(first.url, {method: 'POST'})).status, 405);

  // a reader who asks for a page that is not there gets the site's own, a program a line of text
  await writeFile(path.join(root, '404.html'), '<p>no such page');
  const asked = (/** @type {string} */ accept) =>
    fetch(new URL('chapters/none.html', first.url), {headers: {accept}});
  const lost = await asked('text/html,*/*');
  assert.deepEqual([lost.status, await lost.text()], [404, '<p>no such page']);
  assert.equal(await (await asked('*/*')).text(), 'Not found\n');
});
