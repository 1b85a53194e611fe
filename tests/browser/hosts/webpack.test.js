// webpack, with no settings but its entry.
import {cpSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import webpack from 'webpack';
import {projectFolder, served, testHost} from '../../support/hosts.js';

testHost('webpack', {
  async site({id}) {
    const root = projectFolder(id);
    const made = webpack({mode: 'production', context: root, entry: './main.mjs', output: {path: path.join(root, 'site'), filename: 'main.js'}, performance: {hints: false}}); // biome-ignore format: one thought
    const stats = await new Promise((resolve, reject) => made.run((error, result) => (error ? reject(error) : resolve(result)))); // biome-ignore format: one thought
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString({all: false, errors: true, warnings: true})); // biome-ignore format: one thought
    cpSync(path.join(root, 'index.html'), path.join(root, 'site/index.html'));
    writeFileSync(path.join(root, 'site/favicon.ico'), '');
    return served(path.join(root, 'site'));
  },
});
