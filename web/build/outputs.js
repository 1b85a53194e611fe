// @ts-check
// The files that the four documents behind poslab saved, and what saves the same here: a figure in a preset, and the
// kinds of files of its Share menu. tests/unit/build/outputs.test.js holds that each figure and preset is there.

/** @typedef {{files: string, figure: string, preset: string, kinds: string}} Output figure: '' where none saves it */

/** @param {string} files @param {string} figure @param {string} preset @param {string} kinds @returns {Output} */
const row = (files, figure, preset, kinds) => ({files, figure, preset, kinds});

// biome-ignore format: a table
/** @type {readonly Output[]} in the order of the documents */
export const OUTPUTS = [
  row('toy_sequences.txt', 'attention-order', 'permutation-variance', 'JSON, with its sentence'),
  row('position_encodings.pt, sinusoidal_encodings.pt', 'pe-heatmap', 'sin-heatmap-000', 'NPY, CSV, JSON'),
  row('learned_pos_embeddings.pt, learned_embeddings.pt', 'learned-table', 'toy-pe-heatmaps-trained', 'NPY, JSON; the trained model as a file, which can be loaded again'),
  row('rope_frequencies.pt', 'pe-curves', 'rope-frequency-spectrum', 'NPY, CSV'),
  row('alibi_biases.pt', 'alibi-bias', 'alibi-bias-heatmaps', 'NPY, NPZ'),
  row('no_position_results.pt', 'attention-maps', 'nopos-attn-grid', 'JSON'),
  row('sinusoidal_heatmap.png', 'pe-heatmap', 'sin-heatmap-000', 'PNG, SVG'),
  row('phase1_learned_heatmap.png', 'learned-table', 'toy-pe-heatmaps-trained', 'PNG, SVG'),
  row('phase1_3d_comparison.gif, sinusoidal_3d_rotation.gif', 'pe-space', 'pe-pca-3d', 'GIF, once around; PNG, SVG of the view that is chosen'),
  row('comparison_heatmaps.png', 'pe-heatmap', 'phase1-comparison-heatmaps', 'PNG, SVG'),
  row('phase2_rope_rotation.gif, rope_2d_animation.gif', 'rope-rotation', 'rope-rotation-anim', 'GIF of all steps; PNG, SVG of the step that is chosen'),
  row('rope_2d_rotation.png', 'rope-rotation', 'rope-rotation-2d', 'PNG, SVG'),
  row('phase2_rope_3d.png', 'pe-space', 'rope-spiral-3d', 'PNG, SVG'),
  row('rope_extrapolation_comparison.png', 'length-race', 'rope-extrapolation', 'PNG, SVG, CSV'),
  row('phase3_alibi_bias_heatmaps.png', 'alibi-bias', 'alibi-bias-heatmaps', 'PNG, SVG'),
  row('alibi_slope_comparison.png', 'alibi-bias', 'alibi-slope-curves', 'PNG, SVG'),
  row('alibi_extreme_extrapolation.png', 'length-race', 'alibi-extrapolation', 'PNG, SVG, CSV'),
  row('phase4_attention_comparison.png', 'attention-maps', 'attn-with-without-pe', 'PNG, SVG'),
  row('no_position_embedding_collapse.png', 'attention-maps', 'nopos-attn-grid', 'PNG, SVG'),
  row('phase4_permutation_variance.png, permutation_heatmap.png', 'attention-order', 'permutation-variance', 'PNG, SVG, CSV'),
  row('summary_comparison.png', 'summary-comparison', 'summary-comparison', 'PNG, SVG'),
  row('the measurements of every experiment', 'run-everything', '', 'CSV, JSON'),
  row('the answers of exercises', '', '', 'JSON, by “Save work” of the practice page; the report of a check by “Save results” of its exercise'),
  row('the data of every plot', '', '', 'CSV, JSON, NPY and NPZ of every figure'),
];
