export type Sequence = {
    tokens: number[];
    targets: number[];
    best: number[];
    prob: number[];
};
