// @ts-check
// What a page that was opened from a folder runs to present a figure: all figures and the core, in one script that is
// no module. web/build/from-folder.js makes it.
import './elements.js';

import {startFigureStates} from './page/figure-states.js';
import {startPresent} from './page/present.js';

startFigureStates(); // names the figures, too
startPresent();
