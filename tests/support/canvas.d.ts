export type At = {
    x: number;
    y: number;
};
export type Text = {
    text: string;
    x: number;
    y: number;
    angle_rad: number;
    fill: string;
    align: string;
    baseline: string;
    maxWidth?: number;
    order: number;
};
export type Rect = {
    x: number;
    y: number;
    width: number;
    height: number;
    fill: string;
    order: number;
};
export type SubPath = {
    points: At[];
    isClosed: boolean;
};
export type Stroke = {
    paths: SubPath[];
    circles: {
        x: number;
        y: number;
        r: number;
    }[];
    colour: string;
    width: number;
    dash: number[];
    dashOffset: number;
    alpha: number;
    order: number;
};
export type Fill = Omit<Stroke, 'width' | 'dash' | 'dashOffset'>;
export type Gradient = {
    x0: number;
    y0: number;
    x1: number;
    y1: number;
    stops: [number, string][];
};
export type Image = {
    cells: number[][] | null;
    cols: number;
    rows: number;
    x: number;
    y: number;
    width: number;
    height: number;
    isSmooth: boolean;
    order: number;
};
/** @typedef {{x: number, y: number}} At */
/** @typedef {{text: string, x: number, y: number, angle_rad: number, fill: string, align: string, baseline: string,
 *   maxWidth?: number, order: number}} Text */
/** @typedef {{x: number, y: number, width: number, height: number, fill: string, order: number}} Rect */
/** @typedef {{points: At[], isClosed: boolean}} SubPath */
/** @typedef {{paths: SubPath[], circles: {x: number, y: number, r: number}[], colour: string, width: number, dash: number[],
 *   dashOffset: number, alpha: number, order: number}} Stroke */
/** @typedef {Omit<Stroke, 'width' | 'dash' | 'dashOffset'>} Fill */
/** @typedef {{x0: number, y0: number, x1: number, y1: number, stops: [number, string][]}} Gradient */
/** @typedef {{cells: number[][] | null, cols: number, rows: number, x: number, y: number, width: number, height: number,
 *   isSmooth: boolean, order: number}} Image `cells`: one [r, g, b, a] per pixel of the source */
export declare const LETTER_PX = 6;
/** The theme that tests draw with: every colour is the name of its use. */
export declare const THEME: {
    ink: string;
    muted: string;
    grid: string;
    paper: string;
    accent: string;
    bad: string;
    hatch: string;
    font: string;
    series: string[];
};
export declare class RecordingContext {
    #private;
    texts: Text[];
    halos: Text[];
    rects: Rect[];
    frames: (Rect & {
        width_px: number;
    })[];
    strokes: Stroke[];
    fills: Fill[];
    images: Image[];
    clips: Rect[];
    fillStyle: any;
    strokeStyle: any;
    lineWidth: number;
    lineJoin: string;
    lineDashOffset: number;
    globalAlpha: number;
    font: string;
    textAlign: string;
    textBaseline: string;
    imageSmoothingEnabled: boolean;
    imageSmoothingQuality: string;
    save(): void;
    restore(): void;
    /** @param {number} x @param {number} y */
    translate(x: number, y: number): void;
    /** @param {number} angle_rad */
    rotate(angle_rad: number): void;
    /** @param {number[]} dash */
    setLineDash(dash: number[]): void;
    beginPath(): void;
    /** @param {number} x @param {number} y */
    moveTo(x: number, y: number): void;
    /** @param {number} x @param {number} y */
    lineTo(x: number, y: number): void;
    closePath(): void;
    /** @param {number} x @param {number} y @param {number} r */
    arc(x: number, y: number, r: number): void;
    /** @param {number} x @param {number} y @param {number} width @param {number} height */
    rect(x: number, y: number, width: number, height: number): void;
    clip(): void;
    stroke(): void;
    fill(): void;
    /** @param {number} x @param {number} y @param {number} width @param {number} height */
    fillRect(x: number, y: number, width: number, height: number): void;
    /** @param {number} x @param {number} y @param {number} width @param {number} height */
    strokeRect(x: number, y: number, width: number, height: number): void;
    /** @param {string} text @param {number} x @param {number} y @param {number} [maxWidth] */
    fillText(text: string, x: number, y: number, maxWidth?: number): void;
    /** @param {string} text @param {number} x @param {number} y */
    strokeText(text: string, x: number, y: number): void;
    /** @param {string} text */
    measureText(text: string): {
        width: number;
    };
    /** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
    createLinearGradient(x0: number, y0: number, x1: number, y1: number): Gradient & {
        addColorStop: (/** @type {number} */ at: number, /** @type {string} */ colour: string) => number;
    };
    /** @param {{width: number, height: number, image?: StoredImage}} source @param {number} x @param {number} y @param {number} width @param {number} height */
    drawImage(source: {
        width: number;
        height: number;
        image?: StoredImage;
    }, x: number, y: number, width: number, height: number): void;
    /** The only text of these words. @param {string} text @returns {Text} */
    textOf(text: string): Text;
}
declare class StoredImage {
    width: number;
    height: number;
    data: Uint8ClampedArray<ArrayBuffer>;
    /** @param {number} width @param {number} height */
    constructor(width: number, height: number);
}
/**
 * Draws a panel as PanelView does.
 *
 * @param {import('../../web/draw/panel.js').Panel} panel
 * @param {{width?: number, cursor?: import('../../web/draw/panel.js').Cursor | null, theme?: typeof THEME}} [options]
 */
export declare function drawPanel(panel: import('../../web/draw/panel.js').Panel, { width, cursor, theme }?: {
    width?: number;
    cursor?: import('../../web/draw/panel.js').Cursor | null;
    theme?: typeof THEME;
}): Promise<{
    context: RecordingContext;
    frame: import("../../web/draw/panel.js").Frame;
    kind: import("../../web/draw/panel.js").Kind<any>;
}>;
export {};
