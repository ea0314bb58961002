export declare function archive(parts: {
  forward: string;
  weights?: Readonly<Record<string, { shape: readonly number[]; values: Float32Array }>>;
}): Buffer;
