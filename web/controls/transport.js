// @ts-check
import {html, button as plainButton, t} from '../dom.js';
import {choice} from './choice.js';

/**
 * What a transport shows. `name` is what its first button does; `models` are the runs that a file can
 * stand for, in order, and whether each has a model to save.
 *
 * @typedef {object} TransportView
 * @property {'run' | 'pause' | 'resume' | 'again' | 'done'} main
 * @property {boolean} canStep
 * @property {boolean} canStop
 * @property {number} fraction 0..1
 * @property {string} text beside the bar
 * @property {string} problem '' for none
 * @property {string} background
 * @property {readonly {name: string, canSave: boolean}[]} models
 */

/**
 * @typedef {object} TransportEvents
 * @property {(what: 'run' | 'pause' | 'resume' | 'step' | 'stop') => void} onPress
 * @property {(choice: string) => void} onBackground
 * @property {(index: number) => void} onSave
 * @property {(index: number, file: File) => void} onLoad
 */

const MAIN = {
  run: /* t */ '▶ Run',
  pause: /* t */ '❚❚ Pause',
  resume: /* t */ '▶ Resume',
  again: /* t */ '▶ Run again',
  done: /* t */ '✓ Done',
};

/**
 * Buttons and a bar for work that takes a while. Its buttons are never taken away or disabled, so that
 * the focus stays where it is; one that does nothing now says so.
 *
 * @param {TransportEvents} events
 */
export function transport(events) {
  const element = html('div', 'transport', {role: 'group', 'aria-label': t('Training')});
  /** @type {TransportView['main']} */
  let now = 'run';
  const main = button('main', () => {
    if (now === 'done') return;
    events.onPress(now === 'again' ? 'run' : now);
  });
  const step = button('step', () => events.onPress('step'), t('Step'));
  const stop = button('stop', () => events.onPress('stop'), t('■ Stop'));
  const bar = html('progress', 'bar', {max: '1', 'aria-label': t('Training')});
  const text = html('span', 'left');
  const problem = html('p', 'problem');
  const spoken = html('p', 'spoken', {role: 'status'});
  const background = choice(
    'background',
    {
      label: t('In a hidden tab it'),
      options: {goOn: t('continues'), pause: t('pauses')},
    },
    events.onBackground,
  );
  const models = modelFile(events);
  const state = html('div', 'state');
  state.append(bar, text);
  const menu = html(
    'details',
    'model-file',
    {},
    html('summary', '', {}, t('Model file, hidden tab')),
  );
  menu.append(models.element, background.element);
  element.append(main, step, stop, state, menu, problem, spoken);
  return {
    element,
    /** @param {TransportView} view */
    show(view) {
      now = view.main;
      setText(main, t(MAIN[now]));
      setOff(main, now === 'done');
      setOff(step, !view.canStep);
      setOff(stop, !view.canStop);
      bar.value = view.fraction;
      setText(text, view.text);
      setText(problem, view.problem);
      problem.hidden = view.problem === '';
      background.show(view.background);
      models.show(view.models);
    },
    /** @param {string} words for who cannot see the bar */
    say(words) {
      setText(spoken, words);
    },
  };
}

/** Save and load, for the run that is picked. @param {TransportEvents} events */
function modelFile({onSave, onLoad}) {
  const label = html('label', 'control choice');
  const caption = html('span', '');
  caption.textContent = t('Model');
  const pick = html('select', '', {name: 'model'});
  label.append(caption, pick);
  const save = button('save', () => onSave(pick.selectedIndex), t('Save model'));
  const input = html('input', '', {type: 'file', 'aria-label': t('Model file to load')});
  input.hidden = true;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) onLoad(pick.selectedIndex, file);
    input.value = ''; // so that the same file can be chosen again
  });
  const load = button('load', () => input.click(), t('Load model'));
  const element = html('div', 'file');
  element.append(label, save, load, input);
  /** @type {TransportView['models']} */
  let shown = [];
  const update = () => setOff(save, !shown[pick.selectedIndex]?.canSave);
  pick.addEventListener('change', update);
  return {
    element,
    /** @param {TransportView['models']} models */
    show(models) {
      const isSame =
        models.length === shown.length && models.every((m, k) => m.name === shown[k].name);
      shown = models;
      if (!isSame) pick.replaceChildren(...models.map(({name}) => new Option(t(name))));
      label.hidden = models.length < 2;
      element.hidden = models.length === 0;
      update();
    },
  };
}

/**
 * A button that does nothing while it is off.
 *
 * @param {string} name
 * @param {() => void} onPress
 * @param {string} [text]
 */
function button(name, onPress, text = '') {
  const element = plainButton(
    text,
    () => {
      if (element.getAttribute('aria-disabled') !== 'true') onPress();
    },
    name,
  );
  return element;
}

/** @param {HTMLElement} element @param {boolean} isOff */
const setOff = (element, isOff) => element.setAttribute('aria-disabled', String(isOff));

/** @param {HTMLElement} element @param {string} text */
function setText(element, text) {
  const words = t(text);
  if (element.textContent !== words) element.textContent = words;
}
