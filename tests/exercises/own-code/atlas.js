// Each bug of the atlas: the bug of a test file that it is, or why none of the adapters can have it.

/** @type {Record<string, {bugs: [kind: string, bug: string][]} | string>} */
export const ATLAS = {
  unscaled: {
    bugs: [
      ['decode', 'unscaled'],
      ['shaw', 'unscaled'],
    ],
  },
  'no-scale': {bugs: [['decode', 'unscaled']]},
  'doubled-exponent': {
    bugs: [
      ['sinusoidal', 'doubled-exponent'],
      ['sinusoidal', 'doubled-index'],
    ],
  },
  swapped: {bugs: [['sinusoidal', 'swapped']]},
  'no-position': {
    bugs: [
      ['rope', 'no-position'],
      ['mrope', 'no-position'],
      ['decode', 'no-position'],
    ],
  },
  mixed: {
    bugs: [
      ['rope', 'mixed-pairing'],
      ['mrope', 'mixed-pairing'],
    ],
  },
  'mixed-pairs': {
    bugs: [
      ['rope', 'mixed-tables'],
      ['mrope', 'mixed-tables'],
    ],
  },
  'by-head': {bugs: [['rope', 'by-head']]},
  bf16: {
    bugs: [
      ['rope', 'bf16-frequencies'],
      ['mrope', 'bf16-frequencies'],
    ],
  },
  'bf16-frequencies': {bugs: [['rope', 'bf16-frequencies']]},
  'bf16-cache': {bugs: [['rope', 'bf16-positions']]},
  'no-mask': {bugs: [['decode', 'no-mask']]},
  'query-axis': {bugs: [['alibi', 'query-axis']]},
  'plain-slopes': {bugs: [['alibi', 'geometric-slopes']]},
  geometric: {bugs: [['alibi', 'geometric-slopes']]},
  'one-sided': {
    bugs: [
      ['t5', 'decoder-rule'],
      ['t5', 'one-direction'],
      ['deberta', 'one-direction'],
    ],
  },
  sign: {
    bugs: [
      ['t5', 'sign-flipped'],
      ['shaw', 'sign-flipped'],
      ['deberta', 'sign-flipped'],
    ],
  },
  'no-cap': {bugs: [['t5', 'uncapped']]},
  'extended-length': {bugs: [['rope', 'extended-length']]},
  'yarn-is-linear': {bugs: [['rope', 'linear-instead']]},
  collapsed: {bugs: [['rope', 'no-attention-factor']]},
  unasked: {bugs: [['rope', 'attention-factor-unasked']]},
  denominator: {bugs: [['rope', 'head-width-exponent']]},
  unconverted: {
    bugs: [
      ['rope', 'other-pairing'],
      ['decode', 'other-pairing'],
    ],
  },
  'by-offset': {
    bugs: [
      ['decode', 'query-behind'],
      ['shaw', 'cache-misaligned'],
      ['alibi', 'cache-misaligned'],
    ],
  },
  ahead: {bugs: [['decode', 'query-ahead']]},
  'no-offset': {
    bugs: [
      ['rope', 'positions-restart'],
      ['decode', 'positions-restart'],
    ],
  },
  'from-zero': {bugs: [['rope', 'positions-restart']]},
  again: {bugs: [['decode', 'rotated-again']]},
  'not-undone': {bugs: [['decode', 'values-rotated']]},
  'slot-ids': {bugs: [['positions', 'ignores-padding']]},
  'flat-ids': {bugs: [['mrope', 'flat-ids']]},
  'next-by-count': {bugs: [['mrope', 'next-by-count']]},
  'other-layout': {bugs: [['mrope', 'other-sections']]},
  // harmless or no code of an encoding
  'after-attention':
    'where a model adds the position: no adapter reaches from embeddings to the output',
  causal: 'a claim about a causal mask, not code',
  'unmasked-pads':
    'the mask of padded keys belongs to the attention of a batch; decode has no padding',
  sum: 'a claim about adding two rows, not code',
  'first-token':
    'a test that looks at position 0 only; the files have other positions in each test of numbers',
  'self-parity':
    'a test that compares code with itself; the numbers of the files come from the core',
  // what raises an error, or has no numbers of its own
  'sliced-cache': 'a table that is too short raises an error of its own',
  float64:
    'distances at which a logarithm in float64 and one in float32 differ are left out: both are published',
  // methods without an adapter
  'add-log-n': 'log N',
  scaled: 'whether the attention of T5 divides by the root of d; the adapter ends with the buckets',
  stale: 'Transformer-XL',
  encoder: 'Transformer-XL',
  'last-row': 'Transformer-XL',
  unmasked: 'CoPE',
  recurrence: 'FLOATER',
  'text-positions': 'a cache that drops tokens (attention sinks)',
  'kept-rotated': 'a cache that drops tokens (attention sinks)',
  slot: 'a cache that drops tokens',
  evicted: 'a cache that drops tokens',
  always: 'RIFLEx, which the files for RoPE do not offer',
  'no-reset': 'packed documents',
  frames: 'seconds of a video',
  everywhere: 'rules that differ by layer',
  nowhere: 'rules that differ by layer',
  'nope-rotated': 'rules that differ by layer',
  cat: 'caches that are joined',
  'own-slice': 'a sequence on several machines',
  inclusive: 'a window of attention',
  negative: 'a window of attention',
  'other-floor': 'the steps of a temperature by position',
  skipped: 'a factor of the logits by position',
  'first-order': 'the multiplicative term of a relative encoding',
};
