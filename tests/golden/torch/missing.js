// Which of PyTorch's public names (names.json) the page's torch lacks.
import {readFileSync} from 'node:fs';

import {runPython, textOf} from '../../support/python.js';

/** @type {Record<string, string>} owner to its names, between blanks */
export const NAMES = JSON.parse(readFileSync(new URL('names.json', import.meta.url), 'utf8')).names;

const CODE = `
import json
import torch

def missing(names):
    return json.dumps(
        {
            owner: [name for name in text.split() if not hasattr(eval(owner), name)]
            for owner, text in json.loads(names).items()
        }
    )
`;

/** @returns {Promise<Record<string, string[]>>} owner: the names that it has not */
export async function missing() {
  const {error, results} = await runPython({
    code: CODE,
    steps: [{op: 'call', target: 'missing', args: [JSON.stringify(NAMES)], get: true}],
  });
  if (error) throw new Error(error.traceback);
  return JSON.parse(textOf(results[0]));
}
