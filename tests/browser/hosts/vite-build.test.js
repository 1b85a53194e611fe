// Vite’s build, served from a folder below the root of a site.
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {build} from 'vite';
import {projectFolder, served, testHost} from '../../support/hosts.js';

testHost('vite-build', {
  async site({folder = ''}) {
    const root = projectFolder(folder, 'vite-build');
    await build({root, configFile: false, logLevel: 'error', base: './', build: {outDir: path.join(root, 'site/course')}}); // biome-ignore format: one thought
    writeFileSync(path.join(root, 'site/favicon.ico'), '');
    return served(path.join(root, 'site'), 'course/index.html');
  },
});
