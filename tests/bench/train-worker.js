// One of the workers of train.bench.js: for each number that it is sent, runs as many steps and
// answers with their milliseconds.
import {parentPort, workerData} from 'node:worker_threads';

import {benchCore, trainingStep} from './step.js';

if (!parentPort) throw new Error('train-worker.js runs in a worker');
const port = parentPort;
const {step} = trainingStep(await benchCore(), workerData.seqLen);
for (let k = 0; k < 20; k++) step(); // compiled

port.on('message', (nSteps) => {
  const begin = performance.now();
  for (let k = 0; k < nSteps; k++) step();
  port.postMessage(performance.now() - begin);
});
port.postMessage('ready');
