// Corrects faults of Emscripten. The first two are of embind, in a loader that must not make code at run time
// (-sDYNAMIC_EXECUTION=0).
//
// 1. An exported function stores its converted arguments in arrays that all its calls share. A nested call, such as
//    from a hook of an instrument, overwrites them. The outer call then frees the texts of the inner one again. The
//    correction gives each call arrays of its own.
// 2. A text argument is written to the result of `malloc` without a check for 0, which means that no memory is left.
//    The correction throws a RangeError.
// 3. In the command line, all files count as files with positions, so that reading a pipe fails with "Invalid seek".
//    The correction asks what the file is.
//
// A newer Emscripten may have corrected a fault or changed the text. Then this script reports it, and the build fails.

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

const FILE_MENDS = [
  {
    what: "pipes",
    from: /(\bnfd\b[^;{}]{0,200}?\bseekable:\s*)true\b/g,
    to: "$1fs.fstatSync(nfd).isFile()",
    times: 1,
  },
];

/** Returns the corrected text of the loader. Throws an Error if the text is not as expected. */
export const mendLoader = (text) => mend(text, MENDS);

/** The same for the program of the command line. */
export const mendProgram = (text) => mend(text, FILE_MENDS);

function mend(text, mends) {
  return mends.reduce((mended, { what, from, to, times }) => {
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
