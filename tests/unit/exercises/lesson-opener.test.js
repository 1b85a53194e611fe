// A lesson that comes from an address of the site: one file, or a folder of them.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {MOST} from '../../../web/exercises/lesson/lesson.js';
import {fakeDom} from '../../support/fake-dom.js';
import '../../support/page-modules.js';

/** @param {import('node:test').TestContext} t @param {Record<string, string>} files by their addresses */
async function site(t, files) {
  fakeDom(t);
  Object.assign(document, {baseURI: 'https://course.example/practice.html'});
  /** @type {string[]} */
  const asked = [];
  t.mock.method(globalThis, 'fetch', async (/** @type {URL} */ url) => {
    asked.push(url.pathname);
    if (url.pathname === '/broken/lesson.json') return new Response('', {status: 500, statusText: 'Oh'}); // biome-ignore format: one thought
    const text = files[url.pathname];
    return new Response(text ?? '', {status: text === undefined ? 404 : 200});
  });
  const globals = {
    location: {hash: '', search: '', pathname: '/practice.html'},
    addEventListener() {},
  };
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).map((name) => Reflect.deleteProperty(globalThis, name)));
  const {lessonAt} = await import('../../../web/exercises/ui/lesson-opener.js');
  return {lessonAt, asked};
}

test('an address names the file, or its folder', async (t) => {
  const text = JSON.stringify({title: 'A lesson', exercises: []});
  const {lessonAt, asked} = await site(t, {'/a/lesson.json': text});
  for (const address of ['a/lesson.json', 'a', 'a/', 'https://course.example/a/'])
    assert.deepEqual(JSON.parse(await lessonAt(address)), JSON.parse(text), address);
  assert.ok(asked.includes('/a/lesson.json'));
});

for (const [what, address, message] of /** @type {const} */ ([
  ['that is missing', 'none/', /none\/lesson\.json is not there/],
  ['of a broken server', 'broken/', /lesson\.json: 500 Oh/],
  ['of no address', 'http://[', /lesson must be an address of this site, as lessons\/week-3\.json, got http:\/\/\[\.$/],
  ['of another site', 'https://else.example/a/', /lesson must be an address of this site \(https:\/\/course\.example\), got https:\/\/else\.example/],
  ['that is too long', 'long/', new RegExp(`must have at most ${MOST.bytes} characters, got ${MOST.bytes + 1}`)],
])) // biome-ignore format: a table
  test(`a lesson ${what} is refused`, async (t) => {
    const {lessonAt} = await site(t, {'/long/lesson.json': ' '.repeat(MOST.bytes + 1)});
    await assert.rejects(lessonAt(address), (/** @type {any} */ error) => {
      assert.match([error.message, ...(error.problems ?? [])].join(' '), message);
      return true;
    });
  });
