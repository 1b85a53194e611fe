// @ts-check
// The page "Put it in your site": what was tried in which host, the least policies, and the recipes, all from
// web/recipes/, which the tests run.
import {readFileSync} from 'node:fs';
import path from 'node:path';

import {BY_HAND, BY_HAND_RAN, CHECKS, HOSTS} from '../recipes/hosts.js';
import {POLICIES} from '../recipes/policies.js';
import {escapeHtml} from './html.js';
import {ROOT, WEB} from './paths.js';

/** @import {Host} from '../recipes/hosts.js' */

const {devDependencies} = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

/** @param {Host} host */
const versionOf = (host) => (host.package ? devDependencies[host.package] : (host.version ?? ''));

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows first cells are heads of their rows */
const table = (head, rows) =>
  `<table class="hosts"><thead><tr>${head.map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead><tbody>\n${rows
    .map(([first, ...rest]) => `<tr><th scope="row">${first}</th>${rest.map((one) => `<td>${one}</td>`).join('')}</tr>`)
    .join('\n')}\n</tbody></table>`; // biome-ignore format: one thought

/** @returns {string} which check passes in which host, as HTML */
export function hostsTable() {
  const checks = /** @type {(keyof typeof CHECKS)[]} */ (Object.keys(CHECKS));
  const rows = HOSTS.map((host) => [
    `${escapeHtml(host.name)} ${escapeHtml(versionOf(host))}`.trim(),
    escapeHtml(host.ran) + (host.notRun ? `; not run: ${escapeHtml(host.notRun)}` : ''),
    ...checks.map((one) => (host.checks.includes(one) ? 'yes' : '–')),
    host.browsers.map((one) => (one === 'firefox' ? 'Firefox' : 'Chromium')).join(', '),
  ]);
  return table(['Host', 'What was run', ...checks.map((one) => CHECKS[one]), 'Browsers'], rows);
}

/** @returns {string} which hosts were tried by hand, as HTML */
export function handTable() {
  const rows = BY_HAND.map(({name, version, ran}) => [`${name} ${version}`, ran].map(escapeHtml));
  return `<p>${escapeHtml(BY_HAND_RAN)}</p>\n${table(['Host', 'What was tried'], rows)}`;
}

/** @returns {string} the least policy for each feature, as HTML */
export function policiesTable() {
  const rows = POLICIES.map(({feature, needs}) => {
    const policy = Object.entries(needs).map((one) => one.join(' ')).join('; '); // biome-ignore format: one thought
    return [escapeHtml(feature), `<code>${escapeHtml(policy.replaceAll('LAB', 'https://lab.example'))}</code>`]; // biome-ignore format: one thought
  });
  return table(['Feature', 'Content-Security-Policy'], rows);
}

/** @param {Pick<Host, 'id' | 'folder' | 'name' | 'files' | 'first'>} host */
function recipeHtml({id, folder = id, name, files, first}) {
  const blocks = files.map((file) => {
    const text = readFileSync(path.join(WEB, 'recipes', folder, file), 'utf8').trim();
    return `<p><code>${escapeHtml(file)}</code></p>\n<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
  });
  return `<section aria-labelledby="recipe-${id}"><h3 id="recipe-${id}">${escapeHtml(name)}</h3>
${first ? `<p>${first}</p>\n` : ''}${blocks.join('\n')}</section>`;
}

/** @returns {string} every recipe, as HTML */
export const recipesHtml = () =>
  [...HOSTS, ...BY_HAND]
    .filter(({files}) => files.length > 0)
    .map(recipeHtml)
    .join('\n');
