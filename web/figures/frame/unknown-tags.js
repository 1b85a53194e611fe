// @ts-check
// Tags in the page that are no elements of ours, and are nearly the name of one: the page's author reads which.

const MOST_CHANGES = 2;

/** Letters to change, add or take away until one word is the other. @param {string} a @param {string} b */
function distance(a, b) {
  let row = Array.from({length: b.length + 1}, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const other = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(other, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}

/**
 * @param {readonly string[]} tags in the page
 * @param {readonly string[]} known
 * @returns {string[]} a sentence each
 */
export function unknownTags(tags, known) {
  return [...new Set(tags)].flatMap((tag) => {
    if (known.includes(tag)) return [];
    const near = known
      .map((name) => ({name, by: distance(tag, name)}))
      .sort((a, b) => a.by - b.by)[0];
    return near.by <= MOST_CHANGES
      ? [`<${tag}> is no element of poslab: write <${near.name}>.`]
      : [];
  });
}

/** @param {Record<string, unknown>} elements by their tags */
export function sayUnknownTags(elements) {
  const tags = [...document.querySelectorAll(':not(:defined)')].map(({localName}) => localName);
  for (const sentence of unknownTags(tags, Object.keys(elements))) console.error(sentence);
}
