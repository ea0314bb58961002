// The requirements of the project: how to check that each is there, and its Debian package.

import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** The full path of a program on PATH, or undefined. */
export function which(program) {
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    const file = path.join(folder, program);
    try {
      accessSync(file, constants.X_OK);
      if (folder !== "") return file;
    } catch {
      // The program is not in this folder.
    }
  }
  return undefined;
}

/**
 * The Chromium for the page's tests: CHROMIUM, or a usual name on PATH. The headless shell is preferred: it lacks
 * windows and menus and takes half the processor time.
 */
export function findChromium() {
  return (
    process.env.CHROMIUM ??
    which("chromium-headless-shell") ??
    which("chromium") ??
    which("chromium-browser") ??
    which("google-chrome")
  );
}

/** The Python that uses the distribution's packages, or the first one on PATH. */
export const findPython = () =>
  process.env.PYTHON ?? (existsSync("/usr/bin/python3") ? "/usr/bin/python3" : which("python3"));

const hasPythonModules = (modules) => {
  const python = findPython();
  if (!python) return false;
  const result = spawnSync(python, ["-c", `import ${modules.join(", ")}`], { stdio: "ignore" });
  return result.status === 0;
};

/** A program of Binaryen: from an activated emsdk, which has it beside Emscripten, or on PATH. */
export function findBinaryen(program) {
  const ofEmsdk = process.env.EMSDK && path.join(process.env.EMSDK, "upstream/bin", program);
  return ofEmsdk && existsSync(ofEmsdk) ? ofEmsdk : which(program);
}

const hasHeader = (header) =>
  ["/usr/include", "/usr/local/include"].some((folder) => existsSync(path.join(folder, header)));

const anyFile = (folder, pattern) => {
  try {
    return readdirSync(folder, { recursive: true }).some((name) => pattern.test(String(name)));
  } catch {
    return false;
  }
};

/** The compiler that CMakeLists.txt uses: CXX, clang++-14, or the machine's default. */
function findNativeCompiler() {
  return process.env.CXX ?? which("clang++-14") ?? which("c++") ?? which("g++");
}

// Debian has clang's sanitizer runtimes in their own package. Those of gcc come with the compiler.
const hasSanitizers = () => {
  const compiler = findNativeCompiler();
  if (!compiler) return false;
  if (path.basename(compiler) !== "clang++-14") return true;
  return anyFile("/usr/lib/llvm-14/lib/clang", /libclang_rt\.asan[^/]*\.a$/);
};

const hasBenchmark = () =>
  hasHeader("benchmark/benchmark.h") || existsSync("/usr/lib/cmake/benchmark");

/**
 * The groups of steps that have requirements. `wasm` builds the module, and `native` the command line. The others add
 * to one of them: `sanitize` builds with sanitizers, `units` the unit tests, `bench` the benchmarks, `python` the
 * Python package. `page` opens pages in a browser. `format` and `tidy` run clang's tools.
 */
export const groups = [
  "wasm",
  "native",
  "sanitize",
  "units",
  "python",
  "bench",
  "page",
  "format",
  "tidy",
];

/** The requirements and their groups; `what` is the name for users of other systems. */
export const requirements = [
  {
    what: "CMake 3.21 or newer",
    debian: ["cmake"],
    groups: ["wasm", "native"],
    present: () => which("cmake") !== undefined,
  },
  {
    what: "Ninja",
    debian: ["ninja-build"],
    groups: ["wasm", "native"],
    present: () => which("ninja") !== undefined,
  },
  {
    what: "ccache (only makes builds faster)",
    debian: ["ccache"],
    groups: ["wasm", "native"],
    optional: true,
    present: () => which("ccache") !== undefined,
  },
  {
    what: "Emscripten 3.1.6 or newer, with em++ on PATH",
    debian: ["emscripten"],
    groups: ["wasm"],
    present: () => which("em++") !== undefined,
  },
  {
    what: "Binaryen's wasm-split and wasm-dis, which come with Emscripten",
    debian: ["binaryen"],
    groups: ["wasm"],
    present: () => ["wasm-split", "wasm-dis"].every((program) => findBinaryen(program)),
  },
  {
    what: "a C++20 compiler: clang 14 or newer, or gcc 12 or newer",
    debian: ["clang-14", "g++"],
    groups: ["native"],
    present: () => findNativeCompiler() !== undefined,
  },
  {
    what: "clang's sanitizer runtimes",
    debian: ["libclang-rt-14-dev"],
    groups: ["sanitize"],
    present: hasSanitizers,
  },
  {
    what: "nlohmann-json 3.11's headers",
    debian: ["nlohmann-json3-dev"],
    groups: ["wasm", "native"],
    present: () => hasHeader("nlohmann/json.hpp"),
  },
  {
    what: "{fmt} 9's headers",
    debian: ["libfmt-dev"],
    groups: ["wasm", "native"],
    present: () => hasHeader("fmt/format.h"),
  },
  {
    what: "protozero 1.7's headers",
    debian: ["libprotozero-dev"],
    groups: ["wasm", "native"],
    present: () => hasHeader("protozero/pbf_reader.hpp"),
  },
  {
    what: "zlib's headers",
    debian: ["zlib1g-dev"],
    groups: ["native"],
    present: () => hasHeader("zlib.h"),
  },
  {
    what: "Catch2 2.13's header",
    debian: ["catch2"],
    groups: ["units"],
    present: () => hasHeader("catch2/catch.hpp"),
  },
  {
    what: "pybind11 2.10 and Python 3.11's headers",
    debian: ["pybind11-dev", "python3-dev"],
    groups: ["python"],
    present: () =>
      hasHeader("pybind11/pybind11.h") && anyFile("/usr/include", /^python3[^/]*\/Python\.h$/),
  },
  {
    what: "numpy and pytest for Python",
    debian: ["python3-numpy", "python3-pytest"],
    groups: ["python"],
    present: () => hasPythonModules(["numpy", "pytest"]),
  },
  {
    what: "what pip needs to install the Python package in a virtual environment",
    debian: ["python3-setuptools", "python3-venv", "python3-wheel"],
    groups: ["python"],
    present: () => hasPythonModules(["setuptools", "venv", "ensurepip", "wheel"]),
  },
  {
    what: "Google Benchmark",
    debian: ["libbenchmark-dev"],
    groups: ["bench"],
    present: hasBenchmark,
  },
  {
    what: "clang-format 14",
    debian: ["clang-format-14"],
    groups: ["format"],
    present: () => (which("clang-format-14") ?? which("clang-format")) !== undefined,
  },
  {
    what: "clang-tidy 14",
    debian: ["clang-tidy-14"],
    groups: ["tidy"],
    present: () => (which("clang-tidy-14") ?? which("clang-tidy")) !== undefined,
  },
  {
    what: "Chromium (or CHROMIUM set to the program)",
    debian: ["chromium-headless-shell"],
    groups: ["page"],
    present: () => findChromium() !== undefined,
  },
  {
    what: "a font, for the page's tests",
    debian: ["fonts-dejavu-core"],
    groups: ["page"],
    present: () =>
      process.platform !== "linux" || anyFile("/usr/share/fonts", /\.(ttf|otf|ttc|pfb)$/),
  },
];

/**
 * The unmet requirements of some groups.
 *
 * @param {string[]} wanted
 * @param {typeof requirements} [all]
 */
export function missing(wanted, all = requirements) {
  return all.filter(
    (item) => item.groups.some((group) => wanted.includes(group)) && !item.present(),
  );
}
