export { loadFigure } from '../../web/build/figure-classes.js';
