// @ts-check
// The hosts that poslab is tried in, and what is tried: tests/browser/hosts/ runs exactly these checks, and the page
// "Put it in your site" shows this table and the recipes' files, which are what the tests run.

/**
 * @typedef {keyof typeof CHECKS} Check
 * @typedef {object} Host
 * @property {string} id its folder beside this file, and tests/browser/hosts/ID.test.js
 * @property {string} name
 * @property {string} [package] of npm: its version is in the table
 * @property {string} ran what was run, in words
 * @property {string} [notRun] what was not
 * @property {string[]} files of the recipe, which the page shows
 * @property {string} [first] what is done before, in HTML
 * @property {Check[]} checks
 * @property {readonly ('chromium' | 'firefox')[]} browsers
 */

export const CHECKS = {
  draws: 'a figure draws',
  settings: 'the host changes a setting',
  events: 'the reader’s change reaches the host',
  returns: 'taken out and put back',
  keys: 'keys typed in it do nothing to the host',
  python: 'an exercise runs Python',
  trains: 'training runs',
};

const BOTH = /** @type {const} */ (['chromium', 'firefox']);
const CHROMIUM = /** @type {const} */ (['chromium']);

/** @type {Host[]} */
export const HOSTS = [
  {
    id: 'html',
    name: 'Plain HTML',
    ran: 'a page of another origin',
    files: ['lesson.html'],
    checks: ['draws', 'settings', 'events', 'returns', 'keys', 'python', 'trains'],
    browsers: BOTH,
  },
  {
    id: 'iframe',
    name: 'iframe',
    ran: 'embed.html in a frame of another origin, and poslab-embed',
    files: ['lesson.html'],
    checks: ['draws', 'settings', 'events', 'returns', 'keys', 'trains'],
    browsers: BOTH,
  },
  {
    id: 'react',
    name: 'React',
    package: 'react',
    ran: 'in strict mode, bundled by esbuild',
    files: ['lesson.jsx'],
    checks: ['draws', 'settings', 'events', 'returns', 'keys'],
    browsers: BOTH,
  },
  {
    id: 'vue',
    name: 'Vue',
    package: 'vue',
    ran: 'a component in one file, bundled by esbuild',
    files: ['Lesson.vue'],
    checks: ['draws', 'settings', 'events', 'returns', 'keys'],
    browsers: CHROMIUM,
  },
  {
    id: 'svelte',
    name: 'Svelte',
    package: 'svelte',
    ran: 'bundled by esbuild',
    files: ['Lesson.svelte'],
    checks: ['draws', 'settings', 'events', 'returns', 'keys'],
    browsers: CHROMIUM,
  },
];
