// @ts-check
// Which rule of its frequencies a layer has: one for all, one for each type of layer, or none.

import {isFields, show} from './fields.js';

/** @import {Reader} from './fields.js' */
/** @import {Sees} from './layer-kinds.js' */
/** @import {Remark} from './rules.js' */

/**
 * @typedef {object} RuleTable
 * @property {string} field rope_parameters, rope_scaling or ''
 * @property {boolean} isNested whether it has an entry for each type of layer
 * @property {(word: string, sees: Sees) => Reader | null | undefined} of a type of layer; null: its entry is
 *   null, undefined: it has none
 */

const OLD = 'rope_scaling';
const NEW = 'rope_parameters';
/** DeepSeek V4's entries are named for rules, not for types of layers. */
const LABELS = /** @type {Record<string, Sees>} */ ({main: 'sliding', compress: 'compressed'});
const LAYER_TYPE = /(attention|mamba|recurrent|^full$|^sliding$|^global$|^local$)/;

/**
 * @param {Reader} root
 * @param {readonly string[]} words the types of the file's layers
 * @param {Remark[]} remarks
 * @returns {RuleTable}
 */
export function ruleTable(root, words, remarks) {
  const older = root.object(OLD);
  const newer = root.object(NEW);
  if (older && newer) {
    remarks.push({
      level: 'warning',
      field: root.path(NEW),
      text: both(older, newer),
    });
  }
  // transformers 5 takes the older one where it is there and not empty
  const isOlder = older !== undefined && (newer === undefined || older.names().length > 0);
  const object = isOlder ? older : newer;
  if (!object) return {field: '', isNested: false, of: () => undefined};
  const field = root.path(isOlder ? OLD : NEW);
  if (!isNested(object, words)) return {field, isNested: false, of: () => object};
  nestedRemark(object, field, remarks);
  /** @param {string} word @param {Sees} sees */
  const of = (word, sees) => {
    const name = nameFor(object, word, sees);
    if (name === undefined) return undefined;
    return object.has(name) ? object.object(name) : null;
  };
  return {field, isNested: true, of};
}

/** @param {Reader} older @param {Reader} newer */
function both(older, newer) {
  const said = 'It is beside rope_scaling, its older name.';
  if (older.names().length === 0) return `${said} That one is empty, and this one is read.`;
  const base = newer.value('rope_theta');
  const lost =
    typeof base === 'number' && !older.has('rope_theta')
      ? ` Its base of ${base} is lost unless rope_theta is at the top.`
      : '';
  return `${said} transformers 5 replaces it by rope_scaling as a whole, transformers 4 knows only rope_scaling, and so that one is read here; others may take this one.${lost}`;
}

/** @param {Reader} object @param {readonly string[]} words */
function isNested(object, words) {
  const known = (/** @type {string} */ name) =>
    words.includes(name) || Object.hasOwn(LABELS, name) || LAYER_TYPE.test(name);
  const inner = object.names().filter((name) => {
    const value = object.value(name) ?? null;
    return value === null || isFields(value);
  });
  return inner.some((name) => known(name) && (object.has(name) || words.includes(name)));
}

/** @param {Reader} object @param {string} word @param {Sees} sees */
function nameFor(object, word, sees) {
  const names = object.names();
  if (names.includes(word)) return word;
  const label = names.find((name) => Object.hasOwn(LABELS, name) && LABELS[name] === sees);
  if (label) return label;
  const usual = {
    full: 'full_attention',
    sliding: 'sliding_attention',
    chunked: 'chunked_attention',
  };
  const name = /** @type {Record<string, string>} */ (usual)[sees] ?? '';
  return names.includes(name) ? name : undefined;
}

/** @param {Reader} object @param {string} field @param {Remark[]} remarks */
function nestedRemark(object, field, remarks) {
  const entries = object
    .names()
    .filter((name) => !object.has(name) || isFields(object.value(name)));
  remarks.push({
    level: 'note',
    field,
    text: `It has an entry for each of ${entries.join(', ')}. A reader that asks for rope_theta in it finds nothing, and takes 10,000.`,
    source: 'sgl-project/sglang#27541',
  });
  for (const name of object.names().filter((one) => !entries.includes(one))) {
    const got = show(object.value(name));
    remarks.push({
      level: 'warning',
      field: `${field}.${name}`,
      text: `It is beside entries for types of layers, with the value ${got}. No layer reads it.`,
    });
  }
}
