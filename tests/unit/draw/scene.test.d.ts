export type ScenePanel = import('../../../web/draw/panel.js').ScenePanel;
export type RecordingContext = import('../../support/canvas.js').RecordingContext;
export type Point = [number, number, number];
