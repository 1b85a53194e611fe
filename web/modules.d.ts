// Style sheets are bundled as text.
declare module '*.css' {
  const text: string;
  export default text;
}

/**
 * Every custom element by its tag: loads its module and registers it. The first `nPlain` do without the whole core.
 * Made by web/build/bundle.js.
 */
declare module 'elements:all' {
  const elements: Record<string, () => Promise<void>>;
  export const nPlain: number;
  export const shareFullCore: () => Promise<void> | void;
  export default elements;
}
