// @ts-check
// Python's files, written back as they were before the first run, whatever a run has done to them.

/**
 * @typedef {{mode: number, rdev: number, shown: Record<string, number>, contents?: Uint8Array}} Entry shown: what stat()
 *   says besides; contents: of a plain file
 */

/** Where a process has its open files: there is nothing to put back. */
const OPEN_FILES = '/proc/self/fd';

/** Every path but the root, a folder before what is in it. @param {any} FS @returns {IterableIterator<[path: string, node: any]>} */
function* entriesOf(FS, folder = '') {
  for (const name of FS.readdir(folder || '/')) {
    const path = `${folder}/${name}`;
    if (name === '.' || name === '..' || path === OPEN_FILES) continue;
    const {node} = FS.lookupPath(path, {follow: false});
    yield [path, node];
    if (FS.isDir(node.mode)) yield* entriesOf(FS, path);
  }
}

/** @param {any} FS @returns {Map<string, Entry>} */
function filesOf(FS) {
  return new Map(
    [...entriesOf(FS)].map(([path, {mode, rdev, id, atime, mtime, ctime}]) => [
      path,
      {
        ...{mode, rdev, shown: {id, atime, mtime, ctime}},
        contents: FS.isFile(mode) ? FS.readFile(path) : undefined,
      },
    ]),
  );
}

/** @param {any} FS @param {string} path */
const nodeOf = (FS, path) => FS.lookupPath(path, {follow: false}).node;

/** Removes what was not there, and makes what is no longer there or may hold something else. @param {any} FS @param {Map<string, Entry>} kept */
function putBackFiles(FS, kept) {
  for (const [path, {mode, rdev}] of [...entriesOf(FS)].reverse()) {
    const before = kept.get(path);
    if (before && before.mode === mode && before.rdev === rdev && !before.contents) continue;
    if (!FS.isDir(mode)) FS.unlink(path);
    else if (before && FS.isDir(before.mode)) FS.chmod(path, before.mode);
    else FS.rmdir(path);
  }
  for (const [path, {mode, rdev, shown, contents}] of kept) {
    if (contents) FS.writeFile(path, contents);
    else if (!FS.analyzePath(path, true).exists) {
      if (FS.isDir(mode)) FS.mkdir(path, mode);
      else FS.mkdev(path, mode, rdev);
    }
    nodeOf(FS, path).id = shown.id; // what is in a folder is found by it
  }
  for (const [path, {mode, shown, contents}] of kept) {
    Object.assign(nodeOf(FS, path), shown, {mode});
    if (contents) FS.utime(path, 0, 0); // by it Python sees whether it must be read again
  }
}

/**
 * Remembers Python's files as they are now.
 *
 * @param {any} FS Emscripten's
 * @returns {() => void} what puts them back
 */
export function keepFiles(FS) {
  const files = filesOf(FS);
  const {nextInode, root} = FS;
  const {mode, atime, mtime, ctime} = root;
  const [streams, folder] = [[...FS.streams], FS.cwd()];
  return () => {
    FS.streams.splice(0, Infinity, ...streams);
    streams.forEach((stream, fd) => {
      if (stream) stream.fd = fd; // one that was closed has lost it
    });
    const {ignorePermissions} = FS;
    FS.ignorePermissions = true; // also in a folder that a learner has closed
    putBackFiles(FS, files);
    Object.assign(root, {mode, atime, mtime, ctime});
    FS.chdir(folder);
    FS.nextInode = nextInode; // it tells how many files have been made
    FS.ignorePermissions = ignorePermissions;
  };
}
