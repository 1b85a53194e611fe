// @ts-check
// A table that is wider than its window scrolls by itself, and the keyboard can reach it to do so.

const OPEN = '<div class="table-scroll"';
const TABLE = /(<div class="table-scroll"[^>]*>\s*)?(<table\b[\s\S]*?<\/table>)(\s*<\/div>)?/g;

/**
 * Puts every table into a scrolling region that has the caption for its name.
 *
 * @param {string} html
 */
export function scrollTables(html) {
  return html.replace(TABLE, (_, opened, table, closed = '') => {
    const caption = table.match(/<caption[^>]*>([\s\S]*?)<\/caption>/)?.[1] ?? 'Table';
    const name = caption
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .replaceAll('"', '&quot;')
      .trim();
    const region = `${OPEN} role="region" tabindex="0" aria-label="${name}">\n${table}\n</div>`;
    return opened ? region : region + closed;
  });
}
