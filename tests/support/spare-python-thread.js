// The thread of spare-python.js.
import {parentPort} from 'node:worker_threads';

import {newPython} from './python.js';

const python = await newPython();
parentPort?.on('message', (request) => {
  const {results, error, changed, figures, isCut, ms} = python.run(request);
  parentPort?.postMessage({results, error, changed, figures, isCut, ms});
});
parentPort?.postMessage('ready');
