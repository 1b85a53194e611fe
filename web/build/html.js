// @ts-check
// What the page builder does with HTML.

/** Text as it is written in HTML, in an element or an attribute. @param {unknown} text */
export const escapeHtml = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
