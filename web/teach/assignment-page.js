// @ts-check
// The script of assignment.html: what its address sets (assignment.js), and what comes of it, for the page around by a port,
// for a learning management system, and for the reader.
import elements from 'elements:all';
import {button, html} from '../dom.js';
import {onConnect, reportHeight, takeScheme} from '../embed/connect.js';
import {exerciseTitles, loadExercise} from '../exercises/bank.js';
import {browserStorage, work} from '../exercises/ui/store.js';
import {saveFile} from '../save-file.js';
import css from '../style/assignment.css';
import {AssignmentError, ownAddress, readAssignment} from './assignment.js';
import {findApi, Scorm} from './scorm.js';
import {FORGED, statusText, termsOf} from './sentences.js';
import {Session} from './session.js';
import {statementOf, verbOf} from './xapi.js';

/** @import {ExerciseAssignment, FigureAssignment} from './assignment.js' */
/** @import {Report} from './session.js' */

const VERSION = /** @type {any} */ (globalThis).POSLAB_VERSION ?? 'from source';
const KEPT = 'poslab.assignment.';
const MOST_KEPT = 100_000;
const all = /** @type {Record<string, () => Promise<unknown>>} */ (elements);

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets = [sheet];

/** @param {FigureAssignment} assignment @param {Record<string, string> | null} left as the learner left it */
async function figureOf({figure: tag, attributes}, left) {
  if (!Object.hasOwn(all, tag))
    throw new AssignmentError([`figure must be the tag of a figure, got "${tag}".`]);
  await all[tag]();
  const Class = /** @type {any} */ (customElements.get(tag));
  const known = /** @type {string[]} */ (Class.presets ? Class.attributes : []);
  const problems = Object.keys(attributes)
    .filter((name) => !known.includes(name))
    .map((name) => `"${name}" is no setting of ${tag}; it has ${known.join(', ')}.`);
  for (const [name, list] of /** @type {const} */ ([['preset', Class.presets], ['fault', Class.faults]])) // biome-ignore format: two rows
    if (name in attributes && !Object.hasOwn(list ?? {}, attributes[name]))
      problems.push(`${name} must be one of ${Object.keys(list ?? {}).join(', ') || 'none'}, got "${attributes[name]}".`); // biome-ignore format: a sentence
  if (!Class.presets) problems.push(`figure must be the tag of a figure, got "${tag}".`);
  if (problems.length > 0) throw new AssignmentError(problems);
  const figure = html(/** @type {any} */ (tag));
  const isLocked = (/** @type {string} */ name) =>
    /(^|\s)all(\s|$)/.test(attributes.locked ?? '') || attributes.locked?.split(' ').includes(name);
  const own = Object.entries(left ?? {}).filter(
    ([name]) => Class.stateAttributes.includes(name) && !isLocked(name),
  );
  for (const [name, value] of [...Object.entries(attributes), ...own])
    figure.setAttribute(name, value);
  return figure;
}

/** @param {ExerciseAssignment} assignment @param {Session} session */
async function cardsOf({exercises, hide, attempts}, session) {
  const unknown = exercises.filter((id) => !Object.hasOwn(exerciseTitles, id));
  if (unknown.length > 0)
    throw new AssignmentError(
      unknown.map((id) => `"${id}" is no exercise; there are ${Object.keys(exerciseTitles).join(', ')}.`), // biome-ignore format: a sentence
    );
  await all['exercise-card']();
  return exercises.map((id, k) => {
    const card = html(/** @type {any} */ ('exercise-card'), '', {id, exercise: id});
    card.setAttribute('heading', exerciseTitles[id]);
    if (hide.length > 0) card.setAttribute('hide', hide.join(' '));
    if (attempts !== null) card.setAttribute('attempts', String(attempts));
    card.setAttribute('attempts-used', String(session.tasks.get(id)?.used ?? 0));
    if (k === 0) card.setAttribute('open', '');
    return card;
  });
}

/** The LMS around the page, where its address says that there is one. @param {Session} session @returns {Scorm | null} */
function scormOf(session) {
  const version = new URLSearchParams(location.search).get('scorm');
  if (version !== '1.2' && version !== '2004') return null;
  const api = findApi(window, version);
  if (!api)
    throw new AssignmentError([
      `This is a SCORM ${version} package, and no learning management system was found around it: nothing would be recorded. Upload the zip to your system and open it there.`,
    ]);
  const scorm = new Scorm(api, version, session);
  scorm.open();
  return scorm;
}

/** The LMS knows whose work it is, and not this browser. @param {ExerciseAssignment} assignment @param {Session} session */
async function takeWork({exercises}, session) {
  for (const id of exercises) {
    const code = session.code[id] ?? (await loadExercise(id)).starter;
    work.remove(id);
    work.write(id, {code, progress: session.tasks.get(id)?.status === 'passed' ? 'solved' : 'new'});
  }
}

class AssignmentPage {
  #assignment = readAssignment(location.search);
  #session = new Session(this.#assignment);
  #scorm = scormOf(this.#session);
  #storage = browserStorage();
  #key = KEPT + new URLSearchParams(location.search).get('sum');
  #began = performance.now();
  #status = html('p', 'status', {role: 'status'});
  #problem = html('p', 'problem', {role: 'alert'});
  /** @type {Report} */
  #before;
  /** @type {MessagePort | null} */
  port = null;

  constructor() {
    const kept = this.#scorm ? '' : (this.#storage?.getItem(this.#key) ?? '');
    if (kept) this.#session.restore(kept);
    this.#before = this.#session.report;
  }

  async show() {
    const {title, task} = this.#assignment;
    const main = html('main');
    const terms = termsOf(this.#assignment).map((text) => html('li', '', {}, text));
    document.title = title || 'Assignment';
    main.append(html('h1', '', {}, title || 'Assignment'));
    if (task) main.append(html('p', 'task', {}, task));
    if (terms.length > 0) main.append(html('ul', 'terms', {}, ...terms));
    main.append(...(await this.#tasks()), this.#status, this.#problem);
    main.append(...this.#buttons(), html('p', 'forged', {}, FORGED));
    document.body.replaceChildren(main);
    this.#showStatus();
    addEventListener('pagehide', () => this.#leave());
    addEventListener('pageshow', ({persisted}) => persisted && this.#scorm && location.reload());
  }

  /** @returns {Promise<HTMLElement[]>} */
  async #tasks() {
    const session = this.#session;
    if (this.#assignment.kind === 'figure') {
      const figure = await figureOf(this.#assignment, session.figure);
      figure.addEventListener('poslab-change', (/** @type {CustomEvent} */ {detail}) => {
        session.isTouched = true;
        session.figure = detail.attributes;
        this.#changed();
      });
      figure.addEventListener('poslab-result', () => {
        session.isTouched = true;
        this.#changed();
      });
      return [figure];
    }
    const {exercises} = this.#assignment;
    if (this.#scorm) await takeWork(this.#assignment, session);
    work.watch((id) => {
      const code = work.read(id)?.code;
      if (!exercises.includes(id) || code === undefined || !this.#scorm) return;
      session.code[id] = code;
    });
    document.addEventListener('poslab-result', (event) => {
      session.add(/** @type {CustomEvent} */ (event).detail);
      this.#changed();
    });
    return cardsOf(this.#assignment, session);
  }

  /** @returns {HTMLElement[]} */
  #buttons() {
    if (this.#assignment.kind === 'figure') {
      const done = () => {
        this.#session.isDone = true;
        this.#changed();
      };
      return [button('I have done this', done, 'done')];
    }
    const save = () => {
      const text = `${JSON.stringify(this.#session.exercism, null, 2)}\n`;
      saveFile('results.json', text);
    };
    return [button('Save results', save, 'save-results')];
  }

  #showStatus() {
    const nPassed = [...this.#session.tasks.values()].filter(({status}) => status === 'passed');
    this.#status.textContent = statusText(this.#assignment, this.#session.report, nPassed.length);
  }

  #changed() {
    this.#showStatus();
    const report = this.#session.report;
    const verb = verbOf(this.#before, report);
    this.#before = report;
    this.#emit('result', {...report, exercism: this.#session.exercism, version: VERSION});
    if (verb) {
      const address = ownAddress(location.href);
      const seconds = this.#session.secondsBefore + (performance.now() - this.#began) / 1000;
      const facts = {assignment: this.#assignment, address, report, seconds, version: VERSION};
      this.#emit('statement', {statement: statementOf(verb, facts)});
    }
    this.#keep();
  }

  #keep() {
    try {
      if (!this.#scorm) {
        const {text} = this.#session.save(MOST_KEPT, (performance.now() - this.#began) / 1000);
        this.#storage?.setItem(this.#key, text);
        return;
      }
      this.#scorm.report();
      const {dropped} = this.#scorm;
      this.#problem.textContent = dropped.length
        ? `Your learning management system has no space for all your code. It keeps your score, and not the code of: ${dropped.join(', ')}.`
        : '';
    } catch (error) {
      this.#problem.textContent = String(error instanceof Error ? error.message : error);
    }
  }

  #leave() {
    try {
      this.#scorm?.close();
    } catch (error) {
      console.error(error); // the page is being left
    }
  }

  /** @param {'result' | 'statement'} type @param {object} detail */
  #emit(type, detail) {
    this.port?.postMessage({type, ...detail});
    if (type === 'statement') document.dispatchEvent(new CustomEvent('poslab-statement', {detail}));
    else document.dispatchEvent(new CustomEvent('poslab-assignment', {detail}));
  }
}

/** @param {unknown} error */
function showError(error) {
  const problems =
    error instanceof AssignmentError ? error.problems : [`${error instanceof Error ? error.message : error}`]; // biome-ignore format: one thought
  const list = problems.map((text) => html('li', 'problem', {}, text));
  document.body.replaceChildren(
    html('main', '', {},
      html('h1', '', {}, 'This assignment cannot be shown'),
      html('ul', 'problems', {role: 'alert'}, ...list),
      html('p', '', {}, 'Ask your teacher for the whole link.'),
    ), // biome-ignore format: a page
  );
  return problems;
}

/** @type {AssignmentPage | null} */
let page = null;
/** @returns {Promise<string[]>} what is wrong */
async function start() {
  try {
    page = new AssignmentPage();
    await page.show();
    return [];
  } catch (error) {
    return showError(error);
  }
}

takeScheme(null);
const started = start();
onConnect(async (port, signal) => {
  const problems = await started;
  if (signal.aborted) return;
  reportHeight(port, signal);
  takeScheme(port);
  port.start();
  if (problems.length > 0)
    port.postMessage({type: 'error', code: 'assignment', message: problems.join(' '), directive: ''}); // biome-ignore format: one thought
  else {
    if (page) page.port = port;
    port.postMessage({type: 'ready', tag: 'assignment', version: VERSION, state: {}});
  }
});
