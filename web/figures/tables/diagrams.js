// @ts-check
// The diagrams as data: boxes on a grid of columns and rows, arrows between them. Coordinates are
// in units of the picture (380 wide, so that the text is legible on a phone).

/**
 * @typedef {{id: string, x: number, y: number, width?: number, text: string[], tone?: 'plain' | 'good' | 'misses' | 'accent'}} Box
 *   x, y: the box's centre; `text`: its lines
 * @typedef {{from: string, to: string, label?: string}} Arrow
 * @typedef {{title: string, description: string, height: number, boxes: Box[], arrows: Arrow[],
 *   lifelines?: {top: number, bottom: number}}} Diagram
 *   with lifelines the first row of boxes are actors and `messages` run between them
 */

/** @type {Record<string, Diagram>} */
export const DIAGRAMS = {
  'diagram-position-problem': {
    title: 'Why attention needs a positional encoding',
    description:
      'A sentence can be read by a recurrent network, which takes word after word and so has the order built in, or by ' +
      'self-attention, which compares all words at once and treats them alike: a bag of words. So position has to be encoded: ' +
      'waves or a learned table are added, queries and keys are rotated, or distance is penalised.',
    height: 455,
    boxes: [
      {id: 'sentence', x: 190, y: 30, width: 200, text: ['a sentence: words in order']},
      {
        id: 'recurrent',
        x: 95,
        y: 110,
        width: 170,
        text: ['recurrent network', 'reads word after word'],
      },
      {
        id: 'attention',
        x: 285,
        y: 110,
        width: 170,
        text: ['self-attention', 'compares every pair'],
      },
      {id: 'ordered', x: 95, y: 190, width: 170, text: ['order is built in'], tone: 'good'},
      {
        id: 'bag',
        x: 285,
        y: 190,
        width: 170,
        text: ['order is lost:', 'a bag of words'],
        tone: 'misses',
      },
      {id: 'need', x: 190, y: 280, width: 220, text: ['position must be encoded'], tone: 'accent'},
      {id: 'sinusoidal', x: 95, y: 360, width: 170, text: ['sinusoidal', 'fixed waves, added']},
      {id: 'learned', x: 285, y: 360, width: 170, text: ['learned', 'a table, added']},
      {id: 'rope', x: 95, y: 420, width: 170, text: ['RoPE', 'rotates queries and keys']},
      {id: 'alibi', x: 285, y: 420, width: 170, text: ['ALiBi', 'a penalty on distance']},
    ],
    arrows: [
      {from: 'sentence', to: 'recurrent'},
      {from: 'sentence', to: 'attention'},
      {from: 'recurrent', to: 'ordered'},
      {from: 'attention', to: 'bag'},
      {from: 'bag', to: 'need'},
      {from: 'need', to: 'sinusoidal'},
      {from: 'need', to: 'learned'},
    ],
  },
  'diagram-sinusoidal-flow': {
    title: 'From a position to its sinusoidal row',
    description:
      'A position is multiplied by the frequency of each pair of dimensions, fast for the first pair and slow for the last. ' +
      'The sine goes into the even dimension, the cosine into the odd one. Together they make one row, no other position ' +
      'has it, and an offset rotates every pair by a fixed angle.',
    height: 430,
    boxes: [
      {id: 'position', x: 190, y: 30, width: 160, text: ['position p']},
      {
        id: 'angle',
        x: 190,
        y: 105,
        width: 250,
        text: ['angle p · wᵢ for every pair i', 'wᵢ = 10000 to the power −2i/d'],
      },
      {id: 'sine', x: 95, y: 195, width: 170, text: ['even dimension 2i', 'sin(p · wᵢ)']},
      {id: 'cosine', x: 285, y: 195, width: 170, text: ['odd dimension 2i + 1', 'cos(p · wᵢ)']},
      {id: 'row', x: 190, y: 285, width: 230, text: ['one row of d numbers'], tone: 'accent'},
      {id: 'unique', x: 95, y: 375, width: 170, text: ['no two rows alike'], tone: 'good'},
      {
        id: 'offset',
        x: 285,
        y: 375,
        width: 170,
        text: ['an offset k rotates', 'pair i by k · wᵢ'],
        tone: 'good',
      },
    ],
    arrows: [
      {from: 'position', to: 'angle'},
      {from: 'angle', to: 'sine'},
      {from: 'angle', to: 'cosine'},
      {from: 'sine', to: 'row'},
      {from: 'cosine', to: 'row'},
      {from: 'row', to: 'unique'},
      {from: 'row', to: 'offset'},
    ],
  },
  'diagram-rope-flow': {
    title: 'What RoPE does to a query and a key',
    description:
      'Query and key are cut into pairs. The pair of the query at position m is rotated by m times its frequency, that of the key at ' +
      'position n by n times the same frequency. Their dot product then depends on content and on m − n alone.',
    height: 450,
    boxes: [
      {id: 'q', x: 95, y: 30, width: 170, text: ['query at position m']},
      {id: 'k', x: 285, y: 30, width: 170, text: ['key at position n']},
      {
        id: 'pairs',
        x: 190,
        y: 110,
        width: 250,
        text: ['cut each head into pairs', 'pair i has frequency wᵢ'],
      },
      {id: 'rotateQ', x: 95, y: 200, width: 170, text: ['rotate by m · wᵢ'], tone: 'accent'},
      {id: 'rotateK', x: 285, y: 200, width: 170, text: ['rotate by n · wᵢ'], tone: 'accent'},
      {id: 'dot', x: 190, y: 290, width: 250, text: ['dot product of the rotated pairs']},
      {
        id: 'relative',
        x: 190,
        y: 390,
        width: 300,
        text: ['logit: the content’s, and the angle', '(m − n) · wᵢ. Only the distance is left.'],
        tone: 'good',
      },
    ],
    arrows: [
      {from: 'q', to: 'pairs'},
      {from: 'k', to: 'pairs'},
      {from: 'pairs', to: 'rotateQ'},
      {from: 'pairs', to: 'rotateK'},
      {from: 'rotateQ', to: 'dot'},
      {from: 'rotateK', to: 'dot'},
      {from: 'dot', to: 'relative'},
    ],
  },
  'diagram-pipeline-sequence': {
    title: 'Where position enters on the way from tokens to attention',
    description:
      'Tokens go into the embedding as numbers. The embedding passes vectors to the position step, which adds rows ' +
      '(sinusoidal, learned), or later rotates queries and keys (RoPE) or adds a bias to the logits (ALiBi). Attention gets ' +
      'vectors that depend on their position, and mixes them.',
    height: 420,
    boxes: [
      {id: 'tokens', x: 46, y: 30, width: 84, text: ['tokens']},
      {id: 'embedding', x: 142, y: 30, width: 92, text: ['embedding']},
      {id: 'position', x: 240, y: 30, width: 84, text: ['position'], tone: 'accent'},
      {id: 'attention', x: 334, y: 30, width: 86, text: ['attention']},
    ],
    lifelines: {top: 52, bottom: 405},
    arrows: [
      {from: 'tokens', to: 'embedding', label: 'ids: the cat sat'},
      {from: 'embedding', to: 'position', label: 'one vector per token'},
      {from: 'position', to: 'position', label: 'which place is it?'},
      {from: 'position', to: 'attention', label: 'x + p (sinusoidal, learned)'},
      {from: 'position', to: 'attention', label: 'rotate q and k (RoPE)'},
      {from: 'position', to: 'attention', label: 'logits + bias (ALiBi)'},
      {from: 'attention', to: 'attention', label: 'softmax, mix values'},
    ],
  },
};
