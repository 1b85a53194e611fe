// @ts-check
// What a site says of itself to others: tags that a link to it is shown by, and files for crawlers and installers.
// Their addresses need that of the site, SITE_URL, and are left out without it.
import {escapeHtml} from './html.js';

/** @import {Page} from './pages.js' */

/** The picture of a link, made by social.js: 1200 x 630. */
const PICTURE = 'social.png';
const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><rect width='16' height='16' rx='3' fill='#0b6e75'/>" +
  "<path d='M2 8q3-9 6 0t6 0' fill='none' stroke='#fff' stroke-width='2'/></svg>";

/** The icon, in an address of its own: a page needs no request for it. */
export const ICON_ADDRESS = `data:image/svg+xml,${encodeURIComponent(ICON).replace(/%(20|2F|3A|3D)/g, decodeURIComponent)}`;

/**
 * What other sites show of a link.
 *
 * @param {Pick<Page, 'title' | 'summary' | 'address'>} page
 * @param {string} [site] with a slash at its end
 */
export function socialTags({title, summary, address}, site = process.env.SITE_URL) {
  const tags = [
    '<meta property="og:type" content="article">',
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    `<meta property="og:description" content="${escapeHtml(summary)}">`,
  ];
  if (site) {
    const url = escapeHtml(new URL(address, site).href);
    const picture = escapeHtml(new URL(PICTURE, site).href);
    tags.push(
      `<link rel="canonical" href="${url}">`,
      `<meta property="og:url" content="${url}">`,
      `<meta property="og:image" content="${picture}">`,
      '<meta property="og:image:width" content="1200">',
      '<meta property="og:image:height" content="630">',
      '<meta property="og:image:alt" content="A table of sines and cosines, as red and blue cells">',
      '<meta name="twitter:card" content="summary_large_image">',
    );
  }
  return tags.join('\n');
}

/**
 * @param {string[]} addresses of the pages, relative to dist/
 * @param {string} [site] with a slash at its end
 * @param {string} [frame] hash of the script of Python's frame, for the page's policy
 * @returns {[string, string][]} files of dist/, and their text
 */
export function siteFiles(addresses, site = process.env.SITE_URL, frame = '') {
  const robots = ['User-agent: *', 'Disallow:'];
  const bare = (
    /** @type {string} */ title,
    /** @type {string} */ script,
    /** @type {string} */ fallback,
  ) =>
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>' +
    title +
    '</title>' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'${frame && ` '${frame}'`}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; frame-src 'none'">` +
    `<link rel="icon" href="${ICON_ADDRESS}"><script type="module" src="lab/${script}.js"></script></head>` +
    `<body>${fallback}</body></html>\n`;
  const embed = bare('poslab figure', 'embed-page', 'This figure needs JavaScript.');
  const assignment = bare(
    'poslab assignment',
    'assignment-page',
    'This assignment needs JavaScript.',
  );
  const manifest = {
    name: 'poslab: positional encodings, live',
    short_name: 'poslab',
    start_url: 'index.html',
    display: 'minimal-ui',
    background_color: '#fbfaf7',
    theme_color: '#0b6e75',
    icons: [{src: 'icon.svg', sizes: 'any', type: 'image/svg+xml'}],
  };
  /** @type {[string, string][]} */
  const files = [
    ['icon.svg', ICON],
    ['manifest.webmanifest', `${JSON.stringify(manifest, null, 1)}\n`],
  ];
  if (site) {
    const urls = addresses.map(
      (address) => `<url><loc>${escapeHtml(new URL(address, site).href)}</loc></url>`,
    );
    const head = '<?xml version="1.0" encoding="UTF-8"?>';
    const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9';
    files.push([
      'sitemap.xml',
      `${head}\n<urlset xmlns="${schema}">\n${urls.join('\n')}\n</urlset>\n`,
    ]);
    robots.push(`Sitemap: ${new URL('sitemap.xml', site).href}`);
  }
  return [
    ...files,
    ['embed.html', embed],
    ['assignment.html', assignment],
    ['robots.txt', `${robots.join('\n')}\n`],
  ];
}
