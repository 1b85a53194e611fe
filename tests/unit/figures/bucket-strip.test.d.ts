export type FloatType = 'float32' | 'float64';
