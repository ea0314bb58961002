// The library fflate. The build puts a copy beside this file, so that pages without a bundler find it, too.
export function inflateSync(data: Uint8Array, options: { out: Uint8Array }): Uint8Array;
