export type Defaults = Record<string, [unknown, unknown]>;
