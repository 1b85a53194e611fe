// @ts-check
// A text as a file of the reader's.

/** @param {string} name @param {string} text @param {string} [type] */
export function download(name, text, type = 'application/json') {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // some browsers read it after the click
}
