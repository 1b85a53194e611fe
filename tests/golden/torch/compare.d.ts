export type GoldenCase = {
    line: string;
    repr?: string;
    values?: any[];
    error?: string;
    message?: string;
};
/**
 * What differs and is not meant to, line by line; what agrees although it is meant to differ.
 *
 * @param {{golden: string, onPurpose: string, relative: number, last: string}} options names of files, relative to this folder
 */
export declare function differences({ golden, onPurpose, relative, last }: {
    golden: string;
    onPurpose: string;
    relative: number;
    last: string;
}): Promise<{
    count: number;
    wrong: string[];
}>;
