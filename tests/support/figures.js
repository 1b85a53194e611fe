// The classes of figures in Node.
export {loadFigure} from '../../web/build/figure-classes.js';
