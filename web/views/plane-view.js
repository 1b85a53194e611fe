// @ts-check
// Loaded with what it draws, which few figures need.
import {addKind} from '../draw/kinds.js';
import * as plane from '../draw/plane.js';
import {PanelView} from './panel-view.js';

addKind('plane', plane);

export class PlaneView extends PanelView {}
