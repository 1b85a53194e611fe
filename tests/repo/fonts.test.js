// The fonts of the built site: few bytes, from its own server, for its pages only.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const LAB = path.join(DIST, 'lab');
const names = readdirSync(LAB);
const fonts = names.filter((name) => name.endsWith('.woff2'));
const css = readFileSync(path.join(LAB, 'style.css'), 'utf8');
const faces = css.match(/@font-face\{[^}]*\}/g) ?? [];

test('weigh at most 100 kB in all', () => {
  const bytes = fonts.reduce((sum, name) => sum + statSync(path.join(LAB, name)).size, 0);
  assert.ok(fonts.length >= 3, `${fonts}`);
  assert.ok(bytes <= 100_000, `${bytes} bytes`);
});

test('are each asked for by the style sheet, from beside it', () => {
  const addresses = Array.from(css.matchAll(/url\(["']?([^)"']+)["']?\)/g), ([, url]) => url);
  assert.deepEqual(
    addresses.filter((url) => url.endsWith('.woff2')).sort(),
    fonts.map((name) => `./${name}`).sort(),
  );
  assert.deepEqual(
    addresses.filter((url) => /^(https?:)?\/\//.test(url)),
    [],
  );
});

test('are shown when they come; until then a font of the reader has their measures', () => {
  for (const face of faces) {
    if (face.includes('url(')) assert.match(face, /font-display:swap/);
    else
      for (const measure of ['size-adjust', 'ascent-override', 'descent-override', 'line-gap'])
        assert.ok(face.includes(measure), `${measure} in ${face}`);
  }
  for (const list of css.match(/--(serif|sans):[^;}]*/g) ?? [])
    assert.match(list, /^--\w+:\s*"?(Source Serif 4|Inter)"?,\s*"?\w+ until loaded"?/);
});

test('a page asks early for those that its first lines have', () => {
  for (const page of ['index.html', 'chapters/4-rope.html']) {
    const html = readFileSync(path.join(DIST, page), 'utf8');
    const early = Array.from(
      html.matchAll(/<link rel="preload" href="([^"]+)" as="font" type="font\/woff2" crossorigin/g),
      ([, href]) => path.resolve(DIST, path.dirname(page), href),
    );
    assert.equal(early.length, 2, page);
    for (const file of early) assert.ok(fonts.includes(path.basename(file)), file);
  }
});

test('no script loads one: a figure on a foreign page has the fonts of that page', () => {
  const scripts = names.filter((name) => name.endsWith('.js'));
  assert.ok(scripts.length > 40);
  for (const name of scripts)
    assert.doesNotMatch(readFileSync(path.join(LAB, name), 'utf8'), /woff2|@font-face/, name);
});

test('have their licences beside the others', () => {
  const text = readFileSync(path.join(DIST, 'licenses.txt'), 'utf8');
  for (const name of ['@fontsource/source-serif-4', '@fontsource-variable/inter']) {
    const [, own] = text.split(`${name} `);
    assert.match(own.slice(0, 1000), /SIL Open Font License, Version 1\.1/, name);
  }
});
