// @ts-check
// Where things are: what is served, and what only the build and the tests use.
import path from 'node:path';
import {fileURLToPath} from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const WEB = path.join(ROOT, 'web');
/** all of it is served, and nothing else lies here */
export const DIST = path.join(ROOT, 'dist');
/** objects, test builds, test pages, screenshots: git and the site know nothing of it */
export const CACHE = path.join(ROOT, '.cache');
