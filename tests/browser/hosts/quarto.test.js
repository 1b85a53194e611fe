// Quarto: its document, made into HTML by pandoc with all files inside, as embed-resources does. Quarto itself is not run.
import {documentSite, missingTool, testHost} from '../../support/hosts.js';

testHost('quarto', {
  missing: () => missingTool('pandoc'),
  site: (host, lab) =>
    documentSite(host, lab, ['pandoc', '--self-contained', '-f', 'markdown', '-t', 'html', 'lesson.qmd', '-o', 'site/lesson.html'], 'site/lesson.html'), // biome-ignore format: a command
});
