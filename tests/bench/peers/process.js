// A peer in a process of its own, and PyTorch as one.
import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

export const STEP = new URL('torch_step.py', import.meta.url);
export const PYTORCH = {
  command: process.env.PEER_PYTHON ?? '/usr/bin/python3',
  args: [fileURLToPath(STEP)],
};

/** A process, which runs steps on request. */
export class PeerProcess {
  /** @param {{command: string, args: string[]}} peer @param {...number} sizes */
  constructor({command, args}, ...sizes) {
    const env = {...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1'};
    this.child = spawn(command, [...args, ...sizes.map(String)], {env});
    this.said = '';
    this.child.stderr.on('data', (data) => {
      this.said += data;
    });
    this.failed = new Promise((_, reject) => {
      this.child.on('error', reject);
      this.child.on('exit', () => reject(new Error(this.reason())));
    });
    this.failed.catch(() => {});
    this.child.stdin.on('error', () => {});
    this.lines = createInterface({input: this.child.stdout})[Symbol.asyncIterator]();
  }

  /** The line of its complaint that names an error, else the last. */
  reason() {
    const lines = this.said.trim().split('\n');
    const named = lines.find((line) => /error|cannot find/i.test(line));
    return named?.trim() || lines.at(-1) || 'it ended without an error';
  }

  /** @returns {Promise<number[]>} the numbers of its next line */
  async read() {
    const line = await Promise.race([this.lines.next(), this.failed]);
    if (line.done) throw new Error(this.reason());
    return line.value.trim().split(/\s+/).map(Number);
  }

  /** @param {number} nSteps @returns {Promise<number[]>} milliseconds of each */
  run(nSteps) {
    this.child.stdin.write(`${nSteps}\n`);
    return this.read();
  }

  close() {
    this.child.kill();
  }
}
