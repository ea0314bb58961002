// The build steps that other scripts share. All are incremental: Ninja decides for C++, and hashes of the inputs decide
// for the package and the site.

import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { mendLoader, mendProgram } from "../../wasm-bindings/scripts/mend-loader.mjs";
import { clearCurrent, filesBelow, hashFiles, isCurrent, setCurrent } from "./files.mjs";
import { pythonLibrary, pythonSources } from "./python-library.mjs";
import { describer, pythonNames } from "./python-names.mjs";
import { UserError, root, run, step } from "./run.mjs";

/** Configures a preset when its build folder is new or the presets have changed. */
async function configure(preset) {
  const name = `configure-${preset}`;
  const key = hashFiles(["CMakePresets.json", "cmake/emscripten.cmake"]);
  if (isCurrent(name, key) && existsSync(path.join(root, "build", preset, "build.ninja"))) return;
  await step(`Configure ${preset}`, () => run("cmake", ["--preset", preset]));
  setCurrent(name, key);
}

/** The targets of a preset in Ninja's files. */
async function knownTargets(preset) {
  const { stdout } = await run("ninja", ["-C", `build/${preset}`, "-t", "targets", "all"]);
  // Lines are `name: rule`. A program in the build's own folder has its link rule; all other names are phony targets.
  return new Set(stdout.split("\n").map((line) => line.slice(0, line.indexOf(":"))));
}

/** For each preset, the targets that this process has built, and a promise for the end of the last build. */
const built = new Map();

/**
 * Builds targets of a CMake preset. Sources do not change while a script runs, so each target is built once. Builds of
 * one preset run one after the other, because they share a folder.
 *
 * @param {"native"|"python"|"debug"|"checked"|"sanitized"|"fuzz"|"wasm"} preset
 * @param {string[]} targets
 * @param {{background?: boolean}} [options] `background`: uses only time that other processes leave
 * @returns {Promise<void>}
 */
export function buildTargets(preset, targets, options = {}) {
  const state = built.get(preset) ?? { done: new Set(), last: Promise.resolve() };
  built.set(preset, state);
  const own = state.last.then(async () => {
    const left = targets.filter((target) => !state.done.has(target));
    if (left.length === 0) return;
    await buildNow(preset, left, options);
    for (const target of left) state.done.add(target);
  });
  state.last = own.catch(() => undefined);
  return own;
}

async function buildNow(preset, targets, { background = false }) {
  await configure(preset);
  const known = await knownTargets(preset);
  const absent = targets.filter((target) => !known.has(target));
  if (absent.length > 0) {
    // The sources may have new targets since the last configuration.
    await run("cmake", ["--preset", preset]);
    const again = await knownTargets(preset);
    const gone = absent.filter((target) => !again.has(target));
    if (gone.length > 0) {
      throw new UserError(`the ${preset} build has no ${gone.join(", ")}: its sources are missing`);
    }
  }
  const build = ["cmake", "--build", `build/${preset}`, "--target", ...targets];
  const [command, ...args] = background ? ["nice", "-n", "19", ...build] : build;
  await step(`Build ${preset}: ${targets.join(", ")}`, () => run(command, args));
}

const npmScripts = (folder) => {
  const file = path.join(root, folder, "package.json");
  if (!existsSync(file)) throw new UserError(`${folder}/package.json is missing`);
  return JSON.parse(readFileSync(file, "utf8")).scripts ?? {};
};

const current = new Map();

/**
 * Runs `action` unless the step has already succeeded with the same inputs. Simultaneous calls for one step share one
 * run.
 */
function unlessCurrent(name, ...rest) {
  if (!current.has(name)) {
    const ended = makeCurrent(name, ...rest).finally(() => current.delete(name));
    current.set(name, ended);
  }
  return current.get(name);
}

async function makeCurrent(name, label, inputs, outputs, action) {
  const key = hashFiles(inputs, process.versions.node);
  const present = outputs.every((file) => existsSync(path.join(root, file)));
  if (present && isCurrent(name, key)) return;
  clearCurrent(name);
  await step(label, action);
  const absent = outputs.filter((file) => !existsSync(path.join(root, file)));
  if (absent.length > 0) throw new UserError(`${label} has not made ${absent.join(", ")}`);
  setCurrent(name, key);
}

/**
 * Builds the WebAssembly module, build/wasm/passcope.js and passcope.wasm, its kernels, and the command line for Node,
 * build/wasm/passcope_cli.js.
 */
export const buildWasm = () =>
  buildTargets("wasm", ["passcope_wasm", "passcope_cli", "passcope_kernels_module"]);

/** Builds the command line: build/native/passcope. */
export const buildNative = () => buildTargets("native", ["passcope"]);

/** Files that are not inputs of the package: tests, and the files that wasm-bindings/scripts/assemble.mjs adds. */
const notOfThePackage = /^wasm-bindings\/(?:test|embed|LICENSE|THIRD-PARTY-NOTICES)/;

/** The kernels, without and with relaxed SIMD. */
const kernels = ["passcope.kernels.wasm", "passcope.kernels.relaxed.wasm"];

/** Builds the npm package: wasm-bindings/dist, with the module beside the compiled TypeScript. */
export async function buildPackage() {
  await buildWasm();
  const inputs = [
    ...filesBelow("wasm-bindings"),
    "build/wasm/passcope.js",
    "build/wasm/passcope.map",
    ...kernels.map((name) => `build/wasm/${name}`),
    "build/wasm/passcope.wasm",
    "build/wasm/passcope_cli.js",
    "tsconfig.base.json",
    "package-lock.json",
  ].filter((file) => !notOfThePackage.test(file));
  const parts = ["frontends.", "first.", "deferred.", ""].map((part) => `passcope.${part}wasm`);
  const made = ["passcope.js", "fflate.js", ...parts, ...kernels];
  const outputs = [...made, "cli.cjs"].map((name) => `wasm-bindings/dist/${name}`);
  await unlessCurrent("package", "Build the package", inputs, outputs, async () => {
    if (!npmScripts("wasm-bindings").build) {
      throw new UserError("wasm-bindings/package.json has no build script");
    }
    // The module comes first, because the generator of types reads the tables of the engine.
    mkdirSync(path.join(root, "wasm-bindings/dist"), { recursive: true });
    const loader = readFileSync(path.join(root, "build/wasm/passcope.js"), "utf8");
    writeFileSync(path.join(root, "wasm-bindings/dist/passcope.js"), mendLoader(loader));
    for (const name of ["passcope.wasm", "passcope.map", ...kernels]) {
      copyFileSync(
        path.join(root, "build/wasm", name),
        path.join(root, "wasm-bindings/dist", name),
      );
    }
    // The package has no dependencies, so that pages without a bundler can import it.
    copyFileSync(
      path.join(root, "node_modules/fflate/esm/browser.js"),
      path.join(root, "wasm-bindings/dist/fflate.js"),
    );
    const cli = path.join(root, "wasm-bindings/dist/cli.cjs");
    const program = readFileSync(path.join(root, "build/wasm/passcope_cli.js"), "utf8");
    writeFileSync(cli, `#!/usr/bin/env node\n${mendProgram(program)}`);
    chmodSync(cli, 0o755);
    await run("npm", ["run", "build", "-w", "wasm-bindings"]);
  });
}

/** Builds the library that Python in the page imports from. */
export const buildLibrary = () =>
  unlessCurrent(
    "python-library",
    "Build Python's library",
    [
      ...pythonSources(),
      "scripts/lib/python-library.mjs",
      "scripts/lib/python-library.py",
      "package-lock.json",
    ],
    [pythonLibrary],
    // In its own process, because an interpreter does not return all of its memory.
    () => run(process.execPath, ["scripts/lib/python-library.mjs"]),
  );

/** Builds the names of Python's packages for the page's editor. */
export async function buildNames() {
  await buildPackage();
  await unlessCurrent(
    "python-names",
    "Describe Python's packages",
    [
      ...pythonSources(),
      describer,
      "scripts/lib/python-names.mjs",
      "wasm-bindings/dist/passcope.wasm",
      "package-lock.json",
    ],
    [pythonNames],
    () => run(process.execPath, ["scripts/lib/python-names.mjs"]),
  );
}

/** Builds the static site: web/dist, with the files for other sites' pages in its folder embed. */
export async function buildSite() {
  await buildNames();
  await buildLibrary();
  const inputs = [
    ...filesBelow("web"),
    ...filesBelow("wasm-bindings/dist"),
    ...filesBelow("docs"),
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "python/README.md",
    "wasm-bindings/README.md",
    pythonLibrary,
    "tsconfig.base.json",
    "package-lock.json",
  ].filter((file) => !/^web\/test\/|\.view\.test\.ts$/.test(file));
  const outputs = ["web/dist/index.html", "web/dist/embed/passcope-demo.js"];
  await unlessCurrent("site", "Build the site", inputs, outputs, () =>
    run("npm", ["run", "build", "-w", "web"]),
  );
}

let assembled;

/** Builds the published package: the npm package, the embedded element, licences. */
export async function buildPublished() {
  await buildSite();
  assembled ??= step("Assemble the package", () =>
    run(process.execPath, ["wasm-bindings/scripts/assemble.mjs"]),
  );
  await assembled;
}
