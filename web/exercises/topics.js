// @ts-check
/** What an exercise can be about, in the order of the chapters. */
export const TOPICS = [
  'Absolute',
  'RoPE',
  'ALiBi',
  'Relative',
  'Longer contexts',
  'Masks',
  'Attention',
  'Layers',
  'Decoding',
  'Training',
  'Experiments',
];
