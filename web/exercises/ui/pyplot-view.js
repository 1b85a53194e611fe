// @ts-check
// What a run has plotted, drawn below what it printed.
import {button, html} from '../../dom.js';
import {readTheme} from '../../draw/theme.js';
import {saveFile} from '../../save-file.js';
import {PanelView} from '../../views/panel-view.js';
import {legendEntries} from './pyplot-marks.js';
import {pyplotPanels} from './pyplot-panels.js';

/** @import {Panel} from '../../draw/panel.js' */

/** Of a picture that the learner's code saves: it has no files, and the reader has. @param {HTMLElement} element @param {string} name @param {HTMLElement} probe */
function saver(element, name, probe) {
  return button(`Save ${name}`, () => {
    const picture = /** @type {HTMLCanvasElement} */ (element.querySelector('canvas'));
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [picture.width, picture.height];
    const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext('2d'));
    context.fillStyle = readTheme(probe).paper;
    context.fillRect(0, 0, copy.width, copy.height);
    context.drawImage(picture, 0, 0);
    copy.toBlob((blob) => blob && saveFile(name, blob));
  });
}

/** @param {Panel} panel @param {HTMLElement} probe @param {(text: string) => void} onRead */
function plotted(panel, probe, onRead) {
  const {records, saved} = /** @type {any} */ (panel);
  const view = new PanelView(probe, onRead);
  view.show(panel);
  const legend = document.createElement('ul');
  legend.className = 'legend';
  legend.append(...legendEntries(records));
  view.element.append(legend);
  view.element.append(
    ...saved.map((/** @type {string} */ name) => saver(view.element, name, probe)),
  );
  return view;
}

/**
 * @param {any} figures
 * @param {HTMLElement} probe of draw/theme.js
 * @param {(text: string) => void} onRead gets the read-out at the cursor
 */
export function pyplotElement(figures, probe, onRead) {
  const {panels, titles, missing} = pyplotPanels(figures);
  const views = panels.flatMap((panel) => {
    try {
      return [plotted(panel, probe, onRead)];
    } catch {
      missing.push('a picture of numbers that cannot be drawn');
      return [];
    }
  });
  const element = document.createElement('div');
  const plots = document.createElement('div');
  plots.className = views.length > 1 ? 'plots' : '';
  plots.append(...views.map((view) => view.element));
  element.append(...titles.map((title) => html('p', 'panel-title', {}, title)), plots);
  if (missing.length) {
    element.append(html('p', 'muted', {}, `Not drawn here: ${missing.join(', ')}.`));
  }
  return {element, views};
}
