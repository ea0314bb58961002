export declare function tensor(
  name: string,
  shape: readonly number[],
  values: Float32Array | Int32Array | BigInt64Array,
): Uint8Array;
export declare function externalTensor(
  name: string,
  shape: readonly number[],
  location: string,
): Uint8Array;
export declare function value(
  name: string,
  shape: readonly (number | string)[],
  dtype?: "float32" | "int32" | "int64",
): Uint8Array;
export declare function node(call: {
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  name?: string;
  attributes?: object;
}): Uint8Array;
export declare function model(parts: {
  name: string;
  opset: number;
  inputs: readonly Uint8Array[];
  outputs: readonly Uint8Array[];
  nodes: readonly Uint8Array[];
  weights: readonly Uint8Array[];
  producer?: string;
  producerVersion?: string;
}): Uint8Array;
