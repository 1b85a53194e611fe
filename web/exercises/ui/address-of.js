// @ts-check
import {labUrl} from '../../core/lab-files.js';

/** Where a chapter is, also for a card in a page of another site. @param {string} href of the bank */
export const addressOf = (href) =>
  href.startsWith('#') ? href : labUrl(`../chapters/${href}`).href;
