// @ts-check
// What comes by the port of embed.js, on both ends: anybody may have written it, so it is read before it is used.

const MOST_PIXELS = 100_000;
const EVENTS = new Set(['ready', 'draw', 'change', 'progress', 'result', 'statement', 'error']);

/** @param {any} value @returns {value is Record<string, any>} */
const isRecord = (value) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !ArrayBuffer.isView(value);

/** @param {unknown} value as it is in a sentence */
const shown = (value) => (typeof value === 'string' ? `"${value.slice(0, 40)}"` : typeof value);

/**
 * The frame's end: a call of the page around.
 *
 * @param {unknown} data
 * @param {readonly string[]} names what may be called
 * @returns {{id: number | string, call: string, args: any[], problem: string} | null} problem: why it cannot be called,
 *   '' where it can; null: no call, and no answer is sent
 */
export function callOf(data, names) {
  if (!isRecord(data) || !['number', 'string'].includes(typeof data.id)) return null;
  const {id, call, args = []} = data;
  const refused = (/** @type {string} */ problem) => ({id, call: '', args: [], problem});
  if (!names.includes(call))
    return refused(`call must be one of ${names.join(', ')}, got ${shown(call)}.`);
  if (!Array.isArray(args)) return refused(`args of ${call} must be a list, got ${shown(args)}.`);
  const [state] = args;
  if (call === 'setState' && !(isRecord(state) && isRecord(state.settings ?? {})))
    return refused(`setState(): must be a state as getState() gives it, got ${shown(state)}.`);
  return {id, call, args, problem: ''};
}

/**
 * The page's end: what the frame reports.
 *
 * @param {unknown} data
 * @returns {({type: 'height', px: number} | {type: 'reply', id: number, value?: any, message: string} |
 *   {type: 'event', name: string, detail: Record<string, any>}) | null} null: none of our reports
 */
export function reportOf(data) {
  if (!isRecord(data)) return null;
  const {type, ...detail} = data;
  if (EVENTS.has(type)) return {type: 'event', name: type, detail};
  const {px, id, value, message = ''} = detail;
  if (type === 'height')
    return typeof px === 'number' && px >= 0 && px <= MOST_PIXELS ? {type, px} : null;
  if (type !== 'reply' || typeof id !== 'number' || typeof message !== 'string') return null;
  return {type, id, value, message};
}
