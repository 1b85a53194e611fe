// @ts-check
// What the drawing modules do on a canvas, as SVG: the part of CanvasRenderingContext2D that web/draw uses. Paths,
// text and rectangles stay what they are; the cells of a map are an image in it.

/** @typedef {[number, number, number, number, number, number]} Matrix as of setTransform() */

/** @param {Matrix} m @param {Matrix} n @returns {Matrix} n first */
const product = ([a, b, c, d, e, f], [p, q, r, s, t, u]) => [
  a * p + c * q,
  b * p + d * q,
  a * r + c * s,
  b * r + d * s,
  a * t + c * u + e,
  b * t + d * u + f,
];

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** @param {number} value */
const short = (value) => String(Math.round(value * 1000) / 1000);

/** @type {Record<string, string>} */
const ANCHORS = {left: 'start', start: 'start', center: 'middle', right: 'end', end: 'end'};
/** How far below y the baseline is, in heights of the type. @type {Record<string, number>} */
const BASELINES = {top: 0.8, hanging: 0.8, middle: 0.35, alphabetic: 0, bottom: -0.2};

export class SvgContext {
  fillStyle = /** @type {any} */ ('#000');
  strokeStyle = /** @type {any} */ ('#000');
  lineWidth = 1;
  lineJoin = 'miter';
  lineCap = 'butt';
  lineDashOffset = 0;
  globalAlpha = 1;
  font = '10px sans-serif';
  textAlign = 'start';
  textBaseline = 'alphabetic';
  imageSmoothingEnabled = true;
  imageSmoothingQuality = 'low';
  /** @type {number[]} */
  #dash = [];
  /** @type {Matrix} */
  #matrix = [1, 0, 0, 1, 0, 0];
  /** @type {Matrix} */
  #base = [1, 0, 0, 1, 0, 0];
  #clip = '';
  /** @type {string[]} */
  #path = [];
  /** @type {any[]} */
  #saved = [];
  /** @type {string[]} */
  #body = [];
  #nDefinitions = 0;
  #ruler = /** @type {CanvasRenderingContext2D} */ (
    document.createElement('canvas').getContext('2d')
  );

  /** Where later drawings have their origin, and how many of its units one of theirs is. @param {number} x @param {number} y @param {number} scale */
  placeAt(x, y, scale) {
    this.#base = [scale, 0, 0, scale, x, y];
    this.#matrix = [...this.#base];
  }

  /** @param {number} width @param {number} height @param {string} description @returns {string} an SVG file */
  toSvg(width, height, description) {
    const size = `width="${short(width)}" height="${short(height)}"`;
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${short(width)} ${short(height)}">\n` +
      `<desc>${escaped(description)}</desc>\n${this.#body.join('\n')}\n</svg>\n`
    );
  }

  save() {
    const {fillStyle, strokeStyle, lineWidth, lineJoin, lineCap, lineDashOffset, globalAlpha} =
      this;
    const {font, textAlign, textBaseline} = this;
    const style = {
      fillStyle,
      strokeStyle,
      lineWidth,
      lineJoin,
      lineCap,
      lineDashOffset,
      globalAlpha,
    };
    const inner = {matrix: this.#matrix, dash: this.#dash, clip: this.#clip};
    this.#saved.push({style: {...style, font, textAlign, textBaseline}, ...inner});
  }

  restore() {
    const last = this.#saved.pop();
    if (!last) return;
    Object.assign(this, last.style);
    this.#matrix = last.matrix;
    this.#dash = last.dash;
    this.#clip = last.clip;
  }

  /** @param {number} a @param {number} b @param {number} c @param {number} d @param {number} e @param {number} f */
  setTransform(a, b, c, d, e, f) {
    this.#matrix = product(this.#base, [a, b, c, d, e, f]);
  }

  /** @param {number} x @param {number} y */
  translate(x, y) {
    this.#matrix = product(this.#matrix, [1, 0, 0, 1, x, y]);
  }

  /** @param {number} x @param {number} y */
  scale(x, y) {
    this.#matrix = product(this.#matrix, [x, 0, 0, y, 0, 0]);
  }

  /** @param {number} angle_rad */
  rotate(angle_rad) {
    const [c, s] = [Math.cos(angle_rad), Math.sin(angle_rad)];
    this.#matrix = product(this.#matrix, [c, s, -s, c, 0, 0]);
  }

  /** @param {number} x @param {number} y @returns {string} where that is in the file */
  #at(x, y) {
    const [a, b, c, d, e, f] = this.#matrix;
    return `${short(a * x + c * y + e)} ${short(b * x + d * y + f)}`;
  }

  get #unit() {
    const [a, b] = this.#matrix;
    return Math.hypot(a, b);
  }

  beginPath() {
    this.#path = [];
  }

  closePath() {
    this.#path.push('Z');
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.#path.push(`M${this.#at(x, y)}`);
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.#path.push(`${this.#path.length > 0 ? 'L' : 'M'}${this.#at(x, y)}`);
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    this.moveTo(x, y);
    for (const [dx, dy] of [
      [width, 0],
      [width, height],
      [0, height],
    ])
      this.lineTo(x + dx, y + dy);
    this.closePath();
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {number} from_rad
   * @param {number} to_rad
   * @param {boolean} [isCounter] against the clock
   */
  arc(x, y, radius, from_rad, to_rad, isCounter = false) {
    const span = to_rad - from_rad;
    const isWhole = Math.abs(span) >= 2 * Math.PI - 1e-9;
    const span_rad = isWhole
      ? 2 * Math.PI * (isCounter ? -1 : 1)
      : isCounter
        ? -mod(-span)
        : mod(span);
    const point = (/** @type {number} */ angle) =>
      /** @type {const} */ ([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
    this.lineTo(...point(from_rad));
    const r = short(radius * this.#unit);
    for (const part of [1, 2])
      this.#path.push(
        `A${r} ${r} 0 0 ${isCounter ? 0 : 1} ${this.#at(...point(from_rad + (span_rad * part) / 2))}`,
      );
  }

  /** @param {string} element @param {string} [inside] */
  #add(element, inside) {
    const alpha = this.globalAlpha < 1 ? ` opacity="${short(this.globalAlpha)}"` : '';
    const tag = element.slice(1).split(' ')[0];
    const end = inside === undefined ? '/>' : `>${inside}</${tag}>`;
    this.#body.push(`${element}${alpha}${this.#clip}${end}`);
  }

  /** @param {any} style a colour or what createLinearGradient() made */
  #paint(style) {
    if (!(style instanceof Gradient)) return escaped(String(style));
    const id = `gradient-${++this.#nDefinitions}`;
    const [x1, y1] = this.#at(style.from[0], style.from[1]).split(' ');
    const [x2, y2] = this.#at(style.to[0], style.to[1]).split(' ');
    const stops = style.stops.map(
      ([offset, colour]) => `<stop offset="${short(offset)}" stop-color="${escaped(colour)}"/>`,
    );
    this.#body.push(
      `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops.join('')}</linearGradient>`,
    );
    return `url(#${id})`;
  }

  get #stroked() {
    const unit = this.#unit;
    const dash = this.#dash.map((length) => short(length * unit)).join(' ');
    const dashes = dash
      ? ` stroke-dasharray="${dash}" stroke-dashoffset="${short(this.lineDashOffset * unit)}"`
      : '';
    return `fill="none" stroke="${this.#paint(this.strokeStyle)}" stroke-width="${short(this.lineWidth * unit)}" stroke-linejoin="${this.lineJoin}" stroke-linecap="${this.lineCap}"${dashes}`;
  }

  stroke() {
    if (this.#path.length > 0) this.#add(`<path d="${this.#path.join('')}" ${this.#stroked}`);
  }

  /** @param {string} [rule] */
  fill(rule = 'nonzero') {
    const colour = this.#paint(this.fillStyle);
    this.#add(`<path d="${this.#path.join('')}" fill="${colour}" fill-rule="${rule}"`);
  }

  clip() {
    const id = `clip-${++this.#nDefinitions}`;
    this.#body.push(`<clipPath id="${id}"><path d="${this.#path.join('')}"/></clipPath>`);
    this.#clip = ` clip-path="url(#${id})"`;
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    this.#keepingPath(() => {
      this.rect(x, y, width, height);
      this.fill();
    });
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  strokeRect(x, y, width, height) {
    this.#keepingPath(() => {
      this.rect(x, y, width, height);
      this.stroke();
    });
  }

  /** @param {() => void} draw with a path of its own */
  #keepingPath(draw) {
    const path = this.#path;
    this.#path = [];
    draw();
    this.#path = path;
  }

  /** Nothing is there before. */
  clearRect() {}

  /** @param {number[]} lengths */
  setLineDash(lengths) {
    this.#dash = lengths;
  }

  getLineDash() {
    return this.#dash;
  }

  /** @param {string} text */
  measureText(text) {
    this.#ruler.font = this.font;
    return this.#ruler.measureText(text);
  }

  /** @param {string} text @param {number} x @param {number} y @param {string} paint */
  #text(text, x, y, paint) {
    const [, style, px, family] = /^(.*?)([\d.]+)px(?:\/\S+)? (.*)$/.exec(this.font) ?? ['', '', '10', 'sans-serif']; // biome-ignore format: one thought
    const weight = /\b(bold|\d{3})\b/.exec(style)?.[0] ?? 'normal';
    const slope = /italic/.test(style) ? ' font-style="italic"' : '';
    const [a, b, c, d, e, f] = this.#matrix.map(short);
    const down = Number(px) * (BASELINES[this.textBaseline] ?? 0);
    this.#add(
      `<text transform="matrix(${a} ${b} ${c} ${d} ${e} ${f})" x="${short(x)}" y="${short(y + down)}" ` +
        `font-size="${px}" font-weight="${weight}"${slope} font-family="${escaped(family)}" ` +
        `text-anchor="${ANCHORS[this.textAlign] ?? 'start'}" ${paint}`,
      escaped(text),
    );
  }

  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) {
    this.#text(text, x, y, `fill="${this.#paint(this.fillStyle)}"`);
  }

  /** @param {string} text @param {number} x @param {number} y */
  strokeText(text, x, y) {
    const width = `stroke-width="${short(this.lineWidth)}" stroke-linejoin="${this.lineJoin}"`;
    this.#text(text, x, y, `fill="none" stroke="${this.#paint(this.strokeStyle)}" ${width}`);
  }

  /** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
  createLinearGradient(x0, y0, x1, y1) {
    return new Gradient([x0, y0], [x1, y1]);
  }

  /** @param {HTMLCanvasElement | OffscreenCanvas} image @param {...number} box x, y, width, height, or a part of the image before them */
  drawImage(image, ...box) {
    const [x, y, width = image.width, height = image.height] = box.length > 4 ? box.slice(4) : box;
    const [a, b, c, d, e, f] = this.#matrix.map(short);
    const smooth = this.imageSmoothingEnabled ? '' : ' image-rendering="pixelated"';
    this.#add(
      `<image transform="matrix(${a} ${b} ${c} ${d} ${e} ${f})" x="${short(x)}" y="${short(y)}" ` +
        `width="${short(width)}" height="${short(height)}" preserveAspectRatio="none"${smooth} href="${addressOf(image)}"`,
    );
  }
}

/** Its pixels as a PNG in an address. @param {HTMLCanvasElement | OffscreenCanvas} image */
function addressOf(image) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas.toDataURL();
}

/** @param {number} angle_rad @returns {number} 0 to 2π */
const mod = (angle_rad) => ((angle_rad % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);

class Gradient {
  /** @type {[number, string][]} */
  stops = [];

  /** @param {[number, number]} from @param {[number, number]} to */
  constructor(from, to) {
    this.from = from;
    this.to = to;
  }

  /** @param {number} offset @param {string} colour */
  addColorStop(offset, colour) {
    this.stops.push([offset, colour]);
  }
}
