export type Setting = {
    sizes: number[];
    nBuckets: number;
    maxDistance: number;
};
