// Tests the packed package as users get it. It is installed in a folder outside the repository. There it is used by the
// Node examples, the TypeScript compiler, a Vite app, and pages in a browser.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { checkContents } from "./contents.mjs";
import { filesBelow, withFolder } from "./files.mjs";
import { openPages } from "./in-browser.mjs";
import { UserError, bin, root, run } from "./run.mjs";
import { testBundles, testTypes } from "./tarball-bundles.mjs";

const consumer = `// The names that a user of the package imports.
import { IRModule, PassContext, Sequential, instrument, relay, transform } from "passcope";
import type { PasscopeDemo } from "passcope/embed";

const { mod, params } = relay.testing.resnet.getWorkload({ numLayers: 18 });
const timing = new instrument.PassTimingInstrument();
const result: IRModule = new PassContext({ optLevel: 3, instruments: [timing] }).with(() =>
  new Sequential([transform.InferType(), transform.FoldScaleAxis()])(mod),
);
const text: string = result.astext({ showMetaData: false });
console.log(text.length, Object.keys(params).length, timing.render());

export function watch(demo: PasscopeDemo): void {
  demo.addEventListener("passcope-result", ({ detail }) => console.log(detail.passes.toFixed()));
  const same: PasscopeDemo = document.createElement("passcope-demo");
  same.run();
}
`;

const jestConsumer = `// A test in Jest, whose expect is imported.
import { expect } from "@jest/globals";
import "passcope/matchers/jest";
import { relay } from "passcope";

const mod = relay.testing.mlp.getWorkload({ batchSize: 1 }).mod;
expect(mod).toEqualRelay(mod.astext());
expect(mod).not.toContainOp("tanh", 2);
export const later: Promise<void> = expect(Promise.resolve(mod)).resolves.toBeWellFormed();
// @ts-expect-error a number is no program
expect(mod).toEqualRelay(3);
`;

// The options of a strict project in Node. The package's own types must not need more.
const consumerOptions = {
  compilerOptions: {
    noEmit: true,
    strict: true,
    target: "ES2022",
    module: "NodeNext",
    lib: ["ES2023", "ESNext.Disposable", "DOM"],
    types: [],
  },
  files: ["consumer.ts"],
};

const program = `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 4), float32]) {
  %0 = full(3f, shape=[4, 4], dtype="float32");
  %1 = nn.dense(full(1f, shape=[1, 4], dtype="float32"), %0, units=4);
  multiply(%x, %1)
}`;

/**
 * A script that uses the package in a page. It folds a constant, which fetches the kernels, and then lets the element
 * do the same.
 */
const use = (imports) => `${imports}

const folded = new Sequential([transform.InferType(), transform.FoldConstant()])(
  relay.fromtext(${JSON.stringify(program)}),
).astext();
if (!folded.includes("multiply") || folded.includes("dense(")) throw new Error(folded);

addEventListener("passcope-result", ({ detail }) => {
  document.title = detail.failure === undefined && detail.passes === 4 ? "done" : "the element failed";
});
addEventListener("passcope-problem", ({ detail }) => console.error(detail.messages));
const demo = document.createElement("passcope-demo");
demo.setAttribute("program", ${JSON.stringify(program)});
demo.setAttribute("pipeline", "InferType, FoldConstant");
document.body.append(demo);
`;

const html = (script) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>running</title></head>` +
  `<body>${script}</body></html>\n`;

const names = "{ Sequential, relay, transform }";

/** Writes pages that work without tools, and the sources of a Vite app. */
function writePages(folder) {
  const at = "./node_modules/passcope";
  const imports = `import ${names} from "${at}/dist/browser.js";\nimport "${at}/embed/passcope-demo.js";`;
  writeFileSync(
    path.join(folder, "plain.html"),
    html(`<script type="module">${use(imports)}</script>`),
  );
  const app = path.join(folder, "app");
  mkdirSync(app);
  writeFileSync(
    path.join(app, "index.html"),
    html('<script type="module" src="./main.js"></script>'),
  );
  writeFileSync(
    path.join(app, "main.js"),
    use(`import ${names} from "passcope";\nimport "passcope/embed";`),
  );
}

async function testIn(folder) {
  const examples = filesBelow("examples/node", [".mjs"]);
  if (examples.length === 0) throw new UserError("examples/node has no examples");
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let output = "";
  const count = (label, problem) => {
    counts[problem === "" ? "passed" : "failed"] += 1;
    if (problem !== "") output += `${label}:\n${problem}\n`;
  };
  const check = async (label, command, args) => {
    const result = await run(command, args, { cwd: folder, check: false, timeoutMs: 300_000 });
    count(label, result.code === 0 ? "" : result.output || `exit code ${result.code}`);
  };
  const packed = await run("npm", [
    "pack",
    "--workspace=wasm-bindings",
    "--json",
    "--ignore-scripts",
    `--pack-destination=${folder}`,
  ]);
  const [{ filename }] = JSON.parse(packed.stdout);
  writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${filename}`], {
    cwd: folder,
  });
  const changelog = readFileSync(path.join(root, "CHANGELOG.md"), "utf8");
  const problems = checkContents(path.join(folder, "node_modules/passcope"), changelog);
  count("what the package has", problems.join("\n"));
  for (const example of examples) {
    const name = path.basename(example);
    copyFileSync(path.join(root, example), path.join(folder, name));
    await check(example, process.execPath, [name]);
  }
  await check("npx passcope", "npx", [
    ...["--offline", "passcope", "run", "--model", "resnet18"],
    ...["--passes", "InferType,FoldScaleAxis", "--time"],
  ]);
  writeFileSync(path.join(folder, "consumer.ts"), consumer);
  const options = { ...consumerOptions, files: ["consumer.ts", "matchers.ts"] };
  // A project without Jest's types must not need them.
  writeFileSync(path.join(folder, "matchers.ts"), 'import "passcope/matchers/jest";\n');
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(options));
  await check("types of the packed package", bin("tsc"), ["-p", "."]);
  writeFileSync(path.join(folder, "jest.ts"), jestConsumer);
  copyFileSync(
    path.join(root, "wasm-bindings/test/jest-types.d.ts"),
    path.join(folder, "jest-types.d.ts"),
  );
  const files = ["jest.ts", "jest-types.d.ts"];
  writeFileSync(
    path.join(folder, "tsconfig.jest.json"),
    JSON.stringify({ ...consumerOptions, files }),
  );
  await check("types of the matchers with @jest/globals", bin("tsc"), ["-p", "tsconfig.jest.json"]);
  await testTypes(folder, count);
  await testBundles(folder, count);
  writePages(folder);
  await check("build of a Vite app", bin("vite"), ["build", "--base=./", "app"]);
  const pages = ["plain.html", "app/dist/index.html"];
  const outcomes = await openPages(folder, pages);
  pages.forEach((page, i) => count(`${page} in a browser`, outcomes[i]));
  return { counts, output };
}

/** Runs one test for each use. */
export const runTarball = () => withFolder(testIn);
