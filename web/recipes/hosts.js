// @ts-check
// The hosts that poslab is tried in, and what is tried: tests/browser/hosts/ runs exactly these checks, and the page
// "Put it in your site" shows this table and the recipes' files, which are what the tests run.

/**
 * @typedef {keyof typeof CHECKS} Check
 * @typedef {object} Host
 * @property {string} id its folder beside this file, and tests/browser/hosts/ID.test.js
 * @property {string} name
 * @property {string} [folder] of the recipe, where another host has the same
 * @property {string} [package] of npm: its version is in the table
 * @property {string} [version] of a Debian package; the test compares
 * @property {string} ran what was run, in words
 * @property {string} [notRun] what was not
 * @property {string[]} files of the recipe, which the page shows
 * @property {string} [first] what is done before, in HTML
 * @property {Check[]} checks
 * @property {readonly ('chromium' | 'firefox')[]} browsers
 *
 * @typedef {object} HandHost a host that no test runs
 * @property {string} id its folder beside this file
 * @property {string} name
 * @property {string} version that was tried
 * @property {string} ran how, in words
 * @property {string[]} files of the recipe
 * @property {string} first what is done before, in HTML
 */

export const CHECKS = {
  draws: 'a figure draws',
  settings: 'the host changes a setting',
  events: 'the reader’s change reaches the host',
  returns: 'taken out and put back',
  keys: 'keys typed in it do nothing to the host',
  python: 'an exercise runs Python',
  trains: 'training runs',
};

const BOTH = /** @type {const} */ (['chromium', 'firefox']);
const CHROMIUM = /** @type {const} */ (['chromium']);

/** @type {Host[]} */
export const HOSTS = [
  {
    id: 'html',
    name: 'Plain HTML',
    ran: 'a page of another origin',
    files: ['lesson.html'],
    first:
      'The script finds every tag of poslab in the page, now and later. Each figure also has a script of its own, as <code>lab/pe-heatmap.js</code>.',
    checks: ['draws', 'settings', 'events', 'returns', 'keys', 'python', 'trains'],
    browsers: BOTH,
  },
  {
    id: 'iframe',
    name: 'iframe',
    ran: 'embed.html in a frame of another origin, and poslab-embed',
    files: ['lesson.html'],
    checks: ['draws', 'settings', 'events', 'returns', 'keys', 'trains'],
    browsers: BOTH,
  },
  {
    id: 'react',
    name: 'React',
    package: 'react',
    ran: 'in strict mode, built by Vite',
    files: ['lesson.jsx'],
    first:
      '<code>npm install poslab poslab-python</code>. Settings are props in camelCase, and events are props named <code>on</code> and the event.',
    checks: ['draws', 'settings', 'events', 'returns', 'keys', 'python', 'trains'],
    browsers: BOTH,
  },
  {
    id: 'vue',
    name: 'Vue',
    package: 'vue',
    ran: 'a component in one file, built by Vite',
    files: ['Lesson.vue'],
    first:
      '<code>npm install poslab poslab-python</code>. In <code>vite.config.js</code>, Vue has to know that tags with a dash are elements: <code>vue({template: {compilerOptions: {isCustomElement: (tag) =&gt; tag.includes("-")}}})</code>.',
    checks: ['draws', 'settings', 'events', 'returns', 'keys', 'python', 'trains'],
    browsers: CHROMIUM,
  },
  {
    id: 'svelte',
    name: 'Svelte',
    package: 'svelte',
    ran: 'a component, built by Vite',
    files: ['Lesson.svelte'],
    first: '<code>npm install poslab poslab-python</code>.',
    checks: ['draws', 'settings', 'events', 'returns', 'keys', 'python', 'trains'],
    browsers: CHROMIUM,
  },
  {
    id: 'preact',
    name: 'Preact',
    package: 'preact',
    ran: 'built by Vite',
    files: ['lesson.jsx'],
    first: '<code>npm install poslab poslab-python</code>.',
    checks: ['draws', 'settings', 'events', 'keys', 'python'],
    browsers: CHROMIUM,
  },
  {
    id: 'solid',
    name: 'Solid',
    package: 'solid-js',
    ran: 'its preset of Babel, built by Vite',
    files: ['lesson.jsx'],
    first: '<code>npm install poslab poslab-python</code>.',
    checks: ['draws', 'settings', 'events', 'keys', 'python'],
    browsers: CHROMIUM,
  },
  {
    id: 'vite-dev',
    folder: 'vite',
    name: 'Vite, development',
    package: 'vite',
    ran: 'its server, without any settings',
    files: ['index.html', 'main.mjs'],
    first: '<code>npm install poslab poslab-python</code>. No settings are needed.',
    checks: ['draws', 'python', 'trains'],
    browsers: CHROMIUM,
  },
  {
    id: 'vite-build',
    folder: 'vite',
    name: 'Vite, build',
    package: 'vite',
    ran: 'its build, without any settings, in a folder below the site’s root',
    files: [],
    checks: ['draws', 'python', 'trains'],
    browsers: CHROMIUM,
  },
  {
    id: 'webpack',
    name: 'webpack',
    package: 'webpack',
    ran: 'its build, without any settings',
    files: ['index.html', 'main.mjs'],
    first: '<code>npm install poslab poslab-python</code>. No settings are needed.',
    checks: ['draws', 'python', 'trains'],
    browsers: CHROMIUM,
  },
  {
    id: 'reveal',
    name: 'reveal.js',
    package: 'reveal.js',
    ran: 'slides that are scaled, and left and entered again',
    files: ['slides.html'],
    checks: ['draws', 'keys', 'returns', 'python', 'trains'],
    browsers: BOTH,
  },
  {
    id: 'jupyter',
    name: 'Jupyter',
    package: '@jupyterlab/rendermime',
    ran: 'JupyterLab’s renderer of HTML with its sanitizer, and its registry of shortcut keys',
    notRun: 'JupyterLab as a whole',
    files: ['cell.html'],
    first:
      'In a notebook: <code>from IPython.display import HTML; HTML(filename="cell.html")</code>. The notebook must be trusted; in one that is not, the sanitizer leaves the sentence inside the tag.',
    checks: ['draws', 'keys'],
    browsers: BOTH,
  },
  {
    id: 'notebook',
    folder: 'jupyter',
    name: 'Jupyter Notebook',
    version: '6.4',
    ran: 'its server, a Python kernel and its page: cells that are run, saved, and opened again',
    files: [],
    checks: ['draws', 'returns', 'keys', 'python'],
    browsers: BOTH,
  },
  {
    id: 'anywidget',
    name: 'anywidget',
    ran: 'its contract for front-end modules (AFM), by a model of traits in JavaScript',
    notRun: 'a Python kernel',
    files: ['figure.py'],
    checks: ['draws', 'settings', 'events', 'returns'],
    browsers: CHROMIUM,
  },
  {
    id: 'observable',
    name: 'Observable',
    package: '@observablehq/runtime',
    ran: 'its runtime and its Generators.input',
    notRun: 'observablehq.com',
    files: ['notebook.mjs'],
    first:
      'Each function is one cell; the second is <code>viewof table</code>, and <code>table</code> is its state.',
    checks: ['draws', 'events'],
    browsers: CHROMIUM,
  },
  {
    id: 'bootstrap',
    name: 'Bootstrap',
    package: 'bootstrap',
    ran: 'its style sheet, light and dark',
    files: ['lesson.html'],
    checks: ['draws', 'python', 'trains'],
    browsers: CHROMIUM,
  },
  {
    id: 'tailwind',
    name: 'Tailwind with the colour names of shadcn/ui',
    package: 'tailwindcss',
    ran: 'its preflight and utilities, in a centred, upper-case column',
    files: ['theme.css', 'lesson.html'],
    checks: ['draws', 'python', 'trains'],
    browsers: CHROMIUM,
  },
  {
    id: 'turbo',
    name: 'Turbo',
    package: '@hotwired/turbo',
    ran: 'links that replace the body of the page',
    files: ['lesson.html', 'next.html'],
    checks: ['draws', 'returns'],
    browsers: BOTH,
  },
  {
    id: 'mkdocs',
    name: 'MkDocs',
    version: '1.4',
    ran: 'mkdocs build with its own theme',
    files: ['mkdocs.yml', 'docs/index.md'],
    checks: ['draws', 'keys', 'python', 'trains'],
    browsers: CHROMIUM,
  },
  {
    id: 'eleventy',
    name: 'Eleventy',
    package: '@11ty/eleventy',
    ran: 'its build of Markdown',
    files: ['index.md'],
    first: 'No settings are needed.',
    checks: ['draws', 'keys', 'python'],
    browsers: CHROMIUM,
  },
  {
    id: 'sphinx',
    name: 'Sphinx',
    version: '5.3',
    ran: 'sphinx-build with its own theme',
    files: ['conf.py', 'index.rst'],
    checks: ['draws', 'keys', 'python', 'trains'],
    browsers: CHROMIUM,
  },
  {
    id: 'myst',
    name: 'MyST',
    version: 'Sphinx 5.3',
    ran: 'sphinx-build with myst-parser',
    files: ['conf.py', 'index.md'],
    checks: ['draws', 'keys', 'python', 'trains'],
    browsers: CHROMIUM,
  },
  {
    id: 'quarto',
    name: 'Quarto',
    version: 'pandoc 2.17',
    ran: 'pandoc, which Quarto calls, to one HTML file with all scripts inside (embed-resources)',
    notRun: 'Quarto itself',
    files: ['lesson.qmd'],
    first:
      '<code>hide="tools table"</code>, because a page in one file has no other files to load for saving and sharing.',
    checks: ['draws', 'keys'],
    browsers: CHROMIUM,
  },
  {
    id: 'docusaurus',
    name: 'Docusaurus',
    package: '@mdx-js/mdx',
    ran: 'MDX, which Docusaurus compiles pages with, shown by React; by hand on 26 November 2026, Docusaurus 3.10.2 as a whole: its build with Rspack, the switch of its colours, an exercise in Python, and links away and back',
    files: ['lesson.mdx', 'poslab.mjs'],
    first:
      '<code>npm install poslab poslab-python</code>. Put <code>lesson.mdx</code> into <code>docs/</code> and <code>poslab.mjs</code> into <code>src/</code>, and add <code>clientModules: ["./src/poslab.mjs"]</code> to <code>docusaurus.config.js</code>; names of packages do not work there. Figures follow the switch of light and dark.',
    checks: ['draws', 'keys', 'python', 'trains'],
    browsers: CHROMIUM,
  },
  {
    id: 'moodle',
    name: 'Moodle',
    ran: 'the HTML of the recipe in a plain page; packages in a SCORM runtime, in frames and in a window of their own',
    notRun: 'Moodle itself: neither Debian nor npm has it',
    files: ['block.html'],
    first:
      'Paste this into the HTML view of the editor, as a teacher. From what students write, Moodle takes scripts, elements of others and frames; the link is what they keep. For a grade, give the learners a <a href="assign.html">SCORM package</a>.',
    checks: ['draws', 'keys'],
    browsers: CHROMIUM,
  },
];

/** What was seen in each host that was tried by hand. */
export const BY_HAND_RAN =
  'No test runs these. On 26 November 2026, in Chromium, a figure drew in each of them, its slider changed it, and an exercise in Python passed; then all of it once more after a link to another page and back.';

/** @type {HandHost[]} */
export const BY_HAND = [
  {
    id: 'next',
    name: 'Next.js',
    version: '16.4.6',
    ran: 'its build with Turbopack. With webpack and in development the exercise was left out; the core also ran in a server component of both builds',
    files: ['lesson.jsx', 'table.jsx'],
    first:
      '<code>npm install poslab poslab-python</code>. Write settings with dashes: React’s server writes the property <code>nPos</code> as <code>npos</code>, which no figure reads, and the figure says so. The second file is a server component.',
  },
  {
    id: 'astro',
    name: 'Astro',
    version: '5.18.2',
    ran: 'its build, with ClientRouter, which replaces the body of the page',
    files: ['Course.astro', 'index.astro'],
    first:
      '<code>npm install poslab poslab-python</code>. The first file is in <code>src/layouts/</code>, the second in <code>src/pages/</code>. <code>poslab/core</code> also runs between the dashes of a page, at build time.',
  },
  {
    id: 'vitepress',
    name: 'VitePress',
    version: '1.6.4',
    ran: 'its build, with its own theme and router',
    files: ['config.mjs', 'theme/index.mjs', 'lesson.md'],
    first:
      '<code>npm install poslab poslab-python</code>. The first two files are in <code>docs/.vitepress/</code>, the third in <code>docs/</code>.',
  },
  {
    id: 'angular',
    name: 'Angular',
    version: '20.3.35',
    ran: 'its build with strict templates and its router, also with a setting that the host changed',
    files: ['lesson.ts'],
    first:
      '<code>npm install poslab poslab-python</code>. Its build copies no files of Python: add <code>{"glob": "**/*", "input": "node_modules/poslab-python/lib/python", "output": "/poslab/python"}</code> to <code>assets</code> in <code>angular.json</code>.',
  },
  {
    id: 'framework',
    name: 'Observable Framework',
    version: '1.13.4',
    ran: 'its build, also with the figure as an input. Of a module of npm it keeps one file and loses those that the module loads later, so the npm package cannot be used there; its pages load the scripts of a site',
    files: ['lesson.md'],
    first: 'No settings are needed.',
  },
];
