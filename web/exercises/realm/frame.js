// @ts-check
// What runs in the sandboxed frame: it starts the worker from bytes, passes messages on, and ends it. A
// classic script of its own. Learners' code never runs here, only in the worker: a window can do more than
// a worker.

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
