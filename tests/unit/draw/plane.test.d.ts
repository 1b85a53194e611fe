export type PlanePanel = import('../../../web/draw/panel.js').PlanePanel;
