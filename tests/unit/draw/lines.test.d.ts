export type LinesPanel = import('../../../web/draw/panel.js').LinesPanel;
export type Series = import('../../../web/draw/panel.js').Series;
export type RecordingContext = import('../../support/canvas.js').RecordingContext;
