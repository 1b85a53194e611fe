// Where a file can be changed by one small mistake, in C and in JavaScript.
import {parse, tokenizer} from 'acorn';

/** @typedef {{file: string, start: number, end: number, text: string, what: string}} Mutant a text in place of another */

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
  '<<': '>>',
  '&': '|',
  true: 'false',
  false: 'true',
  min: 'max',
  max: 'min',
});

/** @param {string} text of a number @returns {string | undefined} */
function otherNumber(text) {
  if (/^\d+$/.test(text)) return String(Number(text) + 1);
  if (/^\d+\.\d*f?$/.test(text)) return text.replace(/^\d+/, (whole) => String(Number(whole) + 1));
  return undefined;
}

// Comments, texts, what the preprocessor reads, then words, numbers and operators, with the blanks around an operator.
const C_TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'|^[ \t]*#(?:.*\\\n)*.*|[A-Za-z_]\w*|\d[\w.]*(?:[eEpP][+-]?\d+\w*)?|->|(?: )(?:<<|>>|[-+*/<>=!&|]=?|&&|\|\||==|<=|>=|!=)(?= )|\+\+/gm;

// A whole line that is an assignment or a call, and no declaration: those are dropped.
const C_STATEMENT = /^([ \t]+)((?:[\w.[\]>*-]+ [-+*/]?= [^;\n]*|(?!return\b)\w+\([^;\n]*\));)$/gm;

/** @param {string} text */
const balanced = (text) => text.split('(').length === text.split(')').length;

/** The assignments and calls that stand as statements. @param {any} node @returns {{start: number, end: number}[]} */
function dropped(node) {
  if (Array.isArray(node)) return node.flatMap(dropped);
  if (typeof node?.type !== 'string') return [];
  const inside = Object.values(node).flatMap((value) =>
    typeof value === 'object' ? dropped(value) : [],
  );
  return node.type === 'ExpressionStatement' && !node.directive ? [node, ...inside] : inside;
}

/** @param {string} file @param {string} source @returns {Mutant[]} */
export function mutantsOfC(file, source) {
  /** @type {Mutant[]} */
  const found = [];
  const body = source.indexOf('{'); // before it are includes, types and comments
  for (const match of source.matchAll(C_TOKEN)) {
    const token = match[0].trim();
    const start = match.index + match[0].indexOf(token);
    if (start < body) continue;
    const text = SWAPS[token] ?? otherNumber(token);
    const declares = /(const|static|\w+_t|float|double|void|char|\*) $/.test(
      source.slice(start - 12, start),
    );
    if (text === undefined || (token === '*' && declares)) continue;
    found.push(mutant(file, source, start, token, text));
  }
  for (const match of source.matchAll(C_STATEMENT)) {
    const start = match.index + match[1].length;
    if (start > body && balanced(match[2])) found.push(mutant(file, source, start, match[2], ';'));
  }
  return found;
}

/** @param {string} file @param {string} source @returns {Mutant[]} */
export function mutantsOfJs(file, source) {
  /** @type {Mutant[]} */
  const found = [];
  const options = /** @type {const} */ ({ecmaVersion: 'latest', sourceType: 'module'});
  for (const {start, end} of dropped(parse(source, options)))
    found.push(mutant(file, source, start, source.slice(start, end), ';'));
  for (const {start, end} of tokenizer(source, options)) {
    const token = source.slice(start, end);
    const text = SWAPS[token] ?? otherNumber(token);
    if (text === undefined || token.startsWith('"')) continue;
    found.push(mutant(file, source, start, token, text));
  }
  return found;
}

/** @param {string} file @param {string} source @param {number} start @param {string} token @param {string} text */
function mutant(file, source, start, token, text) {
  const before = source.slice(0, start);
  const line = before.split('\n').length;
  const [from, to] = [before.lastIndexOf('\n') + 1, source.indexOf('\n', start)];
  const rest = to < start + token.length ? '' : source.slice(start + token.length, to);
  const shown = `${source.slice(from, start)}[${token.replaceAll(/\s+/g, ' ')} → ${text}]${rest}`;
  return {file, start, end: start + token.length, text, what: `${file}:${line}: ${shown.trim()}`};
}
