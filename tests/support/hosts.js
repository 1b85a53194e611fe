// A host of web/recipes/hosts.js: makes its page of the recipe's files, and runs exactly the checks of the
// list. Each host has a folder in .cache/hosts/ and an origin of its own.
import assert from 'node:assert/strict';
import {execFile, execFileSync, spawnSync} from 'node:child_process';
import {cpSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';
import {promisify} from 'node:util';
import {build} from 'vite';

import {ROOT, WEB} from '../../web/build/paths.js';
import {serve} from '../../web/build/serve.js';
import {CHECKS, HOSTS} from '../../web/recipes/hosts.js';
import {readBank} from './bank.js';
import {CACHE} from './browser.js';
import {trains} from './host-page.js';
import {CARD, check, openCard} from './learner.js';
import {startBrowser} from './sandbox-page.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Plugin} from 'vite' */
/** @import {Check, Host} from '../../web/recipes/hosts.js' */
/** @import {Lab} from './browser.js' */
/** @typedef {{page: Page, lab: Lab, problems: string[]}} Visit */
/** @typedef {{url: string, close: () => Promise<void> | void}} Site */

const run = promisify(execFile);
const RECIPES = path.join(WEB, 'recipes');
/** What recipes write for the address of the lab. */
export const EXAMPLE = 'https://example.org/poslab/';
export const NODE_MODULES = path.join(ROOT, 'node_modules');

/** @param {string} id @returns {string} an empty folder */
export function hostFolder(id) {
  const folder = path.join(CACHE, 'hosts', id);
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(folder, {recursive: true});
  writeFileSync(path.join(folder, 'favicon.ico'), ''); // browsers ask for it
  return folder;
}

/** A recipe's file, as the page shows it. @param {string} id of the host @param {string} file */
export function recipeText(id, file) {
  const {folder = id} = HOSTS.find((one) => one.id === id) ?? {};
  return readFileSync(path.join(RECIPES, folder, file), 'utf8').trim();
}

/** A recipe's file, with the lab at its real address. @param {string} id @param {string} file @param {Lab} lab */
export const recipe = (id, file, lab) =>
  readFileSync(path.join(RECIPES, id, file), 'utf8').replaceAll(EXAMPLE, lab.url);

/** @param {string | string[]} folders @param {string} [page] @returns {Promise<Site>} */
export async function served(folders, page = '') {
  const {server, url} = await serve(folders);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return {url: url + page, close};
}

/** Writes a recipe's files and serves them, with npm's packages beside. @param {Host} host @param {Lab} lab */
export function recipeSite({id, files}, lab) {
  const folder = hostFolder(id);
  for (const file of files) writeFileSync(path.join(folder, file), recipe(id, file, lab));
  return served([folder, NODE_MODULES], files[0]);
}

/**
 * The npm packages in a folder's own node_modules. tests/package/ holds that they are what npm packs.
 *
 * @param {string} folder
 */
export function installPackages(folder) {
  execFileSync(path.join(ROOT, 'build.sh'), ['--quiet', 'package'], {stdio: 'inherit'});
  const into = path.join(folder, 'node_modules');
  for (const name of ['package.json', 'lib'])
    cpSync(path.join(ROOT, name), path.join(into, 'poslab', name), {recursive: true});
  cpSync(path.join(CACHE, 'poslab-python'), path.join(into, 'poslab-python'), {recursive: true});
}

/**
 * The files of a recipe in a folder that is a project of its own.
 *
 * @param {string} id of the recipe
 * @param {string} [name] of the folder
 * @returns {string} the folder
 */
export function projectFolder(id, name = id) {
  const folder = hostFolder(name);
  cpSync(path.join(RECIPES, id), folder, {recursive: true});
  writeFileSync(path.join(folder, 'package.json'), '{"private": true, "type": "module"}');
  installPackages(folder);
  return folder;
}

const APP =
  '<!doctype html><html lang="en"><title>app</title><link rel="icon" href="data:,"><div id="app"></div><script type="module" src="ENTRY"></script>';

/**
 * A recipe whose program Vite bundles, as most projects of these frameworks do. Development builds, which say more.
 *
 * @param {Host} host
 * @param {string} entry
 * @param {object} [options]
 * @param {Plugin} [options.plugin]
 * @param {Record<string, string>} [options.define]
 * @param {string} [options.jsx] the package whose JSX it is, where that is not React
 */
export async function bundledSite({id}, entry, {plugin, define, jsx} = {}) {
  const root = projectFolder(id);
  writeFileSync(path.join(root, 'index.html'), APP.replace('ENTRY', `./${entry}`));
  await build({root, configFile: false, mode: 'development', logLevel: 'error', base: './', define, oxc: {jsx: {runtime: 'automatic', importSource: jsx}}, plugins: plugin && [plugin], build: {outDir: path.join(root, 'site'), minify: false}}); // biome-ignore format: one thought
  return served(path.join(root, 'site'));
}

/**
 * A plugin that compiles the files of a framework.
 *
 * @param {RegExp} filter their names
 * @param {(source: string, filename: string) => string | Promise<string>} compile
 * @returns {Plugin}
 */
export const compiler = (filter, compile) => ({
  name: 'compiler',
  enforce: 'pre',
  async transform(source, id) {
    if (filter.test(id)) return {code: await compile(source, id), map: null};
  },
});

/** @param {string} program @returns {string | null} why it cannot be run here */
export const missingTool = (program) =>
  spawnSync(program, ['--version']).error ? `${program} is not here: install its Debian package` : null; // biome-ignore format: one thought

/** Fails unless a program has the version that the list says. @param {Host} host @param {string} program */
export async function versionIs({version = ''}, program) {
  const said = await run(program, ['--version']);
  assert.ok(` ${said.stdout}`.includes(` ${version.split(' ').at(-1)}.`), `web/recipes/hosts.js says ${version}, this is ${said.stdout}`); // biome-ignore format: one thought
}

/**
 * A recipe that a program makes into a page. The version of the program must be the one in the list.
 *
 * @param {Host} host
 * @param {Lab} lab
 * @param {string[]} command
 * @param {string} page that it makes
 */
export async function documentSite(host, lab, [program, ...args], page) {
  const {id, files} = host;
  await versionIs(host, program);
  const cwd = hostFolder(id);
  for (const file of files) {
    mkdirSync(path.dirname(path.join(cwd, file)), {recursive: true});
    writeFileSync(path.join(cwd, file), recipe(id, file, lab));
  }
  mkdirSync(path.join(cwd, 'site'), {recursive: true});
  await run(program, args, {cwd}); // not spawnSync: the program may fetch from this process's server
  return served(cwd, page);
}

const drawn = (/** @type {Page} */ page, tag = 'pe-heatmap') =>
  page.waitForFunction((name) => /** @type {any} */ (document.querySelector(name))?.drawing, {polling: 50}, tag); // biome-ignore format: one thought

/** How many positions the figure's numbers have. @param {Page} page */
const nPos = (page) =>
  page.$eval('pe-heatmap', (figure) => {
    const {nPos, data} = /** @type {any} */ (figure);
    return data[0].shape[0] === nPos ? nPos : -1;
  });

/** How most hosts are tried. @type {Record<Check, (visit: Pick<Visit, 'page'>) => Promise<void>>} */
export const ASK = {
  async draws({page}) {
    await drawn(page);
    assert.equal(await nPos(page), 16);
  },
  async settings({page}) {
    await page.click('#longer');
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector('pe-heatmap')).data[0].shape[0] === 20, {polling: 50}); // biome-ignore format: one thought
    assert.equal(await nPos(page), 20);
  },
  async events({page}) {
    const slider = await page.waitForSelector('pe-heatmap >>> input[name=nPos]');
    await slider?.focus();
    const before = await nPos(page);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((n) => Number.parseInt(document.querySelector('output')?.textContent ?? '', 10) > n, {polling: 50}, before); // biome-ignore format: one thought
    assert.equal(await page.$eval('output', (one) => one.textContent), `${await nPos(page)} positions`); // biome-ignore format: one thought
  },
  async returns({page}) {
    const before = await nPos(page);
    await page.click('#show');
    await page.waitForFunction(() => !document.querySelector('pe-heatmap'), {polling: 50});
    await page.click('#show');
    await drawn(page);
    assert.equal(await nPos(page), before);
  },
  /** The host hears nothing of what is typed in a figure, or in an exercise's editor. */
  async keys({page}) {
    await page.evaluate(() => {
      const heard = /** @type {string[]} */ ([]);
      Object.assign(window, {heard});
      for (const type of ['keydown', 'keyup', 'input', 'change'])
        document.addEventListener(type, () => heard.push(type));
    });
    const slider = await page.waitForSelector('pe-heatmap >>> input[name=nPos]');
    await slider?.focus();
    for (const key of /** @type {const} */ (['ArrowRight', 'd', 'd', 'Enter']))
      await page.keyboard.press(key);
    assert.deepEqual(await page.evaluate('heard'), []);
  },
  trains,
  async python({page}) {
    await openCard(page);
    await check(page, readBank(CARD, 'solution.py'), 'Passed');
  },
};

/** Everything on a page that its author would see as broken. @param {Page} page @returns {string[]} grows */
export function problemsOf(page) {
  /** @type {string[]} */
  const problems = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`thrown: ${error}`));
  page.on('response', (one) => {
    if (one.status() >= 400) problems.push(`${one.status()} ${one.url()}`); // biome-ignore format: one thought
  });
  return problems;
}

/**
 * Runs the checks that the list has of a host, in its order and in one page.
 *
 * @param {string} id
 * @param {object} [options]
 * @param {(host: Host, lab: Lab) => Promise<Site>} [options.site] makes the page; default: the recipe's files as they are
 * @param {Partial<Record<Check, (visit: Visit) => Promise<void>>>} [options.checks] in place of those of all hosts
 * @param {() => string | null} [options.missing] why this host cannot be run here
 */
export function testHost(id, {site = recipeSite, checks = {}, missing = () => null} = {}) {
  const host = /** @type {Host} */ (HOSTS.find((one) => one.id === id));
  for (const browser of host.browsers)
    suite(`${host.name} in ${browser}`, () => {
      /** @type {string | null} */
      let absent = null;
      /** @type {Site} */
      let made;
      /** @type {Visit} */
      let visit;
      before(async () => {
        const lab = await startBrowser(browser);
        absent = typeof lab === 'string' ? lab : missing();
        if (typeof lab === 'string') return;
        const page = await lab.browser.newPage();
        page.setDefaultTimeout(20_000);
        visit = {page, lab, problems: problemsOf(page)};
        if (absent) return;
        made = await site(host, lab);
        await page.setViewport({width: 1280, height: 900});
        await page.goto(made.url);
      });
      after(async () => {
        await made?.close();
        await visit?.lab.close();
      });
      for (const name of host.checks)
        test(CHECKS[name], async (context) => {
          if (absent) return context.skip(absent);
          await (checks[name] ?? ASK[name])(visit);
          assert.deepEqual(visit.problems, []);
        });
    });
}
