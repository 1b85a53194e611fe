// What a process and all that it has started take, by /proc.
import {readdirSync, readFileSync} from 'node:fs';

/** @param {number} pid @returns {string[]} the fields of its stat after its name: state, parent and on */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return []; // it has ended
  }
}

/** @param {number} root @returns {number[]} it and its descendants */
function treeOf(root) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = Number(statOf(Number(name))[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** @param {number[]} values */
const sumOf = (values) => values.reduce((sum, one) => sum + one, 0);

/**
 * @param {number} root
 * @param {(name: string) => boolean} [isCounted] of a process, by the first 15 letters of its name
 * @returns {number} megabytes, what is shared counted once
 */
export function memoryOf(root, isCounted = () => true) {
  const kilobytes = treeOf(root).map((pid) => {
    try {
      if (!isCounted(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())) return 0;
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]);
    } catch {
      return 0;
    }
  });
  return Math.round(sumOf(kilobytes) / 102.4) / 10;
}

/** @param {number} root @returns {number} seconds of a processor, of those that run now */
export function processorSecondsOf(root) {
  const ticks = treeOf(root).map((pid) => {
    const fields = statOf(pid);
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  });
  return sumOf(ticks) / 100;
}
