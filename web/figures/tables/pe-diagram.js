// @ts-check
import {adoptStyle, HostElement, html, svg} from '../../dom.js';
import css from '../../style/diagram.css';
import elementCss from '../../style/element.css';
import {followHost} from '../frame/follow-host.js';
import {DIAGRAMS} from './diagrams.js';

/** @import {Arrow, Box, Diagram} from './diagrams.js' */

const WIDTH = 380;
const LINE = 17;
const STEP = 46;

/** @param {Box} box */
const sizeOf = (box) => ({width: box.width ?? 150, height: box.text.length * LINE + 18});

/** @param {Box} box */
function drawBox(box) {
  const {width, height} = sizeOf(box);
  const lines = box.text.map((text, k) =>
    svg('text', {x: box.x, y: box.y + (k - (box.text.length - 1) / 2) * LINE}, text),
  );
  const rect = svg('rect', {x: box.x - width / 2, y: box.y - height / 2, width, height, rx: 9});
  return svg('g', {class: `box ${box.tone ?? 'plain'}`}, rect, ...lines);
}

/**
 * From the lower edge of one box to the upper edge of the next.
 *
 * @param {Box} from
 * @param {Box} to
 */
function drawArrow(from, to) {
  const y1 = from.y + sizeOf(from).height / 2;
  const y2 = to.y - sizeOf(to).height / 2 - 3;
  const middle = (y1 + y2) / 2;
  const path = `M${from.x} ${y1} C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${y2}`;
  return svg('path', {class: 'arrow', d: path, 'marker-end': 'url(#head)'});
}

/**
 * Messages between lifelines, one below the other.
 *
 * @param {Diagram} diagram
 * @param {(id: string) => Box} boxOf
 */
function drawMessages({boxes, arrows, lifelines}, boxOf) {
  const {top, bottom} = /** @type {{top: number, bottom: number}} */ (lifelines);
  const lines = boxes.map(({x}) => svg('path', {class: 'lifeline', d: `M${x} ${top}V${bottom}`}));
  const messages = arrows.map(({from, to, label = ''}, k) => {
    const y = top + 40 + k * STEP;
    const [x1, x2] = [boxOf(from).x, boxOf(to).x];
    const isSelf = x1 === x2;
    const d = isSelf ? `M${x1} ${y - 8}h14v16h-11` : `M${x1} ${y}H${x2 - 3}`;
    const centre = isSelf ? x1 : (x1 + x2) / 2;
    const half = label.length * 3.4;
    const x = Math.max(half + 4, Math.min(WIDTH - half - 4, centre));
    return svg(
      'g',
      {class: 'message'},
      svg('path', {class: 'arrow', d, 'marker-end': 'url(#head)'}),
      svg('text', {x, y: y - (isSelf ? 20 : 12)}, label),
    );
  });
  return [...lines, ...messages];
}

/** @param {Diagram} diagram */
function drawing(diagram) {
  const boxes = new Map(diagram.boxes.map((box) => [box.id, box]));
  /** @param {string} id */
  const boxOf = (id) => /** @type {Box} */ (boxes.get(id));
  const head = svg(
    'marker',
    {
      id: 'head',
      viewBox: '0 0 8 8',
      refX: 7,
      refY: 4,
      markerWidth: 7,
      markerHeight: 7,
      orient: 'auto-start-reverse',
    },
    svg('path', {d: 'M0 0L8 4L0 8z'}),
  );
  const arrows = diagram.lifelines
    ? drawMessages(diagram, boxOf)
    : diagram.arrows.map(({from, to}) => drawArrow(boxOf(from), boxOf(to)));
  return svg(
    'svg',
    {viewBox: `0 0 ${WIDTH} ${diagram.height}`, role: 'img', 'aria-labelledby': 'title text'},
    svg('title', {id: 'title'}, diagram.title),
    svg('desc', {id: 'text'}, diagram.description),
    svg('defs', {}, head),
    ...arrows,
    ...diagram.boxes.map(drawBox),
  );
}

/**
 * One of the four diagrams, as SVG with its text for those who do not see it.
 *
 * Attributes: preset (a name of DIAGRAMS; the first where it is missing or unknown).
 */
export class PeDiagram extends HostElement {
  static tag = 'pe-diagram';
  static presets = DIAGRAMS;
  static observedAttributes = ['preset'];

  /** @param {CustomElementRegistry} [registry] */
  static define(registry = customElements) {
    if (!registry.get(PeDiagram.tag)) registry.define(PeDiagram.tag, PeDiagram);
  }

  #figure = html('figure');

  constructor() {
    super();
    const root = this.attachShadow({mode: 'open'});
    adoptStyle(root, elementCss);
    adoptStyle(root, css);
    followHost(root);
    root.append(this.#figure);
  }

  connectedCallback() {
    this.#draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#draw();
  }

  #draw() {
    const name = this.getAttribute('preset') ?? '';
    const diagram = Object.hasOwn(DIAGRAMS, name) ? DIAGRAMS[name] : Object.values(DIAGRAMS)[0];
    this.#figure.replaceChildren(
      html('figcaption', '', {}, diagram.title),
      drawing(diagram),
      html(
        'details',
        '',
        {},
        html('summary', '', {}, 'In words'),
        html('p', '', {}, diagram.description),
      ),
    );
  }
}
