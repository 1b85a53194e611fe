export type HeatmapPanel = import('../../../web/draw/panel.js').HeatmapPanel;
