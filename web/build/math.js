// @ts-check
// `\( … \)` and `\[ … \]` in HTML become MathML, at build time: no script and no fonts on the page.
import temml from 'temml';

const FORMULA = /\\\(([\s\S]*?)\\\)|\\\[([\s\S]*?)\\\]/g;
const ENTITIES = {'&lt;': '<', '&gt;': '>', '&amp;': '&', '&nbsp;': ' '};
// Where a backslash is a backslash.
const LITERAL = /<(code|pre)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g;

// A line may break beside a formula, as beside a picture: not before the comma that follows it.
const PUNCTUATED =
  /[(“]?<math>(?:(?!<\/math>)[\s\S])*<\/math>[)”’.,;:!?]+|[(“]<math>(?:(?!<\/math>)[\s\S])*<\/math>/g;

/** @param {string} latex as it stands in HTML @returns {string} as it was meant */
const unescapeHtml = (latex) =>
  latex.replace(/&(?:lt|gt|amp|nbsp);/g, (entity) => ENTITIES[/** @type {'&lt;'} */ (entity)]);

/**
 * @param {string} html
 * @param {string} file for messages
 * @returns {string} with every formula as MathML
 * @throws {Error} naming file, line and formula where LaTeX is wrong
 */
export function renderMath(html, file) {
  const literal = [...html.matchAll(LITERAL)].map((m) => [m.index, m.index + m[0].length]);
  const rendered = html.replace(FORMULA, (whole, inline, display, at) => {
    if (literal.some(([start, end]) => at >= start && at < end)) return whole;
    const latex = unescapeHtml((inline ?? display).trim());
    try {
      const isDisplay = inline === undefined;
      const math = temml.renderToString(latex, {displayMode: isDisplay, throwOnError: true});
      // a long formula scrolls sideways on a phone, so the keyboard must reach it
      return isDisplay ? math.replace('<math', '<math tabindex="0"') : math;
    } catch (error) {
      const line = html.slice(0, at).split('\n').length;
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`${file}:${line}: ${why}\n  in ${whole}`);
    }
  });
  return rendered.replace(PUNCTUATED, '<span class="unbroken">$&</span>');
}
