export type Param = {
    type: string;
    name: string;
};
export type Prototype = {
    name: string;
    params: Param[];
};
