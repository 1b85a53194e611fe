export type Change = {
    at: number;
    bytes: number[];
};
