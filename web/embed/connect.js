// @ts-check
// The frame's end of the port (embed.js): who may connect, and how high the page is.

/**
 * Calls `serve` with each port that the page around sends, where `origin=` in the address names that page's exact origin.
 *
 * @param {(port: MessagePort, signal: AbortSignal) => void} serve signal: of the end of this connection
 */
export function onConnect(serve) {
  const asked = new URLSearchParams(location.search).get('origin') ?? '';
  // pages of files and of sandboxed frames have no origin that could be told from others'
  const host = /^https?:/.test(asked) ? asked : '';
  let connection = new AbortController();
  addEventListener('message', ({source, origin, data, ports}) => {
    if (source !== parent || origin !== host || data?.poslab !== 1 || data.type !== 'connect')
      return;
    const [port] = ports;
    if (!port) return;
    connection.abort();
    connection = new AbortController();
    connection.signal.addEventListener('abort', () => port.close());
    serve(port, connection.signal);
  });
}

/** Reports how high the page is, now and whenever that changes. @param {MessagePort} port @param {AbortSignal} signal */
export function reportHeight(port, signal) {
  const size = new ResizeObserver(() => {
    port.postMessage({
      type: 'height',
      px: Math.ceil(document.body.getBoundingClientRect().height),
    });
  });
  size.observe(document.body);
  signal.addEventListener('abort', () => size.disconnect());
}
