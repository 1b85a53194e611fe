// @ts-check
// Programs that run one after the other in one Python, as the cells of a notebook, where nothing is put back between them:
// that would take most of the time.

/** A program whose random numbers begin as they do in a Python of its own. @param {string} code */
export const asCell = (code) => `import torch\ntorch.manual_seed(0)\n${code}`;
