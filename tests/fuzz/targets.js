// What a person brings to the page, as targets of fuzzing: each takes bytes, and returns or refuses them with an error of its
// own kind; anything else is thrown on. tests/fuzz/run.js runs them for a chosen time, and the unit tests for a moment and on
// tests/fuzz/corpus/js-NAME/, where inputs are kept that once failed.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {crc32} from 'node:zlib';

import {elementModules} from '../../web/build/bundle.js';
import {loadModel, ModelFileError, saveModel} from '../../web/core/model-file.js';
import {Transformer} from '../../web/core/transformer.js';
import {callOf, reportOf} from '../../web/embed/messages.js';
import {joinFolder, LessonError, readLesson} from '../../web/exercises/lesson/lesson.js';
import {messageOf} from '../../web/exercises/runtime/answer.js';
import {Attempts} from '../../web/exercises/ui/attempts.js';
import {codeOf, exerciseOf, fragmentOf} from '../../web/exercises/ui/shared-code.js';
import {Work} from '../../web/exercises/ui/store.js';
import {readSettings} from '../../web/figures/frame/settings.js';
import {FileError} from '../../web/files/bytes.js';
import {openFiles} from '../../web/files/open.js';
import {figureAttributes, readHash, withFigure, writeHash} from '../../web/state.js';
import {AssignmentError, assignmentQuery, readAssignment} from '../../web/teach/assignment.js';
import {loadCore} from '../support/core.js';
import {loadFigure} from '../support/figures.js';
import {float32, writeGguf, writeSafetensors} from '../support/model-files.js';

/** @typedef {{name: string, seeds: (string | Uint8Array)[], use: (bytes: Uint8Array) => unknown}} Target */

const core = await loadCore();
const textOf = (/** @type {Uint8Array} */ bytes) => new TextDecoder().decode(bytes);
const NUMBERS = float32(Array.from({length: 12}, (_, k) => k));

/** @param {string} name */
const fixture = (name) =>
  Uint8Array.from(readFileSync(new URL(`../fixtures/files/${name}`, import.meta.url)));

/** How often something was refused: the tests see by it that an example is not. */
export const refusals = {count: 0};

/**
 * Runs, and lets refusals of these kinds pass where they say something of the input, and nothing of the program.
 *
 * @template T
 * @param {() => T | Promise<T>} use
 * @param {...(new (...args: any[]) => Error)} kinds
 * @returns {Promise<T | undefined>}
 */
async function refusing(use, ...kinds) {
  try {
    return await use();
  } catch (error) {
    if (!kinds.some((kind) => error instanceof kind)) throw error;
    const {message} = /** @type {Error} */ (error);
    refusals.count++;
    assert.ok(message.length > 8, `a refusal says why, got "${message}"`);
    assert.doesNotMatch(
      message,
      /\bundefined\b.*\bnot\b|Cannot (read|convert|set)|is not a function/,
    );
    return undefined;
  }
}

/** @returns {Uint8Array} */
function modelFile() {
  const model = new Transformer(core, {
    ...{
      vocabSize: 5,
      nOut: 5,
      nLayers: 1,
      nHeads: 1,
      dModel: 4,
      dFf: 4,
      seed: 1,
      batch: 1,
      seqLen: 3,
    },
    methods: [{name: 't5', nBuckets: 4, maxDistance: 8}],
  });
  const file = saveModel(model);
  model.close();
  return new Uint8Array(file);
}

const MODEL = modelFile();
const HEAD = 24;

/** With lengths and a checksum that fit again, or no reader would come to what was damaged. @param {Uint8Array} bytes */
function repaired(bytes) {
  if (bytes.length < HEAD) return bytes;
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const nData = new DataView(MODEL.buffer).getUint32(16, true);
  if (copy.length - HEAD >= nData) {
    view.setUint32(12, copy.length - HEAD - nData, true);
    view.setUint32(16, nData, true);
  }
  view.setUint32(20, crc32(copy.subarray(HEAD), crc32(copy.subarray(0, 20))), true);
  return copy;
}

const WORK = JSON.stringify({
  format: 'poslab-exercises',
  version: 1,
  exercises: {yarn: {code: 'x = 1', progress: 'tried', hints: 1, changed: 5}},
  attempts: {yarn: [{at: '2026-01-02', status: 'fail', sentence: '', seconds: 1, code: 'x'}]},
});
const EXAMPLE = new URL('../../web/exercises/lesson/example/', import.meta.url);
const LESSON = await joinFolder(async (name) => {
  try {
    return readFileSync(new URL(name, EXAMPLE), 'utf8');
  } catch {
    return null;
  }
});
const ASSIGNMENTS = [
  {kind: 'exercises', exercises: ['yarn', 'alibi-mask'], hide: ['solution'], attempts: 3},
  {kind: 'figure', figure: 'pe-heatmap', attributes: {'d-model': '64', fault: 'swapped'}},
].map((one) =>
  assignmentQuery(/** @type {any} */ ({...one, title: 'A title', task: 'Do it', due: ''})),
);
const figures = (
  await Promise.all(
    elementModules()
      .filter(({file}) => file.startsWith('figures/'))
      .map(({tag}) => loadFigure(tag)),
  )
).filter(({settings}) => settings); // a diagram has none
const EMBED_CALLS = ['getState', 'setState', 'getData', 'toBlob', 'start', 'pause', 'stop'];
const ConfigInspector = await loadFigure('config-inspector');
const inspectorSettings = readSettings(ConfigInspector.settings, {}, () => null).settings;

/** What the core's functions say of an argument; PositionError is one of them. */
const ARGUMENT = [TypeError, RangeError];

/** The positions of a model's tokens, in training and after it. @param {any} given */
function learnWithIds(given) {
  const {methods, nIds, ids, seqLen = 3, batch = 1} = Object(given);
  const [most, nTokens] = [Math.min(Math.max(seqLen, 1), 8), batch * seqLen];
  const model = new Transformer(core, {
    ...{vocabSize: 5, nOut: 5, nLayers: 1, nHeads: 2, dModel: 8, dFf: 4, seed: 1},
    ...{batch: 2, seqLen: most, nIds, methods},
  });
  try {
    const n = Number.isFinite(nTokens) ? Math.min(Math.max(nTokens, 0), 64) : 0;
    const tokens = Array.from({length: n}, (_, k) => k % 5);
    const request = {tokens, targets: tokens, ids, seqLen, batch, lr: 0.01};
    const before = model.evaluate(request);
    assert.deepEqual(model.evaluate(request), before);
    for (const loss of [before.loss, model.gradients(request), model.step(request)])
      assert.ok(Number.isFinite(loss), `a loss of ${loss}`);
    assert.equal(model.forward(request).shape.at(-1), 5);
  } finally {
    model.close();
  }
}

/** @type {Target[]} */
export const TARGETS = [
  {
    name: 'address',
    seeds: [
      '#at=star&sin-heatmap-000/dims=12&sin-heatmap-000/fault=swapped',
      '#100%',
      '#//=0',
      '#a/b=%ff',
    ],
    use: (bytes) => {
      const state = readHash(textOf(bytes));
      const again = readHash(writeHash(state));
      assert.deepEqual(
        [...again],
        [...readHash(writeHash(again))],
        'an address that was written is read as itself',
      );
      for (const key of state.keys()) {
        const [figure] = key.split('/');
        const attributes = figureAttributes(state, figure);
        for (const [name] of attributes) assert.match(name, /^[a-z][a-z0-9-]*$/);
        const same = withFigure(state, figure, Object.fromEntries(attributes));
        assert.deepEqual(new Set(same), new Set(state));
      }
    },
  },
  {
    name: 'attributes',
    seeds: [
      'd-model=64\nn-pos=12\nfault=swapped',
      'dims=1e300\nmethods=alibi,__proto__',
      'seq-len=-1\nsteps=NaN',
    ],
    use: (bytes) => {
      const given = new Map(
        textOf(bytes)
          .split('\n')
          .map((line) => /** @type {[string, string]} */ (line.split('=', 2))),
      );
      for (const Class of figures) {
        const own = Object.keys(Class.settings).length;
        const {settings, problems} = readSettings(
          Class.settings,
          {},
          (name) => given.get(name) ?? null,
        );
        assert.equal(Object.keys(settings).length, own);
        for (const problem of problems) assert.match(problem, /^[a-z-]+ must be /);
        for (const value of Object.values(settings)) assert.ok(!Number.isNaN(value));
      }
    },
  },
  {
    name: 'config',
    seeds: [
      '{"hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2, "rope_theta": 10000, "max_position_embeddings": 128}',
    ],
    use: (bytes) =>
      refusing(
        () => ConfigInspector.compute(core, inspectorSettings, '', {text: textOf(bytes)}),
        RangeError,
      ),
  },
  {
    name: 'files',
    seeds: [
      writeSafetensors([{name: 'wpe.weight', shape: [3, 4], bytes: NUMBERS}], {format: 'pt'}),
      writeGguf({'general.architecture': ['text', 'gpt2'], 'gpt2.context_length': ['u32', 64]}, [
        {name: 'position_embd.weight', shape: [3, 4], bytes: NUMBERS},
      ]),
      ...['f4.npy', 'fortran.npy', 'stored.npz', 'deflated.npz'].map(fixture),
    ],
    use: async (bytes) => {
      for (const ending of ['safetensors', 'gguf', 'npy', 'npz', 'json']) {
        const file = Object.assign(new Blob([/** @type {any} */ (bytes)]), {
          name: `file.${ending}`,
        });
        await refusing(() => openFiles([/** @type {any} */ (file)]), FileError);
      }
    },
  },
  {
    name: 'model',
    seeds: [MODEL],
    use: async (bytes) => {
      await refusing(() => loadModel(core, bytes).close(), ModelFileError);
      await refusing(() => loadModel(core, repaired(bytes)).close(), ModelFileError);
    },
  },
  {
    name: 'ids',
    seeds: [
      '{"methods": ["rope-half"], "nIds": 12, "seqLen": 3, "ids": [0, 5, 11]}',
      '{"methods": ["t5"], "nIds": 12, "seqLen": 4, "ids": [1, 2, 8, 9]}',
      '{"methods": ["learned", "alibi"], "nIds": 4, "seqLen": 2, "ids": [3, 0], "batch": 2}',
      '{"methods": ["cope"], "nIds": 0, "seqLen": 3, "ids": [0, 1, 2]}',
      '{"methods": ["sinusoidal"], "nIds": 9, "seqLen": 3, "ids": [8, 8, 8]}',
    ],
    use: (bytes) => asJson(bytes, (given) => refusing(() => learnWithIds(given), ...ARGUMENT)),
  },
  {
    name: 'work',
    seeds: [WORK],
    use: (bytes) => {
      const work = new Work(
        /** @type {any} */ ({getItem: () => null, setItem() {}, removeItem() {}}),
      );
      return refusing(() => {
        work.replacedBy(textOf(bytes));
        const {taken} = work.importText(textOf(bytes));
        for (const id of taken) assert.equal(typeof work.read(id)?.code, 'string');
        const attempts = new Attempts(null);
        attempts.take(JSON.parse(textOf(bytes)).attempts);
        JSON.parse(work.exportText({attempts: attempts.all()}));
      }, PlainError);
    },
  },
  {
    name: 'lesson',
    seeds: [LESSON],
    use: (bytes) => refusing(() => readLesson(textOf(bytes)), LessonError),
  },
  {
    name: 'assignment',
    seeds: ASSIGNMENTS,
    use: (bytes) =>
      refusing(() => {
        const query = textOf(bytes);
        assert.deepEqual(
          readAssignment(assignmentQuery(readAssignment(query))),
          readAssignment(query),
        );
      }, AssignmentError),
  },
  {
    name: 'shared-code',
    seeds: [await fragmentOf('yarn', 'def f(n):\n    return n\n'), '#yarn', '#yarn?code=AAAA'],
    use: async (bytes) => {
      const code = await codeOf(textOf(bytes));
      assert.ok(code === null || typeof code === 'string');
      assert.equal(typeof exerciseOf(textOf(bytes)), 'string');
    },
  },
  {
    name: 'frame-message',
    seeds: [
      '{"type": "print", "text": "hello"}',
      '{"type": "done", "run": "a", "results": []}',
      '{"type": "ready"}',
    ],
    use: (bytes) =>
      asJson(bytes, (data) => {
        const message = messageOf(data);
        assert.ok(message === null || typeof message.type === 'string');
      }),
  },
  {
    name: 'embed-call',
    seeds: [
      '{"id": 1, "call": "setState", "args": [{"figure": "pe-heatmap", "preset": "", "settings": {"dModel": 64}}]}',
      '{"id": 2, "call": "toBlob", "args": ["image/png", {"scale": 2}]}',
      '{"id": "a", "call": "start"}',
    ],
    use: (bytes) =>
      asJson(bytes, (data) => {
        const called = callOf(data, EMBED_CALLS);
        if (!called) return;
        const {id, call, args, problem} = called;
        assert.ok(['number', 'string'].includes(typeof id) && Array.isArray(args));
        if (problem) assert.match(problem, /must be .*, got .*\.$/s);
        else assert.ok(EMBED_CALLS.includes(call));
        // as the figure takes its state apart
        if (!problem && call === 'setState') Object.keys(args[0].settings ?? {});
      }),
  },
  {
    name: 'embed-report',
    seeds: [
      '{"type": "height", "px": 480}',
      '{"type": "reply", "id": 1, "message": "no such figure"}',
      '{"type": "ready", "tag": "pe-heatmap", "version": "1", "state": {"settings": {}}}',
    ],
    use: (bytes) =>
      asJson(bytes, (data) => {
        const report = reportOf(data);
        if (report?.type === 'height') assert.ok(report.px >= 0 && report.px <= 100_000);
        else if (report?.type === 'reply') assert.equal(typeof report.message, 'string');
        else if (report) assert.match(report.name, /^[a-z]+$/);
      }),
  },
];

/** @param {Uint8Array} bytes @param {(data: unknown) => unknown} use what the bytes say as JSON, if they do */
function asJson(bytes, use) {
  let data = null;
  try {
    data = JSON.parse(textOf(bytes));
  } catch {
    return;
  }
  return use(data);
}

/** An Error and none of JavaScript's own kinds. */
class PlainError extends Error {
  /** @param {unknown} error */
  static [Symbol.hasInstance](error) {
    return error instanceof Error && error.constructor === Error;
  }
}
