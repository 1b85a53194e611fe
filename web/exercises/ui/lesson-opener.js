// @ts-check
// Opens a teacher's lesson in the page of exercises: from a file, from a folder, or from an address of this site.
import {adoptStyle, button, HostElement, html} from '../../dom.js';
import {followScheme} from '../../page-scheme.js';
import elementCss from '../../style/element.css';
import css from '../../style/exercise.css';
import {addExercise} from '../bank.js';
import {exerciseOfLesson} from '../lesson/judged-by-solution.js';
import {joinFolder, LessonError, MOST, readLesson} from '../lesson/lesson.js';
import {followAddress} from './full-page.js';
import {htmlElement} from './help.js';

/** @import {Lesson} from '../lesson/lesson.js' */

const TAG = 'lesson-opener';
/** A lesson that was opened from a file outlives a reload of this tab. */
const KEPT = 'poslab.lesson';
const MOST_LINES = 12;

/** The tab's storage, or null where a page may not use it. */
function tabStorage() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** @param {URL} url @returns {Promise<string | null>} null where there is none */
async function textAt(url) {
  const response = await fetch(url);
  if (response.status === 404) return null;
  if (!response.ok) throw new LessonError([`${url}: ${response.status} ${response.statusText}`]);
  const text = await response.text();
  if (text.length > MOST.bytes)
    throw new LessonError([`${url} must have at most ${MOST.bytes} characters, got ${text.length}.`]); // biome-ignore format: a sentence
  return text;
}

/** @param {string} address of a lesson's file, or of its folder @returns {Promise<string>} */
export async function lessonAt(address) {
  if (!URL.canParse(address, document.baseURI))
    throw new LessonError([`lesson must be an address of this site, as lessons/week-3.json, got ${address.slice(0, 200)}.`]); // biome-ignore format: a sentence
  const url = new URL(address, document.baseURI);
  if (url.origin !== new URL(document.baseURI).origin)
    throw new LessonError([
      `lesson must be an address of this site (${new URL(document.baseURI).origin}), got ${url.origin}. Save the lesson as a file, and open that.`,
    ]);
  if (!url.pathname.endsWith('.json'))
    url.pathname = `${url.pathname.replace(/\/$/, '')}/lesson.json`;
  const first = await textAt(url);
  if (first === null) throw new LessonError([`${url} is not there.`]);
  return joinFolder((name) =>
    name === 'lesson.json' ? Promise.resolve(first) : textAt(new URL(name, url)),
  );
}

/** @param {readonly File[]} files one, or those of a folder @returns {Promise<string>} */
async function lessonIn(files) {
  const [file] = files;
  const large = files.find(({size}) => size > MOST.bytes);
  const read = (/** @type {string} */ name) =>
    files.find(({webkitRelativePath}) => webkitRelativePath.split('/').slice(1).join('/') === name);
  const isFolder = file.webkitRelativePath !== '';
  if (!isFolder && large)
    throw new LessonError([`A lesson must have at most ${MOST.bytes} bytes, got ${large.size}.`]);
  if (!isFolder) return file.text();
  return joinFolder(async (name) => {
    const one = read(name);
    if (one && one.size > MOST.bytes)
      throw new LessonError([`${name} must have at most ${MOST.bytes} bytes, got ${one.size}.`]);
    return one ? one.text() : null;
  });
}

/** <lesson-opener>: its exercises become cards inside it. */
export class LessonOpener extends HostElement {
  /** @param {CustomElementRegistry} [registry] */
  static define(registry = customElements) {
    if (!registry.get(TAG)) registry.define(TAG, this);
  }

  #file = html('input', '', {type: 'file', accept: '.json,application/json', hidden: ''});
  #folder = html('input', '', {type: 'file', webkitdirectory: '', hidden: ''});
  #address = html('input', 'address', {name: 'lesson', required: '', placeholder: 'lessons/week-3.json'}); // biome-ignore format: one thought
  #status = html('div', 'status', {role: 'status'});
  #lesson = html('div');

  constructor() {
    super();
    const root = this.attachShadow({mode: 'open'});
    adoptStyle(root, elementCss);
    adoptStyle(root, css);
    followScheme(root);
    const box = html('section', 'work', {'aria-label': 'A lesson of your own', part: 'head'});
    const row = html('div', 'buttons');
    row.append(
      button('Open a lesson file', () => this.#file.click()),
      button('Open a lesson folder', () => this.#folder.click()),
      this.#file,
      this.#folder,
    );
    const form = html('form', 'address-row', {method: 'get'});
    const label = html('label', '', {}, 'Its address on this site ', this.#address);
    form.append(label, html('button', '', {}, 'Open'));
    box.append(row, form, this.#status, this.#lesson);
    root.append(box, html('slot'));
    for (const input of [this.#file, this.#folder])
      input.addEventListener('change', () => {
        const files = [...(input.files ?? [])];
        input.value = ''; // so that the same file can be chosen again
        if (files.length > 0) this.#open(files[0].name, () => lessonIn(files), true);
      });
  }

  connectedCallback() {
    const address = new URLSearchParams(location.search).get('lesson');
    const kept = tabStorage()?.getItem(KEPT);
    if (address) {
      this.#address.value = address;
      this.#open(address, () => lessonAt(address), false);
    } else if (kept) this.#open('The lesson of before', () => Promise.resolve(kept), true);
  }

  /** @param {string} name @param {() => Promise<string>} read @param {boolean} isFile one that the address does not name */
  async #open(name, read, isFile) {
    try {
      const text = await read();
      const lesson = readLesson(text);
      if (isFile) this.#keep(text);
      this.#show(lesson);
    } catch (error) {
      const problems = error instanceof LessonError ? error.problems : [String(error)];
      const lines = problems.slice(0, MOST_LINES);
      if (problems.length > MOST_LINES) lines.push(`And ${problems.length - MOST_LINES} more.`);
      const list = html('ul', 'bad', {}, ...lines.map((line) => html('li', '', {}, line)));
      this.#status.replaceChildren(html('p', 'bad', {}, `${name} was not opened.`), list);
    }
  }

  /** @param {string} text */
  #keep(text) {
    try {
      tabStorage()?.setItem(KEPT, text);
    } catch {
      // no room: the lesson has to be opened again after a reload
    }
  }

  /** @param {Lesson} lesson */
  #show(lesson) {
    const cards = lesson.exercises.map((files) => {
      const exercise = exerciseOfLesson(lesson, files);
      addExercise(exercise);
      const {title, level, minutes, topic = ''} = files['exercise.json'];
      const {id} = exercise.about;
      const facts = {id, exercise: id, 'full-page': '', heading: title, level, minutes, ...(topic && {topic})}; // biome-ignore format: a record
      return html(/** @type {any} */ ('exercise-card'), '', facts);
    });
    const n = cards.length;
    this.#status.replaceChildren(
      html('p', 'name', {}, `${lesson.title}: ${n} ${n === 1 ? 'exercise' : 'exercises'}`),
    );
    this.#lesson.replaceChildren(...(lesson.text ? [htmlElement(lesson.text, 'prompt')] : []));
    this.#lesson.append(button('Close the lesson', () => this.#close()));
    this.replaceChildren(...cards);
    followAddress();
  }

  #close() {
    tabStorage()?.removeItem(KEPT);
    if (location.search) history.replaceState(null, '', location.pathname);
    this.#address.value = '';
    this.#status.replaceChildren(html('p', 'muted', {}, 'The lesson is closed. What was written is kept.')); // biome-ignore format: a sentence
    this.#lesson.replaceChildren();
    this.replaceChildren();
  }
}
