// @ts-check
// The list of all texts that figures and controls show, out of the sources: node web/build/strings.js writes
// web/strings/en.json. A text is the argument of t(), or what is written where the data of a figure holds text, or a phrase
// of words that is no selector, class, address or name. A template is one entry, with {names} for its values.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {parse} from 'acorn';

import {TEXT_KEYS} from '../strings/use-strings.js';
import {WEB} from './paths.js';

export const CATALOGUE = path.join(WEB, 'strings/en.json');
/** All that is written here for readers is a text; elsewhere, what t() is called with. */
const SHOWN =
  /^(controls|figures|views|draw)\/|^attribute-names\.js$|^core\/(task|pe\/method-texts)\.js$/;
const CALLING = /^(page|exercises)\/(?!bank\/).*\.js$|^strings\/powers\.js$/;

/** Calls whose strings are names for a machine. */
const MACHINE_CALLS = new Set(
  (
    'querySelector querySelectorAll closest matches addEventListener removeEventListener getAttribute removeAttribute ' +
    'toggleAttribute hasAttribute createElement createElementNS getPropertyValue setProperty removeProperty getContext ' +
    'getElementById includes startsWith endsWith indexOf split has get test RegExp import CustomEvent Event onGitHub svg ' +
    'setTransform emit dispatchEvent set require Symbol normalize matchMedia'
  ).split(' '),
);
/** Properties whose strings are names for a machine. */
const MACHINE_KEYS = new Set(
  (
    'kind style className class d viewBox transform url href type scale map setting id tag preset settings default primary ' +
    'controls faults breaks file core key cssText font relation code directive axis method methods model task'
  ).split(' '),
);

/** Calls whose lists are heads and rows of tables. */
const TABLE_CALLS = new Set(['tableOf']);

/** @typedef {any} Node of acorn */

/** @param {Node} node @returns {string} what is called */
const calledName = ({callee}) => callee?.name ?? callee?.property?.name ?? '';

/** @param {string} text whether it reads as words: two of them, or one that begins a sentence or a label */
const isPhrase = (text) =>
  /\p{L}{2,}[,;:]? (\{\w+\}|[\p{L}\d(“])|\} \p{L}{2,}/u.test(text) &&
  !/[<>=]{2}|^[.#[<]|::|=>|px\b|var\(/.test(text);

/**
 * A literal, a template or a sum of them as one entry.
 *
 * @param {Node} node
 * @returns {string | null} null where it is none
 */
function entryOf(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  /** @type {Set<string>} */
  const used = new Set();
  const nameOf = (/** @type {Node} */ value) => {
    const own = value.name ?? value.property?.name ?? value.arguments?.[0]?.name ?? 'value';
    let name = /^\w+$/.test(own) ? own : 'value';
    for (let k = 2; used.has(name); k++) name = `${own}${k}`;
    used.add(name);
    return `{${name}}`;
  };
  /** @param {Node} part @returns {string} */
  const write = (part) => {
    if (part.type === 'Literal' && typeof part.value === 'string') return part.value;
    if (part.type === 'TemplateLiteral')
      return part.quasis
        .map((/** @type {Node} */ {value}, /** @type {number} */ k) => {
          const inner = part.expressions[k];
          return value.cooked + (inner ? nameOf(inner) : '');
        })
        .join('');
    if (part.type === 'BinaryExpression' && part.operator === '+')
      return write(part.left) + write(part.right);
    return nameOf(part);
  };
  if (node.type === 'TemplateLiteral') return write(node);
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const text = write(node);
  return /\p{L}/u.test(text.replace(/\{\w+\}/g, '')) ? text : null;
}

/** @param {Node} node @returns {Node[]} */
const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => child && typeof child.type === 'string');

/** The values in a template, or in a sum that is one entry. @param {Node} node @returns {Node[]} */
function valuesIn(node) {
  if (node.type === 'TemplateLiteral') return node.expressions;
  if (node.type === 'BinaryExpression' && node.operator === '+')
    return [node.left, node.right].flatMap((part) =>
      part.type === 'Literal'
        ? []
        : part.type === 'TemplateLiteral' || part.type === 'BinaryExpression'
          ? valuesIn(part)
          : [part],
    );
  return [];
}

/**
 * @param {Node} node
 * @param {boolean | null} isText true where strings are text, false where they are names, null where words decide
 * @param {Set<string>} found grows
 */
function collect(node, isText, found) {
  const down = (/** @type {Node} */ child, /** @type {boolean | null} */ how) =>
    child && collect(child, how, found);
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
      return;
    case 'Property':
    case 'PropertyDefinition': {
      const key = node.key.name ?? node.key.value;
      if (node.computed) down(node.key, false);
      const how =
        isText === true ? true : TEXT_KEYS.has(key) ? true : MACHINE_KEYS.has(key) ? false : null;
      down(node.value, node.value?.type === 'ObjectExpression' && key !== 'options' ? null : how);
      return;
    }
    case 'AssignmentExpression':
      down(node.right, MACHINE_KEYS.has(node.left.property?.name) ? false : isText);
      return;
    case 'NewExpression':
    case 'CallExpression':
      collectCall(node, isText, found);
      return;
    case 'SwitchCase':
      for (const statement of node.consequent) down(statement, isText);
      return;
    case 'ConditionalExpression':
      down(node.test, null);
      down(node.consequent, isText);
      down(node.alternate, isText);
      return;
    case 'MemberExpression':
      down(node.object, node.computed && node.object.type === 'ObjectExpression' ? isText : null);
      if (node.computed) down(node.property, false);
      return;
    case 'BinaryExpression':
      if (node.operator !== '+') {
        down(node.left, false);
        down(node.right, false);
        return;
      }
  }
  const entry = ['Literal', 'TemplateLiteral', 'BinaryExpression'].includes(node.type)
    ? entryOf(node)
    : null;
  if (entry !== null) {
    const words = entry.trim();
    const bare = words.replace(/\{\w+\}/g, ' ');
    const isEntry = isText === true ? /\p{L}{2}/u.test(bare) : isText === null && isPhrase(words);
    if (isEntry) found.add(words);
    for (const value of valuesIn(node)) down(value, isEntry ? true : isText);
    return;
  }
  for (const child of childrenOf(node)) down(child, isText);
}

/** @param {Node} node @param {boolean | null} isText @param {Set<string>} found */
function collectCall(node, isText, found) {
  const name = calledName(node);
  collect(node.callee, null, found);
  const isNames = MACHINE_CALLS.has(name);
  node.arguments.forEach((/** @type {Node} */ argument, /** @type {number} */ k) => {
    if (TABLE_CALLS.has(name)) collect(argument, k < 2 ? true : null, found);
    else if (name === 't' || name === 'button') collect(argument, k === 0, found);
    else if (name === 'html') collect(argument, k < 2 ? false : k > 2 ? true : null, found);
    else if (name === 'setAttribute')
      collect(argument, k === 1 && node.arguments[0].value?.startsWith('aria-') === true, found);
    else if (/Error$/.test(name)) collect(argument, true, found);
    else
      collect(
        argument,
        isNames ? false : isText === true && !isFunction(argument) ? true : null,
        found,
      );
  });
}

/** @param {Node} node */
const isFunction = ({type}) => /Function/.test(type);

/** @param {string} source @returns {Node} */
const parseModule = (source) => parse(source, {ecmaVersion: 'latest', sourceType: 'module'});

/** What the core refuses, and why: a figure shows it. @param {Node} node @param {Set<string>} found */
function collectErrors(node, found) {
  if (node.type === 'NewExpression' && /Error$/.test(calledName(node))) collect(node, null, found);
  for (const child of childrenOf(node)) collectErrors(child, found);
}

/** What t() is called with, in a file that need not be of figures. @param {Node} node @param {Set<string>} found */
function collectCalls(node, found) {
  if (node.type === 'CallExpression' && node.callee.name === 't') {
    const entry = entryOf(node.arguments[0]);
    if (entry) found.add(entry);
  }
  for (const child of childrenOf(node)) collectCalls(child, found);
}

/** @param {string} source @returns {string[]} the texts of one module of figures, in its order */
export function textsOf(source) {
  /** @type {Set<string>} */
  const found = new Set();
  const marks = new Set();
  const tree = parse(source, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    onComment: (isBlock, text, _start, end) => {
      if (isBlock && text.trim() === 't') marks.add(end + 1);
    },
  });
  collect(tree, null, found);
  collectMarked(tree, marks, found);
  return [...found];
}

/** Strings behind the comment that marks them: one, or all of a list or of an object. @param {Node} node @param {Set<number>} marks @param {Set<string>} found */
function collectMarked(node, marks, found) {
  if (marks.has(node.start) && /Literal|Expression/.test(node.type)) {
    const items = [
      node.elements ?? node.properties?.map((/** @type {Node} */ one) => one.value) ?? node,
    ];
    for (const item of items.flat()) collect(item, true, found);
  }
  for (const child of childrenOf(node)) collectMarked(child, marks, found);
}

/** @returns {string[]} every text, once, in order */
export function allTexts() {
  /** @type {Set<string>} */
  const found = new Set();
  for (const name of readdirSync(WEB, {recursive: true}).map(String)) {
    if (!name.endsWith('.js')) continue;
    const read = () => readFileSync(path.join(WEB, name), 'utf8');
    if (SHOWN.test(name)) for (const text of textsOf(read())) found.add(text);
    else if (/^core\//.test(name)) collectErrors(parseModule(read()), found);
    else if (CALLING.test(name)) {
      const source = read();
      if (/\bt\b[^}]*\} from \S+\/(dom|t)[.]js/.test(source))
        collectCalls(parseModule(source), found);
      for (const [, text] of source.matchAll(/\/\* t \*\/ '([^']+)'/g)) found.add(text);
    }
  }
  return [...found].sort();
}

/** The text of en.json. */
export const catalogueText = () =>
  `${JSON.stringify(Object.fromEntries(allTexts().map((text) => [text, text])), null, 2)}\n`;

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(CATALOGUE, catalogueText());
