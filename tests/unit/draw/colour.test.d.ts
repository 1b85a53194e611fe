export type Colour = import('../../../web/draw/panel.js').Colour;
