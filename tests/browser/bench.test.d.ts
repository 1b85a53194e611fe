export type Measure = {
    id: string;
    height: number;
    picture: number;
};
