// @ts-check
// Makes a SCORM package of an assignment, from dist/:
//
//   npm run scorm -- --exercise yarn --exercise alibi-mask --attempts 3 --hide solution --out yarn.zip
//   npm run scorm -- --figure pe-heatmap --set d-model=64 --set locked=d-model --out heatmap.zip
//   npm run scorm -- --assignment 'https://example.org/poslab/assignment.html?…' --scorm 2004 --out task.zip
//
// --scorm is 1.2 (the default) or 2004 (4th edition); --title, --task and --due as on the page that makes assignments.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {parseArgs} from 'node:util';
import {zipSync} from 'fflate';

import {assignmentQuery, readAssignment} from '../teach/assignment.js';
import {elementModules} from './bundle.js';
import {escapeHtml} from './html.js';
import {CACHE, DIST} from './paths.js';

/** @import {Metafile} from 'esbuild' */
/** @import {Assignment} from '../teach/assignment.js' */

const ENTRY = 'dist/lab/assignment-page.js';
const LAUNCH = 'assignment.html';
/** The same package is the same bytes. */
const DATE = new Date('1980-01-02');

/** @param {string[]} args @returns {{assignment: Assignment, version: '1.2' | '2004', out: string}} */
export function readArguments(args) {
  const text = /** @type {const} */ ({type: 'string', default: ''});
  /** @type {{type: 'string', multiple: true, default: string[]}} */
  const list = {type: 'string', multiple: true, default: []};
  const {values} = parseArgs({
    args,
    options: {
      ...{assignment: text, figure: text, exercise: list, set: list, hide: text, attempts: text},
      ...{title: text, task: text, due: text, out: text},
      scorm: {type: 'string', default: '1.2'},
    },
  });
  const {scorm, out, title, task, due, figure, exercise, set, hide, attempts} = values;
  if (scorm !== '1.2' && scorm !== '2004')
    throw new Error(`--scorm must be 1.2 or 2004, got "${scorm}".`);
  if (!out.endsWith('.zip'))
    throw new Error(`--out must name a file ending in .zip, got "${out}".`);
  if ([values.assignment !== '', figure !== '', exercise.length > 0].filter(Boolean).length !== 1)
    throw new Error('Give one of --assignment LINK, --figure TAG, or --exercise ID (as often as there are exercises).'); // biome-ignore format: a sentence
  if (values.assignment) {
    const query = values.assignment.replace(/^[^?]*\?|#.*$/g, '');
    return {assignment: readAssignment(query), version: scorm, out};
  }
  const pairs = set.map((one) => {
    const at = one.indexOf('=');
    if (at < 1) throw new Error(`--set must be NAME=VALUE, got "${one}".`);
    return [one.slice(0, at), one.slice(at + 1)];
  });
  /** @type {Assignment} */
  const made = figure
    ? {kind: 'figure', figure, attributes: {...Object.fromEntries(pairs), hide}, title, task, due}
    : {kind: 'exercises', exercises: exercise, hide: hide.split(/[\s,]+/).filter(Boolean), attempts: attempts === '' ? null : Number(attempts), title, task, due}; // biome-ignore format: a record
  return {assignment: readAssignment(assignmentQuery(made)), version: scorm, out};
}

/**
 * The scripts that the assignment can need: all that the page imports but other figures and other exercises.
 *
 * @param {Metafile['outputs']} outputs
 * @param {Assignment} assignment
 */
function scriptsOf(outputs, assignment) {
  const isFigure = assignment.kind === 'figure';
  const named = isFigure ? [assignment.figure] : ['exercise-card'];
  const modules = elementModules();
  const own = modules.filter(({tag}) => named.includes(tag)).map(({file}) => `web/${file}`);
  if (own.length === 0) throw new Error(`--figure must be the tag of a figure, got "${named}".`);
  const exercises = isFigure ? [] : assignment.exercises.map((id) => `bank:${id}`);
  const isOther = (/** @type {string} */ entry) =>
    (entry.startsWith('bank:') && entry !== 'bank:all' && !exercises.includes(entry)) ||
    modules.some(({file}) => entry === `web/${file}` && !own.includes(entry));
  const entries = Object.values(outputs).map(({entryPoint = ''}) => entryPoint);
  const missing = exercises.filter((id) => !entries.includes(id));
  if (missing.length > 0) throw new Error(`--exercise must name exercises, got "${missing.join(', ').replaceAll('bank:', '')}".`); // biome-ignore format: a sentence
  const needed = new Set([ENTRY]);
  for (const name of needed)
    for (const {path: file} of outputs[name].imports)
      if (outputs[file] && !isOther(outputs[file].entryPoint ?? '')) needed.add(file);
  return [...needed].map((name) => path.relative('dist', name));
}

/** @param {Assignment} assignment @returns {string[]} relative to dist/, sorted */
function filesOf(assignment) {
  const {outputs} = JSON.parse(readFileSync(path.join(CACHE, 'bundle.json'), 'utf8'));
  const folder = (/** @type {string} */ name) =>
    readdirSync(path.join(DIST, name)).map((file) => `${name}/${file}`);
  const own =
    assignment.kind === 'figure' ? ['lab/worker.js', ...folder('lab/runs')] : folder('lab/python');
  const files = [LAUNCH, 'licenses.txt', 'lab/core.wasm', 'lab/figures.wasm', ...own];
  return [...files, ...scriptsOf(outputs, assignment)].sort();
}

/** What differs in the manifests of the two versions. */
const SCHEMAS = {
  1.2: {
    version: '1.2',
    namespaces:
      'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
    type: 'adlcp:scormtype',
  },
  2004: {
    version: '2004 4th Edition',
    namespaces:
      'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"',
    type: 'adlcp:scormType',
  },
};

/**
 * @param {Assignment} assignment
 * @param {'1.2' | '2004'} version
 * @param {string[]} files
 */
export function manifestOf(assignment, version, files) {
  const {version: schema, namespaces, type} = SCHEMAS[version];
  const query = `${assignmentQuery(assignment)}&scorm=${version}`;
  const id = `poslab-${/** @type {RegExpExecArray} */ (/sum=(\w+)/.exec(query))[1]}`;
  const title = escapeHtml(assignment.title || (assignment.kind === 'figure' ? assignment.figure : assignment.exercises.join(', '))); // biome-ignore format: one thought
  // the tracking of 2004 says that the page itself reports its completion and its success
  const sequencing =
    version === '2004'
      ? '\n        <imsss:sequencing><imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/></imsss:sequencing>'
      : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${id}" version="1" ${namespaces}>
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>${schema}</schemaversion>
  </metadata>
  <organizations default="organization">
    <organization identifier="organization">
      <title>${title}</title>
      <item identifier="item" identifierref="resource">
        <title>${title}</title>${sequencing}
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="resource" type="webcontent" ${type}="sco" href="${LAUNCH}?${escapeHtml(query)}">
${files.map((file) => `      <file href="${escapeHtml(file)}"/>`).join('\n')}
    </resource>
  </resources>
</manifest>
`;
}

/** @param {Assignment} assignment @param {'1.2' | '2004'} version @returns {Uint8Array} a zip */
export function scormPackage(assignment, version) {
  const files = filesOf(assignment);
  const manifest = new TextEncoder().encode(manifestOf(assignment, version, files));
  const entries = files.map((file) => [file, new Uint8Array(readFileSync(path.join(DIST, file)))]);
  return zipSync({'imsmanifest.xml': manifest, ...Object.fromEntries(entries)}, {mtime: DATE});
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const {assignment, version, out} = readArguments(process.argv.slice(2));
    const bytes = scormPackage(assignment, version);
    writeFileSync(out, bytes);
    console.log(`${out}: SCORM ${version}, ${(bytes.length / 1e6).toFixed(1)} MB`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
