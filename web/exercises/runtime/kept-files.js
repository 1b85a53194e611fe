// @ts-check
// Python's files: as they were before the first run, whatever a run has done to them, and no more of them than there is
// room for.

/** What all files of a run may hold. */
const MOST_BYTES = 256 * 2 ** 20;
/** What the system calls "no space left on device". */
const NO_SPACE = 51;

/** Every file, folder and device that FS can come to by a name. @param {any} FS Emscripten's @returns {any[]} */
function nodesOf(FS) {
  const found = [];
  for (const first of FS.nameTable)
    for (let node = first; node; node = node.name_next) found.push(node);
  return found;
}

/** A copy that a run cannot write into. @param {any} FS @param {any} node @returns {any} what the node holds */
function contentsOf(FS, {mode, contents}) {
  if (FS.isFile(mode)) return contents.slice();
  return FS.isDir(mode) && contents ? {...contents} : contents;
}

/**
 * Remembers Python's files as they are now. What puts them back goes by what was there, and not by what a run has made: that
 * may be a folder in a hundred thousand others, or have a name that no list of names has, such as __proto__.
 *
 * @param {any} FS Emscripten's
 * @returns {() => void} what puts them back
 */
export function keepFiles(FS) {
  const kept = nodesOf(FS).map((node) => ({
    node,
    fields: {...node},
    contents: contentsOf(FS, node),
  }));
  const {nextInode, ignorePermissions} = FS;
  const [table, streams, folder] = [[...FS.nameTable], [...FS.streams], FS.cwd()];
  return () => {
    FS.nameTable.splice(0, Infinity, ...table);
    for (const {node, fields, contents} of kept) {
      for (const key of Object.keys(node)) if (!(key in fields)) delete node[key];
      Object.assign(node, fields, {contents: contentsOf(FS, {...fields, contents})});
    }
    FS.streams.splice(0, Infinity, ...streams);
    streams.forEach((stream, fd) => {
      if (stream) stream.fd = fd; // one that was closed has lost it
    });
    FS.ignorePermissions = ignorePermissions;
    FS.chdir(folder);
    FS.nextInode = nextInode; // it tells how many files have been made
  };
}

/**
 * Lets files grow to MOST_BYTES in all: they are in JavaScript's memory, which has no other limit than the reader's machine.
 *
 * @param {any} FS Emscripten's
 */
export function limitFiles(FS) {
  const {MEMFS} = FS.filesystems;
  const {file} = MEMFS.ops_table;
  const [{setattr}, {write}] = [file.node, file.stream];
  let used = 0; // at least: files that are no longer there count until there seems to be no room
  const total = () => {
    const open = FS.streams.flatMap((/** @type {any} */ stream) => stream?.node ?? []);
    return [...new Set([...nodesOf(FS), ...open])]
      .filter(({mode}) => FS.isFile(mode))
      .reduce((sum, {contents}) => sum + contents.length, 0);
  };
  const grow = (/** @type {any} */ node, /** @type {number} */ size) => {
    const more = size - node.contents.length;
    if (!(more > 0)) return;
    if (used + more > MOST_BYTES) used = total();
    if (used + more > MOST_BYTES) throw new FS.ErrnoError(NO_SPACE);
    used += more;
  };
  file.node.setattr = (/** @type {any} */ node, /** @type {any} */ attributes) => {
    if (attributes.size !== undefined) grow(node, attributes.size);
    setattr(node, attributes);
  };
  const limited = (
    /** @type {any} */ stream,
    /** @type {any} */ buffer,
    /** @type {number} */ offset,
    /** @type {number} */ length,
    /** @type {number} */ position,
    /** @type {boolean} */ canOwn,
  ) => {
    grow(stream.node, position + length);
    return write(stream, buffer, offset, length, position, canOwn);
  };
  file.stream.write = MEMFS.stream_ops.write = limited;
}
