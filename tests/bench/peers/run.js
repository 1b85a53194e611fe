#!/usr/bin/env node
// node tests/bench/peers/run.js [--json]: the training step against those of two peers, in turn on this
// machine. Both run what step.js says, forward, backward and AdamW or Adam, in processes of their own.
//
//   PyTorch         Debian's python3-torch with libopenblas0-pthread, one thread;
//                   PEER_PYTHON names another interpreter than /usr/bin/python3
//   TensorFlow.js   its wasm backend; PEER_TFJS is a folder where
//                   `npm i @tensorflow/tfjs @tensorflow/tfjs-backend-wasm` was run
//
// A peer that is not there is left out, with the reason. .cache/bench.wasm: ./build.sh bench.
import {fileURLToPath, pathToFileURL} from 'node:url';

import {median} from '../measure.js';
import {BATCH, benchCore, trainingStep, verifyStep} from '../step.js';
import {report} from '../table.js';
import {PeerProcess, PYTORCH} from './process.js';

/** @import {Row} from '../measure.js' */
/** @typedef {{name: string, command: string, args: string[], budgets: Record<number, {atMost?: number,
 *   atLeast?: number}>, steps: Record<number, number>}} Peer */

const ROUNDS = 8;
const LENGTHS = [12, 48];
const OUR_STEPS = 12;

const script = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/** @type {Peer[]} */
const PEERS = [
  {
    name: 'PyTorch',
    ...PYTORCH,
    budgets: {12: {atMost: 1}, 48: {atMost: 1.25}},
    steps: {12: 12, 48: 6},
  },
  {
    name: 'TensorFlow.js wasm',
    command: process.execPath,
    args: [script('tfjs_step.cjs'), process.env.PEER_TFJS ?? ''],
    budgets: {12: {atMost: 1 / 20}},
    steps: {12: 4, 48: 2},
  },
];

/** @param {() => void} step @param {number} nSteps */
function timesOf(step, nSteps) {
  return Array.from({length: nSteps}, () => {
    const begin = performance.now();
    step();
    return performance.now() - begin;
  });
}

/**
 * @param {Peer} peer
 * @param {number} seqLen
 * @returns {Promise<Row>}
 * @throws where the peer is not there
 */
async function compare(peer, seqLen) {
  const other = new PeerProcess(peer, BATCH, seqLen);
  try {
    const [loss] = await other.read();
    if (!(Math.abs(loss - Math.log(100)) < 1)) throw new Error(`its first loss is ${loss}`);
    await other.run(peer.steps[seqLen]);
    const training = trainingStep(await benchCore(), seqLen);
    verifyStep(training);
    /** @type {number[][]} */
    const [ours, theirs] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(...timesOf(training.step, OUR_STEPS));
      theirs.push(...(await other.run(peer.steps[seqLen])));
    }
    return rowOf(peer, seqLen, ours, theirs);
  } finally {
    other.close();
  }
}

/** @param {Peer} peer @param {number} seqLen @param {number[]} ours @param {number[]} theirs @returns {Row} */
function rowOf(peer, seqLen, ours, theirs) {
  const ratio = Math.min(...ours) / Math.min(...theirs);
  const best = Math.min(...theirs).toPrecision(3);
  const [mine, yours] = [median(ours), median(theirs)];
  const atMost = peer.budgets[seqLen]?.atMost;
  return {
    name: `training step ${BATCH} x ${seqLen}`,
    unit: 'ms',
    min: Math.min(...ours),
    median: mine,
    ratio,
    against:
      `time / ${peer.name}, ${best} ms at best, median ${yours.toPrecision(3)} ` +
      `(of the medians: ${(mine / yours).toPrecision(3)})`,
    ...(atMost === undefined ? {} : {budget: `<= ${atMost}`, met: ratio <= atMost}),
  };
}

/** @returns {Promise<Row[]>} none of a peer that is not there */
export async function run() {
  /** @type {Row[]} */
  const rows = [];
  for (const peer of PEERS) {
    try {
      for (const seqLen of LENGTHS) rows.push(await compare(peer, seqLen));
    } catch (error) {
      console.error(`${peer.name} is left out: ${error instanceof Error ? error.message : error}`);
    }
  }
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = await run();
  if (rows.length > 0) report(rows);
}
