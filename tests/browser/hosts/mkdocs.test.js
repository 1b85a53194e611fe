// MkDocs: a page of Markdown with HTML in it.
import {documentSite, missingTool, testHost} from '../../support/hosts.js';

testHost('mkdocs', {
  missing: () => missingTool('mkdocs'),
  site: (host, lab) =>
    documentSite(
      host,
      lab,
      ['mkdocs', 'build', '--quiet', '--site-dir', 'site'],
      'site/index.html',
    ),
});
