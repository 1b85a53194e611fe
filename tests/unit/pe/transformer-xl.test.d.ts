export type Sizes = [nHeads: number, nQuery: number, nKey: number, dHead: number, dModel: number];
