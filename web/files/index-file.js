// @ts-check
// model.safetensors.index.json: which tensor of a model in several files is in which of them.
import {FileError} from './bytes.js';
import {parseWithNames} from './json.js';

/**
 * @param {string} text
 * @param {string} name of the file, for messages
 * @returns {Map<string, string[]> | null} from each shard's name to its tensors; null where the text is no index
 * @throws {FileError} where it is one, and broken
 */
export function readIndex(text, name) {
  /** @type {{value: any, repeated: string[]}} */
  let parsed;
  try {
    parsed = parseWithNames(text.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
  const {value, repeated} = parsed;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'weight_map'))
    return null;
  const map = value.weight_map;
  const isObject = typeof map === 'object' && map !== null && !Array.isArray(map);
  if (!isObject || Object.values(map).some((one) => typeof one !== 'string')) {
    throw new FileError(`${name}: weight_map must be an object of file names, got something else.`);
  }
  const twice = repeated.find((one) => one.startsWith('weight_map'));
  if (twice !== undefined) {
    const which = twice.replace(/^weight_map\.?/, '').slice(0, 100) || 'weight_map itself';
    throw new FileError(`${name}: weight_map must name each tensor once, got ${which} twice.`);
  }
  /** @type {Map<string, string[]>} */
  const shards = new Map();
  for (const [tensor, shard] of Object.entries(/** @type {Record<string, string>} */ (map))) {
    const list = shards.get(shard);
    if (list) list.push(tensor);
    else shards.set(shard, [tensor]);
  }
  return shards;
}
