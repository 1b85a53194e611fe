// @ts-check
// What runs in the sandboxed frame: it starts the worker from bytes, passes messages on, and ends it.
// It is put into the frame as text (makeFrame), and so uses nothing from outside itself. Learners' code never
// runs here, only in the worker: a window can do more than a worker.

/* v8 ignore start: runs in a browser only, as text */
function frame() {
  /** @type {any} */
  let assets;
  /** @type {Worker | undefined} */
  let worker;

  /** @param {any} message */
  const tell = (message) => parent.postMessage(message, '*');

  function spawn() {
    worker?.terminate();
    const url = URL.createObjectURL(new Blob([assets.script], {type: 'text/javascript'}));
    const spawned = new Worker(url);
    worker = spawned;
    spawned.onmessage = ({data}) => worker === spawned && tell(data);
    spawned.onerror = ({message}) => worker === spawned && tell({type: 'broken', message});
    const {wasm, core, library, mostBytes} = assets;
    spawned.postMessage({type: 'start', wasm, core, library, mostBytes});
    URL.revokeObjectURL(url);
  }

  /** @param {any} data */
  async function receive(data) {
    if (data.type === 'assets') {
      const [wasm, core] = await Promise.all(
        [data.wasm, data.core].map((b) => WebAssembly.compile(b)),
      );
      assets = {...data, wasm, core};
      spawn();
    } else if (data.type === 'restart') {
      spawn();
    } else {
      worker?.postMessage(data);
    }
  }

  addEventListener('message', ({source, data}) => {
    if (source !== parent) return;
    receive(data).catch((error) => tell({type: 'broken', message: String(error)}));
  });
  tell({type: 'frame'});
}
/* v8 ignore stop */

const POLICY = [
  "default-src 'none'",
  "connect-src 'none'",
  "script-src 'nonce-NONCE' blob: 'wasm-unsafe-eval'",
  'worker-src blob:',
].join('; ');

/** The document of the frame. @returns {string} */
export function frameDocument() {
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const policy = POLICY.replace('NONCE', nonce);
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">
<script nonce="${nonce}">(${frame})()</script>`;
}
