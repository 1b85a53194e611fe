// @ts-check
// Where code is written: CodeMirror, and a plain text area until it has come, or where it does not.

/**
 * @typedef {{element: HTMLElement, value: string, focus(): void, mark(line: number | null): void}} Editor
 *   mark: the line of an error, from 1, or none
 */

/**
 * @typedef {{code: string, label: string, onChange: (code: string) => void, onRun: () => void,
 *   onRunNext?: () => void, onFocus: () => void}} EditorOptions onRun: at Control-Enter; onRunNext: at Shift-Enter
 */

/** @param {KeyboardEvent} event */
const isRunKey = ({key, ctrlKey, metaKey}) => key === 'Enter' && (ctrlKey || metaKey);

/** @param {EditorOptions} options @returns {Editor} */
export function plainEditor({code, label, onChange, onRun, onRunNext, onFocus}) {
  const element = document.createElement('textarea');
  element.value = code;
  element.spellcheck = false;
  element.autocapitalize = 'off';
  element.setAttribute('aria-label', label);
  element.rows = Math.min(Math.max(code.split('\n').length + 1, 8), 30);
  element.addEventListener('input', () => onChange(element.value));
  element.addEventListener('focus', onFocus, {once: true});
  element.addEventListener('keydown', (event) => {
    const run = isRunKey(event) ? onRun : event.key === 'Enter' && event.shiftKey && onRunNext;
    if (!run) return;
    event.preventDefault();
    run();
  });
  return {
    element,
    get value() {
      return element.value;
    },
    set value(text) {
      element.value = text;
    },
    focus: () => element.focus(),
    mark: (line) => {
      if (line === null) return;
      const start = element.value.split('\n', line - 1).join('\n').length + (line > 1 ? 1 : 0);
      const end = element.value.indexOf('\n', start);
      element.setSelectionRange(start, end < 0 ? element.value.length : end);
    },
  };
}

/**
 * An editor in a box, plain at first. What has been typed until CodeMirror is there is kept.
 *
 * @param {HTMLElement} box
 * @param {EditorOptions} options
 * @returns {Editor} that of the moment
 */
export function editorIn(box, options) {
  let editor = plainEditor(options);
  box.replaceChildren(editor.element);
  import('./codemirror.js').then(
    ({codeMirrorEditor}) => {
      const root = /** @type {Document | ShadowRoot} */ (box.getRootNode());
      const hadFocus = root.activeElement === editor.element;
      editor = codeMirrorEditor({...options, code: editor.value, root});
      box.replaceChildren(editor.element);
      if (hadFocus) editor.focus();
    },
    () => {}, // the text area stays
  );
  return {
    element: box,
    get value() {
      return editor.value;
    },
    set value(text) {
      editor.value = text;
    },
    focus: () => editor.focus(),
    mark: (line) => editor.mark(line),
  };
}
