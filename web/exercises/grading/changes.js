// @ts-check
// Single changes of a program, as people make them by mistake: an operator, a number, a name, a function, an axis,
// a part that is left out. Each is a program and the words for it.
import {parser} from '@lezer/python';

/** @import {SyntaxNode} from '@lezer/common' */

/**
 * @typedef {object} Change
 * @property {string} code the program with the change
 * @property {string} words what is other in it: '`sin` in place of `cos`'
 * @property {string} where 'the line that computes `angles`'
 * @property {number} line of the program, from 1
 * @property {number} rank those that people make most often come first, 0 to 3
 *
 * @typedef {{from: number, to: number, text: string}} Edit
 * @typedef {{edits: Edit[], words: string, rank: number, node: SyntaxNode}} Found
 */

/** Operators that are taken for each other. @type {Record<string, string[]>} */
const OPERATORS = {
  '+': ['-', '*'],
  '-': ['+', '*', '/'],
  '*': ['/', '+', '@', '**'],
  '/': ['*', '//', '-'],
  '//': ['/', '%'],
  '%': ['//'],
  '**': ['*', '/'],
  '@': ['*'],
  '<': ['<=', '>', '>='],
  '<=': ['<', '>', '>='],
  '>': ['>=', '<', '<='],
  '>=': ['>', '<', '<='],
  '==': ['!='],
  '!=': ['=='],
  and: ['or'],
  or: ['and'],
  '&': ['|'],
  '|': ['&'],
  '+=': ['-=', '=', '*='],
  '-=': ['+=', '='],
  '*=': ['/=', '=', '+='],
  '/=': ['*=', '='],
};

/** Functions that are taken for each other, each for all others of its row. */
const FUNCTIONS = [
  ['sin', 'cos', 'tan', 'sinh', 'tanh'],
  ['exp', 'exp2', 'expm1', 'sigmoid'],
  ['log', 'log2', 'log10', 'log1p'],
  ['sqrt', 'rsqrt', 'square'],
  ['floor', 'ceil', 'round', 'trunc'],
  ['max', 'min', 'sum', 'mean', 'median'],
  ['median', 'max', 'min'],
  ['amax', 'amin', 'mean', 'sum'],
  ['mean', 'sum', 'median', 'amax', 'prod'],
  ['sum', 'mean', 'amax', 'cumsum', 'prod'],
  ['maximum', 'minimum'],
  ['argmax', 'argmin'],
  ['argsort', 'sort'],
  ['softmax', 'sigmoid', 'log_softmax', 'exp'],
  ['log_softmax', 'softmax', 'log'],
  ['sigmoid', 'tanh', 'relu', 'exp', 'softplus'],
  ['silu', 'relu', 'gelu', 'sigmoid', 'tanh'],
  ['relu', 'gelu', 'silu', 'tanh', 'abs'],
  ['gelu', 'relu', 'silu'],
  ['tanh', 'sigmoid', 'relu'],
  ['tril', 'triu'],
  ['zeros', 'ones'],
  ['zeros_like', 'ones_like', 'empty_like'],
  ['cat', 'stack'],
  ['stack', 'cat'],
  ['any', 'all'],
  ['var', 'std'],
  ['std', 'var'],
  ['repeat', 'repeat_interleave'],
  ['repeat_interleave', 'repeat'],
  ['logsumexp', 'sum', 'amax', 'mean'],
  ['logaddexp', 'maximum', 'add'],
  ['view', 'view_as'],
  ['cumsum', 'sum', 'cumprod'],
  ['abs', 'square', 'relu'],
  ['norm', 'sum', 'max'],
  ['real', 'imag'],
  ['min', 'max'],
  ['dequantize', 'float'],
];

const WITHOUT = 'left out';
const MOST_SHOWN = 32;
const MOST_NAMES = 20;

/** @param {string} text */
const quoted = (text) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return `\`${line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN - 2)} …` : line}\``;
};

/** @param {SyntaxNode} node @returns {SyntaxNode[]} */
function childrenOf(node) {
  const children = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

const VALUES = new Set([
  'VariableName',
  'Number',
  'BinaryExpression',
  'UnaryExpression',
  'CallExpression',
  'MemberExpression',
  'ParenthesizedExpression',
  'ConditionalExpression',
]);
const isValue = (/** @type {SyntaxNode} */ node) => VALUES.has(node.name);

/** Whether a value is where it is read, and not as the name of an argument, a function or a target. @param {SyntaxNode} node */
function isRead({prevSibling, nextSibling, parent, name}) {
  if (nextSibling?.name === 'AssignOp') return false; // of an argument, or a target
  switch (parent?.name) {
    case 'CallExpression':
      return Boolean(prevSibling);
    case 'FunctionDefinition':
    case 'ClassDefinition':
    case 'ImportStatement':
    case 'TypeDef':
      return false;
    case 'ParamList':
    case 'AssignStatement':
      return isAfterSign(prevSibling);
    case 'UpdateStatement':
      return prevSibling !== null;
    case 'ForStatement':
      return prevSibling?.name === 'in';
    case 'MemberExpression':
      return name !== 'VariableName' || prevSibling !== null || nextSibling?.name !== '.';
    default:
      return !/Comprehension/.test(parent?.name ?? '') || prevSibling?.name !== 'for';
  }
}

/** Whether something before it, up to the start, is the sign of an assignment. @param {SyntaxNode | null} before */
function isAfterSign(before) {
  for (let node = before; node; node = node.prevSibling) {
    if (node.name === 'AssignOp') return true;
  }
  return false;
}

/** Whether a name gets a value here. @param {SyntaxNode} node */
function isNamed(node) {
  const parent = node.parent?.name ?? '';
  if (parent === 'ParamList') return node.prevSibling?.name !== 'AssignOp';
  return /Assign|For|Comprehension|Named/.test(parent) && !isRead(node);
}

/** Each kind of change, in the order of nodes. */
class Finder {
  /** @type {Found[]} */
  found = [];
  #text;
  #hasTerms;

  /** @param {string} text @param {boolean} hasTerms whether a term may be missing in it */
  constructor(text, hasTerms) {
    this.#text = text;
    this.#hasTerms = hasTerms;
  }

  /** @param {SyntaxNode} node */
  textOf = ({from, to}) => this.#text.slice(from, to);

  /** @param {SyntaxNode} node @param {string} text @param {string} words @param {number} [rank] */
  #replace(node, text, words, rank = 0) {
    this.#add(node, [{from: node.from, to: node.to, text}], words, rank);
  }

  /** @param {SyntaxNode} node @param {Edit[]} edits @param {string} words @param {number} rank */
  #add(node, edits, words, rank) {
    this.found.push({edits, words, rank, node});
  }

  /** @param {SyntaxNode} node @param {string} text @param {number} rank */
  #inPlace(node, text, rank) {
    this.#replace(node, text, `${quoted(text)} in place of ${quoted(this.textOf(node))}`, rank);
  }

  /** Two parts change places. @param {SyntaxNode} a @param {SyntaxNode} b @param {number} rank */
  #exchange(a, b, rank) {
    const [one, other] = [this.textOf(a), this.textOf(b)];
    if (one === other) return;
    const edits = [
      {from: a.from, to: a.to, text: other},
      {from: b.from, to: b.to, text: one},
    ];
    this.#add(a, edits, `${quoted(one)} and ${quoted(other)} exchanged`, rank);
  }

  /** @param {SyntaxNode} node */
  visit(node) {
    const {name} = node;
    if (name === 'BinaryExpression') this.#binary(node);
    else if (name === 'UnaryExpression') this.#unary(node);
    else if (name === 'Number') this.#number(node);
    else if (name === 'CallExpression') this.#call(node);
    else if (name === 'MemberExpression') this.#member(node);
    else if (name === 'ConditionalExpression') this.#conditional(node);
    else if (name === 'IfStatement') this.#condition(node);
    else if (name === 'Boolean') {
      this.#inPlace(node, this.textOf(node) === 'True' ? 'False' : 'True', 0);
    } else if (name === 'UpdateStatement') this.#update(node);
    else if (name === 'ParenthesizedExpression' && /Binary|Unary/.test(node.parent?.name ?? '')) {
      const inner = this.#text.slice(node.from + 1, node.to - 1);
      this.#replace(node, inner, `the parentheses around ${quoted(inner)} ${WITHOUT}`);
    }
    if (/^(Tuple|Array)Expression$|^(Return|Assign)Statement$/.test(name)) this.#sequence(node);
    if (isValue(node) && isRead(node)) this.#value(node);
    this.#statement(node);
  }

  /** @param {SyntaxNode} node */
  #binary(node) {
    const [left, sign, right] = childrenOf(node);
    if (!right || !sign) return;
    const [a, op, b] = [left, sign, right].map(this.textOf);
    for (const other of OPERATORS[op] ?? []) {
      const words = `${quoted(other)} in place of ${quoted(op)} before ${quoted(b)}`;
      this.#replace(node, `((${a}) ${other} (${b}))`, words);
    }
    if (left.name !== 'Number' && right.name !== 'Number') {
      this.#inPlace(right, `(${a})`, 2);
      this.#inPlace(left, `(${b})`, 2);
    }
    this.#replace(node, `(${a})`, `${quoted(`${op} ${b}`)} ${WITHOUT}`);
    this.#replace(node, `(${b})`, `${quoted(`${a} ${op}`)} ${WITHOUT}`);
    if (['-', '/', '//', '**', '@', '%'].includes(op)) {
      this.#replace(node, `((${b}) ${op} (${a}))`, `the sides of ${quoted(`${a} ${op} ${b}`)} exchanged`); // biome-ignore format: one line
    }
    this.#inside(node);
    if (op === '@') {
      for (const [x, y] of [
        [`(${a}).mT`, b],
        [a, `(${b}).mT`],
        [`(${a}).mT`, `(${b}).mT`],
      ]) {
        this.#replace(node, `((${x}) @ (${y}))`, `${quoted(a)} or ${quoted(b)} transposed`, 1);
      }
    }
    if (op === '//') {
      this.#replace(node, `(-(-(${a}) // (${b})))`, `${quoted(`${a} // ${b}`)} rounded up`);
    }
  }

  /** @param {SyntaxNode} node */
  #unary(node) {
    const [sign, value] = childrenOf(node);
    if (!value) return;
    const op = this.textOf(sign);
    if (op === '-' && value.name === 'Number') {
      const own = this.textOf(node);
      for (const other of ['0', '1', '-1', '-2', '-3', 'None']) {
        if (other !== own) this.#inPlace(node, other, 0);
      }
    }
    this.#replace(node, `(${this.textOf(value)})`, `${quoted(op)} before ${quoted(this.textOf(value))} ${WITHOUT}`); // biome-ignore format: one line
  }

  /** @param {SyntaxNode} node */
  #number(node) {
    const own = this.textOf(node);
    const n = Number(own.replaceAll('_', ''));
    if (!Number.isFinite(n)) return;
    const isWhole = /^\d+$/.test(own);
    const near = isWhole ? [n + 1, n - 1, 2 * n, n / 2] : [2 * n, n / 2, 0, 1, n + 1, 1 - n];
    const far = [10 * n, n / 10, 100 * n, n / 100, 0, 1, n + 2, n - 2, 4 * n, n / 4, n * n];
    const others = new Set([n]);
    for (const [rank, list] of [near, far].entries()) {
      for (const other of list) {
        if (others.has(other) || (isWhole && !Number.isInteger(other) && n < 4)) continue;
        others.add(other);
        const text = isWhole || !Number.isInteger(other) ? `${other}` : `${other}.0`;
        const put = other < 0 ? `(${text})` : text;
        this.#replace(node, put, `\`${text}\` in place of \`${own}\``, rank);
      }
    }
  }

  /** @param {SyntaxNode} node */
  #call(node) {
    const [head, list] = childrenOf(node);
    if (list?.name !== 'ArgList') return;
    const last = head.name === 'MemberExpression' ? head.lastChild : head;
    const args = this.#argumentsOf(list);
    const called = last ? this.textOf(last) : '';
    if (last) {
      const rows = FUNCTIONS.filter((row) => row.includes(called));
      for (const other of new Set(rows.flat())) {
        if (other !== called) this.#replace(last, other, `${quoted(other)} in place of ${quoted(called)}`); // biome-ignore format: one line
      }
    }
    // without the call: what it is called on, or its first argument
    const isMethod = head.name === 'MemberExpression' && !/^(torch|F|math|np|nn|self)\b/.test(this.textOf(head)); // biome-ignore format: one line
    const inner = isMethod ? head.firstChild : args[0]?.value;
    if (inner) {
      this.#replace(node, `(${this.textOf(inner)})`, `${quoted(`${isMethod ? '.' : ''}${called}(…)`)} ${WITHOUT}`); // biome-ignore format: one line
    }
    if (inner && called) this.#outside(node, inner, called);
    for (const [k, a] of args.entries()) {
      for (const b of args.slice(k + 1)) this.#exchange(a.value, b.value, 0);
      const words = `the argument ${quoted(this.#text.slice(a.from, a.to))} of \`${called}\` ${WITHOUT}`;
      const next = args[k + 1];
      const before = args[k - 1];
      const [from, to] = next ? [a.from, next.from] : [before?.to ?? a.from, a.to];
      this.#add(node, [{from, to, text: ''}], words, 1);
    }
    if (called === 'range' && args.length === 1) {
      const [{from}] = args;
      this.#add(node, [{from, to: from, text: '1, '}], '`range` from 1', 1);
    }
    for (const {name, from} of args) {
      if (name !== 'min' && name !== 'max') continue;
      const other = name === 'min' ? 'max' : 'min';
      const edit = {from, to: from + 3, text: other};
      this.#add(node, [edit], `\`${other}=\` in place of \`${name}=\``, 0);
    }
  }

  /** One side of what a function is called on is taken out of the call: `exp(a) * b` for `exp(a * b)`. @param {SyntaxNode} call @param {SyntaxNode} inner @param {string} called */
  #outside(call, inner, called) {
    const value = inner.name === 'ParenthesizedExpression' ? childrenOf(inner)[1] : inner;
    if (value?.name !== 'BinaryExpression') return;
    const [a, sign, b] = childrenOf(value).map(this.textOf);
    const withOne = (/** @type {string} */ one) =>
      `${this.#text.slice(call.from, inner.from)}(${one})${this.#text.slice(inner.to, call.to)}`;
    const of = `outside of ${quoted(`${called}(…)`)}`;
    this.#replace(call, `(${withOne(a)} ${sign} (${b}))`, `${quoted(`${sign} ${b}`)} ${of}`, 1);
    this.#replace(call, `((${a}) ${sign} ${withOne(b)})`, `${quoted(`${a} ${sign}`)} ${of}`, 1);
  }

  /** What is beside a call is taken into it: `sqrt(a + eps)` for `sqrt(a) + eps`. @param {SyntaxNode} node a binary expression */
  #inside(node) {
    const [left, sign, right] = childrenOf(node);
    for (const [call, other] of [
      [left, right],
      [right, left],
    ]) {
      const [head, list] = call.name === 'CallExpression' ? childrenOf(call) : [];
      if (list?.name !== 'ArgList') continue;
      const isMethod = head.name === 'MemberExpression' && !/^(torch|F|math|np|nn|self)\b/.test(this.textOf(head)); // biome-ignore format: one line
      const inner = isMethod ? head.firstChild : this.#argumentsOf(list)[0]?.value;
      if (!inner) continue;
      const [own, beside, op] = [inner, other, sign].map(this.textOf);
      const both = call === left ? `((${own}) ${op} (${beside}))` : `((${beside}) ${op} (${own}))`;
      const text =
        this.#text.slice(call.from, inner.from) + both + this.#text.slice(inner.to, call.to);
      const called = this.textOf(
        head.name === 'MemberExpression' ? (head.lastChild ?? head) : head,
      );
      const moved = call === left ? `${op} ${beside}` : `${beside} ${op}`;
      this.#replace(node, text, `${quoted(moved)} inside of ${quoted(`${called}(…)`)}`, 1);
    }
  }

  /** @param {SyntaxNode} list @returns {{from: number, to: number, value: SyntaxNode, name: string}[]} */
  #argumentsOf(list) {
    const groups = [];
    /** @type {SyntaxNode[]} */
    let group = [];
    for (const child of childrenOf(list).slice(1)) {
      if (child.name !== ',' && child.name !== ')') {
        group.push(child);
      } else if (group.length > 0) {
        groups.push(group);
        group = [];
      }
    }
    return groups.map((parts) => {
      const value = parts[parts.length - 1];
      const name = parts.length > 1 ? this.textOf(parts[0]) : '';
      return {from: parts[0].from, to: value.to, value, name};
    });
  }

  /** An attribute that is left out, and slices. @param {SyntaxNode} node */
  #member(node) {
    const [value, mark, ...rest] = childrenOf(node);
    if (!mark) return;
    if (mark.name === '.') {
      const name = this.textOf(rest[0]);
      const other = {real: 'imag', imag: 'real'}[name];
      if (other) this.#replace(rest[0], other, `\`.${other}\` in place of \`.${name}\``);
      if (/^(m?[TH]|real|imag|values|indices)$/.test(name)) {
        this.#replace(node, this.textOf(value), `\`.${name}\` of ${quoted(this.textOf(value))} ${WITHOUT}`); // biome-ignore format: one line
      }
      return;
    }
    const subscript = this.#text.slice(mark.from, node.to);
    if (/^\w+\.shape\[-?\d\]$/.test(this.textOf(node))) {
      for (const name of this.#namesBefore(node)) {
        for (const axis of [-1, -2, 0, 1]) this.#inPlace(node, `${name}.shape[${axis}]`, 2);
      }
    }
    this.#replace(node, this.textOf(value), `the index ${quoted(subscript)} ${WITHOUT}`);
    for (const part of this.#partsOf(rest)) this.#slice(node, part);
  }

  /** What is between the commas of an index. @param {SyntaxNode[]} nodes those after the bracket @returns {SyntaxNode[][]} */
  #partsOf(nodes) {
    /** @type {SyntaxNode[][]} */
    const parts = [[]];
    for (const node of nodes) {
      if (node.name === ',' || node.name === ']') parts.push([]);
      else parts[parts.length - 1].push(node);
    }
    return parts;
  }

  /** @param {SyntaxNode} node @param {SyntaxNode[]} part */
  #slice(node, part) {
    if (!part.some(({name}) => name === ':')) return;
    const {from} = part[0];
    const {to} = part[part.length - 1];
    const own = this.#text.slice(from, to);
    const ends = own.split(':').map((text) => text.trim());
    const others = new Set([':']);
    if (ends.length === 2) {
      const [a, b] = ends;
      others.add(`${b}:${a}`);
      if (a === '' && b) for (const text of [`-(${b}):`, `1:(${b}) + 1`, `:(${b}) + 1`, `:(${b}) - 1`, `::${b}`]) others.add(text); // biome-ignore format: one line
      if (b === '' && a) for (const text of [`(${a}) + 1:`, `(${a}) - 1:`, `:-(${a})`, `::${a}`]) others.add(text); // biome-ignore format: one line
      if (a && b) for (const text of [`${a}:`, `:${b}`, `(${a}) + 1:(${b}) + 1`, `${a}:(${b}) + 1`]) others.add(text); // biome-ignore format: one line
    } else if (ends.length === 3) {
      const [a, , step] = ends;
      others.add(a === '' || a === '0' ? `1::${step}` : `::${step}`);
      others.add(`${a}:`);
    }
    others.delete(own.replaceAll(' ', ''));
    for (const text of others) {
      const words = `\`[${text}]\` in place of \`[${own}]\``;
      this.#add(node, [{from, to, text}], words, text === ':' ? 1 : 0);
    }
  }

  /** @param {SyntaxNode} node */
  #conditional(node) {
    const [one, , condition, , other] = childrenOf(node);
    if (!other) return;
    const [a, c, b] = [one, condition, other].map(this.textOf);
    this.#replace(node, `(${a})`, `${quoted(a)} always`);
    this.#replace(node, `(${b})`, `${quoted(b)} always`);
    this.#replace(node, `((${b}) if ${c} else (${a}))`, `the condition ${quoted(c)} inverted`);
  }

  /** @param {SyntaxNode} node an if statement */
  #condition(node) {
    const [, condition] = childrenOf(node);
    if (!condition || !isValue(condition)) return;
    const own = this.textOf(condition);
    this.#replace(condition, `not (${own})`, `the condition ${quoted(own)} inverted`);
    this.#replace(condition, 'True', `the condition ${quoted(own)} ${WITHOUT}`);
    this.#replace(condition, 'False', `what follows \`if\` ${quoted(own)} ${WITHOUT}`);
  }

  /** @param {SyntaxNode} node */
  #update(node) {
    const sign = childrenOf(node).find(({name}) => name === 'UpdateOp');
    for (const other of OPERATORS[sign ? this.textOf(sign) : ''] ?? []) {
      if (sign) this.#inPlace(sign, other, 0);
    }
  }

  /** What is separated by commas changes places, in twos. @param {SyntaxNode} node */
  #sequence(node) {
    let parts = childrenOf(node);
    const sign = parts.findIndex(({name}) => name === 'AssignOp');
    if (sign >= 0) parts = parts.slice(0, sign);
    if (!parts.some(({name}) => name === ',')) return;
    const items = parts.filter(isValue);
    if (items.length > 5) return;
    for (const [k, a] of items.entries()) {
      for (const b of items.slice(k + 1)) this.#exchange(a, b, 0);
    }
    if (items.length !== 3) return;
    for (const by of [1, 2]) {
      const texts = items.map((_, k) => this.textOf(items[(k + by) % 3]));
      const edits = items.map(({from, to}, k) => ({from, to, text: texts[k]}));
      this.#add(node, edits, `the order ${quoted(texts.join(', '))}`, 0);
    }
  }

  /** The same change wherever a function is called, or a number stands, in a statement or in all: people who take one for the other do so everywhere. */
  everywhere() {
    /** @type {Map<string, Found[]>} */
    const groups = new Map();
    const add = (/** @type {string} */ key, /** @type {Found} */ found) =>
      groups.set(key, [...(groups.get(key) ?? []), found]);
    for (const found of this.found) {
      const [{from, to, text}] = found.edits;
      const own = this.#text.slice(from, to);
      if (found.edits.length > 1 || !/^-?[\w.]+$/.test(own) || !/^\(?-?[\w.]+\)?$/.test(text))
        continue;
      add(`${own} ${text}`, found);
      const statement = statementOf(found.node);
      if (statement) add(`${own} ${text} ${statement.from}`, found);
    }
    for (const [key, group] of groups) {
      if (group.length < 2) continue;
      const [{node, words}] = group;
      const edits = group.flatMap((one) => one.edits);
      const where = key.split(' ').length > 2 ? 'each time' : 'everywhere';
      this.#add(node, edits, `${words}, ${where}`, 1);
    }
  }

  /** A value as a whole: its sign, one more or less, another power. @param {SyntaxNode} node */
  #value(node) {
    const own = this.textOf(node);
    const isMain = !/Binary|Unary|Parenthesized/.test(node.parent?.name ?? '') || node.name === 'VariableName'; // biome-ignore format: one line
    if (!isMain || node.name === 'Number') return;
    for (const [text, words] of [
      [`(-(${own}))`, `a minus before ${quoted(own)}`],
      [`((${own}) + 1)`, `\`+ 1\` after ${quoted(own)}`],
      [`((${own}) - 1)`, `\`- 1\` after ${quoted(own)}`],
      [`((${own}) ** 2)`, `${quoted(own)} squared`],
      [`((${own}) ** 0.5)`, `the square root of ${quoted(own)}`],
      [`((${own}) * 2)`, `twice ${quoted(own)}`],
      [`((${own}) / 2)`, `half of ${quoted(own)}`],
      [`((${own}) // 2)`, `half of ${quoted(own)}`],
      [`(1 / (${own}))`, `the reciprocal of ${quoted(own)}`],
      [`(1 - (${own}))`, `1 minus ${quoted(own)}`],
      [`((${own}).mT)`, `${quoted(own)} transposed`],
      [`((${own}).flip(0))`, `${quoted(own)} in the opposite order`],
      [`((${own}).flip(-1))`, `${quoted(own)} in the opposite order along the last axis`],
      [`((${own}) * 0)`, `zeros in place of ${quoted(own)}`],
      [`((${own}) * 0 + 1)`, `ones in place of ${quoted(own)}`],
      [`(~(${own}))`, `${quoted(own)} inverted`],
    ]) {
      this.#replace(node, text, words, /^(a minus|`. 1`)/.test(words) ? 1 : 2);
    }
    if (node.name === 'VariableName') this.#names(node);
    else if (node.name !== 'ParenthesizedExpression') this.#whole(node);
  }

  /** A variable of the same function for what is computed. @param {SyntaxNode} node */
  #whole(node) {
    if (node.parent?.name === 'ArgList' && node.name !== 'CallExpression') return;
    for (const other of this.#namesBefore(node)) this.#inPlace(node, other, 3);
  }

  /** Other variables of the same function. @param {SyntaxNode} node */
  #names(node) {
    for (const other of this.#namesBefore(node)) {
      const own = this.textOf(node);
      if (other === own) continue;
      this.#inPlace(node, other, 1);
      if (!this.#hasTerms) continue;
      for (const op of ['-', '+', '*', '/']) this.#inPlace(node, `(${own} ${op} ${other})`, 3);
    }
  }

  /** What the function around a node has named before it. @param {SyntaxNode} node @returns {string[]} none where there are very many */
  #namesBefore(node) {
    let scope = node.parent;
    while (scope && scope.name !== 'FunctionDefinition') scope = scope.parent;
    /** @type {Set<string>} */
    const names = new Set();
    scope?.cursor().iterate(({name, node: inner}) => {
      if (name === 'VariableName' && inner.from < node.from && isNamed(inner)) {
        names.add(this.textOf(inner));
      }
    });
    names.delete('self');
    return names.size <= MOST_NAMES ? [...names] : [];
  }

  /** A whole statement is left out. @param {SyntaxNode} node */
  #statement(node) {
    if (node.parent?.name !== 'Body' || !/^(Assign|Update|If|Expression|For)\w*Statement|^(If|For)Statement/.test(node.name)) return; // biome-ignore format: one line
    if (node.firstChild?.name === 'String') return; // a docstring
    this.#replace(node, 'pass', `the whole statement ${WITHOUT}`);
  }
}

/** The statement, or the parameters, around a node. @param {SyntaxNode} node */
function statementOf(node) {
  let at = /** @type {SyntaxNode | null} */ (node);
  while (at && !/Statement$/.test(at.name) && at.name !== 'ParamList') at = at.parent;
  return at;
}

/** @param {SyntaxNode} node @param {(node: SyntaxNode) => string} textOf */
function whereOf(node, textOf) {
  const at = statementOf(node);
  if (!at) return 'the code';
  let scope = at.parent;
  while (scope && scope.name !== 'FunctionDefinition') scope = scope.parent;
  const name = scope && childrenOf(scope).find((child) => child.name === 'VariableName');
  const called = name ? ` of \`${textOf(name)}\`` : '';
  if (at.name === 'ParamList') return `the parameters${called}`;
  if (at.name === 'ReturnStatement') return `what is returned${called && ` by${called.slice(3)}`}`;
  if (/^(Assign|Update)Statement$/.test(at.name)) {
    const sign = childrenOf(at).find((child) => /^(Assign|Update)Op$/.test(child.name));
    const target = textOf(at).slice(0, (sign?.from ?? at.to) - at.from);
    return `the line of ${quoted(target)}${called && `, in${called.slice(3)}`}`;
  }
  const keyword = {IfStatement: 'if', ForStatement: 'for', WhileStatement: 'while'}[at.name];
  return keyword
    ? `the line of \`${keyword}\`${called && `, in${called.slice(3)}`}`
    : `the body${called}`;
}

/** @param {string} text @param {readonly Edit[]} edits */
function edited(text, edits) {
  let code = text;
  for (const {from, to, text: put} of [...edits].sort((a, b) => b.from - a.from)) {
    code = code.slice(0, from) + put + code.slice(to);
  }
  return code;
}

/**
 * All single changes of a program, those that people make most often first.
 *
 * @param {string} program @param {boolean} [hasTerms] whether a variable that is added to another, or multiplies it, is such a change
 * @returns {Change[]}
 */
export function changesOf(program, hasTerms = false) {
  const text = `${program.split('\nif __name__ ==')[0].trimEnd()}\n`;
  const finder = new Finder(text, hasTerms);
  parser.parse(text).iterate({
    enter({name, node}) {
      if (['ImportStatement', 'TypeDef', 'String', 'Comment'].includes(name)) return false;
      finder.visit(node);
      return true;
    },
  });
  finder.everywhere();
  const made = new Set([text]);
  return [0, 1, 2, 3].flatMap((rank) =>
    finder.found.flatMap(({edits, words, rank: own, node}) => {
      if (own !== rank) return [];
      const code = edited(text, edits);
      if (made.has(code)) return [];
      made.add(code);
      const line = text.slice(0, node.from).split('\n').length;
      return [{code, words, where: whereOf(node, finder.textOf), line, rank}];
    }),
  );
}
