// Which of PyTorch's public names (names.json) the page's torch lacks.
import {readFileSync} from 'node:fs';

import {runPython, textOf} from '../../support/python.js';

const RECORD = JSON.parse(readFileSync(new URL('names.json', import.meta.url), 'utf8'));
/** @type {Record<string, string>} owner to its names, between blanks */
export const NAMES = RECORD.names;
/** @type {Record<string, Record<string, [string, string]>>} module to owner to the names it defines and imports */
const PLACES = RECORD.places;
/** Modules that are modules here too. */
const KEPT = Object.keys(NAMES);

const CODE = `
import json
import types
import importlib
import torch
import torch.distributions

def is_here(owner, name, is_module):
    value = getattr(owner, name, None)
    return hasattr(owner, name) and (is_module or not isinstance(value, types.ModuleType))

def missing(names, is_module):
    return json.dumps(
        {
            owner: [name for name in text.split() if not is_here(eval(owner), name, is_module)]
            for owner, text in json.loads(names).items()
        }
    )
`;

/**
 * @param {Record<string, string>} names @param {boolean} isModule whether a module counts
 * @returns {Promise<Record<string, string[]>>} owner: the names that it has not
 */
export async function missing(names = NAMES, isModule = true) {
  const {error, results} = await runPython({
    code: CODE,
    steps: [{op: 'call', target: 'missing', args: [JSON.stringify(names), isModule], get: true}],
  });
  if (error) throw new Error(error.traceback);
  return JSON.parse(textOf(results[0]));
}

/** @returns {Promise<Record<string, string[]>>} "module owner": names that it defines, "|", names that it imports */
export async function places() {
  const rows = Object.entries(PLACES)
    .filter(([path]) => !KEPT.includes(path))
    .flatMap(([path, owners]) =>
      Object.entries(owners).map(([owner, lists]) => ({path, owner, lists})),
    );
  /** @type {Record<string, string>} */
  const wanted = {};
  for (const {owner, lists} of rows) wanted[owner] = `${wanted[owner] ?? ''} ${lists.join(' ')}`;
  const absent = await missing(wanted, false);
  const here = rows.map(({path, owner, lists}) => {
    const [own, imported] = lists.map((names) =>
      names.split(' ').filter((name) => name && !absent[owner].includes(name)),
    );
    const names = imported.length > 0 ? [...own, '|', ...imported] : own;
    return /** @type {[string, string[]]} */ ([`${path} ${owner}`, names]);
  });
  // one that defines nothing of what is here only imports it for its own use
  const isHere = new Set(
    here
      .filter(([, names]) => names.length > 0 && names[0] !== '|')
      .map(([key]) => key.split(' ')[0]),
  );
  isHere.add('torch.nn.modules');
  return Object.fromEntries(
    here.filter(([key, names]) => names.length > 0 && isHere.has(key.split(' ')[0])),
  );
}
