// Sphinx: a page of reStructuredText with raw HTML in it.
import {documentSite, missingTool, testHost} from '../../support/hosts.js';

testHost('sphinx', {
  missing: () => missingTool('sphinx-build'),
  site: (host, lab) =>
    documentSite(host, lab, ['sphinx-build', '-q', '.', 'site'], 'site/index.html'),
});
