// @ts-check
// Registers every element: the page's one side effect.
import {PeDiagram} from './figures/pe-diagram.js';
import {PeHeatmap} from './figures/pe-heatmap.js';
import {PeSpace} from './figures/pe-space.js';

for (const element of [PeDiagram, PeHeatmap, PeSpace]) element.define();
