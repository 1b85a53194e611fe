// Vite’s development server, which bundles the packages of a page beforehand.
import {createServer} from 'vite';
import {projectFolder, testHost} from '../../support/hosts.js';

testHost('vite-dev', {
  async site({folder = ''}) {
    const root = projectFolder(folder, 'vite-dev');
    const server = await createServer({root, configFile: false, logLevel: 'error', server: {port: 0, strictPort: false}}); // biome-ignore format: one thought
    await server.listen();
    return {url: server.resolvedUrls?.local[0] ?? '', close: () => server.close()};
  },
});
