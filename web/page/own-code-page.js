// @ts-check
// The form that makes a test file for the reader's own code: what the code does, the file, and its download.
import {fullCore} from '../core/full-core.js';
import {button, html} from '../dom.js';
import {nodeFile} from '../own-code/node-file.js';
import {KINDS, pytestFile} from '../own-code/pytest-file.js';
import {saveFile} from '../save-file.js';

/** What the file is written in. */
const LANGUAGES = [
  {label: 'Python (pytest)', make: pytestFile, type: 'text/x-python'},
  {label: 'JavaScript (Node)', make: nodeFile, type: 'text/javascript'},
];

/** @param {number | string | boolean} value */
const valueText = (value) => (value === true ? 'yes' : value === false ? 'no' : String(value));

/**
 * @param {string} label
 * @param {string[]} texts of the options
 * @param {() => void} onChange
 */
function select(label, texts, onChange) {
  const list = texts.map((text, at) => html('option', '', {value: String(at)}, text));
  const input = /** @type {HTMLSelectElement} */ (html('select', '', {}, ...list));
  input.addEventListener('change', onChange);
  return {field: html('label', 'own-code-field', {}, `${label} `, input), input};
}

/** The file without its numbers. @param {string} text */
const withoutNumbers = (text) =>
  text
    .split('\n')
    .filter((line) => line.length < 1000)
    .join('\n');

/** @param {HTMLElement} panel */
export async function start(panel) {
  const core = await fullCore();
  const kinds = Object.keys(KINDS);
  const fields = html('div', 'own-code-fields');
  const bugs = html('p', '', {role: 'status'});
  const source = html('code');
  let file = {name: '', text: ''};
  /** @type {() => Record<string, number | string | boolean>} */
  let readSettings = () => ({});

  function make() {
    try {
      const made = languageNow().make(core, {
        kind: kinds[Number(kind.input.value)],
        settings: readSettings(),
      });
      file = made;
      save.disabled = false;
      bugs.textContent = `${made.name}: ${Math.ceil(made.text.length / 1024)} KiB. It names ${made.bugs.length} bugs: ${made.bugs.join(', ')}.`;
      source.textContent = withoutNumbers(made.text);
    } catch (error) {
      save.disabled = true;
      source.textContent = '';
      bugs.textContent = /** @type {Error} */ (error).message;
    }
  }

  function showSettings() {
    const settings = Object.entries(KINDS[kinds[Number(kind.input.value)]].settings);
    const inputs = settings.map(([name, {label, values}]) => ({
      name,
      values,
      ...select(label, values.map(valueText), make),
    }));
    readSettings = () =>
      Object.fromEntries(
        inputs.map(({name, values, input}) => [name, values[Number(input.value)]]),
      );
    fields.replaceChildren(...inputs.map(({field}) => field));
    make();
  }

  const labels = kinds.map((name) => KINDS[name].label);
  const kind = select('What your code does', labels, showSettings);
  const language = select(
    'Written in',
    LANGUAGES.map(({label}) => label),
    make,
  );
  const languageNow = () => LANGUAGES[Number(language.input.value)];
  const save = button(
    'Download the file',
    () => saveFile(file.name, file.text, languageNow().type),
    'download-file',
  );
  const shown = html(
    'details',
    '',
    {},
    html('summary', '', {}, 'Show the adapter and the tests'),
    html('pre', '', {tabindex: '0'}, source),
  );
  panel.replaceChildren(
    html('div', 'own-code-fields', {}, kind.field, language.field),
    fields,
    html('p', 'check-buttons', {}, save),
    bugs,
    shown,
  );
  showSettings();
}
