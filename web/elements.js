// @ts-check
// Registers the elements that the page uses, each fetched only where its tag stands: the page's one
// side effect.

/** @type {Record<string, () => Promise<void>>} */
const ELEMENTS = {
  'accuracy-bars': () =>
    import('./figures/accuracy-bars.js').then(({AccuracyBars}) => AccuracyBars.define()),
  'alibi-bias': () => import('./figures/alibi-bias.js').then(({AlibiBias}) => AlibiBias.define()),
  'alibi-mirror': () =>
    import('./figures/alibi-mirror.js').then(({AlibiMirror}) => AlibiMirror.define()),
  'attention-dilution': () =>
    import('./figures/attention-dilution.js').then(({AttentionDilution}) =>
      AttentionDilution.define(),
    ),
  'attention-distance': () =>
    import('./figures/attention-distance.js').then(({AttentionDistance}) =>
      AttentionDistance.define(),
    ),
  'attention-maps': () =>
    import('./figures/attention-maps.js').then(({AttentionMaps}) => AttentionMaps.define()),
  'attention-order': () =>
    import('./figures/attention-order.js').then(({AttentionOrder}) => AttentionOrder.define()),
  'exercise-card': () =>
    import('./exercises/exercise-card.js').then(({ExerciseCard}) => ExerciseCard.define()),
  'question-card': () =>
    import('./exercises/question-card.js').then(({QuestionCard}) => QuestionCard.define()),
  'work-bar': () => import('./exercises/work-bar.js').then(({WorkBar}) => WorkBar.define()),
  'bucket-strip': () =>
    import('./figures/bucket-strip.js').then(({BucketStrip}) => BucketStrip.define()),
  'cache-lab': () => import('./figures/cache-lab.js').then(({CacheLab}) => CacheLab.define()),
  'distance-gallery': () =>
    import('./figures/distance-gallery.js').then(({DistanceGallery}) => DistanceGallery.define()),
  'config-inspector': () =>
    import('./figures/config-inspector.js').then(({ConfigInspector}) => ConfigInspector.define()),
  'learned-table': () =>
    import('./figures/learned-table.js').then(({LearnedTable}) => LearnedTable.define()),
  'length-race': () =>
    import('./figures/length-race.js').then(({LengthRace}) => LengthRace.define()),
  'pairing-lab': () =>
    import('./figures/pairing-lab.js').then(({PairingLab}) => PairingLab.define()),
  'pe-cost': () => import('./figures/pe-cost.js').then(({PeCost}) => PeCost.define()),
  'pe-curves': () => import('./figures/pe-curves.js').then(({PeCurves}) => PeCurves.define()),
  'pe-diagram': () => import('./figures/pe-diagram.js').then(({PeDiagram}) => PeDiagram.define()),
  'pe-heatmap': () => import('./figures/pe-heatmap.js').then(({PeHeatmap}) => PeHeatmap.define()),
  'pe-readout': () => import('./figures/pe-readout.js').then(({PeReadout}) => PeReadout.define()),
  'pe-shift': () => import('./figures/pe-shift.js').then(({PeShift}) => PeShift.define()),
  'pe-similarity': () =>
    import('./figures/pe-similarity.js').then(({PeSimilarity}) => PeSimilarity.define()),
  'pe-space': () => import('./figures/pe-space.js').then(({PeSpace}) => PeSpace.define()),
  'position-lab': () =>
    import('./figures/position-lab.js').then(({PositionLab}) => PositionLab.define()),
  'position-zero': () =>
    import('./figures/position-zero.js').then(({PositionZero}) => PositionZero.define()),
  'precision-lab': () =>
    import('./figures/precision-lab.js').then(({PrecisionLab}) => PrecisionLab.define()),
  'relative-bias': () =>
    import('./figures/relative-bias.js').then(({RelativeBias}) => RelativeBias.define()),
  'relative-family': () =>
    import('./figures/relative-family.js').then(({RelativeFamily}) => RelativeFamily.define()),
  'rope-logits': () =>
    import('./figures/rope-logits.js').then(({RopeLogits}) => RopeLogits.define()),
  'rope-rotation': () =>
    import('./figures/rope-rotation.js').then(({RopeRotation}) => RopeRotation.define()),
  'rope-bands': () => import('./figures/rope-bands.js').then(({RopeBands}) => RopeBands.define()),
  'rope-partial': () =>
    import('./figures/rope-partial.js').then(({RopePartial}) => RopePartial.define()),
  'rope-scaling': () =>
    import('./figures/rope-scaling.js').then(({RopeScaling}) => RopeScaling.define()),
  'yarn-amplitude': () =>
    import('./figures/yarn-amplitude.js').then(({YarnAmplitude}) => YarnAmplitude.define()),
  'scaling-race': () =>
    import('./figures/scaling-race.js').then(({ScalingRace}) => ScalingRace.define()),
  'token-tsne': () => import('./figures/token-tsne.js').then(({TokenTsne}) => TokenTsne.define()),
  'trained-attention': () =>
    import('./figures/trained-attention.js').then(({TrainedAttention}) =>
      TrainedAttention.define(),
    ),
  'run-everything': () =>
    import('./figures/run-everything.js').then(({RunEverything}) => RunEverything.define()),
  'summary-comparison': () =>
    import('./figures/summary-comparison.js').then(({SummaryComparison}) =>
      SummaryComparison.define(),
    ),
  'four-terms': () => import('./figures/four-terms.js').then(({FourTerms}) => FourTerms.define()),
  'txl-shift': () => import('./figures/txl-shift.js').then(({TxlShift}) => TxlShift.define()),
  'floater-steps': () =>
    import('./figures/floater-steps.js').then(({FloaterSteps}) => FloaterSteps.define()),
  'deberta-terms': () =>
    import('./figures/deberta-terms.js').then(({DebertaTerms}) => DebertaTerms.define()),
  'xpos-decay': () => import('./figures/xpos-decay.js').then(({XposDecay}) => XposDecay.define()),
  'cope-gates': () => import('./figures/cope-gates.js').then(({CopeGates}) => CopeGates.define()),
};

for (const [tag, define] of Object.entries(ELEMENTS)) {
  if (document.querySelector(tag)) define();
}
