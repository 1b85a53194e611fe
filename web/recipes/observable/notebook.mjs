// each function is the body of a cell
export const lab = () => import('https://example.org/poslab/lab/pe-heatmap.js');
export const viewofTable = (lab, html) => html`<pe-heatmap method="sinusoidal" n-pos="16"></pe-heatmap>`;
export const words = (table) => `${table.settings.nPos} positions`;
