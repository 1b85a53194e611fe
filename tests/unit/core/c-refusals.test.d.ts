export type Parameter = {
    type: string;
    name: string;
};
export type Prototype = {
    name: string;
    parameters: Parameter[];
};
export type Value = Parameter & {
    argument: number;
};
