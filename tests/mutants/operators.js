// Where a file can be changed by one small mistake, in C and in JavaScript.
import {parse, tokenizer} from 'acorn';

/**
 * A text in place of another.
 *
 * @typedef {object} Mutant
 * @property {string} file relative to the repository
 * @property {number} start
 * @property {number} end
 * @property {string} text
 * @property {string} operator the kind of mistake
 * @property {number} line counted from 1
 * @property {string} change the line with `[old → new]` in it
 */

// An operator, and what it is replaced by.
const SWAPS = /** @type {Record<string, string>} */ ({
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '==': '!=',
  '!=': '==',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '++': '--',
  '--': '++',
  '<<': '>>',
  '&': '|',
  true: 'false',
  false: 'true',
});

// A function, and another one with the same arguments.
const OTHERS = /** @type {Record<string, string>} */ ({
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
  find: 'findLast',
  findIndex: 'findLastIndex',
  startsWith: 'endsWith',
  unshift: 'push',
});
const OTHERS_IN_C = /** @type {Record<string, string>} */ ({
  sin: 'cos',
  cos: 'sin',
  sinf: 'cosf',
  cosf: 'sinf',
  exp: 'expm1',
  expf: 'expm1f',
  log: 'log1p',
  logf: 'log1pf',
  floor: 'ceil',
  fmax: 'fmin',
  fmin: 'fmax',
  fmaxf: 'fminf',
  fminf: 'fmaxf',
});

/** @param {string} text of a number @returns {string | undefined} */
function otherNumber(text) {
  if (/^\d+$/.test(text)) return String(Number(text) + 1);
  if (/^\d+\.\d*f?$/.test(text)) return text.replace(/^\d+/, (whole) => String(Number(whole) + 1));
  return undefined;
}

/** @param {string} token @param {Record<string, string>} others @returns {[string, string] | undefined} kind and text */
function otherToken(token, others) {
  if (Object.hasOwn(SWAPS, token)) return ['another operator', SWAPS[token]];
  if (Object.hasOwn(others, token)) return ['another function', others[token]];
  const text = otherNumber(token);
  return text === undefined ? undefined : ['another number', text];
}

// Comments, texts, what the preprocessor reads, then words, numbers and operators, with the blanks around an operator.
const C_TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'|^[ \t]*#(?:.*\\\n)*.*|[A-Za-z_]\w*|\d[\w.]*(?:[eEpP][+-]?\d+\w*)?|->|(?: )(?:<<|>>|[-+*/<>=!&|]=?|&&|\|\||==|<=|>=|!=)(?= )|\+\+|--/gm;

// A whole line that is an assignment or a call, and no declaration: those are dropped.
const C_STATEMENT = /^([ \t]+)((?:[\w.[\]>*-]+ [-+*/]?= [^;\n]*|(?!return\b)\w+\([^;\n]*\));)$/gm;

// A call whose first two arguments are names, members or elements.
const C_CALL = /\b[a-z]\w*\(([\w.[\]>-]+), ([\w.[\]>-]+)(?=[,)])/g;

/** @param {string} text */
const balanced = (text) => text.split('(').length === text.split(')').length;

/** @param {string} source @param {number} open where a bracket opens @returns {number} behind the one that closes it */
function closing(source, open) {
  let depth = 0;
  for (let at = open; at < source.length; at++) {
    if (source[at] === '(') depth++;
    if (source[at] === ')' && --depth === 0) return at + 1;
  }
  return -1;
}

/** @param {string} file @param {string} source @returns {Mutant[]} */
export function mutantsOfC(file, source) {
  /** @type {Mutant[]} */
  const found = [];
  const body = source.indexOf('{'); // before it are includes, types and comments
  const add = (
    /** @type {string} */ kind,
    /** @type {number} */ start,
    /** @type {string} */ token,
    /** @type {string} */ text,
  ) => {
    if (start > body) found.push(mutant(file, source, start, token, text, kind));
  };
  for (const match of source.matchAll(C_TOKEN)) {
    const token = match[0].trim();
    const start = match.index + match[0].indexOf(token);
    const [kind, text] = otherToken(token, OTHERS_IN_C) ?? [];
    const declares = /(const|static|\w+_t|float|double|void|char|\*) $/.test(
      source.slice(start - 12, start),
    );
    if (kind && text !== undefined && !(token === '*' && declares)) add(kind, start, token, text);
  }
  for (const match of source.matchAll(C_STATEMENT)) {
    const start = match.index + match[1].length;
    if (balanced(match[2])) add('a statement dropped', start, match[2], ';');
  }
  for (const match of source.matchAll(/^[ \t]+(?:if|while|\} else if) (?=\()/gm)) {
    const start = match.index + match[0].length;
    const condition = source.slice(start, closing(source, start));
    add('a condition negated', start, condition, `(!${condition})`);
  }
  for (const match of source.matchAll(C_CALL)) {
    const [call, first, second] = match;
    if (first === second || !/[a-z]/.test(first + second)) continue;
    const swapped = `${call.slice(0, call.indexOf('(') + 1)}${second}, ${first}`;
    add('arguments swapped', match.index, call, swapped);
  }
  for (const match of source.matchAll(/\b(?:break|continue);/g))
    add('a jump dropped', match.index, match[0], ';');
  return found;
}

/**
 * What a node of the syntax tree can be replaced by: its place, the text, and the kind of mistake.
 *
 * @typedef {[{start: number, end: number}, string, string]} Change
 */

/** @param {any} node @param {(node: any) => string} textOf @returns {Change[]} of this node alone */
function changesOf(node, textOf) {
  switch (node.type) {
    case 'ExpressionStatement':
      return node.directive ? [] : [[node, ';', 'a statement dropped']];
    case 'BreakStatement':
    case 'ContinueStatement':
      return [[node, ';', 'a jump dropped']];
    case 'AwaitExpression':
      return [[node, `(${textOf(node.argument)})`, 'await dropped']];
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return [[node.test, `!(${textOf(node.test)})`, 'a condition negated']];
    case 'CallExpression':
    case 'NewExpression': {
      const [first, second] = node.arguments;
      const simple = [first, second].every((argument) =>
        /^(Identifier|MemberExpression)$/.test(argument?.type),
      );
      if (!simple || textOf(first) === textOf(second)) return [];
      const place = {start: first.start, end: second.end};
      return [[place, `${textOf(second)}, ${textOf(first)}`, 'arguments swapped']];
    }
    default:
      return [];
  }
}

/** @param {any} node @param {(node: any) => string} textOf @returns {Change[]} of this node and all below */
function changesBelow(node, textOf) {
  if (Array.isArray(node)) return node.flatMap((one) => changesBelow(one, textOf));
  if (typeof node?.type !== 'string') return [];
  const below = Object.values(node).flatMap((value) =>
    typeof value === 'object' ? changesBelow(value, textOf) : [],
  );
  return [...changesOf(node, textOf), ...below];
}

/** @param {string} file @param {string} source @returns {Mutant[]} */
export function mutantsOfJs(file, source) {
  /** @type {Mutant[]} */
  const found = [];
  const options = /** @type {const} */ ({
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowHashBang: true,
  });
  const textOf = (/** @type {any} */ {start, end}) => source.slice(start, end);
  for (const [place, text, kind] of changesBelow(parse(source, options), textOf))
    found.push(mutant(file, source, place.start, textOf(place), text, kind));
  for (const {start, end, type} of tokenizer(source, options)) {
    const token = source.slice(start, end);
    const [kind, text] = otherToken(token, OTHERS) ?? [];
    const isText = type.label === 'template' || token.startsWith('"');
    const isCalled = kind !== 'another function' || source.slice(start - 1, start) === '.';
    if (kind && text !== undefined && !isText && isCalled)
      found.push(mutant(file, source, start, token, text, kind));
  }
  return found;
}

/**
 * @param {string} file
 * @param {string} source
 * @param {number} start
 * @param {string} token the text at it
 * @param {string} text what takes its place
 * @param {string} operator
 * @returns {Mutant}
 */
export function mutant(file, source, start, token, text, operator) {
  const before = source.slice(0, start);
  const [from, to] = [before.lastIndexOf('\n') + 1, source.indexOf('\n', start + token.length)];
  const rest = source.slice(start + token.length, to);
  const changed = `${source.slice(from, start)}[${token} → ${text}]${rest}`;
  return {
    file,
    start,
    end: start + token.length,
    text,
    operator,
    line: before.split('\n').length,
    change: changed.replaceAll(/\s+/g, ' ').trim(),
  };
}
