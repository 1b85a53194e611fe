export type StripPanel = import('../../../web/draw/panel.js').StripPanel;
