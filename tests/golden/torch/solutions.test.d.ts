export type Kept = {
    shape: number[];
    dtype: string;
    step: number;
    values: any[];
    error: number;
};
