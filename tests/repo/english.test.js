// Holds pages, comments, messages and test names to plain English: spelling by cspell, and a list of
// expressions that read as translated, each with what to write instead.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import {ROOT} from '../../web/build/paths.js';
import {checkChanged, listedFiles, textFiles} from '../support/check-changed.js';

/** Where the expressions are searched. */
const SEARCHED = /^(?:README\.md$|build\.sh$|(?:\.github|src|web|tests)\/)/;
/** Data, and this file, which quotes what it looks for. */
const NOT_SEARCHED =
  /^web\/runs\/|\/data\/|^tests\/golden\/.*\.json|^tests\/(?:fixtures|fuzz\/corpus)\/|^tests\/repo\/(?:english|names)\.test/;
const IS_TEXT = /\.(?:c|h|js|cjs|py|css|html|json|md|yml|sh)$/;

const IS_PROSE = /\.(?:html|json|md)$/;
const IS_CODE = /\.(?:c|h|js|cjs|py|css)$/;

const COUNTED =
  'lines? rows? numbers? vectors? bytes? ms rad words? values? bias tests? figures? files? columns? entry entries keys? ids? buckets? class classes'
    .split(' ')
    .join('|');

/**
 * What to write instead, and the expression; a space in it also matches the end of a line and the
 * `//`, `*` or `#` with which a comment goes on. Those with `where` are for such files alone: a text
 * for readers may say that nobody noticed.
 *
 * @type {[instead: string, expression: string, where?: RegExp][]}
 */
const PATTERNS = [
  [
    '"per": one row per position',
    `\\b(?:one|a|two|three|n|\\d[\\d.]*) (?:${COUNTED}) an? (?!(?:time|little|few|lot)\\b)\\w+|\\bone an? (?:row|token|head|layer|position|pair|side)\\b|\\b(?:positions|radians|tokens|bytes|steps|ms) an? (?:turn|step|position|token|second|head|layer|pair|row)\\b`,
  ],
  ['"backward pass", or what is done in reverse', '\\bways? back\\b|\\bthere and back\\b'],
  [
    '"is in", "is at", "is on"',
    '(?<!\\b(?:people|person|horse|you|guests?) )\\bstands? (?:once|in|on|at|above|below|here|there|beside|apart|before|after)\\b(?! for\\b)',
  ],
  ['"replaces", "represents"', '\\bstands? in for\\b'],
  [
    '"reported", "named", "known", "passed"',
    '\\b(?:is|are|was|were|be|been|being) told\\b(?! (?:apart|from))',
  ],
  [
    '"expected", "required", "requested", "read"',
    '(?<!\\bquestions? (?:can )?|\\bauthors )\\b(?:is|are|was|were|be|been|being) asked\\b(?! next)',
  ],
  [
    '"rotated"; "inverse rotation"',
    '\\bturned (?:back|by|at|as|when)\\b|\\bturn(?:s|ed)? (?:q|k|the query|queries|keys)\\b|\\bposition 0 turns\\b',
  ],
  ['"uniform bits"', '\\beven bits\\b'],
  ['"has to", "is to", "will"', '\\bshall\\b'],
  ['"always", "for all time"', '\\bfor ever\\b'],
  ['"no longer", "at most"', '\\bno more\\b(?! (?:than|of|(?:\\w+ )?\\w+s)\\b)'],
  [
    '"anyone who", "the caller"',
    '\\bwhoever\\b|(?:[.;:] |^)who (?:asks|hands|wants|looks)\\b[^?]*?\\.',
  ],
  [
    'what the program does: "unused", "never read"',
    '\\b(?:that|which|where) nobody (?:reads?|asks?|calls?|needs?|wants?|provides?|chose|meant|made|trained|filled|writes?|has (?:trained|written))\\b',
    IS_PROSE,
  ],
  [
    'what the program does: "unused", "no caller needs"',
    '\\bnobody(?: else)?\\b(?! (?:else )?(?:notice[ds]?|hears?|heard|complain(?:s|ed)|should)\\b)',
    IS_CODE,
  ],
  ['what the program does: "no error is raised"', '\\bwithout a word\\b|\\bnothing complains\\b'],
  [
    '"a different number", "a different set"',
    '\\b(?:sees?|gets?|gives?|has|have|needs?) another (?:number|set|past|output|result|order|answer)\\b',
  ],
  ['"compared with"', '\\bh[eo]ld(?:s|ing)? (?:it |them |both |one )?against\\b'],
  ['"is between"', '\\bstands? between\\b'],
  ['"remedy", "solution"', '\\bcures?\\b'],
  [
    '"frequency", the one word for the angle per position',
    '\\bspeeds? of (?:each |the |a )?(?:\\w+ )?pairs?\\b|\\bpairs?(?:’s)? (?:keeps? its |keep their |(?:turns )?at its own |of the same |has |with )?speeds?\\b',
  ],
  ['"the mistake is often made"', '\\btrips? over\\b'],
  [
    '"module", "Python worker", "exercise panel"',
    '\\brealms?\\b|\\bworkbench\\b|\\bstations?\\b|\\bthe walls\\b',
  ],
];

const EXPRESSIONS = PATTERNS.map(([instead, expression, where = /./]) => ({
  instead,
  where,
  expression: new RegExp(expression.replaceAll(' ', '\\s(?:\\s*(?://|\\*|#)?\\s)?\\s*'), 'gim'),
}));

/**
 * @param {string} file
 * @param {string} text
 * @returns {string[]} a line for each place that reads as translated
 */
function findings(file, text) {
  return EXPRESSIONS.filter(({where}) => where.test(file)).flatMap(({instead, expression}) =>
    [...text.matchAll(expression)].map(({0: found, index}) => {
      const line = text.slice(0, index).split('\n').length;
      return `${file}:${line}: "${found.replace(/\s+(?:(?:\/\/|\*|#)\s+)?/g, ' ')}": write ${instead}`;
    }),
  );
}

test('cspell knows every word', {timeout: 300_000}, () => {
  const settings = ['cspell.json', 'tests/repo/words.txt', 'package-lock.json'];
  checkChanged('cspell', textFiles(), settings, spell);
});

/** @param {string[]} files those that cspell.json leaves out are left out here, too */
function spell(files) {
  const {status, stdout, stderr, error} = spawnSync(
    process.execPath,
    [
      'node_modules/cspell/bin.mjs',
      ...['--no-progress', '--no-summary', '--no-color'],
      ...['--no-must-find-files', '--file-list', 'stdin'],
    ],
    {cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26, input: files.join('\n')},
  );
  assert.ifError(error);
  const advice = 'Correct the word, or add it to tests/repo/words.txt, sorted.';
  assert.equal(status, 0, `${stdout}${stderr}\n${advice}`);
}

test('the project’s words are sorted, in lower case, and each is there once', () => {
  const parts = readFileSync(path.join(ROOT, 'tests/repo/words.txt'), 'utf8').split('\n\n');
  const lists = parts.map((part) =>
    part.split('\n').filter((word) => word && !word.startsWith('#')),
  );
  for (const list of lists) assert.deepEqual(list, list.map((word) => word.toLowerCase()).sort());
  const all = lists.flat();
  assert.equal(new Set(all).size, all.length);
});

test('no expression reads as translated', () => {
  const files = listedFiles().filter(
    (file) => SEARCHED.test(file) && IS_TEXT.test(file) && !NOT_SEARCHED.test(file),
  );
  assert.ok(files.length > 100, 'the files were found');
  const lines = files.flatMap((file) =>
    findings(file, readFileSync(path.join(ROOT, file), 'utf8')),
  );
  assert.deepEqual(lines, []);
});

test('the search finds each expression, also across lines, and leaves ordinary English alone', () => {
  const found = [
    'Two tables with one row a position.',
    'The way back of KERPLE.',
    ' * It stands\n * in its own file.',
    'The mean stands in for what is missing.',
    'A wrong width is told.',
    '  // as many as were\n  // asked for',
    'The queries are turned back.',
    '64 even bits',
    'texts that shall be longer',
    'kept for ever',
    'It grows no more.',
    'Whoever numbers the seats.',
    'It is old. Who asks gets an answer.',
    'a table that nobody reads',
    'the realm of the page',
    'a result that is held against the formula',
    'whatever stands between them',
    'The cure is a test.',
    'Every pair keeps its speed.',
    'The speed of each pair.',
    'People trip over it.',
    'It returns fewer rows without a word.',
    'The rest stands beside the table.',
    'Three ids a token.',
    'The position of the next token, one a row.',
    '256 buckets a side',
    'A and B stand once each.',
    'Each copy sees another past.',
  ];
  for (const text of found) assert.equal(findings('x.js', text).length, 1, text);
  const fine = [
    'one row per position, one at a time',
    'They cannot be told apart.',
    'Two people stand on a roundabout.',
    'm stands for a position.',
    'Which questions can be asked?',
    'no more than four, and no more bytes',
    'It has another use, and needs another test.',
    'Nobody noticed, and nobody should.',
    'The hands of a clock, each at its own speed.',
    'The horse stood behind the wall. A learner who looks for it.',
    'Who looks at the future?',
  ];
  for (const text of fine) assert.deepEqual(findings('x.js', text), [], text);
});
