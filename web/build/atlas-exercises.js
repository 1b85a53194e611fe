// @ts-check
// The exercise in which a reader meets a bug of the atlas, or writes what it broke: exercise -> the names of the bugs.

/** @type {Record<string, string[]>} */
export const BUGS_BY_EXERCISE = {
  'scaled-dot-product': ['attention without 1/√d'],
  'no-position': [
    'position added after attention',
    'the same claim under a causal mask',
    'the position left out',
  ],
  'batch-masks': ['pads not masked as keys'],
  'sinusoidal-table': ['the exponent doubled', 'sin and cos swapped (harmless)'],
  'repair-rope-002': ['half-split tables read as interleaved pairs'],
  'repair-apply-rotary': [
    'rotated by the number of the head, not by the position',
    'test the first token only',
    'expected values taken from the code itself',
  ],
  'bf16-frequencies': [
    'frequencies rounded to bf16',
    'the whole model cast, frequencies too: bfloat16',
    'the table made anew under mixed precision: frequency and position in bfloat16',
  ],
  'decode-with-cache': [
    'a table of fixed size, sliced',
    'the length of the cache, without the newest token',
  ],
  'alibi-mask': [
    'ALiBi without a causal mask',
    'no causal mask',
    'bias added along the query axis',
    'ALiBi’s bias along the query axis',
  ],
  'alibi-slopes-12': [
    'plain geometric slopes for a head count that is no power of two',
    'plain geometric slopes (differ where the heads are no power of two)',
  ],
  'temperature-by-position': [
    'ln N added to the logits instead of multiplied',
    'the step one position later or earlier',
    'the factor left out',
  ],
  't5-bias': [
    'bias added before the division by √d',
    'a decoder’s rule where both sides are seen',
    'query − key instead of key − query, or the other way round',
    'nothing keeps far distances in the last bucket',
    'a logarithm in float64 decides',
    'query − key instead of key − query',
    'T5’s rule of a decoder, in an encoder',
  ],
  'txl-shift': [
    'offsets in the second term only: the last keeps the key’s own position',
    'the same shift in an encoder, without the causal mask',
    'padded in front, but the last row dropped',
  ],
  'deberta-gather': ['position to content reads δ(j, i), from tables trained with δ(i, j)'],
  'xpos-direction': ['no causal mask: keys after their query'],
  'extrapolation-test': ['a cache of four sinks and the newest tokens, tested by perplexity'],
  yarn: [
    'YaRN mistaken for a division of all frequencies by s',
    'the ratio of two equal mscales, and nothing on the softmax',
    'the usual amplitude on a model that has none',
  ],
  'yarn-range': ['the extended length given as the original one'],
  'llama3-bands': ['low and high swapped: a high frequency mistaken for a long wave'],
  'partial-rotary': ['the other convention’s denominator'],
  'checkpoint-conversion': ['weights of interleaved code, as they are, in half-split code'],
  'dynamic-ntk-cache': ['keys kept as they were rotated when they came'],
  'left-padding': ['ids that count the padding', 'the slot in the cache taken for the position'],
  'packing-mask': [
    'ids reset, but documents not hidden from each other',
    'documents hidden, but ids not reset',
  ],
  'mrope-ids': [
    'one running count for patches too',
    'text after the image goes on at the number of patches',
    'frames counted in place of seconds',
  ],
  'mrope-turns': ['the other layout'],
  'layer-rules': [
    'the rule of some layers in all of them',
    'the rule read, and applied in no layer',
    'layers without positions rotated like the others',
  ],
  'joined-caches': [
    'fragments joined without rotating the second',
    'keys moved one position at a time',
  ],
  'window-keys': ['the key at distance W visible too', 'the window given with a minus'],
  'speculative-step': ['the draft’s query one position ahead'],
};
