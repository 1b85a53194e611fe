// How a figure looks in the styles of a host: whether its words can be read, and its size.

/** @import {Page} from 'puppeteer-core' */

/**
 * Of the figure's words: the least contrast against the page, and what the host may have changed.
 *
 * @param {Page} page
 * @returns {Promise<{least: number, worst: string, width: number, height: number, align: string, transform: string}>}
 */
export const contrasts = (page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300)); // colours that move have come to their end
    const figure = /** @type {HTMLElement} */ (document.querySelector('pe-heatmap'));
    const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
    if (!canvas) throw new Error('no canvas');
    /** The colour as it is seen on what lies below. @param {string[]} layers bottom first @returns {number} luminance */
    const luminance = (layers) => {
      for (const layer of layers) {
        canvas.fillStyle = layer;
        canvas.fillRect(0, 0, 1, 1);
      }
      const linear = (/** @type {number} */ c) =>
        c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
      const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
      return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    };
    /** @param {Element | null} element @returns {string[]} backgrounds from the page up */
    const backgrounds = (element) => {
      const layers = [];
      for (
        let one = element;
        one;
        one = one.assignedSlot ?? one.parentElement ?? /** @type {any} */ (one.getRootNode()).host ?? null // biome-ignore format: one thought
      )
        layers.unshift(getComputedStyle(one).backgroundColor);
      return ['white', ...layers];
    };
    let [least, worst] = [Infinity, ''];
    for (const element of root.querySelectorAll('*')) {
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()); // biome-ignore format: one thought
      if (!own || !element.checkVisibility({opacityProperty: true, visibilityProperty: true}))
        continue;
      if (element.closest('svg, style, option, :disabled') || element.getClientRects().length === 0) continue; // biome-ignore format: one thought
      const below = backgrounds(element);
      const [a, b] = [luminance(below), luminance([...below, getComputedStyle(element).color])];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < least) [least, worst] = [contrast, element.textContent ?? ''];
    }
    const {textAlign: align, textTransform: transform} = getComputedStyle(figure);
    return {least, worst, width: figure.offsetWidth, height: figure.offsetHeight, align, transform};
  });
