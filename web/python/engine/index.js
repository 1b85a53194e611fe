export function makeEngine() { return {functions: {clone: (h)=>h, free(){}}, reset(){}, put(){return 1}, take(){return {shape:[1],dtype:'float32',data:new Float32Array(1)}}}; }
