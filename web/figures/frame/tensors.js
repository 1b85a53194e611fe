// @ts-check
// The numbers on the screen as arrays: a map's own tensor, and of another panel the columns of its table that
// are numbers.

/** @import {Panel, Table} from '../../draw/panel.js' */

/**
 * @typedef {{name: string, shape: number[], data: Float32Array | Float64Array, columns?: string[]}} NamedTensor
 *   row-major, a copy; of a table the names of its columns, and NaN where a cell holds no number
 */

/**
 * @param {readonly Panel[]} panels
 * @param {readonly (Table & {title: string})[]} tables one per panel
 * @returns {NamedTensor[]}
 */
export function tensorsOf(panels, tables) {
  return panels.flatMap((panel, k) => {
    const name = panel.title || (panels.length > 1 ? `${panel.kind} ${k + 1}` : panel.kind);
    if (panel.kind === 'heatmap') {
      const {shape, data} = panel.tensor;
      return [{name, shape: [...shape], data: data.slice()}];
    }
    const {columns, rows} = tables[k];
    const isNumber = columns.map((_, at) => rows.some((row) => typeof row[at] === 'number'));
    const cells = rows.flatMap((row) => row.filter((_, at) => isNumber[at]));
    const data = Float64Array.from(cells, (cell) => (typeof cell === 'number' ? cell : Number.NaN));
    const named = columns.filter((_, at) => isNumber[at]);
    return named.length > 0
      ? [{name, shape: [rows.length, named.length], data, columns: named}]
      : [];
  });
}
