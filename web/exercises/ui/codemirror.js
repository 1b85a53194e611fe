// @ts-check
// CodeMirror 6, put together for short Python files. Tab leaves it, as it leaves any field; Ctrl-Enter
// runs.
import {closeBrackets, closeBracketsKeymap} from '@codemirror/autocomplete';
import {defaultKeymap, history, historyKeymap, indentLess, indentMore} from '@codemirror/commands';
import {python} from '@codemirror/lang-python';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import {EditorState, StateEffect, StateField} from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import {tags} from '@lezer/highlight';

/** @import {Editor, EditorOptions} from './editor.js' */
/** @import {DecorationSet} from '@codemirror/view' */

const COLOURS = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.modifier],
    color: 'var(--code-keyword)',
    fontWeight: '600',
  },
  {tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)'},
  {tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)'},
  {tag: [tags.comment], color: 'var(--pe-muted)', fontStyle: 'italic'},
  {
    tag: [tags.function(tags.definition(tags.variableName)), tags.className],
    color: 'var(--pe-accent)',
  },
]);

const LOOK = EditorView.theme({
  '&': {
    color: 'var(--pe-ink)',
    backgroundColor: 'var(--code-paper)',
    fontSize: 'var(--editor-font)',
    blockSize: 'var(--editor-size, auto)',
  },
  '.cm-content': {
    fontFamily:
      'var(--mono, ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace)',
    caretColor: 'var(--pe-ink)',
  },
  '.cm-cursor': {borderLeftColor: 'var(--pe-ink)'},
  '.cm-gutters': {backgroundColor: 'var(--code-paper)', color: 'var(--pe-muted)', border: 'none'},
  '.cm-activeLine': {backgroundColor: 'var(--code-line)'},
  '.cm-specialChar': {color: 'var(--pe-bad)'},
  '.cm-wrong': {backgroundColor: 'var(--code-wrong)', boxShadow: 'inset 3px 0 var(--pe-bad)'},
  '&.cm-focused': {outline: '2px solid var(--pe-accent)', outlineOffset: '1px'},
  '.cm-scroller': {maxBlockSize: 'var(--editor-most)', overflow: 'auto'},
});

/** @type {import('@codemirror/state').StateEffectType<number | null>} */
const setWrong = StateEffect.define();

/** The line that an error names, until the next change. */
const wrongLine = StateField.define({
  create: () => /** @type {DecorationSet} */ (Decoration.none),
  update(marks, transaction) {
    const effect = transaction.effects.find((one) => one.is(setWrong));
    if (!effect) return transaction.docChanged ? Decoration.none : marks;
    const line = /** @type {number | null} */ (effect.value);
    const {doc} = transaction.state;
    if (line === null || line < 1 || line > doc.lines) return Decoration.none;
    return Decoration.set([Decoration.line({class: 'cm-wrong'}).range(doc.line(line).from)]);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * @param {EditorOptions & {root: Document | ShadowRoot}} options root: where its styles go
 * @returns {Editor}
 */
export function codeMirrorEditor({code, label, root, onChange, onRun, onRunNext, onFocus}) {
  let isFirst = true;
  const handled = (/** @type {() => void} */ press) => () => {
    press();
    return true;
  };
  const view = new EditorView({
    doc: code,
    root,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      indentOnInput(),
      indentUnit.of('    '),
      EditorState.tabSize.of(4),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightSpecialChars(), // what turns the order of letters can be seen
      python(),
      syntaxHighlighting(COLOURS),
      wrongLine,
      LOOK,
      EditorView.contentAttributes.of({
        'aria-label': label,
        autocapitalize: 'off',
        spellcheck: 'false',
        tabindex: '0', // its scroller is reached by it
      }),
      keymap.of([
        {key: 'Mod-Enter', run: handled(onRun)},
        ...(onRunNext ? [{key: 'Shift-Enter', run: handled(onRunNext)}] : []),
        {key: 'Mod-]', run: indentMore},
        {key: 'Mod-[', run: indentLess},
        ...closeBracketsKeymap,
        ...defaultKeymap.filter(({key}) => key !== 'Mod-Enter'),
        ...historyKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
        if (update.focusChanged && update.view.hasFocus && isFirst) {
          isFirst = false;
          onFocus();
        }
      }),
    ],
  });
  return {
    element: view.dom,
    get value() {
      return view.state.doc.toString();
    },
    set value(text) {
      view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: text}});
    },
    focus: () => view.focus(),
    mark: (line) => view.dispatch({effects: setWrong.of(line)}),
  };
}
