// The library fflate, of which the build puts a copy beside this file, so that plain pages find it too.
export function inflateSync(data: Uint8Array, options: { out: Uint8Array }): Uint8Array;
