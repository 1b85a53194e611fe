// @ts-check
// Where a reader chooses files or drops them: what was found in each, and which tensor is shown.
import {button, html, t} from '../../dom.js';
import {formatNumber} from '../../draw/format.js';
import {canShow, kindOf} from '../../files/positions.js';

/** @import {Opened} from '../../files/open.js' */
/** @import {FileTensor} from '../../files/tensor.js' */

const MAX_OTHERS = 300;
const ENDINGS = '.safetensors,.gguf,.npy,.npz,.json';

/** @param {number} n bytes */
const inBytes = (n) => {
  const power = Math.min(3, Math.floor(Math.log2(Math.max(n, 1)) / 10));
  return `${formatNumber(Math.round((10 * n) / 1024 ** power) / 10)} ${['bytes', 'KiB', 'MiB', 'GiB'][power]}`;
};

export class FileChooser {
  #input = html('input', '', {type: 'file', id: 'files', multiple: '', accept: ENDINGS});
  #says = html('div', 'files-says', {role: 'status'});
  #wrong = html('p', 'problem', {role: 'alert'});
  #select = html('select', '', {id: 'tensor', 'aria-label': /* t */ 'Tensor'});
  #close = button('Close the files', () => this.on.close());
  /** @type {FileTensor[]} in the order of the menu */
  #listed = [];
  #box = html(
    'div',
    'files',
    {},
    html(
      'label',
      '',
      {for: 'files'},
      'Choose files of a model, or drop them, or their folder, anywhere on this page. They stay on this machine: only the slices that are shown are read.',
    ),
    this.#input,
    this.#wrong,
    this.#says,
    html('div', 'files-row', {}, this.#select, this.#close),
  );

  /**
   * @param {{open: (files: File[]) => void, choose: (tensor: FileTensor) => void, close: () => void}} on
   */
  constructor(on) {
    this.on = on;
    this.#input.addEventListener('change', () => {
      const files = [...(this.#input.files ?? [])];
      this.#input.value = ''; // so that the same file can be chosen again
      if (files.length > 0) on.open(files);
    });
    this.#select.addEventListener('change', () =>
      on.choose(this.#listed[this.#select.selectedIndex]),
    );
    this.clear();
  }

  get element() {
    return this.#box;
  }

  clear() {
    this.#listed = [];
    this.#says.replaceChildren();
    this.#wrong.hidden = true;
    this.#select.hidden = true;
    this.#close.hidden = true;
  }

  /** @param {string} text */
  reading(text) {
    this.clear();
    this.#says.textContent = t(text);
  }

  /** @param {string} message */
  fail(message) {
    this.#wrong.textContent = t(message);
    this.#wrong.hidden = false;
  }

  /**
   * What was found.
   *
   * @param {Opened} opened
   * @returns {FileTensor | undefined} the one to show first
   */
  list(opened) {
    this.clear();
    const positions = opened.tensors.filter((one) => kindOf(one) !== 'other');
    const others = opened.tensors.filter((one) => kindOf(one) === 'other' && canShow(one));
    this.#listed = [...positions, ...others.slice(0, MAX_OTHERS)];
    const option = (/** @type {FileTensor} */ {name, dtype, shape}) =>
      html('option', '', {}, `${name} (${dtype}, ${shape.join(' × ') || 'one number'})`);
    this.#select.replaceChildren(
      ...[
        {label: 'of positions, by their names', list: positions},
        {label: 'others', list: this.#listed.slice(positions.length)},
      ]
        .filter(({list}) => list.length > 0)
        .map(({label, list}) => html('optgroup', '', {label}, ...list.map(option))),
    );
    this.#select.hidden = this.#listed.length === 0;
    this.#close.hidden = false;
    this.tell(opened);
    return this.#listed[0];
  }

  /** The files, what was read of them, and remarks. @param {Opened} opened */
  tell(opened) {
    const {files, remarks, tensors} = opened;
    const size = files.reduce((sum, one) => sum + one.size, 0);
    const n = tensors.filter((one) => kindOf(one) !== 'other').length;
    const found =
      tensors.length === 0
        ? ''
        : n > 0
          ? ` ${n} of ${tensors.length} tensors hold positions, by their names.`
          : ' No tensor has the name of one that holds positions.';
    this.#says.replaceChildren(
      html(
        'p',
        '',
        {},
        `${files.map(({name, says}) => `${name}: ${says}`).join('; ')}.${found} Read: ${inBytes(opened.nRead())} of ${inBytes(size)}.`,
      ),
      ...(remarks.length === 0
        ? []
        : [
            html(
              'ul',
              '',
              {},
              ...remarks.map(({field, text}) =>
                html('li', '', {}, html('b', '', {}, field), ` ${text}`),
              ),
            ),
          ]),
    );
  }
}
