// Every claim again, on both builds of the core: its law holds, and each number on a built page is printed alike.
import assert from 'node:assert/strict';
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import {suite, test} from 'node:test';

import {evaluateClaims, fillSlots} from '../../../web/build/claims.js';
import {
  attribute,
  elementsOf,
  isElement,
  nodesBelow,
  parseHtml,
  textOf,
  toHtml,
} from '../../../web/build/html.js';
import {DIST, WEB} from '../../../web/build/paths.js';
import {
  evaluate,
  judge,
  numberIn,
  print,
  readPrinted,
  readSlot,
  SLOT,
} from '../../../web/claims/claim.js';
import {CLAIMS} from '../../../web/claims/index.js';
import {loadBothCores} from '../../support/core.js';

/** @import {Claim, Values} from '../../../web/claims/claim.js' */
/** @import {Core} from '../../../web/core/core.js' */

/** @returns {Promise<[string, string, string][]>} page, slot and printed text of each number of the built pages */
async function printedNumbers() {
  const files = await readdir(DIST, {recursive: true});
  // the page that lists the claims repeats the others
  const names = files.filter(
    (name) => /^(chapters\/)?[\w-]+\.html$/.test(name) && name !== 'check.html',
  );
  const perPage = names.map(async (name) => {
    const content = parseHtml(await readFile(path.join(DIST, name), 'utf8'));
    return elementsOf(content, 'data')
      .filter((number) => attribute(number, 'data-claim') !== undefined)
      .map(
        (number) =>
          /** @type {[string, string, string]} */ ([
            name,
            attribute(number, 'data-claim') ?? '',
            textOf(number),
          ]),
      );
  });
  return (await Promise.all(perPage)).flat();
}

const numbers = await printedNumbers();

/** @param {Claim} claim @param {Core} core */
async function evaluated(claim, core) {
  const recording =
    claim.run && JSON.parse(await readFile(path.join(WEB, `runs/${claim.run}.json`), 'utf8'));
  return evaluate(claim, {core, recording});
}

/** @type {Map<string, Values>} of each claim, by the first core */
const shipped = new Map();

for (const [build, core] of await loadBothCores()) {
  for (const claim of CLAIMS.values()) {
    test(`claim ${claim.id}: what the pages print is what the run gives (${build})`, async () => {
      const {values, lawHolds} = await evaluated(claim, core);
      if (!shipped.has(claim.id)) shipped.set(claim.id, values);
      assert.ok(lawHolds, `“${claim.law?.says}” does not hold: ${JSON.stringify(values)}`);
      for (const [page, slot, printed] of numbers) {
        const {claim: id, name, format} = readSlot(slot);
        if (id !== claim.id) continue;
        const {value, passed} = judge(numberIn(claim, values, name), printed, format);
        assert.ok(passed, `${page}: ${slot} is printed as ${printed}, and is ${value}`);
      }
    });
  }
}

test('a claim is live or recorded, says where its numbers come from, and is used', async () => {
  const folders = ['chapters', 'pages'].map(async (folder) =>
    (await readdir(path.join(WEB, folder))).map((name) => `${folder}/${name}`),
  );
  const files = [...(await Promise.all(folders)).flat(), 'exercises/questions.json'];
  const texts = await Promise.all(files.map((name) => readFile(path.join(WEB, name), 'utf8')));
  const all = texts.join('\n');
  for (const claim of CLAIMS.values()) {
    assert.ok(claim.run ? claim.read && !claim.compute : claim.compute && !claim.read, claim.id);
    assert.ok(claim.source.length > 10, claim.id);
    // a page prints a setting as text, which has no check
    const results = [...all.matchAll(SLOT)].filter(
      ([, id, name]) => id === claim.id && !Object.hasOwn(claim.settings ?? {}, name),
    );
    const isUsed = results.length > 0 || all.includes(`data-claim="${claim.id}"`);
    assert.ok(isUsed, `no page prints a result of the claim ${claim.id}`);
  }
});

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']; // biome-ignore format: a list

test('where a source says the number of a setting, it is that of the run', () => {
  let nSaid = 0;
  for (const {id, source, settings = {}} of CLAIMS.values())
    for (const [name, value] of Object.entries(settings)) {
      const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      const said = [`\\b(\\w+(?:,\\d+)*) ${words}\\b`, `\\b${words} (\\d+(?:,\\d+)*)`]
        .flatMap((pattern) => [...source.matchAll(new RegExp(pattern, 'gi'))])
        .map(([, text]) => text.toLowerCase())
        .map((text) =>
          WORDS.includes(text) ? WORDS.indexOf(text) : Number(text.replaceAll(',', '')),
        )
        .filter(Number.isFinite);
      nSaid += said.length;
      assert.ok(said.length === 0 || said.includes(value), `${id}: ${name} is ${value}: ${source}`);
    }
  assert.ok(nSaid >= 15, `${nSaid} numbers`);
});

test('a box names a claim that exists, and a quoted number a source of its chapter', async () => {
  for (const name of await readdir(path.join(DIST, 'chapters'))) {
    const content = parseHtml(await readFile(path.join(DIST, 'chapters', name), 'utf8'));
    const elements = [...nodesBelow(content)].filter(isElement);
    const ids = new Set(elements.map((element) => attribute(element, 'id')));
    for (const element of elements) {
      const cited = attribute(element, 'data-cited');
      if (cited) assert.ok(ids.has(cited), `${name}: nothing has the id ${cited}`);
      const claim = attribute(element, 'data-claim');
      if (claim && element.tagName === 'aside') assert.ok(CLAIMS.has(claim), `${name}: ${claim}`);
    }
  }
});

suite('a slot', () => {
  /** @type {Claim} */
  const claim = {
    id: 'half',
    source: 'of a test',
    settings: {width: 4096},
    compute: () => ({list: [0.5, 0.25]}),
  };
  const evaluated = new Map([['half', {claim, values: {list: [0.5, 0.25]}}]]);
  const filled = (/** @type {string} */ html) => {
    const content = parseHtml(html);
    fillSlots(content, 'a page', evaluated);
    return toHtml(content);
  };

  test('becomes the number, with its claim', () => {
    assert.equal(
      filled('<p>It is [[half.list.1:.2]].</p>'),
      '<p>It is <data value="0.25" data-claim="half.list.1:.2">0.25</data>.</p>',
    );
  });

  test('prints a setting as text, and a quoted number with its source', () => {
    assert.equal(filled('<p>[[half.width]]</p>'), '<p>4,096</p>');
    assert.equal(
      filled('<p>[[0.78 @src-x]]</p>'),
      '<p><data value="0.78" data-cited="src-x">0.78</data></p>',
    );
  });

  test('is text in a formula, which stays in one piece', () => {
    assert.equal(
      filled('<p>\\(x = [[half.list.0:.1]] y\\)!</p>'),
      '<p>\\(x = 0.5 y\\)<data value="0.5" data-claim="half.list.0:.1" hidden="">0.5</data>!</p>',
    );
  });

  test('is refused by name where claim, number or format do not exist', () => {
    assert.throws(() => filled('[[whole.list.0:.1]]'), /a page: .*no claim has the id whole/);
    assert.throws(
      () => filled('[[half.size:.1]]'),
      /claim half has no number "size"; it has width, list/,
    );
    assert.throws(() => filled('[[half.list.0:3]]'), /a format must be .* got "3"/);
    assert.throws(() => filled('[[half.list.0]]'), /must be an integer, got 0.5/);
  });
});

test('a number is printed in its format, and read back', () => {
  for (const [value, format, text] of /** @type {[number, string, string][]} */ ([
    [4096, '', '4,096'],
    [12345.678, '.2', '12,345.68'],
    [1234567890, '', '1,234,567,890'],
    [-0.5, '.1', '−0.5'],
    [0.6804, '.1%', '68.0 %'],
    [22518.75, '~2', '23,000'],
    [0.0041234, '~2', '0.0041'],
    [3.338e-5, 'e2', '3.34·10⁻⁵'],
  ])) {
    const {text: printed, limit} = print(value, format);
    assert.equal(printed, text);
    assert.ok(
      Math.abs(readPrinted(printed) - value) <= limit * 1.0002 + 1e-12,
      `${printed} is read as ${readPrinted(printed)}`,
    );
    assert.ok(judge(value, printed, format).passed);
    assert.ok(
      !judge(value + 2.5 * (limit || 1), printed, format).passed,
      `${printed} is held within ${limit}`,
    );
  }
});

/** Claims of most of some numbers: one that is NaN is not counted. */
const OF_MOST = new Set(['alibi-content-scale']);

test('NaN in any number that a law compares breaks it', () => {
  for (const claim of CLAIMS.values()) {
    const {law, settings} = claim;
    if (!law || OF_MOST.has(claim.id)) continue;
    const values = shipped.get(claim.id);
    /** @type {Set<string>} the path of each number that was read */
    const compared = new Set();
    /** @type {(value: any, at: string[], spoiled: string) => any} */
    const watched = (value, at, spoiled) => {
      if (typeof value === 'number') {
        compared.add(at.join('.'));
        return at.join('.') === spoiled ? Number.NaN : value;
      }
      if (typeof value !== 'object' || value === null) return value;
      return new Proxy(value, {
        get: (target, name) => {
          const inner = Reflect.get(target, name);
          if (typeof name === 'symbol' || typeof inner === 'function' || name === 'length')
            return inner;
          return watched(inner, [...at, name], spoiled);
        },
      });
    };
    const holds = (/** @type {string} */ spoiled) =>
      law.holds(watched({...settings, ...values}, [], spoiled));
    assert.ok(holds(''), claim.id);
    const names = [...compared].filter(
      (name) => !Object.hasOwn(settings ?? {}, name.split('.')[0]),
    );
    for (const name of names) assert.ok(!holds(name), `${claim.id} holds with NaN for ${name}`);
  }
});

test('a law that does not hold stops the build', async () => {
  const broken = {
    id: 'broken',
    source: 'of a test',
    compute: () => ({}),
    law: {says: 'never', holds: () => false},
  };
  await assert.rejects(evaluateClaims([broken]), /claim broken: “never” does not hold/);
});
