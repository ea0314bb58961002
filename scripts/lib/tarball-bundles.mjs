// Tests of the packed package in bundles of esbuild and Bun, and of its types in projects of several kinds.

import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findBun } from "./bun.mjs";
import { withFolder } from "./files.mjs";
import { bin, root, run } from "./run.mjs";

const app = `import { relay, transform } from "passcope";
const mod = relay.parse('#[version = "0.0.5"]\\ndef @main() { add(1f, 2f) }');
if (!String(transform.FoldConstant()(mod)).includes("3f")) throw new Error("not folded");
`;

const embedded = `import bytes from "passcope/passcope.wasm";
import { loadEngine, relay } from "passcope/bare";
await loadEngine(bytes);
if (!String(relay.const(1)).includes("1f")) throw new Error("no constant");
`;

const common = ["--bundle", "--platform=node", "--format=esm", "--log-level=warning"];
const bundlers = {
  esbuild: () => [bin("esbuild"), ["app.mjs", ...common, "--outfile=bundle/esbuild.mjs"]],
  bun: () => [findBun(), ["build", "app.mjs", "--target=node", "--outfile=bundle/bun.mjs"]],
};

/**
 * Bundles start beside the installed package, and with the files beside them. Elsewhere they say what is missing.
 *
 * @param {string} folder has the installed package
 * @param {(label: string, problem: string) => void} count
 */
export async function testBundles(folder, count) {
  const start = async (label, program, expected) => {
    const { code, output } = await run(process.execPath, [program], {
      check: false,
      cwd: path.dirname(program),
    });
    const fine = expected ? code !== 0 && expected.test(output) : code === 0;
    count(label, fine ? "" : output.slice(0, 4000) || `exit code ${code}`);
  };
  writeFileSync(path.join(folder, "app.mjs"), app);
  writeFileSync(path.join(folder, "embedded.mjs"), embedded);
  const dist = path.join(folder, "node_modules/passcope/dist");
  for (const [name, command] of Object.entries(bundlers)) {
    const [program, args] = command();
    const built = await run(program, args, { check: false, cwd: folder });
    const warned = /warn/i.test(built.output) ? built.output : "";
    count(`bundle of ${name}`, built.code === 0 ? warned : built.output);
    const bundle = path.join(folder, "bundle", `${name}.mjs`);
    await start(`bundle of ${name} beside the package`, bundle);
    await withFolder(async (elsewhere) => {
      const moved = path.join(elsewhere, "app.mjs");
      cpSync(bundle, moved);
      await start(
        `bundle of ${name} without files`,
        moved,
        /LoadError: passcope\.wasm, .*copy the files .*--external/s,
      );
      for (const file of readdirSync(dist).filter((each) => each.endsWith(".wasm"))) {
        cpSync(path.join(dist, file), path.join(elsewhere, file));
      }
      await start(`bundle of ${name} with files beside it`, moved);
    });
  }
  const binary = ["--loader:.wasm=binary", "--target=node20", "--outfile=bundle/embedded.mjs"];
  const built = await run(bin("esbuild"), ["embedded.mjs", ...common, ...binary], {
    check: false,
    cwd: folder,
  });
  count("bundle with the engine in it", built.code === 0 ? "" : built.output);
  await withFolder(async (elsewhere) => {
    const moved = path.join(elsewhere, "app.mjs");
    cpSync(path.join(folder, "bundle/embedded.mjs"), moved);
    await start("bundle with the engine in it, elsewhere", moved);
  });
}

const plain = `// No library but ECMAScript's, and no types of Node.
import { IRModule, Sequential, relay, transform, type Pass } from "passcope";
import { loadEngine } from "passcope/bare";
import { register } from "passcope/matchers/register";
import "passcope/records";

@transform.functionPass({ optLevel: 1 })
class Mine {
  transformFunction(fn: relay.Function): relay.Function {
    return fn;
  }
}
interface Mine extends Pass {}

const { mod } = relay.testing.mlp.getWorkload({ batchSize: 1 });
const result: IRModule = new Mine()(mod);
export const sequence: Pass = new Sequential([new Mine(), transform.InferType()]);
export const text: string = result.content;
export { loadEngine, register };
`;

const element = `import "passcope/embed";
import type { PasscopeDemo } from "passcope/embed";

export const demo = (
  <passcope-demo
    model="resnet18"
    num-layers={18}
    pipeline="InferType"
    run="press"
    ref={(element: PasscopeDemo | null) => element?.run()}
  >
    <p>until then</p>
  </passcope-demo>
);
// @ts-expect-error not a value of this attribute
export const wrong = <passcope-demo run="prss" />;
// @ts-expect-error no attribute
export const unknown = <passcope-demo modell="resnet18" />;
`;

/** The packages with the types of each library for JSX: their folders here, and their names there. */
const libraries = {
  "React 19": { from: { "@types/react": "@types/react", csstype: "csstype" }, source: "react" },
  "React 18": {
    from: {
      "types-react-18": "@types/react",
      csstype: "csstype",
      "@types/prop-types": "@types/prop-types",
    },
    source: "react",
  },
  Preact: { from: { preact: "preact" }, source: "preact" },
};

/**
 * The types compile in a project without the library DOM and without @types/node, and with libraries for JSX.
 *
 * @param {string} folder has the installed package
 * @param {(label: string, problem: string) => void} count
 */
export async function testTypes(folder, count) {
  const check = async (label, where, file, options) => {
    const compilerOptions = {
      noEmit: true,
      strict: true,
      target: "ES2022",
      module: "NodeNext",
      types: [],
      ...options,
    };
    writeFileSync(
      path.join(where, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: [file] }),
    );
    const { code, output } = await run(bin("tsc"), ["-p", "."], { check: false, cwd: where });
    count(label, code === 0 ? "" : output);
  };
  const project = async (use) =>
    withFolder(async (where) => {
      writeFileSync(path.join(where, "package.json"), '{ "type": "module" }');
      mkdirSync(path.join(where, "node_modules"));
      cpSync(
        path.join(folder, "node_modules/passcope"),
        path.join(where, "node_modules/passcope"),
        { recursive: true },
      );
      await use(where);
    });
  await project(async (where) => {
    writeFileSync(path.join(where, "plain.ts"), plain);
    await check("types without DOM and @types/node", where, "plain.ts", {
      lib: ["ES2022"],
      skipLibCheck: false,
    });
  });
  for (const [name, { from, source }] of Object.entries(libraries)) {
    await project(async (where) => {
      for (const [here, there] of Object.entries(from)) {
        cpSync(path.join(root, "node_modules", here), path.join(where, "node_modules", there), {
          recursive: true,
        });
      }
      writeFileSync(path.join(where, "element.tsx"), element);
      await check(`the element in JSX of ${name}`, where, "element.tsx", {
        lib: ["ES2022", "DOM"],
        jsx: "react-jsx",
        jsxImportSource: source,
        skipLibCheck: true,
      });
    });
  }
}
