// @ts-check
// What a reader drops on the page: files, or folders of them, as a downloaded model is.
import {FileError} from '../../files/bytes.js';

const READ_IN_FOLDERS = /\.(safetensors|gguf|npy|npz|json)$/i;
/** A folder with more files is not a model but perhaps a whole disk. */
const MAX_FILES = 20_000;

/**
 * The dropped files. Of a folder, only those of the first level that has a file in a format that is read here: models often
 * have copies for other programs in folders below.
 * It must be called while the event is handled, since the browser empties the event afterwards.
 *
 * @param {DataTransfer} transfer of the event
 * @returns {Promise<File[]>}
 * @throws {FileError} naming a folder in which nothing can be read
 */
export async function droppedFiles(transfer) {
  const files = [...transfer.files];
  const items = [...transfer.items].filter(({kind}) => kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? null);
  const folders = entries.filter((entry) => entry?.isDirectory);
  if (folders.length === 0) return files;
  // a folder is in `files` too, as if it were an empty file
  const single = files.filter((_, k) => !entries[k]?.isDirectory);
  const found = folders.map((folder) => filesOfFolder(/** @type {FileSystemDirectoryEntry} */ (folder))); // biome-ignore format: one thought
  return [...single, ...(await Promise.all(found)).flat()];
}

/** @param {FileSystemDirectoryEntry} folder @returns {Promise<File[]>} */
async function filesOfFolder(folder) {
  let level = [folder];
  for (let nEntries = 0; level.length > 0; ) {
    const entries = (await Promise.all(level.map(entriesOf))).flat();
    const readable = entries.filter(({isFile, name}) => isFile && READ_IN_FOLDERS.test(name));
    if (readable.length > 0) {
      return Promise.all(
        readable.map((entry) => new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject))), // biome-ignore format: one thought
      );
    }
    nEntries += entries.length;
    if (nEntries > MAX_FILES) break;
    level = /** @type {FileSystemDirectoryEntry[]} */ (entries.filter(({isDirectory, name}) => isDirectory && !name.startsWith('.'))); // biome-ignore format: one thought
  }
  throw new FileError(
    `${folder.name}: a folder must hold a .safetensors, .gguf, .npy, .npz or .json file, and none was found. Choose the file itself.`,
  );
}

/** All entries of a folder, which a browser gives in parts. @param {FileSystemDirectoryEntry} folder */
async function entriesOf(folder) {
  const reader = folder.createReader();
  /** @type {FileSystemEntry[]} */
  const entries = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}
