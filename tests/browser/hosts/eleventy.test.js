// Eleventy: a page of Markdown with HTML in it.
import {execFile} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';

import {hostFolder, NODE_MODULES, recipe, served, testHost} from '../../support/hosts.js';

testHost('eleventy', {
  async site({id, files}, lab) {
    const folder = hostFolder(id);
    for (const file of files) writeFileSync(path.join(folder, file), recipe(id, file, lab));
    const program = path.join(NODE_MODULES, '@11ty/eleventy/cmd.cjs');
    await promisify(execFile)(process.execPath, [program, '--quiet'], {cwd: folder});
    return served([path.join(folder, '_site'), folder]);
  },
});
