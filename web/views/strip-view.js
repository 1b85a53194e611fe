// @ts-check
// Loaded with what it draws, which few figures need.
import {addKind} from '../draw/kinds.js';
import strip from '../draw/strip.js';
import {PanelView} from './panel-view.js';

addKind('strip', strip);

export class StripView extends PanelView {}
