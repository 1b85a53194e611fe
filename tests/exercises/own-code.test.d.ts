export type Outcomes = Record<string, string>;
