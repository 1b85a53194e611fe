// MyST: a page of Markdown for Sphinx with raw HTML in it.
import {documentSite, missingTool, testHost} from '../../support/hosts.js';

testHost('myst', {
  missing: () => missingTool('sphinx-build'),
  site: (host, lab) =>
    documentSite(host, lab, ['sphinx-build', '-q', '.', 'site'], 'site/index.html'),
});
