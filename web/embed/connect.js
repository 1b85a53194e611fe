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

/** Takes the scheme of the page around: the one in the address, then those that it sends. @param {MessagePort | null} port */
export function takeScheme(port) {
  const parameters = new URLSearchParams(location.search);
  const take = (/** @type {unknown} */ scheme) => {
    if (scheme === 'light' || scheme === 'dark')
      document.documentElement.style.colorScheme = scheme;
  };
  const theme = parameters.get('theme') ?? '';
  if (theme === 'light' || theme === 'dark') take(theme);
  else if (!port) take(parameters.get('scheme'));
  else
    port.addEventListener('message', ({data}) => {
      if (data?.type === 'scheme') take(data.scheme);
    });
}

/**
 * A frame is as high as its figure, or as its page has guessed: pictures that keep to a part of the screen would take the
 * frame for it, and shrink with it.
 */
export const forgetScreen = () =>
  document.documentElement.style.setProperty('--stage-screen', '100rem');

/** Reports how high the page is, now and whenever that changes. @param {MessagePort} port @param {AbortSignal} signal */
export function reportHeight(port, signal) {
  forgetScreen();
  const size = new ResizeObserver(() => {
    port.postMessage({
      type: 'height',
      px: Math.ceil(document.body.getBoundingClientRect().height),
    });
  });
  size.observe(document.body);
  signal.addEventListener('abort', () => size.disconnect());
}
