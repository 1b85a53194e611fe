export type BarsPanel = import('../../../web/draw/panel.js').BarsPanel;
