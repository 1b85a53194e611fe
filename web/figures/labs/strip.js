// @ts-check
// A strip of tokens as people write it down, and the position ids that code gives it.

/**
 * One place of the strip. `document` counts from 0, and is -1 for padding. Tokens of an image share
 * an `image` and have a row and column in its grid.
 *
 * @typedef {{word: string, document: number, image?: number, row?: number, col?: number,
 *   rows?: number, cols?: number}} Token
 */

/** @typedef {'slots' | 'tokens' | 'reset'} IdRule */
/** @typedef {'none' | 'pads' | 'documents'} MaskRule */

export const MAX_TOKENS = 24;
const GRID = /^\[(\d+)x(\d+)\]$/;
const PAD = '_';

/**
 * @param {string} text words, `_` for padding, `|` between documents, `[2x3]` for an image of 2 by 3
 * @returns {Token[]}
 * @throws {RangeError} naming the word that is none, or what is too much
 */
export function readStrip(text) {
  /** @type {Token[]} */
  const tokens = [];
  let [document, image] = [0, 0];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (word === '|') {
      if (tokens.some((token) => token.document === document)) document++;
    } else if (word === PAD) tokens.push({word, document: -1});
    else if (word.startsWith('[')) tokens.push(...imageTokens(word, document, image++));
    else tokens.push({word, document});
  }
  const nReal = tokens.filter((token) => token.document >= 0).length;
  if (nReal === 0) throw new RangeError('tokens must hold a word, got only padding.');
  if (tokens.length <= MAX_TOKENS) return tokens;
  throw new RangeError(`tokens must be at most ${MAX_TOKENS}, got ${tokens.length}.`);
}

/** @param {string} word @param {number} document @param {number} image @returns {Token[]} */
function imageTokens(word, document, image) {
  const [, rows, cols] = (GRID.exec(word) ?? []).map(Number);
  if (!(rows >= 1 && rows <= 6 && cols >= 1 && cols <= 6)) {
    throw new RangeError(
      `tokens: an image must be written [rows x columns] without spaces, each 1 to 6, got "${word}".`,
    );
  }
  return Array.from({length: rows * cols}, (_, k) => {
    const [row, col] = [Math.floor(k / cols), k % cols];
    return {word: `▦${row}${col}`, document, image, row, col, rows, cols};
  });
}

/**
 * A strip as text again. An image must be whole.
 *
 * @param {readonly Token[]} tokens
 * @returns {string}
 */
export function writeStrip(tokens) {
  const words = [];
  let document = tokens.find((token) => token.document >= 0)?.document ?? 0;
  for (const token of tokens) {
    if (token.document > document) words.push('|');
    if (token.document >= 0) document = token.document;
    if (token.image === undefined) words.push(token.word);
    else if (token.row === 0 && token.col === 0) words.push(`[${token.rows}x${token.cols}]`);
  }
  return words.join(' ');
}

/**
 * The strip after an edit of the place `at`: `pad` puts padding before it, `cut` begins a document
 * there, or joins it to the one before, `remove` takes it out, an image as a whole.
 *
 * @param {readonly Token[]} tokens
 * @param {string} name
 * @param {number} at
 * @returns {string}
 */
export function edited(tokens, name, at) {
  const token = tokens[at];
  const isOf = (/** @type {Token} */ other) =>
    other === token || (token.image !== undefined && other.image === token.image);
  const first = tokens.findIndex(isOf);
  const before = tokens.slice(0, first);
  const after = tokens.slice(first);
  if (name === 'pad') return writeStrip([...before, {word: PAD, document: -1}, ...after]);
  if (name === 'remove') return writeStrip(tokens.filter((other) => !isOf(other)));
  const last = before.findLast(({document}) => document >= 0)?.document;
  if (name !== 'cut' || token.document < 0 || last === undefined) return writeStrip(tokens);
  const step = last === token.document ? 1 : -1;
  const moved = after.map((other) =>
    other.document < 0 ? other : {...other, document: other.document + step},
  );
  return writeStrip([...before, ...moved]);
}

/**
 * @param {readonly Token[]} tokens
 * @param {IdRule} rule slots: the place in the strip; tokens: real tokens before it; reset: those of its
 *   own document
 * @returns {number[]} padding gets the 1 of common code, where pads are not counted
 */
export function idsOf(tokens, rule) {
  if (rule === 'slots') return tokens.map((_, k) => k);
  return tokens.map(({document}, k) => {
    if (document < 0) return 1;
    return tokens
      .slice(0, k)
      .filter((other) => (rule === 'reset' ? other.document === document : other.document >= 0))
      .length;
  });
}

/**
 * What each token may see: 0, or -Infinity to be added to a logit. The causal mask is not in it.
 *
 * @param {readonly Token[]} tokens
 * @param {MaskRule} rule
 * @returns {import('../../core/core.js').Tensor} (1, n, n)
 */
export function maskOf(tokens, rule) {
  const n = tokens.length;
  const data = new Float32Array(n * n);
  tokens.forEach((query, i) => {
    tokens.forEach((key, j) => {
      const isPad = rule !== 'none' && key.document < 0;
      const isOther = rule === 'documents' && key.document !== query.document;
      if (isPad || isOther) data[i * n + j] = -Infinity;
    });
  });
  return {data, shape: [1, n, n]};
}

/**
 * The three ids of each token, time, height and width, as Qwen2-VL counts them: text moves all three
 * on by one; an image stands still in time and lays its tokens on a grid; what follows goes on behind
 * the largest id. (P. Wang et al., arXiv:2409.12191, section 2.1)
 *
 * @param {readonly Token[]} tokens
 * @param {'grid' | 'flat' | 'count'} rule flat: the place in the strip, three times; count: the grid, but
 *   what follows an image goes on as if each of its tokens had been one step
 * @returns {{t: number[], h: number[], w: number[]}}
 */
export function gridIds(tokens, rule) {
  /** @type {{t: number[], h: number[], w: number[]}} */
  const ids = {t: [], h: [], w: []};
  let next = 0;
  let [start, counted] = [0, 0];
  tokens.forEach((token, k) => {
    const isFirst = token.image !== undefined && token.row === 0 && token.col === 0;
    if (isFirst) {
      start = next;
      counted = 0;
    }
    const {row = 0, col = 0, rows = 1, cols = 1, image} = token;
    const flat = rule === 'flat';
    const at = flat ? k : image === undefined ? next : start;
    ids.t.push(at);
    ids.h.push(flat || image === undefined ? at : at + row);
    ids.w.push(flat || image === undefined ? at : at + col);
    counted++;
    if (image === undefined) next++;
    else next = start + (rule === 'count' ? counted : Math.max(rows, cols));
  });
  return ids;
}
