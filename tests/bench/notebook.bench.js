// A notebook's training loop: the same Python on the page's torch, in this process, and on PyTorch with one thread.
import {readText, runPython} from '../support/python.js';
import {median, rowOf} from './measure.js';
import {PeerProcess, PYTORCH, STEP} from './peers/process.js';
import {BATCH} from './step.js';

/** @import {Row} from './measure.js' */

const [ROUNDS, WARM_STEPS, STEPS, MOST_TIMES] = [6, 4, 4, 4];

/** The numbers that a cell of the notebook prints. @param {string} code @param {string} session */
async function cell(code, session) {
  const {printed, error} = await runPython({code, session});
  if (error) throw new Error(error.message);
  return printed.trim().split(' ').map(Number);
}

/** @param {number} seqLen @returns {Promise<Row>} @throws where PyTorch is not there */
async function compare(seqLen) {
  const other = new PeerProcess(PYTORCH, BATCH, seqLen);
  try {
    const [theirLoss] = await other.read();
    const session = `length ${seqLen}`;
    const begin = `step = training(${BATCH}, ${seqLen})\nprint(step().item())`;
    const [ourLoss] = await cell(`${readText(STEP)}\n${begin}`, session);
    if (!(Math.abs(ourLoss - theirLoss) < 1e-4)) {
      throw new Error(`the first loss is ${ourLoss}, and PyTorch's ${theirLoss}`);
    }
    const steps = (/** @type {number} */ n) => cell(`print(*times(step, ${n}))`, session);
    await other.run(WARM_STEPS);
    await steps(WARM_STEPS);
    /** @type {number[][]} */
    const [mine, yours] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      mine.push(...(await steps(STEPS)));
      yours.push(...(await other.run(STEPS)));
    }
    const [middle, best] = [median(yours), Math.min(...yours)].map((ms) => ms.toPrecision(3));
    const ofMedians = (median(mine) / median(yours)).toPrecision(3);
    return rowOf(`Python: a notebook's training step ${BATCH} x ${seqLen}`, mine, {
      against: `time / PyTorch, ${best} ms at best, median ${middle} (of the medians: ${ofMedians})`,
      ratio: Math.min(...mine) / Math.min(...yours),
      atMost: MOST_TIMES,
    });
  } finally {
    other.close();
  }
}

/** @returns {Promise<Row[]>} none where PyTorch is not there */
export async function run() {
  const there = new PeerProcess(PYTORCH, 1, 2);
  try {
    await there.read();
  } catch (error) {
    console.error(
      `notebook: PyTorch is left out: ${error instanceof Error ? error.message : error}`,
    );
    return [];
  } finally {
    there.close();
  }
  return [await compare(12), await compare(48)];
}
