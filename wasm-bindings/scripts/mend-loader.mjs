// Mends what Emscripten makes of embind where no code may be made at run time (-sDYNAMIC_EXECUTION=0).
//
// 1. An exported function keeps its converted arguments in arrays that all of its calls share. A call from within
//    itself, as from a hook of an instrument, puts its own there, and what the outer call then frees are the texts of
//    the inner one, for a second time. Each call gets arrays of its own.
// 2. A text that is handed over is written to where `malloc` has made room for it, also if that is 0 since there is none.
//    It becomes a RangeError.
//
// A newer Emscripten may have mended either, or have changed the text: then this says so, and the build fails.

const MENDS = [
  {
    what: "calls from within themselves",
    from: /((?:var|let|const) argsWired\s*=\s*new Array\(expectedArgCount\);?\s*(?:var|let|const) invokerFuncArgs\s*=\s*\[\];?\s*(?:var|let|const) destructors\s*=\s*\[\];?)\s*(return function\(\)\s*\{|var invokerFn\s*=\s*function\(\.\.\.args\)\s*\{)/g,
    to: "$2$1",
    times: 1,
  },
  {
    what: "texts that have no room",
    from: /((?:var|let|const) (ptr|base)\s*=\s*_malloc\(4\s*\+\s*length\s*\+\s*(?:1|charSize)\);)/g,
    to: '$1if(!$2)throw new RangeError("memory is used up");',
    times: 2,
  },
];

/** The loader's text, mended. Throws an Error when it is not as expected. */
export function mendLoader(text) {
  return MENDS.reduce((mended, { what, from, to, times }) => {
    const found = mended.match(from)?.length ?? 0;
    if (found !== times) {
      throw new Error(
        `what Emscripten has made is not as expected: ${what} (found ${found} times, not ${times}); ` +
          `see wasm-bindings/scripts/mend-loader.mjs`,
      );
    }
    return mended.replace(from, to);
  }, text);
}
