// @ts-check
// The form that makes an assignment: a figure as it is set here, or exercises, with what is locked, hidden and due; its
// preview, and its link.
import {button, html} from '../dom.js';
import {AssignmentError, assignmentQuery, MOST} from '../teach/assignment.js';

/** @import {Assignment} from '../teach/assignment.js' */

/** Parts of a figure that a page may hide. */
const PARTS = ['title', 'tools', 'faults', 'meters', 'note', 'legend', 'readout', 'table'];
const NO_FIGURES = ['exercise-card', 'poslab-embed'];
const SITE = new URL('..', import.meta.url);
const PREVIEW_MS = 400;

/** @param {string} label @param {HTMLElement} input */
const field = (label, input) => html('label', 'own-code-field', {}, `${label} `, input);

/** @param {string} legend @param {string} name @param {[value: string, text: string][]} rows */
function checks(legend, name, rows) {
  const labels = rows.map(([value, text]) => {
    const input = html('input', '', {type: 'checkbox', name, value});
    return html('label', '', {}, input, ` ${text}`);
  });
  const box = html('fieldset', 'assignment-checks', {}, html('legend', '', {}, legend), ...labels);
  const chosen = () => [...box.querySelectorAll('input')].filter((one) => one.checked).map(({value}) => value); // biome-ignore format: one thought
  return {box, chosen};
}

/** @param {string} name below the site @returns {Promise<any>} */
async function readJson(name) {
  const response = await fetch(new URL(name, SITE));
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  return response.json();
}

/** The part of the form that chooses exercises. */
async function exerciseForm() {
  const entries = /** @type {{kind: string, title: string, also: string, about: string}[]} */ (
    await readJson('search.json')
  );
  const rows = entries.filter(({kind}) => kind === 'exercise').map(({also, title, about}) => /** @type {[string, string]} */ ([also, `${title} (${about})`])); // biome-ignore format: one thought
  const list = checks('Exercises', 'exercise', rows);
  const hide = checks('Hidden from the learner', 'hide-help', [['hints', 'hints'], ['solution', 'solutions']]); // biome-ignore format: two rows
  const attempts = html('input', '', {type: 'number', name: 'attempts', min: '1', max: String(MOST.attempts)}); // biome-ignore format: one thought
  const element = html('div', '', {}, list.box, hide.box, field('Attempts for each exercise (empty: any number)', attempts)); // biome-ignore format: one thought
  const read = () => ({
    kind: /** @type {const} */ ('exercises'),
    exercises: list.chosen(),
    hide: hide.chosen(),
    attempts: attempts.value === '' ? null : Number(attempts.value),
  });
  return {element, read};
}

/** The part of the form that chooses a figure, which is set in itself. @param {() => void} onChange */
async function figureForm(onChange) {
  const {modules} = await readJson('lab/custom-elements.json');
  const rows = /** @type {{tagName?: string, summary?: string}[]} */ (modules.flatMap((/** @type {any} */ one) => one.declarations)); // biome-ignore format: one thought
  // the class that all figures extend is described there too, and has no tag
  const list = rows.flatMap(({tagName, summary}) => tagName === undefined || NO_FIGURES.includes(tagName) ? [] : html('option', '', {value: tagName}, `${tagName}: ${summary ?? ''}`)); // biome-ignore format: one thought
  const select = html('select', '', {name: 'figure'}, ...list);
  const stage = html('div', 'assignment-stage');
  const options = html('div');
  const hide = checks(
    'Parts that are hidden',
    'hide',
    PARTS.map((one) => [one, one]),
  );
  const element = html('div', '', {}, field('Figure', select), html('p', '', {}, 'Set the figure as the learner should find it: its picture, its settings, and a fault where there should be one.'), stage, options, hide.box); // biome-ignore format: one thought
  /** @type {any} */
  let figure = null;
  let isReady = false;
  let locked = checks('', 'locked', []);
  let shown = checks('', 'shown', []);
  const load = async () => {
    const tag = select.value;
    isReady = false;
    const made = document.createElement(tag);
    figure = made;
    figure.addEventListener('poslab-change', onChange);
    stage.replaceChildren(figure);
    await customElements.whenDefined(tag);
    if (figure !== made) return; // another has been chosen meanwhile, whose script was faster
    const Class = /** @type {any} */ (customElements.get(tag));
    const names = /** @type {string[]} */ (Class.stateAttributes ?? []);
    const rows = () => names.map((name) => /** @type {[string, string]} */ ([name, name]));
    locked = checks('Locked: shown, and not to be changed', 'locked', rows());
    shown = checks('Controls that are shown (none ticked: all)', 'shown', rows());
    options.replaceChildren(locked.box, shown.box);
    isReady = true;
    onChange();
  };
  select.addEventListener('change', load);
  const read = () => {
    if (!isReady) return null; // its script is loading
    /** @type {Record<string, string>} */
    const attributes = {};
    const names = /** @type {any} */ (figure.constructor).stateAttributes ?? [];
    for (const name of names) attributes[name] = figure.getAttribute(name) ?? '';
    attributes.locked = locked.chosen().join(' ');
    attributes.controls = shown.chosen().join(' ');
    attributes.hide = hide.chosen().join(' ');
    return {kind: /** @type {const} */ ('figure'), figure: select.value, attributes};
  };
  return {element, read, load};
}

/** @param {string} label */
function copyField(label) {
  const input = html('input', '', {type: 'text', readonly: '', 'aria-label': label});
  const copy = button(`Copy the ${label.toLowerCase()}`, async () => {
    input.select();
    try {
      await navigator.clipboard.writeText(input.value);
      copy.textContent = 'Copied';
    } catch {
      copy.textContent = 'Selected: copy it by the keyboard'; // the browser does not allow more
    }
  });
  const set = (/** @type {string} */ text) => {
    input.value = text;
    copy.disabled = text === '';
    copy.textContent = `Copy the ${label.toLowerCase()}`;
  };
  return {element: html('div', 'assignment-copy check-buttons', {}, html('span', '', {}, label), input, copy), set}; // biome-ignore format: one thought
}

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** @param {HTMLElement} panel */
export async function start(panel) {
  const title = html('input', '', {type: 'text', name: 'title', maxlength: String(MOST.title)});
  const task = html('textarea', '', {name: 'task', rows: '4', maxlength: String(MOST.task)});
  const due = html('input', '', {type: 'text', name: 'due', maxlength: String(MOST.due), placeholder: 'Friday, 12 June, 18:00'}); // biome-ignore format: one thought
  const kind = html('select', '', {name: 'kind'}, html('option', '', {value: 'exercises'}, 'Exercises'), html('option', '', {value: 'figure'}, 'A figure')); // biome-ignore format: one thought
  const problem = html('p', 'problem', {role: 'status'});
  const [link, frame] = [copyField('Link'), copyField('Embed code')];
  const preview = html('iframe', 'assignment-preview', {title: 'Preview of the assignment'});
  const shown = html('div', '', {}, html('h3', '', {}, 'What the learner sees'), preview);
  const setLinks = (/** @type {string} */ url, /** @type {string} */ code) => {
    link.set(url);
    frame.set(code);
    shown.hidden = url === '';
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const [exercises, figure] = await Promise.all([exerciseForm(), figureForm(() => make())]);

  function make() {
    const part = kind.value === 'figure' ? figure.read() : exercises.read();
    if (!part) {
      setLinks('', '');
      return;
    }
    /** @type {Assignment} */
    const assignment = {...part, title: title.value, task: task.value, due: due.value};
    try {
      const url = new URL(`assignment.html?${assignmentQuery(assignment)}`, SITE).href;
      setLinks(url, `<iframe src="${escaped(url)}" title="${escaped(title.value || 'Assignment')}" width="100%" height="900" allow="fullscreen; clipboard-write"></iframe>`); // biome-ignore format: one thought
      problem.textContent = '';
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (preview.src !== url) preview.src = url;
      }, PREVIEW_MS);
    } catch (error) {
      setLinks('', '');
      const isEmpty = part.kind === 'exercises' && part.exercises.length === 0;
      problem.textContent = isEmpty ? 'Choose an exercise.' : error instanceof AssignmentError ? error.message : String(error); // biome-ignore format: one thought
    }
  }

  async function showKind() {
    const isFigure = kind.value === 'figure';
    exercises.element.hidden = isFigure;
    figure.element.hidden = !isFigure;
    if (isFigure && !panel.querySelector('.assignment-stage')?.childElementCount) await figure.load(); // biome-ignore format: one thought
    make();
  }

  kind.addEventListener('change', showKind);
  panel.addEventListener('input', make);
  panel.addEventListener('change', make);
  panel.replaceChildren(
    ...[field('Title', title), field('Task, plain text', task), field('Due, as you would write it', due)],
    ...[field('What to do', kind), exercises.element, figure.element, problem],
    ...[link.element, frame.element, shown],
  ); // biome-ignore format: one row per part
  await showKind();
}
